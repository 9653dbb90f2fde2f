/** The sentences about a polar, made from its figures alone. */
import type { Polar } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { countText, fixed, withUnit, wordFor } from "../../format/numbers";
import { durationText, nearDay } from "../../format/times";
import type { PolarPart } from "./bands";

export type SeasonTrend = NonNullable<Polar["season"]>["upwind"];

/** "17 sessions, 14 h 19 min sailed straight" */
export const sumText = (polar: Polar): string =>
  `${countText(polar.sessions, unitOf(polar))}, ${durationText(polar.straight_s)} sailed straight`;

/** What is counted: recordings of the same time are one session, and of a team one outing. */
const unitOf = ({ season }: Polar): string => (season === null ? "outing" : "session");

/** What the targets are made of. */
export const speedText = ({ season }: Polar): string =>
  `75th percentile of ${season === null ? "the team's" : "your own"} speed, sailing straight`;

/** What limits the targets: too little time, wind from the track, sessions that are not in it. */
export function noteTexts(polar: Polar): string[] {
  const { basis, bands, own_track_share, sessions, direction_sd_deg, left_out } = polar;
  const unit = unitOf(polar);
  const targets = bands.flatMap(({ upwind, downwind }) => [upwind, downwind]).filter((target) => target !== null);
  const estimated = Math.round(own_track_share * sessions);
  const sd = direction_sd_deg === null ? "" : ` (± ${fixed(halfWidth90(direction_sd_deg), 0)}°)`;
  return [
    ...(basis === "wind_speed" && targets.some(({ is_published }) => !is_published)
      ? [`Less than 30 minutes or three ${unit}s: one decimal, no target yet.`]
      : []),
    ...(estimated > 0
      ? [
          `The wind of ${estimated === sessions ? `these ${unit}s` : `${estimated} of ${countText(sessions, unit)}`} is estimated from the track${sd}: its error moves the target angles too.`,
        ]
      : []),
    ...leftOutTexts(left_out),
  ];
}

function leftOutTexts({ no_wind, wind_speed_partly, other_version }: Polar["left_out"]): string[] {
  const reasons = [
    ...(no_wind > 0 ? [`${no_wind} without wind`] : []),
    ...(wind_speed_partly > 0 ? [`${wind_speed_partly} with wind speed for less than 70 % of the time`] : []),
    ...(other_version > 0 ? [`${other_version} that ${wordFor(other_version, "is", "are")} being analysed again`] : []),
  ];
  const total = no_wind + wind_speed_partly + other_version;
  return reasons.length === 0
    ? []
    : [`Left out ${wordFor(total, "is", "are")} ${countText(total, "session")}: ${reasons.join(", ")}.`];
}

/** Why there is no polar; null where there is one. */
export function nothingText({ sessions, left_out, basis }: Polar): string | null {
  if (basis !== null && sessions > 0) return null;
  if (left_out.no_wind > 0)
    return "None of these sessions has a wind. Set it by hand in the track, or attach a wind file.";
  if (left_out.other_version > 0) return "These sessions are being analysed again. Look here in a few minutes.";
  return "These sessions have no straight that is long enough. A polar is made of what you sail straight, 15 s after a turn.";
}

export const RELATIVE_TEXT =
  "No wind speed is known in these sessions. The bands are the slow, middle and fast third of each session by your own speed over five minutes: they follow the wind, but are no wind speeds, and give no target. Attach a wind file to a track for bands of wind speed.";

/** What changed over the season; nothing smaller than its uncertainty is named. */
export function changeText(trend: SeasonTrend): { clear: string | null; more: string | null } {
  const { points, line, change_percent, change_half_width_percent, change_vmg_kn, is_clear, too_little } = trend;
  if (too_little || change_percent === null) return { clear: null, more: TOO_LITTLE[too_little ?? "targets"] };
  const first = points.find(({ start_time }) => start_time === line.at(-1)?.from_time) ?? points[0]!;
  const since = nearDay(first.date, "UTC");
  const width = change_half_width_percent === null ? "" : `\u00a0±\u00a0${fixed(change_half_width_percent, 1)}`;
  if (!is_clear) {
    return { clear: null, more: `No clear change since ${since}: one within${width} % would not show.` };
  }
  const verb = change_percent > 0 ? "gained" : "lost";
  const vmg = change_vmg_kn === null ? "" : `, about ${withUnit(Math.abs(change_vmg_kn), 2, "kn")} of VMG`;
  return { clear: `You ${verb} ${fixed(Math.abs(change_percent), 1)}${width} % since ${since}${vmg}.`, more: null };
}

/** Where the trend begins anew. */
export function splitsText({ splits }: NonNullable<Polar["season"]>): string | null {
  if (splits.length === 0) return null;
  const named = splits.map(({ gear, date }) => `${gear} (${nearDay(date, "UTC")})`);
  return `The trend begins anew with new gear of the journal: ${named.join(", ")}.`;
}

const TOO_LITTLE: Record<NonNullable<SeasonTrend["too_little"]>, string> = {
  sessions: "A trend needs six sessions.",
  weeks: "A trend needs six sessions over four weeks or more.",
  targets: "A trend needs six sessions in winds for which all the others give a target.",
};

/** The difference between the tacks, if it is more than its uncertainty. */
export function sidesText({ sides }: Polar, part: PolarPart): string | null {
  const side = sides[part];
  if (!side?.is_clear) return null;
  const way = side.percent > 0 ? "faster" : "slower";
  const width = fixed(halfWidth90(side.sd_percent), 1);
  return `On port you are ${fixed(Math.abs(side.percent), 1)} % ${way} than on starboard (±\u00a0${width}).`;
}
