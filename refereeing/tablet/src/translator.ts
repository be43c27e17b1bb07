/** Texts of a part of its own, in the language that the whole program speaks. */
import { language } from "./strings";
import type { Language } from "./types";

export type Values = Record<string, string | number>;

/** A text with its {placeholders} filled; each once, so that a name cannot smuggle in another. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The `t` of a part: its texts are bundled with it alone. */
export function translator<K extends string>(texts: Record<Language, Record<K, string>>): (key: K, values?: Values) => string {
  return (key, values = {}) => fill(texts[language()][key], values);
}
