/** The bundle of the dispute: mounted by the tablet, or by itself where the panel's page has a place for it. */
import { render } from "preact";
import { setLanguage } from "../strings";
import type { Language } from "../types";
import { DisputeApp } from "./app";
import type { Step } from "./app";
import { draftFrom } from "./draft";
import type { Draft, DraftStart } from "./draft";
import type { Host } from "./host";
import { mountPanel } from "./panel";

/** What was kept of a dispute on this device, or else what is known of it; its text where the game log has it. */
interface Given { host: Host; kept: Draft | null; start: DraftStart; text: string | null }

/** What the tablet calls; gives back how to leave. */
export interface DisputeBundle {
  mount: (place: HTMLElement, given: Given) => () => void;
}

declare global {
  interface Window { novussDispute?: DisputeBundle }
}

const STEPS: readonly Step[] = ["stroke", "board", "ruling", "replay"];

window.novussDispute = {
  mount(place, { host, kept, start, text }) {
    const draft = kept ?? draftFrom(start);
    const known = text === null ? draft : { ...draft, text, isOpen: true };
    show(place, host, known, STEPS, stepOf(kept));
    return () => render(null, place);
  },
};

for (const place of document.querySelectorAll<HTMLElement>("[data-dispute-app]")) {
  void mountPanel(place, (host, draft, steps, start) => show(place, host, draft, steps, start));
}

function show(place: HTMLElement, host: Host, draft: Draft, steps: readonly Step[], start: Step): void {
  setLanguage(host.language as Language);
  render(<DisputeApp host={host} first={draft} steps={steps} start={start} />, place);
}

/** Where a dispute that was left goes on. */
function stepOf(kept: Draft | null): Step {
  if (!kept) {
    return "stroke";
  }
  if (kept.ruling !== null) {
    return "replay";
  }
  return kept.replay !== null ? "ruling" : kept.isOpen ? "board" : "stroke";
}
