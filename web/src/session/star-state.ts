import type { Journal } from "@leebow/api/contract";
import { proxy, ref } from "valtio/vanilla";
import type { TimeRange } from "../playback/clock";

/** The gold stars on the map and in the chart of a replay. */
interface StarState {
  /** Section that is being set in the chart; null while its form is closed. */
  draft: TimeRange | null;
  /** What the section becomes. */
  draft_of: "star" | "maneuver" | "wind" | "part";
  /** The star whose section alone is shown and played; null for none. */
  opened: Journal | null;
  /** Number of zooms of the chart with that of the opened star. */
  level: number;
  marks: readonly Journal[];
  /** The opened star, when its deletion is being confirmed. */
  deleting: Journal | null;
}

export const newStarState = (): StarState =>
  proxy<StarState>({ draft: null, draft_of: "star", opened: null, level: 0, marks: [], deleting: null });

/** A new star begins and ends this long before and after the present moment, ms. *guess* */
const HALF_SECTION_MS = 45_000;
/** Shortest section, ms. *guess* */
export const MIN_SECTION_MS = 2000;

/** The section of a new star: the zoomed range, or some time about the present moment. */
export function draftSection(now_ms: number, whole: TimeRange, zoomed: TimeRange | null): TimeRange {
  if (zoomed) return { ...zoomed };
  const from_ms = Math.max(whole.from_ms, Math.min(now_ms - HALF_SECTION_MS, whole.to_ms - 2 * HALF_SECTION_MS));
  return { from_ms, to_ms: Math.min(whole.to_ms, from_ms + 2 * HALF_SECTION_MS) };
}

/** A section with one end moved, at least {@link MIN_SECTION_MS} long and inside the recording. */
export function moveEnd(section: TimeRange, end: "from_ms" | "to_ms", at_ms: number, whole: TimeRange): TimeRange {
  const [low, high] =
    end === "from_ms"
      ? [whole.from_ms, section.to_ms - MIN_SECTION_MS]
      : [section.from_ms + MIN_SECTION_MS, whole.to_ms];
  return { ...section, [end]: Math.min(Math.max(low, high), Math.max(low, at_ms)) };
}

/** Start and end of a stored star, ms. */
export const sectionOf = ({ s_point, e_point }: Pick<Journal, "s_point" | "e_point">): TimeRange => ({
  from_ms: Date.parse(s_point ?? ""),
  to_ms: Date.parse(e_point ?? ""),
});

export function openStar(state: StarState, star: Journal | null): void {
  state.opened = star && ref(star);
  if (star) state.draft = null;
}

export function setMarks(state: StarState, stars: readonly Journal[]): void {
  state.marks = ref([...stars]);
  const { opened } = state;
  if (opened && !stars.some(({ id }) => id === opened.id)) state.opened = null;
}
