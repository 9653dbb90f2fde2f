import { sql } from "kysely";
import { z } from "zod";
import { findRace, type RaceRow, type RaceTrackRow, tracksOfRaces } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { newResults, retireResults } from "../../platform/files/results.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/definition.ts";
import { hasOpenJob } from "../../platform/jobs/queue.ts";
import { writeRaceMap } from "./draw-map.ts";
import { lockRace, placeRace, updateRace } from "./queries.ts";
import { folderBeforeResults, RACE_FILES, resultsOfRace, storePoints } from "./results.ts";
import { type BoatWinds, estimateRaceWind, meanWind, type RaceWind } from "./wind.ts";

const FAULT = "There was an error processing this race.";
const CANCELLED = "An administrator stopped the estimate of this race's wind, and can run it again.";

/**
 * Estimates the wind of a race in its present revision, which may be later than the job's, from all of its tracks. A second run gives the same
 * row and files, under another key.
 */
export const RACE_WIND: JobDefinition<{ race_id: number; revision: number }> = defineJob({
  name: "race-wind",
  payload: z.object({ race_id: z.number().int(), revision: z.number().int() }),
  retries: 3,
  timeout_s: 900,
  parallel: 1,
  async run(context, { race_id }) {
    const race = await findRace(context.db, race_id);
    // An earlier job has done it; the end of the analysis of a track has a job of its own.
    if (!race || !isWaiting(race)) return;
    const tracks = await tracksOfRaces(context.db, [race_id]);
    if (tracks.some(isWaiting)) return;
    await storeWind(context, race, tracks);
  },
  async onFailed({ db }, { race_id }) {
    await db.transaction().execute((trx) => markFailed(trx, race_id, FAULT));
  },
  subject: sql`select name from races where id = (job.data->>'race_id')::integer`,
  onRetried: (trx, { race_id, revision }) =>
    trx
      .updateTable("races")
      .set({ processing_status: sql`case when result_key is null then 1 else 4 end`, error: null })
      .where("id", "=", race_id)
      .where("revision", "=", revision)
      .execute(),
  onCancelled: (_, trx, { race_id }) => markFailed(trx, race_id, CANCELLED),
});

async function markFailed(trx: Db, race_id: number, error: string): Promise<void> {
  const locked = await lockRace(trx, race_id);
  // Another job may still do it.
  if (locked && isWaiting(locked) && !(await hasOpenJob(trx, RACE_WIND.name, "race_id", race_id)))
    await updateRace(trx, race_id, { processing_status: 2, error });
}

const isWaiting = ({ processing_status: status }: { processing_status: number }) => status === 1 || status === 4;

async function storeWind(context: AppContext, race: RaceRow, tracks: RaceTrackRow[]): Promise<void> {
  const { db, storage } = context;
  const estimated = await estimateRaceWind(context, tracks);
  const key = await newResults(db, resultsOfRace(race.id));
  await writeFiles(context, key, tracks, estimated);
  const has_map = await writeRaceMap(context, key, tracks);
  const isStored = await db.transaction().execute(async (trx) => {
    const locked = await lockRace(trx, race.id);
    if (locked?.revision !== race.revision || !isWaiting(locked)) return false;
    await updateRace(trx, race.id, {
      processing_status: 3,
      error: null,
      wind_reason: estimated.wind.reason,
      result_key: key,
      has_map,
      ...meanWind(estimated.wind),
      inputs: JSON.stringify(tracks.map(({ id, result_key }) => ({ track_id: id, result_key }))),
    });
    await placeRace(trx, race.id);
    await retireResults(trx, locked.result_key ?? folderBeforeResults(race.id), key);
    return true;
  });
  // The race was deleted or changed meanwhile, or the job was cancelled: no row refers to these files.
  if (!isStored) await storage.remove(key);
}

async function writeFiles(
  context: AppContext,
  key: string,
  tracks: RaceTrackRow[],
  { wind, boat_winds }: { wind: RaceWind; boat_winds: BoatWinds },
): Promise<void> {
  await context.storage.write(`${key}/${RACE_FILES.wind}`, Buffer.from(JSON.stringify(wind)));
  await context.storage.write(`${key}/${RACE_FILES.boat_winds}`, Buffer.from(JSON.stringify(boat_winds)));
  await storePoints(context, key, { tracks, wind, boat_winds });
}
