import type { Boat } from "./boat";
import type { TimeRange } from "./clock";

/** Playback passes over a time without any boat that is longer than this, ms: the night between two days. *guess* */
const MIN_QUIET_MS = 10 * 60_000;

/** The long times within a replay in which no boat has a position, in their order. */
export function quietTimes(boats: readonly Boat[]): TimeRange[] {
  const sailed = boats.flatMap(piecesOf).sort((a, b) => a.from_ms - b.from_ms);
  const quiet: TimeRange[] = [];
  let until_ms = sailed[0]?.to_ms ?? NaN;
  for (const { from_ms, to_ms } of sailed) {
    if (from_ms - until_ms > MIN_QUIET_MS) quiet.push({ from_ms: until_ms, to_ms: from_ms });
    until_ms = Math.max(until_ms, to_ms);
  }
  return quiet;
}

function piecesOf({ columns, piece_starts }: Boat): TimeRange[] {
  const { time_ms, n } = columns;
  return Array.from(piece_starts, (start, i) => ({
    from_ms: time_ms[start]!,
    to_ms: time_ms[(piece_starts[i + 1] ?? n) - 1]!,
  }));
}
