import { defineResource } from "../../platform/ops/resource.ts";
import { sweepAudit } from "./audit.ts";
import { ADMIN_ROUTES } from "./contract.ts";
import { ADMIN_HANDLERS } from "./handlers.ts";

export const ADMIN = defineResource({
  name: "admin",
  routes: ADMIN_ROUTES,
  handlers: ADMIN_HANDLERS,
  ids: { jobs: "job", users: "user" },
  sweep: ({ db }) => sweepAudit(db),
});
