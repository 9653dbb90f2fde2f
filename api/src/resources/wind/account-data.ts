import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { ArchiveEntry } from "../../platform/files/archive.ts";
import { jsonEntry, pathPart } from "../../platform/files/archive.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { resultsOfWindFile } from "./files.ts";
import { detachEverywhere } from "./queries.ts";

/** The user's wind logs as they were uploaded, and the reports on them. */
export async function* exportWindFiles({ db, storage }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  const files = await db.selectFrom("wind_files").selectAll().where("user_id", "=", user.id).orderBy("id").execute();
  const reports = await db
    .selectFrom("wind_reports")
    .innerJoin("wind_files", "wind_files.id", "wind_reports.wind_file_id")
    .select(["wind_reports.id", "wind_reports.wind_file_id", "wind_reports.name", "wind_reports.metrics"])
    .select(["wind_reports.start_time", "wind_reports.end_time"])
    .where("wind_files.user_id", "=", user.id)
    .orderBy("wind_reports.id")
    .execute();
  for (const { id, original_name, source_key, start_time, end_time, created_at } of files) {
    const of_file = reports.filter(({ wind_file_id }) => wind_file_id === id);
    yield jsonEntry(`wind/${id}/wind-file.json`, {
      id,
      original_name,
      start_time,
      end_time,
      created_at,
      reports: of_file,
    });
    const source = await storage.open(source_key);
    if (source) yield { path: `wind/${id}/source/${pathPart(original_name)}`, content: source.stream() };
  }
}

/**
 * Folders of what was read of a user's wind logs (resource.ts). The tracks of others that they are attached to
 * are analysed again without them.
 */
export async function removeWindFiles(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  const files = await trx.selectFrom("wind_files").select("id").where("user_id", "=", user_id).forUpdate().execute();
  for (const { id } of files) await detachEverywhere(context, trx, id);
  return files.map(({ id }) => resultsOfWindFile(id));
}
