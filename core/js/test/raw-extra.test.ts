import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { extraIn } from "../src/raw-extra.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "leebow-extra-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a call that needs the second library says that it is being compiled, and waits for it", async () => {
  const folder = emptyFolder();
  const compiledBy = join(folder, "leebow-extra.pid");
  writeFileSync(compiledBy, String(process.pid));
  const said: string[] = [];
  const waiting = extraIn(folder, (sentence) => said.push(sentence)).catch((error: Error) => error.message);
  const state = await Promise.race([waiting, new Promise((later) => setTimeout(later, 700, "waits"))]);
  expect([state, said]).toEqual(["waits", [expect.stringContaining("is being compiled")]]);
  rmSync(compiledBy);
  expect(await waiting).toContain("Run node scripts/build.mjs extra, or npm start, once.");
});

test("the number of a process that has ended is not waited for", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "leebow-extra.pid"), String(spawnSync(process.execPath, ["--version"]).pid));
  await expect(extraIn(folder, () => expect.fail("it waits"))).rejects.toThrow("is not compiled");
});
