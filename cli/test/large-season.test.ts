import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeSession } from "@leebow/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { inFolder } from "./world.ts";

const PROGRAM = fileURLToPath(new URL("../bin/leebow.mjs", import.meta.url));

/** Sessions, of ten minutes; of an hour in `npm run soak -- season`, which has 10,000. */
const SESSIONS = Number(process.env.SEASON_SESSIONS ?? 24);
const IS_LONG = SESSIONS >= 100;
const MINUTES = IS_LONG ? 60 : 10;
/** Least share that the program uses of what other programs leave of the cores. */
const REQUIRED_BUSY = 0.9;
/** Of the median memory of the last tenth of a run against that of its second tenth, by when all has been loaded. *guess* */
const MOST_GROWTH = 1.1;
const TIMEOUT_MS = IS_LONG ? 3 * 3600_000 : 60_000;
const START_MS = Date.UTC(2026, 4, 1, 10);
const DAY_MS = 86_400_000;

function simulate(folder: string): void {
  mkdirSync(join(folder, "season"));
  for (let i = 0; i < SESSIONS; i++) {
    const spec = {
      class: "Laser",
      seed: i,
      minutes: MINUTES,
      rate_hz: 1,
      start_time_ms: START_MS + (i % 150) * DAY_MS,
    };
    writeFileSync(join(folder, `season/session-${i}.fit`), writeSession(spec, "fit"));
  }
}

interface Use {
  elapsed_s: number;
  processor_s: number;
  /** Of all cores meanwhile. */
  idle_s: number;
  /** Twice a second. */
  memory_mb: number[];
}

/** The program on a folder of recordings; it writes what it used when it ends by itself. */
function start(cwd: string, recordings: string, out: string) {
  const hook = join(cwd, "hook.cjs");
  const used = join(cwd, `${out}.used.json`);
  writeFileSync(
    hook,
    `const idle_s = () => require("node:os").cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0);
     const before_s = idle_s();
     const memory_mb = [];
     setInterval(() => memory_mb.push(process.memoryUsage.rss() / 1e6), 500).unref();
     process.on("exit", () => { const { userCPUTime, systemCPUTime } = process.resourceUsage();
     require("node:fs").writeFileSync(${JSON.stringify(used)}, JSON.stringify({ elapsed_s: performance.now() / 1000,
       processor_s: (userCPUTime + systemCPUTime) / 1e6, idle_s: idle_s() - before_s, memory_mb })); });`,
  );
  const words = ["analyze", recordings, "--boat", "Laser", "--format", "parquet", "--out", out];
  const child = spawn(process.execPath, ["--require", hook, PROGRAM, ...words], { cwd, stdio: "ignore" });
  return { child, ended: once(child, "exit"), use: (): Use => JSON.parse(readFileSync(used, "utf8")) };
}

const sessionsIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".parquet"))
    : [];

describe(`a season of ${SESSIONS} sessions`, () => {
  beforeAll(async () => {
    // @ts-expect-error a script without types
    const { bundle } = await import("../../scripts/bundle.mjs");
    await bundle("cli");
  }, 60_000);

  it(
    "is complete after the program was killed in its midst and started again",
    async () => {
      await inFolder(async (cwd) => {
        simulate(cwd);
        const whole = start(cwd, "season", "whole");
        expect(await whole.ended).toEqual([0, null]);
        expect(sessionsIn(join(cwd, "whole/sessions"))).toHaveLength(SESSIONS);

        const killed = start(cwd, "season", "resumed");
        while (sessionsIn(join(cwd, "resumed/sessions")).length < SESSIONS / 10) await sleep(5);
        killed.child.kill("SIGKILL");
        expect(await killed.ended).toEqual([null, "SIGKILL"]);
        expect(sessionsIn(join(cwd, "resumed/sessions")).length).toBeLessThan(SESSIONS);
        expect(await start(cwd, "season", "resumed").ended).toEqual([0, null]);
        const tables = sessionsIn(join(cwd, "whole")).sort();
        expect(sessionsIn(join(cwd, "resumed")).sort()).toEqual(tables);
        for (const path of tables)
          expect(readFileSync(join(cwd, "resumed", path)).equals(readFileSync(join(cwd, "whole", path))), path).toBe(
            true,
          );

        if (IS_LONG) measure(whole.use());
      });
    },
    TIMEOUT_MS,
  );
});

/** Memory does not grow with the season, and the cores are busy. */
function measure({ memory_mb, ...use }: Use): void {
  const tenth = (n: number) =>
    medianOf(memory_mb.slice((n * memory_mb.length) / 10, ((n + 1) * memory_mb.length) / 10));
  const busy = use.processor_s / (use.processor_s + use.idle_s);
  const [early_mb, late_mb, most_mb] = [tenth(1), tenth(9), Math.max(...memory_mb)].map(Math.round);
  console.log(`${SESSIONS} sessions: ${JSON.stringify({ ...use, busy, early_mb, late_mb, most_mb })}`);
  expect(late_mb).toBeLessThan(MOST_GROWTH * early_mb!);
  expect(busy).toBeGreaterThan(REQUIRED_BUSY);
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
