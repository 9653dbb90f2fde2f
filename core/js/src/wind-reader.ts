/** A wind over time, in columns of equal length: UTC ms, rising; direction it blows from, degrees. */
export interface WindOverTime {
  time_ms: ArrayLike<number>;
  twd_deg: ArrayLike<number>;
}

/** Longest gap across which a wind is interpolated; beyond an end it holds for half of it. As in the engine. */
const BRIDGE_MS = 60_000;

const wrap360 = (deg: number) => ((deg % 360) + 360) % 360;
const wrap180 = (deg: number) => wrap360(deg + 180) - 180;

/** The direction at rising times: interpolated on the shorter arc; NaN where the wind is not known. */
export function windReader({ time_ms, twd_deg }: WindOverTime): (at_ms: number) => number {
  let next = 0;
  let last_ms = -Infinity;
  return (at_ms) => {
    if (at_ms < last_ms) next = 0;
    last_ms = at_ms;
    while (next < time_ms.length && time_ms[next]! < at_ms) next++;
    const [before, after] = [time_ms[next - 1], time_ms[next]];
    if (after === at_ms) return twd_deg[next]!;
    if (before !== undefined && after !== undefined && after - before <= BRIDGE_MS) {
      const share = (at_ms - before) / (after - before);
      return wrap360(twd_deg[next - 1]! + share * wrap180(twd_deg[next]! - twd_deg[next - 1]!));
    }
    if (before !== undefined && at_ms - before <= BRIDGE_MS / 2) return twd_deg[next - 1]!;
    if (after !== undefined && after - at_ms <= BRIDGE_MS / 2) return twd_deg[next]!;
    return NaN;
  };
}
