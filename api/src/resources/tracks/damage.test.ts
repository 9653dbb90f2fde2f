import type { Loss, LossKind } from "@leebow/core";
import { readFixture } from "@leebow/fixtures";
import { describe, expect, it } from "vitest";
import { onEveryDatabase, processed } from "../../../test/test-server.ts";
import type { Track } from "../../app/contract.ts";
import { damageOf } from "./analyze-track.ts";

const loss = (kind: LossKind, points: number, reason = kind as string): Loss => ({
  from: 0,
  to: 1,
  unit: "byte",
  kind,
  points,
  time_ms: null,
  reason,
});
const listed = (losses: Loss[], kept = 1000, expected: number | null = 1000) =>
  JSON.parse(damageOf({ kept, expected, losses, lacks: [] }) ?? "null");

describe("the damage of a file in a list", () => {
  it("names truncation before any other loss", () => {
    const damage = listed([loss("no_position", 500), loss("truncated", 20), loss("checksum", 0)], 480, null);
    expect(damage).toEqual({ kept: 480, expected: null, parts: 3, sentence: "truncated" });
  });

  it("includes a wrong checksum when every point was read", () => {
    expect(listed([loss("checksum", 0)])).toMatchObject({ kept: 1000, sentence: "checksum" });
  });

  it("excludes smoothed positions and a share of lost points below one percent", () => {
    expect(listed([loss("jump", 40)])).toBeNull();
    expect(listed([loss("no_position", 9), loss("jump", 40)])).toBeNull();
    expect(listed([loss("no_position", 12), loss("time_order", 3)])).toMatchObject({
      parts: 2,
      sentence: "no_position",
    });
    expect(listed([])).toBeNull();
  });
});

onEveryDatabase("damage and wind hint of a track", (at) => {
  it("a file cut off in the middle is analysed, and its row states where it ends and what is missing", async () => {
    const ada = await at().signUp();
    const whole = readFixture("49er-kiel.fit");
    const cut = await ada.upload("cut.fit", whole.subarray(0, Math.floor(whole.length / 2)));
    expect(cut.processing_status).toBe(3);
    expect(cut.damage!.sentence).toMatch(
      /^The file is incomplete: it ends at \d\d:\d\d:\d\d UTC; about the last \d+ min are missing\.$/,
    );
    expect(cut.damage!.kept).toBeGreaterThan(300);
    expect(cut.damage!.expected! / cut.damage!.kept).toBeCloseTo(2, 1);
    expect((await ada.upload("whole.fit", whole)).damage).toBeNull();
  });

  it("a wind hint is stored, used and removed again; the former results remain readable", async () => {
    const ada = await at().signUp();
    // A straight reach: nothing in it tells the wind.
    const track = await ada.upload("reach.fit", readFixture("ilca-reach-only.fit"), { boat_name: "Laser" });
    expect(track.metric!.average_wind_direction).toBeNull();
    const hint = async (wind_hint_deg: number | null) => {
      const changed: Track = (await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { wind_hint_deg } })).body;
      expect(changed).toMatchObject({
        processing_status: 4,
        wind_hint_deg,
        metric: { distance: track.metric!.distance },
      });
      const done = await processed(ada.call, track.id);
      const { body } = await ada.call("GET", `/api/tracks/${track.id}/analysis/`);
      expect(body.parameters).toEqual({ boat_class: "Laser", wind_hint_deg });
      return { done, wind: body.files[0].wind };
    };
    const hinted = await hint(90);
    expect(Math.abs(hinted.wind.twd_deg - 90)).toBeLessThan(25);
    expect(hinted.done.metric!.average_wind_direction).toBe(hinted.wind.twd_deg);
    const again = await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { wind_hint_deg: 90 } });
    expect(again.body.processing_status, "the same hint asks for nothing").toBe(3);
    expect((await hint(null)).wind).toBeNull();
  });

  it("a wind hint outside 0 to 359 degrees is a field error", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    for (const wind_hint_deg of [-1, 360, "north"]) {
      const { status, body } = await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { wind_hint_deg } });
      expect([status, body.wind_hint_deg], String(wind_hint_deg)).toEqual([
        400,
        ["Write where the wind comes from in degrees, 0 to 359."],
      ]);
    }
  });
});
