import { type LossBasis, mainBasis, type SegmentKind, type Session } from "@leebow/core/node";
import type { Db } from "../../platform/db/open.ts";
import { matches, openTracks, type ReportFilter } from "./queries.ts";

type Cost = Session["maneuvers"][number];
const BASES: readonly LossBasis[] = ["vmg", "speed"];

interface ManeuverSessions {
  sessions: Session[];
  /** Id of the track of each session. */
  track_ids: number[];
  /** Ids of the maneuvers of each session, in their order. */
  maneuver_ids: number[][];
  /** Basis of all of their losses; null without a loss. */
  loss_basis: LossBasis | null;
  /** The bases of which there are losses. */
  loss_bases: LossBasis[];
}

/**
 * The maneuvers of one kind that take part in averages, with losses of one basis, session by session, oldest first, as
 * the engine's dashboards take them. Without a basis it is the one that most of them have.
 */
export async function maneuverSessions(
  db: Db,
  filter: ReportFilter,
  kind: SegmentKind,
  basis: LossBasis | undefined,
): Promise<ManeuverSessions> {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("maneuvers").selectAll().where(matches(filter)).as("m"))
    .innerJoin("track_facts", "track_facts.track_id", "m.track_id")
    .select(["m.track_id", "m.local_date", "m.boat_class", "m.loss_og_m", "m.loss_80_m", "m.tws_kn"])
    .select(["m.entry_speed_kn", "m.loss_basis", "m.segment_id"])
    .where("m.track_id", "in", openTracks(db, filter))
    .where("m.kind", "=", kind)
    .where("m.left_out_reason", "is", null)
    .orderBy("track_facts.start_time")
    .orderBy("m.track_id")
    .orderBy("m.position")
    .execute();
  const loss_basis = basis ?? mainBasis(rows);
  const loss_bases = BASES.filter((one) => rows.some((row) => row.loss_basis === one && lossOf(row) !== null));
  const byTrack = new Map<number, { session: Session; ids: number[] }>();
  for (const { track_id, segment_id, local_date, boat_class, loss_basis: its_basis, ...maneuver } of rows) {
    if (its_basis !== loss_basis) continue;
    if (!byTrack.has(track_id)) byTrack.set(track_id, { session: emptySession(local_date, boat_class), ids: [] });
    const { session, ids } = byTrack.get(track_id)!;
    session.maneuvers.push({ kind, averaged: true, ...maneuver });
    ids.push(segment_id);
  }
  const found = [...byTrack.values()];
  return {
    sessions: found.map(({ session }) => session),
    track_ids: [...byTrack.keys()],
    maneuver_ids: found.map(({ ids }) => ids),
    loss_basis,
    loss_bases,
  };
}

/** Track and segment of each loss of `ExpectedLoss` over `x`, in the engine's order. */
export function idsOfLosses({ sessions, track_ids, maneuver_ids }: ManeuverSessions, x: string) {
  const xOf = ({ tws_kn, entry_speed_kn }: Cost) => (x === "tws_kn" ? tws_kn : entry_speed_kn);
  return sessions.flatMap(({ maneuvers }, session) =>
    maneuvers.flatMap((maneuver, at) =>
      xOf(maneuver) === null || lossOf(maneuver) === null
        ? []
        : [{ track_id: track_ids[session]!, maneuver_id: maneuver_ids[session]![at]! }],
    ),
  );
}

/** The tracks with a loss in a known wind, by day. */
export function tracksByDate({ sessions, track_ids }: ManeuverSessions): Map<string, number[]> {
  const byDate = new Map<string, number[]>();
  sessions.forEach(({ date, maneuvers }, at) => {
    if (!maneuvers.some((maneuver) => maneuver.tws_kn !== null && lossOf(maneuver) !== null)) return;
    byDate.set(date, [...(byDate.get(date) ?? []), track_ids[at]!]);
  });
  return byDate;
}

/** As if no wind had been measured, so that losses are over the entry speed. */
export const withoutWind = (sessions: readonly Session[]): Session[] =>
  sessions.map((session) => ({
    ...session,
    maneuvers: session.maneuvers.map((maneuver) => ({ ...maneuver, tws_kn: null })),
  }));

/** As the engine has it. */
const lossOf = ({ loss_og_m, loss_80_m }: Pick<Cost, "loss_og_m" | "loss_80_m">) => loss_og_m ?? loss_80_m;

function emptySession(date: string, boat_class: string): Session {
  const conditions = { Light: 0, Sf: 0, Df: 0, Windy: 0 };
  const sums = { water_time_s: 0, tacks: 0, gybes: 0, accelerations: 0, sets: 0, douses: 0 };
  return { date, boat_class, ...sums, conditions, maneuvers: [] };
}
