import { type FileAnalysis, halfWidth90 } from "@leebow/core";
import { countText } from "../format/counts";
import { unitWithInterval } from "../format/numbers";
import { type DialWind, MAX_SHOWN_WIND_SD_DEG } from "../playback/dial-wind";
import { rowAt } from "../playback/rows";
import type { ReplayData, ReplayModel } from "./replay-model";

/** The wind of a replay: measured when every fix has it (and none is zero), else estimated. */
export interface WindTrack {
  source: "measured" | "estimated" | "pinned";
  time_ms: Float64Array;
  direction: Float32Array;
  sd: Float32Array | null;
  /** Of a race: "4 boats". */
  of?: string;
  /** Time after a row for which it holds, ms; without it until the next row. */
  holds_ms?: number;
}

/** The wind of a race, or of the focus boat where the race has none. */
export function windTrack({ race, boats }: ReplayModel, focus = 0): WindTrack | null {
  return race?.wind ?? ownWind(boats[focus]!);
}

function ownWind({ columns, report }: ReplayData): WindTrack | null {
  const { time_ms } = columns;
  const { twd, ewd, ewd_sd } = columns.channels;
  if (twd?.every((value) => value > 0 || value < 0)) return { source: "measured", time_ms, direction: twd, sd: null };
  const source = report.wind?.source === "pinned" ? "pinned" : "estimated";
  if (ewd && report.wind) return { source, time_ms, direction: ewd, sd: ewd_sd ?? null };
  return null;
}

/** Row of a wind at an instant, at the start the first; −1 where no row holds. */
export function windRow({ time_ms, holds_ms }: WindTrack, at_ms: number): number {
  const row = Math.max(0, rowAt(time_ms, at_ms));
  return holds_ms !== undefined && Math.abs(at_ms - time_ms[row]!) > holds_ms ? -1 : row;
}

/** The wind at a row; null where there is no estimate. */
export function windAt(track: WindTrack | null, row: number): DialWind | null {
  const twd_deg = track?.direction[row] ?? NaN;
  if (track === null || Number.isNaN(twd_deg)) return null;
  const sd_deg = track.sd?.[row] ?? 0;
  return { twd_deg, sd_deg: Number.isNaN(sd_deg) ? 180 : sd_deg };
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

export function windText(track: WindTrack | null, wind: DialWind | null, counts: Counts): WindText {
  if (track === null) return { figure: null, lines: ["No wind found"] };
  if (wind === null || wind.sd_deg > MAX_SHOWN_WIND_SD_DEG) return { figure: null, lines: ["Wind not sure here"] };
  const direction = `${Math.round(wind.twd_deg) % 360}°`;
  const halfWidth = unitWithInterval(halfWidth90(wind.sd_deg), 0, "°");
  if (track.source === "measured") return { figure: direction, lines: ["wind from, measured"] };
  if (track.source === "pinned") return { figure: `${direction} ${halfWidth}`, lines: ["wind from, as you gave it"] };
  const { tacks, gybes } = counts;
  const turns = [tacks > 0 && countText(tacks, "tack"), gybes > 0 && countText(gybes, "gybe")]
    .filter(Boolean)
    .join(" and ");
  const from = [turns && `from ${turns}`, turns && track.of && `of ${track.of}`].filter(Boolean).join(" ");
  return { figure: `${direction} ${halfWidth}`, lines: ["wind from, estimated", ...(from === "" ? [] : [from])] };
}
