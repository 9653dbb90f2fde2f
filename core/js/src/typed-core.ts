import timeZoneAt from "@photostructure/tz-lookup";
import type {
  Analysis,
  Core,
  DebriefTrack,
  DistanceRecord,
  FileAnalysis,
  FileRecording,
  InputFile,
  Reader,
} from "./core.ts";
import { EngineError } from "./core.ts";
import { futureNote } from "./future.ts";
import { raceAnalysisOf } from "./races.ts";
import type { RawAnalysis, RawBinding, RawFileRecording, RawRaceTrack, RawReader } from "./raw.ts";

/** Channels that the analysis of straights reads; only these are passed to the engine. */
export const STRAIGHT_CHANNELS = new Set([
  "ewd",
  "tws",
  "twd",
  "vmg",
  "vmg_twd",
  "sog",
  "etab",
  "etwa",
  "twa",
  "heel",
  "pitch",
  "clew_load",
  "cog",
]);

/** The typed interface of a binding: parses its JSON, names its columns and converts its errors. */
export function coreOf(raw: RawBinding): Core {
  return {
    version: raw.version(),
    channels: JSON.parse(raw.channels()),
    boat_classes: JSON.parse(raw.boat_classes()),
    boat_class: (name) => JSON.parse(raw.boat_class(name)),
    regress: (x, y) => JSON.parse(raw.regress(x, y)),
    analyze: (file, options, wind) =>
      present(() => raw.analyze(file.name, file.bytes, json(options), wind?.name, wind?.bytes)),
    read: async (file) => held(await telling(() => raw.read(file.name, file.bytes))),
    why: async (file, time_ms, options, wind) =>
      JSON.parse(await telling(() => raw.why(file.name, file.bytes, json(options), time_ms, wind?.name, wind?.bytes))),
    straight_analysis: ({ time_ms, channels }, question) => {
      const ids = Object.keys(channels).filter((id) => STRAIGHT_CHANNELS.has(id));
      const values = ids.map((id) => channels[id]!);
      return JSON.parse(withEngineErrors(() => raw.straight_analysis(time_ms, ids, values, JSON.stringify(question))));
    },
    races: async (tracks, options = {}) => {
      const facts = JSON.stringify(tracks.map((track) => track.facts));
      return raceAnalysisOf(await telling(() => raw.races(facts, [...tracks], json(options))));
    },
    debrief_summary: async (track) =>
      JSON.parse(await telling(() => raw.debrief_summary(JSON.stringify(track.facts), withoutWind(track)))),
    debrief: async (track, boats = [], options = {}) => {
      const tracks = [track, ...boats];
      const facts = JSON.stringify(tracks.map((each) => each.facts));
      return JSON.parse(await telling(() => raw.debrief(facts, tracks.map(withoutWind), json(options))));
    },
    duel: async (tracks, request, options = {}) => {
      const facts = JSON.stringify(tracks.map((track) => track.facts));
      return JSON.parse(await telling(() => raw.duel(facts, [...tracks], json(options), json(request))));
    },
    polar_summary: async (track) =>
      JSON.parse(await telling(() => raw.polar_summary(JSON.stringify(track.facts), withoutWind(track)))),
    polar: async (sessions, options = {}) =>
      JSON.parse(await telling(() => raw.polar(JSON.stringify(sessions), json(options)))),
    open: (name, options, expected) => chunks(withEngineErrors(() => new raw.RawReader(name, json(options), expected))),
  };
}

/** The columns of a track of the debrief, whose wind is among its facts. */
function withoutWind(track: DebriefTrack): RawRaceTrack {
  return { ...track, ewd_deg: new Float32Array(), ewd_sd_deg: new Float32Array() };
}

function json(options: object = {}): string {
  return JSON.stringify(options);
}

function chunks(reader: RawReader): Reader {
  let spent = false;
  const open = (isLast: boolean) => {
    if (spent) throw new EngineError("spent", "This file was already read to its end. Open it again.");
    spent = isLast;
    return reader;
  };
  return {
    push: (chunk) => withEngineErrors(() => open(false).push(chunk)),
    finish: (wind?: InputFile) => present(() => open(true).finish(wind?.name, wind?.bytes)),
    recording: async () => held(await telling(() => open(true).recording())),
  };
}

