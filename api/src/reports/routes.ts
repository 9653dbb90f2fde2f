import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import { dashboard } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { Env, Viewer } from "../auth/viewer.ts";
import { forbidden } from "../http/errors.ts";
import { answers, newApp, SECURED } from "../http/openapi.ts";
import { presentUser } from "../users/present.ts";
import { findUser } from "../users/queries.ts";
import { canViewReportsOf } from "./policy.ts";
import { type ReportFilter, sailedClasses } from "./queries.ts";
import * as schema from "./schema.ts";
import { sessionsOf } from "./sessions.ts";

/** Numbers over many sessions, for the dashboards. */
export function reportRoutes(context: AppContext): OpenAPIHono<Env> {
  const app = newApp();
  const sessions = (viewer: Viewer, query: Query) => sessionsOf(context, filterOf(viewer, query));

  app.openapi(userStats, async (c) => {
    const { water_time_s: water_time, ...counts } = dashboard.user_stats(
      await sessions(c.get("viewer"), c.req.valid("query")),
    );
    return c.json({ ...counts, water_time }, 200);
  });

  app.openapi(windConditions, async (c) => {
    const told = dashboard.wind_conditions(await sessions(c.get("viewer"), c.req.valid("query")));
    return c.json({ total_time: told.total_time_s, time_in_conditions: told.time_in_conditions_s }, 200);
  });

  app.openapi(improvement, async (c) => {
    const { tag, ...query } = c.req.valid("query");
    return c.json(dashboard.improvement(KIND[tag], await sessions(c.get("viewer"), query)), 200);
  });

  app.openapi(expectedLoss, async (c) => {
    const { tag, ...query } = c.req.valid("query");
    return c.json(dashboard.expected_loss(KIND[tag], await sessions(c.get("viewer"), query)), 200);
  });

  app.openapi(leaderboard, async (c) => {
    const filter = filterOf(c.get("viewer"), c.req.valid("query"));
    const { water_time_s } = dashboard.user_stats(await sessionsOf(context, filter));
    // A team of one until there are teams.
    const people = (await Promise.all([findUser(context.db, filter.user_id)])).filter((person) => person !== undefined);
    const hours = new Map(
      dashboard.leaderboard(people.map(({ id }) => ({ id, water_time_s }))).map((row) => [row.id, row.time_on_water_h]),
    );
    const row = (person: (typeof people)[number]) => {
      const { id, first_name, last_name, profile_img } = presentUser(person, context.storage);
      return { id, first_name, last_name, profile_img, time_on_water: hours.get(id) ?? 0 };
    };
    return c.json(people.map(row), 200);
  });

  app.openapi(boatClasses, async (c) => c.json(await sailedClasses(context.db, c.get("viewer").id), 200));

  return app;
}

type Query = z.infer<typeof schema.ReportQuery>;

const KIND = { T: "tack", G: "gybe" } as const;

function filterOf(viewer: Viewer, { user: user_id = viewer.id, class: boat_class, start, end }: Query): ReportFilter {
  if (!canViewReportsOf(viewer, user_id)) throw forbidden("These numbers are for their owner and administrators.");
  return { user_id, boat_class, start, end };
}

const report = <T extends z.ZodType, Q extends typeof schema.ReportQuery | typeof schema.TagQuery>(
  path: string,
  summary: string,
  query: Q,
  told: T,
) =>
  createRoute({
    method: "get",
    path: `/reports/${path}`,
    tags: ["Reports"],
    summary,
    ...SECURED,
    request: { query },
    responses: answers(200, told, summary),
  });

const userStats = report(
  "user",
  "Sessions, hours and maneuvers of a person",
  schema.ReportQuery,
  schema.UserStatsSchema,
);
const windConditions = report(
  "windconditions",
  "Time on the water by wind",
  schema.ReportQuery,
  schema.WindConditionsSchema,
);
const improvement = report(
  "improvement",
  "Loss of tacks or gybes over time, by wind",
  schema.TagQuery,
  schema.ImprovementSchema,
);
const expectedLoss = report(
  "expectedloss",
  "Loss of tacks or gybes over the wind",
  schema.TagQuery,
  schema.ExpectedLossSchema,
);
const leaderboard = report(
  "leaderboard",
  "Hours on the water, most first",
  schema.ReportQuery,
  schema.LeaderboardSchema,
);
const boatClasses = createRoute({
  method: "get",
  path: "/reports/boatclasses",
  tags: ["Reports"],
  summary: "The boat classes one has sailed",
  ...SECURED,
  responses: answers(200, schema.BoatClassesSchema, "By name"),
});
