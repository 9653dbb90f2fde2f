/** A session against a target, and that as a sentence. */
import type { FileAnalysis, TrackColumns } from "../core.ts";
import type { OfTargetValue } from "./of-target.ts";
import type { ReportTarget } from "./report-of-target.ts";
import { straightRows } from "./straight-rows.ts";
import { type ComparedPolar, comparedMinutes, meanOfMinutes } from "./straights-of-target.ts";
import type { TargetSide } from "./target.ts";

/** The straight sailing of a session by the side of the wind, % of target; null for less than a minute. */
export interface SessionOfTarget extends ReportTarget {
  sides: Record<TargetSide, OfTargetValue | null>;
}

/** `tws_kn`: the wind speed where none was measured, given by hand. */
export function sessionOfTarget(
  report: FileAnalysis,
  columns: TrackColumns,
  { name, ...polar }: ComparedPolar & { name: string },
  tws_kn: number | null,
): SessionOfTarget {
  const rows = straightRows(report, columns);
  const is_measured = rows.tws_kn.some((kn) => !Number.isNaN(kn));
  const filled = rows.tws_kn.map((kn) => (Number.isNaN(kn) ? (tws_kn ?? Number.NaN) : kn));
  const minutes = comparedMinutes([{ ...rows, tws_kn: filled }], polar, {});
  const of = (side: TargetSide) => meanOfMinutes(minutes.filter((one) => one.side === side));
  const is_known = is_measured || tws_kn !== null;
  return {
    name,
    over_ground: polar.over_ground,
    through_water: !polar.over_ground && rows.current !== null,
    tws_kn: is_measured ? null : tws_kn,
    missing: report.wind === null ? "wind" : is_known ? null : "wind_speed",
    sides: { up: of("up"), reach: of("reach"), down: of("down") },
  };
}

const SIDES: readonly [TargetSide, string][] = [
  ["up", "upwind"],
  ["reach", "reaching"],
  ["down", "downwind"],
];

/** "Sailing straight: upwind 97 ± 2 % of the VMG of club.pol (31 min), downwind 93 ± 1 % (24 min), …" */
export function sessionOfTargetWords({ name, sides, missing, tws_kn, ...motion }: SessionOfTarget): string {
  if (missing === "wind") return `The wind of this session is not known: there is no % of ${name}.`;
  if (missing === "wind_speed") return `% of ${name} needs a wind strength, which was not measured.`;
  const parts = SIDES.flatMap(([side, word]) => {
    const value = sides[side];
    if (!value) return [];
    const half = value.half_width_percent === null ? "" : ` ± ${value.half_width_percent.toFixed(0)}`;
    return [`${word} ${value.percent.toFixed(0)}${half} % (${Math.max(1, Math.round(value.time_s / 60))} min)`];
  });
  if (parts.length === 0) return `Nothing was sailed straight in the winds and at the angles of ${name}.`;
  const wind = tws_kn === null ? "for the wind of the moment" : `for ${tws_kn.toFixed(0)} kn of wind, given by hand`;
  return `Sailing straight, of ${name}: ${parts.join(", ")}; ${wind}, ${motionWords(motion)}.`;
}

function motionWords({ over_ground, through_water }: Pick<ReportTarget, "over_ground" | "through_water">): string {
  if (through_water) return "through the water";
  return over_ground ? "over the ground, as its speeds are" : "over the ground: no current is known";
}
