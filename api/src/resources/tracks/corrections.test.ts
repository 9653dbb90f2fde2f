import type { FileAnalysis, Maneuver } from "@leebow/core";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { LIMITS, type Track } from "../../app/contract.ts";
import { enqueueOutdated } from "./scans.ts";

onEveryDatabase("corrections of a track", (at) => {
  let ada: Person;
  let track: Track;
  let automatic: FileAnalysis;

  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"));
    automatic = await report();
  });

  const report = async (): Promise<FileAnalysis> =>
    (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0];
  const path = () => `/api/tracks/${track.id}/corrections/`;
  const put = (corrections: unknown) => ada.call("PUT", path(), { json: { corrections } });
  const corrected = async (corrections: unknown) => {
    const answer = await put(corrections);
    expect(answer.status).toBe(200);
    track = await processed(ada.call, track.id);
    return report();
  };
  const first = (kind: string): Maneuver => automatic.maneuvers.find((m) => m.kind === kind && m.quality >= 0.5)!;
  const about = ({ kind, start_time, end_time }: Maneuver) => ({ kind, start_time, end_time });

  it("are empty at first", async () => {
    expect((await ada.call("GET", path())).body).toMatchObject({ corrections: [], outcomes: null });
  });

  it("of instruments are stored and applied, and impossible ones refused with a sentence", async () => {
    const of = [
      { action: "trust_instruments" },
      { action: "trust_instruments", instrument: "log" },
      { action: "wind_clock", shift_s: -7200 },
      { action: "calibrate", calibration: { vane_deg: -3.8, log_factor: 1.06 } },
    ];
    const found = await corrected(of);
    // The recording has no instruments: nothing changes.
    expect(found.maneuvers).toEqual(automatic.maneuvers);
    expect((await ada.call("GET", path())).body.corrections).toEqual(of);
    const impossible = await put([{ action: "calibrate", calibration: { log_factor: 9 } }]);
    expect(impossible.status).toBe(400);
    expect(JSON.stringify(impossible.body)).toContain("a log_factor from 0.2 to 5");
    const unknown = await put([{ action: "calibrate", calibration: { keel_deg: 1 } }]);
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    await corrected([]);
  });

  it("change kinds, delete, add, move and pin the wind, and report the outcome of each", async () => {
    const [tack, gybe, set] = [first("tack"), first("gybe"), first("bear_away")];
    const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString();
    const corrections = [
      { action: "delete", ...about(tack) },
      { action: "change_kind", ...about(gybe), to_kind: "penalty" },
      {
        action: "move",
        ...about(set),
        new_start_time: later(set.start_time, -2000),
        new_end_time: later(set.end_time, 2000),
      },
      {
        action: "add",
        kind: "stop",
        start_time: later(automatic.start_time, 1000),
        end_time: later(automatic.start_time, 6000),
      },
      { action: "delete", kind: "douse", start_time: "2001-01-01T00:00:00.000Z", end_time: "2001-01-01T00:00:09.000Z" },
    ];
    const found = await corrected(corrections);
    const at_time = (time: string) => found.maneuvers.find((m) => m.start_time === time);
    expect(at_time(tack.start_time)).toBeUndefined();
    expect(at_time(gybe.start_time)).toMatchObject({ kind: "penalty", flags: expect.arrayContaining(["corrected"]) });
    expect(at_time(later(set.start_time, -2000))).toMatchObject({
      kind: "bear_away",
      end_time: later(set.end_time, 2000),
    });
    expect(found.maneuvers[0]).toMatchObject({ kind: "stop" });
    expect(track.metric!.tacks).toBe(automatic.summary.tacks - 1);
    const { body } = await ada.call("GET", path());
    expect(body.corrections).toEqual(corrections);
    expect(body.outcomes.map((outcome: { applied: boolean }) => outcome.applied)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(body.outcomes[4].reason).toMatch(/no douse .* any more\. The correction is kept but has no effect\.$/);
    const parameters = (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.parameters;
    expect(parameters.corrections).toEqual(corrections);
  });

  it("pin the wind", async () => {
    const found = await corrected([{ action: "pin_wind", twd_deg: 200 }]);
    expect(found.wind).toMatchObject({ source: "pinned", twd_deg: expect.closeTo(200, 6) });
  });

  it("remain with another version of the engine", async () => {
    const tack = first("tack");
    await corrected([{ action: "delete", ...about(tack) }]);
    await at().context.db.updateTable("tracks").set({ engine: "0.0.1" }).where("id", "=", track.id).execute();
    const engine = () =>
      at().context.db.selectFrom("tracks").select("engine").where("id", "=", track.id).executeTakeFirstOrThrow();
    // The job before may not be marked as completed yet.
    await until(async () => {
      await enqueueOutdated(at().context);
      return (await engine()).engine !== "0.0.1";
    });
    expect((await report()).maneuvers.some((m) => m.start_time === tack.start_time)).toBe(false);
  });

  it("can be removed: the analysis is then the automatic one", async () => {
    await corrected([{ action: "delete", ...about(first("tack")) }]);
    expect((await ada.call("DELETE", path())).body).toMatchObject({ corrections: [], outcomes: null });
    track = await processed(ada.call, track.id);
    expect(await report()).toEqual(automatic);
    expect((await ada.call("GET", path())).body).toMatchObject({ corrections: [], outcomes: null });
  });

  it("leave the former results readable during the next analysis, and start none when nothing changes", async () => {
    const corrections = [{ action: "delete", ...about(first("gybe")) }];
    expect((await put(corrections)).body).toMatchObject({ corrections, outcomes: null });
    expect((await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).status).toBe(200);
    track = await processed(ada.call, track.id);
    const revision = () =>
      at().context.db.selectFrom("tracks").select("revision").where("id", "=", track.id).executeTakeFirstOrThrow();
    const before = await revision();
    expect((await put(corrections)).body.outcomes).toHaveLength(1);
    expect(await revision()).toEqual(before);
  });

  it("are not overwritten by a second editor who has read an older version", async () => {
    const change = (method: string, version: string, corrections: unknown[]) =>
      ada.call(method, path(), { json: { corrections }, headers: { "if-match": version } });
    const [mine, theirs] = [230, 240].map((twd_deg) => ({ action: "pin_wind", twd_deg }));
    const read = await ada.call("GET", path());
    const old = read.headers.get("etag")!;
    expect(old).toBe(`"${read.body.version}"`);
    const first_answer = await change("PUT", old, [mine]);
    expect([first_answer.status, first_answer.headers.get("etag")]).toEqual([200, `"${first_answer.body.version}"`]);
    for (const method of ["PUT", "DELETE"]) {
      const late = await change(method, old, [theirs]);
      expect([late.status, late.body]).toEqual([
        412,
        { detail: expect.stringMatching(/changed .* in the meantime.*\.$/), code: "changed" },
      ]);
    }
    const kept = await ada.call("GET", path());
    expect(kept.body).toMatchObject({ corrections: [mine], version: first_answer.body.version });
    // A proxy that compresses the answer marks its tag as weak.
    const both = await change("PUT", `W/"${kept.body.version}", "another"`, [mine, theirs]);
    expect([both.status, both.body.corrections]).toEqual([200, [mine, theirs]]);
    track = await processed(ada.call, track.id);
    expect((await ada.call("GET", path())).body.version, "an analysis changes no version").toBe(both.body.version);
    expect((await change("PUT", "*", [])).status).toBe(200);
  });

  it("of two editors who save at once are those of one, and the other is refused", async () => {
    const { version } = (await put([])).body;
    const headers = { "if-match": `"${version}"` };
    const answers = await Promise.all(
      [210, 220].map((twd_deg) =>
        ada.call("PUT", path(), { json: { corrections: [{ action: "pin_wind", twd_deg }] }, headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const saved = answers.find(({ status }) => status === 200)!;
    expect((await ada.call("GET", path())).body.corrections).toEqual(saved.body.corrections);
  });

  it.each([
    ["a kind that is missing", [{ action: "delete" }], /Correction 1 cannot be used: kind is missing\./],
    [
      "times that run backwards",
      [{ action: "add", kind: "tack", start_time: "2026-06-13T14:00:00Z", end_time: "2026-06-13T13:00:00Z" }],
      /end_time is not after/,
    ],
    ["a direction beyond the circle", [{ action: "pin_wind", twd_deg: 400 }], /from 0 to 360/],
    ["an action nobody knows", [{ action: "paint" }], /./],
    ["a field nobody knows", [{ action: "pin_wind", twd_deg: 4, colour: "red" }], /./],
    ["no list", "all of them", /./],
  ])("is refused in a sentence for %s", async (_, corrections, sentence) => {
    const { status, body } = await put(corrections);
    expect(status).toBe(400);
    expect(body.corrections[0]).toMatch(sentence);
  });

  it("have a largest number", async () => {
    const many = Array.from({ length: LIMITS.corrections + 1 }, () => ({ action: "pin_wind", twd_deg: 4 }));
    expect((await put(many)).body.corrections[0]).toBe("A track can have 1000 corrections.");
  });
});
