/** How the straight-line analysis is shown: folded sections, hidden columns, charts. Stored in this browser. */
import { proxy } from "valtio";
import { readStored, textsOf, writeStored } from "../../server/stored";

interface StraightView {
  /** Sections that are hidden. */
  folded: string[];
  /** Columns of the table that are hidden. */
  hidden: string[];
  /** Variables with a chart; null before the first choice. */
  charts: string[] | null;
  /** Variables whose statistics are shown. */
  stats: string[];
}

const KEY = "leebow.straights";

export const straightView = proxy<StraightView>(restore());

export function changeStraightView(change: Partial<StraightView>): void {
  Object.assign(straightView, change);
  writeStored(KEY, straightView);
}

/** The list with an item more, or without it. */
export const toggled = (list: readonly string[], item: string): string[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

function restore(): StraightView {
  const stored = readStored(KEY) as Partial<Record<keyof StraightView, unknown>> | null;
  return {
    folded: textsOf(stored?.folded),
    hidden: textsOf(stored?.hidden),
    charts: Array.isArray(stored?.charts) ? textsOf(stored.charts) : null,
    stats: textsOf(stored?.stats),
  };
}
