/** The dispute's words: of their own, because the panel's page does not carry the whole tablet. */
import { translator } from "../translator";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { et } from "./strings/et";
import { lv } from "./strings/lv";
import { ru } from "./strings/ru";

export type DisputeKey = keyof typeof en;
export type DisputeStrings = Record<DisputeKey, string>;

export const DISPUTE_STRINGS = { lv, en, et, ru, de };
export const td = translator<DisputeKey>(DISPUTE_STRINGS);
