import { type FileAnalysis, halfWidth90 } from "@leebow/core";
import { countText, unitWithInterval } from "../format/numbers";
import { type DialWind, MAX_SHOWN_WIND_SD_DEG, type ReplayData, rowAt } from "../playback/rows";
import type { ReplayModel } from "./replay-model";

type WindSource = "measured" | "estimated" | "pinned";

/** The wind of a replay. */
export interface WindTrack {
  /** Of the rows that are not measured. */
  source: WindSource;
  time_ms: Float64Array;
  /** Degrees; NaN where it is not known. */
  direction: Float32Array;
  /** Degrees; NaN where it is not known, 0 where it was measured. */
  sd: Float32Array | null;
  /** 1 for rows that were measured, without it none or, of a measured wind, all. */
  measured?: Uint8Array;
  /** Of a race: "4 boats". */
  of?: string;
  /** Time after a row for which it holds, ms; without it until the next row. */
  holds_ms?: number;
}

const ownWinds = new WeakMap<ReplayData, WindTrack | null>();

/** The wind of a race, or of the focus boat where the race has none. */
export function windTrack({ race, boats }: ReplayModel, focus = 0): WindTrack | null {
  if (race?.wind) return race.wind;
  const boat = boats[focus]!;
  const known = ownWinds.get(boat);
  const own = known === undefined ? ownWind(boat) : known;
  ownWinds.set(boat, own);
  return own;
}

/** Measured where it was, else estimated. */
function ownWind({ columns, report }: ReplayData): WindTrack | null {
  const { time_ms, channels } = columns;
  const { ewd, ewd_sd } = channels;
  const twd = isMeasured(channels.twd) ? channels.twd : null;
  const source: WindSource = report.wind?.source === "pinned" ? "pinned" : "estimated";
  const estimated = ewd && report.wind ? { source, time_ms, direction: ewd, sd: ewd_sd ?? null } : null;
  if (!twd) return estimated;
  if (!estimated) return { source: "measured", time_ms, direction: twd, sd: null };
  const measured = Uint8Array.from(twd, (deg) => Number(!Number.isNaN(deg)));
  return {
    ...estimated,
    direction: twd.map((deg, row) => (measured[row] ? deg : ewd![row]!)),
    sd: twd.map((_, row) => (measured[row] ? 0 : (ewd_sd?.[row] ?? 0))),
    measured,
  };
}

/** Files of devices without a wind sensor may have 0° at every fix. */
const isMeasured = (twd: Float32Array | undefined): twd is Float32Array => twd?.some((deg) => deg > 0) ?? false;

/** Row of a wind at an instant, at the start the first; −1 where no row holds. */
export function windRow({ time_ms, holds_ms }: WindTrack, at_ms: number): number {
  const row = Math.max(0, rowAt(time_ms, at_ms));
  return holds_ms !== undefined && Math.abs(at_ms - time_ms[row]!) > holds_ms ? -1 : row;
}

interface WindNow extends DialWind {
  source: WindSource;
}

/** The wind at a row; null where it is not known. */
export function windAt(track: WindTrack | null, row: number): WindNow | null {
  const twd_deg = track?.direction[row] ?? NaN;
  if (track === null || Number.isNaN(twd_deg)) return null;
  const sd_deg = track.sd?.[row] ?? 0;
  const source = track.measured?.[row] ? "measured" : track.source;
  return { twd_deg, sd_deg: Number.isNaN(sd_deg) ? 180 : sd_deg, source };
}

export interface WindText {
  /** "108° ± 6°"; null when there is no arrow. */
  figure: string | null;
  lines: string[];
}

/** Turns through the wind that the estimate rests on. */
type Counts = Pick<FileAnalysis["summary"], "tacks" | "gybes">;

/** Turns of all boats that the wind is estimated from. */
export function turnCounts({ race, boats }: ReplayModel, focus: number): Counts {
  const counted = race?.wind ? boats : [boats[focus]!];
  return {
    tacks: counted.reduce((sum, { report }) => sum + report.summary.tacks, 0),
    gybes: counted.reduce((sum, { report }) => sum + report.summary.gybes, 0),
  };
}

export function windText(track: WindTrack | null, wind: WindNow | null, counts: Counts): WindText {
  if (track === null) return { figure: null, lines: ["No wind found"] };
  if (wind === null || wind.sd_deg > MAX_SHOWN_WIND_SD_DEG) return { figure: null, lines: ["Wind not sure here"] };
  const direction = `${Math.round(wind.twd_deg) % 360}°`;
  const halfWidth = unitWithInterval(halfWidth90(wind.sd_deg), 0, "°");
  if (wind.source === "measured") return { figure: direction, lines: ["wind from, measured"] };
  if (wind.source === "pinned") return { figure: `${direction} ${halfWidth}`, lines: ["wind from, as you gave it"] };
  const { tacks, gybes } = counts;
  const turns = [tacks > 0 && countText(tacks, "tack"), gybes > 0 && countText(gybes, "gybe")]
    .filter(Boolean)
    .join(" and ");
  const from = [turns && `from ${turns}`, turns && track.of && `of ${track.of}`].filter(Boolean).join(" ");
  return { figure: `${direction} ${halfWidth}`, lines: ["wind from, estimated", ...(from === "" ? [] : [from])] };
}
