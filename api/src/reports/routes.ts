import { dashboard } from "@leebow/core/node";
import type { Viewer } from "../auth/viewer.ts";
import { forbidden } from "../http/errors.ts";
import type { Handlers } from "../http/mount.ts";
import { findUser } from "../users/queries.ts";
import type { REPORT_ROUTES } from "./contract.ts";
import { canViewReportsOf } from "./policy.ts";
import { maneuverSessions, type ReportFilter, sailedClasses, sumSessions } from "./queries.ts";
import { regattaResults } from "./regatta-queries.ts";
import type { ReportQuery } from "./schema.ts";

/** Numbers over many sessions, for the dashboards. */
export const REPORT_HANDLERS: Handlers<typeof REPORT_ROUTES> = {
  "GET /reports/user/": async ({ context, viewer, query }) => {
    const sums = await sumSessions(context.db, filterOf(viewer, query));
    const { sessions, water_time_s: water_time, tacks, gybes, accelerations, sets, douses } = sums;
    return { status: 200, body: { sessions, water_time, tacks, gybes, accelerations, sets, douses } };
  },

  "GET /reports/windconditions/": async ({ context, viewer, query }) => {
    const sums = await sumSessions(context.db, filterOf(viewer, query));
    const time_in_conditions = { Light: sums.light_s, Sf: sums.sf_s, Df: sums.df_s, Windy: sums.windy_s };
    return { status: 200, body: { total_time: sums.water_time_s, time_in_conditions } };
  },

  "GET /reports/improvement/": async ({ context, viewer, query: { tag, basis, ...query } }) => {
    const { sessions } = await maneuverSessions(context.db, filterOf(viewer, query), KIND[tag], basis);
    return { status: 200, body: dashboard.improvement(KIND[tag], sessions) };
  },

  "GET /reports/expectedloss/": async ({ context, viewer, query: { tag, basis, ...query } }) => {
    const { sessions, loss_basis } = await maneuverSessions(context.db, filterOf(viewer, query), KIND[tag], basis);
    return { status: 200, body: { ...dashboard.expected_loss(KIND[tag], sessions), loss_basis } };
  },

  "GET /reports/leaderboard/": async ({ context, viewer, query }) => {
    const filter = filterOf(viewer, query);
    const { water_time_s } = await sumSessions(context.db, filter);
    // A team of one until there are teams.
    const people = (await Promise.all([findUser(context.db, filter.user_id)])).filter((person) => person !== undefined);
    const hours = new Map(
      dashboard.leaderboard(people.map(({ id }) => ({ id, water_time_s }))).map((row) => [row.id, row.time_on_water_h]),
    );
    const row = (person: (typeof people)[number]) => {
      const { id, first_name, last_name, image } = person;
      const profile_img = image && context.storage.signedPath(image);
      return { id, first_name, last_name, profile_img, time_on_water: hours.get(id) ?? 0 };
    };
    return { status: 200, body: people.map(row) };
  },

  "GET /reports/results/": async ({ context, viewer, query }) => ({
    status: 200,
    body: await regattaResults(context.db, filterOf(viewer, query)),
  }),

  "GET /reports/boatclasses/": async ({ context, viewer }) => ({
    status: 200,
    body: await sailedClasses(context.db, viewer),
  }),
};

const KIND = { T: "tack", G: "gybe" } as const;

function filterOf(viewer: Viewer, query: ReportQuery): ReportFilter {
  const { user: user_id = viewer.id, class: boat_class, start, end } = query;
  if (!canViewReportsOf(viewer, user_id)) throw forbidden("These numbers are for their owner and administrators.");
  return { viewer, user_id, boat_class, start, end };
}
