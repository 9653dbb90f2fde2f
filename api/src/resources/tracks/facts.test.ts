import {
  averagedOf,
  type Correction,
  dashboard,
  type FileAnalysis,
  mainBasis,
  type SegmentKind,
  sessionOf,
  TURN_KINDS,
} from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { Track, TrackDetail } from "../../app/contract.ts";
import type { ExpectedLoss, Improvement } from "../reports/schema.ts";
import type { IdentifiedReport } from "./schema.ts";
import { storeMissingFacts } from "./store-missing-facts.ts";

onEveryDatabase("the segments of a track", (at) => {
  let ada: Person;
  let track: Track;
  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"), { boat_name: "49er" });
  });
  const report = async () =>
    (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0] as IdentifiedReport;
  const idsOf = ({ maneuvers, straights }: IdentifiedReport) => [...maneuvers, ...straights].map(({ id }) => id);
  const correct = async (corrections: Correction[]) => {
    const { status } = await ada.call("PUT", `/api/tracks/${track.id}/corrections/`, { json: { corrections } });
    expect(status).toBe(200);
    await processed(ada.call, track.id);
    return report();
  };
  const rowOf = (id: number) =>
    at().context.db.selectFrom("segments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  it("have ids of their own, the same in the analysis and in the track with its points", async () => {
    const ids = idsOf(await report());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(Number.isInteger)).toBe(true);
    const detail = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    expect(detail.segments.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
    const ben = await at().signUp("Ben");
    const second = await ben.upload("again.fit", readFixture("49er-kiel.fit"), { boat_name: "49er" });
    const others = (await ben.call("GET", `/api/tracks/${second.id}/analysis/`)).body.files[0] as IdentifiedReport;
    expect(idsOf(others).filter((id) => ids.includes(id))).toEqual([]);
  });

  it("keep their ids through another analysis with another wind hint", async () => {
    const before = await report();
    const wind_hint_deg = Math.round((before.wind!.twd_deg + 8) % 360);
    await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { wind_hint_deg } });
    await processed(ada.call, track.id);
    const after = await report();
    expect(after.maneuvers.length).toBeGreaterThan(5);
    for (const maneuver of after.maneuvers) {
      const same = before.maneuvers.find(({ kind, time }) => kind === maneuver.kind && time === maneuver.time);
      if (same) expect(maneuver.id).toBe(same.id);
    }
    const common = new Set(idsOf(before));
    expect(idsOf(after).filter((id) => common.has(id)).length).toBeGreaterThan(0.9 * common.size);
  });

  it("keep their ids when one of them is deleted, which retires its id, and gets it back with the segment", async () => {
    const before = await report();
    const { id, kind, start_time, end_time } = before.maneuvers.find((maneuver) => maneuver.kind === "tack")!;
    const without = await correct([{ action: "delete", kind, start_time, end_time }]);
    expect(idsOf(without)).not.toContain(id);
    const remaining = new Set(idsOf(without));
    expect(before.maneuvers.filter((maneuver) => maneuver.id !== id).every((m) => remaining.has(m.id))).toBe(true);
    expect(await rowOf(id)).toMatchObject({ position: null, retired_at: expect.any(Date) });
    const again = await correct([]);
    expect(again.maneuvers.find((maneuver) => maneuver.start_time === start_time)!.id).toBe(id);
    expect(await rowOf(id)).toMatchObject({ position: expect.any(Number), retired_at: null });
  });

  it("keep their id when their kind or their time is corrected", async () => {
    const before = await report();
    const [first, second] = before.maneuvers.filter((maneuver) => maneuver.kind === "tack");
    const shift = (time: string) => new Date(Date.parse(time) + 2000).toISOString();
    const after = await correct([
      {
        action: "change_kind",
        kind: "tack",
        start_time: first!.start_time,
        end_time: first!.end_time,
        to_kind: "penalty",
      },
      {
        action: "move",
        kind: "tack",
        start_time: second!.start_time,
        end_time: second!.end_time,
        new_start_time: shift(second!.start_time),
        new_end_time: shift(second!.end_time),
      },
    ]);
    expect(after.maneuvers.find(({ id }) => id === first!.id)!.kind).toBe("penalty");
    expect(after.maneuvers.find(({ id }) => id === second!.id)!.start_time).toBe(shift(second!.start_time));
    await correct([]);
  });

  it("go with their track", async () => {
    const { db } = at().context;
    await ada.call("DELETE", `/api/tracks/${track.id}/`);
    for (const table of ["segments", "track_facts", "maneuvers"] as const)
      expect(await db.selectFrom(table).select("track_id").where("track_id", "=", track.id).execute()).toEqual([]);
  });
});

