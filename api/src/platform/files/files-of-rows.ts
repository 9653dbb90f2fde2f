import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { isOutcomeUnknown } from "../http/faults.ts";
import { DELETE_FILES } from "./delete-files.ts";

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
