import type { Config } from "../platform/config.ts";
import type { Db } from "../platform/db/open.ts";
import type { BillingProvider } from "../resources/billing/provider.ts";
import { NO_BILLING } from "../resources/billing/provider.ts";
import { embeddedBilling } from "../resources/demo/embedded-billing.ts";
import { embeddedGarmin } from "../resources/demo/embedded-garmin.ts";
import type { GarminProvider } from "../resources/garmin/provider.ts";

/** The payment provider of the configuration. */
export async function createBilling(db: Db, config: Config): Promise<BillingProvider> {
  const {
    public_url,
    providers: { billing },
  } = config;
  if (typeof billing === "object") {
    // Loaded here, since a server that starts from its sources, as in tests, would take 0.1 s longer.
    const { stripeBilling } = await import("../resources/billing/stripe.ts");
    return stripeBilling(billing, public_url);
  }
  return billing === "off" ? NO_BILLING : embeddedBilling(db, public_url);
}

/** Garmin or what is in its place, by the configuration; null when it is off. */
export function createGarmin(config: Config): GarminProvider | null {
  const { garmin } = config.providers;
  if (garmin === "off") return null;
  if (garmin === "embedded") return embeddedGarmin(config);
  const redirect_uri = `${config.public_url}/api/garmin/callback/`;
  return { ...garmin, kind: "garmin", redirect_uri, fetch: (url, options) => fetch(url, options) };
}
