import type { Palette } from "./palette";

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
