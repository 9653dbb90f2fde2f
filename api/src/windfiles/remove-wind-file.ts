import type { AppContext } from "../app-context.ts";
import { resultsOfWindFile } from "./files.ts";
import { deleteWindFileRow } from "./track-wind.ts";

/** Deletes a wind file with its reports and files; its tracks are analysed again without it. */
export async function removeWindFile(context: AppContext, file: { id: number; source_key: string }): Promise<void> {
  await context.db.transaction().execute((trx) => deleteWindFileRow(context, trx, file.id));
  await context.storage.remove(file.source_key);
  await context.storage.remove(resultsOfWindFile(file.id));
}
