import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixturePath, zipOf } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const BYTES = {
  fit: readFileSync(fixturePath("49er-cross-current.fit")),
  gpx: readFileSync(fixturePath("ilca-weymouth.gpx")),
};

describe("a zip with several recordings", () => {
  it("gives every one of them as a file of its own, and nothing for what is no recording", () =>
    inFolder(async (cwd) => {
      writeZip(join(cwd, "regatta.zip"), [
        ["first/track.gpx", BYTES.gpx],
        ["results.pdf", Buffer.from("%PDF-1.4")],
        ["second/track.gpx", BYTES.gpx],
        ["esp-1.fit", BYTES.fit],
      ]);
      writeFileSync(join(cwd, "alone.gpx"), BYTES.gpx);
      const { stdout, stderr, code } = await leebow(["analyze", ".", "--format", "json"], { cwd });
      const { files, failed } = JSON.parse(stdout);
      expect(files.map(({ name }: { name: string }) => name)).toEqual([
        "alone.gpx",
        "regatta.zip/track.gpx",
        "regatta.zip/track (2).gpx",
        "regatta.zip/esp-1.fit",
      ]);
      const [alone, inside] = files;
      expect({ ...inside, name: "alone.gpx" }).toEqual(alone);
      expect([failed, stderr, code]).toEqual([[], "", 0]);
    }));

  it("is analysed beside a recording in it that cannot be read, which is named", () =>
    inFolder(async (cwd) => {
      writeZip(join(cwd, "a.zip"), [
        ["a.csv", Buffer.from("timestamp,latitude,longitude,sog_kts\n2026-06-13T14:00:03Z,,,5\n")],
        ["b.gpx", BYTES.gpx],
        ["old.zip", Buffer.from("PK\x05\x06".padEnd(22, "\0"))],
      ]);
      const { stdout, stderr, code } = await leebow(["analyze", "a.zip", "--format", "json"], { cwd });
      expect(JSON.parse(stdout).files.map(({ name }: { name: string }) => name)).toEqual(["a.zip/b.gpx"]);
      expect(stderr).toContain("a.zip/a.csv: This file has no positions, so there is no track to show.");
      expect(stderr).toContain('a.zip/old.zip: This file could not be read: it holds another archive, "old.zip"');
      expect(code).toBe(1);
    }));

  it("names a file in it that has the name of a recording and is none", () =>
    inFolder(async (cwd) => {
      writeZip(join(cwd, "a.zip"), [
        ["a.gpx", BYTES.gpx],
        ["b.fit", BYTES.fit],
        ["torn.fit", BYTES.fit.subarray(500)],
        ["results.pdf", Buffer.from("%PDF-1.4")],
      ]);
      writeZip(join(cwd, "b.zip"), [
        ["torn.fit", BYTES.fit.subarray(500)],
        ["b.fit", BYTES.fit],
      ]);
      const { stdout, stderr, code } = await leebow(["analyze", "a.zip", "b.zip", "--format", "json"], { cwd });
      const { files } = JSON.parse(stdout);
      expect(files.map(({ name }: { name: string }) => name)).toEqual(["a.zip/a.gpx", "a.zip/b.fit", "b.zip/b.fit"]);
      for (const zip of ["a.zip", "b.zip"])
        expect(stderr).toContain(`${zip}/torn.fit: This is not a track file Leebow can read.`);
      expect(stderr).not.toContain("results.pdf");
      expect(code).toBe(1);
    }));

  it("says of a recording with a wrong checksum that it is damaged", () =>
    inFolder(async (cwd) => {
      writeZip(join(cwd, "a.zip"), [
        ["a.gpx", BYTES.gpx],
        ["b.gpx", BYTES.gpx],
      ]);
      const zip = readFileSync(join(cwd, "a.zip"));
      // The checksum stands before the name, in the entry and in the list at the end.
      for (const at of [zip.indexOf("b.gpx") - 16, zip.lastIndexOf("b.gpx") - 30]) zip[at] = zip[at]! ^ 1;
      writeFileSync(join(cwd, "a.zip"), zip);
      const { stdout } = await leebow(["analyze", "a.zip", "--format", "json"], { cwd });
      const [a, b] = JSON.parse(stdout).files;
      const reason = "The archive's checksum does not match, so its contents may have been changed; they were read.";
      expect([a.damage.lacks.includes(reason), b.damage.lacks.includes(reason)]).toEqual([false, true]);
    }));

  it("is converted recording by recording", () =>
    inFolder(async (cwd) => {
      writeZip(join(cwd, "a.zip"), [
        ["a.gpx", BYTES.gpx],
        ["b.fit", BYTES.fit],
      ]);
      const { stderr, code } = await leebow(["convert", "a.zip", ".", "--to", "csv"], { cwd });
      expect(code).toBe(0);
      expect(stderr).toMatch(/a\.csv: [\d,]+ points/);
      expect(stderr).toMatch(/b\.csv: [\d,]+ points/);
    }));
});

function writeZip(path: string, files: [name: string, bytes: Buffer][]): void {
  writeFileSync(path, zipOf(files));
}
