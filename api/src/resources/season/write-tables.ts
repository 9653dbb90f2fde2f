import { loadExtra, trackOfArrow } from "@leebow/core/node";
import { type DescribedColumn, type SeasonSession, type SeasonTable, seasonTables } from "@leebow/core/tables";
import { z } from "zod";
import { findTrack } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { SUBJECT_TRACK } from "../tracks/analyze-track.ts";
import type { Follows, TracksChange } from "../tracks/follow.ts";
import { RESULT_FILES, readReport, sailedResults } from "../tracks/results.ts";
import { keysOfTables, lockedTables, placesOfTables, type TablesPlace } from "./place.ts";

interface ServerSession extends SeasonSession {
  track_id: number;
  user_id: number;
}

/** Before the columns of the command line's tables. Who the users and their teams are is not in the tables. */
const SERVER_COLUMNS: readonly DescribedColumn<ServerSession>[] = [
  {
    name: "track_id",
    type: "INT32",
    value: ({ track_id }) => track_id,
    meaning: "Number of the track on the server: the key of the session in all tables",
  },
  { name: "user_id", type: "INT32", value: ({ user_id }) => user_id, meaning: "Number of the account it belongs to" },
];

/** Writes the tables of a track's present results into the storage, and removes those of the results they replace. */
export const WRITE_TABLES = defineJob({
  name: "write-tables",
  subject: SUBJECT_TRACK,
  payload: z.object({ track_id: z.number().int(), replaced: z.array(z.string()).optional() }),
  retries: 3,
  timeout_s: 900,
  parallel: 1,
  run: (context, { track_id, replaced = [] }) => writeTables(context, track_id, replaced),
  // Compared with what there should be once a day (keep-tables.ts).
  onFailed: async ({ log }, { track_id }) => log.error("the tables of a track could not be written", { track_id }),
});

/** In the transaction that stores results: enqueues their tables. `before` are the results they replace. */
async function enqueueTables(
  context: AppContext,
  trx: Db,
  track_id: number,
  before: TablesPlace | undefined,
): Promise<void> {
  if (context.config.season_tables.length === 0) return;
  const replaced = before && [...keysOfTables(context, before).values()];
  await context.jobs.enqueue(trx, WRITE_TABLES, { track_id, replaced }, { low_priority: true });
}

/**
 * The session's file is removed first and written last: rows of the other tables may have no session, never the one of
 * other results.
 */
export async function writeTables(context: AppContext, track_id: number, replaced: readonly string[]): Promise<void> {
  const { db, storage } = context;
  const [place] = await placesOfTables(db, [track_id]);
  const keys = place ? keysOfTables(context, place) : new Map<SeasonTable, string>();
  const session = keys.get("sessions");
  const isMissing = session !== undefined && !(await storage.stat(session));
  const files = place && isMissing ? await filesOf(context, place) : new Map<SeasonTable, Uint8Array>();
  const present = [...keys.values()];
  for (const key of replaced) if (!present.includes(key)) await storage.remove(key);
  for (const [table, bytes] of [...files].reverse()) await storage.write(keys.get(table)!, bytes);
  if (!place || files.size === 0 || (await isPresent(db, place))) return;
  // Deleted or analysed again meanwhile: who did it may have removed them before they were written.
  for (const key of present) await storage.remove(key);
}

async function isPresent(db: Db, { track_id, result_key }: TablesPlace): Promise<boolean> {
  const [place] = await placesOfTables(db, [track_id]);
  return place?.result_key === result_key;
}

async function filesOf(
  { db, storage, config, log }: AppContext,
  { track_id, result_key, local_date: date }: TablesPlace,
): Promise<Map<SeasonTable, Uint8Array>> {
  const track = await findTrack(db, track_id);
  if (!track) return new Map();
  if (config.season_tables.includes("points")) await loadExtra((sentence) => log.info(sentence));
  // The name of a file may be a person's, and a way on land ends where somebody lives.
  const folder = await sailedResults({ storage }, result_key);
  const report = { ...(await readReport({ storage }, { result_key: folder })), name: null };
  const session = { engine: track.engine ?? "", date, report, track_id, user_id: track.user_id };
  const readPoints = async () => trackOfArrow(await storage.read(`${folder}/${RESULT_FILES.columns}`));
  return seasonTables(session, config.season_tables, readPoints, SERVER_COLUMNS);
}

/** What follows for the tables from a change of tracks. */
export async function followTracks(context: AppContext, trx: Db, { kind, ids }: TracksChange): Promise<Follows> {
  if (kind === "removed") return { files: await lockedTables(context, trx, ids) };
  if (kind !== "analysed") return {};
  const before = await placesOfTables(trx, ids);
  return {
    async after() {
      for (const id of ids)
        await enqueueTables(
          context,
          trx,
          id,
          before.find(({ track_id }) => track_id === id),
        );
    },
  };
}

/** Keys of the tables of a user whose account is deleted. */
export async function tablesOfUser(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  const tracks = await trx.selectFrom("tracks").select("id").where("user_id", "=", user_id).execute();
  return lockedTables(
    context,
    trx,
    tracks.map(({ id }) => id),
  );
}
