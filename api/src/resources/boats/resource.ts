import { defineResource } from "../../platform/ops/resource.ts";
import { BOAT_ROUTES } from "./contract.ts";
import { BOAT_HANDLERS } from "./handlers.ts";

export const BOATS = defineResource({
  name: "boats",
  routes: BOAT_ROUTES,
  handlers: BOAT_HANDLERS,
});
