/** What is being described on the panel's page, kept in the tab: recording a ruling loads the page anew. */
import type { Dispute } from "./api";
import type { Draft } from "./draft";

type Shelf = Pick<Storage, "getItem" | "setItem">;

const keyOf = (dispute: string): string => `novuss-dispute-${dispute}`;

/** Everything but the photo, which is too big for the tab's memory. */
export function keepDraft(shelf: Shelf, draft: Draft): void {
  shelf.setItem(keyOf(draft.dispute), JSON.stringify({ ...draft, photo: null }));
}

/** What was kept of this dispute; null where there is nothing, or where somebody has sent a newer position since. */
export function keptDraft(shelf: Shelf, dispute: Dispute): Draft | null {
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(dispute.uid)) ?? "null") as Draft | null;
    return kept && kept.position === (dispute.positions.at(-1)?.uid ?? null) ? kept : null;
  } catch {
    return null;
  }
}
