/** Calls about the server itself. Importable by the browser. */
import { z } from "zod";
import { route } from "../http/route.ts";

const SERVER = { tag: "Server", access: "anonymous" } as const;

export const Health = z.strictObject({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

export const ServerConfig = z
  .strictObject({
    version: z.string(),
    map_style_url: z.string().nullable().meta({ description: "Online map style; null: the packed coast" }),
  })
  .meta({ id: "ServerConfig" });
export type ServerConfig = z.infer<typeof ServerConfig>;

export const SERVER_ROUTES = {
  "GET /health/": route({
    ...SERVER,
    operationId: "readHealth",
    summary: "Whether the server can answer",
    answers: { 200: Health },
  }),
  "GET /config/": route({
    ...SERVER,
    operationId: "readConfig",
    summary: "What the screens need to know before a login",
    answers: { 200: ServerConfig },
  }),
} as const;
