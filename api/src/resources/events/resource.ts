import { defineResource } from "../../platform/ops/resource.ts";
import { EVENT_ROUTES } from "./contract.ts";
import { EVENT_HANDLERS } from "./handlers.ts";

export const EVENTS = defineResource({
  name: "events",
  routes: EVENT_ROUTES,
  handlers: EVENT_HANDLERS,
});
