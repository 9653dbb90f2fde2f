import type { AppContext } from "../../platform/context.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { resultsOfWindFile } from "./files.ts";
import { deleteWindFileRow } from "./track-wind.ts";

/** Deletes a wind file with its reports and files; its tracks are analysed again without it. */
export async function removeWindFile(context: AppContext, file: { id: number; source_key: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await deleteWindFileRow(context, trx, file.id);
    await deleteFiles(context, trx, [file.source_key, resultsOfWindFile(file.id)]);
  });
}
