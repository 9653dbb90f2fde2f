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

/** Names of the Arrow files of these inputs. The same inputs in the same order give the same names. */
export function pointsNames(inputs: readonly string[]): string[] {
  return distinct(
    inputs.map((name) => (name === "-" ? "stdin" : basename(name))),
    ".arrow",
  );
}

/** File names with these stems and this extension, distinct in any letter case. */
export function distinct(stems: readonly string[], extension: string): string[] {
  const taken = new Set<string>();
  return stems.map((stem) => free(stem, extension, taken));
}

function free(stem: string, extension: string, taken: Set<string>): string {
  for (let i = 1; ; i += 1) {
    const file = i === 1 ? `${stem}${extension}` : `${stem}-${i}${extension}`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
