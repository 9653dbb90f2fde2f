/** The course of a race as the map of a replay draws it. */
import type { LonLat } from "./plane";

/** A mark or an end of a line; dashed where its place is estimated. */
interface MapMark extends LonLat {
  label: string;
  isEstimated: boolean;
}

/** The course of one race of the replay. */
export interface MapCourse {
  /** Its gun, ms. */
  start_ms: number;
  marks: readonly MapMark[];
  /** The start line first, then the finishing line. */
  lines: readonly (readonly [LonLat, LonLat])[];
}

/** So long before its gun the course of the next race is shown, ms. *guess* */
const BEFORE_GUN_MS = 600_000;
/** The course that is sailed or comes next at a moment; null without any. */
export function courseAt(courses: readonly MapCourse[], time_ms: number): MapCourse | null {
  return courses.findLast(({ start_ms }) => time_ms >= start_ms - BEFORE_GUN_MS) ?? courses[0] ?? null;
}
