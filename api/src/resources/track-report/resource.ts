import { defineResource } from "../../platform/ops/resource.ts";
import { TRACK_REPORT_ROUTES } from "./contract.ts";
import { TRACK_REPORT_HANDLERS } from "./handlers.ts";

export const TRACK_REPORT = defineResource({
  name: "track-report",
  routes: TRACK_REPORT_ROUTES,
  handlers: TRACK_REPORT_HANDLERS,
});
