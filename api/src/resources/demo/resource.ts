import { defineResource } from "../../platform/ops/resource.ts";
import { DEMO_ROUTES } from "./contract.ts";
import { DEMO_HANDLERS } from "./handlers.ts";

export const DEMO = defineResource({
  name: "demo",
  routes: DEMO_ROUTES,
  handlers: DEMO_HANDLERS,
});
