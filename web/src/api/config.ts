import { call } from "./client";

let requested: Promise<string | null> | null = null;

/**
 * The online map style that the server names; null for the packed coast, also when the server does not answer. Null on a
 * page opened by a share link, too, which requests nothing from others (its content security policy allows nothing).
 */
export function mapStyleUrl(): Promise<string | null> {
  if (new URLSearchParams(globalThis.location?.search).has("share_id")) return Promise.resolve(null);
  requested ??= call("GET /config/").then(
    ({ map_style_url }) => map_style_url,
    () => null,
  );
  return requested;
}
