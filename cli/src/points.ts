import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Analysis, arrowOf } from "@leebow/core/node";

/** Writes the columns of analyses as Arrow beside the output. */
export function pointsWriter(engine: string, output: string | undefined, cwd: string) {
  const folder = output === undefined ? cwd : dirname(resolve(cwd, output));
  return async (file: string, analysis: Analysis): Promise<string> => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), arrowOf(engine, analysis));
    return file;
  };
}

/** Names for the Arrow files of these inputs: in their order, so that a second run gives the same ones. */
export function pointsNames(inputs: readonly string[]): string[] {
  return distinct(
    inputs.map((name) => (name === "-" ? "stdin" : basename(name))),
    ".arrow",
  );
}

/** Names of files with these stems and this ending, no two the same in any letter case. */
export function distinct(stems: readonly string[], ending: string): string[] {
  const taken = new Set<string>();
  return stems.map((stem) => free(stem, ending, taken));
}

function free(stem: string, ending: string, taken: Set<string>): string {
  for (let i = 1; ; i += 1) {
    const file = i === 1 ? `${stem}${ending}` : `${stem}-${i}${ending}`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