/** The binding's object of each recording, which takes that of a wind log. */
const RAW = new WeakMap<FileRecording, RawFileRecording>();

/** The recording that a binding holds. */
export function held(raw: RawFileRecording): FileRecording {
  const recording: FileRecording = {
    get bytes() {
      return rawOf(recording).bytes;
    },
    analyze: (options, wind) => present(() => rawOf(recording).analyze(json(options), wind && rawOf(wind))),
    why: async (time_ms, options, wind) =>
      JSON.parse(await telling(() => rawOf(recording).why(json(options), time_ms, wind && rawOf(wind)))),
    free: () => {
      if (RAW.delete(recording)) raw.free();
    },
  };
  RAW.set(recording, raw);
  return recording;
}

/** The binding's object of a recording in memory. Error: `freed`. */
export function rawOf(recording: FileRecording): RawFileRecording {
  const raw = RAW.get(recording);
  if (!raw) throw new EngineError("freed", "This recording is not in memory any more. Read its file again.");
  return raw;
}

const present = (work: () => Promise<RawAnalysis>): Promise<Analysis> => telling(async () => shape(await work()));

/** Runs a call of a binding; its errors become {@link EngineError}s. */
export async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toEngineError(error);
  }
}

function shape(raw: RawAnalysis): Analysis {
  const report: RawReport = JSON.parse(raw.report);
  // Times without a date are those of the file: summer time is not known of them.
  report.time_zone = report.undated ? null : timeZone(raw.lat_deg[0], raw.lon_deg[0]);
  chooseBestDay(report);
  report.notes.unshift(...futureNote(report, Date.now()));
  return {
    report,
    columns: {
      n: raw.time_ms.length,
      time_ms: raw.time_ms,
      lat_deg: raw.lat_deg,
      lon_deg: raw.lon_deg,
      channels: named(raw.channel_ids, raw.channels),
    },
    fix_flags: raw.fix_flags,
    segments: {
      kind: raw.segment_kind,
      start: raw.segment_start,
      end: raw.segment_end,
      metrics: named(raw.metric_ids, raw.metrics),
    },
  };
}

/** The best day by the clocks that may be in use where a recording begins, other than the nautical time zone. */
interface BestDays {
  best_day_by_clock?: { utc_offset_min: number; best_day: DistanceRecord | null }[];
}

type RawReport = FileAnalysis & { records?: BestDays };

/** Replaces the best day by that of the session's time zone. A clock a day ahead of another has the same midnights. */
function chooseBestDay({ records, time_zone, start_time }: RawReport): void {
  const days = records?.best_day_by_clock;
  if (!days) return;
  delete records.best_day_by_clock;
  if (time_zone === null) return;
  const offset_min = utcOffset_min(time_zone, start_time);
  const day = days.find(({ utc_offset_min }) => (utc_offset_min - offset_min) % 1440 === 0);
  if (day) records.best_day = day.best_day;
}

/** How far the clock of a time zone is ahead of UTC at a time. */
function utcOffset_min(timeZone: string, time: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(new Date(time)).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? ["", "+", "0", "0"];
  return (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes));
}

/** IANA time zone of a position; null without a position. */
function timeZone(lat_deg: number | undefined, lon_deg: number | undefined): string | null {
  try {
    return timeZoneAt(lat_deg ?? NaN, lon_deg ?? NaN);
  } catch {
    return null;
  }
}

function named(ids: string[], columns: Float32Array[]): Record<string, Float32Array> {
  return Object.fromEntries(columns.map((column, i) => [ids[i], column]));
}

/** What either binding threw, as an {@link EngineError}. */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  try {
    const { kind, message, at } = JSON.parse((error as Error).message);
    return new EngineError(kind, message, at);
  } catch {
    const unforeseen = new EngineError(
      "internal",
      "Leebow failed on this file by a fault of its own. The file is unchanged.",
    );
    unforeseen.cause = error;
    return unforeseen;
  }
}

/** Runs a step of a binding; its errors become {@link EngineError}s. */
export function withEngineErrors<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw toEngineError(error);
  }
}
