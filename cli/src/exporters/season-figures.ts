/** The figures of the sessions of one sailor: time and distance by month, losses of turns, best speeds. */
import {
  type Analysis,
  type RecordId,
  SEASON_BESTS,
  type SessionLosses,
  type SessionRecord,
  type SessionRecords,
  sessionLosses,
  sessionRecords,
  TURN_KINDS,
  type TurnKind,
  type TurnLosses,
} from "@leebow/core";
import { dashboard } from "@leebow/core/node";
import { dayOf } from "@leebow/core/tables";

/** What the season takes of a session. */
export interface SailedSession {
  /** Day of its start in its own zone, YYYY-MM-DD. */
  date: string;
  start_time: string;
  boat_class: string;
  water_time_s: number;
  distance_m: number;
  /** Counted turns. */
  tacks: number;
  gybes: number;
  losses: SessionLosses;
  records: SessionRecords;
  /** The same of every copy of a recording. */
  identity: string;
}

/** A session, with the name of its recording. */
export type NamedSession = SailedSession & { name: string };

type Losses = Pick<TurnLosses, "loss_basis"> & Pick<TurnLosses["people"][number], "months" | "change" | "trend">;

/** A best speed, and the day and recording it is from. */
export interface Best extends SessionRecord {
  record: RecordId;
  date: string;
  name: string;
}

export interface SeasonFigures extends Record<TurnKind, Losses> {
  /** Earliest first. */
  sessions: Omit<NamedSession, "losses" | "records" | "identity">[];
  months: SailedMonth[];
  bests: Best[];
  /** Names of recordings that are copies of another one, and were left out. */
  copies: string[];
}

interface SailedMonth {
  /** YYYY-MM. */
  month: string;
  days: number;
  sessions: number;
  water_time_s: number;
  distance_m: number;
}

export function sailedSession({ report }: Analysis): SailedSession {
  const { start_time, end_time, points, boat_class, summary } = report;
  const { water_time_s, distance_m, tacks, gybes } = summary;
  return {
    ...{ date: dayOf(report), start_time, boat_class, water_time_s, distance_m, tacks, gybes },
    losses: sessionLosses(report.maneuvers),
    records: sessionRecords(report),
    identity: `${start_time} ${end_time} ${points}`,
  };
}

export async function seasonFigures(named: readonly NamedSession[]): Promise<SeasonFigures> {
  const originals = new Map<string, NamedSession>();
  const copies: string[] = [];
  for (const session of named) {
    if (originals.has(session.identity)) copies.push(session.name);
    else originals.set(session.identity, session);
  }
  const sessions = [...originals.values()].sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  const [tack, gybe] = await Promise.all(TURN_KINDS.map((kind) => lossesOf(sessions, kind)));
  return {
    sessions: sessions.map(({ losses: _losses, records: _records, identity: _identity, ...session }) => session),
    months: monthsOf(sessions),
    tack: tack!,
    gybe: gybe!,
    bests: SEASON_BESTS.flatMap((record) => bestOf(sessions, record) ?? []),
    copies,
  };
}

const monthOf = ({ date }: SailedSession): string => date.slice(0, 7);

async function lossesOf(sessions: readonly NamedSession[], kind: TurnKind): Promise<Losses> {
  const own = sessions.map((session) => ({ person: 0, month: monthOf(session), losses: session.losses[kind] }));
  const { loss_basis, people } = await dashboard.turn_losses(JSON.stringify(own));
  const { months = [], change = null, trend = null } = people[0] ?? {};
  return { loss_basis, months, change, trend };
}

function monthsOf(sessions: readonly NamedSession[]): SailedMonth[] {
  return [...new Set(sessions.map(monthOf))].map((month) => {
    const own = sessions.filter((session) => monthOf(session) === month);
    return {
      month,
      days: new Set(own.map(({ date }) => date)).size,
      sessions: own.length,
      water_time_s: own.reduce((sum, { water_time_s }) => sum + water_time_s, 0),
      distance_m: own.reduce((sum, { distance_m }) => sum + distance_m, 0),
    };
  });
}

/** The fastest; of equal ones the earliest. */
function bestOf(sessions: readonly NamedSession[], record: RecordId): Best | null {
  let best: Best | null = null;
  for (const { records, date, name } of sessions) {
    const one = records[record];
    if (one && one.speed_kn > (best?.speed_kn ?? 0)) best = { record, ...one, date, name };
  }
  return best;
}
