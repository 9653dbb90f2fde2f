import type { KeptRows } from "./path-levels";
import { type Camera, screenX, screenY } from "./plane";

/** Colours of a track: an index into `colours` per row, −1 for none. */
export interface PathColours {
  rows: Int8Array | null;
  colours: string[];
  none: string;
}

/** Strokes the rows of a path, one stroke per colour. Gaps between its pieces are not bridged. */
export function strokePath(
  g: CanvasRenderingContext2D,
  path: Float32Array,
  pieces: KeptRows,
  camera: Camera,
  { rows, colours, none }: PathColours,
): void {
  const strokes = [...colours, none].map(() => new Path2D());
  const last = strokes.length - 1;
  const colourOf = (row: number) => (rows === null ? 0 : rows[row]! < 0 ? last : rows[row]!);
  for (const piece of pieces) addPiece(strokes, path, camera, piece, colourOf);
  strokes.forEach((stroke, i) => {
    g.strokeStyle = i === last ? none : colours[i]!;
    g.stroke(stroke);
  });
}

/** All rows of [start, end), by piece. */
export function rowsOfRange(piece_starts: Uint32Array, { start, end }: { start: number; end: number }): KeptRows {
  const pieces: KeptRows = [];
  for (let p = 0; p < piece_starts.length; p++) {
    const from = Math.max(start, piece_starts[p]!);
    const to = Math.min(end, piece_starts[p + 1] ?? end);
    if (to > from) pieces.push(Uint32Array.from({ length: to - from }, (_, i) => from + i));
  }
  return pieces;
}

/** A stretch between two rows has the colour of the second. */
function addPiece(
  strokes: Path2D[],
  path: Float32Array,
  camera: Camera,
  rows: Uint32Array,
  colourOf: (row: number) => number,
): void {
  let [px, py, current] = [NaN, NaN, -1];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const x = screenX(camera, path[2 * row]!, path[2 * row + 1]!);
    const y = screenY(camera, path[2 * row]!, path[2 * row + 1]!);
    if (i > 0 && crosses(px, py, x, y, camera)) {
      const colour = colourOf(row);
      if (colour !== current) strokes[colour]!.moveTo(px, py);
      strokes[colour]!.lineTo(x, y);
      current = colour;
    } else current = -1;
    [px, py] = [x, y];
  }
}

const MARGIN_PX = 8;

/** Whether a stretch may be on the screen. */
function crosses(ax: number, ay: number, bx: number, by: number, { width, height }: Camera): boolean {
  return !(
    (ax < -MARGIN_PX && bx < -MARGIN_PX) ||
    (ay < -MARGIN_PX && by < -MARGIN_PX) ||
    (ax > width + MARGIN_PX && bx > width + MARGIN_PX) ||
    (ay > height + MARGIN_PX && by > height + MARGIN_PX)
  );
}
