import { tokenColors } from "../look/theme";

/** Colours of the tokens that canvases use, resolved for the current theme. */
export interface Palette {
  sea: string;
  shallow: string;
  land: string;
  coast: string;
  graticule: string;
  label: string;
  halo: string;
  ink: string;
  ink_2: string;
  surface: string;
  accent: string;
  wind: string;
  on_accent: string;
  port: string;
  starboard: string;
  none: string;
  scale: [string, string, string, string];
  compass: [string, string, string, string];
  boats: string[];
}

/** The token of each colour. */
const TOKENS = {
  sea: "--sea",
  shallow: "--shallow",
  land: "--land",
  coast: "--coast",
  graticule: "--graticule",
  label: "--map-label",
  halo: "--map-halo",
  ink: "--ink",
  ink_2: "--ink-2",
  surface: "--surface",
  accent: "--accent",
  wind: "--wind",
  on_accent: "--on-accent",
  port: "--port",
  starboard: "--starboard",
  none: "--scale-none",
} as const;

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `--${name}-${i + 1}` as const);

export function readPalette(): Palette {
  const single = Object.keys(TOKENS) as (keyof typeof TOKENS)[];
  const names = [
    ...single.map((key) => TOKENS[key]),
    ...numbered("scale", 4),
    ...numbered("compass", 4),
    ...numbered("boat", 8),
  ];
  const colors = tokenColors(names);
  const rest = colors.slice(single.length);
  return {
    ...(Object.fromEntries(single.map((key, i) => [key, colors[i]!])) as Record<keyof typeof TOKENS, string>),
    scale: rest.slice(0, 4) as Palette["scale"],
    compass: rest.slice(4, 8) as Palette["compass"],
    boats: rest.slice(8),
  };
}

/** "rgb(15, 30, 41)" as three numbers from 0 to 1, for shaders. */
export function partsOf(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}

/** Colours of the focused boat's path. */
export interface PathLook {
  /** Colour index per row and the colours; null for one colour. */
  rows: Int8Array | null;
  colours: (palette: Palette) => string[];
}

/** What the map shows beside its camera and its time. */
export interface ChartLook {
  /** Whether the whole path is coloured, or only the tail on a thin path. */
  fullTail: boolean;
  path: PathLook | null;
  focus: number;
  hidden: ReadonlySet<number>;
  /** Highlighted row ranges of the focused boat. */
  glowing: { start: number; end: number }[];
  /** Whether the path outside of the highlighted ranges is pale. */
  isPale: boolean;
  /** Starts of the gold stars, ms. */
  stars: readonly number[];
  /** Index of the selected maneuver of the focused boat; −1 for none. */
  chosen: number;
  showManeuvers: boolean;
  /** Indices of the maneuvers that are shown; null for all. */
  shown: ReadonlySet<number> | null;
  /** Letters that replace those of the kinds, by index: the names in a wind that is being considered. */
  letters: readonly string[] | null;
}

export const firstLook = (): ChartLook => ({
  fullTail: true,
  path: null,
  focus: 0,
  hidden: new Set(),
  glowing: [],
  isPale: false,
  stars: [],
  chosen: -1,
  showManeuvers: true,
  shown: null,
  letters: null,
});

/** The look with a change; the same object where it changes nothing. */
export function changedLook(look: ChartLook, change: Partial<ChartLook>): ChartLook {
  const isChanged = (Object.keys(change) as (keyof ChartLook)[]).some((key) => !isSame(look[key], change[key]));
  return isChanged ? { ...look, ...change } : look;
}

/** Whether two values of a look are equal; lists and sets by their members. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value instanceof Set ? [...value] : value);
  if (a === b) return true;
  return (Array.isArray(a) || a instanceof Set) && plain(a) === plain(b);
}
