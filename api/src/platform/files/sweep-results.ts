import { sql } from "kysely";
import { RACE_FOLDER } from "../../resources/races/result-files.ts";
import { RESULTS_FOLDER } from "../../resources/tracks/result-files.ts";
import { WIND_RESULTS_FOLDER } from "../../resources/wind/files.ts";
import type { AppContext } from "../context.ts";
import { sweepPages } from "./pages.ts";

/** Folders of results, each with a folder for each row of a table, named by its id. */
const RESULTS: readonly [string, string][] = [
  [RESULTS_FOLDER, "tracks"],
  [RACE_FOLDER, "races"],
  [WIND_RESULTS_FOLDER, "wind_files"],
];

/** Deletes the results of rows that are gone, such as those a job was writing when their account was deleted. */
export async function sweepResults({ db, storage }: Pick<AppContext, "db" | "storage">, age_ms: number): Promise<void> {
  for (const [folder, table] of RESULTS) {
    await sweepPages({ db, storage }, folder, age_ms, async (keys) => {
      const ids = [...new Set(keys.map((key) => Number(key.split("/")[1])))].filter(Number.isInteger);
      if (ids.length === 0) return;
      const { rows } = await sql<{ id: number }>`
        select id from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
      const known = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!known.has(id)) await storage.remove(`${folder}/${id}`);
    });
  }
}
