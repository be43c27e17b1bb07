/** Before the first stroke of doubles: the pair with the right, sides, discs, seats, first striker, the others' exchange (22.3). */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { exchanged, seatsFrom } from "../match_play";
import { isAlone, memberName, seatingOf, seatsOf } from "../pairs";
import type { Axis, Seating } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import type { Bundle, Colour, Member, NextSet, Seats, TableSide, Who } from "../types";
import { membersOf, other, otherSide, pairOf, seatOf } from "../types";
import type { By, CardProps } from "./before";
import { FirstStroke, WarmUpPart } from "./before";
import { Choice, Disc } from "./parts";
import { discsOf, PairsDrawing } from "./table_drawing";

export function PairsStartCard({ store, game, state }: CardProps): JSX.Element {
  const byRule = game.rules.first_stroke;
  const [first, setFirst] = useState<Who>(byRule ?? "A");
  const [by, setBy] = useState<By>(byRule === null ? "lot" : "rule");
  const [seating, setSeating] = useState<Seating>(seatingOf(state.next?.seats ?? seatsFrom(game.rules.side_of_a)));
  const [striker, setStriker] = useState<Member | null>(null);
  const [discs, setDiscs] = useState<Colour | null>(null);
  const names = { A: game.players.A.name, B: game.players.B.name };
  const seats = seatsOf(seating);
  const start = async (): Promise<void> => {
    const choice = discs && striker && {
      first_stroke: first, by, side_of_a: seatOf(seats, "A1"), discs_of_a: discs, seats, first_striker: striker,
    };
    if (choice && (await record(store, "choice", choice))) {
      await record(store, "started", {});
    }
  };
  const missing = discs === null ? t("discs_first") : striker === null ? t("striker_first") : "";
  return (
    <section class="card start">
      <h2>{t("start_title")}</h2>
      <div class="start-grid">
        <div>
          <FirstStroke names={names} byRule={byRule} first={first} by={by} onFirst={(who, why) => { setFirst(who); setBy(why); setStriker(null); }} />
          <SidesPart chooser={other(first)} names={names} seating={seating} discs={discs} onSeating={setSeating} onDiscs={setDiscs} />
          {(["A", "B"] as const).map((who) => <SeatPart key={who} game={game} who={who} seats={seats} seating={seating} onSeating={setSeating} />)}
          <Choice<Member> legend={t("striker_q", { name: names[first] })} value={striker} onChange={setStriker}
            options={membersOf(first).map((value) => ({ value, label: seated(game, seats, value) }))} />
          {striker !== null && <ExchangePart game={game} who={other(first)} seating={seating} onSeating={setSeating} />}
        </div>
        <div class="start-side">
          <PairsDrawing game={game} seats={seats} firstStriker={striker} discsOfA={discs} />
          <WarmUpPart store={store} state={state} />
          <button type="button" class="primary" disabled={store.busy || missing !== ""} onClick={() => void start()}>{t("start_do")}</button>
          {missing !== "" && <p class="small">{missing}</p>}
        </div>
      </div>
    </section>
  );
}

function seated(game: Bundle, seats: Seats, member: Member): string {
  return `${memberName(game, member)} (${t("side", { side: seatOf(seats, member) })})`;
}

interface SidesProps {
  chooser: Who; names: Record<Who, string>; seating: Seating; discs: Colour | null;
  onSeating: (seating: Seating) => void; onDiscs: (discsOfA: Colour) => void;
}

/** The pair without the right chooses the sides of the table and the discs (22.1.a, 22.3). */
function SidesPart({ chooser, names, seating, discs, onSeating, onDiscs }: SidesProps): JSX.Element {
  const name = names[chooser];
  const turned = (axis: Axis): Axis => (axis === "S" ? "W" : "S");
  const axisOf = (value: Axis): Axis => (chooser === "A" ? value : turned(value));
  return (
    <>
      <p class="small chooser">{t("chooses_pair", { name })}</p>
      <Choice<Axis> legend={t("sides_q", { name })} value={axisOf(seating.axisOfA)} onChange={(value) => onSeating({ ...seating, axisOfA: axisOf(value) })}
        options={(["S", "W"] as const).map((value) => ({ value, label: t("sides", { a: value, b: otherSide(value) }) }))} />
      <Choice<Colour> legend={t("discs_q", { name })} value={discsOf(chooser, discs)}
        onChange={(value) => onDiscs(discsOf(chooser, value) ?? value)}
        options={(["red", "black"] as const).map((value) => ({ value, label: <><Disc colour={value} /> {t(value)}</> }))} />
    </>
  );
}

interface SeatProps { game: Bundle; who: Who; seats: Seats; seating: Seating; onSeating: (seating: Seating) => void }

/** Which partner sits on the near side; the other faces him. */
function SeatPart({ game, who, seats, seating, onSeating }: SeatProps): JSX.Element | null {
  if (isAlone(game, who)) {
    return null; // Who plays alone stands on both sides.
  }
  const near: TableSide = (who === "A") === (seating.axisOfA === "S") ? "S" : "W";
  return (
    <Choice<Member> legend={t("seat_q", { side: near })} value={seats[near]} options={membersOf(who).map((value) => ({ value, label: memberName(game, value) }))}
      onChange={(value) => onSeating({ ...seating, isTurned: { ...seating.isTurned, [who]: value.endsWith("2") } })} />
  );
}

/** When the first striker is named, the other pair may exchange its seats (22.3). */
function ExchangePart({ game, who, seating, onSeating }: Omit<SeatProps, "seats">): JSX.Element | null {
  if (isAlone(game, who)) {
    return null;
  }
  const exchange = (): void => onSeating({ ...seating, isTurned: { ...seating.isTurned, [who]: !seating.isTurned[who] } });
  return (
    <p class="exchange">
      <span class="small">{t("exchange_why", { name: game.players[who].name })}</span>
      <button type="button" onClick={exchange}>{t("exchange_do")}</button>
    </p>
  );
}

/** In a deciding odd set the pair without the first stroke may exchange its seats once more (22.3). */
export function ExchangeOffer({ store, next }: { store: Store; next: NextSet }): JSX.Element | null {
  const seats = exchanged(next);
  if (next.may_swap !== true || seats === null || next.first_striker === undefined) {
    return null;
  }
  const who = other(pairOf(next.first_striker));
  if (isAlone(store.game as Bundle, who)) {
    return null;
  }
  const name = nameOf(store, who);
  return (
    <p class="exchange">
      <span class="small">{t("exchange_again", { name })}</span>
      <button type="button" disabled={store.busy} onClick={() => void record(store, "seats", { seats })}>{t("exchange_do")}</button>
    </p>
  );
}
