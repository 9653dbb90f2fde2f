import type { Config } from "../config.ts";
import type { Db } from "../database/open.ts";
import { embeddedBilling } from "./embedded.ts";
import { NO_BILLING } from "./no-billing.ts";
import type { BillingProvider } from "./provider.ts";
import { stripeBilling } from "./stripe.ts";

/** The payment provider of the configuration. */
export function createBilling(db: Db, { public_url, providers: { billing } }: Config): BillingProvider {
  if (typeof billing === "object") return stripeBilling(billing, public_url);
  return billing === "off" ? NO_BILLING : embeddedBilling(db, public_url);
}
