import { type Analysis, arrowOf, EngineError } from "@leebow/core/node";
import type { Updateable } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { TracksTable } from "../database/schema.ts";
import { findPlace } from "../places/places.ts";
import { drawStaticMap } from "../static-map/static-map.ts";
import { damageOf } from "../tracks/damage.ts";
import { parametersOf } from "../tracks/parameters.ts";
import { findTrack, finishTrack, outdatedTracks, type TrackRow } from "../tracks/queries.ts";
import { RESULT_FILES, resultKey } from "../tracks/result-files.ts";
import { dateIn } from "../tracks/zoned-time.ts";
import type { AnalyzeTrack, JobHandlers } from "./jobs.ts";

/** Reads and analyses an uploaded recording. Running it twice gives the same files and the same row. */
export function trackJobs(context: AppContext): JobHandlers {
  return {
    async analyze({ track_id, revision }) {
      const track = await findTrack(context.db, track_id);
      // Deleted or asked for again since: then another job is on its way, or none is wanted.
      if (!track || track.revision !== revision || isDone(context, track)) return;
      const analysis = await analyzed(context, track);
      if (analysis instanceof EngineError) await markFailed(context, track, analysis);
      else await keep(context, track, analysis);
    },
    async onFailed({ track_id, revision }: AnalyzeTrack) {
      const track = await findTrack(context.db, track_id);
      const error = "Leebow failed to process this file through a fault of its own. The file is kept.";
      if (track?.revision === revision) await markFailed(context, track, { kind: "fault", message: error });
    },
  };
}

/** By this engine, in this revision: a job that is delivered twice has nothing left to do. */
function isDone(context: AppContext, track: TrackRow): boolean {
  const isWorking = track.processing_status === 1 || track.processing_status === 4;
  return !isWorking && track.engine === context.core.version;
}

/** Asks for what another version of the engine analysed, or could not read, to be analysed anew; the old results stay until then. */
export async function refreshOutdated(context: AppContext): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    for (const { id, revision } of await outdatedTracks(trx, context.core.version)) {
      await context.jobs.enqueueAnalysis(trx, { track_id: id, revision }, { can_wait: true });
    }
  });
}

async function analyzed(context: AppContext, track: TrackRow): Promise<Analysis | EngineError> {
  const bytes = await context.storage.read(track.source_key);
  try {
    return await context.core.analyze({ name: track.file_name, bytes }, parametersOf(track));
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

async function markFailed(
  context: AppContext,
  track: TrackRow,
  { kind, message }: { kind: string; message: string },
): Promise<void> {
  // What an earlier engine could read, or was read without the new wind, stays as it is.
  if (track.processing_status === 3) return;
  if (track.processing_status === 4 && track.result_key) {
    await finishTrack(context.db, track.id, track.revision, { processing_status: 3 });
    return;
  }
  const refused = { processing_status: 2, error: message, error_kind: kind, engine: context.core.version };
  await finishTrack(context.db, track.id, track.revision, refused);
}

async function keep(context: AppContext, track: TrackRow, analysis: Analysis): Promise<void> {
  const key = resultKey(track.id, context.core.version, track.revision);
  await context.storage.write(`${key}/${RESULT_FILES.report}`, Buffer.from(JSON.stringify(analysis.report)));
  await context.storage.write(`${key}/${RESULT_FILES.columns}`, arrowOf(context.core.version, analysis));
  await context.storage.write(`${key}/${RESULT_FILES.map_light}`, await drawStaticMap(analysis.columns, "light"));
  await context.storage.write(`${key}/${RESULT_FILES.map_dark}`, await drawStaticMap(analysis.columns, "dark"));
  const row = { ...(await rowOf(analysis)), result_key: key, engine: context.core.version };
  const kept = await finishTrack(context.db, track.id, track.revision, row);
  // The track was deleted or changed while we worked: nobody will ever read these.
  if (!kept) await context.storage.remove(key);
  else if (track.result_key && track.result_key !== key) await context.storage.remove(track.result_key);
}

/** What the list shows, out of the analysis. */
async function rowOf({ report, columns }: Analysis): Promise<Updateable<TracksTable>> {
  const { summary, wind } = report;
  const start_time = new Date(report.start_time);
  const middle = Math.floor(columns.n / 2);
  const measured = wind?.source === "measured" || wind?.source === "fused";
  return {
    processing_status: 3,
    error: null,
    error_kind: null,
    start_time,
    end_time: new Date(report.end_time),
    sort_time: start_time,
    tz: report.time_zone,
    local_date: dateIn(start_time, report.time_zone ?? "UTC"),
    location: await findPlace(columns.lat_deg[middle] ?? NaN, columns.lon_deg[middle] ?? NaN),
    points: report.points,
    sample_rate_hz: summary.sample_rate_hz,
    distance_m: summary.distance_m,
    duration_s: summary.duration_s,
    max_speed_kn: summary.max_speed_kn,
    tacks: summary.tacks,
    gybes: summary.gybes,
    sets: summary.sets,
    douses: summary.douses,
    straights: summary.straights,
    ewd_deg: wind?.twd_deg ?? null,
    twd_deg: measured ? wind.twd_deg : null,
    damage: damageOf(report.damage),
  };
}
