import type { WindCategory } from "./sessions";

/** Paths about the origin: a wind category has a shape beside its colour. */
const SHAPES: Record<WindCategory, string> = {
  Light: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
  Sf: "M-3.3-3.3H3.3V3.3H-3.3Z",
  Df: "M0-4.6L4.6 0 0 4.6-4.6 0Z",
  Windy: "M0-4.4L4.3 3.3H-4.3Z",
};

const PAINTS: Record<WindCategory, string> = {
  Light: "var(--scale-1)",
  Sf: "var(--scale-2)",
  Df: "var(--scale-3)",
  Windy: "var(--scale-4)",
};

export const paintOf = (category: WindCategory): string => PAINTS[category];

/** The mark of a category in a chart and its legend. */
export function CategoryMark({ category }: { category: WindCategory }) {
  return (
    <path
      d={SHAPES[category]}
      fill="var(--surface)"
      stroke={PAINTS[category]}
      strokeWidth="1.75"
      strokeLinejoin="round"
    />
  );
}
