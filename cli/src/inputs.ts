import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { type Core, EngineError, type FileRecording, namesInZip, windLogWords } from "@leebow/core";
import { type Member, unpack } from "@leebow/core/node";
import { type Failure, meaningOf, UsageError } from "./errors.ts";
import { inOrder } from "./in-order.ts";
import type { Io } from "./io.ts";
import { collect, NotRead, readInput } from "./read-file.ts";

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
  ".zip",
  ".gz",
]);

/** Of files that were searched for several boats and sessions, so many bytes are not read again for their analysis. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** A recording, with the name it has on the command line; one of several in a zip has a name as if that were a folder. */
export interface Source {
  name: string;
  read(): Promise<Uint8Array>;
  /** It is a regular file. */
  is_regular?: boolean;
  /** Sentences about damage of the zip it is in. */
  notes?: string[];
}

/**
 * The recordings that the paths name, in the order given, and the paths that cannot be found. Folders are searched
 * recursively; "-" is standard input. `isDivided`: a file of several boats or sessions is as many recordings.
 */
export async function findSources(
  paths: string[],
  io: Io,
  { isDivided = false } = {},
): Promise<{ sources: Source[]; missing: Failure[] }> {
  const sources: Source[] = [];
  const missing: Failure[] = [];
  const membersOf = latest(async (source: Source) => unpack(await source.read()));
  let room_bytes = KEPT_BYTES;
  const unpacked = async (source: Source) => {
    if (extname(source.name).toLowerCase() === ".zip") return unpackedSource(source, membersOf);
    // A pipe may have no writer yet.
    if (!isDivided || !source.is_regular) return [source];
    const bytes = await source.read().catch(() => undefined);
    // Its analysis reports why it cannot be read.
    if (!bytes) return [source];
    const found = await unpackedSource({ ...source, read: firstFrom(bytes, source.read) }, membersOf);
    if (found.length > 1) return found;
    if (bytes.length > room_bytes) return [source];
    room_bytes -= bytes.length;
    return [{ ...source, read: firstFrom(bytes, source.read) }];
  };
  for (const path of paths) {
    try {
      const found = path === "-" ? [standardInput(io)] : await sourcesAt(path, io);
      if (found.length === 0) missing.push(noRecordingsIn(path));
      for await (const all of inOrder(found, unpacked)) sources.push(...all);
    } catch (error) {
      missing.push({ name: path, ...whyNot(error) });
    }
  }
  return { sources, missing };
}

/**
 * The recordings of a zip or the boats and sessions of a file, where it has several; other files as they are,
 * also what cannot be read, which its analysis reports. Its contents are in memory until another file is read.
 */
async function unpackedSource(
  source: Source,
  membersOf: (zip: Source) => Promise<readonly Member[]>,
): Promise<Source[]> {
  const members = await membersOf(source).catch(() => []);
  if (members.length < 2) return [source];
  const names = namesInZip(
    source.name,
    members.map(({ name }) => name),
  );
  return members.map(({ notes }, i) => ({
    name: names[i]!,
    notes,
    read: async () => {
      const { contents } = (await membersOf(source))[i]!;
      if (contents instanceof Error) throw contents;
      return contents;
    },
  }));
}

/** Reads what was read already at the first call, without keeping it in memory, and the file at later ones. */
function firstFrom(bytes: Uint8Array, read: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let kept: Uint8Array | undefined = bytes;
  return async () => {
    const contents = kept ?? (await read());
    kept = undefined;
    return contents;
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
