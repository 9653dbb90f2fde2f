import type { Providers } from "../platform/config.ts";
import { Feature } from "../resources/account/schema.ts";
import { readGarminSettings } from "../resources/garmin/settings.ts";

/** Of a demonstration: nothing outside is needed, and everybody analyses tracks. */
export const EMBEDDED_PROVIDERS: Providers = {
  default_features: ["athlete", "auto_segmentation"],
  billing: "embedded",
  garmin: "embedded",
};

/** How the server was started. */
export interface Demo {
  /** With `--demo`. */
  is_requested: boolean;
  /** Whether this machine alone can reach it. */
  is_local: boolean;
}

/** Throws a sentence that names a variable with an invalid value. */
export function readProviders(env: NodeJS.ProcessEnv, demo: Demo): Providers {
  return { default_features: readFeatures(env), billing: readBilling(env, demo), garmin: readGarminSettings(env) };
}

function readFeatures({ DEFAULT_FEATURES: text }: NodeJS.ProcessEnv): readonly Feature[] {
  if (!text) return EMBEDDED_PROVIDERS.default_features;
  if (text.trim() === "none") return [];
  const features = Feature.array().safeParse(text.split(",").map((name) => name.trim()));
  if (features.success) return features.data;
  throw new Error(`DEFAULT_FEATURES=${text} is not "none" or a list of ${Feature.options.join(", ")}.`);
}

/** The embedded provider gives every plan for nothing: without `--demo` it would give other people's tracks with it. */
function readBilling(env: NodeJS.ProcessEnv, { is_requested, is_local }: Demo): Providers["billing"] {
  const { BILLING: kind, STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret } = env;
  if (kind && !["embedded", "off", "stripe"].includes(kind)) {
    throw new Error(`BILLING=${kind} is not one of stripe, embedded, off.`);
  }
  if (kind === "embedded" && !is_requested) {
    throw new Error(
      "BILLING=embedded is not for use: it gives every plan for nothing. Set BILLING=off, or start with --demo.",
    );
  }
  if (kind === "embedded" || kind === "off") return kind;
  if (!secret_key && kind !== "stripe") return is_requested && is_local ? "embedded" : "off";
  if (!secret_key) throw new Error("Set STRIPE_SECRET_KEY to the secret key of your Stripe account.");
  if (!webhook_secret)
    throw new Error("Set STRIPE_WEBHOOK_SECRET to the signing secret of Stripe's web hook (whsec_…).");
  return { secret_key, webhook_secret, api_url: env.STRIPE_API_URL || null };
}
