/** Second step: where the discs lay before and after the stroke, by hand or from a photo. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Boards } from "../board/boards";
import { BoardEditor } from "../board/editor";
import { begin } from "../board/history";
import type { History } from "../board/history";
import { PhotoPanel } from "../board/photo_panel";
import type { Draft } from "./draft";
import type { Host } from "./host";

interface StepProps { draft: Draft; host: Host; onChange: (draft: Draft) => void }

export function BoardStep({ draft, host, onChange }: StepProps): JSX.Element {
  const [history, setHistory] = useState<History<Boards>>(() => begin(draft.boards));
  const { photo } = draft;
  return (
    <BoardEditor mode={draft.mode} colours={draft.colours} player={draft.player} history={history} aim={draft.aim}
      lastKnown={host.lastKnown} backdrops={photo ? { [photo.moment]: photo.straight } : {}}
      onChange={(next) => { setHistory(next); onChange({ ...draft, boards: next.now }); }}>
      <PhotoPanel photo={photo} seat={draft.player}
        onChange={(next) => {
          const uid = next && photo?.picture === next.picture ? photo.uid : host.newUid();
          onChange({ ...draft, photo: next && { ...next, uid, isSent: uid === photo?.uid && photo.isSent } });
        }} />
    </BoardEditor>
  );
}
