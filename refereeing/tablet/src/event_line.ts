/** One event as the line of text that is hashed, kept and sent: always the same bytes. */
import type { Kind, Payload } from "./types";

export interface NewEvent {
  uid: string;
  device: string;
  epoch: number;
  dseq: number;
  table: string;
  game: string;
  kind: Kind;
  payload: Payload;
  client_wall: string;
  client_mono_ms: number;
  boot_id: string;
  /** Hash of this device's previous line; '' for its first. */
  prev: string;
}

/** The line without its line end. The keys are written out, so that no other key slips in and the order is fixed. */
export function eventLine(event: NewEvent): string {
  return JSON.stringify({
    uid: event.uid,
    device: event.device,
    epoch: event.epoch,
    dseq: event.dseq,
    table: event.table,
    game: event.game,
    kind: event.kind,
    payload: event.payload,
    client_wall: event.client_wall,
    client_mono_ms: event.client_mono_ms,
    boot_id: event.boot_id,
    prev: event.prev,
  });
}
