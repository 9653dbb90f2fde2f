import { execFileSync } from "node:child_process";
import { constants, createWriteStream, readFileSync, symlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fixturePath } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { findSources } from "../src/io/inputs.ts";
import { inFolder, leebow, worldOf } from "./world.ts";

const RECORDING = fixturePath("ilca-weymouth.gpx");

describe("an input that is not a regular file", () => {
  it("is not read from a folder, where links to regular files are", () =>
    inFolder(async (cwd) => {
      symlinkSync("/dev/zero", join(cwd, "endless.gpx"));
      execFileSync("mkfifo", [join(cwd, "pipe.gpx")]);
      symlinkSync(RECORDING, join(cwd, "linked.gpx"));
      const { stdout, stderr, code } = await leebow(["analyze", ".", "--format", "json"], { cwd });
      expect(JSON.parse(stdout).files.map(({ name }: { name: string }) => name)).toEqual(["linked.gpx"]);
      expect([stderr, code]).toEqual(["", 0]);
    }));

  it(
    "is read up to the file limit when a link to an endless device is named",
    () =>
      inFolder(async (cwd) => {
        symlinkSync("/dev/zero", join(cwd, "endless.gpx"));
        const { stderr, code } = await leebow(["analyze", "endless.gpx"], { cwd });
        expect(stderr).toContain("endless.gpx: This file is too large: 100 MB is the most.");
        expect(code).toBe(1);
      }),
    60_000,
  );

  it("ends with a sentence at once when no program writes to a named pipe, however long a writer may take", () =>
    inFolder(async (cwd) => {
      execFileSync("mkfifo", [join(cwd, "pipe.gpx")]);
      const started_ms = performance.now();
      const read_timeout_ms = 30_000;
      const { stderr, code } = await leebow(["analyze", "pipe.gpx"], { cwd, read_timeout_ms });
      expect(stderr).toContain(
        "pipe.gpx: This is a pipe, and no program writes to it. Start the program that writes to it first, or name a file.",
      );
      expect(code).toBe(1);
      expect(performance.now() - started_ms).toBeLessThan(read_timeout_ms);
    }));

  it("ends with a sentence when the program that opened a named pipe writes nothing", () =>
    inFolder(async (cwd) => {
      const pipe = join(cwd, "pipe.gpx");
      execFileSync("mkfifo", [pipe]);
      const writer = await open(pipe, constants.O_RDWR);
      const { stderr, code } = await leebow(["analyze", "pipe.gpx"], { cwd });
      await writer.close();
      expect(stderr).toContain("pipe.gpx: This is not a regular file, and it gave no data for 0.3 s.");
      expect(code).toBe(1);
    }));

  it("ends with a sentence when a wind log or a file of corrections is a pipe without a writer", () =>
    inFolder(async (cwd) => {
      execFileSync("mkfifo", [join(cwd, "pipe")]);
      for (const [option, what] of [
        ["--wind", "wind log"],
        ["--corrections", "file of corrections"],
      ] as const) {
        const { stderr, code } = await leebow(["analyze", RECORDING, option, "pipe"], { cwd });
        expect(stderr).toContain(`The ${what} pipe could not be read. This is a pipe, and no program`);
        expect(code).toBe(2);
      }
    }));

  it("is read to its end from a pipe whose writer comes later, and gives the same bytes again", () =>
    inFolder(async (cwd) => {
      const pipe = join(cwd, "pipe.gpx");
      execFileSync("mkfifo", [pipe]);
      const { sources } = await findSources(["pipe.gpx"], worldOf({ cwd, read_timeout_ms: 20_000 }).io);
      setTimeout(() => createWriteStream(pipe).end(readFileSync(RECORDING)), 100);
      const [first, second] = [await sources[0]!.read(), await sources[0]!.read()];
      expect(Buffer.compare(first, readFileSync(RECORDING))).toBe(0);
      expect(second).toBe(first);
    }));

  it("is refused at the file limit on standard input", async () => {
    const chunk = new Uint8Array(1024 * 1024);
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield chunk;
    }
    const { stderr, code } = await leebow(["analyze", "-"], { stdin: endless() });
    expect(stderr).toContain("standard input: This file is too large: 100 MB is the most.");
    expect(code).toBe(1);
  });
});
