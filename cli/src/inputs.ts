import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import type { InputFile } from "@leebow/core";
import { type Failure, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";

/** How recordings end; it decides which files of a folder are taken, never how they are read. */
const ENDINGS = new Set([".fit", ".gpx", ".csv", ".tsv", ".nmea", ".log", ".txt", ".vkx", ".vtk", ".zip", ".gz"]);

/** A recording, named as the user named it. */
export interface Source {
  name: string;
  read(): Promise<Uint8Array>;
}

/** The recordings of the command line, folders walked, in the order given; and what is not there. */
export async function findSources(paths: string[], io: Io): Promise<{ sources: Source[]; missing: Failure[] }> {
  const sources: Source[] = [];
  const missing: Failure[] = [];
  for (const path of paths) {
    try {
      const found = path === "-" ? [standardInput(io)] : await at(path, io.cwd);
      if (found.length === 0) missing.push(nothingIn(path));
      sources.push(...found);
    } catch (error) {
      missing.push({ name: path, ...whyNot(error) });
    }
  }
  return { sources, missing };
}

async function at(path: string, cwd: string): Promise<Source[]> {
  const whole = resolve(cwd, path);
  if ((await stat(whole)).isDirectory()) return walk(path, whole);
  return [{ name: path, read: () => readFile(whole) }];
}

/** The recordings in a folder and its folders, by name; hidden ones are passed over, links to folders not followed. */
async function walk(name: string, folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Source[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const [inner, whole] = [join(name, entry.name), join(folder, entry.name)];
    if (entry.isDirectory()) found.push(...(await walk(inner, whole)));
    else if (ENDINGS.has(extname(entry.name).toLowerCase())) found.push({ name: inner, read: () => readFile(whole) });
  }
  return found;
}

/** The wind log of the command line. */
export async function windLog(path: string | undefined, cwd: string): Promise<InputFile | undefined> {
  if (path === undefined) return undefined;
  try {
    return { name: path, bytes: await readFile(resolve(cwd, path)) };
  } catch (error) {
    throw new UsageError(`The wind log ${path} is not there to be read. ${whyNot(error).message}`);
  }
}

function standardInput(io: Io): Source {
  let whole: Promise<Uint8Array> | undefined;
  const readOnce = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of io.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  // A pipe gives its bytes once.
  return { name: "-", read: () => (whole ??= readOnce()) };
}

function nothingIn(path: string): Failure {
  return { name: path, kind: "no_recordings", message: "There are no recordings in this folder." };
}

/** Kind and sentence of an error of the file system. */
export function whyNot(error: unknown): { kind: string; message: string } {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR")
    return { kind: "not_found", message: "There is no such file or folder." };
  if (code === "EACCES" || code === "EPERM") return { kind: "not_allowed", message: "You may not read this file." };
  return { kind: "not_readable", message: `This file could not be read (${code ?? (error as Error).message}).` };
}
