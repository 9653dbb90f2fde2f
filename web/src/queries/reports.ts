/** The figures of the dashboard. A failure is logged as a warning, and shown by the panel that asked. */
import { queryOptions } from "@tanstack/react-query";
import {
  fetchExpectedLoss,
  fetchImprovement,
  fetchLeaderboard,
  fetchPolar,
  fetchRegattaResults,
  fetchSailedClasses,
  fetchSeason,
  fetchSeasonTeam,
  fetchSessions,
  fetchSpeedRecords,
  fetchUserStats,
  fetchWindConditions,
  type GroupBy,
  type LossBasis,
  type LossTag,
  type PolarSide,
  type ReportFilter,
  type SeasonQueryFilter,
  type Whose,
} from "../api/reports";

const REPORTS = "reports";

function report<Data>(key: readonly unknown[], fetchReport: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey: [REPORTS, ...key],
    queryFn: async ({ signal }) => {
      try {
        return await fetchReport(signal);
      } catch (cause) {
        if (!signal.aborted) console.warn("A report could not be read:", cause);
        throw cause;
      }
    },
    meta: { silent: true },
  });
}

export const userStatsOptions = (filter: ReportFilter) =>
  report(["user", filter], (signal) => fetchUserStats(filter, signal));
export const windConditionsOptions = (filter: ReportFilter) =>
  report(["conditions", filter], (signal) => fetchWindConditions(filter, signal));
/** By "speed" or by "wind"; null where the server chooses. */
type By = GroupBy | null;
export const improvementOptions = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null, by: By) =>
  report(["improvement", filter, tag, basis, by], (signal) => fetchImprovement(filter, { tag, basis, by }, signal));
export const expectedLossOptions = (filter: ReportFilter, tag: LossTag, basis: LossBasis | null, by: By) =>
  report(["expected", filter, tag, basis, by], (signal) => fetchExpectedLoss(filter, { tag, basis, by }, signal));
export const leaderboardOptions = (filter: ReportFilter) =>
  report(["leaderboard", filter], (signal) => fetchLeaderboard(filter, signal));
export const regattaResultsOptions = (filter: ReportFilter) =>
  report(["regattas", filter], (signal) => fetchRegattaResults(filter, signal));
export const sessionsOptions = (filter: ReportFilter) =>
  report(["sessions", filter], (signal) => fetchSessions(filter, signal));
export const speedRecordsOptions = (filter: ReportFilter) =>
  report(["records", filter], (signal) => fetchSpeedRecords(filter, signal));
export const polarOptions = (filter: ReportFilter & Whose, side: PolarSide) =>
  report(["polar", filter, side], (signal) => fetchPolar(filter, side, signal));
export const sailedClassesOptions = ({ user, team }: Whose) =>
  report(["classes", user, team], (signal) => fetchSailedClasses({ user, team }, signal));
export const seasonOptions = (filter: SeasonQueryFilter) =>
  report(["season", filter], (signal) => fetchSeason(filter, signal));
export const seasonTeamOptions = (filter: SeasonQueryFilter, team: number) =>
  report(["season-team", filter, team], (signal) => fetchSeasonTeam(filter, team, signal));
