/** The stroke's direction: asked first, because it decides most. A big arrow from the striker, then how sure and how hard. */
import type { JSX } from "preact";
import { Aim, ahead, angleTo, asOnTable, asSeen, reachOf } from "../board/aim";
import { putOn } from "../board/boards";
import { STRIKER } from "../board/collision";
import { piecesOf } from "../board/editor";
import { Pane } from "../board/pane";
import type { Piece } from "../board/pane";
import { tb } from "../board/strings";
import type { Point } from "../board/types";
import { Choices } from "./choices";
import type { Draft, Speed } from "./draft";

const SPREADS = [3, 7, 15] as const;
const FIRST_SPREAD = 7;
const SPEED_NAMES: readonly Speed[] = ["unknown", "soft", "medium", "hard"];
const HANDLE = "aim";

interface AimProps { draft: Draft; onChange: (draft: Draft) => void }

export function AimPane({ draft, onChange }: AimProps): JSX.Element {
  const { player, boards, aim } = draft;
  const at = boards.before.striker;
  const point = (angle: number): void => onChange({ ...draft, aim: { angle, spread: aim?.spread ?? FIRST_SPREAD } });
  const aimAt = (to: Point): void => {
    if (at && Math.hypot(to.x - at.x, to.y - at.y) > 1) {
      point(tenthOf(angleTo(at, to)));
    }
  };
  const move = (id: string, wanted: Point): void => {
    if (id === HANDLE) {
      aimAt(wanted);
    } else {
      onChange({ ...draft, boards: putOn(boards, "before", STRIKER, wanted) });
    }
  };
  return (
    <div class="nv-aim-step">
      <Pane name="nv-aim" label={tb("aim_board")} view={player} player={player} pieces={aimPieces(draft)} chosen={null}
        under={<Aim at={at} aim={aim} view={player} />} onChoose={() => undefined} onMove={move} onTap={aimAt} />
      <div class="nv-aim-side">
        <p class="nv-hint">{tb("aim_help")}</p>
        <AngleField draft={draft} onAngle={point} />
        <p class="nv-hint">{tb("angle_help")}</p>
        <Choices legend={tb("spread")} name="spread" value={aim ? String(aim.spread) : ""}
          options={SPREADS.map((each) => ({ value: String(each), label: tb(`spread_${each}`) }))}
          onChange={(value) => onChange({ ...draft, aim: { angle: aim?.angle ?? asOnTable(player, 90), spread: Number(value) } })} />
        <Choices legend={tb("speed")} name="speed" value={draft.speed}
          options={SPEED_NAMES.map((each) => ({ value: each, label: tb(`speed_${each}`) }))}
          onChange={(speed) => onChange({ ...draft, speed })} />
      </div>
    </div>
  );
}

function AngleField({ draft: { aim, player }, onAngle }: { draft: Draft; onAngle: (angle: number) => void }): JSX.Element {
  const given = (seen: number): void => {
    if (Number.isFinite(seen)) {
      onAngle(asOnTable(player, seen));
    }
  };
  return (
    <label class="nv-field is-wide">{tb("angle")}
      <input type="number" min="-180" max="180" step="0.5" inputMode="decimal" value={aim ? String(tenthOf(asSeen(player, aim.angle))) : ""}
        onChange={(event) => given(event.currentTarget.valueAsNumber)} />
    </label>
  );
}

/** The discs lie still here; the striker and the arrow's head are moved. */
function aimPieces({ boards: { before }, player, colours, aim }: Draft): Piece[] {
  const pieces = piecesOf(before, player, colours).map((piece) => ({ ...piece, fixed: piece.id !== STRIKER }));
  const at = before.striker;
  if (at && aim) {
    const name = `${tb("aim_handle")}: ${tenthOf(asSeen(player, aim.angle))}°`;
    pieces.push({ id: HANDLE, at: ahead(at, aim.angle, reachOf(at, aim.angle)), kind: "handle", mark: null, fixed: false, name });
  }
  return pieces;
}

function tenthOf(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
