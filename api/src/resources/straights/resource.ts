import { defineResource } from "../../platform/ops/resource.ts";
import { STRAIGHT_ROUTES } from "./contract.ts";
import { STRAIGHT_HANDLERS } from "./handlers.ts";

export const STRAIGHTS = defineResource({
  name: "straights",
  routes: STRAIGHT_ROUTES,
  handlers: STRAIGHT_HANDLERS,
  ids: { straights: "analysis of straights" },
});
