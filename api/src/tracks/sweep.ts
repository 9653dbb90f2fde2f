import type { House } from "../house.ts";
import { knownSources } from "./queries.ts";

/** Removes what a server that was killed left behind: half-received files, and files kept without a row. */
export async function sweepSources(house: Pick<House, "db" | "storage">, age_ms: number): Promise<void> {
  await house.storage.sweepIncoming(age_ms);
  const old = await house.storage.listOlderThan("sources", age_ms);
  const known = await knownSources(house.db, old);
  for (const key of old) if (!known.has(key)) await house.storage.remove(key);
}
