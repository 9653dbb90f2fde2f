import { defineResource } from "../../platform/ops/resource.ts";
import { TARGET_ROUTES } from "./contract.ts";
import { TARGET_HANDLERS } from "./handlers.ts";

export const TARGETS = defineResource({
  name: "targets",
  routes: TARGET_ROUTES,
  handlers: TARGET_HANDLERS,
  ids: { targets: "target polar" },
});
