/** The scale of Regatta Results in percentage mode. */
import type { RegattaResult } from "@leebow/api/contract";

/**
 * A position from 1 to the number of competitors as percent from 100 to 0: 100 · (N − position) / (N − 1). A single
 * competitor has 100. Null without a number, and for a position that it does not have.
 */
export function regattaPercent({
  pos,
  num_competitors,
}: Pick<RegattaResult, "pos" | "num_competitors">): number | null {
  if (num_competitors === null || pos < 1 || pos > num_competitors) return null;
  return num_competitors === 1 ? 100 : (100 * (num_competitors - pos)) / (num_competitors - 1);
}
