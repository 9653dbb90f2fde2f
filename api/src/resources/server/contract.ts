/** Calls about the server itself. Importable by the browser. */
import { z } from "zod";
import { route } from "../../platform/http/route.ts";

const SERVER = { tag: "Server", access: "anonymous" } as const;

export const Health = z.strictObject({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

export const Ready = z
  .strictObject({
    status: z.enum(["ready", "not ready"]),
    database: z.boolean(),
    storage: z.boolean(),
    computing: z.boolean().meta({ description: "False: every place for calls that compute is held by one that hangs" }),
    stopping: z.boolean(),
  })
  .meta({ id: "Ready" });

export const ServerConfig = z
  .strictObject({
    version: z.string(),
    billing: z.enum(["stripe", "embedded", "off"]).meta({
      description: "Who takes payments; embedded: nobody, as a demonstration; off: no plan is sold",
    }),
    map_style_url: z.string().nullable().meta({ description: "Online map style; null: the packed coast" }),
    operator: z
      .strictObject({ name: z.string().nullable(), contact: z.string().nullable() })
      .meta({ description: "Who runs this server and how to reach them; null where they have not said" }),
  })
  .meta({ id: "ServerConfig" });
export type ServerConfig = z.infer<typeof ServerConfig>;

export const PageView = z
  .object({
    page: z.string().max(200).meta({
      description:
        "Pattern of the page's address in the screens, such as /tracks/:track_id; any other text counts as other",
    }),
  })
  .meta({ id: "PageView" });

export const SERVER_ROUTES = {
  "GET /health/": route({
    ...SERVER,
    operationId: "readHealth",
    summary: "Whether the server can answer",
    answers: { 200: Health },
  }),
  "GET /health/live/": route({
    ...SERVER,
    operationId: "readLiveness",
    summary: "Whether the process runs: restart it when this has no answer",
    answers: { 200: Health },
  }),
  "GET /health/ready/": route({
    ...SERVER,
    operationId: "readReadiness",
    summary:
      "Whether calls should be sent to this process: it reaches database and storage, computes, and is not about to stop",
    answers: { 200: Ready, 503: Ready },
  }),
  "GET /config/": route({
    ...SERVER,
    operationId: "readConfig",
    summary: "What the screens need to know before a login",
    answers: { 200: ServerConfig },
  }),
  "POST /page-views/": route({
    ...SERVER,
    operationId: "countPageView",
    summary: "Count that a kind of page was opened; who opened it is not recorded",
    body: PageView,
    answers: { 204: null },
  }),
} as const;
