import { z } from "zod";
import type { AppContext } from "../context.ts";
import { buildIndexes, INDEXES } from "../db/indexes.ts";
import { defineJob } from "../jobs/definition.ts";

/** After a start: builds the indexes that the database does not have yet, or that a killed process left half built. */
export const BUILD_INDEXES = defineJob({
  name: "build-indexes",
  is_search: true,
  payload: z.object({ indexes: z.record(z.string(), z.string()).default(INDEXES) }),
  retries: 3,
  // Of a table with many millions of rows.
  timeout_s: 12 * 3600,
  parallel: 1,
  // During an upgrade a process of the former version may run the job.
  at_start: () => ({ indexes: INDEXES }),
  async run(context: AppContext, { indexes }) {
    const { db, config, log } = context;
    const concurrently = config.database_url !== undefined;
    const names = await buildIndexes(db, { concurrently, indexes, isStopping: () => context.stopping });
    if (names.length > 0) log.info("indexes were built", { names });
  },
  // The next start tries again; queries work without them.
  onFailed: async ({ log }) => log.error("indexes could not be built", {}),
});
