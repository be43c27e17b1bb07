/** The shapes that travel between the tablet and the server (API version 1). */

/** The first- and the second-named of the match. */
export type Who = "A" | "B";
/** The side of the table, or the seat there, seen from above: S is drawn at the bottom. Singles use S and N. */
export type TableSide = "S" | "W" | "N" | "E";
/** A player of a pair, by the place on its entry. */
export type Member = "A1" | "A2" | "B1" | "B2";
/** Who sits where in doubles; partners face each other. */
export type Seats = Record<TableSide, Member>;
export type Colour = "red" | "black";
export type Rights = "official" | "player" | "none";
export type ReplayReason = "double_clear" | "last_discs" | "stalemate" | "interference";
export type LossReason = "no_show" | "unsporting" | "handshake" | "excluded" | "withdrawn";
export type Phase = "waiting" | "called" | "warming_up" | "running" | "over" | "finished";
export type Language = "lv" | "en" | "et" | "ru" | "de";

/** What a ruling says of a disputed stroke. */
export type Decision = "correct" | "penalised" | "set_lost" | "set_replayed" | "no_stroke" | "other";

export type Kind =
  | "called" | "choice" | "seats" | "arrived" | "no_show" | "warm_up" | "started"
  | "set_won" | "set_replayed" | "set_lost" | "set_drawn" | "penalty_disc" | "warning"
  | "clock_call" | "pause" | "clear_in_first_series" | "result" | "game_lost" | "time_limit"
  | "official_called" | "dispute" | "ruling" | "protest" | "signature" | "finished" | "void" | "note";

/** A stroke of a signature: x, y, x, y, … in a field 1000 wide and 400 high. */
export type PenStroke = number[];

/** The payload of an event; which keys it has follows from its kind. */
export interface Payload {
  who?: Who | "referee" | "both";
  winner?: Who;
  reason?: string;
  clause?: string;
  first_stroke?: Who;
  by?: "rule" | "lot" | "agreed";
  side_of_a?: TableSide;
  discs_of_a?: Colour;
  /** Doubles: where everybody sits, who strikes first, who struck last, which player of the pair it is about. */
  seats?: Seats;
  first_striker?: Member;
  last_striker?: Member;
  member?: Member;
  sets?: [number, number];
  text?: string;
  name?: string;
  strokes?: PenStroke[] | null;
  proof?: string | null;
  uid?: string;
  /** Of a disputed stroke: its uid; which set, stroke and player it is about. */
  dispute?: string;
  set?: number;
  stroke?: number;
  player?: Who;
  /** The uid of a ruling; in another event: of the ruling that it follows from. */
  ruling?: string;
  decision?: Decision;
  clauses?: string[];
  overrules?: string;
}

export interface Rules {
  ruleset: string;
  sets: number;
  all_sets: boolean;
  mode: "singles" | "doubles";
  first_stroke: Who | null;
  side_of_a: TableSide;
  call_seconds: number;
  warm_up_seconds: number;
  pause_seconds: number;
  stroke_seconds: number;
  stroke_call_seconds: number;
}

/** One event as the server shows it, or as this device has just made it. */
export interface LogEntry {
  uid: string;
  device: string;
  dseq: number;
  kind: Kind;
  payload: Payload;
  /** The place in the server's log; null while the server has not answered. */
  seq: number | null;
  applied: boolean;
  at: string;
}

export interface SetRow {
  number: number;
  winner: Who | null;
  first_stroke: Who;
  side_of_a: TableSide;
  awarded: boolean;
  seats?: Seats;
  first_striker?: Member;
}

/** In doubles `side_of_a` is the seat of A1, and `may_swap` says whether the other pair may exchange its seats (22.3). */
export interface NextSet {
  number: number; first_stroke: Who; side_of_a: TableSide; seats?: Seats; first_striker?: Member; may_swap?: boolean;
}
export interface Pair { A: number; B: number }
export interface SignatureMark { name: string; uid: string }
/** `number` counts the warnings of one player. */
export interface WarningRow { uid: string; who: Who; clause: string; set: number; number: number; member?: Member }
export interface OpenCall { uid: string; kind: string; reason: string; dispute?: string }
/** A disputed stroke that can be followed up; `ruling` is the one in force. */
export interface DisputeRow { uid: string; event: string; set: number; player: Who; text: string; ruling: string | null; member?: Member }

