import type { Camera } from "./plane";

/** Points nearer than this to the last drawn one are skipped, px. *guess* */
const MIN_POINT_DISTANCE_PX = 0.75;

/** Colours of a track: an index into `colours` per row, −1 for none. */
export interface PathColours {
  rows: Int8Array | null;
  colours: string[];
  none: string;
}

/**
 * Strokes rows [start, end) of a path, one stroke per colour.
 * Gaps are not bridged.
 */
export function strokePath(
  g: CanvasRenderingContext2D,
  path: Float32Array,
  pieces: Uint32Array,
  camera: Camera,
  { rows, colours, none }: PathColours,
  range = { start: 0, end: path.length / 2 },
): void {
  const strokes = [...colours, none].map(() => new Path2D());
  const last = strokes.length - 1;
  for (let p = 0; p < pieces.length; p++) {
    const from = Math.max(range.start, pieces[p]!);
    const to = Math.min(range.end, pieces[p + 1] ?? path.length / 2);
    addPiece(strokes, path, camera, from, to, (row) => (rows === null ? 0 : rows[row]! < 0 ? last : rows[row]!));
  }
  strokes.forEach((stroke, i) => {
    g.strokeStyle = i === last ? none : colours[i]!;
    g.stroke(stroke);
  });
}

function addPiece(
  strokes: Path2D[],
  path: Float32Array,
  camera: Camera,
  from: number,
  to: number,
  colourOf: (row: number) => number,
): void {
  let [px, py, current] = [NaN, NaN, -1];
  for (let row = from; row < to; row++) {
    const x = path[2 * row]! * camera.scale + camera.left;
    const y = camera.top - path[2 * row + 1]! * camera.scale;
    const colour = colourOf(row);
    const isFirst = row === from;
    if (!isFirst && row < to - 1 && colour === current && Math.abs(x - px) + Math.abs(y - py) < MIN_POINT_DISTANCE_PX)
      continue;
    if (!isFirst && (isSeen(px, py, camera) || isSeen(x, y, camera) || crosses(px, py, x, y, camera))) {
      if (colour !== current) strokes[colour]!.moveTo(px, py);
      strokes[colour]!.lineTo(x, y);
      current = colour;
    } else {
      strokes[colour]!.moveTo(x, y);
      current = colour;
    }
    [px, py] = [x, y];
  }
}

const MARGIN_PX = 8;

function isSeen(x: number, y: number, { width, height }: Camera): boolean {
  return x > -MARGIN_PX && y > -MARGIN_PX && x < width + MARGIN_PX && y < height + MARGIN_PX;
}

function crosses(ax: number, ay: number, bx: number, by: number, { width, height }: Camera): boolean {
  return !((ax < 0 && bx < 0) || (ay < 0 && by < 0) || (ax > width && bx > width) || (ay > height && by > height));
}
