import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { fixturePath } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../bin/leebow.mjs", import.meta.url));

/** The program itself, as a terminal starts it. */
function start(...words: string[]) {
  return spawn(process.execPath, [PROGRAM, ...words], { cwd: fixturePath(".") });
}

describe("the program", () => {
  beforeAll(async () => {
    // @ts-expect-error a script without types
    const { bundle } = await import("../../scripts/bundle.mjs");
    await bundle("cli");
  }, 60_000);

  it("ends without an error when its output is closed", async () => {
    const child = start("analyze", ".", "--format", "json");
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    await once(child.stdout, "data");
    child.stdout.destroy();
    const [code, signal] = await once(child, "exit");
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(stderr).not.toMatch(/EPIPE|Error/);
  }, 30_000);

  it("returns exit codes for a failed file and for a wrong command line", async () => {
    const [failed] = await once(start("analyze", "broken/text.fit"), "exit");
    const [wrong] = await once(start("analyse"), "exit");
    expect([failed, wrong]).toEqual([1, 2]);
  }, 30_000);
});
