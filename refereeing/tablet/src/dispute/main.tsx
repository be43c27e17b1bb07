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

/** What the tablet calls. Give either what was kept of a dispute, or what is known of a new one. */
export interface DisputeBundle {
  mount: (place: HTMLElement, given: { host: Host; kept: Draft | null; start: DraftStart }) => () => void;
}

declare global {
  interface Window { novussDispute?: DisputeBundle }
}

const STEPS: readonly Step[] = ["stroke", "board", "ruling", "replay"];

window.novussDispute = {
  mount(place, { host, kept, start }) {
    show(place, host, kept ?? draftFrom(start), STEPS, stepOf(kept));
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
