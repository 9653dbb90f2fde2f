import type { Maneuver, Straight, Wind } from "@leebow/core";
import { subscribe } from "valtio";
import { describe, expect, it, vi } from "vitest";
import { mapOptions } from "../src/replay/map/use-replay-map";
import { nearestRest, restHeight } from "../src/replay/replay-view";
import { TAG_MANEUVER, TAG_PORT, TAG_STARBOARD, tagRows } from "../src/session/path-look";
import { ReplayModel } from "../src/session/replay-model";
import { windAt, windText, windTrack } from "../src/session/wind-now";
import { columnsOf, reportOf } from "./helpers";

vi.stubGlobal("requestAnimationFrame", () => 1);

const at = (row: number) => new Date(Date.UTC(2025, 5, 21, 11, 0, row)).toISOString();
const straight = (start: number, end: number, side: Straight["side"]) =>
  ({ name: "", start, end, side, start_time: at(start), end_time: at(end) }) as Straight;
const maneuver = (start: number, end: number) =>
  ({ kind: "tack", start, end, time: at((start + end) / 2) }) as Maneuver;
const wind: Wind = {
  twd_deg: 100,
  sd_deg: 6,
  flip_probability: 0,
  rival_probabilities: [0, 0, 0],
  track_estimate: null,
  source: "estimated",
  tws_kn: null,
  twd_std_deg: null,
  tws_std_kn: null,
  current: null,
  series: [],
};

describe("tags on the track", () => {
  it("show straights by tack and maneuvers over them", () => {
    const rows = tagRows(
      reportOf({
        straights: [straight(0, 4, "port"), straight(6, 8, "starboard"), straight(8, 9, null)],
        maneuvers: [maneuver(3, 6)],
      }),
      10,
    );
    expect([...rows]).toEqual([
      TAG_PORT,
      TAG_PORT,
      TAG_PORT,
      TAG_MANEUVER,
      TAG_MANEUVER,
      TAG_MANEUVER,
      TAG_STARBOARD,
      TAG_STARBOARD,
      -1,
      -1,
    ]);
  });
});

describe("the wind of a replay", () => {
  const columns = columnsOf(3);
  columns.channels.ewd = Float32Array.from([108, NaN, 110]);
  columns.channels.ewd_sd = Float32Array.from([6, NaN, 50]);

  const counts = { tacks: 11, gybes: 1 };
  const none = { tacks: 0, gybes: 0 };

  it("is estimated where nothing was measured, ± half its 90 % interval", () => {
    const track = windTrack(new ReplayModel({ report: reportOf({ wind }), columns }));
    expect(windText(track, windAt(track, 0), counts)).toEqual({
      figure: "108° ± 10°",
      lines: ["wind from, estimated", "from 11 tacks and 1 gybe"],
    });
    expect(windText(track, windAt(track, 1), counts).lines).toEqual(["Wind not sure here"]);
    expect(windText(track, windAt(track, 2), counts).figure).toBeNull();
  });

  it("is measured when every fix has it", () => {
    const measured = { ...columns, channels: { ...columns.channels, twd: Float32Array.from([90, 91, 92]) } };
    const track = windTrack(new ReplayModel({ report: reportOf({ wind }), columns: measured }));
    expect(windText(track, windAt(track, 1), none)).toEqual({ figure: "91°", lines: ["wind from, measured"] });
  });

  it("is measured at a fix with wind from due north, and estimated at one without", () => {
    const twd = Float32Array.from([0, 359, NaN]);
    const measured = { ...columns, channels: { ...columns.channels, ewd_sd: Float32Array.from([6, 6, 6]), twd } };
    const track = windTrack(new ReplayModel({ report: reportOf({ wind }), columns: measured }));
    expect([0, 1, 2].map((row) => windText(track, windAt(track, row), none))).toEqual([
      { figure: "0°", lines: ["wind from, measured"] },
      { figure: "359°", lines: ["wind from, measured"] },
      { figure: "110° ± 10°", lines: ["wind from, estimated"] },
    ]);
    const alone = windTrack(new ReplayModel({ report: reportOf(), columns: measured }));
    expect(windText(alone, windAt(alone, 1), none).figure).toBe("359°");
    expect(windText(alone, windAt(alone, 2), none).lines).toEqual(["Wind not sure here"]);
  });

  it("is estimated where the device wrote 0° at every fix", () => {
    const empty = { ...columns, channels: { ...columns.channels, twd: new Float32Array(3) } };
    const track = windTrack(new ReplayModel({ report: reportOf({ wind }), columns: empty }));
    expect(windText(track, windAt(track, 0), none).lines).toEqual(["wind from, estimated"]);
  });

  it("is absent when none was found", () => {
    expect(windText(windTrack(new ReplayModel({ report: reportOf(), columns })), null, none)).toEqual({
      figure: null,
      lines: ["No wind found"],
    });
  });
});

describe("the camera of the map", () => {
  it("changes with every frame of a zoom without a change of the state that components observe", () => {
    const model = new ReplayModel({ report: reportOf(), columns: columnsOf(3) });
    const changed = vi.fn();
    const stop = subscribe(model.state, changed, true);
    const options = mapOptions(model, {} as HTMLElement, null);
    for (let frame = 1; frame <= 60; frame++) {
      options.onScale(frame / 10);
      options.onBearing(frame);
    }
    stop();
    expect(changed).not.toHaveBeenCalled();
    expect(model.camera).toEqual({ px_per_metre: 6, bearing_deg: 60 });
  });
});

describe("steps between maneuvers", () => {
  it("go to the next and back, and stay at the ends", () => {
    const model = new ReplayModel({
      report: reportOf({ maneuvers: [maneuver(10, 20), maneuver(40, 60)] }),
      columns: columnsOf(100),
    });
    const second = () => (model.playback.time_ms - Date.UTC(2025, 5, 21, 11, 0, 0)) / 1000;
    model.step(1);
    expect([second(), model.state.chosen]).toEqual([15, 0]);
    model.step(1);
    model.step(1);
    expect([second(), model.state.chosen]).toEqual([50, 1]);
    model.step(-1);
    model.step(-1);
    expect([second(), model.state.chosen]).toEqual([15, 0]);
  });

  it("offer only metrics that were recorded", () => {
    const columns = columnsOf(10);
    columns.channels.hr = new Float32Array(10).fill(NaN);
    expect(new ReplayModel({ report: reportOf(), columns }).metrics.map(({ id }) => id)).toEqual(["sog", "cog"]);
  });
});

describe("the bottom sheet on a phone", () => {
  it("snaps to the nearest height, at most the height of the screen", () => {
    expect(nearestRest(210, 844)).toBe("low");
    expect(nearestRest(450, 844)).toBe("middle");
    expect(nearestRest(700, 844)).toBe("full");
    expect(restHeight("middle", 400)).toBe(340);
  });
});
