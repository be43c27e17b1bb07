/** A disputed stroke from the question to the replay, in four steps. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { bytesOf } from "../board/straighten";
import { BoardStep } from "./board_step";
import { isAskable, positionPost } from "./draft";
import type { Draft } from "./draft";
import type { Host, Post, Sent } from "./host";
import { ReplayStep } from "./replay_step";
import { RulingStep } from "./ruling_step";
import { StrokeStep } from "./stroke_step";
import { td } from "./strings";

export type Step = "stroke" | "board" | "ruling" | "replay";
const SAVE_AFTER_MS = 400;

interface AppProps {
  host: Host;
  first: Draft;
  /** Without the ruling where rulings are given elsewhere on the page. */
  steps: readonly Step[];
  start: Step;
}

export function DisputeApp({ host, first, steps, start }: AppProps): JSX.Element {
  const [draft, setDraft] = useState(first);
  const [step, setStep] = useState<Step>(start);
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<Sent>({ waiting: 0, refused: null });
  const [busy, setBusy] = useState(false);
  useKept(host, draft, () => setFault(td("storage_failed")));
  useSent(host, draft, setSent);
  const go = async (to: Step): Promise<void> => {
    setFault(null);
    setBusy(true);
    try {
      if (!draft.isOpen && to !== "stroke") {
        const isOpen = await host.open(draft);
        if (!isOpen) {
          setFault(td("storage_failed"));
          return;
        }
        setDraft((now) => ({ ...now, isOpen }));
      }
      setStep(to);
    } finally {
      setBusy(false);
    }
  };
  const ask = async (): Promise<void> => {
    setFault(null);
    setBusy(true);
    try {
      const asked: Draft = { ...draft, position: host.newUid(), replay: host.newUid(), photo: draft.photo && { ...draft.photo, isSent: true } };
      setSent(await host.post(postsOf(draft, asked)));
      setDraft(asked);
      setStep(steps.includes("ruling") && draft.ruling === null ? "ruling" : "replay");
    } catch {
      setFault(td("storage_failed"));
    } finally {
      setBusy(false);
    }
  };
  const place = steps.indexOf(step);
  return (
    <div class="nv nv-dispute" lang={host.language}>
      <header class="nv-head">
        <h2>{td("title", { n: draft.set })}</h2>
        {host.onClose && <button type="button" class="nv-button" onClick={host.onClose}>{td("close")}</button>}
      </header>
      {draft.isOpen && <p><b>{draft.text}</b></p>}
      <ol class="nv-steps" aria-label={td("steps")}>
        {steps.map((each, index) => (
          <li key={each}>
            <button type="button" class="nv-button nv-step-name" aria-current={each === step ? "step" : undefined}
              disabled={busy || (!draft.isOpen && (index > 1 || draft.text === ""))} onClick={() => void go(each)}>
              {index + 1}. {td(`step_${each}`)}
            </button>
          </li>
        ))}
      </ol>
      {sent.waiting > 0 && <p class="nv-note" role="status">{td("waits", { n: sent.waiting })}</p>}
      {sent.refused && <p class="nv-note is-bad" role="alert">{td("refused", { code: sent.refused })}</p>}
      {fault && <p class="nv-note is-bad" role="alert">{fault}</p>}
      {step === "stroke" && <StrokeStep draft={draft} host={host} onChange={setDraft} />}
      {step === "board" && <BoardStep draft={draft} host={host} onChange={setDraft} />}
      {step === "ruling" && <RulingStep draft={draft} host={host} onRuled={(ruling) => { setDraft({ ...draft, ruling }); setStep("replay"); }} />}
      {step === "replay" && <ReplayStep host={host} dispute={draft.dispute} replay={draft.replay} view={draft.player} />}
      <footer class="nv-foot">
        {place > 0 && <button type="button" class="nv-button" disabled={busy} onClick={() => void go(steps[place - 1] ?? step)}>{td("back")}</button>}
        {step === "stroke" && (
          <button type="button" class="nv-button is-main" disabled={busy || draft.text === ""} onClick={() => void go("board")}>{td("next")}</button>
        )}
        {step === "board" && !isAskable(draft) && <p class="nv-hint">{td("not_askable")}</p>}
        {step === "board" && <button type="button" class="nv-button is-main" disabled={busy || !isAskable(draft)} onClick={() => void ask()}>{td("ask")}</button>}
      </footer>
    </div>
  );
}

/** The photo first, so that the position never names one that the server has not; then what is asked of both. */
export function postsOf(draft: Draft, asked: Draft): Post[] {
  const base = `games/${draft.game}/disputes/${draft.dispute}`;
  const posts: Post[] = [];
  if (draft.photo && !draft.photo.isSent) {
    const { uid, picture } = draft.photo;
    posts.push({ uid, method: "PUT", path: `${base}/photos/${uid}`, bytes: bytesOf(picture.address) });
  }
  const position = asked.position ?? "", replay = asked.replay ?? "";
  posts.push({ uid: position, method: "POST", path: `${base}/positions`, json: positionPost(draft, position) });
  posts.push({ uid: replay, method: "POST", path: `${base}/replays`, json: { uid: replay, position, kind: "reconstruct", model: "slide", seed: 1 } });
  return posts;
}

/** What is described is kept on the device a moment after each change. */
function useKept(host: Host, draft: Draft, onFault: () => void): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => void host.save(draft).catch(onFault), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);
}

/** What of this dispute still waits on the device. */
function useSent(host: Host, draft: Draft, onSent: (sent: Sent) => void): void {
  useEffect(() => {
    const look = (): void => void host.sent(draft.dispute).then(onSent, () => undefined);
    look();
    const timer = setInterval(look, 1500);
    return () => clearInterval(timer);
  }, [draft.dispute]);
}
