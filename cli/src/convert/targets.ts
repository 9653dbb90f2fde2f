import { stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { type ConvertCommand, TARGETS, type Target } from "../commands/convert.ts";
import { UsageError } from "../errors.ts";
import type { Source } from "../inputs.ts";
import { distinct } from "../points.ts";

/** The format, and the path of each source's output, relative to the current folder. */
export interface Targets {
  format: Target;
  paths: string[];
}

/** One recording is written to the named file, or into it if it is a folder; several are written into a folder. */
export async function targetsOf(command: ConvertCommand, sources: readonly Source[], cwd: string): Promise<Targets> {
  const { output, to } = command;
  const single = command.paths.length === 1 && sources.length <= 1;
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
