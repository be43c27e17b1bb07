/** The board editor's words: of their own, because the pages that show a board do not carry the whole tablet. */
import { translator } from "../translator";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { et } from "./strings/et";
import { lv } from "./strings/lv";
import { ru } from "./strings/ru";

export type BoardKey = keyof typeof en;
export type BoardStrings = Record<BoardKey, string>;

export const BOARD_STRINGS = { lv, en, et, ru, de };
export const tb = translator<BoardKey>(BOARD_STRINGS);
