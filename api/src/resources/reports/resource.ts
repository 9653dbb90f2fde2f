import { defineResource } from "../../platform/ops/resource.ts";
import { REPORT_ROUTES } from "./contract.ts";
import { REPORT_HANDLERS } from "./handlers.ts";

export const REPORTS = defineResource({
  name: "reports",
  routes: REPORT_ROUTES,
  handlers: REPORT_HANDLERS,
  ids: { boats: "user whose boat it is" },
});
