/** First step: what is disputed, who struck from where, and which way the stroke went. */
import type { JSX } from "preact";
import { SEATS } from "../board/geometry";
import { tb } from "../board/strings";
import type { Colour, Seat } from "../board/types";
import { AimPane } from "./aim_pane";
import { Choices } from "./choices";
import { withSeat } from "./draft";
import type { Draft } from "./draft";
import type { Host } from "./host";
import type { Member } from "../types";
import { pairOf, seatOf } from "../types";
import { QUESTIONS, questionOf, td } from "./strings";
import type { Question } from "./strings";

const OTHER = "q_other";
const MEMBERS: readonly Member[] = ["A1", "A2", "B1", "B2"];
type Chosen = Question | typeof OTHER;
const TEXT_LONGEST = 500;

interface StepProps { draft: Draft; host: Host; onChange: (draft: Draft) => void }

export function StrokeStep({ draft, host, onChange }: StepProps): JSX.Element {
  const own = draft.colours[draft.player] ?? "red";
  const seats = draft.mode === "doubles" ? SEATS : (["S", "N"] as const);
  const strike = (who: "A" | "B"): void => {
    const other = draft.player === "S" ? "N" : "S";
    // In singles the players face each other: the other one has the other side and the other discs.
    const turned = who === draft.who || draft.mode === "doubles" ? draft : withSeat(draft, other, own === "red" ? "black" : "red");
    onChange({ ...turned, who });
  };
  return (
    <>
      {!draft.isOpen && (
        <section class="nv-card">
          <QuestionChoice draft={draft} onChange={onChange} />
          {host.pairs
            ? <PlayerChoice draft={draft} pairs={host.pairs} onChange={onChange} />
            : <Choices legend={td("who")} name="who" value={draft.who} onChange={strike}
              options={(["A", "B"] as const).map((value) => ({ value, label: host.names[value] }))} />}
        </section>
      )}
      <section class="nv-card">
        <div class="nv-row">
          <Choices legend={td("seat")} name="seat" value={draft.player} onChange={(seat) => onChange(withSeat(draft, seat, own))}
            options={seats.map((value: Seat) => ({ value, label: td("side", { side: value }) }))} />
          <Choices legend={td("discs")} name="discs" value={own} onChange={(colour) => onChange(withSeat(draft, draft.player, colour))}
            options={(["red", "black"] as const).map((value: Colour) => ({ value, label: tb(value) }))} />
        </div>
        <AimPane draft={draft} onChange={onChange} />
      </section>
    </>
  );
}

interface PlayerProps { draft: Draft; pairs: NonNullable<Host["pairs"]>; onChange: (draft: Draft) => void }

/** Doubles: the player tells the seat and the discs. */
function PlayerChoice({ draft, pairs: { names, seats }, onChange }: PlayerProps): JSX.Element {
  const strike = (member: Member): void => {
    const who = pairOf(member);
    const own = draft.colours[draft.player] ?? "red";
    const colour = who === draft.who ? own : own === "red" ? "black" : "red";
    onChange({ ...withSeat(draft, seatOf(seats, member), colour), who, member });
  };
  return (
    <Choices legend={td("who")} name="who" value={draft.member ?? ""} onChange={(value) => value && strike(value)}
      options={MEMBERS.map((value) => ({ value, label: `${names[value]} (${td("side", { side: seatOf(seats, value) })})` }))} />
  );
}

function QuestionChoice({ draft, onChange }: Omit<StepProps, "host">): JSX.Element {
  const chosen: Chosen | "" = questionOf(draft.text) ?? (draft.text === "" ? "" : OTHER);
  return (
    <>
      <Choices legend={td("question")} name="question" value={chosen}
        options={[...QUESTIONS, OTHER].map((value) => ({ value: value as Chosen, label: td(value as Chosen) }))}
        onChange={(value) => onChange({ ...draft, text: td(value) })} />
      {chosen === OTHER && (
        <label class="nv-field is-wide">{td("q_text")}
          <input type="text" maxLength={TEXT_LONGEST} value={draft.text === td(OTHER) ? "" : draft.text}
            onInput={(event) => onChange({ ...draft, text: event.currentTarget.value || td(OTHER) })} />
        </label>
      )}
    </>
  );
}
