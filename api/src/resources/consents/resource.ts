import { defineResource } from "../../platform/ops/resource.ts";
import { CONSENT_ROUTES } from "./contract.ts";
import { CONSENT_HANDLERS } from "./handlers.ts";

export const CONSENTS = defineResource({
  name: "consents",
  routes: CONSENT_ROUTES,
  handlers: CONSENT_HANDLERS,
  ids: { "race-consents": "race" },
});
