import type { FileRecording } from "@leebow/core";

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
