import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { type Core, EngineError, type FileRecording, namesInZip, windLogWords } from "@leebow/core";
import { type Opened, open } from "@leebow/core/node";
import { type Failure, meaningOf, UsageError } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import type { Io } from "./io.ts";
import { collect, NotRead, readInput } from "./read-file.ts";
import { together } from "./together.ts";

/** Extensions of recordings. They select files of a folder; formats are recognised by content. */
const EXTENSIONS = new Set([
  ".fit",
  ".gpx",
  ".csv",
  ".tsv",
  ".nmea",
  ".log",
  ".txt",
  ".vkx",
  ".vtk",
  ".tcx",
  ".kml",
  ".geojson",
  ".ubx",
  ".sbp",
  ".sbn",
  ".oao",
  ".gpy",
  ".ebl",
  ".zip",
  ".gz",
]);

/** Memory of the recordings that were read in the search and wait for their analysis, bytes; others are read again. *guess* */
const HELD_BYTES = 64 * 1024 * 1024;
/** Outlines that are kept, 6 kB an hour each; those of a season would take more memory than its analysis. *guess* */
const KEPT_OUTLINES = 1000;

/** A recording, with the name it has on the command line; one of several in a zip has a name as if that were a folder. */
export interface Source {
  name: string;
  read(): Promise<Uint8Array>;
  /** The recording that the search has read, at the first call. */
  taken?(): FileRecording | undefined;
  /** What it is compared with others by. */
  outline?: SourceOutline;
  /** It is a regular file. */
  is_regular?: boolean;
  /** Sentences about damage of the zip it is in, and about other files that it belongs to. */
  notes?: string[];
  /** The recording of the same boat at the same time that is used in its place. */
  same_boat_as?: string;
}

/** When a recording begins and ends, and its outline, which is read again where there are too many to keep. */
export interface SourceOutline {
  first_ms: number;
  last_ms: number;
  numbers(): Promise<Float64Array>;
}

/** The recording of a source, which its caller frees. */
export const recordingOf = async (core: Core, source: Source): Promise<FileRecording> =>
  source.taken?.() ?? core.read({ name: source.name, bytes: await source.read() });

/** How a command searches. */
export interface Search {
  /** A file of several boats or sessions is as many recordings, and files of one session are one, unless they stay apart. */
  isDivided?: boolean;
  apart?: boolean | undefined;
  /** Recordings that were read stay in memory until they are analysed. */
  isHeld?: boolean;
}

/**
 * The recordings that the paths name, in the order given, and the paths that cannot be found. Folders are searched
 * recursively; "-" is standard input.
 */
export async function findSources(
  paths: string[],
  io: Io,
  { isDivided = false, apart = false, isHeld = true }: Search = {},
): Promise<{ sources: Source[]; missing: Failure[] }> {
  const sources: Source[] = [];
  const missing: Failure[] = [];
  const openedOf = latest(async ({ name, read }: Source) => open({ name, bytes: await read() }));
  let room_bytes = isHeld ? HELD_BYTES : 0;
  let outlines = 0;
  const searched = async (source: Source) => {
    const isZip = extname(source.name).toLowerCase() === ".zip";
    if (!isZip && !(isDivided && source.is_regular)) return [source];
    const opened = await openedOf(source).catch(() => undefined);
    // Its analysis reports why it cannot be read.
    if (!opened) return [source];
    const { members, recording } = opened;
    if (members.length > 1) return membersAsSources(source, opened, openedOf);
    const own = ({ members: [only], outline }: Opened) => only?.outline ?? outline;
    const again = async () => own(await openedOf(source));
    const searched = { ...source, outline: outlineOf(own(opened), outlines++ < KEPT_OUTLINES ? undefined : again) };
    if (!recording) return [searched];
    const { bytes } = recording;
    if (!isDivided || bytes > room_bytes) {
      recording.free();
      return [searched];
    }
    room_bytes -= bytes;
    return [{ ...searched, taken: first(recording) }];
  };
  for (const path of paths) {
    try {
      const found = path === "-" ? [standardInput(io)] : await sourcesAt(path, io);
      if (found.length === 0) missing.push(noRecordingsIn(path));
      for await (const all of inOrder(found, searched)) sources.push(...all);
    } catch (error) {
      missing.push({ name: path, ...whyNot(error) });
    }
  }
  return { sources: isDivided && !apart && sources.length > 1 ? await together(sources) : sources, missing };
}

