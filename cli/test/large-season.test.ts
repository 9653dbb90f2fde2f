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
/** Of the peak of a tenth of the sessions. *guess*: buffers of the files that are read at once differ by as much. */
const MOST_MEMORY = 1.25;
const TIMEOUT_MS = IS_LONG ? 3 * 3600_000 : 60_000;
const START_MS = Date.UTC(2026, 4, 1, 10);
const DAY_MS = 86_400_000;

function simulate(folder: string): void {
  for (let i = 0; i < SESSIONS; i++) {
    // A tenth of them in a folder of its own.
    const of = join(folder, i % 10 === 0 ? "season/tenth" : "season/rest");
    mkdirSync(of, { recursive: true });
    const spec = {
      class: "Laser",
      seed: i,
      minutes: MINUTES,
      rate_hz: 1,
      start_time_ms: START_MS + (i % 150) * DAY_MS,
    };
    writeFileSync(join(of, `session-${i}.fit`), writeSession(spec, "fit"));
  }
}

interface Use {
  elapsed_s: number;
  processor_s: number;
  /** Of all cores meanwhile. */
  idle_s: number;
  memory_mb: number;
}

/**
 * The program on a folder of recordings; it writes what it used when it ends by itself. Its memory is that of its own
 * address space: `maxRSS` begins with that of the process that started it.
 */
function start(cwd: string, recordings: string, out: string) {
  const hook = join(cwd, "hook.cjs");
  const used = join(cwd, `${out}.used.json`);
  writeFileSync(
    hook,
    `const idle_s = () => require("node:os").cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0);
     const before_s = idle_s();
     process.on("exit", () => { const { userCPUTime, systemCPUTime } = process.resourceUsage();
     const { readFileSync, writeFileSync } = require("node:fs");
     writeFileSync(${JSON.stringify(used)}, JSON.stringify({ elapsed_s: performance.now() / 1000,
       processor_s: (userCPUTime + systemCPUTime) / 1e6, idle_s: idle_s() - before_s,
       memory_mb: /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1] / 1024 })); });`,
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

        if (IS_LONG) await measure(cwd, whole.use());
      });
    },
    TIMEOUT_MS,
  );
});

/** Memory does not grow with the season, and the cores are busy. */
async function measure(cwd: string, all: Use): Promise<void> {
  const tenth = start(cwd, "season/tenth", "few");
  expect(await tenth.ended).toEqual([0, null]);
  const few = tenth.use();
  const busy = all.processor_s / (all.processor_s + all.idle_s);
  console.log(`${SESSIONS} sessions: ${JSON.stringify(all)}, busy ${busy.toFixed(2)}; a tenth: ${JSON.stringify(few)}`);
  expect(all.memory_mb).toBeLessThan(MOST_MEMORY * few.memory_mb);
  expect(busy).toBeGreaterThan(REQUIRED_BUSY);
}
