/** Calls about the figures of many sessions. */
import type { RequestTo } from "@leebow/api/contract";
import { call } from "./client";

type ReportQuery = NonNullable<RequestTo<"GET /reports/user/">["query"]>;
type TagQuery = NonNullable<RequestTo<"GET /reports/improvement/">["query"]>;

/** What the figures are about: days with both ends, one boat class or all, and whose sessions (null: the viewer's). */
export interface ReportFilter {
  /** YYYY-MM-DD. */
  start: string;
  end: string;
  boat_class: string | null;
  user: number | null;
}

/** Tacks or gybes. */
export type LossTag = TagQuery["tag"];
export type LossBasis = NonNullable<TagQuery["basis"]>;

const queryOf = ({ start, end, boat_class, user }: ReportFilter) =>
  ({ start, end, class: boat_class ?? undefined, user: user ?? undefined }) as ReportQuery;

const lossQueryOf = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null) => ({
  ...queryOf(filter),
  tag,
  basis: basis ?? undefined,
});

type Signal = AbortSignal | undefined;

export const fetchUserStats = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/user/", { query: queryOf(filter), signal });
export const fetchWindConditions = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/windconditions/", { query: queryOf(filter), signal });
export const fetchImprovement = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null, signal: Signal) =>
  call("GET /reports/improvement/", { query: lossQueryOf(filter, tag, basis) as TagQuery, signal });
export const fetchExpectedLoss = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null, signal: Signal) =>
  call("GET /reports/expectedloss/", { query: lossQueryOf(filter, tag, basis) as TagQuery, signal });
export const fetchLeaderboard = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/leaderboard/", { query: queryOf(filter), signal });
export const fetchRegattaResults = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/results/", { query: queryOf(filter), signal });
export const fetchSessions = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/sessions/", { query: queryOf(filter), signal });
export const fetchSpeedRecords = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/records/", { query: queryOf(filter), signal });

/** The boat classes that a person has sailed. */
export const fetchSailedClasses = (user: number | null, signal: Signal) =>
  call("GET /reports/boatclasses/", { query: user === null ? {} : { user }, signal });

/** The bytes of report.xlsx. */
export const fetchDailyReport = (filter: ReportFilter) => call("GET /reports/daily/", { query: queryOf(filter) });