onEveryDatabase("the facts that reports add up", (at) => {
  const FILES = [
    ["kiel.fit", "49er-kiel.fit", "49er"],
    ["weymouth.gpx", "ilca-weymouth.gpx", "Laser"],
    ["palma.csv", "formula-kite-palma.vakaros.csv", "Other"],
    ["hyeres.csv", "470-hyeres.velocitek.csv", "470"],
    ["biscayne.nmea", "j70-biscayne-bay.nmea", "J70"],
  ] as const;
  let ada: Person;
  const tracks: Track[] = [];
  beforeAll(async () => {
    ada = await at().signUp();
    for (const [name, fixture, boat_name] of FILES)
      tracks.push(await ada.upload(name, readFixture(fixture), { boat_name }));
  });

  /** The report file of every track and its day, oldest first. */
  const reports = async (boat_class?: string) => {
    const rows = await at()
      .context.db.selectFrom("tracks")
      .select(["result_key", "local_date", "boat_name"])
      .where("result_key", "is not", null)
      .orderBy("sort_time")
      .orderBy("id")
      .execute();
    const chosen = rows.filter((row) => boat_class === undefined || row.boat_name === boat_class);
    return Promise.all(
      chosen.map(async ({ result_key, local_date }) => {
        const bytes = await at().context.storage.read(`${result_key}/report.json`);
        return { report: JSON.parse(bytes.toString()) as FileAnalysis, date: local_date! };
      }),
    );
  };

  /** As before there were facts: from the report files, with the losses that most maneuvers of the kind have. */
  const sessionsOf = (from: Awaited<ReturnType<typeof reports>>, kind: SegmentKind) => {
    const loss_basis = mainBasis(from.flatMap(({ report }) => averagedOf(report.maneuvers, kind)));
    return { loss_basis, sessions: from.map(({ report, date }) => sessionOf(report, date, loss_basis ?? "vmg")) };
  };
  const get = async (path: string) => (await ada.call("GET", `/api/reports/${path}`)).body;

  const sameAsFromReports = async (boat_class?: string) => {
    const from_files = await reports(boat_class);
    const { sessions: all } = sessionsOf(from_files, "tack");
    const query = boat_class === undefined ? "" : `class=${encodeURIComponent(boat_class)}`;
    const { water_time_s: water_time, ...counts } = await dashboard.user_stats(all);
    expect(await get(`user/?${query}`)).toEqual({ ...counts, water_time });
    const { total_time_s: total_time, time_in_conditions_s: time_in_conditions } = await dashboard.wind_conditions(all);
    expect(await get(`windconditions/?${query}`)).toMatchObject({ total_time, time_in_conditions });
    for (const [tag, kind] of [
      ["T", "tack"],
      ["G", "gybe"],
    ] as const) {
      const { sessions, loss_basis } = sessionsOf(from_files, kind);
      const improvement = (await get(`improvement/?tag=${tag}&${query}`)) as Improvement;
      const by_wind = improvement.map(({ track_ids: _, slow: __, middle: ___, fast: ____, ...row }) => row);
      expect(by_wind).toEqual(await dashboard.improvement(kind, sessions));
      const { loss_bases, losses, ...line } = (await get(`expectedloss/?tag=${tag}&${query}`)) as ExpectedLoss;
      const values = losses.map(({ track_id: _, maneuver_id: __, ...loss }) => loss);
      const expected = { ...(await dashboard.expected_loss(kind, sessions)), loss_basis };
      expect({ ...line, losses: values }).toEqual(expected);
      expect(loss_bases.includes(loss_basis ?? "vmg")).toBe(loss_basis !== null);
      const linked = [...improvement.flatMap(({ track_ids }) => track_ids), ...losses.map(({ track_id }) => track_id)];
      for (const id of linked) expect(tracks.map((track) => track.id)).toContain(id);
    }
    return counts;
  };

  it("give the numbers of the report files, over all sessions and over those of one class", async () => {
    expect((await sameAsFromReports()).sessions).toBe(FILES.length);
    for (const [, , boat_name] of FILES) expect((await sameAsFromReports(boat_name)).sessions).toBe(1);
  });

  it("hold every maneuver once, under its segment's id", async () => {
    const { db } = at().context;
    for (const { id } of tracks) {
      const { maneuvers } = (await ada.call("GET", `/api/tracks/${id}/analysis/`)).body.files[0] as IdentifiedReport;
      const rows = await db
        .selectFrom("maneuvers")
        .selectAll()
        .where("track_id", "=", id)
        .orderBy("position")
        .execute();
      expect(rows.map(({ segment_id, kind, counted }) => ({ segment_id, kind, counted }))).toEqual(
        maneuvers.map((maneuver) => ({
          segment_id: maneuver.id,
          kind: maneuver.kind,
          counted: maneuver.quality >= 0.5,
        })),
      );
    }
  });

  it("have the losses of the turns that take part in averages, also where they were stored before", async () => {
    const { context } = at();
    const { db } = context;
    const stored = () => db.selectFrom("track_facts").select(["track_id", "losses"]).orderBy("track_id").execute();
    const first = await stored();
    for (const { track_id, losses } of first) {
      for (const kind of TURN_KINDS) {
        for (const loss_basis of ["vmg", "speed"] as const) {
          const loss_m = sql<number>`coalesce(loss_og_m, loss_80_m)`;
          const rows = await db
            .selectFrom("maneuvers")
            .select(loss_m.as("loss_m"))
            .where("track_id", "=", track_id)
            .where((eb) => eb.and({ kind, loss_basis }))
            .where("left_out_reason", "is", null)
            .where(loss_m, "is not", null)
            .orderBy("position")
            .execute();
          expect(losses![kind][loss_basis]).toEqual(rows.map(({ loss_m }) => loss_m));
        }
      }
    }
    expect(first.some(({ losses }) => losses!.tack.vmg.length > 5)).toBe(true);
    await sql`update track_facts set losses = null`.execute(db);
    await storeMissingFacts(context);
    expect(await stored()).toEqual(first);
  });

  it("are replaced when a track is analysed anew, not added", async () => {
    const { maneuvers } = (await ada.call("GET", `/api/tracks/${tracks[0]!.id}/analysis/`)).body
      .files[0] as IdentifiedReport;
    const { kind, start_time, end_time } = maneuvers.find((maneuver) => maneuver.kind === "tack")!;
    const json = { corrections: [{ action: "delete", kind, start_time, end_time }] };
    await ada.call("PUT", `/api/tracks/${tracks[0]!.id}/corrections/`, { json });
    await processed(ada.call, tracks[0]!.id);
    expect((await sameAsFromReports()).sessions).toBe(FILES.length);
  });

  describe("of tracks that were analysed before there were facts", () => {
    beforeAll(async () => {
      // The server's own job of its start would store some of them.
      await waitForJobs(at());
      await at().context.db.deleteFrom("track_facts").execute();
      await at().context.db.deleteFrom("segments").execute();
    });

    it("are stored for one track when its analysis is read", async () => {
      const { id } = tracks[1]!;
      const { maneuvers } = (await ada.call("GET", `/api/tracks/${id}/analysis/`)).body.files[0] as IdentifiedReport;
      expect(maneuvers.every((maneuver) => Number.isInteger(maneuver.id))).toBe(true);
    });

    it("are stored in jobs of a limited time, each of which goes on where the one before ended", async () => {
      const { context } = at();
      await context.db.deleteFrom("track_facts").execute();
      const stored = async () => (await context.db.selectFrom("track_facts").select("track_id").execute()).length;
      const counts: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        after = await storeMissingFacts(context, after, 0);
        counts.push(await stored());
      }
      expect(counts).toEqual([...tracks.map((_, i) => i + 1), tracks.length]);
      await sameAsFromReports();
    });

    it("are stored for all at the start of the server, except where the report file is missing, which is logged", async () => {
      await storeMissingFacts(at().context);
      await sameAsFromReports();
      expect(at().errors).toEqual([]);
      await at().context.db.deleteFrom("track_facts").where("track_id", "=", tracks[2]!.id).execute();
      const { result_key } = await at()
        .context.db.selectFrom("tracks")
        .select("result_key")
        .where("id", "=", tracks[2]!.id)
        .executeTakeFirstOrThrow();
      await at().context.storage.remove(`${result_key}/report.json`);
      await storeMissingFacts(at().context);
      expect(at().errors).toEqual([expect.objectContaining({ track_id: tracks[2]!.id })]);
    });
  });
});
