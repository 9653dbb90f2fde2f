/** Readers outside this process: our native reader and the Rust crates, libxml2 in C, gpsbabel. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Sums } from "./sums.ts";

export const ROOT = join(import.meta.dirname, "../..");
const TARGET = join(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
/** `--quick` compiles without link-time optimisation, in a third of the time. */
const PROFILE = process.argv.includes("--quick") ? "quick" : "release";
const READ_BENCH = join(TARGET, PROFILE, "examples/read_bench");
const BUILT = join(TARGET, "bench");
const INPUTS = join(BUILT, "inputs");

export interface Timed {
  name: string;
  bytes: number;
  ns: number;
  sums: Sums | null;
}

/** Largest memory while reading, bytes beyond the input: read at once, and in chunks. */
export interface Memory {
  name: "memory";
  points: number;
  whole: number;
  chunked?: number;
}

function lines(args: string[]): unknown[] {
  const text = execFileSync(READ_BENCH, args, { encoding: "utf8", maxBuffer: 1 << 24 });
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Path of an input; the first call writes all inputs, from one seed. */
export function input(name: string, { quick }: { quick: boolean }): string {
  const wanted = quick ? "10hz-22min.fit" : "25hz-8h.fit";
  if (!existsSync(INPUTS) || !readdirSync(INPUTS).includes(wanted)) {
    execFileSync(READ_BENCH, ["write", INPUTS, ...(quick ? ["short"] : [])]);
  }
  return join(INPUTS, name);
}

export function ours(file: string): Timed {
  return lines(["ours", file])[0] as Timed;
}

/** Our reader, its memory, and every Rust peer. */
export function readAll(file: string): { ours: Timed; memory: Memory; peers: Timed[] } {
  const [ours, memory, ...peers] = lines(["all", file]);
  return { ours: ours as Timed, memory: memory as Memory, peers: peers as Timed[] };
}

/** libxml2's SAX2 events in C; a message where it is not available. */
export function libxml2(file: string): Timed | string {
  const program = join(BUILT, "sax");
  try {
    const flags = execFileSync("xml2-config", ["--cflags", "--libs"], { encoding: "utf8" }).trim().split(/\s+/);
    mkdirSync(BUILT, { recursive: true });
    execFileSync("cc", ["-O2", "-o", program, join(ROOT, "benches/libxml2/sax.c"), ...flags]);
  } catch {
    return "left out: needs cc and libxml2-dev";
  }
  const { ns, sums } = JSON.parse(execFileSync(program, [file], { encoding: "utf8" })) as { ns: number; sums: Sums };
  return { name: "libxml2 SAX (C)", bytes: 0, ns, sums };
}

/** The complete process, including its start and reading the file. */
export function gpsbabel(file: string, format: string): Timed | string {
  let best = Infinity;
  try {
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      execFileSync("gpsbabel", ["-t", "-i", format, "-f", file], { stdio: "ignore" });
      best = Math.min(best, performance.now() - start);
    }
  } catch {
    return "left out: needs gpsbabel";
  }
  return { name: "gpsbabel, complete process", bytes: 0, ns: best * 1e6, sums: null };
}
