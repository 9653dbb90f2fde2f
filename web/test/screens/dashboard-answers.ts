/** The reports of the dashboard, answered from sessions. */
import type {
  ExpectedLoss,
  Improvement,
  Leaderboard,
  RegattaResult,
  ReportSession,
  UserStats,
  WindConditions,
} from "@leebow/api/contract";
import { answer, type Call } from "./answers";

export const NOTHING_SAILED: UserStats = {
  sessions: 0,
  water_time: 0,
  tacks: 0,
  gybes: 0,
  accelerations: 0,
  sets: 0,
  douses: 0,
};

export const NO_LOSSES: ExpectedLoss = {
  x: "entry_speed_kn",
  losses: [],
  regression: null,
  loss_basis: null,
  loss_bases: [],
  rline: [],
};

interface Reports {
  sessions?: ReportSession[];
  /** The sessions of a person, whom the query names; null: the own. */
  sessionsOf?: (user: number | null) => ReportSession[];
  conditions?: WindConditions;
  improvement?: Improvement;
  losses?: ExpectedLoss;
  leaderboard?: Leaderboard;
  regattas?: RegattaResult[];
}

/** What a report was asked for. */
interface Asked {
  /** "user/" */
  route: string;
  query: URLSearchParams;
}

/** Answers all reports; what is not given has nothing. Returns what is asked from now on. */
export function answerReports(reports: Reports = {}): Asked[] {
  const { sessions = [], sessionsOf = () => sessions, conditions, losses = NO_LOSSES } = reports;
  const asked: Asked[] = [];
  const sailed = ({ query }: Call) => {
    const [start, end, boat_class, user] = ["start", "end", "class", "user"].map((name) => query.get(name));
    return sessionsOf(user ? Number(user) : null).filter(
      (one) => one.date >= start! && one.date <= end! && (!boat_class || one.boat_class === boat_class),
    );
  };
  const noting =
    <T>(route: string, of: (call: Call) => T) =>
    (call: Call): T => {
      asked.push({ route, query: call.query });
      return of(call);
    };
  answer(
    "GET /reports/user/",
    noting("user/", (call) => statsOf(sailed(call))),
  );
  answer(
    "GET /reports/windconditions/",
    noting("windconditions/", (call) => conditions ?? conditionsOf(sailed(call))),
  );
  answer(
    "GET /reports/improvement/",
    noting("improvement/", () => reports.improvement ?? []),
  );
  answer(
    "GET /reports/expectedloss/",
    noting("expectedloss/", ({ query }) => {
      const loss_basis = query.get("basis") as ExpectedLoss["loss_basis"];
      return { ...losses, loss_basis: loss_basis ?? losses.loss_basis };
    }),
  );
  answer(
    "GET /reports/leaderboard/",
    noting("leaderboard/", () => reports.leaderboard ?? []),
  );
  answer(
    "GET /reports/results/",
    noting("results/", () => reports.regattas ?? []),
  );
  answer(
    "GET /reports/records/",
    noting("records/", () => []),
  );
  answer("GET /reports/sessions/", sailed);
  answer("GET /reports/boatclasses/", () => [...new Set(sessions.map(({ boat_class }) => boat_class))].sort());
  answer("GET /tracks/oldest_date/", () => ({ date: sessions.at(-1)?.date ?? null }));
  answer("GET /tracks/dates/", () => ({ dates: sessions.map(({ date }) => date) }));
  return asked;
}

function statsOf(sessions: readonly ReportSession[]): UserStats {
  const sum = (of: (one: ReportSession) => number) => sessions.reduce((all, one) => all + of(one), 0);
  return {
    sessions: sessions.length,
    water_time: sum((one) => one.water_time),
    tacks: sum((one) => one.tacks),
    gybes: sum((one) => one.gybes),
    accelerations: sum((one) => one.accelerations),
    sets: sum((one) => one.sets),
    douses: sum((one) => one.douses),
  };
}

const conditionsOf = (sessions: readonly ReportSession[]): WindConditions => ({
  total_time: statsOf(sessions).water_time,
  time_in_conditions: { Light: 0, Sf: 0, Df: 0, Windy: 0 },
  speed_bands: [],
});
