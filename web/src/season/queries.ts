/**
 * The figures of many sessions: those of the dashboard, a polar, a season. A failure is logged as a warning, and shown by the
 * panel that asked.
 */
import type { RequestTo, ResponseFrom, RouteName } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import type { PolarSide } from "../analysis/polar/bands";
import { type CallOptions, call, type OptionsOf } from "../server/client";

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

/** Basis and grouping are null where the server chooses. */
const lossQueryOf = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null, by: GroupBy | null) =>
  ({ ...queryOf(filter), tag, basis: basis ?? undefined, by: by ?? undefined }) as TagQuery;

/** `about`: the query as the screens have it, for the key. */
function report<R extends RouteName>(route: R, query: CallOptions<R>["query"], ...about: unknown[]) {
  return queryOptions({
    queryKey: ["reports", route, ...about],
    queryFn: async ({ signal }): Promise<ResponseFrom<R>["body"]> => {
      try {
        return await call(route, ...([{ query, signal }] as unknown as OptionsOf<R>));
      } catch (cause) {
        if (!signal.aborted) console.warn("A report could not be read:", cause);
        throw cause;
      }
    },
    meta: { silent: true },
  });
}

export const userStatsOptions = (filter: ReportFilter) => report("GET /reports/user/", queryOf(filter), filter);
export const windConditionsOptions = (filter: ReportFilter) =>
  report("GET /reports/windconditions/", queryOf(filter), filter);
export const improvementOptions = (...losses: Parameters<typeof lossQueryOf>) =>
  report("GET /reports/improvement/", lossQueryOf(...losses), ...losses);
export const expectedLossOptions = (...losses: Parameters<typeof lossQueryOf>) =>
  report("GET /reports/expectedloss/", lossQueryOf(...losses), ...losses);
export const leaderboardOptions = (filter: ReportFilter) =>
  report("GET /reports/leaderboard/", queryOf(filter), filter);
export const regattaResultsOptions = (filter: ReportFilter) => report("GET /reports/results/", queryOf(filter), filter);
export const sessionsOptions = (filter: ReportFilter) => report("GET /reports/sessions/", queryOf(filter), filter);
export const speedRecordsOptions = (filter: ReportFilter) => report("GET /reports/records/", queryOf(filter), filter);

/** A person (null: the viewer), or a team in the place of one. */
export interface Whose {
  user: number | null;
  team: number | null;
}

export const polarOptions = (filter: ReportFilter & Whose, side: PolarSide) => {
  const query = { ...queryOf(filter), side, team: filter.team ?? undefined };
  return report("GET /reports/polar/", query, filter, side);
};

/** The boat classes that these people have sailed. */
export const sailedClassesOptions = ({ user, team }: Whose) =>
  report("GET /reports/boatclasses/", { user: user ?? undefined, team: team ?? undefined }, user, team);

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

export const seasonOptions = (filter: SeasonQueryFilter) =>
  report("GET /reports/season/", seasonQueryOf(filter), filter);

export const seasonTeamOptions = (filter: SeasonQueryFilter, team: number) => {
  const query = { ...seasonQueryOf(filter), user: undefined, team } as SeasonTeamQuery;
  return report("GET /reports/season-team/", query, filter, team);
};

/** The bytes of a Parquet file. */
export const fetchSeasonData = (filter: SeasonQueryFilter & Whose) =>
  call("GET /reports/season-data/", { query: { ...seasonQueryOf(filter), team: filter.team ?? undefined } });
