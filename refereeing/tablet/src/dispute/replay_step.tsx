/** Last step: the replay, once the ruling stands. It says what it waits for, and what it is worth. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ReplayPlayer } from "../replay/player";
import type { Seat } from "../board/types";
import type { Replay } from "./api";
import type { Host } from "./host";
import { td } from "./strings";

const POLL_LEAST_MS = 500;
const POLL_HIDDEN_MS = 2000;
const POLL_OFFLINE_MS = 4000;

interface StepProps { host: Host; dispute: string; replay: string | null; view: Seat }

export function ReplayStep({ host, dispute, replay, view }: StepProps): JSX.Element {
  const [answer, isOffline] = useReplay(host, dispute, replay);
  if (replay === null) {
    return <p class="nv-note">{td("no_replay")}</p>;
  }
  if (answer === null) {
    return <p class="nv-note" role="status">{td(isOffline ? "waiting" : "loading")}</p>;
  }
  const cancel = async (): Promise<void> => {
    await host.ask(`disputes/${dispute}/replays/${replay}/cancel`, {}).catch(() => undefined);
  };
  const isWorking = answer.state === "queued" || answer.state === "running";
  return (
    <>
      {isOffline && <p class="nv-note" role="status">{td("offline")}</p>}
      <p class={answer.state === "failed" ? "nv-note is-bad" : "nv-note"} role="status">{stateText(answer, answer.result !== null)}</p>
      {isWorking && (
        <div class="nv-row">
          <progress class="nv-progress" max={1} value={answer.progress} aria-label={td("step_replay")} />
          <button type="button" class="nv-button" onClick={() => void cancel()}>{td("cancel")}</button>
        </div>
      )}
      {answer.result && <ReplayPlayer result={answer.result} language={host.language} view={view} isSearching={isWorking} />}
    </>
  );
}

/** What the state of a replay is called; what it is worth once it is there. `hasAnswer`: something is shown already. */
export function stateText(replay: Omit<Replay, "result">, hasAnswer = false): string {
  if (replay.hidden === "weight_none") {
    return td("hidden_none");
  }
  switch (replay.state) {
    case "failed":
      return td("failed", { why: replay.error?.detail ?? "" });
    case "cancelled":
      return td("cancelled");
    case "queued":
      return [td("queued"), replay.error?.detail].filter(Boolean).join(" ");
    case "running": {
      const running = td("running", { share: Math.round(replay.progress * 100) });
      const more = replay.hidden ? td("rule_first") : hasAnswer ? td("first_answer") : "";
      return [running, more].filter(Boolean).join(" ");
    }
    default:
      return replay.hidden ? td("hidden_ruling") : replay.weight_words;
  }
}

/** Ask until the answer is whole and shown. */
function useReplay(host: Host, dispute: string, replay: string | null): [Replay | null, boolean] {
  const [answer, setAnswer] = useState<Replay | null>(null);
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = replay !== null;
    const look = async (): Promise<void> => {
      let wait = POLL_OFFLINE_MS;
      try {
        const found = await host.get<Replay>(`disputes/${dispute}/replays/${replay}?language=${host.language}`);
        setAnswer(found);
        setOffline(false);
        wait = waitFor(found);
      } catch {
        setOffline(true);
      }
      if (isWanted && wait > 0) {
        timer = setTimeout(() => void look(), wait);
      }
    };
    if (isWanted) {
      void look();
    }
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [dispute, replay]);
  return [answer, isOffline];
}

/** How long until the next look, in ms; 0 when nothing more will come. */
export function waitFor(replay: Pick<Replay, "state" | "hidden" | "poll_ms">): number {
  if (replay.hidden === "weight_none" || replay.state === "failed" || replay.state === "cancelled") {
    return 0;
  }
  if (replay.state === "done") {
    return replay.hidden ? POLL_HIDDEN_MS : 0;
  }
  return Math.max(POLL_LEAST_MS, replay.poll_ms);
}
