import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KIND_COLORS, timeParts } from "@leebow/core";
import { loadCore, writeSession } from "@leebow/core/node";
import { fixturePath, readFixture } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { across, timeAxis } from "../src/plot/frame.ts";
import { picture } from "../src/plot/picture.ts";
import { rasterOf } from "../src/plot/raster.ts";
import { curve } from "../src/plot/svg.ts";
import { recordings } from "./recordings.ts";
import { inFolder, leebow } from "./world.ts";

/** Width and height in the head of a PNG. */
const sizeOf = (png: Uint8Array) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)];
const drawn = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

describe("leebow plot", { timeout: 60_000 }, () => {
  it("draws the track, the wind direction with its interval, the wind angle and the speed", async () => {
    await inFolder(async (cwd) => {
      const { code, stderr } = await leebow(["plot", fixturePath("49er-kiel.fit"), "--boat", "49er", "--out", "out"], {
        cwd,
      });
      expect([code, stderr]).toEqual([0, "out/49er-kiel.svg, out/49er-kiel.png\n"]);
      expect(readdirSync(join(cwd, "out")).sort()).toEqual(["49er-kiel.png", "49er-kiel.svg"]);
      const svg = drawn(cwd, "out/49er-kiel.svg");
      for (const words of [
        "49er-kiel.fit",
        "49er, 3 Oct 2026",
        "Wind from, estimated",
        "Speed over ground, kn",
        "200 m",
        "estimated",
      ]) {
        expect(svg).toContain(words);
      }
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(sizeOf(readFileSync(join(cwd, "out/49er-kiel.png")))).toEqual([2400, 1500]);
    });
  });

  it("marks every maneuver on the time axis at its moment", async () => {
    await inFolder(async (cwd) => {
      await leebow(["plot", fixturePath("49er-kiel.fit"), "--boat", "49er"], { cwd });
      const { stdout } = await leebow("analyze 49er-kiel.fit --boat 49er --format json");
      const [file] = JSON.parse(stdout).files;
      const [from, to] = [Date.parse(file.start_time), Date.parse(file.end_time)];
      const expected = file.maneuvers.map(
        ({ time }: { time: string }) => 812 + ((Date.parse(time) - from) / (to - from)) * 760,
      );
      const drops = [...drawn(cwd, "49er-kiel.svg").matchAll(/d="M([\d.]+) 678v262" stroke="#(?!C5CDD1)/g)].map(
        ([, x]) => Number(x),
      );
      expect(drops.length).toBe(expected.length);
      for (const [i, x] of drops.entries()) expect(Math.abs(x - expected[i])).toBeLessThan(0.1);
    });
  });

  it("draws tacks and gybes in the colours that the server's tags have", async () => {
    await inFolder(async (cwd) => {
      await leebow(["plot", fixturePath("49er-kiel.fit"), "--boat", "49er"], { cwd });
      const svg = drawn(cwd, "49er-kiel.svg");
      const colours = [KIND_COLORS.tack, KIND_COLORS.gybe];
      expect(colours).toEqual(["#d55e00", "#009e73"]);
      for (const colour of colours) expect(svg).toContain(`stroke="${colour}"`);
    });
  });

  it("shows the measured wind beside the estimated one", async () => {
    await inFolder(async (cwd) => {
      const wind = ["--wind", fixturePath("j70-with-wind-log.wind.nmea"), "--boat", "J70"];
      expect((await leebow(["plot", fixturePath("j70-with-wind-log.gpx"), ...wind], { cwd })).code).toBe(0);
      expect(drawn(cwd, "j70-with-wind-log.svg")).toContain("measured (brown)");
    });
  });

  it("writes into the picture why there is no wind", async () => {
    await inFolder(async (cwd) => {
      expect((await leebow(["plot", fixturePath("ilca-reach-only.fit")], { cwd })).code).toBe(0);
      const svg = drawn(cwd, "ilca-reach-only.svg");
      const { stdout } = await leebow("analyze ilca-reach-only.fit --format json");
      const [{ wind, notes }] = JSON.parse(stdout).files;
      expect(wind).toBeNull();
      for (const words of ["wind unknown", notes[0], "Course over ground"]) expect(svg).toContain(words);
      expect(svg).not.toMatch(/NaN|Infinity/);
    });
  });

  it("does not replace existing pictures, continues after a bad file and reports both", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "a.fit"), readFixture("49er-kiel.fit"));
      writeFileSync(join(cwd, "a.svg"), "mine");
      const { code, stderr } = await leebow(
        ["plot", "a.fit", fixturePath("broken/text.fit"), fixturePath("ilca-weymouth.gpx")],
        { cwd },
      );
      expect(code).toBe(1);
      expect(stderr).toContain("a.svg exists and was not changed. Add --force to replace it.");
      expect(stderr).toContain("This is not a track file Leebow can read.");
      expect(stderr).toContain("leebow: 2 of 3 were not drawn; the others are complete.\n");
      expect(drawn(cwd, "a.svg")).toBe("mine");
      expect(readdirSync(cwd).sort()).toEqual(["a.fit", "a.svg", "ilca-weymouth.png", "ilca-weymouth.svg"]);
      expect((await leebow("plot a.fit --force", { cwd })).code).toBe(0);
      expect(drawn(cwd, "a.svg")).toContain("<svg");
    });
  });

  it("writes into the picture that the file is damaged", async () => {
    await inFolder(async (cwd) => {
      await leebow(["plot", fixturePath("broken/truncated.fit")], { cwd });
      expect(drawn(cwd, "truncated.svg")).toMatch(/Damaged: \d+ of \d+ fixes were kept\./);
    });
  });

  it("draws every real recording without NaN or Infinity", async () => {
    const core = await loadCore();
    const sog = core.channels.find(({ id }) => id === "sog")!;
    let pictures = 0;
    for (const path of recordings("fit", "gpx", "csv", "nmea", "tricky")) {
      const analysis = await core
        .analyze({ name: path, bytes: new Uint8Array(readFileSync(path)) })
        .catch(() => undefined);
      if (analysis === undefined) continue;
      const svg = picture(analysis, sog);
      expect(svg, path).not.toMatch(/NaN|Infinity|undefined/);
      expect(svg.length, path).toBeLessThan(3_000_000);
      pictures += 1;
    }
    expect(pictures === 0 || pictures > 30).toBe(true);
  });

  it("labels round local times", () => {
    const kathmandu = (iso: string) => new Date(Date.parse(iso) + 345 * 60_000).toISOString().slice(11, 19);
    const start_ms = Date.parse("2026-10-03T09:07:30Z");
    const { ticks } = timeAxis([{ from_ms: start_ms, to_ms: start_ms + 70 * 60_000 }], kathmandu);
    expect(ticks.map(({ text }) => text)).toEqual(["15:00", "15:10", "15:20", "15:30", "15:40", "15:50", "16:00"]);
    expect(new Date(ticks[0]!.time_ms).toISOString()).toBe("2026-10-03T09:15:00.000Z");
  });

  it("cuts empty hours out, and shows the first and the last wind of a day on which it turned", async () => {
    const core = await loadCore();
    const MORNING = {
      class: "Laser",
      minutes: 30,
      rate_hz: 1,
      start_time_ms: Date.parse("2026-06-06T08:00:00Z"),
      twd_deg: 90,
    };
    const points = (spec: object) =>
      Buffer.from(writeSession({ ...MORNING, ...spec }, "gpx"))
        .toString()
        .match(/<trkpt[\s\S]*?<\/trkpt>/g)!
        .join("");
    const afternoon = { start_time_ms: MORNING.start_time_ms + 5 * 3_600_000, twd_deg: 200, seed: 9 };
    const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points({})}</trkseg><trkseg>${points(afternoon)}</trkseg></trk></gpx>`;
    const analysis = await core.analyze({ name: "day.gpx", bytes: Buffer.from(gpx) }, { boat_class: "Laser" });
    const svg = picture(analysis, core.channels.find(({ id }) => id === "sog")!);
    expect(svg).toMatch(/\d{3}° to \d{3}° ± /);
    const axis = timeAxis(timeParts(analysis.columns.time_ms), (iso) => iso.slice(11, 19));
    const x = across({ x: 0, y: 0, width: 1000, height: 100 }, axis);
    const [first, last] = axis.parts as [{ from_ms: number; to_ms: number }, { from_ms: number; to_ms: number }];
    expect(axis.parts).toHaveLength(2);
    expect(x(last.from_ms) - x(first.to_ms)).toBeCloseTo(14, 6);
    expect([x(first.from_ms), x(last.to_ms)]).toEqual([0, expect.closeTo(1000, 6)]);
    const hours = ["08", "13"].flatMap((hour) => ["00", "10", "20", "30"].map((minute) => `${hour}:${minute}`));
    expect(axis.ticks.map(({ text }) => text)).toEqual(hours);
    // The last time before the cut has its label, the first one behind it none.
    expect(svg).toContain(">10:30<");
    expect(svg).not.toContain(">15:00<");
  });

  it("draws both the gust and the lull that fall on one pixel", () => {
    const speed = [5, 5, 14, 1, 5, 5];
    expect(
      curve(
        [0, 6],
        (row) => row / 100,
        (row) => speed[row]!,
      ),
    ).toBe("M0 5L0 14L0 1L0.1 5");
    expect(
      curve(
        [2, 2],
        (row) => row,
        (row) => row,
      ),
    ).toBe("");
  });

  it("draws text with its own font on a machine without fonts", async () => {
    const picture = (text: string) =>
      rasterOf(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20"><text y="15" font-family="IBM Plex Sans">${text}</text></svg>`,
      );
    const [empty, words, accents] = await Promise.all([picture(""), picture("Wind 108°"), picture("Göteborg ő")]);
    expect(words.length).toBeGreaterThan(empty.length + 1000);
    expect(accents.length).toBeGreaterThan(empty.length + 1000);
  });
});
