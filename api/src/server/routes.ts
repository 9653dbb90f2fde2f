import { sql } from "kysely";
import type { Handlers } from "../http/mount.ts";
import type { SERVER_ROUTES } from "./contract.ts";

/** State and public configuration of the server. */
export const SERVER_HANDLERS: Handlers<typeof SERVER_ROUTES> = {
  "GET /health/": async ({ context }) => {
    await sql`select 1`.execute(context.db);
    return { status: 200, body: { status: "ok", version: context.core.version } };
  },

  "GET /config/": ({ context: { core, config } }) => ({
    status: 200,
    body: { version: core.version, map_style_url: config.map_style_url ?? null },
  }),
};
