import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { isOutcomeUnknown } from "../http/faults.ts";
import { defineJob, type JobDefinition } from "../jobs/definition.ts";

/**
 * Writes the rows that refer to these stored files. Where nothing is written the files are removed; where the connection
 * was lost during the commit they stay, since a row may refer to them: those without a row are swept later.
 */
export async function withStoredFiles<T>(
  context: Pick<AppContext, "storage" | "log">,
  keys: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isOutcomeUnknown(error)) for (const key of keys) await removeUnused(context, key);
    throw error;
  }
}

/** Removes a file that no row refers to; where that fails, the sweep moves it. */
export async function removeUnused({ storage, log }: Pick<AppContext, "storage" | "log">, key: string): Promise<void> {
  await storage.remove(key).catch((error: unknown) => {
    log.error("a file without a row could not be removed", { file: key, error });
  });
}

/** Deletes files and folders whose rows this transaction deletes: by a job, so that a fault of the storage delays it only. */
export async function deleteFiles(
  { jobs }: Pick<AppContext, "jobs">,
  trx: Db,
  keys: readonly (string | null | undefined)[],
): Promise<void> {
  const present = keys.filter((key) => typeof key === "string" && key !== "");
  if (present.length > 0) await jobs.enqueue(trx, DELETE_FILES, { keys: present as string[] });
}

const HOUR_S = 3600;

/** Deletes files and folders of the storage that no row refers to any more. A second run finds them absent. */
export const DELETE_FILES: JobDefinition<{ keys: string[] }> = defineJob({
  name: "delete-files",
  payload: z.object({ keys: z.array(z.string()) }),
  retries: 10,
  timeout_s: 900,
  parallel: 1,
  async run({ storage }, { keys }) {
    for (const key of keys) {
      await storage.remove(key);
      // Where the sweep moves a file without a row.
      await storage.remove(`unclaimed/${key}`);
    }
  },
  // They are given up never: nothing that was deleted stays.
  async onFailed({ db, jobs, log }, payload) {
    log.error("files whose rows are gone could not be deleted yet", { count: payload.keys.length });
    await jobs.enqueue(db, DELETE_FILES, payload, { after_s: HOUR_S });
  },
});
