import { randomUUID } from "node:crypto";
import {
  type Correction,
  type DebriefTrack,
  type FileAnalysis,
  isCounted,
  type SegmentKind,
  type SessionPolar,
  type SessionSummary,
  sessionLosses,
  sessionRecords,
} from "@leebow/core/node";
import { sql } from "kysely";
import { findTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { readReport } from "./results.ts";
import type { IdentifiedReport } from "./schema.ts";
import { storeFactsOf } from "./store-missing-facts.ts";

/** Ids in the order of the report's maneuvers and straights. */
interface SegmentIds {
  maneuvers: number[];
  straights: number[];
}

type NamedSegment = FoundSegment & { name: string };

/**
 * Stores the segments of a track's new results, each under the id it had before where it is the same segment, and
 * retires those that were not found again. The caller holds the lock of the track's row.
 */
async function storeSegments(
  trx: Db,
  track_id: number,
  report: Pick<FileAnalysis, "maneuvers" | "straights">,
  corrections: readonly Correction[],
): Promise<SegmentIds> {
  const found = segmentsOf(report);
  const matched = matchSegments(found, await storedSegments(trx, track_id), corrections);
  const fresh = await newIds(trx, matched.filter((id) => id === null).length);
  const ids = matched.map((id) => id ?? fresh.shift()!);
  const rows = found.map(({ kind, name, start_ms, end_ms }, position) => ({
    id: ids[position]!,
    kind,
    name,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(end_ms).toISOString(),
    position,
  }));
  await sql`update segments set position = null, retired_at = coalesce(retired_at, now())
    where track_id = ${track_id}`.execute(trx);
  await sql`insert into segments (id, track_id, kind, name, start_time, end_time, position)
    select id, ${track_id}::integer, kind, name, start_time, end_time, position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row
      (id integer, kind text, name text, start_time timestamptz, end_time timestamptz, position integer)
    on conflict (id) do update set kind = excluded.kind, name = excluded.name, start_time = excluded.start_time,
      end_time = excluded.end_time, position = excluded.position, retired_at = null`.execute(trx);
  return { maneuvers: ids.slice(0, report.maneuvers.length), straights: ids.slice(report.maneuvers.length) };
}

/** Maneuvers, then straights, in the report's order: the order of `position`. */
function segmentsOf({ maneuvers, straights }: Pick<FileAnalysis, "maneuvers" | "straights">): NamedSegment[] {
  return [...maneuvers, ...straights.map((straight) => ({ ...straight, kind: "straight" as const }))].map(
    ({ kind, name, start_time, end_time }) => ({
      kind,
      name,
      start_ms: Date.parse(start_time),
      end_ms: Date.parse(end_time),
    }),
  );
}

/** The segments of a track that any of its analyses has found. */
export async function storedSegments(trx: Db, track_id: number) {
  const rows = await trx.selectFrom("segments").selectAll().where("track_id", "=", track_id).orderBy("id").execute();
  return rows.map(({ id, kind, start_time, end_time, retired_at }) => ({
    id,
    kind,
    start_ms: start_time.getTime(),
    end_ms: end_time.getTime(),
    is_retired: retired_at !== null,
  }));
}

async function newIds(trx: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('segments_id_seq')::integer as id from generate_series(1, ${count}::integer)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The track the facts are about, and the results they come from. */
type FactsOf = Pick<TrackRow, "id" | "user_id" | "corrections"> & { result_key: string; local_date: string };

/** What the engine makes of a session for those it is compared or added up with. */
interface SessionFacts {
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

/** A segment of an analysis. Times are ms since 1970 UTC. */
interface FoundSegment {
  kind: SegmentKind;
  start_ms: number;
  end_ms: number;
}

/** A segment of earlier analyses; retired when the last one did not find it. */
export interface StoredSegment extends FoundSegment {
  id: number;
  is_retired: boolean;
}

interface Span {
  start_ms: number;
  end_ms: number;
}

interface Pair {
  /** Index among the found segments. */
  found: number;
  id: number;
  /** 0 same kind, 1 same kind but retired, 2 another kind over the same time, 3 that but retired. */
  tier: number;
  shared_ms: number;
}

/** Least share of the shorter span for two segments of one kind, as for corrections (core/engine `corrections`). */
const MIN_SHARED_OF_SHORTER = 0.5;
/** Least share of the longer span for a segment whose kind has changed. Guess. */
const MIN_SHARED_OF_LONGER = 0.5;

/**
 * The id of each found segment: that of the stored segment it continues, or null for a new one. No id is given twice.
 *
 * A stored segment is continued by one of its kind that shares at least half of the shorter one's time; after those, by
 * one of another kind that shares at least half of the longer one's time (its kind was changed). Of several the one that
 * shares most time wins: when a segment is divided, its longest part keeps the id; when two are joined, the id of the
 * longer one stays. A retired segment that is found again gets its id back unless a present one fits. A segment that a
 * correction moved is looked for at its new time as well.
 */
export function matchSegments(
  found: readonly FoundSegment[],
  stored: readonly StoredSegment[],
  corrections: readonly Correction[] = [],
): (number | null)[] {
  const moves = corrections.filter(({ action }) => action === "move");
  const pairs: Pair[] = [];
  for (const segment of stored) {
    const spans = [segment, ...movedSpans(segment, moves)];
    found.forEach((one, i) => {
      const pair = pairOf(segment, spans, one);
      if (pair) pairs.push({ found: i, id: segment.id, ...pair });
    });
  }
  pairs.sort((a, b) => a.tier - b.tier || b.shared_ms - a.shared_ms || a.found - b.found || a.id - b.id);
  const ids: (number | null)[] = found.map(() => null);
  const taken = new Set<number>();
  for (const pair of pairs) {
    if (ids[pair.found] !== null || taken.has(pair.id)) continue;
    ids[pair.found] = pair.id;
    taken.add(pair.id);
  }
  return ids;
}

function pairOf(
  { kind, is_retired }: StoredSegment,
  spans: readonly Span[],
  found: FoundSegment,
): Pick<Pair, "tier" | "shared_ms"> | null {
  const isSameKind = kind === found.kind;
  let shared_ms = 0;
  for (const span of spans) {
    const fits = isSameKind
      ? sharedMs(span, found) >= MIN_SHARED_OF_SHORTER * Math.min(lengthMs(span), lengthMs(found))
      : sharedMs(span, found) >= MIN_SHARED_OF_LONGER * Math.max(lengthMs(span), lengthMs(found));
    if (fits) shared_ms = Math.max(shared_ms, sharedMs(span, found));
  }
  if (shared_ms <= 0) return null;
  return { tier: (isSameKind ? 0 : 2) + Number(is_retired), shared_ms };
}

/** Where corrections move a segment to. */
function movedSpans(segment: StoredSegment, moves: readonly Correction[]): Span[] {
  return moves
    .filter((move) => {
      const from = spanOf(move.start_time, move.end_time);
      const shorter_ms = Math.min(lengthMs(from), lengthMs(segment));
      return move.kind === segment.kind && sharedMs(from, segment) >= MIN_SHARED_OF_SHORTER * shorter_ms;
    })
    .map((move) => spanOf(move.new_start_time, move.new_end_time));
}

function spanOf(start_time = "", end_time = ""): Span {
  return { start_ms: Date.parse(start_time), end_ms: Date.parse(end_time) };
}

/** At least 1 ms, so that a segment of one instant has a length to share. */
const lengthMs = ({ start_ms, end_ms }: Span) => Math.max(end_ms - start_ms, 1);

function sharedMs(a: Span, b: Span): number {
  const end_ms = Math.min(a.start_ms + lengthMs(a), b.start_ms + lengthMs(b));
  return Math.max(0, end_ms - Math.max(a.start_ms, b.start_ms));
}

/** Results may be replaced between the reading of the report and of the ids: then both are read again. */
const ATTEMPTS = 3;

/**
 * The report of a track that has results, with its segments' ids, both of the same analysis. `folderOf`: the folder of its
 * results, or that of a view of them.
 */
export async function readIdentifiedReport(
  context: AppContext,
  track: TrackRow,
  folderOf: (context: AppContext, result_key: string) => Promise<string> = async (_, result_key) => result_key,
): Promise<IdentifiedReport> {
  let current = track;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result_key = current.result_key && (await folderOf(context, current.result_key));
    const report = await readReport(context, { result_key });
    const ids = await segmentIds(context.db, current);
    if (ids) return identify(report, ids);
    // Either the track was analysed before ids were stored, or it has later results now.
    await storeFactsOf(context, track.id);
    current = (await findTrack(context.db, track.id)) ?? current;
  }
  throw new Error(`The segments of track ${track.id} have no ids.`);
}

/** Ids of the segments of these results, maneuvers first; null when the facts stored are of other results, or the ids of another version. */
export async function segmentIds(db: Db, { id, result_key }: TrackRow, version?: string): Promise<number[] | null> {
  const rows = await db
    .selectFrom("track_facts")
    .leftJoin("segments", (join) =>
      join.onRef("segments.track_id", "=", "track_facts.track_id").on("segments.position", "is not", null),
    )
    .select("segments.id")
    .where("track_facts.track_id", "=", id)
    .where("track_facts.result_key", "=", result_key)
    .$if(version !== undefined, (query) => query.where("track_facts.segments_version", "=", version!))
    .orderBy("segments.position")
    .execute();
  if (rows.length === 0) return null;
  return rows.map((row) => row.id).filter((segment_id) => segment_id !== null);
}

/** The report with the ids of its segments, in the order of {@link segmentIds}. */
export function identify(report: FileAnalysis, ids: number[]): IdentifiedReport {
  const maneuvers = report.maneuvers.map((maneuver, i) => ({ id: ids[i]!, ...maneuver }));
  const straights = report.straights.map((straight, i) => ({ id: ids[maneuvers.length + i]!, ...straight }));
  return { ...report, maneuvers, straights };
}
