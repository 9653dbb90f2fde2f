import type { AppContext } from "../app-context.ts";
import { knownSources } from "./queries.ts";

/** Removes what a server that was killed left behind: half-received files, and files kept without a row. */
export async function sweepSources(context: Pick<AppContext, "db" | "storage">, age_ms: number): Promise<void> {
  await context.storage.sweepIncoming(age_ms);
  const old = await context.storage.listOlderThan("sources", age_ms);
  const known = await knownSources(context.db, old);
  for (const key of old) if (!known.has(key)) await context.storage.remove(key);
}
