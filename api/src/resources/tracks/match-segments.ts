import type { Correction, SegmentKind } from "@leebow/core/node";

/** A segment of an analysis. Times are ms since 1970 UTC. */
export interface FoundSegment {
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
