import { defineResource } from "../../platform/ops/resource.ts";
import { BILLING_ROUTES } from "./contract.ts";
import { BILLING_HANDLERS } from "./handlers.ts";
import { BILLING_EVENT, BILLING_RENEWALS, END_SUBSCRIPTION, leaveBilling } from "./jobs.ts";

export const BILLING = defineResource({
  name: "billing",
  routes: BILLING_ROUTES,
  handlers: BILLING_HANDLERS,
  ids: { checkout: "checkout" },
  jobs: [BILLING_EVENT, BILLING_RENEWALS, END_SUBSCRIPTION],
  account: { removed: leaveBilling },
});
