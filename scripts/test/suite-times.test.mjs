import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, withProcessorTime } from "../step.mjs";
import { overBudget, recordMinutes } from "../suite-times.mjs";

test.skipIf(process.platform === "win32")(
  "the processor time of a command counts, with that of the processes it waits for",
  async () => {
    const busy = "const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);";
    const waiting = `require("child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}]); process.exit(3)`;
    const { result, cpu_s } = await withProcessorTime(() => run(process.execPath, ["-e", waiting]));
    expect(result.code).toBe(3);
    expect(cpu_s).toBeGreaterThan(0.4);
    const idle = await withProcessorTime(() => run(process.execPath, ["-e", "setTimeout(() => {}, 400)"]));
    expect(idle.cpu_s).toBeLessThan(cpu_s);
  },
  60_000,
);

test("commands that run at the same time are counted apart", async () => {
  const busy = "const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);";
  const [long, none] = await Promise.all([
    withProcessorTime(() => run(process.execPath, ["-e", busy])),
    withProcessorTime(async () => {}),
  ]);
  expect([long.cpu_s > 0.4, none.cpu_s]).toEqual([true, 0]);
}, 60_000);

test("a suite over its budget by a third is named, one within it is not", () => {
  const row = (name, cpu_s, budget_min) => ({ title: name, cpu_s, suite: { name, budget_min } });
  const rows = [row("long", 121, 1.5), row("short", 119, 1.5), row("free", 999), { title: "Build wasm", cpu_s: 999 }];
  expect(overBudget(rows)).toEqual(["Warning: long took 2.0 min of processor; its budget is 1.5 min."]);
});

test("each run adds a line a suite to the record", () => {
  const path = join(mkdtempSync(join(tmpdir(), "leebow-times-")), "times.csv");
  const rows = [
    { title: "Build wasm", elapsed_s: 1, cpu_s: 2, passed: 0, failed: 0, skipped: 0 },
    { title: "Lints", suite: { name: "lint" }, elapsed_s: 3, cpu_s: undefined, passed: 1, failed: 0, skipped: 2 },
  ];
  for (const day of [1, 2]) recordMinutes(rows, path, new Date(Date.UTC(2026, 10, day)));
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toEqual([
    "ended_at,suite,elapsed_s,processor_s,passed,failed,skipped",
    "2026-11-01T00:00:00.000Z,build wasm,1.0,2.0,0,0,0",
    "2026-11-01T00:00:00.000Z,lint,3.0,,1,0,2",
    "2026-11-02T00:00:00.000Z,build wasm,1.0,2.0,0,0,0",
    "2026-11-02T00:00:00.000Z,lint,3.0,,1,0,2",
  ]);
});
