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
/** Measured wind, or the boat's own speed. */
export type GroupBy = NonNullable<TagQuery["by"]>;

const queryOf = ({ start, end, boat_class, user }: ReportFilter) =>
  ({ start, end, class: boat_class ?? undefined, user: user ?? undefined }) as ReportQuery;

/** Which losses; null where the server chooses. */
interface Losses {
  tag: LossTag;
  basis: LossBasis | null;
  by: GroupBy | null;
}

const lossQueryOf = (filter: ReportFilter, { tag, basis, by }: Losses) =>
  ({ ...queryOf(filter), tag, basis: basis ?? undefined, by: by ?? undefined }) as TagQuery;

type Signal = AbortSignal | undefined;

export const fetchUserStats = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/user/", { query: queryOf(filter), signal });
export const fetchWindConditions = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/windconditions/", { query: queryOf(filter), signal });
export const fetchImprovement = (filter: ReportFilter, losses: Losses, signal: Signal) =>
  call("GET /reports/improvement/", { query: lossQueryOf(filter, losses), signal });
export const fetchExpectedLoss = (filter: ReportFilter, losses: Losses, signal: Signal) =>
  call("GET /reports/expectedloss/", { query: lossQueryOf(filter, losses), signal });
export const fetchLeaderboard = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/leaderboard/", { query: queryOf(filter), signal });
export const fetchRegattaResults = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/results/", { query: queryOf(filter), signal });
export const fetchSessions = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/sessions/", { query: queryOf(filter), signal });
export const fetchSpeedRecords = (filter: ReportFilter, signal: Signal) =>
  call("GET /reports/records/", { query: queryOf(filter), signal });

export type PolarSide = NonNullable<NonNullable<RequestTo<"GET /reports/polar/">["query"]>["side"]>;

/** A person (null: the viewer), or a team in the place of one. */
export interface Whose {
  user: number | null;
  team: number | null;
}

export const fetchPolar = ({ team, ...filter }: ReportFilter & Whose, side: PolarSide, signal: Signal) =>
  call("GET /reports/polar/", { query: { ...queryOf(filter), side, team: team ?? undefined }, signal });

/** The boat classes that these people have sailed. */
export const fetchSailedClasses = ({ user, team }: Whose, signal: Signal) =>
  call("GET /reports/boatclasses/", { query: { user: user ?? undefined, team: team ?? undefined }, signal });

/** The bytes of report.xlsx. */
export const fetchDailyReport = (filter: ReportFilter) => call("GET /reports/daily/", { query: queryOf(filter) });

type SeasonQuery = NonNullable<RequestTo<"GET /reports/season/">["query"]>;
type SeasonTeamQuery = NonNullable<RequestTo<"GET /reports/season-team/">["query"]>;
export type SeasonWind = NonNullable<SeasonQuery["wind"]>;

/** What a season is about; without days all sessions. */
export interface SeasonQueryFilter {
  start: string | null;
  end: string | null;
  boat_class: string | null;
  wind: SeasonWind | null;
  user: number | null;
}

const seasonQueryOf = ({ start, end, boat_class, wind, user }: SeasonQueryFilter) =>
  ({
    start: start ?? undefined,
    end: end ?? undefined,
    class: boat_class ?? undefined,
    wind: wind ?? undefined,
    user: user ?? undefined,
  }) as SeasonQuery;

export const fetchSeason = (filter: SeasonQueryFilter, signal: Signal) =>
  call("GET /reports/season/", { query: seasonQueryOf(filter), signal });

export const fetchSeasonTeam = (filter: SeasonQueryFilter, team: number, signal: Signal) =>
  call("GET /reports/season-team/", {
    query: { ...seasonQueryOf(filter), user: undefined, team } as SeasonTeamQuery,
    signal,
  });

/** The bytes of a Parquet file. */
export const fetchSeasonData = (filter: SeasonQueryFilter & Whose) =>
  call("GET /reports/season-data/", { query: { ...seasonQueryOf(filter), team: filter.team ?? undefined } });
