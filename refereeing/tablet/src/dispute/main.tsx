/** The bundle of the dispute: mounted by the tablet, or by itself where the panel's page has a place for it. */
import { render } from "preact";
import { setLanguage } from "../strings";
import type { Language } from "../types";
import { DisputeApp } from "./app";
import type { Dispute } from "./api";
import type { Step } from "./app";
import { draftFrom } from "./draft";
import type { Draft, DraftStart } from "./draft";
import type { Host } from "./host";
import { mountPanel } from "./panel";
import { draftOf } from "./saved";
import { textIn } from "./strings";

/** What was kept of a dispute on this device, or else what is known of it; its text where the game log has it. */
interface Given { host: Host; kept: Draft | null; start: DraftStart; text: string | null }

/** What the tablet calls; gives back how to leave. */
export interface DisputeBundle {
  mount: (place: HTMLElement, given: Given) => () => void;
  /** What a dispute is about, in a reader's language where it is one of the usual questions. */
  textIn: (language: Language, text: string) => string;
}

declare global {
  interface Window { novussDispute?: DisputeBundle }
}

const STEPS: readonly Step[] = ["stroke", "board", "ruling", "replay"];

window.novussDispute = {
  mount(place, given) {
    let isWanted = true;
    void firstDraft(given).then((draft) => isWanted && show(place, given.host, draft, STEPS, stepOf(draft)));
    return () => {
      isWanted = false;
      render(null, place);
    };
  },
  textIn,
};

/** What this device kept; else what another one has sent; else the start of the set. */
async function firstDraft({ host, kept, start, text }: Given): Promise<Draft> {
  if (kept) {
    return kept;
  }
  if (text === null) {
    return draftFrom(start);
  }
  const found = await host.get<Dispute>(`disputes/${start.dispute}?language=${host.language}`).catch(() => null);
  const draft = found && found.positions.length > 0 ? draftOf(found) : draftFrom(start);
  return { ...draft, text, isOpen: true, replay: found?.replays.at(-1)?.uid ?? null };
}

for (const place of document.querySelectorAll<HTMLElement>("[data-dispute-app]")) {
  void mountPanel(place, (host, draft, steps, start) => show(place, host, draft, steps, start));
}

function show(place: HTMLElement, host: Host, draft: Draft, steps: readonly Step[], start: Step): void {
  setLanguage(host.language as Language);
  render(<DisputeApp host={host} first={draft} steps={steps} start={start} />, place);
}

/** Where a dispute that was left goes on. */
function stepOf(kept: Draft): Step {
  if (kept.ruling !== null) {
    return "replay";
  }
  return kept.replay !== null ? "ruling" : kept.isOpen && kept.aim !== null ? "board" : "stroke";
}
