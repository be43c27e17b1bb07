/** The board editor: the table before and after a disputed stroke, side by side. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { boardsFrom, putOn, stowFrom } from "./boards";
import type { Boards, Moment } from "./boards";
import { Aim } from "./aim";
import type { Aimed } from "./aim";
import { DiscShape } from "./board_svg";
import { STRIKER } from "./collision";
import { SEATS, toScreen } from "./geometry";
import { redo, step, undo } from "./history";
import type { History } from "./history";
import { Pane, nudged } from "./pane";
import type { Piece } from "./pane";
import { TRAYS, afterFrom, changedDiscs, colourOf, emptyPosition, halfKnown, markOf, placeOf, sortIds, startPosition, strikerFault, trayOf } from "./position";
import type { Colours, Mode, Tray } from "./position";
import { tb } from "./strings";
import type { BoardKey } from "./strings";
import { ChosenTools, Trays, pieceName } from "./tools";
import type { Point, Position, Seat } from "./types";

export interface EditorProps {
  mode: Mode;
  colours: Colours;
  player: Seat;
  history: History<Boards>;
  onChange: (history: History<Boards>) => void;
  /** The stroke's direction, drawn on the first board where it is known. */
  aim?: Aimed | null;
  /** The position as it was last known; offered for one tap. */
  lastKnown?: Position | null;
  backdrops?: Partial<Record<Moment, string>>;
  /** Shown under the boards, such as the photo's buttons. */
  children?: ComponentChildren;
}

const MOMENTS: readonly Moment[] = ["before", "after"];

interface Choice { moment: Moment; id: string }

/** What a hand does to the two boards: one piece is chosen, and pieces are moved, stowed and laid down by taps. */
interface Editing {
  boards: Boards;
  choice: Choice | null;
  /** The last thing done, in words. */
  said: string;
  choose: (choice: Choice | null) => void;
  change: (next: Boards) => void;
  move: (moment: Moment, id: string, wanted: Point, gesture?: string) => void;
  stow: (choice: Choice, tray: Tray) => void;
  tap: (moment: Moment, at: Point) => void;
}

function useEditing({ history, onChange }: EditorProps): Editing {
  const [choice, choose] = useState<Choice | null>(null);
  const [said, setSaid] = useState("");
  const boards = history.now;
  const change = (next: Boards, gesture: string | null = null): void => onChange(step(history, next, gesture));
  const move: Editing["move"] = (moment, id, wanted, gesture) => {
    const next = putOn(boards, moment, id, wanted);
    setSaid(whereIs(next[moment], id));
    change(next, gesture ? `${moment} ${gesture}` : null);
  };
  const stow: Editing["stow"] = ({ moment, id }, tray) => {
    const next = stowFrom(boards, moment, id, tray);
    setSaid(whereIs(next[moment], id));
    change(next);
  };
  const tap: Editing["tap"] = (moment, at) => {
    const tray = choice?.moment === moment ? trayOf(boards[moment], choice.id) : null;
    if (!choice || !tray) {
      choose(null);
      return;
    }
    move(moment, choice.id, at);
    const id = nextOf(boards[moment][tray], choice.id);
    choose(id === null ? choice : { moment, id });
  };
  return { boards, choice, said, choose, change, move, stow, tap };
}

export function BoardEditor(props: EditorProps): JSX.Element {
  const { history, onChange, colours } = props;
  const [view, setView] = useState<Seat>(props.player);
  const editing = useEditing(props);
  const { boards, choice } = editing;
  const chosenAt = choice && placeOf(boards[choice.moment], choice.id);
  const seats = SEATS.filter((seat) => colours[seat] !== undefined);
  return (
    <div class="nv-editor">
      <div class="nv-row nv-bar">
        <button type="button" class="nv-button" disabled={history.past.length === 0} onClick={() => onChange(undo(history))}>↶ {tb("undo")}</button>
        <button type="button" class="nv-button" disabled={history.future.length === 0} onClick={() => onChange(redo(history))}>↷ {tb("redo")}</button>
        <span class="nv-space" />
        <button type="button" class="nv-button" onClick={() => setView(nextSeat(seats, view))}>{tb("turn_board")}</button>
      </div>
      <div class="nv-moments">
        {MOMENTS.map((moment) => <MomentBoard key={moment} {...props} moment={moment} view={view} editing={editing} />)}
      </div>
      <p class="nv-hint">{tb("legend")} {tb("why_unknown")}</p>
      <ChosenTools id={choice?.id ?? null} at={chosenAt} tray={choice && trayOf(boards[choice.moment], choice.id)} trays={choice ? traysFor(choice) : []}
        onPlace={(at) => choice && editing.move(choice.moment, choice.id, at)}
        onStep={(by) => choice && chosenAt && editing.move(choice.moment, choice.id, nudged(view, chosenAt, by, 1), `keys ${choice.id}`)}
        onStow={(tray) => choice && editing.stow(choice, tray)} />
      {props.children}
      <p class="nv-sr" role="status">{editing.said}</p>
    </div>
  );
}

interface MomentProps extends EditorProps { moment: Moment; view: Seat; editing: Editing }

