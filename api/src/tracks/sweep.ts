import type { AppContext } from "../app-context.ts";
import { knownSources } from "./queries.ts";

/** At most this many keys are named in the log. */
const LOGGED_KEYS = 20;

/**
 * Clears what a process that was killed left behind: partly received files are deleted; recordings without a row are
 * moved to "unclaimed" and logged, because a database restored from a backup does not know the files uploaded since.
 */
export async function sweepSources(
  { db, storage, log }: Pick<AppContext, "db" | "storage" | "log">,
  age_ms: number,
): Promise<void> {
  await storage.sweepIncoming(age_ms);
  const old = await storage.listOlderThan("sources", age_ms);
  const known = await knownSources(db, old);
  const unclaimed = old.filter((key) => !known.has(key));
  for (const key of unclaimed) await storage.setAside(key);
  if (unclaimed.length === 0) return;
  log.error("files without a track were moved to the folder unclaimed", {
    count: unclaimed.length,
    files: unclaimed.slice(0, LOGGED_KEYS),
  });
}
