/** From a photo: choose it, mark its corners, lay it straightened under a board. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Moment } from "./boards";
import { SEATS } from "./geometry";
import { isConvex } from "./homography";
import type { Corners } from "./homography";
import { PhotoCorners } from "./photo_corners";
import { byCompass, firstCorners, readPicture, straighten } from "./straighten";
import type { Picture } from "./straighten";
import { tb } from "./strings";
import type { BoardKey } from "./strings";
import type { Seat } from "./types";

/** A photo in use: what was taken, where its corners are (from its top left round), and the surface made straight. */
export interface Photo {
  picture: Picture;
  marks: Corners;
  /** The side of the table at the bottom of the picture. */
  bottom: Seat;
  /** Which board it shows. */
  moment: Moment;
  straight: string;
}

type Work = Omit<Photo, "straight">;

interface PanelProps {
  photo: Photo | null;
  /** Where the referee most likely stood. */
  seat: Seat;
  onChange: (photo: Photo | null) => void;
}

export function PhotoPanel({ photo, seat, onChange }: PanelProps): JSX.Element {
  const [work, setWork] = useState<Work | null>(null);
  const [fault, setFault] = useState<BoardKey | null>(null);
  const read = async (file: File): Promise<void> => {
    try {
      const picture = await readPicture(file);
      setFault(null);
      setWork({ picture, marks: firstCorners(picture), bottom: seat, moment: "after" });
    } catch {
      setFault("photo_bad");
    }
  };
  const use = async (): Promise<void> => {
    const straight = work && isConvex(work.marks) ? await straighten(work.picture, byCompass(work.marks, work.bottom)) : null;
    if (!work || straight === null) {
      setFault("photo_crossed");
      return;
    }
    setFault(null);
    setWork(null);
    onChange({ ...work, straight });
  };
  return (
    <section class="nv-photo-panel" aria-label={tb("photo")}>
      {!work && (
        <div class="nv-row">
          <FileButton onFile={(file) => void read(file)} />
          {photo && <button type="button" class="nv-button" onClick={() => setWork(photo)}>{tb("photo_again")}</button>}
          {photo && <button type="button" class="nv-button is-danger" onClick={() => onChange(null)}>{tb("photo_remove")}</button>}
        </div>
      )}
      <p class="nv-hint">{tb(photo && !work ? "photo_under" : "photo_why")}</p>
      {fault && <p class="nv-note is-bad" role="alert">{tb(fault)}</p>}
      {work && <CornerWork work={work} onChange={setWork} onUse={() => void use()} onCancel={() => setWork(null)} />}
    </section>
  );
}

/** The camera or a file, as the device offers it; the same file can be chosen again. */
function FileButton({ onFile }: { onFile: (file: File) => void }): JSX.Element {
  const chosen = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    if (file) {
      onFile(file);
    }
    input.value = "";
  };
  return (
    <label class="nv-button nv-file">
      {tb("photo_add")}
      <input type="file" accept="image/jpeg,image/png,image/webp" onChange={(event) => chosen(event.currentTarget)} />
    </label>
  );
}

interface WorkProps { work: Work; onChange: (work: Work) => void; onUse: () => void; onCancel: () => void }

function CornerWork({ work, onChange, onUse, onCancel }: WorkProps): JSX.Element {
  const moments: readonly Moment[] = ["before", "after"];
  return (
    <>
      <h3>{tb("photo_corners")}</h3>
      <PhotoCorners picture={work.picture} marks={work.marks} onChange={(marks) => onChange({ ...work, marks })} />
      <div class="nv-row">
        <label class="nv-field">{tb("photo_sides")}
          <select value={work.bottom} onChange={(event) => onChange({ ...work, bottom: event.currentTarget.value as Seat })}>
            {SEATS.map((seat) => <option key={seat} value={seat}>{seat}</option>)}
          </select>
        </label>
        <label class="nv-field is-wide">{tb("photo_for")}
          <select value={work.moment} onChange={(event) => onChange({ ...work, moment: event.currentTarget.value as Moment })}>
            {moments.map((moment) => <option key={moment} value={moment}>{tb(moment)}</option>)}
          </select>
        </label>
        <button type="button" class="nv-button is-main" onClick={onUse}>{tb("photo_use")}</button>
        <button type="button" class="nv-button" onClick={onCancel}>{tb("cancel")}</button>
      </div>
    </>
  );
}
