import type { Maneuver } from "@leebow/core";
import { extent, scaleLinear } from "d3";
import { linePath } from "../../chart/line-path";

const WIDTH = 104;
const HEIGHT = 30;

/** Speed around a turn; the turn is shaded, the dot marks the minimum. */
export function Sparkline({ maneuver: { preview, evidence } }: { maneuver: Maneuver }) {
  const [low, high] = extent(preview, ({ sog_kn }) => sog_kn);
  if (preview.length < 2 || low === undefined) return null;
  const x = scaleLinear([preview[0]!.dt_s, preview.at(-1)!.dt_s], [0, WIDTH]);
  const y = scaleLinear([low, Math.max(low + 1, high)], [HEIGHT - 4, 4]);
  const lowest = preview.find(({ sog_kn }) => sog_kn === low)!;
  const { turn_start_s, turn_end_s } = evidence;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {turn_start_s != null && turn_end_s != null && (
        <rect
          x={x(turn_start_s)}
          width={Math.max(2, x(turn_end_s) - x(turn_start_s))}
          height={HEIGHT}
          fill="var(--sunken)"
        />
      )}
      <path
        d={linePath(preview, ({ dt_s, sog_kn }) => [x(dt_s), y(sog_kn)])}
        fill="none"
        stroke="var(--ink-2)"
        strokeWidth={1.4}
      />
      <circle cx={x(lowest.dt_s)} cy={y(low)} r={2.2} fill="var(--ink)" />
    </svg>
  );
}
