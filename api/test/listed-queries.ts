import { findUser } from "../src/platform/auth/users.ts";
import type { Db } from "../src/platform/db/open.ts";
import type { Viewer } from "../src/platform/http/viewer.ts";
import { listJournals } from "../src/resources/journals/queries.ts";
import { listRaces } from "../src/resources/races/queries.ts";
import { dailyReport } from "../src/resources/reports/daily.ts";
import { timeOnWater } from "../src/resources/reports/leaderboard.ts";
import { maneuverSessions } from "../src/resources/reports/maneuver-sessions.ts";
import { polarSessions } from "../src/resources/reports/polar.ts";
import {
  onePerson,
  type ReportFilter,
  reportSessions,
  sailedClasses,
  speedRecords,
  sumSessions,
} from "../src/resources/reports/queries.ts";
import { regattaResults } from "../src/resources/reports/regatta-queries.ts";
import { season } from "../src/resources/reports/season.ts";
import { listDates, listTracks, oldestDate, type TrackFilter } from "../src/resources/tracks/list-queries.ts";
import { type Amounts, firstWithoutTeam, IDLE_TEAMS_EVERY, TEAM_SIZE } from "./generated-rows.ts";
import { administrationQueries, jobQueries, personalQueries } from "./listed-details.ts";

/** A query of a list or a report with its name. */
export interface Listed {
  name: string;
  run: (db: Db) => Promise<unknown>;
}

/** Every query of lists, reports, the administration and the jobs that look for work, as users of {@link Amounts} ask them. */
export async function listedQueries(db: Db, amounts: Amounts): Promise<Listed[]> {
  const viewer = async (id: number): Promise<Viewer> => (await findUser(db, id))!;
  const people: Record<string, Viewer> = {
    "the busiest coach": await viewer(1),
    "an athlete": await viewer(Math.floor(amounts.users / 40) * TEAM_SIZE + 5),
    "one of an idle team": await viewer((IDLE_TEAMS_EVERY - 1) * TEAM_SIZE + 2),
    "one without a team": await viewer(firstWithoutTeam(amounts)),
  };
  const administrator: Viewer = { ...(await viewer(amounts.users)), role: 1 };
  const personal: Listed[] = [];
  for (const [name, person] of Object.entries(people)) personal.push(...(await personalQueries(db, name, person)));
  return [
    ...personal,
    ...administrationQueries(amounts),
    ...jobQueries,
    ...Object.entries(people).flatMap(([name, person]) => [
      ...trackQueries(name, person, "team"),
      ...trackQueries(name, person, "mine"),
      ...journalQueries(name, person),
      ...reportQueries(name, person),
    ]),
    ...trackQueries("an administrator", administrator, "all"),
    ...journalQueries("an administrator", administrator),
  ];
}

/** In the middle of the generated dates. */
const MIDDLE = new Date("2020-06-15T12:00:00Z");

function trackQueries(who: string, viewer: Viewer, mode: TrackFilter["mode"]): Listed[] {
  const list = (name: string, filter: Partial<TrackFilter>, direction?: "older" | "newer") => ({
    name: `tracks, ${mode}, ${who}, ${name}`,
    run: (db: Db) =>
      listTracks(db, viewer, { ...filter, mode }, direction ? { direction, sort_time: MIDDLE, id: 1 } : null),
  });
  return [
    list("first page", {}),
    list("older page", {}, "older"),
    list("newer page", {}, "newer"),
    list("search with hits", { search: "kiel session" }),
    list("search with few", { search: "-1234" }),
    list("search without", { search: "xyzzy" }),
    list("of two users", { user_ids: [viewer.id, viewer.id + 1] }),
    list("of a day", { day: "2020-06-15" }),
    list("between days", { start_date: "2015-03-01", end_date: "2015-04-01" }),
    { name: `dates, ${mode}, ${who}`, run: (db) => listDates(db, viewer, mode) },
    { name: `oldest date, ${mode}, ${who}`, run: (db) => oldestDate(db, viewer, mode) },
    { name: `races, ${mode}, ${who}, first page`, run: (db) => listRaces(db, viewer, { mode }, null) },
    { name: `races, ${mode}, ${who}, search`, run: (db) => listRaces(db, viewer, { mode, search: "kiel" }, null) },
    {
      name: `races, ${mode}, ${who}, older page`,
      run: (db) => listRaces(db, viewer, { mode }, { direction: "older", sort_time: MIDDLE, id: 1 }),
    },
  ];
}

function journalQueries(who: string, viewer: Viewer): Listed[] {
  const list = (name: string, search?: string, before?: number) => ({
    name: `journals, ${who}, ${name}`,
    run: (db: Db) => listJournals(db, viewer, { search }, before ? { direction: "older", id: before } : null, 20),
  });
  return [
    list("first page"),
    list("older page", undefined, 1000),
    list("search with hits", "layline"),
    list("search without", "xyzzy"),
  ];
}

/** Each report with each of its filters. */
function reportQueries(who: string, viewer: Viewer): Listed[] {
  const filter = { viewer, user_id: viewer.id, people: onePerson(viewer.id) };
  const days = { start: "2020-06-01", end: "2020-09-01" };
  return [
    ...reportsOf(who, filter),
    ...reportsOf(`${who}, of a class`, { ...filter, boat_class: "49er" }),
    ...reportsOf(`${who}, of some days`, { ...filter, ...days }),
    ...reportsOf(`${who}, of a class on some days`, { ...filter, ...days, boat_class: "49er" }),
  ];
}

function reportsOf(who: string, filter: ReportFilter): Listed[] {
  return [
    { name: `user report, ${who}`, run: (db) => sumSessions(db, filter) },
    { name: `expected loss, ${who}`, run: (db) => maneuverSessions(db, filter, "tack", undefined) },
    { name: `leaderboard, ${who}`, run: (db) => timeOnWater(db, filter) },
    { name: `boat classes, ${who}`, run: (db) => sailedClasses(db, filter) },
    { name: `regatta results, ${who}`, run: (db) => regattaResults(db, filter) },
    { name: `sessions of a report, ${who}`, run: (db) => reportSessions(db, filter) },
    { name: `speed records, ${who}`, run: (db) => speedRecords(db, filter) },
    { name: `daily report, ${who}`, run: (db) => dailyReport(db, filter) },
    { name: `season, ${who}`, run: (db) => season(db, filter) },
    { name: `sessions of a polar, ${who}`, run: (db) => polarSessions(db, filter) },
  ];
}
