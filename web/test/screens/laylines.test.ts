/** The laylines of a replay. */
import type { LegKind } from "@leebow/core";
import { ref } from "valtio";
import { expect, test } from "vitest";
import { laylinesReader } from "../../src/session/laylines";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";

/** A beat in a wind from 103°, on courses of 58° and 148°. */
function beat(current: object | null = null) {
  const columns = columnsOf(600);
  columns.channels.twd = new Float32Array(600).fill(103);
  columns.channels.tws = new Float32Array(600).fill(6);
  const wind = { twd_deg: 103, current, series: [] };
  const model = new ReplayModel({ report: reportOf({ wind } as never), columns });
  const laylines = laylinesReader(model, () => ({ twd_deg: 103, sd_deg: 5 }));
  return { laylines, model, start_ms: columns.time_ms[0]! };
}

test("the laylines are the courses of both tacks, and the tack that is sailed is named", () => {
  const { laylines, start_ms } = beat();
  const [first, second] = [laylines(start_ms + 60_000)!.boat!, laylines(start_ms + 180_000)!.boat!];
  expect([first.starboard.cog_deg, first.port.cog_deg]).toEqual([expect.closeTo(58, 0), expect.closeTo(148, 0)]);
  // On a course of 58° in a wind from 103° it blows over starboard.
  expect([first.own, second.own]).toEqual(["starboard", "port"]);
});

test("a current is taken out of what the boat sails and put into where she goes", () => {
  const { laylines, start_ms } = beat({ set_deg: 103, drift_kn: 1.5, set_sd_deg: 5, drift_sd_kn: 0.2 });
  const { starboard, port } = laylines(start_ms + 60_000)!.boat!;
  // What she made good over the ground on both tacks is what she will make.
  expect([starboard.cog_deg, port.cog_deg]).toEqual([expect.closeTo(58, 0), expect.closeTo(148, 0)]);
});

test("there are none on a reach and without a wind", () => {
  const columns = columnsOf(600);
  columns.channels.twd = new Float32Array(600).fill(330);
  const model = new ReplayModel({ report: reportOf({ wind: { twd_deg: 330 } } as never), columns });
  expect(laylinesReader(model, () => ({ twd_deg: 330, sd_deg: 5 }))(columns.time_ms[60]!)).toBeNull();
  expect(laylinesReader(model, () => null)(columns.time_ms[60]!)).toBeNull();
});

test("the laylines to the next mark end at it, of a gate at its nearer mark, and none stand at a mark that is reached", () => {
  const { laylines, model, start_ms } = beat();
  expect(laylines(start_ms + 60_000)!.mark).toBeNull();
  const [near, far] = [
    { lat_deg: 39.41, lon_deg: -0.31 },
    { lat_deg: 39.42, lon_deg: -0.31 },
  ];
  const sailsTo = (kind: LegKind) => {
    model.state.standings = ref({ guns_ms: [], courses: [], at: () => [], next: () => ({ kind, marks: [far, near] }) });
    return laylines(start_ms + 60_000)!.mark;
  };
  expect(sailsTo("up")).toMatchObject({
    lat: 39.41,
    lon: -0.31,
    starboard: { cog_deg: expect.closeTo(58, 0) },
    port: { cog_deg: expect.closeTo(148, 0) },
  });
  expect(sailsTo("reach")).toBeNull();
  // She has not run yet: nothing says at what angle she does.
  expect(sailsTo("down")).toBeNull();
});
