/** On which tacks two boats sailed a leg. */
import type { DuelPoint, TackSide } from "@leebow/core";

/** A stretch on one tack, s after the start of the duel. */
export interface TackBar {
  side: TackSide;
  from_s: number;
  to_s: number;
}

/** Stretches on one tack. */
export function tackBars(points: readonly DuelPoint[], key: "a_tack" | "b_tack"): TackBar[] {
  const bars: TackBar[] = [];
  for (const { after_s, [key]: side } of points) {
    const last = bars.at(-1);
    if (last) last.to_s = Math.max(last.to_s, side === null ? last.to_s : after_s);
    if (side !== null && last?.side !== side) bars.push({ side, from_s: after_s, to_s: after_s });
  }
  return bars;
}
