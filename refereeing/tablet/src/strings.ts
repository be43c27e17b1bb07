/** What the user reads, in five languages. A string missing in one of them fails the type check. */
import { de } from "./strings/de";
import { en } from "./strings/en";
import { et } from "./strings/et";
import { lv } from "./strings/lv";
import { ru } from "./strings/ru";
import type { Language } from "./types";

export type StringKey = keyof typeof en;
export type Strings = Record<StringKey, string>;

export const LANGUAGES: Record<Language, { name: string; strings: Strings }> = {
  lv: { name: "Latviešu", strings: lv },
  en: { name: "English", strings: en },
  et: { name: "Eesti", strings: et },
  ru: { name: "Русский", strings: ru },
  de: { name: "Deutsch", strings: de },
};

let current: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.prototype.hasOwnProperty.call(LANGUAGES, value);
}

export function setLanguage(language: Language): void {
  current = language;
}

export function language(): Language {
  return current;
}

/** The keys whose text, in any of the languages, is this: what another tablet wrote in its own. */
export function keyOfText<K extends StringKey>(text: string, keys: readonly K[]): K | null {
  const all = Object.values(LANGUAGES);
  return keys.find((key) => all.some(({ strings }) => strings[key] === text)) ?? null;
}

/** The string of the current language, its {placeholders} filled. */
export function t(key: StringKey, values: Record<string, string | number> = {}, wanted: Language = current): string {
  const text: string = LANGUAGES[wanted].strings[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
