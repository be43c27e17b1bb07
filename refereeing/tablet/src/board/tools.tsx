/** What stands beside the boards: the chosen piece with its numbers, steps and trays. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { STRIKER } from "./collision";
import { TRAYS, colourOf, sortIds } from "./position";
import type { Tray } from "./position";
import { tb } from "./strings";
import type { Point, Position } from "./types";

/** "r1, red". */
export function pieceName(id: string): string {
  return id === STRIKER ? tb("striker") : tb("disc_name", { id, colour: tb(colourOf(id)) });
}

interface ChosenProps {
  id: string | null;
  at: Point | null;
  /** Where it lies when it is not on the table. */
  tray: Tray | null;
  trays: readonly Tray[];
  onPlace: (at: Point) => void;
  /** A step as the drawing lies: x to the right, y down. */
  onStep: (by: Point) => void;
  onStow: (tray: Tray) => void;
}

export function ChosenTools({ id, at, tray, trays, onPlace, onStep, onStow }: ChosenProps): JSX.Element {
  if (id === null) {
    return <p class="nv-hint">{tb("chosen_none")} {tb("board_help")}</p>;
  }
  return (
    <section class="nv-chosen" aria-label={tb("chosen", { name: pieceName(id) })}>
      <h3>{tb("chosen", { name: pieceName(id) })}</h3>
      {at ? <Numbers key={id} at={at} onPlace={onPlace} /> : <p class="nv-hint">{tb("tap_board")}</p>}
      {at && <Steps onStep={onStep} />}
      {trays.length > 0 && (
        <div class="nv-row" role="group" aria-label={tb("to_tray")}>
          {trays.map((each) => (
            <button key={each} type="button" class="nv-button" aria-pressed={tray === each} onClick={() => onStow(each)}>
              {tb(`tray_${each}`)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Numbers({ at, onPlace }: { at: Point; onPlace: (at: Point) => void }): JSX.Element {
  const field = (axis: "x" | "y"): JSX.Element => (
    <label class="nv-field">
      {tb(axis === "x" ? "x_mm" : "y_mm")}
      <input type="number" step="0.1" inputMode="decimal" value={String(Math.round(at[axis] * 10) / 10)}
        onChange={(event) => {
          const value = event.currentTarget.valueAsNumber;
          if (Number.isFinite(value)) {
            onPlace({ ...at, [axis]: value });
          }
        }} />
    </label>
  );
  return <div class="nv-row">{field("x")}{field("y")}</div>;
}

function Steps({ onStep }: { onStep: (by: Point) => void }): JSX.Element {
  const [far, setFar] = useState(1);
  const key = (label: "step_left" | "step_right" | "step_up" | "step_down", sign: string, x: number, y: number): JSX.Element => (
    <button type="button" class="nv-button nv-step" aria-label={`${tb(label)}, ${tb(far === 1 ? "step_1" : "step_01")}`}
      onClick={() => onStep({ x: x * far, y: y * far })}>{sign}</button>
  );
  return (
    <div class="nv-row" role="group" aria-label={tb("step_size")}>
      {key("step_left", "←", -1, 0)}{key("step_right", "→", 1, 0)}{key("step_up", "↑", 0, -1)}{key("step_down", "↓", 0, 1)}
      <button type="button" class="nv-button" aria-pressed={far === 0.1} onClick={() => setFar(far === 1 ? 0.1 : 1)}>{tb("step_01")}</button>
    </div>
  );
}

interface TraysProps { position: Position; chosen: string | null; onChoose: (id: string) => void; label: string }

/** The discs that are not on this board, each a button: choose it, then tap the board. */
export function Trays({ position, chosen, onChoose, label }: TraysProps): JSX.Element {
  return (
    <div class="nv-trays" role="group" aria-label={label}>
      {TRAYS.map((tray) => (
        <div key={tray} class="nv-tray">
          <span class="nv-tray-name">{tb(`tray_${tray}`)}</span>
          {position[tray].length === 0 && <span class="nv-muted">{tb("empty_tray")}</span>}
          {sortIds(position[tray]).map((id) => (
            <button key={id} type="button" class={`nv-chip is-${id === STRIKER ? STRIKER : colourOf(id)}`} aria-pressed={id === chosen}
              aria-label={pieceName(id)} onClick={() => onChoose(id)}>
              {id === STRIKER ? tb("striker") : id}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
