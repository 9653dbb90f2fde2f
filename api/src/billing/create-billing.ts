import type { Config } from "../config.ts";
import type { Db } from "../database/open.ts";
import { embeddedBilling } from "./embedded.ts";
import { EMBEDDED_PRICES } from "./plans.ts";
import type { BillingProvider } from "./provider.ts";
import { stripeBilling } from "./stripe.ts";

/** The payment provider of the configuration. */
export function createBilling(db: Db, { public_url, providers: { billing } }: Config): BillingProvider {
  if (typeof billing === "object") return stripeBilling(billing, public_url);
  return embeddedBilling(db, public_url, billing === "off" ? [] : EMBEDDED_PRICES);
}
