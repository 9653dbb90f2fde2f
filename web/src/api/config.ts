import { call } from "./client";

let requested: Promise<string | null> | null = null;

/** The online map style that the server names; null for the packed coast, also when the server does not answer. */
export function mapStyleUrl(): Promise<string | null> {
  requested ??= call("GET /config/").then(
    ({ map_style_url }) => map_style_url,
    () => null,
  );
  return requested;
}
