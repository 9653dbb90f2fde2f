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

/** Texels of a row of the texture from which a vertex shader fetches its numbers. Every WebGL 2 has textures of this width. */
export const DATA_WIDTH = 1024;
const ROW_WORDS = 4 * DATA_WIDTH;

/** An array with the same beginning, of whole rows of texels and at least `needed` words. */
export function grownWords(words: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const rows = Math.ceil(Math.max(needed, 2 * words.length) / ROW_WORDS);
  const larger = new Uint32Array(rows * ROW_WORDS);
  // Copied as words: a colour read as a float may lose bits.
  larger.set(words);
  return larger;
}
