/** Statistics of the dashboards over the stored facts of many sessions, computed off the event loop. Node only. */

import type {
  ExpectedLoss,
  FileAnalysis,
  Finish,
  Improvement,
  LeaderboardRow,
  LossBasis,
  SegmentKind,
  Session,
  TimeOnWater,
  TurnLosses,
  Unsteadiness,
  UserStats,
  WindConditions,
  WindLog,
  WindReport,
} from "./core.ts";
import { isAveraged } from "./counted.ts";
import { loadNative } from "./raw-node.ts";
import { toEngineError } from "./typed-core.ts";

export const dashboard = {
  user_stats: (sessions: Session[]): Promise<UserStats> => compute("user_stats", { sessions }),
  wind_conditions: (sessions: Session[]): Promise<WindConditions> => compute("wind_conditions", { sessions }),
  /** Median loss by date and wind category. */
  improvement: (kind: SegmentKind, sessions: Session[]): Promise<Improvement[]> =>
    compute("improvement", { kind, sessions }),
  expected_loss: (kind: SegmentKind, sessions: Session[]): Promise<ExpectedLoss> =>
    compute("expected_loss", { kind, sessions }),
  /**
   * Losses of the turns of one kind by person and month, and whether they change. Takes the sessions as JSON, as a database
   * writes it, because they are read in the engine alone: an array of `{ person, month, losses: { vmg, speed } }` in the
   * order of persons, then of months, as "YYYY-MM".
   */
  turn_losses: (sessions: string): Promise<TurnLosses> => ask("turn_losses", `{"losses":${sessions}}`),
  /** Most hours first. */
  leaderboard: (people: TimeOnWater[]): Promise<LeaderboardRow[]> => compute("leaderboard", { people }),
  /** 100 for the first, 0 for the last; null for an impossible place. */
  regatta_percent: (finishes: Finish[]): Promise<(number | null)[]> => compute("regatta_percent", { finishes }),
  /** Statistics of a wind log, compared with the unsteadiness of the sailor's other logs. */
  wind_report: (wind_log: WindLog, other_reports: Unsteadiness[] = []): Promise<WindReport> =>
    compute("wind_report", { wind_log, other_reports }),
};

const compute = (name: string, input: object) => ask(name, JSON.stringify(input));

async function ask(name: string, input: string) {
  try {
    return JSON.parse(await loadNative().dashboard(name, input));
  } catch (error) {
    throw toEngineError(error);
  }
}

/**
 * The facts of one analysis for the dashboards; `date` is the local day of its start, YYYY-MM-DD. Maneuvers with a loss of
 * another basis are left out, because losses of two bases are not averaged together.
 */
export function sessionOf({ boat_class, summary, maneuvers }: FileAnalysis, date: string, basis: LossBasis): Session {
  const { water_time_s, tacks, gybes, accelerations, sets, douses, conditions } = summary;
  const cost = (maneuver: FileAnalysis["maneuvers"][number]) => {
    const { kind, loss_og_m, loss_80_m, tws_kn, entry_speed_kn } = maneuver;
    return { kind, loss_og_m, loss_80_m, averaged: isAveraged(maneuver), tws_kn, entry_speed_kn };
  };
  return {
    date,
    boat_class,
    water_time_s,
    tacks,
    gybes,
    accelerations,
    sets,
    douses,
    conditions,
    maneuvers: maneuvers.filter(({ loss_basis }) => loss_basis === null || loss_basis === basis).map(cost),
  };
}
