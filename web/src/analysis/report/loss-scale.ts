/** The scale of a chart of losses: one that fell off her foils and lost 300 m leaves no room for the others. */
import { quantileSorted } from "d3";

/** Share of the losses that may lie beyond either end. *guess* */
const OUTSIDE_SHARE = 0.05;
/** A loss beyond the quantile is outside only when it would make the scale longer by more than this factor. *guess* */
const MAX_STRETCH = 1.5;

/** Ends of the scale, m: zero and the losses, without a few that would stretch it. */
export function lossScale(losses: readonly (number | null)[]): readonly [number, number] {
  const known = losses.filter((loss) => loss !== null).sort((a, b) => a - b);
  if (known.length === 0) return [0, 1];
  const low = Math.min(0, quantileSorted(known, OUTSIDE_SHARE)!);
  const high = Math.max(0, quantileSorted(known, 1 - OUTSIDE_SHARE)!);
  const room = (high - low) * (MAX_STRETCH - 1);
  const inside = known.filter((loss) => loss >= low - room && loss <= high + room);
  return [Math.min(0, inside[0] ?? low), Math.max(0, inside.at(-1) ?? high)];
}

/** Number of losses beyond the ends. */
export const beyondScale = (losses: readonly (number | null)[], [low, high]: readonly [number, number]): number =>
  losses.filter((loss) => loss !== null && (loss < low || loss > high)).length;

/** "One loss lies beyond the scale; its mark with an arrow is at the edge."; empty without any. */
export function beyondText(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? "One loss lies beyond the scale: its mark with an arrow stands at the edge."
    : `${count} losses lie beyond the scale: their marks with an arrow stand at the edge.`;
}
