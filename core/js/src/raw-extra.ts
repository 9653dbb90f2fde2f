/** The second native library: what few calls need. `npm start` compiles it after the first page can be opened. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Type } from "./typed-table.ts";

export interface RawExtra {
  verify(name: string, bytes: Uint8Array): Promise<string>;
  write_parquet(rows: number, columns: RawParquetColumn[], footer: [string, string][]): Promise<Uint8Array>;
}

/** A column of a Parquet file: values of one kind, the same value in every row, or with neither nulls alone. */
export interface RawParquetColumn {
  readonly name: string;
  readonly type: Type;
  readonly text?: string;
  readonly number?: number;
  /** NaN is null. */
  readonly floats?: Float32Array;
  readonly doubles?: Float64Array;
  readonly bytes?: Uint8Array;
}

const LIBRARY = "leebow-extra.node";
/** Beside the library while it is compiled: the number of the process. scripts/build.mjs writes and removes it. */
const COMPILED_BY = "leebow-extra.pid";
const CHECK_INTERVAL_MS = 500;
const WAITING = "The part of the engine for tables and other readers is being compiled; this goes on when it is ready.";
const MISSING =
  "The part of the engine for tables and other readers is not compiled. Run node scripts/build.mjs extra, or npm start, once.";

const require = createRequire(import.meta.url);
let loaded: Promise<RawExtra> | undefined;

/** The second native library, by `extraIn` from the folder of the first one. */
export function loadExtra(onWait?: (sentence: string) => void): Promise<RawExtra> {
  loaded ??= extraIn(dirname(require.resolve("@leebow/core/native")), onWait);
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/**
 * The library in this folder. While it is compiled this waits, and `onWait` gets a sentence that says so. Throws a
 * sentence that says how to build it where it is missing.
 */
export async function extraIn(folder: string, onWait?: (sentence: string) => void): Promise<RawExtra> {
  const compiledBy = join(folder, COMPILED_BY);
  if (isCompiled(compiledBy)) onWait?.(WAITING);
  while (isCompiled(compiledBy)) await setTimeout(CHECK_INTERVAL_MS);
  try {
    return require(join(folder, LIBRARY)) as RawExtra;
  } catch (cause) {
    throw new Error(MISSING, { cause });
  }
}

/** Whether the process that this file names runs. */
function isCompiled(path: string): boolean {
  try {
    return process.kill(Number(readFileSync(path, "utf8")), 0);
  } catch {
    return false;
  }
}
