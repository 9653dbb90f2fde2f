import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Largest input that is read, bytes: the engine's limit (`FILE_BYTES` in docs/limits.md). */
export const FILE_BYTES = 100 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Interval at which a pipe without data is tried again, ms (guess). */
const RETRY_MS = 20;
/** Longest time in which a program may open a pipe for writing, ms (guess): a shell opens it with the command that reads. */
const WRITER_TIMEOUT_MS = 1000;

/** An input that was not read to its end: `kind` is stable, `message` a sentence. */
export class NotRead extends Error {
  override name = "NotRead";
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * The bytes of a file, at most {@link FILE_BYTES}. A pipe, a terminal or a device is read in the same way, but fails
 * when it gives no byte for `timeout_ms`, and a pipe that no program opens for writing fails after a second.
 * Errors: {@link NotRead} (`too_large`, `timed_out`, `no_writer`) and those of the file system.
 */
export async function readInput(path: string, timeout_ms: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const about = await file.stat();
    if (about.isFile()) {
      if (about.size > FILE_BYTES) throw tooLarge();
      return await collect(regularChunks(file, about.size));
    }
    return await collect(specialChunks(file, about.isFIFO(), timeout_ms));
  } finally {
    await file.close();
  }
}

/** All chunks as one array; stops with `too_large` as soon as they exceed {@link FILE_BYTES}. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > FILE_BYTES) throw tooLarge();
    read.push(chunk);
  }
  return read.length === 1 ? read[0]! : Buffer.concat(read);
}

/** A regular file in one chunk, followed by what was appended to it since `size` was taken. */
async function* regularChunks(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let room = Math.max(size, CHUNK_BYTES); ; room = CHUNK_BYTES) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(room), 0, room, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** What a pipe or a device gives until its end. A pipe without a writer that gave nothing yet is not at its end. */
async function* specialChunks(file: FileHandle, isPipe: boolean, timeout_ms: number): AsyncGenerator<Uint8Array> {
  let hasBegun = false;
  let last_ms = performance.now();
  for (;;) {
    const chunk = await readAvailable(file);
    if (chunk !== null && chunk.length > 0) {
      hasBegun = true;
      yield chunk;
      last_ms = performance.now();
      continue;
    }
    if (chunk !== null && (hasBegun || !isPipe)) return;
    const waited_ms = performance.now() - last_ms;
    if (chunk !== null && waited_ms > Math.min(timeout_ms, WRITER_TIMEOUT_MS)) throw noWriter();
    if (waited_ms > timeout_ms) throw timedOut(timeout_ms);
    await sleep(RETRY_MS);
  }
}

/** The bytes that can be read now: empty at the end, or without a writer; null when a writer has written nothing. */
async function readAvailable(file: FileHandle): Promise<Uint8Array | null> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
    throw error;
  }
}

function tooLarge(): NotRead {
  return new NotRead("too_large", "This file is too large: 100 MB is the most.");
}

function noWriter(): NotRead {
  return new NotRead(
    "no_writer",
    "This is a pipe, and no program writes to it. Start the program that writes to it first, or name a file.",
  );
}

function timedOut(timeout_ms: number): NotRead {
  const seconds = Number((timeout_ms / 1000).toFixed(1));
  return new NotRead(
    "timed_out",
    `This is not a regular file, and it gave no data for ${seconds} s. Write the recording to a file and name that.`,
  );
}