function MomentBoard({ moment, view, editing, ...props }: MomentProps): JSX.Element {
  const { boards, choice, choose } = editing;
  const { player, colours } = props;
  const isBefore = moment === "before";
  const chosen = choice?.moment === moment ? choice.id : null;
  return (
    <section class="nv-moment" aria-label={tb(moment)}>
      <h3>{tb(moment)}</h3>
      <div class="nv-row nv-bar" role="group" aria-label={tb("begin_with")}>
        {beginnings(props, moment).map(({ label, make }) => (
          <button key={label} type="button" class="nv-button" onClick={() => editing.change(make())}>{tb(label)}</button>
        ))}
      </div>
      <Pane name={`nv-${moment}`} label={tb(moment)} view={view} player={player} chosen={chosen}
        pieces={piecesOf(boards[moment], player, colours)} backdrop={props.backdrops?.[moment]}
        under={isBefore ? <Aim at={boards.before.striker} aim={props.aim ?? null} view={view} /> : <Ghosts boards={boards} view={view} />}
        onChoose={(id) => choose({ moment, id })} onMove={(id, wanted, gesture) => editing.move(moment, id, wanted, gesture)}
        onTap={(at) => editing.tap(moment, at)} />
      <Trays position={boards[moment]} label={tb(moment)} chosen={chosen} onChoose={(id) => choose({ moment, id })} />
      {isBefore ? <StrikerNote seat={player} at={boards.before.striker} /> : <Changes boards={boards} />}
    </section>
  );
}

interface Beginning { label: BoardKey; make: () => Boards }

/** What a board can begin with at one tap. */
function beginnings({ history, mode, colours, player, lastKnown }: EditorProps, moment: Moment): Beginning[] {
  const boards = history.now;
  if (moment === "after") {
    return [
      { label: "reset_after", make: () => boardsFrom(boards.before) },
      { label: "nothing_placed", make: () => ({ ...boards, after: afterFrom(emptyPosition(mode, player)) }) },
    ];
  }
  const found: Beginning[] = [
    { label: "start_position", make: () => boardsFrom(startPosition(mode, colours, player)) },
    { label: "nothing_placed", make: () => boardsFrom(emptyPosition(mode, player)) },
  ];
  return lastKnown ? [{ label: "last_position", make: () => boardsFrom(lastKnown) }, ...found] : found;
}

/** The striker lies somewhere before the stroke, always. */
function traysFor({ moment, id }: Choice): readonly Tray[] {
  return moment === "before" && id === STRIKER ? [] : TRAYS;
}

/** The next disc of the same colour in the tray, so that taps one after the other lay them all down. */
export function nextOf(tray: readonly string[], id: string): string | null {
  const rest = sortIds(tray).filter((each) => each !== STRIKER && colourOf(each) === colourOf(id));
  return rest[(rest.indexOf(id) + 1) % Math.max(1, rest.length)] ?? null;
}

/** Where a piece is now, in words. */
function whereIs(position: Position, id: string): string {
  const at = placeOf(position, id);
  const tray = trayOf(position, id);
  if (at) {
    return tb("lies_at", { name: pieceName(id), x: show(at.x), y: show(at.y) });
  }
  return tray ? `${pieceName(id)}: ${tb(`tray_${tray}`)}` : "";
}

function nextSeat(seats: readonly Seat[], seat: Seat): Seat {
  return seats[(seats.indexOf(seat) + 1) % seats.length] ?? seat;
}

function show(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** The pieces of a position with their names for a screen reader, the striker last, so that it is drawn on top. */
export function piecesOf(position: Position, player: Seat, colours: Colours): Piece[] {
  const own = colours[player];
  const pieces: Piece[] = position.discs.map((disc) => {
    const mark = own ? markOf(disc, player, own) : null;
    const name = mark
      ? tb("disc_name_own", { id: disc.id, colour: tb(disc.colour), field: tb(mark) })
      : pieceName(disc.id);
    return { id: disc.id, at: disc, kind: disc.colour, mark, name: tb("lies_at", { name, x: show(disc.x), y: show(disc.y) }) };
  });
  const at = position.striker;
  if (at) {
    pieces.push({ id: STRIKER, at, kind: "striker", mark: null, name: tb("lies_at", { name: tb("striker"), x: show(at.x), y: show(at.y) }) });
  }
  return pieces;
}

/** Where moved discs lay before the stroke, and the way from there. */
function Ghosts({ boards, view }: { boards: Boards; view: Seat }): JSX.Element {
  const moved = changedDiscs(boards.before, boards.after);
  return (
    <g aria-hidden="true">
      {boards.before.discs.filter(({ id }) => moved.includes(id)).map((disc) => {
        const from = toScreen(view, disc);
        const at = placeOf(boards.after, disc.id);
        const to = at && toScreen(view, at);
        return (
          <g key={disc.id}>
            {to && <path class="nv-way" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />}
            <DiscShape colour={disc.colour} at={from} mark="ghost" />
          </g>
        );
      })}
    </g>
  );
}

function StrikerNote({ seat, at }: { seat: Seat; at: Point | null }): JSX.Element | null {
  return strikerFault(seat, at) === "outside" ? <p class="nv-note" role="status">{tb("striker_outside")}</p> : null;
}

function Changes({ boards }: { boards: Boards }): JSX.Element {
  const moved = changedDiscs(boards.before, boards.after);
  const open = halfKnown(boards.before, boards.after);
  return (
    <p class="nv-hint">
      {moved.length > 0 ? tb("changed_ids", { ids: sortIds(moved).join(", ") }) : tb("changed_none").replace(/\.$/, "")}
      {open.length > 0 && `. ${tb("open_ids", { ids: open.join(", ") })}`}
    </p>
  );
}
