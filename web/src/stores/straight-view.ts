/** How the straight-line analysis is shown: folded sections, hidden columns, charts. Stored in this browser. */
import { proxy } from "valtio";

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
  try {
    localStorage.setItem(KEY, JSON.stringify(straightView));
  } catch {
    // Without localStorage the choice holds until the page is left.
  }
}

/** The list with an item more, or without it. */
export const toggled = (list: readonly string[], item: string): string[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

function restore(): StraightView {
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof StraightView, unknown>>;
    return {
      folded: texts(stored.folded),
      hidden: texts(stored.hidden),
      charts: Array.isArray(stored.charts) ? texts(stored.charts) : null,
      stats: texts(stored.stats),
    };
  } catch {
    return { folded: [], hidden: [], charts: null, stats: [] };
  }
}
