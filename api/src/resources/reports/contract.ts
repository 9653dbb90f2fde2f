/** Calls of the reports. Importable by the browser. */
import { file, route } from "../../platform/http/route.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Polar, PolarQuery } from "./polar-schema.ts";
import {
  BoatClasses,
  ExpectedLoss,
  Improvement,
  Leaderboard,
  PARQUET_TYPE,
  PersonQuery,
  RegattaResults,
  ReportQuery,
  ReportSessions,
  SpeedRecords,
  TagQuery,
  UserStats,
  WindConditions,
} from "./schema.ts";
import { Season, SeasonDataQuery, SeasonQuery, SeasonTeam, SeasonTeamQuery } from "./season-schema.ts";

const REPORTS = { tag: "Reports", access: "signed_in" } as const;
/** 403: the reports of others are for administrators, and for teammates with coach_tools. */
const OF_PERSON = { ...REPORTS, errors: [403] } as const;

export const REPORT_ROUTES = {
  "GET /reports/user/": route({
    ...OF_PERSON,
    operationId: "reportUserStats",
    summary: "Sessions, hours and maneuvers of a person",
    query: ReportQuery,
    answers: { 200: UserStats },
  }),
  "GET /reports/windconditions/": route({
    ...OF_PERSON,
    operationId: "reportWindConditions",
    summary: "Time on the water by wind",
    query: ReportQuery,
    answers: { 200: WindConditions },
  }),
  "GET /reports/improvement/": route({
    ...OF_PERSON,
    operationId: "reportImprovement",
    summary: "Loss of tacks or gybes over time, by wind",
    query: TagQuery,
    answers: { 200: Improvement },
  }),
  "GET /reports/expectedloss/": route({
    ...OF_PERSON,
    operationId: "reportExpectedLoss",
    summary: "Loss of tacks or gybes over the wind",
    query: TagQuery,
    answers: { 200: ExpectedLoss },
  }),
  "GET /reports/leaderboard/": route({
    ...OF_PERSON,
    operationId: "reportLeaderboard",
    summary: "Hours on the water of the members of the user's teams, most first",
    query: ReportQuery,
    answers: { 200: Leaderboard },
  }),
  "GET /reports/results/": route({
    ...OF_PERSON,
    operationId: "reportRegattaResults",
    summary: "Regatta results of a person, from regatta reports in journals",
    query: ReportQuery,
    answers: { 200: RegattaResults },
  }),
  "GET /reports/daily/": route({
    ...OF_PERSON,
    rateLimit: { per: "user", max: LIMITS.workbooks_per_minute, window_s: 60 },
    operationId: "downloadDailyReport",
    computes: true,
    summary: "A workbook (report.xlsx) with a row a day and a row a session",
    description: `The last days that have together at most ${LIMITS.daily_report_sessions} sessions.`,
    query: ReportQuery,
    answers: { 200: file(XLSX_TYPE) },
  }),
  "GET /reports/season-data/": route({
    ...OF_PERSON,
    rateLimit: { per: "user", max: LIMITS.workbooks_per_minute, window_s: 60 },
    operationId: "downloadSeasonData",
    computes: true,
    summary:
      "The sessions of a person or of a team as a Parquet file, a row a session with its tacks, gybes and straights as lists",
    description: `docs/season.md has the columns and queries. The newest ${LIMITS.report_sessions} sessions, oldest first.`,
    query: SeasonDataQuery,
    answers: { 200: file(PARQUET_TYPE) },
  }),
  "GET /reports/sessions/": route({
    ...OF_PERSON,
    operationId: "reportSessions",
    summary: "The sessions that the figures of a person add up",
    query: ReportQuery,
    answers: { 200: ReportSessions },
  }),
  "GET /reports/records/": route({
    ...OF_PERSON,
    operationId: "reportSpeedRecords",
    summary: "The speed records of a person, with their sessions",
    query: ReportQuery,
    answers: { 200: SpeedRecords },
  }),
  "GET /reports/polar/": route({
    ...OF_PERSON,
    operationId: "reportPolar",
    computes: true,
    summary:
      "Speed by true wind angle and wind speed of a person or a team in one class, its targets, and their course over time",
    query: PolarQuery,
    errors: [403, 503],
    answers: { 200: Polar },
  }),
  "GET /reports/boatclasses/": route({
    ...OF_PERSON,
    operationId: "listSailedClasses",
    summary: "Boat classes that a person or a team has sailed, of the tracks visible to the viewer, by name",
    query: PersonQuery,
    answers: { 200: BoatClasses },
  }),
  "GET /reports/season/": route({
    ...OF_PERSON,
    operationId: "reportSeason",
    summary: "Days, months, losses of tacks and gybes by month, and personal bests of a person",
    query: SeasonQuery,
    answers: { 200: Season },
  }),
  "GET /reports/season-team/": route({
    ...OF_PERSON,
    operationId: "reportSeasonOfTeam",
    summary: "Time, tacks and losses of the athletes of a team, and the days they sailed",
    query: SeasonTeamQuery,
    answers: { 200: SeasonTeam },
  }),
} as const;
