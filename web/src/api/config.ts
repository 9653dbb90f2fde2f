import type { ServerConfig } from "@leebow/api/contract";
import { call } from "./client";

let asked: Promise<string | null> | null = null;

/** The online map style the server names; null means our own chart. Without an answer our own chart serves. */
export function mapStyleUrl(): Promise<string | null> {
  asked ??= call<ServerConfig>("GET", "/config/").then(
    ({ map_style_url }) => map_style_url,
    () => null,
  );
  return asked;
}
