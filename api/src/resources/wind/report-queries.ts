import type { Unsteadiness } from "@leebow/core/node";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { ReportsByFile } from "./present.ts";
import type { WindReportEntry } from "./schema.ts";
import type { WindReportsTable } from "./tables.ts";

/** A report with the owner of its wind file, who is the owner of the report. */
export type WindReportRow = Selectable<WindReportsTable> & { user_id: number };
/** A report without its curves. */
export type WindReportHeadRow = Omit<WindReportRow, "points">;

/** A user's reports by id. */
export type UnsteadinessById = ReadonlyMap<number, Unsteadiness>;

const HEAD = ["id", "wind_file_id", "name", "start_time", "end_time", "metrics", "error", "created_at"] as const;

export function findReport(db: Db, id: number): Promise<WindReportRow | undefined> {
  return db
    .selectFrom("wind_reports")
    .innerJoin("wind_files", "wind_files.id", "wind_reports.wind_file_id")
    .selectAll("wind_reports")
    .select("wind_files.user_id")
    .where("wind_reports.id", "=", id)
    .executeTakeFirst();
}

export function listReports(db: Db, wind_file_id: number): Promise<WindReportHeadRow[]> {
  return db
    .selectFrom("wind_reports")
    .innerJoin("wind_files", "wind_files.id", "wind_reports.wind_file_id")
    .select(HEAD.map((column) => `wind_reports.${column}` as const))
    .select("wind_files.user_id")
    .where("wind_reports.wind_file_id", "=", wind_file_id)
    .orderBy("wind_reports.id")
    .execute();
}

/** The reports of these wind files, as their cards list them. */
export async function reportEntriesOf(db: Db, wind_file_ids: number[]): Promise<ReportsByFile> {
  const entries = new Map<number, WindReportEntry[]>(wind_file_ids.map((id) => [id, []]));
  if (wind_file_ids.length === 0) return entries;
  const rows = await db
    .selectFrom("wind_reports")
    .select(["id", "wind_file_id", "name", "start_time", "end_time"])
    .where("wind_file_id", "in", wind_file_ids)
    .orderBy("id")
    .execute();
  for (const { id, wind_file_id, name, start_time, end_time } of rows) {
    const times = { start_time: start_time.toISOString(), end_time: end_time.toISOString() };
    entries.get(wind_file_id)?.push({ id, name, ...times });
  }
  return entries;
}

/** Unsteadiness of each of a user's reports that has numbers. */
export async function unsteadinessOf(db: Db, user_id: number): Promise<UnsteadinessById> {
  const { rows } = await sql<Unsteadiness & { id: number }>`
    select wind_reports.id, (metrics->>'puffiness_percent')::double precision as puffiness_percent,
      (metrics->>'shiftiness_deg')::double precision as shiftiness_deg
    from wind_reports join wind_files on wind_files.id = wind_reports.wind_file_id
    where wind_files.user_id = ${user_id}::integer and metrics is not null`.execute(db);
  return new Map(rows.map(({ id, ...unsteadiness }) => [id, unsteadiness]));
}

/** Numbers of reports on a wind file and of its owner. */
export async function countReports(trx: Db, wind_file_id: number, user_id: number) {
  const { rows } = await sql<{ of_file: number; of_user: number }>`
    select count(*) filter (where wind_file_id = ${wind_file_id}::integer)::integer as of_file,
      count(*)::integer as of_user
    from wind_reports join wind_files on wind_files.id = wind_reports.wind_file_id
    where wind_files.user_id = ${user_id}::integer`.execute(trx);
  return rows[0]!;
}

export async function insertReport(trx: Db, report: Insertable<WindReportsTable>): Promise<number> {
  const row = await trx.insertInto("wind_reports").values(report).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Stores what a report's job has found; nothing when the job was cancelled. */
export async function finishReport(
  db: Db,
  id: number,
  found: { metrics: string; points: string } | { error: string },
): Promise<void> {
  await db.updateTable("wind_reports").set(found).where("id", "=", id).where("error", "is", null).execute();
}

/** The reports on a wind file that was read again are computed anew, also those that have failed. */
export async function clearErrors(trx: Db, wind_file_id: number): Promise<void> {
  await trx.updateTable("wind_reports").set({ error: null }).where("wind_file_id", "=", wind_file_id).execute();
}

export async function deleteReport(db: Db, id: number): Promise<void> {
  await db.deleteFrom("wind_reports").where("id", "=", id).execute();
}
