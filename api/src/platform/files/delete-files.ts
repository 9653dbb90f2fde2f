import { z } from "zod";
import { defineJob, type JobDefinition } from "../jobs/definition.ts";

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
