import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../step.mjs";

const start = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/start.mjs"), ...words], {
    encoding: "utf8",
  });
  return { status, stdout, said: stdout + stderr };
};

describe("npm start", () => {
  it("tells what it takes, and starts nothing", () => {
    const { status, stdout } = start("--help");
    expect(status).toBe(0);
    expect(stdout).toContain("PORT");
    expect(stdout).not.toContain("Install");
  });

  it("refuses a word it does not know before it installs anything", () => {
    const { status, stdout, said } = start("--dev");
    expect(status).toBe(1);
    expect(said).toContain('npm start takes no "--dev".');
    expect(stdout).not.toContain("Install");
  });
});
