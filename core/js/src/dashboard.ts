/** Statistics of the dashboards over the stored facts of many sessions. Node only. */

import type {
  ExpectedLoss,
  FileAnalysis,
  Finish,
  Improvement,
  LeaderboardRow,
  SegmentKind,
  Session,
  TimeOnWater,
  Unsteadiness,
  UserStats,
  WindConditions,
  WindLog,
  WindReport,
} from "./index.ts";
import { loadNative } from "./raw-node.ts";
import { toEngineError } from "./typed-core.ts";

export const dashboard = {
  user_stats: (sessions: Session[]): UserStats => compute("user_stats", { sessions }),
  wind_conditions: (sessions: Session[]): WindConditions => compute("wind_conditions", { sessions }),
  /** Median loss by date and wind category. */
  improvement: (kind: SegmentKind, sessions: Session[]): Improvement[] => compute("improvement", { kind, sessions }),
  expected_loss: (kind: SegmentKind, sessions: Session[]): ExpectedLoss => compute("expected_loss", { kind, sessions }),
  /** Most hours first. */
  leaderboard: (people: TimeOnWater[]): LeaderboardRow[] => compute("leaderboard", { people }),
  /** 100 for the first, 0 for the last; null for an impossible place. */
  regatta_percent: (finishes: Finish[]): (number | null)[] => compute("regatta_percent", { finishes }),
  /** Statistics of a wind log, compared with the unsteadiness of the sailor's other logs. */
  wind_report: (wind_log: WindLog, other_reports: Unsteadiness[] = []): WindReport =>
    compute("wind_report", { wind_log, other_reports }),
};

function compute(name: string, input: object) {
  try {
    return JSON.parse(loadNative().dashboard(name, JSON.stringify(input)));
  } catch (error) {
    throw toEngineError(error);
  }
}

/** The facts of one analysis for the dashboards; `date` is the local day of its start, YYYY-MM-DD. */
export function sessionOf({ boat_class, summary, maneuvers }: FileAnalysis, date: string): Session {
  const { water_time_s, tacks, gybes, accelerations, sets, douses, conditions } = summary;
  const cost = ({
    kind,
    loss_og_m,
    loss_80_m,
    quality,
    tws_kn,
    entry_speed_kn,
  }: FileAnalysis["maneuvers"][number]) => ({ kind, loss_og_m, loss_80_m, quality, tws_kn, entry_speed_kn });
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
    maneuvers: maneuvers.map(cost),
  };
}
