import {
  halfWidth90,
  type Polar,
  type PolarBand,
  type PolarTarget,
  routingTable,
  type SeasonTrend,
} from "@leebow/core";
import type { Failure } from "../io/errors.ts";
import { count, number, Rows, wrap } from "./layout.ts";
import { bandName, type PolarTargetResult, targetCsv, targetLines } from "./polar-target.ts";

/** Formats of polar files; `csv` is Leebow's own table of quartiles. */
export const FILE_FORMATS = ["expedition", "orc", "opencpn", "qtvlm"] as const;
export const POLAR_FORMATS = ["table", "json", "csv", "routing", ...FILE_FORMATS] as const;
export type PolarFormat = (typeof POLAR_FORMATS)[number];

/** The polar of sessions, whose names are in the order of the points of the season, and what could not be read. */
export interface PolarResult {
  engine: string;
  sessions: readonly string[];
  polar: Polar;
  failed: readonly Failure[];
  /** With `--target` and `--merge`. */
  target?: PolarTargetResult;
}

export function polarText(format: PolarFormat, result: PolarResult): string {
  if (format === "json") return `${JSON.stringify(result, null, 1)}\n`;
  if (format === "csv") return result.target ? targetCsv(result.target) : polarCsv(result.polar);
  if (format === "routing") return routingTable(result.polar) ?? "";
  const target = result.target ? ["", ...targetLines(result.target, result.sessions.length)] : [];
  return [...polarTable(result.polar), ...target].map((line) => `${line}\n`).join("");
}

/** Quartiles of the speed by wind angle, a row for each angle of a band near which something was sailed. */
function polarCsv({ bands }: Polar): string {
  const head = "band,from_kn,to_kn,twa_deg,q25_kn,median_kn,q75_kn,time_s";
  const rows = bands.flatMap(({ name, from_kn, to_kn, curve }) =>
    curve.twa_deg.flatMap((twa_deg, i) => {
      if (curve.median_kn[i] == null) return [];
      const speeds = [curve.q25_kn[i]!, curve.median_kn[i]!, curve.q75_kn[i]!].map((kn) => number(kn, 2));
      return [name, from_kn ?? "", to_kn ?? "", twa_deg, ...speeds, number(curve.time_s[i]!, 0)].join(",");
    }),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

function polarTable(polar: Polar): string[] {
  const { bands, basis, sessions, straight_s, sides, season } = polar;
  if (basis === null) return [...wrap("No session has straights in a wind that is known."), ...leftOut(polar)];
  const straight = `${count(sessions, "session")}, ${number(straight_s / 60, 0)} min sailed straight.`;
  return [
    ...wrap(`${straight} ${windText(polar)}`),
    ...leftOut(polar),
    "",
    ...targetRows(bands),
    "",
    ...trendLines("Upwind", season.upwind),
    ...trendLines("Downwind", season.downwind),
    ...sideLines("Upwind", sides.upwind),
    ...sideLines("Downwind", sides.downwind),
  ];
}

function windText({ basis, direction_sd_deg, own_track_share }: Polar): string {
  const speed =
    basis === "relative" ? "The wind speed is not known: thirds of each session's own speed, no targets." : "";
  const own =
    own_track_share > 0
      ? ` It is estimated from the track in ${number(100 * own_track_share, 0)} % of the sessions.`
      : "";
  const sd = direction_sd_deg === null ? "" : ` Wind direction ± ${number(halfWidth90(direction_sd_deg), 0)}°.`;
  return `${speed}${sd}${own}`.trim();
}

function leftOut({ left_out: { no_wind, wind_speed_partly, other_version } }: Polar): string[] {
  const reasons: [number, string][] = [
    [no_wind, "without a wind that is sure"],
    [wind_speed_partly, "with a wind speed for less than 70 % of the time"],
    [other_version, "of another version"],
  ];
  return reasons.flatMap(([n, why]) => (n > 0 ? wrap(`Left out: ${count(n, "session")} ${why}.`) : []));
}

function targetRows(bands: readonly PolarBand[]): string[] {
  const columns = [-5, -6, -6, -13, -4];
  const rows = new Rows([8, ...columns, 1, ...columns]);
  const side = (name: string) => ["", "", name, "", ""];
  rows.add(["", ...side("up"), "", ...side("down")]);
  const heads = ["TWA", "kn", "VMG", "90 %", "min"];
  rows.add(["wind, kn", ...heads, "", ...heads]);
  for (const band of bands) rows.add([bandName(band), ...targetCells(band.upwind), "", ...targetCells(band.downwind)]);
  return rows.lines();
}

/** Angle, speed, speed made good, its interval and the time; less exact where the target is not published. */
function targetCells(target: PolarTarget | null): string[] {
  if (!target) return ["", "", "", "", ""];
  const { twa_deg, speed_kn, vmg_kn, vmg_interval_kn, time_s, is_published } = target;
  const speed = (kn: number) => (is_published ? number(kn, 2) : `${number(kn, 1)}?`);
  const interval = is_published && vmg_interval_kn ? vmg_interval_kn.map((kn) => number(kn, 2)).join(" to ") : "";
  return [`${number(twa_deg, 0)}°`, speed(speed_kn), speed(vmg_kn), interval, number(time_s / 60, 0)];
}

function trendLines(side: string, trend: SeasonTrend): string[] {
  const { change_percent, change_half_width_percent, change_vmg_kn, is_clear, line } = trend;
  if (change_percent === null || change_half_width_percent === null || change_vmg_kn === null) return [];
  const since = line.at(-1)!.from_time.slice(0, 10);
  if (!is_clear)
    return wrap(
      `${side}: no change of the speed made good since ${since} (± ${number(change_half_width_percent, 1)} %).`,
    );
  const change = `${number(Math.abs(change_percent), 1)} ± ${number(change_half_width_percent, 1)} %`;
  const verb = change_percent > 0 ? "gained" : "lost";
  return wrap(
    `${side}: ${verb} ${change} of speed made good since ${since}, about ${number(Math.abs(change_vmg_kn), 2)} kn.`,
  );
}

function sideLines(side: string, difference: Polar["sides"]["upwind"]): string[] {
  if (!difference?.is_clear) return [];
  const { percent, sd_percent } = difference;
  const than = percent > 0 ? "faster" : "slower";
  return wrap(
    `${side}: port tack is ${number(Math.abs(percent), 1)} % ${than} than starboard (± ${number(halfWidth90(sd_percent), 1)}).`,
  );
}
