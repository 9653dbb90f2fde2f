import { BUILD_INDEXES } from "../../platform/ops/build-indexes.ts";
import { DAILY_BACKUP } from "../../platform/ops/daily-backup.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { SWEEP } from "../../platform/ops/sweep.ts";
import { SERVER_ROUTES } from "./contract.ts";
import { SERVER_HANDLERS } from "./handlers.ts";

export const SERVER = defineResource({
  name: "server",
  routes: SERVER_ROUTES,
  handlers: SERVER_HANDLERS,
  jobs: [SWEEP, BUILD_INDEXES, DAILY_BACKUP],
});
