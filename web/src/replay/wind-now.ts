import { type FileAnalysis, halfWidth90 } from "@leebow/core";
import { unitWithInterval } from "../format/numbers";
import { type DialWind, MAX_SHOWN_WIND_SD_DEG } from "../map/wind-dial";
import type { ReplayModel } from "./replay-model";

/** The wind of a replay: measured when every fix has it (and none is zero), else estimated. */
export interface WindTrack {
  source: "measured" | "estimated" | "pinned";
  direction: Float32Array;
  sd: Float32Array | null;
}

export function windTrack({ data: { columns, report } }: ReplayModel): WindTrack | null {
  const { twd, ewd, ewd_sd } = columns.channels;
  if (twd?.every((value) => value > 0 || value < 0)) return { source: "measured", direction: twd, sd: null };
  const source = report.wind?.source === "pinned" ? "pinned" : "estimated";
  if (ewd && report.wind) return { source, direction: ewd, sd: ewd_sd ?? null };
  return null;
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

export function windText(track: WindTrack | null, wind: DialWind | null, counts: Counts): WindText {
  if (track === null) return { figure: null, lines: ["No wind found"] };
  if (wind === null || wind.sd_deg > MAX_SHOWN_WIND_SD_DEG) return { figure: null, lines: ["Wind not sure here"] };
  const direction = `${Math.round(wind.twd_deg) % 360}°`;
  const halfWidth = unitWithInterval(halfWidth90(wind.sd_deg), 0, "°");
  if (track.source === "measured") return { figure: direction, lines: ["wind from, measured"] };
  if (track.source === "pinned") return { figure: `${direction} ${halfWidth}`, lines: ["wind from, as you gave it"] };
  const counted = [countText(counts.tacks, "tack"), countText(counts.gybes, "gybe")].filter(Boolean).join(" and ");
  const from = counted === "" ? [] : [`from ${counted}`];
  return { figure: `${direction} ${halfWidth}`, lines: ["wind from, estimated", ...from] };
}

/** "1 tack", "3 gybes"; empty for none. */
const countText = (n: number, one: string): string => (n === 0 ? "" : `${n} ${one}${n === 1 ? "" : "s"}`);
