import { type FileAnalysis, loadCore, type Why } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import type { Track } from "../../app/contract.ts";

const FILE = "49er-kiel.fit";

onEveryDatabase("the explanation of a moment", (at) => {
  let ada: Person;
  let track: Track;
  let report: FileAnalysis;

  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload(FILE, readFixture(FILE));
    report = (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0];
  });

  const why = (time: string) => ada.call("GET", `/api/tracks/${track.id}/why/?time=${encodeURIComponent(time)}`);

  it("is the engine's, of a maneuver and of a moment without one", async () => {
    const core = await loadCore();
    const file = { name: FILE, bytes: readFixture(FILE) };
    const tack = report.maneuvers.find(({ kind }) => kind === "tack")!;
    for (const time of [tack.time, report.straights[0]!.start_time]) {
      const answer = await why(time);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(await core.why(file, Date.parse(time), { boat_class: "49er" }));
    }
    expect(((await why(tack.time)).body as Why).found).toBe(tack.name);
  });

  it("takes the corrections into account", async () => {
    const { kind, time, start_time, end_time } = report.maneuvers.find((one) => one.kind === "tack")!;
    const corrections = [{ action: "delete", kind, start_time, end_time }];
    await ada.call("PUT", `/api/tracks/${track.id}/corrections/`, { json: { corrections } });
    await processed(ada.call, track.id);
    const before: Why = (await why(time)).body;
    expect(before.answer).not.toBe("");
  });

  it("needs a time", async () => {
    const answer = await why("noon");
    expect([answer.status, answer.body]).toEqual([400, { time: ["Write times as 2026-07-30T12:34:56Z."] }]);
  });
});
