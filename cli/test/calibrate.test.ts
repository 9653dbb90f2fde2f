import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/calibration.schema.json", import.meta.url), "utf8"));

const spec = (minutes: number) => ({ class: "J70", seed: 5, minutes, rate_hz: 1, tws_kn: 12, tracker: "instruments" });
const withSum = (body: string) => {
  const sum = [...body].reduce((all, character) => all ^ character.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
};

/** A boat's log whose vane reads 6° too far to starboard and whose log reads 10 % too little. */
function wrongLog(minutes: number): string {
  const { tracker: _, ...plain } = spec(minutes);
  const lines = new TextDecoder().decode(writeSession(plain, "nmea")).trim().split(/\r?\n/);
  return lines
    .flatMap((line) => {
      const fields = line.slice(1).split("*")[0]!.split(",");
      if (fields[0]!.endsWith("MWV") && fields[2] === "T") return [];
      if (fields[0]!.endsWith("MWV")) fields[1] = ((Number(fields[1]) + 6) % 360).toFixed(1);
      if (fields[0]!.endsWith("VHW")) fields[5] = (Number(fields[5]) / 1.1).toFixed(2);
      return [withSum(fields.join(","))];
    })
    .join("\r\n");
}

async function logs(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, "evening.nmea"), wrongLog(90));
    writeFileSync(join(folder, "short.nmea"), wrongLog(10));
    writeFileSync(join(folder, "bare.gpx"), writeSession({ class: "J70", seed: 5, minutes: 20 }, "gpx"));
    await work(folder);
  });
}

describe("a calibration", () => {
  it("says what each instrument reads too much or too little, and what differs between the tacks", () =>
    logs(async (cwd) => {
      const { stdout, stderr, code } = await leebow("calibrate evening.nmea --boat J70", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(/^Vane offset +-[4-8]\.\d° +± \d\.\d° +Reads [4-8]\.\d° too far to starboard\. Take /m);
      expect(stdout).toMatch(/^Log factor +1\.(0[5-9]|1[0-4]) +± 0\.\d\d +Reads \d+ % too little\. Multiply by 1\./m);
      expect(stdout).toMatch(/^ +port +starboard +difference +±$/m);
      expect(stdout).toMatch(/^VMG, up +\d\.\d\d kn +\d\.\d\d kn +-?\d\.\d\d kn +\d\.\d\d kn$/m);
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(132);
    }));

  it("is JSON of its schema, and silent where a log is too short or has no instruments", () =>
    logs(async (cwd) => {
      const { stdout, code } = await leebow("calibrate evening.nmea short.nmea bare.gpx --boat J70 -f json", { cwd });
      const document = JSON.parse(stdout);
      const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      const [evening, short, bare] = document.logs;
      expect([code, document.logs.length, bare.calibration]).toEqual([0, 3, null]);
      expect(Object.keys(evening.calibration).sort()).toEqual(Object.keys(schema.$defs.Calibration.properties).sort());
      expect(short.calibration.rows.every(({ value }: { value: number | null }) => value === null)).toBe(true);
      const table = await leebow("calibrate short.nmea bare.gpx --boat J70", { cwd });
      expect(table.stdout).toContain("A vane's offset needs 6 tacks");
      expect(table.stdout).toContain("No instruments in this recording.");
    }));

  it("changes no figure until it is given to an analysis", () =>
    logs(async (cwd) => {
      const wind = async (more: string) => {
        const { stdout, stderr } = await leebow(`analyze evening.nmea --boat J70 -f json ${more}`, { cwd });
        expect(stderr).toBe("");
        return JSON.parse(stdout).files[0].wind.twd_deg as number;
      };
      const alone = await wind("");
      const corrected = await wind("--calibration vane=-30,log=1.1");
      expect(Math.abs(corrected - alone)).toBeGreaterThan(0.5);
      const wrong = await leebow("analyze evening.nmea --calibration vane", { cwd });
      expect(wrong.stderr).toContain("It must be like vane=-3.8,log=1.06,compass=2,heel=-1.");
    }));

  it("a wind log with a wrong clock is used when its clock is set", () =>
    inFolder(async (cwd) => {
      const start_time_ms = Date.parse("2026-06-07T10:00:00Z");
      const session = { class: "J70", seed: 5, minutes: 30, rate_hz: 1, tws_kn: 12 };
      writeFileSync(join(cwd, "day.gpx"), writeSession({ ...session, start_time_ms }, "gpx"));
      const late = { ...session, start_time_ms: start_time_ms + 7_200_000 };
      writeFileSync(join(cwd, "late.nmea"), writeSession(late, "nmea-wind"));
      const notes = async (more: string) => {
        const { stdout } = await leebow(`analyze day.gpx --wind late.nmea --boat J70 -f json ${more}`, { cwd });
        return JSON.parse(stdout).files[0].notes.join(" ") as string;
      };
      expect(await notes("")).toContain("The measured wind covers no time of this track");
      expect(await notes("--wind-clock=-2h")).not.toContain("The measured wind covers no time");
    }));
});
