/** The dispute's words: of their own, because the panel's page does not carry the whole tablet. */
import { translator } from "../translator";
import type { Language } from "../types";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { et } from "./strings/et";
import { lv } from "./strings/lv";
import { ru } from "./strings/ru";

export type DisputeKey = keyof typeof en;
export type DisputeStrings = Record<DisputeKey, string>;

export const DISPUTE_STRINGS = { lv, en, et, ru, de };
export const td = translator<DisputeKey>(DISPUTE_STRINGS);

/** What is disputed most often: recorded in the competition's language, read in the reader's own. */
export const QUESTIONS = ["q_first", "q_together", "q_cushion", "q_own_line"] as const;
export type Question = (typeof QUESTIONS)[number];

/** The question whose text, in any of the languages, is this. */
export function questionOf(text: string): Question | null {
  const all = Object.values(DISPUTE_STRINGS);
  return QUESTIONS.find((key) => all.some((strings) => strings[key] === text)) ?? null;
}

/** A text in a language where it is one of the questions: the competition's to record it, the reader's to show it. */
export function textIn(wanted: Language, text: string): string {
  const key = questionOf(text);
  return key === null ? text : DISPUTE_STRINGS[wanted][key];
}
