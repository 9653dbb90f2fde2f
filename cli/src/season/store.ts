import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { SEASON_TABLES, type SeasonTable } from "@leebow/core/tables";
import { meaningOf, UsageError } from "../io/errors.ts";

/** Name of the files of a session: its recording, and what it was analysed with. Files still being written end in .part. */
const FILE = /^([0-9a-f]+)-([0-9a-f]+)\.parquet(?:\.part)?$/;
/** Folder of the recordings that could not be read. */
const FAILED = "failed";
const INPUT_DIGITS = 32;
const SETTING_DIGITS = 8;

/** The session of a recording, by the hash of its bytes and the hash of all that its analysis depends on. */
export interface SessionKey {
  input_sha256: string;
  setting_sha256: string;
}

const inputOf = ({ input_sha256 }: SessionKey) => input_sha256.slice(0, INPUT_DIGITS);
const fileOf = (key: SessionKey) => `${inputOf(key)}-${key.setting_sha256.slice(0, SETTING_DIGITS)}.parquet`;

/**
 * A folder of tables in Hive's layout, with a file a session in each: `sessions/boat_class=Laser/month=2026-07/….parquet`.
 * A recording is in it once: its analysis by another engine or with other options replaces the one before.
 */
export class SeasonStore {
  readonly #folder: string;
  /** Paths of the files of each recording. */
  readonly #files = new Map<string, string[]>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder with what earlier runs have written. Errors: UsageError when it cannot be made or read. */
  static async open(folder: string, name: string): Promise<SeasonStore> {
    const store = new SeasonStore(folder);
    try {
      await mkdir(folder, { recursive: true });
      for (const table of SEASON_TABLES) {
        const found = await readdir(join(folder, table), { recursive: true }).catch(absent);
        for (const path of found) store.#add(join(folder, table, path));
      }
    } catch (error) {
      throw new UsageError(`${name} cannot be used for the tables: ${meaningOf(error)}.`);
    }
    return store;
  }

  /** Whether these tables have the session as it would be written. */
  isDone(key: SessionKey, tables: readonly SeasonTable[]): boolean {
    const there = (this.#files.get(inputOf(key)) ?? []).filter((path) => basename(path) === fileOf(key));
    return tables.every((table) => there.some((path) => path.startsWith(join(this.#folder, table) + sep)));
  }

  /**
   * The row of a recording that could not be read in the table `failed`, or null: it could be, and a row of an earlier run
   * goes. The file is named after the recording's name, which is all that is known of one that is not there.
   */
  async markFailed(name: string, row: Uint8Array | null): Promise<void> {
    const digits = createHash("sha256").update(name).digest("hex").slice(0, INPUT_DIGITS);
    const path = join(this.#folder, FAILED, `${digits}.parquet`);
    if (row === null) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, row);
    await rename(`${path}.part`, path);
  }

  /**
   * Writes the files of a session and removes those of its earlier analyses. Killed at any moment, it leaves the session
   * either as it was or incomplete, so that the next run writes it again; no reader sees half a file.
   */
  async write(key: SessionKey, partition: string, tables: ReadonlyMap<SeasonTable, Uint8Array>): Promise<void> {
    const before = this.#files.get(inputOf(key)) ?? [];
    const written = [...tables].map(([table, bytes]) => ({
      path: join(this.#folder, table, partition, fileOf(key)),
      bytes,
    }));
    for (const { path, bytes } of written) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.part`, bytes);
    }
    const parts = new Set(written.map(({ path }) => `${path}.part`));
    const outdated = before.filter((path) => basename(path) !== fileOf(key) && !parts.has(path));
    for (const path of sessionsFirst(outdated, this.#folder)) await rm(path, { force: true });
    for (const path of sessionsFirst(
      written.map(({ path }) => path),
      this.#folder,
    ).reverse())
      await rename(`${path}.part`, path);
    const kept = before.filter((path) => basename(path) === fileOf(key));
    this.#files.set(inputOf(key), [...new Set([...kept, ...written.map(({ path }) => path)])]);
  }

  #add(path: string): void {
    const [, input] = FILE.exec(basename(path)) ?? [];
    if (input === undefined) return;
    const paths = this.#files.get(input);
    if (paths) paths.push(path);
    else this.#files.set(input, [path]);
  }
}

function sessionsFirst(paths: readonly string[], folder: string): string[] {
  const isSession = (path: string) => path.startsWith(join(folder, "sessions") + sep);
  return [...paths.filter(isSession), ...paths.filter((path) => !isSession(path))];
}

function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
