import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, it } from "vitest";
import { coreWith } from "../../../test/stub-core.ts";
import { onOwnServer, type Person, trackForm } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { waitForJobs } from "../../../test/world.ts";
import { findTrack } from "../../access/track.ts";
import type { AdminJob, AdminJobs, AuditEntry } from "../../app/contract.ts";
import { DELETE_FILES } from "../../platform/files/files-of-rows.ts";
import type { JobDefinition } from "../../platform/jobs/definition.ts";
import type { EnqueueOptions } from "../../platform/jobs/jobs.ts";
import { RACE_WIND } from "../races/race-wind.ts";
import { ANALYZE_TRACK } from "../tracks/analyze-track.ts";
import { enqueueLostAnalyses } from "../tracks/scans.ts";
import { COMPUTE_WIND_REPORT } from "../wind/compute-wind-report.ts";
import { findWindFile } from "../wind/queries.ts";
import { READ_WIND_FILE } from "../wind/read-wind-file.ts";
import { findReport } from "../wind/report-queries.ts";
import { enqueueLostWindJobs } from "../wind/sweep.ts";

const FILE = "ilca-weymouth.gpx";

onOwnServer("a job that an administrator cancels", (at) => {
  let ada: Person;
  let ben: Person;

  const db = () => at().context.db;
  const jobs = async (query = ""): Promise<AdminJobs> => (await ada.call("GET", `/api/admin/jobs/${query}`)).body;
  const jobOf = async (name: string): Promise<AdminJob> =>
    (await jobs(`?name=${name}`)).results.find(({ state }) => state !== "cancelled")!;
  const cancel = (id: string, by = ada) => by.call("POST", `/api/admin/jobs/${id}/cancel/`);
  const retry = (id: string) => ada.call("POST", `/api/admin/jobs/${id}/retry/`);
  const audit = async (): Promise<AuditEntry[]> =>
    (await ada.call("GET", "/api/admin/audit/?search=cancel")).body.results;
  const row = async (id: number) => (await findTrack(db(), id))!;

  /** Enqueues a job that waits for an hour. */
  const enqueue = <Payload>(job: JobDefinition<Payload>, payload: Payload, options: EnqueueOptions = {}) =>
    db()
      .transaction()
      .execute((trx) => at().context.jobs.enqueue(trx, job, payload, { after_s: 3600, ...options }));

  /** A recording whose analysis waits for an hour. */
  const waitingTrack = async (changes: object = {}): Promise<number> => {
    const { id } = await ben.upload(FILE, readFixture(FILE), { boat_name: "Laser" });
    // Its first analysis has written its results, but its job may not have ended.
    await waitForJobs(at());
    await db()
      .updateTable("tracks")
      .set({ processing_status: 4, revision: 2, ...changes })
      .where("id", "=", id)
      .execute();
    await enqueue(ANALYZE_TRACK, { track_id: id, revision: 2 });
    return id;
  };
  /** A race without a job. */
  const waitingRace = async (): Promise<number> => {
    const { id } = await db()
      .insertInto("races")
      .values({ user_id: ben.session.user.id, name: "Thursday" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const raceRow = (id: number) => db().selectFrom("races").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const removeTrack = (id: number) => ben.call("DELETE", `/api/tracks/${id}/`);

  beforeAll(async () => {
    [ada, ben] = [await at().signUp("Ada"), await at().signUp("Ben")];
    await sql`update users set role = 1 where id = ${ada.session.user.id}`.execute(db());
  }, 60_000);
  afterEach(() => waitForJobs(at()));

  it("does not run; its track keeps the results it had, and no sweep enqueues it again", async () => {
    const id = await waitingTrack();
    const { result_key } = await row(id);
    const job = await jobOf("analyze-track");
    expect(job).toMatchObject({ state: "waiting", can_cancel: true });
    const cancelled = await cancel(job.id);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { id: job.id, state: "cancelled" }]);
    const error = expect.stringMatching(/^The newest analysis .*results of the one before\. An administrator stopped/);
    expect(await row(id)).toMatchObject({ processing_status: 3, result_key, error });
    await enqueueLostAnalyses(at().context);
    expect((await jobs()).counts).toEqual({ failed: 0, running: 0, waiting: 0 });
    expect((await ada.call("GET", "/api/admin/health/")).body.parts[3]).toMatchObject({ part: "jobs", is_well: true });
    expect((await audit())[0]!.did).toBe(`cancelled a job: analyze-track, Ben Lovelace, ${FILE}`);
    expect((await cancel(job.id)).status).toBe(409);
    expect((await cancel(job.id, ben)).status).toBe(403);

    // Retry takes it back.
    await sql`update pgboss.job set start_after = now() where id = ${job.id}`.execute(db());
    expect((await retry(job.id)).body).toMatchObject({ id: job.id, state: "waiting" });
    await waitForJobs(at());
    expect(await row(id)).toMatchObject({ processing_status: 3, failed_engine: null, error: null });
    expect((await row(id)).result_key).not.toBe(result_key);
    await removeTrack(id);
  }, 90_000);

  it("leaves a track without results with a sentence, until it is run again", async () => {
    const id = await waitingTrack({ processing_status: 1, result_key: null });
    const job = await jobOf("analyze-track");
    await cancel(job.id);
    expect(await row(id)).toMatchObject({ processing_status: 2, error_kind: "cancelled" });
    const { body } = await ben.call("GET", `/api/tracks/${id}/?notrackpoints=true`);
    expect(body.error).toBe(
      "An administrator stopped the processing of this file. The file is kept, and an administrator can run it again.",
    );
    await sql`update pgboss.job set start_after = now() where id = ${job.id}`.execute(db());
    await retry(job.id);
    await waitForJobs(at());
    expect(await row(id)).toMatchObject({ processing_status: 3, error: null, error_kind: null });
    await removeTrack(id);
  }, 90_000);

  it.each(["comes to its end", "cannot read the file"])(
    "that runs writes nothing when the engine %s",
    async (end) => {
      const { core } = at().context;
      let goOn = () => {};
      const gate = new Promise<void>((open) => (goOn = open));
      at().context.core = coreWith(core, {
        analyze: async (file, ...input) => {
          await gate;
          const bytes = end === "cannot read the file" ? new Uint8Array(10) : file.bytes;
          return core.analyze({ ...file, bytes }, ...input);
        },
      });
      try {
        const form = trackForm(FILE, readFixture(FILE), { boat_name: "Laser" });
        const { id } = (await ben.call("POST", "/api/tracks/", { form })).body;
        await until(async () => (await jobOf("analyze-track"))?.state === "running");
        const job = await jobOf("analyze-track");
        expect((await cancel(job.id)).status).toBe(200);
        goOn();
        // pg-boss ends the attempt of a job that is not its any more within one heartbeat.
        await new Promise((wake) => setTimeout(wake, 3000));
        expect(await row(id)).toMatchObject({ processing_status: 2, result_key: null, error_kind: "cancelled" });
        expect(await jobOf("analyze-track")).toBeUndefined();
        await removeTrack(id);
      } finally {
        goOn();
        at().context.core = core;
      }
    },
    90_000,
  );

  it("that ends while it is cancelled has ended: the audit has no line of it, and its track is as it was", async () => {
    const id = await waitingTrack();
    const job = await jobOf("analyze-track");
    const lines = (await audit()).length;
    let isLocked = () => {};
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const ending = db()
      .transaction()
      .execute(async (trx) => {
        await sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${job.id}`.execute(trx);
        isLocked();
        await trx.updateTable("tracks").set({ processing_status: 3 }).where("id", "=", id).execute();
        await new Promise((wake) => setTimeout(wake, 1000));
      });
    await locked;
    const cancelled = await cancel(job.id);
    await ending;
    expect([cancelled.status, cancelled.body]).toEqual([
      409,
      { detail: "This job has ended already.", code: "job_state" },
    ]);
    expect(await row(id)).toMatchObject({ processing_status: 3, failed_engine: null, error: null });
    expect(await audit()).toHaveLength(lines);
    await removeTrack(id);
  }, 90_000);

  it("is cancelled once and run again once, however often that is sent at a time", async () => {
    const id = await waitingTrack();
    const job = await jobOf("analyze-track");
    const lines = (await audit()).length;
    const statuses = async (calls: Promise<{ status: number }>[]) =>
      (await Promise.all(calls)).map(({ status }) => status).sort();
    expect(await statuses([cancel(job.id), cancel(job.id), cancel(job.id)])).toEqual([200, 409, 409]);
    expect(await audit()).toHaveLength(lines + 1);
    expect(await statuses([retry(job.id), retry(job.id)])).toEqual([200, 409]);
    await removeTrack(id);
    // Its track is deleted.
    expect((await cancel(job.id)).status).toBe(200);
    expect((await audit())[0]!.did).toBe("cancelled a job: analyze-track");
  }, 90_000);

  it("of a race leaves the race to a later job; run again it does not collide with that", async () => {
    const race_id = await waitingRace();
    const at_most = { key: `race ${race_id}`, every_s: 36_000 };
    await enqueue(RACE_WIND, { race_id, revision: 1 }, { at_most });
    const first = await jobOf("race-wind");
    expect((await cancel(first.id)).status).toBe(200);
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 2 });
    await enqueue(RACE_WIND, { race_id, revision: 2 }, { at_most });
    expect((await retry(first.id)).body).toMatchObject({ id: first.id, state: "waiting" });
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 1, error: null });
    expect((await cancel(first.id)).status).toBe(200);
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 1, error: null });
    expect((await cancel((await jobOf("race-wind")).id)).status).toBe(200);
    expect(await raceRow(race_id)).toMatchObject({ processing_status: 2 });
  }, 60_000);

  it("of a wind file or report that waits leaves it with a sentence; retried it runs", async () => {
    const file = {
      user_id: ben.session.user.id,
      original_name: "log.csv",
      source_key: "nowhere",
      source_bytes: 1,
      sha256: "0",
    };
    const { id: wind_file_id } = await db()
      .insertInto("wind_files")
      .values({ ...file, processing_status: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const times = { start_time: "2026-07-01T12:00:00Z", end_time: "2026-07-01T13:00:00Z" };
    const { id: wind_report_id } = await db()
      .insertInto("wind_reports")
      .values({ wind_file_id, name: "First beat", ...times })
      .returning("id")
      .executeTakeFirstOrThrow();
    await enqueue(READ_WIND_FILE, { wind_file_id });
    await enqueue(COMPUTE_WIND_REPORT, { wind_report_id });
    const stopped = { error: expect.stringMatching(/^An administrator stopped .* can run it again\.$/) };
    const [reading, computing] = [await jobOf("read-wind-file"), await jobOf("compute-wind-report")];
    expect([(await cancel(reading.id)).status, (await cancel(computing.id)).status]).toEqual([200, 200]);
    expect(await findWindFile(db(), wind_file_id)).toMatchObject({ processing_status: 2, ...stopped });
    expect(await findReport(db(), wind_report_id)).toMatchObject({ metrics: null, ...stopped });
    await enqueueLostWindJobs(at().context);
    expect((await jobs()).counts.waiting).toBe(0);
    expect([(await retry(reading.id)).status, (await retry(computing.id)).status]).toEqual([200, 200]);
    expect(await findWindFile(db(), wind_file_id)).toMatchObject({ processing_status: 1, error: null });
    expect(await findReport(db(), wind_report_id)).toMatchObject({ error: null });
    for (const { id } of [reading, computing]) await cancel(id);
  }, 60_000);

  it("of an earlier version, with another payload, is cancelled, too", async () => {
    await enqueue(RACE_WIND, { race_id: await waitingRace(), revision: 1 });
    const { id } = await jobOf("race-wind");
    await sql`update pgboss.job set data = '{"race": 1}' where id = ${id}`.execute(db());
    expect((await cancel(id)).body).toMatchObject({ state: "cancelled" });
  });

  it("of a race leaves it without a new wind; what has to happen cannot be cancelled", async () => {
    const race_id = await waitingRace();
    await enqueue(RACE_WIND, { race_id, revision: 1 });
    await enqueue(DELETE_FILES, { keys: [] });
    expect((await cancel((await jobOf("race-wind")).id)).status).toBe(200);
    expect(await raceRow(race_id)).toMatchObject({
      processing_status: 2,
      error: expect.stringMatching(/^An administrator stopped/),
    });
    const removal = await jobOf("delete-files");
    expect(removal.can_cancel).toBe(false);
    expect((await cancel(removal.id)).body).toEqual({
      detail: "A job of this kind cannot be cancelled.",
      code: "job_not_cancellable",
    });
    await sql`update pgboss.job set start_after = now() where id = ${removal.id}`.execute(db());
  }, 60_000);
});
