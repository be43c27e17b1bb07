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
import { td, textIn } from "./strings";

export type Step = "stroke" | "board" | "ruling" | "replay";
const SAVE_AFTER_MS = 400;

interface AppProps {
  host: Host;
  first: Draft;
  /** Without the ruling where rulings are given elsewhere on the page. */
  steps: readonly Step[];
  start: Step;
}

/** Where the dispute stands, and what leads on. */
interface Flow {
  draft: Draft;
  step: Step;
  busy: boolean;
  fault: string | null;
  sent: Sent;
  change: (draft: Draft) => void;
  go: (to: Step) => Promise<void>;
  ask: () => Promise<void>;
  withdraw: () => Promise<void>;
}

function useFlow({ host, first, steps, start }: AppProps): Flow {
  const [draft, change] = useState(first);
  const [step, setStep] = useState<Step>(start);
  const [sent, setSent] = useState<Sent>({ waiting: 0, refused: null });
  const { busy, fault, fail, alone } = useAlone();
  useKept(host, draft, fail);
  useSent(host, draft, setSent);
  const go = (to: Step): Promise<void> => alone(async () => {
    if (!draft.isOpen && to !== "stroke") {
      const text = textIn(host.logLanguage, draft.text);
      if (!(await host.open({ ...draft, text }))) {
        fail();
        return;
      }
      change((now) => ({ ...now, text, isOpen: true }));
    }
    setStep(to);
  });
  const ask = (): Promise<void> => alone(async () => {
    const asked = { ...draft, position: host.newUid(), replay: host.newUid(), photo: draft.photo && { ...draft.photo, isSent: true } };
    setSent(await host.post(postsOf(draft, asked)));
    change(asked);
    setStep(steps.includes("ruling") && draft.ruling === null ? "ruling" : "replay");
  });
  const withdraw = (): Promise<void> => alone(async () => {
    if (await host.withdraw?.()) {
      host.onClose?.();
    } else {
      fail();
    }
  });
  return { draft, step, busy, fault, sent, change, go, ask, withdraw };
}

interface Alone { busy: boolean; fault: string | null; fail: () => void; alone: (work: () => Promise<void>) => Promise<void> }

/** One thing at a time; what cannot be kept is said. */
function useAlone(): Alone {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (): void => setFault(td("storage_failed"));
  const alone: Alone["alone"] = async (work) => {
    setFault(null);
    setBusy(true);
    await work().catch(fail);
    setBusy(false);
  };
  return { busy, fault, fail, alone };
}

export function DisputeApp(props: AppProps): JSX.Element {
  const { host } = props;
  const flow = useFlow(props);
  const { draft, step, sent, fault, change } = flow;
  return (
    <div class="nv nv-dispute" lang={host.language}>
      {host.onClose && <Head flow={flow} host={host} onClose={host.onClose} />}
      <Steps flow={flow} steps={props.steps} />
      {sent.waiting > 0 && <p class="nv-note" role="status">{td("waits", { n: sent.waiting })}</p>}
      {sent.refused && <p class="nv-note is-bad" role="alert">{td("refused", { code: sent.refused })}</p>}
      {sent.said && <p class="nv-note" role="status">{sent.said}</p>}
      {fault && <p class="nv-note is-bad" role="alert">{fault}</p>}
      {step === "stroke" && <StrokeStep draft={draft} host={host} onChange={change} />}
      {step === "board" && <BoardStep draft={draft} host={host} onChange={change} />}
      {step === "ruling" && <RulingStep draft={draft} host={host} onRuled={(ruling) => { change({ ...draft, ruling }); void flow.go("replay"); }} />}
      {step === "replay" && <ReplayStep host={host} dispute={draft.dispute} replay={draft.replay} view={draft.player} />}
      <Foot flow={flow} steps={props.steps} />
    </div>
  );
}

interface PartProps { flow: Flow; steps: readonly Step[] }

/** On a screen of its own; the panel's page says it already. */
function Head({ flow, host, onClose }: { flow: Flow; host: Host; onClose: () => void }): JSX.Element {
  const { draft } = flow;
  return (
    <>
      <header class="nv-head">
        <h2>{td("title", { n: draft.set })}</h2>
        <span class="nv-row">
          {host.withdraw && draft.isOpen && draft.ruling === null && !host.isRuled() && <Withdraw flow={flow} />}
          <button type="button" class="nv-button" onClick={onClose}>{td("close")}</button>
        </span>
      </header>
      {draft.isOpen && <p><b>{textIn(host.language, draft.text)}</b></p>}
    </>
  );
}

/** Asked twice, because one tap must not throw a dispute away. */
function Withdraw({ flow }: { flow: Flow }): JSX.Element {
  const [isSure, setSure] = useState(false);
  return (
    <button type="button" class="nv-button is-danger" disabled={flow.busy} onClick={() => (isSure ? void flow.withdraw() : setSure(true))}>
      {td(isSure ? "withdraw_yes" : "withdraw")}
    </button>
  );
}

function Steps({ flow: { draft, step, busy, go }, steps }: PartProps): JSX.Element {
  const isClosed = (index: number): boolean => !draft.isOpen && (index > 1 || draft.text === "");
  return (
    <ol class="nv-steps" aria-label={td("steps")}>
      {steps.map((each, index) => (
        <li key={each}>
          <button type="button" class="nv-button nv-step-name" aria-current={each === step ? "step" : undefined}
            disabled={busy || (each !== step && isClosed(index))} onClick={() => void go(each)}>
            {index + 1}. {td(`step_${each}`)}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Foot({ flow: { draft, step, busy, go, ask }, steps }: PartProps): JSX.Element {
  const place = steps.indexOf(step);
  const before = steps[place - 1];
  return (
    <footer class="nv-foot">
      {before && <button type="button" class="nv-button" disabled={busy} onClick={() => void go(before)}>{td("back")}</button>}
      {step === "stroke" && (
        <button type="button" class="nv-button is-main" disabled={busy || draft.text === ""} onClick={() => void go("board")}>{td("next")}</button>
      )}
      {step === "board" && !isAskable(draft) && <p class="nv-hint">{td("not_askable")}</p>}
      {step === "board" && <button type="button" class="nv-button is-main" disabled={busy || !isAskable(draft)} onClick={() => void ask()}>{td("ask")}</button>}
    </footer>
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
  const kept = useRef(draft);
  const latest = useRef(draft);
  latest.current = draft;
  const save = (): void => {
    if (kept.current !== latest.current) {
      kept.current = latest.current;
      void host.save(latest.current).catch(onFault);
    }
  };
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => save, []);
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
