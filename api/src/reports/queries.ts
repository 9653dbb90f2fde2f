import type { Db } from "../database/open.ts";

/** Which sessions a report is about; days are those of the tracks' own zones, both included. */
export interface ReportFilter {
  user_id: number;
  start?: string | undefined;
  end?: string | undefined;
  boat_class?: string | undefined;
}

/** A person's analysed tracks, oldest first. */
export function analysedTracks(db: Db, { user_id, start, end, boat_class }: ReportFilter) {
  let query = db.selectFrom("tracks").select(["result_key", "local_date"]).where("user_id", "=", user_id);
  query = query.where("result_key", "is not", null).where("local_date", "is not", null);
  if (start) query = query.where("local_date", ">=", start);
  if (end) query = query.where("local_date", "<=", end);
  if (boat_class) query = query.where("boat_name", "=", boat_class);
  return query.orderBy("sort_time").orderBy("id").execute() as Promise<{ result_key: string; local_date: string }[]>;
}

/** The boat classes a person has sailed, by name. */
export async function sailedClasses(db: Db, user_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("tracks")
    .select("boat_name")
    .distinct()
    .where("user_id", "=", user_id)
    .orderBy("boat_name")
    .execute();
  return rows.map((row) => row.boat_name);
}
