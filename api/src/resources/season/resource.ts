import { defineResource, NO_CALLS } from "../../platform/ops/resource.ts";
import { STORE_MISSING_TABLES, SWEEP_TABLES } from "./keep-tables.ts";
import { followTracks, tablesOfUser, WRITE_TABLES } from "./write-tables.ts";

/** Tables of the season for analysts, in the file storage. */
export const SEASON = defineResource({
  name: "season",
  ...NO_CALLS,
  jobs: [WRITE_TABLES, STORE_MISSING_TABLES, SWEEP_TABLES],
  account: { removed: tablesOfUser },
  onTracks: followTracks,
});
