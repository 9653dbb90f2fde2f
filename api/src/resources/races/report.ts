import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  arrowOfRaces,
  type Duel,
  type DuelRequest,
  type RaceAnalysis,
  type RaceCorrection,
  type RaceDay,
  type RaceOptions,
  type RaceTrack,
} from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { RaceRow, RaceTrackRow, VisibleRace } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { versionOf } from "../../platform/http/list-version.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { StoredFile } from "../../platform/storage/storage.ts";
import { boatsOf } from "./boats.ts";
import { raceTracksOf } from "./race-tracks.ts";
import { folderOfReports, RACE_DOCUMENTS, readWind, removeOldest } from "./results.ts";
import type { RaceWind } from "./wind.ts";

/** Bytes of columns of reports kept in memory. *guess*: the screen asks for the columns right after the report. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Of which race, tracks and corrections a report is. */
export interface ReportOf {
  race: Pick<RaceRow, "id"> & { result_key: string };
  tracks: readonly RaceTrackRow[];
  corrections: readonly RaceCorrection[];
}

/** Comparisons of two boats kept in memory, some 10 kB each. *guess*: a coach goes through the legs of some races. */
const MAX_DUELS = 500;

/** Analyses by the keys of their files. */
const kept = new WeakMap<AppContext, LRUCache<string, RaceAnalysis>>();
/** Comparisons of two boats by the key of their report and what was asked. */
const duels = new WeakMap<AppContext, LRUCache<string, { duel: Duel | null }>>();

/** The report of these tracks of a race, as JSON; computed and stored at its first use. */
export async function readRaceReport(context: AppContext, of: ReportOf): Promise<RaceDay> {
  const { report } = filesOf(context, of);
  const stored = await context.storage.open(report);
  if (stored) return JSON.parse((await context.storage.read(report)).toString("utf8")) as RaceDay;
  const { day } = await inTurn(context, () => analyzeRace(context, of));
  await storeReportFile(context, of, report, Buffer.from(JSON.stringify(day)));
  return day;
}

/** The boats behind the leaders as an Arrow IPC stream, with its key; one without rows where there is no report. */
export async function openReportColumns(
  context: AppContext,
  of: ReportOf | undefined,
): Promise<{ key: string; stored: StoredFile }> {
  if (!of) return { key: "empty", stored: inMemory(arrowOfRaces([])) };
  const { columns: key } = filesOf(context, of);
  const stored = await context.storage.open(key);
  if (stored) return { key, stored };
  const { columns } = await inTurn(context, () => analyzeRace(context, of));
  await storeReportFile(context, of, key, arrowOfRaces(columns));
  return { key, stored: (await context.storage.open(key))! };
}

/** A report has two files. */
async function storeReportFile({ storage }: AppContext, { race }: ReportOf, key: string, content: Uint8Array) {
  await removeOldest(storage, folderOfReports(race.result_key), 2 * LIMITS.race_variants - 1);
  await storage.write(key, content);
}

function inMemory(content: Uint8Array): StoredFile {
  const stream = () => Readable.from([content]);
  return { bytes: content.length, stream, chunks: stream };
}

/** The analysis, from memory where it has just been made. */
export async function analyzeRace(context: AppContext, of: ReportOf): Promise<RaceAnalysis> {
  const cache = kept.get(context) ?? new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  kept.set(context, cache);
  const key = reportKey(context, of);
  const known = cache.get(key);
  if (known) return known;
  const { tracks, options } = await inputsOf(context, of);
  const found = await context.core.races(tracks, options);
  cache.set(key, found);
  return found;
}

/** Why one of two boats gained on a leg. */
export async function readDuel(context: AppContext, of: ReportOf, request: DuelRequest): Promise<Duel | null> {
  const cache = duels.get(context) ?? new LRUCache({ max: MAX_DUELS });
  duels.set(context, cache);
  const key = JSON.stringify([reportKey(context, of), request]);
  const known = cache.get(key);
  if (known) return known.duel;
  return inTurn(context, async () => {
    const { tracks, options } = await inputsOf(context, of);
    const duel = await context.core.duel(tracks, request, options);
    cache.set(key, { duel });
    return duel;
  });
}

async function inputsOf(context: AppContext, of: ReportOf): Promise<{ tracks: RaceTrack[]; options: RaceOptions }> {
  const [tracks, wind] = await Promise.all([raceTracksOf(context, of.tracks), readWind(context, of.race)]);
  return { tracks, options: optionsOf(wind, ofBoats(of)) };
}

/** The corrections with each track named as its boat: by the first of the boat's tracks. */
function ofBoats({ tracks, corrections }: ReportOf): RaceCorrection[] {
  const boats = new Map(boatsOf(tracks).flatMap((boat) => boat.map(({ id }) => [String(id), String(boat[0]!.id)])));
  return corrections.map((correction) =>
    "track" in correction ? { ...correction, track: boats.get(correction.track) ?? correction.track } : correction,
  );
}

const optionsOf = (wind: RaceWind, corrections: readonly RaceCorrection[]): RaceOptions => ({
  wind: windOptions(wind),
  corrections: [...corrections],
});

/** The wind of a race as the engine takes it; null without one. */
export function windOptions(wind: RaceWind): RaceOptions["wind"] {
  const estimates = wind.wind_estimates;
  const columns = {
    source: "fleet" as const,
    time_ms: estimates.map(({ time }) => Date.parse(time)),
    twd_deg: estimates.map(({ ewd }) => ewd),
    sd_deg: estimates.map(({ sd }) => sd),
    flip_probability: wind.flip_probability ?? 0,
  };
  return estimates.length > 0 ? columns : null;
}

/** Of a report of these tracks, corrections and engine. */
export const reportKey = (context: AppContext, of: ReportOf): string => filesOf(context, of).report;

/** Keys of the files of a report: it depends on the wind, the tracks' results, the corrections and the engine. */
function filesOf({ core }: AppContext, { race, tracks, corrections }: ReportOf): { report: string; columns: string } {
  const inputs = [core.version, tracks.map(({ id, result_key }) => [id, result_key]), versionOf(corrections)];
  const digest = createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 22);
  return {
    report: `${race.result_key}/${RACE_DOCUMENTS.report(digest)}`,
    columns: `${race.result_key}/${RACE_DOCUMENTS.report_columns(digest)}`,
  };
}

const bytesOf = ({ columns }: RaceAnalysis) =>
  10_000 + columns.flat().reduce((sum, { time_ms }) => sum + 29 * time_ms.length, 0);

/** A race with its corrections, those in the database or new ones. */
export type Corrected = Pick<VisibleRace, "race" | "tracks" | "sees_all_tracks">;

/** What the report that a viewer receives is made of; undefined until the race's wind is estimated. */
export function reportOf(found: Corrected): ReportOf | undefined {
  const { result_key, id } = found.race;
  return result_key === null
    ? undefined
    : { race: { id, result_key }, tracks: found.tracks, corrections: shownOf(found) };
}

/** The corrections about the race, and about those of its tracks that are visible. */
export function shownOf({ race, tracks }: Corrected): RaceCorrection[] {
  const visible = new Set(tracks.map(({ id }) => String(id)));
  return race.corrections.filter((correction) => !("track" in correction) || visible.has(correction.track));
}
