import { randomUUID } from "node:crypto";
import {
  type DebriefTrack,
  type FileAnalysis,
  isCounted,
  type SessionPolar,
  type SessionSummary,
  sessionLosses,
  sessionRecords,
} from "@leebow/core/node";
import { sql } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { type SegmentIds, storeSegments } from "./store-segments.ts";

/** The track the facts are about, and the results they come from. */
export type FactsOf = Pick<TrackRow, "id" | "user_id" | "corrections"> & { result_key: string; local_date: string };

/** What the engine makes of a session for those it is compared or added up with. */
export interface SessionFacts {
  session: SessionSummary;
  polar: SessionPolar;
}

export const sessionFactsOf = async (
  { core }: Pick<AppContext, "core">,
  track: DebriefTrack,
): Promise<SessionFacts> => ({
  session: await core.debrief_summary(track),
  polar: await core.polar_summary(track),
});

/**
 * Stores a track's segments, the numbers that the reports aggregate, and what debriefs compare and polars add up, in the
 * place of those of earlier results. The caller holds the lock of the track's row, in the transaction that makes these
 * results the present ones.
 */
export async function storeFacts(
  trx: Db,
  track: FactsOf,
  report: FileAnalysis,
  { session, polar }: SessionFacts,
): Promise<void> {
  const ids = await storeSegments(trx, track.id, report, track.corrections);
  const { summary, boat_class } = report;
  const { water_time_s, tacks, gybes, accelerations, sets, douses, turns, conditions } = summary;
  const facts = {
    user_id: track.user_id,
    result_key: track.result_key,
    segments_version: randomUUID(),
    start_time: report.start_time,
    local_date: track.local_date,
    boat_class,
    water_time_s,
    tacks,
    gybes,
    accelerations,
    sets,
    douses,
    turns,
    light_s: conditions.Light,
    sf_s: conditions.Sf,
    df_s: conditions.Df,
    windy_s: conditions.Windy,
    records: JSON.stringify(sessionRecords(report)),
    session: JSON.stringify(session),
    polar: JSON.stringify(polar),
    losses: JSON.stringify(sessionLosses(report.maneuvers)),
  };
  await trx
    .insertInto("track_facts")
    .values({ track_id: track.id, ...facts })
    .onConflict((conflict) => conflict.column("track_id").doUpdateSet(facts))
    .execute();
  await storeManeuvers(trx, track, report, ids);
}

async function storeManeuvers(trx: Db, track: FactsOf, report: FileAnalysis, ids: SegmentIds): Promise<void> {
  const rows = report.maneuvers.map((maneuver, position) => ({
    segment_id: ids.maneuvers[position],
    position,
    kind: maneuver.kind,
    time: maneuver.time,
    counted: isCounted(maneuver),
    quality: maneuver.quality,
    loss_og_m: maneuver.loss_og_m,
    loss_80_m: maneuver.loss_80_m,
    left_out_reason: maneuver.left_out_reason,
    loss_basis: maneuver.loss_basis,
    loss_at_least_m: maneuver.loss_at_least_m,
    no_loss_reason: maneuver.no_loss_reason,
    tws_kn: maneuver.tws_kn,
    entry_speed_kn: maneuver.entry_speed_kn,
    exit_speed_kn: maneuver.exit_speed_kn,
    min_speed_kn: maneuver.min_speed_kn,
    max_speed_kn: maneuver.max_speed_kn,
    duration_s: maneuver.duration_s,
    angle_deg: maneuver.angle_deg,
  }));
  await trx.deleteFrom("maneuvers").where("track_id", "=", track.id).execute();
  await sql`insert into maneuvers (segment_id, track_id, user_id, local_date, boat_class, kind, position, time, counted,
      quality, loss_og_m, loss_80_m, left_out_reason, loss_basis, loss_at_least_m, no_loss_reason, tws_kn, entry_speed_kn,
      exit_speed_kn, min_speed_kn, max_speed_kn, duration_s, angle_deg)
    select segment_id, ${track.id}::integer, ${track.user_id}::integer, ${track.local_date}::date,
      ${report.boat_class}::text, kind, position, time, counted, quality, loss_og_m, loss_80_m, left_out_reason, loss_basis,
      loss_at_least_m, no_loss_reason, tws_kn, entry_speed_kn, exit_speed_kn, min_speed_kn, max_speed_kn, duration_s, angle_deg
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (segment_id integer, position integer, kind text,
      time timestamptz, counted boolean, quality float8, loss_og_m float8, loss_80_m float8,
      left_out_reason text, loss_basis text, loss_at_least_m float8, no_loss_reason text, tws_kn float8,
      entry_speed_kn float8, exit_speed_kn float8, min_speed_kn float8, max_speed_kn float8, duration_s float8,
      angle_deg float8)`.execute(trx);
}
