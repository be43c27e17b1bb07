/** What lies on the table. Millimetres, x to the right and y away from the player at S (rulebook 1). */

export type Colour = "red" | "black";
export type Seat = "S" | "W" | "N" | "E";

export interface Point { x: number; y: number }

export interface PlacedDisc extends Point { id: string; colour: Colour }

export interface Position {
  discs: PlacedDisc[];
  /** The striker's place, or null while it has none (or has gone). */
  striker: Point | null;
  /** Ids of discs that fell into a pocket, or left over an edge, or whose place nobody knows. */
  pocketed: string[];
  off_table: string[];
  unknown: string[];
}
