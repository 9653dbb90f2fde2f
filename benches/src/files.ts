/** Times of reading and analysing files, native and in WASM: the same files in one run, median of several rounds. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Core, EngineError, type InputFile, loadCore as loadNative } from "@leebow/core/node";
import { loadCore as loadWasm } from "@leebow/core/web";

const ROUNDS = 5;

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Median ms, and the points; null when the engine refuses the file. */
async function time(core: Core, file: InputFile): Promise<{ ms: number; points: number } | null> {
  const times: number[] = [];
  let points = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    try {
      points = (await core.analyze(file)).report.points;
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { ms: times[ROUNDS >> 1]!, points };
}

export async function files(folders: string[]): Promise<void> {
  const [native, wasm] = [await loadNative(), await loadWasm()];
  const row = (cells: (string | number)[]) =>
    console.log(
      cells.map((cell, i) => (i === 0 ? String(cell).slice(0, 52).padEnd(54) : String(cell).padStart(10))).join(""),
    );
  row(["file", "kB", "points", "native ms", "WASM ms", "ratio"]);
  for (const path of folders.flatMap(filesBelow)) {
    const file = { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
    const [own, browser] = [await time(native, file), await time(wasm, file)];
    if (own && browser)
      row([
        file.name,
        Math.round(file.bytes.length / 1000),
        own.points,
        own.ms.toFixed(1),
        browser.ms.toFixed(1),
        (browser.ms / own.ms).toFixed(2),
      ]);
  }
}
