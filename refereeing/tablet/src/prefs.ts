/** This device's own wishes: language, colours, which way the drawing lies. Lost wishes do no harm. */
import { isLanguage } from "./strings";
import type { Language } from "./types";

export type Theme = "auto" | "light" | "dark";

function read(key: string): string | null {
  try {
    return localStorage.getItem(`novuss.${key}`);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`novuss.${key}`, value);
  } catch {
    // Storage forbidden: the wish holds until the page is closed.
  }
}

/** The language chosen on this device, else the page's, else English. */
export function preferredLanguage(page: string | undefined): Language {
  const chosen = read("language");
  if (isLanguage(chosen)) {
    return chosen;
  }
  return isLanguage(page) ? page : "en";
}

export function saveLanguage(value: Language): void {
  write("language", value);
  document.documentElement.lang = value;
}

/** A name for this browser tab: a page that is loaded anew in the middle of sending goes on as the same tab. */
export function tabName(fresh: string): string {
  try {
    const name = sessionStorage.getItem("novuss.tab") ?? fresh;
    sessionStorage.setItem("novuss.tab", name);
    return name;
  } catch {
    return fresh;
  }
}

export function theme(): Theme {
  const chosen = read("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

/** Put the colours on the page; "auto" follows the device. */
export function applyTheme(value: Theme): void {
  document.documentElement.dataset.theme = value;
  write("theme", value);
}

export function isFlipped(): boolean {
  return read("flip") === "1";
}

export function saveFlipped(value: boolean): void {
  write("flip", value ? "1" : "0");
}
