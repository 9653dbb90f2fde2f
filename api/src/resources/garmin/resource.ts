import { defineResource } from "../../platform/ops/resource.ts";
import { GARMIN_ROUTES } from "./contract.ts";
import { DEREGISTER, leaveGarmin } from "./disconnect.ts";
import { GARMIN_HANDLERS } from "./handlers.ts";
import { IMPORT_ACTIVITY } from "./import-activity.ts";

export const GARMIN = defineResource({
  name: "garmin",
  routes: GARMIN_ROUTES,
  handlers: GARMIN_HANDLERS,
  jobs: [IMPORT_ACTIVITY, DEREGISTER],
  account: { removed: leaveGarmin },
});
