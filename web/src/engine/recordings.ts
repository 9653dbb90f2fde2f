import type { FileAnalysis, FileRecording } from "@leebow/core";

/** A file under a number that stays the same while it is posted to the worker again and again. */
export interface NumberedFile {
  id: number;
  file: File;
}

/**
 * Memory of the recordings that are held, bytes; the two used last, a session and its wind log, are held whatever they
 * take. *guess*: a hundred hours at 1 Hz.
 */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** Recordings in the memory of the engine, the least recently used first: those over `max_bytes` are freed. */
export class Recordings {
  readonly #held = new Map<number, FileRecording>();
  readonly #read: (file: File) => Promise<FileRecording>;
  readonly #max_bytes: number;

  constructor(read: (file: File) => Promise<FileRecording>, max_bytes = MAX_HELD_BYTES) {
    this.#read = read;
    this.#max_bytes = max_bytes;
  }

  /** The recording of a file, read if it is not held. It is held at least until the next {@link trim}. */
  async of({ id, file }: NumberedFile): Promise<FileRecording> {
    const recording = this.#held.get(id) ?? (await this.#read(file));
    this.#held.delete(id);
    this.#held.set(id, recording);
    return recording;
  }

  /** Frees the least recently used ones until the others are within the limit. */
  trim(): void {
    let bytes = [...this.#held.values()].reduce((sum, recording) => sum + recording.bytes, 0);
    for (const [id, recording] of [...this.#held].slice(0, -2)) {
      if (bytes <= this.#max_bytes) return;
      bytes -= recording.bytes;
      this.free(id);
    }
  }

  free(id: number): void {
    this.#held.get(id)?.free();
    this.#held.delete(id);
  }

  freeAll(): void {
    for (const id of [...this.#held.keys()]) this.free(id);
  }
}

/** Length of a piece, bytes. *guess*: some ms of reading each. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** The bytes of a file in pieces; each is fetched while the one before it is used. */
export async function* piecesOf(file: Blob, length = PIECE_BYTES): AsyncGenerator<Uint8Array> {
  const piece = (from: number) => file.slice(from, from + length).arrayBuffer();
  let next = piece(0);
  for (let from = 0; from < file.size; from += length) {
    const bytes = await next;
    if (from + length < file.size) next = piece(from + length);
    yield new Uint8Array(bytes);
  }
}

/** How many of these recordings have a part of their time in common with another one. */
export function boatsAtOnce(reports: readonly Pick<FileAnalysis, "start_time" | "end_time">[]): number {
  const times = reports.map(({ start_time, end_time }) => [Date.parse(start_time), Date.parse(end_time)] as const);
  const isBeside = (at: number) =>
    times.some(([from, to], other) => other !== at && from < times[at]![1] && times[at]![0] < to);
  return times.filter((_, at) => isBeside(at)).length;
}
