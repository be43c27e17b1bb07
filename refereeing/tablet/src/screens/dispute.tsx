/** Disputed strokes of the match: which one, and the place where its program shows it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Draft, DraftStart } from "../dispute/draft";
import { disputeText, loadDisputes } from "../dispute_bundle";
import { draftsOf, startOf, tabletHost } from "../dispute_host";
import { nameOf } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import type { DisputeRow } from "../types";

interface Props { store: Store; onClose: () => void }
interface Opened { start: DraftStart; kept: Draft | null }

export function DisputeScreen({ store, onClose }: Props): JSX.Element {
  const [drafts, setDrafts] = useState<Draft[] | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const rows = store.state?.disputes ?? [];
  const open = (known: readonly Draft[], row: DisputeRow | null): void => setOpened(openedFrom(store, known, row));
  useEffect(() => {
    void draftsOf(store).then((found) => {
      setDrafts(found);
      if (rows.length === 0) {
        open(found, null);
      }
    });
  }, []);
  if (drafts === null) {
    return <main class="page"><p role="status">{t("loading")}</p></main>;
  }
  if (opened) {
    return <DisputePlace store={store} drafts={drafts} opened={opened} onClose={onClose} />;
  }
  return (
    <main class="page">
      <section class="card">
        <h2>{t("dispute_which")}</h2>
        <div class="menu">
          {rows.map((row) => (
            <button key={row.uid} type="button" onClick={() => open(drafts, row)}>
              {t("dispute_of", { n: row.set, name: nameOf(store, row.member ?? row.player), text: disputeText(row.text) })}
              {row.ruling !== null && ` (${t("dispute_ruled")})`}
            </button>
          ))}
          <button type="button" class="primary" onClick={() => open(drafts, null)}>{t("dispute_new")}</button>
        </div>
        <div class="buttons"><button type="button" onClick={onClose}>{t("back")}</button></div>
      </section>
    </main>
  );
}

/** A new dispute goes on with what was described of this set and not yet recorded. */
function openedFrom(store: Store, drafts: readonly Draft[], row: DisputeRow | null): Opened {
  const start = startOf(store, row);
  if (row) {
    const kept = drafts.find(({ dispute }) => dispute === row.uid);
    return { start, kept: kept ? { ...kept, isOpen: true, ruling: row.ruling ?? kept.ruling } : null };
  }
  const kept = drafts.find((draft) => !draft.isOpen && draft.set === start.set) ?? null;
  return { start: kept ? { ...start, dispute: kept.dispute } : start, kept };
}

interface PlaceProps extends Props { drafts: readonly Draft[]; opened: Opened }

function DisputePlace({ store, drafts, opened: { start, kept }, onClose }: PlaceProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const text = store.state?.disputes.find(({ uid }) => uid === start.dispute)?.text ?? null;
  useEffect(() => {
    let leave: (() => void) | null = null;
    let isWanted = true;
    loadDisputes().then((bundle) => {
      if (isWanted && place.current) {
        const host = tabletHost(store, drafts, start, onClose);
        leave = bundle.mount(place.current, { host, kept, start, text });
      }
    }, () => setFailed(true));
    return () => {
      isWanted = false;
      leave?.();
    };
  }, []);
  return (
    <main class="page dispute-page">
      <div ref={place} />
      {hasFailed && (
        <section class="card center" role="alert">
          <p>{t("dispute_not_loaded")}</p>
          <div class="buttons"><button type="button" onClick={onClose}>{t("back")}</button></div>
        </section>
      )}
    </main>
  );
}
