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
  const taken = new Set<string>();
  return inputs.map((name) => free(name === "-" ? "stdin" : basename(name), taken));
}

function free(stem: string, taken: Set<string>): string {
  for (let i = 1; ; i += 1) {
    const file = i === 1 ? `${stem}.arrow` : `${stem}-${i}.arrow`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
