import { stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { UsageError } from "../io/errors.ts";
import type { Source } from "../io/inputs.ts";
import { distinct } from "../io/points.ts";

/** Formats, which are also the file extensions that select them. */
export const TARGETS = ["gpx", "csv", "geojson", "kml", "arrow", "parquet"] as const;
export type Target = (typeof TARGETS)[number];
export const TABLES = ["generic", "vakaros"] as const;
export type Table = (typeof TABLES)[number];

/** The format, and the path of each source's output, relative to the current folder. */
export interface Targets {
  format: Target;
  paths: string[];
}

/** One recording is written to the named file, or into it if it is a folder; several are written into a folder. */
export async function targetsOf(
  { paths, output, to }: { paths: readonly string[]; output: string; to: Target | undefined },
  sources: readonly Source[],
  cwd: string,
): Promise<Targets> {
  const single = paths.length === 1 && sources.length <= 1;
  if (single && !(await isFolder(output, cwd)))
    return { format: to ?? byEnding(output), paths: sources.map(() => output) };
  if (to === undefined)
    throw new UsageError(
      "Recordings that go into a folder need a format: name it with --to. See leebow convert --help.",
    );
  const stems = sources.map(({ name }) => (name === "-" ? "stdin" : basename(name, extname(name))));
  return { format: to, paths: distinct(stems, `.${to}`).map((file) => join(output, file)) };
}

function byEnding(path: string): Target {
  const format = TARGETS.find((target) => path.toLowerCase().endsWith(`.${target}`));
  if (format) return format;
  const endings = TARGETS.map((target) => `.${target}`).join(", ");
  throw new UsageError(`${path} ends in none of ${endings}: name the format with --to. See leebow convert --help.`);
}

async function isFolder(path: string, cwd: string): Promise<boolean> {
  if (/[\\/]$/.test(path)) return true;
  const there = await stat(resolve(cwd, path)).catch(() => undefined);
  return there?.isDirectory() ?? false;
}
