import type { FileAnalysis, TrackColumns } from "@leebow/core";
import { pieceOf, pieceStarts, rowAt } from "./rows";

/** One boat of a replay: its columns and their analysis. */
export interface Boat {
  /** Label beside the hull; empty with a single boat. */
  name: string;
  report: FileAnalysis;
  columns: TrackColumns;
  /** Rows after a gap. */
  piece_starts: Uint32Array;
}

/** State of a boat at an instant, interpolated between fixes. */
export interface BoatPosition {
  row: number;
  lon_deg: number;
  lat_deg: number;
  /** NaN when unknown. */
  course_deg: number;
  /** False inside a gap, before the first fix and after the last. */
  present: boolean;
}

export function boatOf(name: string, report: FileAnalysis, columns: TrackColumns): Boat {
  return { name, report, columns, piece_starts: pieceStarts(columns.time_ms) };
}

/** Linear between two fixes; inside a gap the position of the last fix. */
export function positionAt({ columns, piece_starts }: Boat, at_ms: number, into: BoatPosition): BoatPosition {
  const { time_ms, lon_deg, lat_deg, n } = columns;
  const found = rowAt(time_ms, at_ms);
  const row = Math.max(0, found);
  const next = row + 1;
  into.row = row;
  const inPiece = found >= 0 && next < pieceOf(piece_starts, n, row).end;
  into.present = inPiece || (found >= 0 && time_ms[row] === at_ms);
  const part = inPiece ? (at_ms - time_ms[row]!) / (time_ms[next]! - time_ms[row]!) : 0;
  into.lon_deg = lon_deg[row]! + (inPiece ? part * (lon_deg[next]! - lon_deg[row]!) : 0);
  into.lat_deg = lat_deg[row]! + (inPiece ? part * (lat_deg[next]! - lat_deg[row]!) : 0);
  into.course_deg = courseAt(columns, row, inPiece ? next : row, part);
  return into;
}

/** Row of a boat at an instant; −1 where it has no position: inside a gap, before its first fix and after its last. */
export function rowOf(boat: Boat, at_ms: number): number {
  const { present, row } = positionAt(boat, at_ms, noPosition());
  return present ? row : -1;
}

function courseAt({ channels }: TrackColumns, row: number, next: number, part: number): number {
  const course = channels.hdg ?? channels.cog;
  if (!course) return NaN;
  const a = course[row]!;
  const b = course[next]!;
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  return (a + part * turnBetween(a, b) + 360) % 360;
}

/** Signed angle from a to b, −180° to 180°. */
export function turnBetween(a_deg: number, b_deg: number): number {
  return ((((b_deg - a_deg + 180) % 360) + 360) % 360) - 180;
}

export const noPosition = (): BoatPosition => ({ row: 0, lon_deg: NaN, lat_deg: NaN, course_deg: NaN, present: false });
