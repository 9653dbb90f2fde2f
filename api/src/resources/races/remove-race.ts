import type { AppContext } from "../../platform/context.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { deleteRace } from "./queries.ts";
import { resultsOfRace } from "./result-files.ts";

/** Deletes a race with its results; its tracks stay. */
export async function removeRace(context: AppContext, id: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await deleteRace(trx, id);
    await deleteFiles(context, trx, [resultsOfRace(id)]);
  });
}
