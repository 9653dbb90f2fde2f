import type { Group } from "./sessions";

/** Paths about the origin. */
const CIRCLE = "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z";
const SQUARE = "M-3.3-3.3H3.3V3.3H-3.3Z";
const DIAMOND = "M0-4.6L4.6 0 0 4.6-4.6 0Z";
const TRIANGLE = "M0-4.4L4.3 3.3H-4.3Z";

/** A wind category, or a band of speed, has a shape beside its colour. */
const MARKS: Record<Group, { shape: string; paint: string }> = {
  Light: { shape: CIRCLE, paint: "var(--scale-1)" },
  Sf: { shape: SQUARE, paint: "var(--scale-2)" },
  Df: { shape: DIAMOND, paint: "var(--scale-3)" },
  Windy: { shape: TRIANGLE, paint: "var(--scale-4)" },
  slow: { shape: CIRCLE, paint: "var(--scale-1)" },
  middle: { shape: DIAMOND, paint: "var(--scale-3)" },
  fast: { shape: TRIANGLE, paint: "var(--scale-4)" },
};

export const paintOf = (group: Group): string => MARKS[group].paint;

/** The mark of a group in a chart and its legend. */
export function CategoryMark({ group }: { group: Group }) {
  const { shape, paint } = MARKS[group];
  return <path d={shape} fill="var(--surface)" stroke={paint} strokeWidth="1.75" strokeLinejoin="round" />;
}
