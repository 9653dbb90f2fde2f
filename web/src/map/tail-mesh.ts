import type { Overlay } from "./overlay";
import { FETCH, grownWords, PulledMesh } from "./sprite-mesh";

/** A segment between two points of a tail, as a ribbon that grows towards the boat. Points before and after give the corners. */
const VERTEX = /* glsl */ `#version 300 es
precision highp float;
uniform vec4 uCamera;
uniform vec2 uScreen;
${FETCH}
out vec4 vColour;
out float vAcross;
out float vHalf;

/** A vector of the plane in px. */
vec2 turned(vec2 v) {
  return vec2(uCamera.x * v.x - uCamera.w * v.y, -uCamera.w * v.x - uCamera.x * v.y);
}
vec3 place(uvec4 point) { return uintBitsToFloat(point.xyz); }
vec4 colour(uvec4 point) {
  return vec4(point.w & 255u, (point.w >> 8) & 255u, (point.w >> 16) & 255u, point.w >> 24) / 255.0;
}
void main() {
  // Two triangles a segment, from the second of four points to the third.
  int first = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  corner = corner < 3 ? corner : corner - 2;
  uvec4 from = texel(first + 1);
  uvec4 to = texel(first + 2);
  vec4 fromColour = colour(from);
  vec4 toColour = colour(to);
  if (fromColour.a == 0.0 || toColour.a == 0.0) {
    gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
    return;
  }
  bool isEnd = corner > 1;
  float side = (corner & 1) == 0 ? -1.0 : 1.0;
  vec3 here = place(isEnd ? to : from);
  vec2 along = turned(isEnd ? place(texel(first + 3)).xy - place(from).xy : place(to).xy - place(texel(first)).xy);
  float size = length(along);
  vec2 across = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0);
  vHalf = mix(0.6, 2.5, here.z);
  // One px wider, for the soft edge.
  vAcross = side * (vHalf + 1.0);
  vec2 px = turned(here.xy) + uCamera.yz + across * vAcross;
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  float alpha = mix(0.25, 1.0, here.z);
  vColour = vec4((isEnd ? toColour : fromColour).rgb * alpha, alpha);
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec4 vColour;
in float vAcross;
in float vHalf;
out vec4 finalColor;
void main() { finalColor = vColour * clamp(vHalf + 0.5 - abs(vAcross), 0.0, 1.0); }`;

/** The tails of all boats, drawn with one call. */
export class TailMesh extends PulledMesh {
  constructor({ view }: Overlay) {
    super({ label: "tails", vertex: VERTEX, fragment: FRAGMENT }, view);
  }

  show(tails: TailPoints): void {
    this.fill(tails.words, tails.length, 6 * Math.max(0, tails.length - 3));
  }
}

/** Largest number of points of a tail; of more fixes every n-th is used. */
const MAX_POINTS = 256;
/** Numbers of a point: x, y (m), freshness (1 at the boat, 0 at the end of the tail), colour (four bytes). */
export const POINT_NUMBERS = 4;

/** The rows of a tail and its head, which lies between two fixes. */
interface TailRange {
  /** First and last row. */
  first: number;
  last: number;
  head_x: number;
  head_y: number;
  head_ms: number;
  length_ms: number;
}

interface TailSource {
  /** x, y of every row, m. */
  path: Float32Array;
  time_ms: Float64Array;
  /** Colour index of every row, negative for none; null for the first colour everywhere. */
  rows: Int8Array | null;
  /** Colours of the intervals and, last, of rows without a value, as of {@link colourWord}. */
  colours: Uint32Array;
}

/** Bytes r, g, b, a of a colour with components from 0 to 1, as one word in the order of memory. */
export function colourWord([r, g, b]: readonly [number, number, number]): number {
  const bytes = Uint8Array.of(r * 255 + 0.5, g * 255 + 0.5, b * 255 + 0.5, 255);
  return new Uint32Array(bytes.buffer)[0]!;
}

/**
 * The points of all tails in one array, from which a shader draws a segment between any two that follow each other. A
 * tail begins and ends with a copy of its end without a colour: no segment is drawn to or from it.
 */
export class TailPoints {
  numbers = new Float32Array(1024 * POINT_NUMBERS);
  length = 0;
  /** The same, of which a shader reads the fourth of each point as it is. */
  words = new Uint32Array(this.numbers.buffer);

  clear(): void {
    this.length = 0;
  }

  add({ path, time_ms, rows, colours }: TailSource, range: TailRange): void {
    const { first, last, head_ms, length_ms } = range;
    this.reserve(MAX_POINTS + 3);
    const none = colours.length - 1;
    const colourAt = (row: number) => colours[rows === null ? 0 : rows[row]! < 0 ? none : rows[row]!]!;
    // The rows between are multiples of the step, so that the tail keeps its shape while it moves.
    const step = Math.max(1, Math.ceil((last - first) / (MAX_POINTS - 2)));
    const start = Math.min(last, Math.ceil(first / step) * step);
    this.put(path[2 * start]!, path[2 * start + 1]!, 0, 0);
    for (let row = start; row <= last; row += step) {
      const fresh = 1 - (head_ms - time_ms[row]!) / length_ms;
      this.put(path[2 * row]!, path[2 * row + 1]!, Math.min(1, Math.max(0, fresh)), colourAt(row));
    }
    this.put(range.head_x, range.head_y, 1, colourAt(last));
    this.put(range.head_x, range.head_y, 1, 0);
  }

  private put(x: number, y: number, fresh: number, colour: number): void {
    const at = this.length * POINT_NUMBERS;
    this.numbers[at] = x;
    this.numbers[at + 1] = y;
    this.numbers[at + 2] = fresh;
    this.words[at + 3] = colour;
    this.length++;
  }

  private reserve(points: number): void {
    const needed = (this.length + points) * POINT_NUMBERS;
    if (needed <= this.numbers.length) return;
    this.words = grownWords(this.words, needed);
    this.numbers = new Float32Array(this.words.buffer);
  }
}
