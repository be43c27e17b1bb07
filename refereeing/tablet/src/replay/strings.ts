/** The replay's words, in five languages: of its own, because the public page does not carry the whole tablet. */
import type { Language } from "../types";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { et } from "./strings/et";
import { lv } from "./strings/lv";
import { ru } from "./strings/ru";

export type StringKey = keyof typeof en;
export type Strings = Record<StringKey, string>;

export const STRINGS: Record<Language, Strings> = { lv, en, et, ru, de };

/** How texts and numbers are written for one reader. */
export interface Words {
  language: Language;
  t: (key: StringKey, values?: Record<string, string | number>) => string;
  /** A number with at most so many decimals. */
  n: (value: number, decimals?: number) => string;
  /** A probability as a percentage; what came out of a sample is never told as a certainty. */
  share: (value: number) => string;
}

export function wordsIn(language: Language): Words {
  const t: Words["t"] = (key, values = {}) =>
    STRINGS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  const n: Words["n"] = (value, decimals = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: decimals, minimumFractionDigits: decimals }).format(value);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const share: Words["share"] = (value) => {
    if (value < 0.01) {
      return t("less", { share: percent.format(0.01) });
    }
    return value > 0.99 ? t("more", { share: percent.format(0.99) }) : percent.format(value);
  };
  return { language, t, n, share };
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.prototype.hasOwnProperty.call(STRINGS, value);
}
