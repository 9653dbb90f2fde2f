import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import { readFixture, sessions } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { recordings } from "./recordings.ts";
import { inFolder, leebow } from "./world.ts";

const judged = sessions.filter(({ format }) => /^(fit|gpx|nmea)/.test(format)).map(({ name }) => name);

describe("leebow verify", () => {
  it("finds no difference in any fixture", async () => {
    const { code, stdout } = await leebow(["verify", ...judged]);
    expect(stdout).toContain("49er-kiel.fit: FIT, ");
    expect(stdout).toContain("  latitude: equal in ");
    expect(stdout).toMatch(new RegExp(`^${judged.length} of ${judged.length} read the same, 0 differ\\.$`, "m"));
    expect(code).toBe(0);
  });

  it("reports formats without a second reader", async () => {
    const { code, stdout } = await leebow("verify formula-kite-palma.vakaros.csv");
    expect(stdout).toMatch(/points\. There is no second reader for CSV here\.\n$/);
    expect(code).toBe(0);
  });

  it("compares every recording in an archive", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "session.gpx.gz"), gzipSync(readFixture("ilca-weymouth.gpx")));
      const files = {
        "17/49er-kiel.fit": readFixture("49er-kiel.fit"),
        "17/read.me": Buffer.from("Sailed well."),
        "17/torn.fit": readFixture("broken/text.fit"),
      };
      writeFileSync(join(cwd, "export.zip"), zipOf(files));
      const { code, stdout } = await leebow("verify session.gpx.gz export.zip --format json", { cwd });
      const { files: told, failed } = JSON.parse(stdout);
      expect(told).toMatchObject([
        { name: "session.gpx.gz/the file inside", format: "gpx", judge: "gpx", agrees: true },
        { name: "export.zip/49er-kiel.fit", format: "fit", judge: "fitparser", agrees: true },
      ]);
      expect(failed).toMatchObject([{ name: "export.zip/torn.fit", kind: "unknown_format" }]);
      expect(code).toBe(1);
    });
  });

  it("reports which reader is right about a damaged file, and by which clause", async () => {
    const { code, stdout } = await leebow("verify broken/wrong-checksum.fit");
    expect(stdout).toContain("They differ.");
    expect(stdout).toContain("FIT Protocol, CRC");
    expect(code).toBe(1);
  });

  it("prints JSON that includes failures", async () => {
    const { code, stdout, stderr } = await leebow("verify 49er-kiel.fit broken/text.fit none.fit --format json");
    const { files, failed } = JSON.parse(stdout);
    expect(files).toMatchObject([
      { name: "49er-kiel.fit", format: "fit", judge: "fitparser", agrees: true, differences: [] },
    ]);
    expect(failed).toMatchObject([
      { name: "none.fit", kind: "not_found" },
      { name: "broken/text.fit", kind: "unknown_format" },
    ]);
    expect(stderr).toContain("leebow: none.fit: There is no such file or folder.");
    expect(code).toBe(1);
  });

  it("finds both speeds in a log that has two", async () => {
    await inFolder(async (cwd) => {
      const log = Buffer.from(readFixture("j70-biscayne-bay.nmea")).toString("latin1");
      const rmc = log.split("\r\n").find((line) => line.includes("RMC,"))!;
      const vtg = withChecksum("GPVTG,,T,,M,9.9,N,18.3,K,A");
      writeFileSync(join(cwd, "two.nmea"), log.replace(rmc, `${rmc}\r\n${vtg}`), "latin1");
      const { code, stdout } = await leebow("verify two.nmea", { cwd });
      expect(stdout).toContain("  speed: 1 of ");
      expect(stdout.replace(/\s+/g, " ")).toContain(
        "Neither is wrong: the file contains both values, Leebow's in the VTG after it.",
      );
      expect(stdout).toContain("NMEA 0183, RMC field 7 and VTG field 5");
      expect(code).toBe(1);
    });
  });

  it("finds no difference in real recordings but for two logs with contradicting sentences", async () => {
    const paths = recordings("fit", "gpx", "nmea");
    if (paths.length === 0) return;
    const { stdout } = await leebow(["verify", ...paths, "--format", "json"]);
    const { files } = JSON.parse(stdout) as {
      files: { name: string; agrees: boolean | null; differences: { right: string }[] }[];
    };
    const differing = files.filter(({ agrees }) => agrees === false);
    expect(differing.map(({ name }) => name.split("/").at(-1))).toEqual([
      "irene-2013-08-01-garbled-tags.txt",
      "signalk-gofree-merrimac.log",
    ]);
    for (const { right } of differing.flatMap(({ differences }) => differences))
      expect(right).toContain("Neither is wrong: the file contains both values");
    const silent = files.filter(({ agrees }) => agrees === null).map(({ name }) => name.split("/").at(-1));
    expect(silent).toEqual(["signalk-plaka.log"]);
  }, 60_000);
});

/** A zip of these files, not packed. */
function zipOf(files: Record<string, Uint8Array>): Buffer {
  const parts = Object.entries(files).map(([name, content]) => {
    const head = Buffer.alloc(30);
    head.write("PK\x03\x04", "latin1");
    head.writeUInt32LE(crc32(content), 14);
    for (const place of [18, 22]) head.writeUInt32LE(content.length, place);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), content]);
  });
  return Buffer.concat([...parts, Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
}

function withChecksum(body: string): string {
  const sum = [...body].reduce((sum, c) => sum ^ c.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
}
