import type { Config } from "../config.ts";
import { embeddedGarmin } from "./embedded.ts";
import type { GarminProvider } from "./provider.ts";

/** Garmin or what is in its place, by the configuration; null when it is off. */
export function createGarmin(config: Config): GarminProvider | null {
  const { garmin } = config.providers;
  if (garmin === "off") return null;
  if (garmin === "embedded") return embeddedGarmin(config);
  const redirect_uri = `${config.public_url}/api/garmin/callback/`;
  return { ...garmin, kind: "garmin", redirect_uri, fetch: (url, options) => fetch(url, options) };
}
