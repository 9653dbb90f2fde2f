import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

describe("leebow simulate", () => {
  it("writes a recording that leebow reads, and its truth", async () => {
    await inFolder(async (cwd) => {
      const made = await leebow("simulate out/day.fit out/day.truth.json --boat j70 --seed 7 --minutes 20 --twd 95", {
        cwd,
      });
      expect(made).toMatchObject({ code: 0, stdout: "" });
      const truth = JSON.parse(readFileSync(join(cwd, "out/day.truth.json"), "utf8"));
      expect(truth.spec).toMatchObject({ class: "J70", seed: 7, minutes: 20, twd_deg: 95 });
      const { stdout } = await leebow("analyze out/day.fit --boat J70 --format json", { cwd });
      const [file] = JSON.parse(stdout).files;
      expect(file.points).toBe(1201);
      const tacks = (list: { kind: string }[]) => list.filter(({ kind }) => kind === "tack").length;
      expect(tacks(truth.maneuvers)).toBeGreaterThan(2);
      expect(Math.abs(tacks(file.maneuvers) - tacks(truth.maneuvers))).toBeLessThanOrEqual(1);
    });
  });

  it("selects the format by the extension", async () => {
    await inFolder(async (cwd) => {
      await leebow("simulate a.gpx a.csv a.nmea a.wind.nmea --minutes 1", { cwd });
      await leebow("simulate b.csv --minutes 1 --csv velocitek", { cwd });
      const head = (name: string) => readFileSync(join(cwd, name), "latin1").slice(0, 20);
      expect(readdirSync(cwd).sort()).toEqual(["a.csv", "a.gpx", "a.nmea", "a.wind.nmea", "b.csv"]);
      expect([head("a.gpx"), head("a.csv"), head("b.csv")]).toEqual([
        expect.stringMatching(/^<\?xml/),
        expect.stringMatching(/^timestamp,latitude/),
        expect.stringMatching(/^time, latitude/),
      ]);
      expect(readFileSync(join(cwd, "a.nmea"), "latin1")).toContain("$IIMWV,");
      expect(readFileSync(join(cwd, "a.wind.nmea"), "latin1")).toContain("$WIMWD,");
    });
  });

  it("takes settings from a file, over which options take precedence", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "spec.json"), JSON.stringify({ class: "Moth", minutes: 2, seed: 5, gustiness: 0.5 }));
      await leebow("simulate a.truth.json --spec spec.json --seed 6", { cwd });
      const { spec } = JSON.parse(readFileSync(join(cwd, "a.truth.json"), "utf8"));
      expect(spec).toMatchObject({ class: "Moth", minutes: 2, seed: 6, gustiness: 0.5 });
    });
  });

  it("fails with a sentence on settings it cannot simulate", async () => {
    await inFolder(async (cwd) => {
      const said = async (line: string) => {
        const { code, stderr } = await leebow(line, { cwd });
        expect(code).toBe(2);
        return stderr;
      };
      expect(await said("simulate a.docx")).toContain("a.docx: a session is written to files that end in .truth.json,");
      expect(await said("simulate a.gpx --tws 90")).toContain("tws_kn is 90; it must be between 2 and 40.");
      expect(await said("simulate a.gpx --place kiel")).toContain("like 54.47,10.27. See leebow simulate --help.");
      expect(await said("simulate a.gpx --spec none.json")).toContain("There is no such file or folder.");
      expect(await said("simulate a.gpx --scenario flying")).toContain("Allowed choices are windward_leeward,");
      expect(readdirSync(cwd)).toEqual([]);
    });
  });
});
