import { sql } from "kysely";
import { isComputingStalled } from "../../platform/http/computing-calls.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import type { SERVER_ROUTES } from "./contract.ts";

/** Pages of the screens whose views are counted: patterns of the route table, never an address with an id. */
const VIEWED_PAGES = [
  "/home",
  "/upload",
  "/wind",
  "/wind-report/:report_id",
  "/dashboard/journal",
  "/dashboard/reports",
  "/reports/:track_id",
  "/straight-analysis/:analysis_id",
  "/account",
  "/account/garmin",
  "/account/plan",
  "/account/beta",
  "/account/privacy",
  "/tracks/:track_id",
  "/races/:race_id",
  "/teams",
  "/teams/:team_id",
  "/login",
  "/register",
  "/forgot",
  "/reset/:uuid",
  "/about",
  "/about-these-numbers",
  "/privacy-policy",
  "/cookie-policy",
  "/terms-and-conditions",
];

/** State and public configuration of the server. */
export const SERVER_HANDLERS: Handlers<typeof SERVER_ROUTES> = {
  "GET /health/": async ({ context }) => {
    await sql`select 1`.execute(context.db);
    return { status: 200, body: { status: "ok", version: context.core.version } };
  },

  "GET /health/live/": ({ context }) => ({ status: 200, body: { status: "ok", version: context.core.version } }),

  "GET /health/ready/": async ({ context }) => {
    const { db, storage, stopping } = context;
    const [database, files] = await Promise.all([
      inTime(sql`select 1`.execute(db)),
      inTime(storage.read("database-id")),
    ]);
    const computing = !isComputingStalled(context);
    const is_ready = database && files && computing && !stopping;
    const body = { database, storage: files, computing, stopping };
    return is_ready
      ? { status: 200, body: { status: "ready", ...body } }
      : { status: 503, body: { status: "not ready", ...body } };
  },

  "GET /config/": ({ context: { core, config, billing } }) => ({
    status: 200,
    body: {
      version: core.version,
      billing: billing.name,
      map_style_url: config.map_style_url ?? null,
      operator: config.operator,
    },
  }),

  "POST /page-views/": ({ context, body }) => {
    context.metrics.viewed(VIEWED_PAGES.includes(body.page) ? body.page : "other");
    return { status: 204 };
  },
};

/** A database or storage that takes longer cannot answer calls in time. *guess* */
const READY_WITHIN_MS = 2000;

/** Whether this succeeds in time. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), READY_WITHIN_MS);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