export interface GameState {
  sets: SetRow[];
  score: Pair;
  winner: Who | "draw" | null;
  over: boolean;
  warnings: Pair;
  next: NextSet | null;
  phase: Phase;
  clears: Pair;
  penalty_discs: Pair;
  arrived: { A: boolean; B: boolean };
  signatures: { A: SignatureMark | null; B: SignatureMark | null; referee: SignatureMark | null };
  /** "both" when neither of them came. */
  lost_by: { who: Who | "both"; reason: string } | null;
  /** The regulations' time limit has ended the game. */
  time_limit: boolean;
  warning_list: WarningRow[];
  replays: { set: number; reason: string }[];
  calls: OpenCall[];
  disputes: DisputeRow[];
  voided: string[];
}

/** A side: a player, or a pair with its players in the order of A1 and A2 (one who plays alone is both). */
export interface Player { entry: string; name: string; club: string; members?: string[] }
export interface Clause { clause: string; text: string }
export interface Official { uid: string; name: string; role?: string }

export interface Bundle {
  uid: string;
  status: string;
  competition: { uid: string; name: string; slug?: string; language: Language; time_zone: string };
  event: { name: string };
  stage: { name: string };
  group: string | null;
  round: { number: number; name: string };
  table: { uid: string; number: number } | null;
  board: number;
  rules: Rules;
  players: { A: Player; B: Player };
  called_at: string | null;
  call_ends_at: string | null;
  epoch: number;
  holder: { device: string; name: string } | null;
  rights: Rights;
  officials?: Official[];
  clauses?: Clause[];
  clauses_all?: Partial<Record<Language, Clause[]>>;
  /** The numbers of the clauses by which a set is lost or a penalty disc is put. */
  clause_numbers?: { set: string[]; penalty: string[] };
  events?: LogEntry[];
  /** Null while the log is empty. */
  state: GameState | null;
  head?: { seq: number; hash: string };
  server_time: string;
}

/** What anybody may see of the match at a table. */
export interface PublicGame {
  uid: string;
  status: string;
  round: number;
  players: { A: Player | null; B: Player | null };
}

export interface TableNow {
  server_time: string;
  table: { uid: string; number: number; name: string };
  /** All of it for a device of the competition, else the public facts. */
  game: Bundle | PublicGame | null;
}

export function isBundle(game: Bundle | PublicGame): game is Bundle {
  return "rules" in game;
}

export interface Receipt {
  uid: string | null;
  result: "stored" | "duplicate" | "conflict" | "quarantined";
  reason: string | null;
  seq: number | null;
}

export interface EventsReply {
  receipts: Receipt[];
  head: { seq: number; hash: string };
  missing: number[];
  state: GameState;
  epoch: number;
  server_time: string;
}

export interface TakeReply {
  game: Bundle;
  epoch: number;
  rights: Rights;
  proof?: string | null;
  /** Only when a slip's code was typed: this browser is a new device then. */
  device?: string;
  token?: string;
}

export function other(who: Who): Who {
  return who === "A" ? "B" : "A";
}

const OPPOSITE: Record<TableSide, TableSide> = { S: "N", N: "S", W: "E", E: "W" };
const CLOCKWISE: Record<TableSide, TableSide> = { S: "W", W: "N", N: "E", E: "S" };
export const SIDES: readonly TableSide[] = ["S", "W", "N", "E"];

export function otherSide(side: TableSide): TableSide {
  return OPPOSITE[side];
}

/** The next seat, seen from above (21.1). */
export function clockwise(side: TableSide): TableSide {
  return CLOCKWISE[side];
}

export function pairOf(member: Member): Who {
  return member[0] as Who;
}

export function partnerOf(member: Member): Member {
  return `${pairOf(member)}${member.endsWith("1") ? "2" : "1"}` as Member;
}

export function seatOf(seats: Seats, member: Member): TableSide {
  return SIDES.find((side) => seats[side] === member) ?? "S";
}

export function membersOf(who: Who): [Member, Member] {
  return [`${who}1` as Member, `${who}2` as Member];
}
