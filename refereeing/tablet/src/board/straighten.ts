/** A photo of the table made straight: read, made small, and drawn as the surface is seen from above. */
import { HALF } from "./geometry";
import { TABLE_CORNERS, applyTo, homography } from "./homography";
import type { Corners } from "./homography";
import type { Point, Seat } from "./types";

/** The longer side of what is kept: the server makes nothing larger either. */
const LONGEST = 2000;
const QUALITY = 0.85;
/** One pixel a millimetre. */
const SIDE = 2 * HALF;

export interface Picture { address: string; width: number; height: number }

/** Read a picture and encode it anew, so that nothing but its pixels is left. Rejects what is no picture. */
export async function readPicture(file: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = canvasOf(width, height);
  context(canvas).drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { address: canvas.toDataURL("image/jpeg", QUALITY), width, height };
}

/** The bytes of a data: address. */
export function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  const raw = atob(address.slice(address.indexOf(",") + 1));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

/** Where the marks begin: a fifth from the picture's corners, from its top left round with the clock. */
export function firstCorners({ width, height }: Picture): Corners {
  const [left, right, top, bottom] = [width * 0.2, width * 0.8, height * 0.2, height * 0.8];
  return [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }];
}

const TURNS: Record<Seat, number> = { S: 0, E: 1, N: 2, W: 3 };

/** The marks in the order NW, NE, SE, SW, given from the picture's top left round, and the side at its bottom. */
export function byCompass(marks: Corners, bottom: Seat): Corners {
  return [0, 1, 2, 3].map((place) => marks[(place + TURNS[bottom]) % 4] as Point) as unknown as Corners;
}

/** The surface seen from S as a picture; null where the corners give no plane. */
export async function straighten(picture: Picture, corners: Corners): Promise<string | null> {
  const map = homography(TABLE_CORNERS, corners);
  if (!map) {
    return null;
  }
  const source = await pixelsOf(picture);
  const canvas = canvasOf(SIDE, SIDE);
  const out = context(canvas).createImageData(SIDE, SIDE);
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const from = applyTo(map, { x: column + 0.5 - HALF, y: HALF - row - 0.5 });
      sample(source, from, out.data, 4 * (row * SIDE + column));
    }
  }
  context(canvas).putImageData(out, 0, 0);
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/** The colour between four pixels; black outside the picture. */
export function sample(source: Pixels, at: Point, out: Uint8ClampedArray, place: number): void {
  const { data, width, height } = source;
  const left = Math.floor(at.x - 0.5), top = Math.floor(at.y - 0.5);
  out[place + 3] = 255;
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) {
    return;
  }
  const right = at.x - 0.5 - left, down = at.y - 0.5 - top;
  const first = 4 * (top * width + left), second = first + 4 * width;
  for (let colour = 0; colour < 3; colour += 1) {
    const above = (data[first + colour] ?? 0) * (1 - right) + (data[first + 4 + colour] ?? 0) * right;
    const below = (data[second + colour] ?? 0) * (1 - right) + (data[second + 4 + colour] ?? 0) * right;
    out[place + colour] = above * (1 - down) + below * down;
  }
}

export interface Pixels { data: Uint8ClampedArray; width: number; height: number }

async function pixelsOf({ address, width, height }: Picture): Promise<Pixels> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = canvasOf(width, height);
  context(canvas).drawImage(image, 0, 0, width, height);
  return context(canvas).getImageData(0, 0, width, height);
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d", { willReadFrequently: true });
  if (!found) {
    throw new Error("no canvas");
  }
  return found;
}
