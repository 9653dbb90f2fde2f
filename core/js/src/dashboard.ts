/** The numbers of the dashboards, over what is kept of many analyses. In Node alone: they need everybody's sessions. */
import { toEngineError } from "./face.ts";
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

export const dashboard = {
  user_stats: (sessions: Session[]): UserStats => ask("user_stats", { sessions }),
  wind_conditions: (sessions: Session[]): WindConditions => ask("wind_conditions", { sessions }),
  /** Median loss by date and wind category. */
  improvement: (kind: SegmentKind, sessions: Session[]): Improvement[] => ask("improvement", { kind, sessions }),
  expected_loss: (kind: SegmentKind, sessions: Session[]): ExpectedLoss => ask("expected_loss", { kind, sessions }),
  /** Most hours first. */
  leaderboard: (people: TimeOnWater[]): LeaderboardRow[] => ask("leaderboard", { people }),
  /** 100 for the first, 0 for the last; null for a place nobody can have. */
  regatta_percent: (finishes: Finish[]): (number | null)[] => ask("regatta_percent", { finishes }),
  /** How a wind log blew, beside how unsteady the sailor's other ones were. */
  wind_report: (wind_log: WindLog, other_reports: Unsteadiness[] = []): WindReport =>
    ask("wind_report", { wind_log, other_reports }),
};

function ask(question: string, input: object) {
  try {
    return JSON.parse(loadNative().dashboard(question, JSON.stringify(input)));
  } catch (error) {
    throw toEngineError(error);
  }
}

/** What the dashboards need of one analysis; `date` is the day of its start in its own zone, YYYY-MM-DD. */
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
