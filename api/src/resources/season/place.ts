import { createHash } from "node:crypto";
import { partitionOf, SEASON_SCHEMA, type SeasonTable } from "@leebow/core/tables";
import { sql } from "kysely";
import type { Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db/open.ts";

declare module "../../platform/config.ts" {
  interface Config {
    /** Tables of the season that are written into the file storage; none by default. The same for all processes. */
    season_tables: readonly SeasonTable[];
  }
}

/** Folder of the storage that analysts read. No address of a file in it is ever signed. */
export const TABLES_FOLDER = "tables";
const SETTING_DIGITS = 8;
/** A file that this server has written; what others put into the folder stays. */
const FILE = /\/(\d+)-[0-9a-f]{8}\.parquet$/;

/** What the names of a track's files follow from. They change with its results, so that a file never does. */
export interface TablesPlace {
  track_id: number;
  result_key: string;
  boat_class: string;
  local_date: string;
}

type Setting = { config: Pick<Config, "season_tables"> };

/** Keys of the files of a track in the tables that the server writes, `sessions` first. */
export function keysOfTables({ config: { season_tables } }: Setting, place: TablesPlace): Map<SeasonTable, string> {
  const setting = createHash("sha256").update(JSON.stringify([SEASON_SCHEMA, season_tables, place.result_key]));
  const file = `${place.track_id}-${setting.digest("hex").slice(0, SETTING_DIGITS)}.parquet`;
  const partition = partitionOf(place.boat_class, place.local_date);
  return new Map(season_tables.map((table) => [table, `${TABLES_FOLDER}/${table}/${partition}/${file}`]));
}

/** Folder of the sessions of a class and month. */
export const partitionOfSessions = ({ boat_class, month }: { boat_class: string; month: string }): string =>
  `${TABLES_FOLDER}/sessions/${partitionOf(boat_class, month)}`;

/** The track whose file it is; null for a file of somebody else. */
export function trackOfFile(key: string): number | null {
  const id = Number(FILE.exec(key)?.[1]);
  return Number.isSafeInteger(id) ? id : null;
}

/** As one parameter: an account may have more tracks than a statement takes parameters. */
const listed = (ids: readonly number[]) =>
  sql<number>`(select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Those of these tracks that have results. */
export function placesOfTables(db: Db, track_ids: readonly number[]): Promise<TablesPlace[]> {
  if (track_ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("track_facts")
    .select(["track_id", "result_key", "boat_class", "local_date"])
    .where("track_id", "in", listed(track_ids))
    .execute();
}

/**
 * Keys of the tables of tracks that are about to be deleted in this transaction. Their rows are locked: results that are
 * being stored come before it or not at all.
 */
export async function lockedTables(context: Setting, trx: Db, track_ids: readonly number[]): Promise<string[]> {
  if (context.config.season_tables.length === 0 || track_ids.length === 0) return [];
  await trx.selectFrom("tracks").select("id").where("id", "in", listed(track_ids)).orderBy("id").forUpdate().execute();
  const places = await placesOfTables(trx, track_ids);
  return places.flatMap((place) => [...keysOfTables(context, place).values()]);
}
