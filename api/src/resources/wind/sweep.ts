import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import { sweepPages } from "../../platform/files/pages.ts";
import { LIMITS } from "../../platform/limits.ts";
import { WIND_UPLOADS_FOLDER } from "./files.ts";

const HOUR_MS = 3600 * 1000;
/** A file that arrived at the last moment can still be taken over until then. */
const UPLOAD_AGE_MS = LIMITS.wind_claim_s * 1000 + HOUR_MS;

/** Deletes uploaded wind logs that were not taken over, and forgets the addresses that expired a day ago. */
export async function sweepWindUploads(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  age_ms: number = UPLOAD_AGE_MS,
): Promise<void> {
  await sweepPages({ db, storage }, WIND_UPLOADS_FOLDER, age_ms, async (keys) => {
    for (const key of keys) await storage.remove(key);
  });
  await db.deleteFrom("wind_uploads").where("expires_at", "<", sql<Date>`now() - interval '1 day'`).execute();
}
