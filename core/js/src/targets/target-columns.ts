/** % of target for every row of a track. */
import type { Channel, FileAnalysis, TrackColumns } from "../core.ts";
import { KN_PER_MPS } from "../vectors.ts";
import { comparison } from "./comparison.ts";
import { strengthOf } from "./race-strength.ts";
import type { ComparedPolar } from "./straights-of-target.ts";
import { targetsOf } from "./target.ts";

const MPS_PER_KN = 1 / KN_PER_MPS;

/** Channels of {@link targetColumns}, which no recording has. */
export const TARGET_CHANNELS: readonly Channel[] = [
  {
    id: "target_percent",
    name: "% of target",
    unit: "%",
    display_unit: "%",
    display_factor: 1,
    decimals: 0,
    circular: false,
    description: "Upwind and downwind speed made good, between them speed, of the polar's for the wind of the moment.",
  },
  {
    id: "target_speed",
    name: "Target speed",
    unit: "m/s",
    display_unit: "kn",
    display_factor: 1 / MPS_PER_KN,
    decimals: 1,
    circular: false,
    description: "Upwind and downwind at the angle of the best speed made good, between them at the angle sailed.",
  },
  {
    id: "target_angle",
    name: "Target angle",
    unit: "deg",
    display_unit: "°",
    display_factor: 1,
    decimals: 0,
    circular: false,
    description: "Wind angle of the best speed made good, upwind and downwind.",
  },
];

export interface TargetQuestion extends ComparedPolar {
  /** The wind speed where none was measured, given by hand. */
  tws_kn: number | null;
}

export interface TargetColumns {
  time_ms: Float64Array;
  /** By the ids of {@link TARGET_CHANNELS}. */
  channels: Record<string, Float32Array>;
  /** What `target_percent` is the quotient of, by row: speed made good upwind and downwind, speed on a reach. */
  sailed_kn: Float32Array;
  target_kn: Float32Array;
  /** Whether speeds are through the water: where a current is known and the polar is of the water. */
  through_water: boolean;
}

/** Null without a wind, and without any wind speed. */
export function targetColumns(
  report: Pick<FileAnalysis, "wind">,
  columns: TrackColumns,
  { winds, over_ground, tws_kn }: TargetQuestion,
): TargetColumns | null {
  const { n, time_ms, channels } = columns;
  const { sog, cog } = channels;
  const twd = channels.twd ?? channels.ewd;
  const strength = strengthOf(report, columns);
  if (!report.wind || !sog || !cog || !twd || (!strength && tws_kn === null)) return null;
  const targets = targetsOf({ winds });
  const { compare, through_water } = comparison(targets, over_ground ? null : report.wind.current);
  const made = () => new Float32Array(n).fill(Number.NaN);
  const [percent, speed, angle, sailed_kn, target_kn] = [made(), made(), made(), made(), made()];
  for (let row = 0; row < n; row++) {
    const measured = strength ? strength(row, time_ms[row]!) : Number.NaN;
    const kn = Number.isNaN(measured) ? (tws_kn ?? Number.NaN) : measured;
    const share = compare({ sog_kn: sog[row]! / MPS_PER_KN, cog_deg: cog[row]!, twd_deg: twd[row]!, tws_kn: kn });
    if (!share) continue;
    sailed_kn[row] = share.sailed_kn;
    target_kn[row] = share.target_kn;
    percent[row] = (100 * share.sailed_kn) / share.target_kn;
    const best = share.side === "reach" ? null : targets.best(kn, share.side);
    speed[row] = (best?.speed_kn ?? share.target_kn) * MPS_PER_KN;
    if (best) angle[row] = best.twa_deg;
  }
  return {
    time_ms,
    channels: { target_percent: percent, target_speed: speed, target_angle: angle },
    sailed_kn,
    target_kn,
    through_water,
  };
}
