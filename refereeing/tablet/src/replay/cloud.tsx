/** The ensemble as a cloud: the fainter, the less likely. A few paths for hundreds of marks, so that drawing stays quick. */
import type { JSX } from "preact";
import { toScreen } from "../board/geometry";
import type { Colour, Seat } from "../board/types";
import { STRIKER } from "./data";
import type { Cloud, Result } from "./data";

const SHADES = [0.15, 0.35, 0.6, 0.9] as const;

interface CloudProps { cloud: Cloud; result: Result; view: Seat }

export function CloudMarks({ cloud, result, view }: CloudProps): JSX.Element {
  const colours = new Map(result.before.map((disc) => [disc.id, disc.colour]));
  const way = cloud.striker_paths.map((path) => pathOf(path, view)).join("");
  return (
    <g class="rp-cloud">
      <path class="rp-cloud-ways" d={way} />
      {Object.entries(cloud.after).flatMap(([id, places]) => shadesOf(places).map((marks, shade) => (
        marks.length > 0 && (
          <path key={`${id} ${shade}`} class={id === STRIKER ? "of-striker" : `of-${colours.get(id) ?? "red"}`}
            opacity={SHADES[shade]} d={marks.map((mark) => markOf(id, colours.get(id), mark, view)).join("")} />
        )
      )))}
    </g>
  );
}

/** The marks by weight, from faint to strong; the heaviest of a piece is the strongest. */
export function shadesOf(places: readonly [number, number, number][]): [number, number, number][][] {
  const heaviest = Math.max(...places.map(([, , weight]) => weight), Number.MIN_VALUE);
  const shades: [number, number, number][][] = SHADES.map(() => []);
  for (const place of places) {
    const shade = Math.min(SHADES.length - 1, Math.floor((place[2] / heaviest) * SHADES.length));
    shades[shade]?.push(place);
  }
  return shades;
}

function pathOf(path: readonly [number, number][], view: Seat): string {
  return path.map(([x, y], at) => {
    const place = toScreen(view, { x, y });
    return `${at === 0 ? "M" : "L"}${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
  }).join("");
}

/** Red discs are dots, black ones diamonds, the striker a cross: never told by colour alone. */
function markOf(id: string, colour: Colour | undefined, [x, y]: [number, number, number], view: Seat): string {
  const place = toScreen(view, { x, y });
  const at = `M${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
  if (id === STRIKER) {
    return `${at}m-6-6l12 12m0-12l-12 12`;
  }
  return colour === "black" ? `${at}m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z` : `${at}m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z`;
}
