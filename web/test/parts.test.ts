/** The parts of a recording on the screens: what is sailing, what is left out, and what a moved edge means. */
import type { TrackPart } from "@leebow/core";
import { expect, test } from "vitest";
import { boatOf } from "../src/playback/boat";
import { FrameLoop } from "../src/playback/frame-loop";
import { Playback } from "../src/playback/playback";
import { isParted, leftOutTimes, sailedPositions, sailedValues } from "../src/playback/rows";
import { edgeCorrections, partName, partsText, withoutParts } from "../src/session/parts";
import { columnsOf, reportOf } from "./helpers";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 21, 11, minute)).toISOString();

/** A part from one minute after 11:00 UTC to another. */
function part(kind: TrackPart["kind"], from: number, to: number, changes: Partial<TrackPart> = {}): TrackPart {
  const left_out = !["sailing", "unknown"].includes(kind);
  const rows = { start: from * 60, end: to * 60 };
  const times = { start_time: at(from), end_time: at(to) };
  return {
    kind,
    left_out,
    by_hand: false,
    probability: 0.98,
    sport: null,
    reason: null,
    ...times,
    ...rows,
    ...changes,
  };
}

/** A ride to the club, a tow, sailing with a minute that may be under engine, and the drive home. */
const DAY = [
  part("other_sport", 0, 2, { sport: "cycling" }),
  part("towed", 2, 4, { reason: "It moves steadily at 5.2 kn." }),
  part("sailing", 4, 7),
  part("unknown", 7, 8, { probability: 0.38 }),
  part("sailing", 8, 9),
  part("on_land", 9, 10),
];

test("the sentence says when there is sailing and adds up what is left out, each kind where it comes first", () => {
  const { sailing, rest } = partsText({ parts: DAY }, "UTC");
  expect(sailing).toBe("Sailing 11:04 to 11:09");
  expect(rest).toBe("left out: bike 2 min, tow or engine 2 min, on land 1 min");
});

test("a recording without sailing says so", () => {
  expect(partsText({ parts: [part("on_land", 0, 10)] }, "UTC").sailing).toBe("No sailing found");
});

test("a recording that is all sailing, or from before there were parts, is not divided", () => {
  expect(isParted({ parts: [part("sailing", 0, 10)] })).toBe(false);
  expect(isParted({})).toBe(false);
  expect(isParted({ parts: DAY })).toBe(true);
});

test("what is left out reaches to the next part, and neighbours are one time", () => {
  const times = leftOutTimes({ parts: DAY }).map(({ from_ms, to_ms }) => [new Date(from_ms), new Date(to_ms)]);
  expect(times).toEqual([
    [new Date(at(0)), new Date(at(4))],
    [new Date(at(9)), new Date(at(10))],
  ]);
});

test("scales, colours and the first view of the map are of the sailing", () => {
  const values = Float32Array.from({ length: 600 }, () => 5);
  const sailed = sailedValues({ parts: DAY }, values);
  expect([sailed[0], sailed[239], sailed[240], sailed[539], sailed[540]]).toEqual([NaN, NaN, 5, 5, NaN]);
  expect(sailedPositions({ parts: DAY }, columnsOf(600)).lon_deg).toHaveLength(300);
  const drive = { parts: [part("on_land", 0, 10)] };
  expect(sailedValues(drive, values)).toBe(values);
});

test("playback begins with the sailing and passes over what is left out, but plays it where it is started in it", () => {
  const columns = columnsOf(600);
  const begin_ms = columns.time_ms[0]!;
  const minute = (count: number) => begin_ms + count * 60_000;
  const shifted = DAY.map((one) => ({
    ...one,
    start_time: new Date(begin_ms + one.start * 1000).toISOString(),
    end_time: new Date(begin_ms + one.end * 1000).toISOString(),
  }));
  const playback = new Playback(
    [boatOf("", reportOf({ parts: shifted }), columns)],
    new FrameLoop(
      () => 0,
      () => undefined,
    ),
  );
  expect(playback.time_ms).toBe(minute(4));
  playback.seek(minute(1));
  playback.toggle();
  playback.clock.advance(1000);
  expect(playback.time_ms).toBe(minute(1) + 20_000);
  playback.seek(minute(9) - 1000);
  playback.clock.advance(1000);
  // The drive is the end of the recording: playback is back at the first moment of sailing.
  expect([playback.clock.playing, playback.time_ms]).toEqual([false, minute(4)]);
});

test("a recording without sailing is played from its first moment", () => {
  const columns = columnsOf(600);
  const times = {
    start_time: new Date(columns.time_ms[0]!).toISOString(),
    end_time: new Date(columns.time_ms[599]!).toISOString(),
  };
  const report = reportOf({ parts: [part("on_land", 0, 10, times)] });
  const loop = new FrameLoop(
    () => 0,
    () => undefined,
  );
  expect(new Playback([boatOf("", report, columns)], loop).time_ms).toBe(columns.time_ms[0]);
});

test("a moved edge leaves out or takes in what lies between the old place and the new one", () => {
  const tow = DAY[1]!;
  const to = { from_ms: Date.parse(at(3)), to_ms: Date.parse(at(5)) };
  expect(edgeCorrections(tow, to)).toEqual([
    { action: "take_in", start_time: at(2), end_time: at(3) },
    { action: "leave_out", start_time: at(4), end_time: at(5) },
  ]);
  expect(edgeCorrections(DAY[2]!, { from_ms: Date.parse(at(3)), to_ms: Date.parse(at(7)) })).toEqual([
    { action: "take_in", start_time: at(3), end_time: at(4) },
  ]);
});

test("the parts as they were found keep all other corrections", () => {
  const wind = { action: "pin_wind", twd_deg: 210 } as const;
  expect(withoutParts([{ action: "leave_out", start_time: at(1), end_time: at(2) }, wind])).toEqual([wind]);
});

test("a part is named as sailors call it", () => {
  const names = [
    part("other_sport", 0, 1, { sport: "running" }),
    part("motoring", 0, 1),
    part("unknown", 0, 1),
    part("sailing", 0, 1, { left_out: true, by_hand: true }),
  ].map(partName);
  expect(names).toEqual(["Run", "Engine", "Under engine?", "Sailing"]);
});
