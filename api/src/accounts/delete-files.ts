import { z } from "zod";
import { defineJob } from "../jobs/definition.ts";

/** Deletes files and folders of the storage that no row refers to any more. A second run finds them absent. */
export const DELETE_FILES = defineJob({
  name: "delete-files",
  payload: z.object({ keys: z.array(z.string()) }),
  retries: 10,
  timeout_s: 900,
  parallel: 1,
  async run({ storage }, { keys }) {
    for (const key of keys) await storage.remove(key);
  },
  // Uploaded files among them are moved to "unclaimed" by the sweep and named in the log.
  onFailed: async ({ log }, { keys }) => log.error("files of a deleted account could not be deleted", { keys }),
});
