import { dashboard } from "@leebow/core/node";
import { canViewReportsOf, findTeamOfReports } from "../../access/report.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { forbidden } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { knownClass } from "../boats/known-class.ts";
import type { REPORT_ROUTES } from "./contract.ts";
import { dailyReport } from "./daily.ts";
import { leaderboard } from "./leaderboard.ts";
import { idsOfLosses, maneuverSessions, tracksByDate, withoutWind } from "./maneuver-sessions.ts";
import { polarOf } from "./polar.ts";
import {
  onePerson,
  type PeopleFilter,
  type ReportFilter,
  reportSessions,
  sailedClasses,
  speedRecords,
  sumSessions,
} from "./queries.ts";
import { regattaResults } from "./regatta-queries.ts";
import { PARQUET_TYPE, type ReportQuery } from "./schema.ts";
import { season, seasonData } from "./season.ts";
import { athletesOf, seasonTeam } from "./season-team.ts";
import { lossByBand, NO_BANDS, timeInBands } from "./speed-bands.ts";

/** Numbers over many sessions, for the dashboards. */
export const REPORT_HANDLERS: Handlers<typeof REPORT_ROUTES> = {
  "GET /reports/user/": async ({ context, viewer, query }) => {
    const sums = await sumSessions(context.db, await filterOf(context, viewer, query));
    const { sessions, water_time_s: water_time, tacks, gybes, accelerations, sets, douses } = sums;
    return { status: 200, body: { sessions, water_time, tacks, gybes, accelerations, sets, douses } };
  },

  "GET /reports/windconditions/": async ({ context, viewer, query }) => {
    const filter = await filterOf(context, viewer, query);
    const [sums, speed_bands] = [await sumSessions(context.db, filter), await timeInBands(context.db, filter)];
    const time_in_conditions = { Light: sums.light_s, Sf: sums.sf_s, Df: sums.df_s, Windy: sums.windy_s };
    return { status: 200, body: { total_time: sums.water_time_s, time_in_conditions, speed_bands } };
  },

  "GET /reports/improvement/": async ({ context, viewer, query: { tag, basis, by, ...query } }) => {
    const filter = await filterOf(context, viewer, query);
    if (by === "speed") return { status: 200, body: await lossByBand(context.db, filter, KIND[tag], basis) };
    const found = await maneuverSessions(context.db, filter, KIND[tag], basis);
    const track_ids = tracksByDate(found);
    const days = await dashboard.improvement(KIND[tag], found.sessions);
    return {
      status: 200,
      body: days.map((day) => ({ ...day, ...NO_BANDS, track_ids: track_ids.get(day.date) ?? [] })),
    };
  },

  "GET /reports/expectedloss/": async ({ context, viewer, query: { tag, basis, by, ...query } }) => {
    const found = await maneuverSessions(context.db, await filterOf(context, viewer, query), KIND[tag], basis);
    const sessions = by === "speed" ? withoutWind(found.sessions) : found.sessions;
    const { losses, ...line } = await dashboard.expected_loss(KIND[tag], sessions);
    const ids = idsOfLosses(found, line.x);
    const body = { ...line, losses: losses.map((loss, at) => ({ ...loss, ...ids[at]! })) };
    return { status: 200, body: { ...body, loss_basis: found.loss_basis, loss_bases: found.loss_bases } };
  },

  "GET /reports/leaderboard/": async ({ context, viewer, query }) => {
    const filter = await filterOf(context, viewer, query);
    return { status: 200, body: await leaderboard(context.db, context.storage, filter) };
  },

  "GET /reports/daily/": async ({ context, viewer, query }) => {
    const filter = await filterOf(context, viewer, query);
    const content = await inTurn(context, () => dailyReport(context.db, filter));
    return { status: 200, download: { content, content_type: XLSX_TYPE, name: "report.xlsx" } };
  },

  "GET /reports/season-data/": async ({ context, viewer, query }) => {
    const filter = { ...(await peopleOf(context, viewer, query)), wind: query.wind };
    const isOfTeam = query.team !== undefined;
    const athlete = query.user === undefined || query.user === viewer.id ? null : `athlete-${query.user}`;
    const of = isOfTeam ? `team-${query.team}` : athlete;
    const { content, name } = await inTurn(context, () => seasonData(context, filter, { isOfTeam, of }));
    return { status: 200, download: { content, content_type: PARQUET_TYPE, name } };
  },

  "GET /reports/results/": async ({ context, viewer, query }) => ({
    status: 200,
    body: await regattaResults(context.db, await filterOf(context, viewer, query)),
  }),

  "GET /reports/sessions/": async ({ context, viewer, query }) => ({
    status: 200,
    body: await reportSessions(context.db, await filterOf(context, viewer, query)),
  }),

  "GET /reports/records/": async ({ context, viewer, query }) => ({
    status: 200,
    body: await speedRecords(context.db, await filterOf(context, viewer, query)),
  }),

  "GET /reports/polar/": async ({ context, viewer, query: { side, ...query } }) => ({
    status: 200,
    body: await polarOf(context, await peopleOf(context, viewer, query), {
      side,
      isOfTeam: query.team !== undefined,
      viewer,
    }),
  }),

  "GET /reports/boatclasses/": async ({ context, viewer, query }) => ({
    status: 200,
    body: await sailedClasses(context.db, await peopleOf(context, viewer, query)),
  }),

  "GET /reports/season/": async ({ context, viewer, query }) => {
    const filter = { ...(await peopleOf(context, viewer, query)), wind: query.wind };
    return { status: 200, body: await season(context.db, filter) };
  },

  "GET /reports/season-team/": async ({ context: { db, storage, core }, viewer, query }) => {
    const { team: team_id, class: named, ...range } = query;
    const boat_class = knownClass(core, named, "class");
    const team = await teamOf(db, viewer, team_id);
    return { status: 200, body: await seasonTeam(db, storage, { ...range, viewer, boat_class, team }) };
  },
};

const KIND = { T: "tack", G: "gybe" } as const;

async function filterOf({ db, core }: AppContext, viewer: Viewer, query: ReportQuery): Promise<ReportFilter> {
  const { user: user_id = viewer.id, class: named, start, end } = query;
  const boat_class = knownClass(core, named, "class");
  if (!(await canViewReportsOf(db, viewer, user_id))) {
    throw forbidden("These numbers are for their owner, for coaches of the owner's teams, and for administrators.");
  }
  return { viewer, user_id, people: onePerson(user_id), boat_class, start, end };
}

/** The filter of a person, or of the athletes of a team. */
async function peopleOf(
  context: AppContext,
  viewer: Viewer,
  { team, ...query }: ReportQuery & { team?: number | undefined },
): Promise<PeopleFilter> {
  if (team === undefined) return filterOf(context, viewer, query);
  const boat_class = knownClass(context.core, query.class, "class");
  const { id } = await teamOf(context.db, viewer, team);
  return { viewer, people: athletesOf(id), boat_class, start: query.start, end: query.end };
}

async function teamOf(db: Db, viewer: Viewer, team_id: number) {
  const team = await findTeamOfReports(db, viewer, team_id);
  if (!team) throw forbidden("These numbers are for coaches of the team, and for administrators.");
  return team;
}
