import type { AppContext } from "../context.ts";
import { type FileFolder, foldersOf, knownFiles } from "./folders.ts";
import { sweepPages } from "./pages.ts";

type Context = Pick<AppContext, "db" | "storage" | "log" | "resources">;

/** At most this many keys are named in the log. */
const LOGGED_KEYS = 20;

/**
 * Clears what a process that was killed left behind: partly received files are deleted; uploaded files without a row are
 * moved to "unclaimed" and logged, because a database restored from a backup does not know the files uploaded since.
 */
export async function sweepFiles(context: Context, age_ms: number): Promise<void> {
  await context.storage.sweepIncoming(age_ms);
  for (const folder of foldersOf(context)) await sweepFolder(context, folder, age_ms);
}

function sweepFolder({ db, storage, log }: Context, folder: FileFolder, age_ms: number): Promise<void> {
  return sweepPages({ db, storage }, folder.folder, age_ms, async (keys) => {
    const known = await knownFiles(db, folder, keys);
    const unclaimed = keys.filter((key) => !known.has(key));
    for (const key of unclaimed) await storage.moveToUnclaimed(key);
    if (unclaimed.length === 0) return;
    log.error("files without a row were moved to the folder unclaimed", {
      count: unclaimed.length,
      files: unclaimed.slice(0, LOGGED_KEYS),
    });
  });
}
