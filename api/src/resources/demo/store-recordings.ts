import { Readable } from "node:stream";
import { writeSession } from "@leebow/core/node";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { storeTrack } from "../tracks/accept.ts";
import { keepWindFile } from "../wind/accept.ts";
import { until } from "./seed.ts";
import { type DemoRecording, windSpecOf } from "./sessions.ts";

/** Stores the wind logs and recordings that are missing, and waits until they are analysed. `crew` is by boat. */
export async function storeRecordings(
  context: AppContext,
  crew: readonly number[],
  recordings: readonly DemoRecording[],
): Promise<void> {
  const winds = await storeWinds(context, crew[0]!, recordings);
  const present = await presentFiles(context.db, crew);
  for (const recording of recordings) {
    if (context.stopping) return;
    const user_id = crew[recording.boat]!;
    if (present.has(`${user_id} ${recording.file_name}`)) continue;
    const incoming = await written(context, recording.spec, recording.format);
    const accepted = {
      boat_name: recording.spec.class,
      permissions: "PUBLIC" as const,
      file_name: recording.file_name,
    };
    const wind_file_id = winds.get(recording.wind_name ?? "") ?? null;
    await storeTrack(context, user_id, accepted, incoming, async (trx, track_id) => {
      await trx.updateTable("tracks").set({ wind_file_id }).where("id", "=", track_id).execute();
    });
  }
  await until(context, () => isAnalysed(context.db, crew));
}

/** Ids of the wind logs by name, those that are missing stored and read. */
async function storeWinds(context: AppContext, user_id: number, recordings: readonly DemoRecording[]) {
  const { db } = context;
  const stored = await windFilesOf(db, user_id);
  for (const recording of recordings) {
    const name = recording.wind_name;
    if (name === null || stored.has(name) || context.stopping) continue;
    const incoming = await written(context, windSpecOf(recording), "nmea-wind");
    const created_at = new Date(recording.spec.start_time_ms + recording.spec.minutes * 60_000);
    const { id } = await keepWindFile(context, user_id, name, incoming, async (trx, wind_file_id) => {
      await trx.updateTable("wind_files").set({ created_at }).where("id", "=", wind_file_id).execute();
    });
    stored.set(name, id);
  }
  const isRead = async () => {
    const reading = db.selectFrom("wind_files").select("id").where("user_id", "=", user_id);
    return !(await reading.where("processing_status", "=", 1).limit(1).executeTakeFirst());
  };
  await until(context, isRead);
  return stored;
}

async function windFilesOf(db: Db, user_id: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("wind_files")
    .select(["id", "original_name"])
    .where("user_id", "=", user_id)
    .execute();
  return new Map(rows.map(({ id, original_name }) => [original_name, id]));
}

function written({ storage }: AppContext, spec: object, format: string): Promise<Incoming> {
  return storage.receive(Readable.from([writeSession(spec, format)], { objectMode: false }));
}

/** Owner and file name of each of their tracks. */
async function presentFiles(db: Db, crew: readonly number[]): Promise<Set<string>> {
  const rows = await db.selectFrom("tracks").select(["user_id", "file_name"]).where("user_id", "in", crew).execute();
  return new Set(rows.map(({ user_id, file_name }) => `${user_id} ${file_name}`));
}

async function isAnalysed(db: Db, crew: readonly number[]): Promise<boolean> {
  const waiting = db.selectFrom("tracks").select("id").where("user_id", "in", crew);
  return !(await waiting.where("processing_status", "in", [1, 4]).limit(1).executeTakeFirst());
}
