import {
  type Analysis,
  arrowPieces,
  type Damage,
  debriefTrackOf,
  EngineError,
  hasLeftOut,
  type InputFile,
  type Options,
  shortDamage,
} from "@leebow/core/node";
import { sql, type Updateable } from "kysely";
import { z } from "zod";
import { findTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { bytePieces, jsonPieces, storePieces } from "../../platform/files/pieces.ts";
import { newResults, retireResults } from "../../platform/files/results.ts";
import { findPlace } from "../../platform/geo/places.ts";
import { drawStaticMap } from "../../platform/geo/static-map.ts";
import { dateIn } from "../../platform/geo/zoned-time.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { reuseWaitingJob } from "../../platform/jobs/queue.ts";
import { writeDocuments } from "./documents.ts";
import { sessionFactsOf, storeFacts } from "./facts.ts";
import { afterChange, beforeChange } from "./follow.ts";
import { type LockedTrack, lockTrack, type Revised, reviseTrack, updateTrack } from "./queries.ts";
import { RESULT_FILES, resultsOfTrack, writeSailed } from "./results.ts";
import { findSameBoat, storeSameBoat } from "./same-boat.ts";
import type { TrackDamage } from "./schema.ts";
import type { TracksTable } from "./tables.ts";
import { unreadableLog, windLogOf } from "./wind-log.ts";

const FAULT = "Leebow failed to process this file through a fault of its own. The file is kept.";
const NOT_APPLIED = "The newest analysis of this track failed: these are the results of the one before.";
const CANCELLED =
  "An administrator stopped the processing of this file. The file is kept, and an administrator can run it again.";

/** Of a job with a track in its payload. */
export const SUBJECT_TRACK = sql`select concat_ws(', ', users.name, tracks.file_name) from tracks
  join users on users.id = tracks.user_id where tracks.id = (job.data->>'track_id')::integer`;
const NO_FAILURE = { error: null, error_kind: null, failed_engine: null };

/** Analyses a track's recording in the revision the job was enqueued for. A second run gives the same row and files, under another key. */
export const ANALYZE_TRACK = defineJob({
  name: "analyze-track",
  payload: z.object({ track_id: z.number().int(), revision: z.number().int() }),
  retries: 3,
  timeout_s: 900,
  parallel: 2,
  async run(context, { track_id, revision }) {
    const track = await findTrack(context.db, track_id);
    // A later revision has a job of its own.
    if (!track || track.revision !== revision || isDone(context, track)) return;
    const { analysis, wind_error } = await runEngine(context, track);
    if (analysis instanceof EngineError) await markFailed(context, track, analysis);
    else await storeAnalysis(context, track, analysis, wind_error);
  },
  async onFailed(context, { track_id: id, revision }) {
    await markFailed(context, { id, revision }, { kind: "fault", message: FAULT });
  },
  subject: SUBJECT_TRACK,
  onRetried: (trx, { track_id, revision }) =>
    trx
      .updateTable("tracks")
      .set({ processing_status: sql`case when result_key is null then 1 else 4 end`, ...NO_FAILURE })
      .where("id", "=", track_id)
      .where("revision", "=", revision)
      .execute(),
  async onCancelled(context, trx, { track_id: id, revision }) {
    await markFailedIn(context, trx, { id, revision }, { kind: "cancelled", message: CANCELLED });
  },
});

/** Why a track has no new results. */
interface Failure {
  kind: string;
  message: string;
}

/** Whether this version of the engine has analysed this revision, or has failed to, or its job was cancelled. */
function isDone({ core }: AppContext, { processing_status, engine, failed_engine }: LockedTrack): boolean {
  const isWaiting = processing_status === 1 || processing_status === 4;
  return !isWaiting && (engine === core.version || failed_engine === core.version);
}

interface EngineRun {
  analysis: Analysis | EngineError;
  /** Why it is without the attached wind log. */
  wind_error: string | null;
}

async function runEngine(context: AppContext, track: TrackRow): Promise<EngineRun> {
  const { file, error: wind_error } = await windLogOf(context, track);
  const analysis = await analyze(context, track, file);
  if (!file || !(analysis instanceof EngineError)) return { analysis, wind_error };
  // A wind log that could be read once and cannot any more costs the track its wind, not its analysis.
  context.log.error("a track could not be analysed with its wind file", {
    track_id: track.id,
    error: analysis.message,
  });
  return { analysis: await analyze(context, track), wind_error: unreadableLog(file) };
}

/** The engine reads the recording as it comes from the storage: memory does not depend on the size of the file. */
async function analyze({ storage, core }: AppContext, track: TrackRow, wind?: InputFile) {
  const source = await storage.open(track.source_key);
  if (!source) throw new Error(`the recording ${track.source_key} is not in the storage`);
  try {
    const reader = core.open(track.file_name, parametersOf(track));
    for await (const chunk of source.chunks()) reader.push(chunk);
    return await reader.finish(wind);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/**
 * Where there are results of an earlier engine or of the former wind and corrections, they stay; else status 2. The track
 * says so where a person has changed it: results of an earlier engine are what they were.
 */
async function markFailedIn(
  context: AppContext,
  trx: Db,
  { id, revision }: Pick<TrackRow, "id" | "revision">,
  { kind, message }: Failure,
): Promise<void> {
  const track = await lockTrack(trx, id, revision);
  if (!track || isDone(context, track)) return;
  const engine = context.core.version;
  const isInUse = track.processing_status === 3 || (track.processing_status === 4 && track.result_key !== null);
  const unapplied = track.processing_status === 4 && { error: `${NOT_APPLIED} ${message}`, error_kind: kind };
  const failure = isInUse
    ? { processing_status: 3, failed_engine: engine, ...unapplied }
    : { processing_status: 2, error: message, error_kind: kind, engine };
  await updateTrack(trx, id, failure);
  await afterChange(context, trx, { kind: "settled", ids: [id] });
}

const markFailed = (context: AppContext, track: Pick<TrackRow, "id" | "revision">, failure: Failure) =>
  context.db.transaction().execute((trx) => markFailedIn(context, trx, track, failure));

async function storeAnalysis(
  context: AppContext,
  track: TrackRow,
  analysis: Analysis,
  wind_error: string | null,
): Promise<void> {
  const { db, storage, core } = context;
  const key = await newResults(db, resultsOfTrack(track.id));
  await storePieces(storage, `${key}/${RESULT_FILES.report}`, jsonPieces(analysis.report));
  await storePieces(storage, `${key}/${RESULT_FILES.columns}`, bytePieces(arrowPieces(core.version, analysis)));
  const sailed = await writeSailed(context, key, analysis);
  const { columns: shown } = sailed;
  await storage.write(`${key}/${RESULT_FILES.map_light}`, await drawStaticMap(shown, "light"));
  await storage.write(`${key}/${RESULT_FILES.map_dark}`, await drawStaticMap(shown, "dark"));
  const applied = { result_parameters: JSON.stringify(parametersOf(track)), wind_error };
  const row = { ...(await rowOf(analysis.report, sailed)), ...applied, result_key: key, engine: core.version };
  const facts = await sessionFactsOf(context, debriefTrackOf(analysis.report, analysis.columns));
  const same_boat = await findSameBoat(context, track, row, shown);
  const isStored = await db.transaction().execute(async (trx) => {
    const locked = await lockTrack(trx, track.id, track.revision);
    if (!locked || isDone(context, locked)) return false;
    await updateTrack(trx, track.id, row);
    await storeSameBoat(context, trx, track, same_boat);
    await retireResults(trx, locked.result_key, key);
    const { after } = await beforeChange(context, trx, { kind: "analysed", ids: [track.id] });
    await storeFacts(trx, { ...track, result_key: key, local_date: row.local_date }, analysis.report, facts);
    await after();
    return true;
  });
  // The track was deleted or changed during the analysis, or its job was cancelled: no row refers to these files.
  if (!isStored) return storage.remove(key);
  // The analysis is complete without them: the first reader would write them.
  await writeDocuments(context, track.id, key, analysis).catch((error: unknown) =>
    context.log.error("the documents of a track could not be written", { track_id: track.id, error }),
  );
}

const secondsOf = ({ start_time, end_time }: Analysis["report"]): number =>
  (Date.parse(end_time) - Date.parse(start_time)) / 1000;

/** Times of a track: those of its sailing, and how long all of the recording is where a part is left out. */
function timesOf(report: Analysis["report"], sailed: Analysis["report"]) {
  return {
    start_time: new Date(sailed.start_time),
    end_time: new Date(sailed.end_time),
    duration_s: report.summary.duration_s,
    recorded_s: hasLeftOut(report) ? secondsOf(report) : null,
  };
}

/** The columns of the track list, from the analysis and what others see of it. */
async function rowOf(report: Analysis["report"], { report: sailed, columns }: Pick<Analysis, "report" | "columns">) {
  const { summary, wind } = report;
  const times = timesOf(report, sailed);
  const { start_time } = times;
  const middle = Math.floor(columns.n / 2);
  const measured = wind?.source === "measured" || wind?.source === "fused";
  return {
    processing_status: 3,
    error: null,
    error_kind: null,
    failed_engine: null,
    ...times,
    sort_time: start_time,
    tz: report.time_zone,
    local_date: dateIn(start_time, report.time_zone ?? "UTC"),
    location: await findPlace(columns.lat_deg[middle] ?? NaN, columns.lon_deg[middle] ?? NaN),
    points: sailed.points,
    sample_rate_hz: summary.sample_rate_hz,
    distance_m: summary.distance_m,
    max_speed_kn: summary.max_speed_kn,
    tacks: summary.tacks,
    gybes: summary.gybes,
    sets: summary.sets,
    douses: summary.douses,
    straights: summary.straights,
    turns: summary.turns,
    ewd_deg: wind?.twd_deg ?? null,
    twd_deg: measured ? wind.twd_deg : null,
    wind_candidates: JSON.stringify(
      report.wind_candidates.map(({ twd_deg, probability }) => ({ twd_deg, probability })),
    ),
    damage: damageOf(report.damage),
  } satisfies Updateable<TracksTable>;
}

/**
 * Begins the next revision of a track with these changes of what its analysis depends on, and has it analysed. A track has
 * one analysis that waits, however often it is changed: that one takes the newest revision.
 */
export async function requestAnalysis(
  context: AppContext,
  trx: Db,
  track_id: number,
  changes: Revised = {},
): Promise<void> {
  // The row of the track is locked from here on: two changes look for the job one after the other.
  const payload = { track_id, revision: await reviseTrack(trx, track_id, changes) };
  await afterChange(context, trx, { kind: "revised", ids: [track_id] });
  if (await reuseWaitingJob(trx, ANALYZE_TRACK.name, "track_id", payload)) return;
  await context.jobs.enqueue(trx, ANALYZE_TRACK, payload);
}

type Requested = Pick<TrackRow, "boat_name" | "wind_hint_deg" | "corrections">;

/** Options of the next analysis, as the track's row requests them. */
export function parametersOf(track: Requested): Partial<Options> {
  const { boat_name: boat_class, wind_hint_deg, corrections } = track;
  return { boat_class, wind_hint_deg, ...(corrections.length > 0 && { corrections }) };
}

/** Options of the present results: others than requested while the next analysis is made, and after it has failed. */
export function appliedParametersOf(track: Requested & Pick<TrackRow, "result_parameters">): Partial<Options> {
  return track.result_parameters ?? parametersOf(track);
}

/** Damage of a file as the track's row holds it: JSON of a {@link TrackDamage}; null where nothing notable was lost. */
export function damageOf(damage: Damage): string | null {
  const short: TrackDamage | null = shortDamage(damage);
  return short && JSON.stringify(short);
}
