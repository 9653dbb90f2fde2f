import { findVisibleWindFile } from "../../access/wind.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { exportWindFiles, removeWindFiles } from "./account-data.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { WIND_FILE_ROUTES, WIND_REPORT_ROUTES } from "./contract.ts";
import { WIND_FILES, WIND_RESULT_FILES, WIND_RESULTS_FOLDER } from "./files.ts";
import { WIND_FILE_HANDLERS } from "./handlers.ts";
import { updateWindFile, windResultFiles } from "./queries.ts";
import { enqueueOutdatedWindFiles, READ_WIND_FILE } from "./read-wind-file.ts";
import { WIND_REPORT_HANDLERS } from "./report-handlers.ts";
import { enqueueLostWindJobs, sweepWindUploads } from "./sweep.ts";

export const WIND = defineResource({
  name: "wind",
  routes: { ...WIND_FILE_ROUTES, ...WIND_REPORT_ROUTES },
  handlers: { ...WIND_FILE_HANDLERS, ...WIND_REPORT_HANDLERS },
  ids: { windfiles: "wind file", windreports: "track" },
  jobs: [READ_WIND_FILE, COMPUTE_WIND_REPORT],
  files: [WIND_FILES],
  results: {
    folder: WIND_RESULTS_FOLDER,
    table: "wind_files",
    names: Object.values(WIND_RESULT_FILES),
    keys: windResultFiles,
    is_made_later: false,
    async remake({ jobs }, trx, wind_file_id) {
      await updateWindFile(trx, wind_file_id, { processing_status: 1 });
      await jobs.enqueue(trx, READ_WIND_FILE, { wind_file_id });
    },
    mayRead: async ({ db }, viewer, key) =>
      viewer !== null && (await findVisibleWindFile(db, viewer, Number(key.split("/")[1]))) !== undefined,
  },
  async sweep(context) {
    await enqueueLostWindJobs(context);
    await sweepWindUploads(context);
  },
  remakeOutdated: enqueueOutdatedWindFiles,
  account: {
    about: "wind/            your wind logs as you uploaded them, and the reports on them",
    exported: exportWindFiles,
    tables: ["wind_files", "wind_uploads"],
    removed: removeWindFiles,
  },
});
