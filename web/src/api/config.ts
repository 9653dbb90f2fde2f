import type { ServerConfig } from "@leebow/api/contract";
import { call } from "./client";

let requested: Promise<ServerConfig | null> | null = null;

/** The public configuration of the server, requested until it has answered once; null when it does not answer. */
export function serverConfig(): Promise<ServerConfig | null> {
  requested ??= call("GET /config/").catch(() => {
    requested = null;
    return null;
  });
  return requested;
}

/**
 * The online map style that the server names; null for the packed coast, also when the server does not answer. Null on a
 * page opened by a share link, too, which requests nothing from others (its content security policy allows nothing).
 */
export async function mapStyleUrl(): Promise<string | null> {
  if (new URLSearchParams(globalThis.location?.search).has("share_id")) return null;
  return (await serverConfig())?.map_style_url ?? null;
}
