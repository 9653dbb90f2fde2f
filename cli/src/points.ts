import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Analysis, arrowOf } from "@leebow/core/node";

/** Writes the columns of analyses as Arrow beside the output; no two files get the same name. */
export function pointsWriter(engine: string, output: string | undefined, cwd: string) {
  const folder = output === undefined ? cwd : dirname(resolve(cwd, output));
  const taken = new Set<string>();
  /** Name of the file beside the output. */
  return async (name: string, analysis: Analysis): Promise<string> => {
    const file = free(name === "-" ? "stdin" : basename(name), taken);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), arrowOf(engine, analysis));
    return file;
  };
}

function free(stem: string, taken: Set<string>): string {
  for (let i = 1; ; i += 1) {
    const file = i === 1 ? `${stem}.arrow` : `${stem}-${i}.arrow`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
