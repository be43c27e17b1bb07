/** Puts the player on a page that carries its data: the public replay. */
import { render } from "preact";
import { isLanguage } from "./strings";
import { ReplayPlayer } from "./player";
import type { Result } from "./data";

const place = document.querySelector<HTMLElement>("[data-replay]");
const data = document.getElementById(place?.dataset["replay"] ?? "");
if (place && data) {
  const language = place.dataset["language"];
  const result = JSON.parse(data.textContent ?? "") as Result;
  place.replaceChildren();
  render(<ReplayPlayer result={result} language={isLanguage(language) ? language : "en"} />, place);
}
