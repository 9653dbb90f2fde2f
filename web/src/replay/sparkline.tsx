import type { Maneuver } from "@leebow/core";

const WIDTH = 104;
const HEIGHT = 30;

/** Speed around a turn; the turn is shaded, the dot marks the minimum. */
export function Sparkline({ maneuver: { preview, evidence } }: { maneuver: Maneuver }) {
  if (preview.length < 2) return null;
  const [from, to] = [preview[0]!.dt_s, preview.at(-1)!.dt_s];
  const speeds = preview.map(({ sog_kn }) => sog_kn);
  const [low, high] = [Math.min(...speeds), Math.max(...speeds)];
  const x = (dt_s: number) => ((dt_s - from) / (to - from)) * WIDTH;
  const y = (sog_kn: number) => 4 + (1 - (sog_kn - low) / Math.max(1, high - low)) * (HEIGHT - 8);
  const line = preview.map(({ dt_s, sog_kn }) => `${x(dt_s).toFixed(1)} ${y(sog_kn).toFixed(1)}`).join("L");
  const lowest = preview[speeds.indexOf(low)]!;
  const turn = [evidence.turn_start_s, evidence.turn_end_s];
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {turn[0] != null && turn[1] != null && (
        <rect x={x(turn[0])} width={Math.max(2, x(turn[1]) - x(turn[0]))} height={HEIGHT} fill="var(--sunken)" />
      )}
      <path d={`M${line}`} fill="none" stroke="var(--ink-2)" strokeWidth={1.4} />
      <circle cx={x(lowest.dt_s)} cy={y(low)} r={2.2} fill="var(--ink)" />
    </svg>
  );
}
