import type { Readable } from "node:stream";

/** A file that has fully arrived but is not accepted yet: it becomes one by `keep`, or nothing by `discard`. */
export interface Incoming {
  bytes: number;
  /** Its content, as long as it is neither kept nor discarded. */
  read(): Readable;
  /** Durably moves the file under this key: after it resolves, the file survives a power cut. */
  keep(key: string): Promise<void>;
  discard(): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream(): Readable;
}

/**
 * Where files live. Keys are relative paths of our own making ("sources/…", "results/…"), never a client's.
 * Files are immutable once kept; a change makes a new key.
 */
export interface Storage {
  /** Takes a stream to a temporary place and fsyncs it. Leaves nothing behind when the stream fails. */
  receive(source: Readable): Promise<Incoming>;
  /** Durably writes a small file under this key, all or nothing. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Buffer>;
  /** Null when there is no such file. */
  open(key: string): Promise<StoredFile | null>;
  /** Deletes a file, or a folder with everything in it; absent is fine. */
  remove(key: string): Promise<void>;
  /** Moves a file to the folder "unclaimed", below which it keeps its relative path; answers the new key. */
  setAside(key: string): Promise<string>;
  /** Keys directly below a folder that have not changed for this long. */
  listOlderThan(folder: string, age_ms: number): Promise<string[]>;
  /** Path with a signature that lets its holder read the file for a day or so, without a session. */
  signedPath(key: string, downloadName?: string): string;
  /** The key and download name a signed path speaks of, or null when the signature is wrong or has run out. */
  verify(key: string, query: URLSearchParams): { download_name: string | null } | null;
  /** Removes what an interrupted server left in the temporary place. */
  sweepIncoming(age_ms: number): Promise<void>;
}