/** The recordings of a zip, or the boats and sessions of a file. Its contents are in memory until another file is opened. */
function membersAsSources(
  source: Source,
  { members }: Opened,
  openedOf: (source: Source) => Promise<Opened>,
): Source[] {
  const names = namesInZip(
    source.name,
    members.map(({ name }) => name),
  );
  return members.map(({ notes, outline }, i) => ({
    name: names[i]!,
    notes,
    outline: outlineOf(outline),
    read: async () => {
      const { contents } = (await openedOf(source)).members[i]!;
      if (contents instanceof Error) throw contents;
      return contents;
    },
  }));
}

/** An outline, which stays in memory unless it can be read again. */
function outlineOf(numbers: Float64Array, again?: () => Promise<Float64Array>): SourceOutline {
  // The engine's order: the first fix, the last one, and what lies between.
  const [first_ms = Number.NaN, , , , last_ms = Number.NaN] = numbers;
  return { first_ms, last_ms, numbers: again ?? (() => Promise.resolve(numbers)) };
}

/** The value at the first call, and none at later ones. */
function first<T>(value: T): () => T | undefined {
  let left: T | undefined = value;
  return () => {
    const taken = left;
    left = undefined;
    return taken;
  };
}

/** The same function, which remembers its last result. */
function latest<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  let last: { key: Key; value: Promise<Value> } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

async function sourcesAt(name: string, io: Io): Promise<Source[]> {
  const path = resolve(io.cwd, name);
  const about = await stat(path);
  if (about.isDirectory()) return filesBelow(name, path, io);
  const read = () => readInput(path, io.read_timeout_ms);
  return [{ name, is_regular: about.isFile(), read: about.isFile() ? read : once(read) }];
}

/**
 * The recordings in a folder and its subfolders, by name. Hidden entries are skipped, links to folders are not
 * followed, and only regular files and links to them are taken: a device or a pipe may never end.
 */
async function filesBelow(name: string, folder: string, io: Io): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Source[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const [inner, path] = [join(name, entry.name), join(folder, entry.name)];
    if (entry.isDirectory()) found.push(...(await filesBelow(inner, path, io)));
    else if (EXTENSIONS.has(extname(entry.name).toLowerCase()) && (await isRegular(entry, path)))
      found.push({ name: inner, is_regular: true, read: () => readInput(path, io.read_timeout_ms) });
  }
  return found;
}

/** Whether an entry is a regular file or a link to one. A broken link counts, so that reading it reports the fault. */
async function isRegular(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return stat(path).then(
    (target) => target.isFile(),
    () => true,
  );
}

/** The wind log of a command. */
export interface WindLog {
  /** Undefined without a log, and where it cannot be read. */
  log?: FileRecording;
  sha256: string | null;
  /** Why it cannot be read; the recordings are analysed without it. */
  failed: Failure[];
}

/** Reads the wind log of the command line. */
export async function readWindLog(path: string | undefined, core: Core, io: Io): Promise<WindLog> {
  if (path === undefined) return { sha256: null, failed: [] };
  const bytes = await readNamed(path, "wind log", io);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  try {
    return { log: await core.read({ name: path, bytes }), sha256, failed: [] };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { sha256, failed: [{ name: path, kind: error.kind, message: windLogWords(error) }] };
  }
}

/** The file that an option names. `what` names its content in the error. */
export async function readNamed(path: string, what: string, io: Io): Promise<Uint8Array> {
  try {
    return await readInput(resolve(io.cwd, path), io.read_timeout_ms);
  } catch (error) {
    throw new UsageError(`The ${what} ${path} could not be read. ${whyNot(error).message}`);
  }
}

function standardInput(io: Io): Source {
  return { name: "-", read: once(() => collect(io.stdin)) };
}

/** Standard input and pipes give their bytes once: later calls get the first result. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

function noRecordingsIn(path: string): Failure {
  return { name: path, kind: "no_recordings", message: "There are no recordings in this folder." };
}

/** Kind and sentence of an error met while reading. */
export function whyNot(error: unknown): { kind: string; message: string } {
  if (error instanceof NotRead) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR")
    return { kind: "not_found", message: "There is no such file or folder." };
  if (code === "EACCES" || code === "EPERM")
    return { kind: "not_allowed", message: "You do not have permission to read this file." };
  return { kind: "not_readable", message: `This file could not be read: ${meaningOf(error)}.` };
}
