/** Share of the cores that `leebow analyze` uses for a season of races: 50 boats × 9 races, one after the other per mode. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";

const BOATS = 50;
const RACES = 9;
const MINUTES = 40;
/** Least share of the cores in use. */
const REQUIRED_BUSY = 0.9;
const START_MS = Date.UTC(2026, 5, 13, 14);
const PROGRAM = join(process.cwd(), "cli/bin/leebow.mjs");

interface Use {
  elapsed_s: number;
  processor_s: number;
  /** Of all processors of the machine, from 0 to 1, also by other programs; null where the system does not count it. */
  idle: number | null;
}

/** Prints elapsed and processor time of each way to analyse the season. */
export async function batch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "leebow-batch-"));
  try {
    const wind = season(folder);
    const cores = availableParallelism();
    console.log(
      `${BOATS} boats × ${RACES} races of ${MINUTES} min at 1 Hz, ${cores} cores; busy: at least ${REQUIRED_BUSY}`,
    );
    for (const words of [[], ["--wind", wind], ["--fleet"], ["--fleet", "--wind", wind]]) {
      const { elapsed_s, processor_s, idle } = await use(folder, words);
      const busy = processor_s / (elapsed_s * cores);
      const machine = idle === null ? "" : `, machine idle ${(100 * idle).toFixed(0)} %`;
      const mode = words.filter((word) => word.startsWith("--")).join(" ") || "alone";
      console.log(
        `${mode.padEnd(16)} ${elapsed_s.toFixed(2)} s, processor ${processor_s.toFixed(2)} s, busy ${busy.toFixed(2)}${machine}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the recordings, a folder a race, and the wind log of all races; returns the path of the log. */
function season(folder: string): string {
  const logs: Uint8Array[] = [];
  for (let race = 1; race <= RACES; race++) {
    const day = join(folder, "season", `race-${race}`);
    mkdirSync(day, { recursive: true });
    for (let boat = 1; boat <= BOATS; boat++) {
      const seed = race * BOATS + boat;
      const start_time_ms = START_MS + race * 90 * 60_000;
      const spec = { class: "49er", seed, wind_seed: race, minutes: MINUTES, rate_hz: 1, start_time_ms };
      writeFileSync(join(day, `boat-${boat}.fit`), writeSession(spec, "fit"));
      if (boat === 1) logs.push(writeSession(spec, "nmea-wind"));
    }
  }
  const wind = join(folder, "wind.nmea");
  writeFileSync(wind, Buffer.concat(logs));
  return wind;
}

/** Runs the command line in a process of its own, which writes its processor time when it ends. */
async function use(folder: string, words: string[]): Promise<Use> {
  const [counted, hook] = [join(folder, "processor-ms"), join(folder, "hook.cjs")];
  writeFileSync(
    hook,
    `process.on("exit", () => { const { user, system } = process.cpuUsage();
     require("node:fs").writeFileSync(${JSON.stringify(counted)}, String((user + system) / 1000)); });`,
  );
  const args = ["--require", hook, PROGRAM, "analyze", join(folder, "season"), "--boat", "49er", "--format", "json"];
  const before = machineTicks();
  const start = performance.now();
  const output = openSync(join(folder, "result.json"), "w");
  const child = spawn(process.execPath, [...args, ...words], { stdio: ["ignore", output, "ignore"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`leebow ended with ${code}.`);
  const elapsed_s = (performance.now() - start) / 1000;
  const after = machineTicks();
  const idle = before && after && (after.idle - before.idle) / (after.all - before.all);
  return { elapsed_s, processor_s: Number(readFileSync(counted, "utf8")) / 1000, idle };
}

/** Time of all processors since the start of the machine, ticks; null where the system does not count it. */
function machineTicks(): { idle: number; all: number } | null {
  try {
    const ticks = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/\s+/).slice(1, 9).map(Number);
    return { idle: ticks[3]! + ticks[4]!, all: ticks.reduce((sum, n) => sum + n, 0) };
  } catch {
    return null;
  }
}
