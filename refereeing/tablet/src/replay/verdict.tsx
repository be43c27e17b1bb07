/** Beside the table: what the rules say to the stroke, how likely each answer is, and what the answer is worth. */
import type { JSX } from "preact";
import type { Finding, FirstTouch, Result, Simulation, Verdict } from "./data";
import { isPlain } from "./data";
import type { Words } from "./strings";
import { cautions, followsText, listed, strokeWord } from "./words";
import type { Names } from "./words";

interface PanelProps { result: Result; simulation: Simulation | null; names: Names; words: Words }

/** What it is worth: said before anything else. */
export function Worth({ result, simulation, names, words, isSearching }: PanelProps & { isSearching: boolean }): JSX.Element {
  const said = cautions(result, simulation, names, words, isSearching);
  return (
    <div class="rp-worth">
      {said.map((text) => <p key={text} class="rp-caution">{text}</p>)}
      {said.length > 0 && result.cite.length > 0 && !isSearching && (
        <div class="rp-caution"><p>{words.t("cite")}</p><Findings findings={result.cite} /></div>
      )}
      <p class="rp-model">{words.t("model")}</p>
    </div>
  );
}

/** What the rules say, and how surely. Shares of strokes of which none fits would be read as sureness: they are left out. */
export function Judgement({ result, simulation, names, words }: PanelProps): JSX.Element | null {
  if (!result.explained) {
    return null;
  }
  if (isPlain(result)) {
    const verdict = simulation?.verdict ?? result.rulings[0];
    return verdict ? (
      <section class="rp-part"><h3>{words.t("verdict")}</h3><VerdictShown verdict={verdict} words={words} /></section>
    ) : null;
  }
  return (
    <>
      {result.rulings.length > 0 && (
        <section class="rp-part">
          <h3>{words.t("verdicts")}</h3>
          <ol class="rp-rulings">
            {result.rulings.map((ruling, at) => (
              <li key={at}><Bar share={ruling.probability} words={words} /><VerdictShown verdict={ruling} words={words} /></li>
            ))}
          </ol>
        </section>
      )}
      {result.first_touch.length > 0 && <FirstTouches touches={result.first_touch} names={names} words={words} />}
    </>
  );
}

function FirstTouches({ touches, names, words }: { touches: FirstTouch[]; names: Names; words: Words }): JSX.Element {
  return (
    <section class="rp-part">
      <h3>{words.t("touched_first")}</h3>
      <ol class="rp-rulings">
        {touches.map(({ discs, probability }) => (
          <li key={discs.join(" ")}>
            <Bar share={probability} words={words} /><b>{discs.length > 0 ? listed(discs, names) : words.t("no_disc")}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A probability as a number, with a bar beside it for the eye. */
function Bar({ share, words }: { share: number; words: Words }): JSX.Element {
  return (
    <span class="rp-bar">
      <span class="rp-share">{words.share(share)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width={100 * share} height="10" /></svg>
    </span>
  );
}

function VerdictShown({ verdict, words }: { verdict: Verdict; words: Words }): JSX.Element {
  const follows = followsText(verdict, words);
  return (
    <div class="rp-verdict">
      <p><b class={`rp-stroke is-${verdict.stroke}`}>{strokeWord(verdict, words)}</b>{follows && <span>: {follows}</span>}</p>
      <Findings findings={verdict.findings} />
    </div>
  );
}

function Findings({ findings }: { findings: Finding[] }): JSX.Element {
  return (
    <ul class="rp-findings">
      {findings.map(({ rule, text }) => <li key={rule}><b>{rule}</b> {text}</li>)}
    </ul>
  );
}
