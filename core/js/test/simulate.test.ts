import { expect, test } from "vitest";
import { demoSessions, loadCore, writeSession } from "../src/node.ts";

test("every demo recording is a file the engine reads", async () => {
  const core = await loadCore();
  const sessions = demoSessions();
  expect(sessions.length).toBeGreaterThan(2);
  for (const { name, format, spec } of sessions) {
    const { report } = await core.analyze({ name, bytes: writeSession(spec, format) }, { boat_class: spec.class });
    expect(report, name).toMatchObject({ name, boat_class: spec.class });
    expect(report.points, name).toBeGreaterThan(1000);
  }
}, 60_000);

test("the same session simulated twice is the same file", () => {
  const spec = { class: "J70", minutes: 5 };
  expect(writeSession(spec, "gpx")).toEqual(writeSession(spec, "gpx"));
});

test("a session that cannot be simulated is an error", () => {
  expect(() => writeSession({ minutes: -1 }, "gpx")).toThrow(expect.objectContaining({ kind: "bad_options" }));
  expect(() => writeSession({}, "carrier pigeon")).toThrow(/no format of the simulator/);
});
