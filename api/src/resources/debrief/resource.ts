import { defineResource } from "../../platform/ops/resource.ts";
import { DEBRIEF_ROUTES } from "./contract.ts";
import { DEBRIEF_HANDLERS } from "./handlers.ts";

export const DEBRIEF = defineResource({
  name: "debrief",
  routes: DEBRIEF_ROUTES,
  handlers: DEBRIEF_HANDLERS,
});
