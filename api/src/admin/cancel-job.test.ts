import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, it } from "vitest";
import { coreWith } from "../../test/stub-core.ts";
import { onEveryDatabase, type Person, trackForm } from "../../test/test-server.ts";
import { settle } from "../../test/world.ts";
import { DELETE_FILES } from "../accounts/delete-files.ts";
import type { AdminJob, AdminJobs, AuditEntry } from "../contract.ts";
import { ANALYZE_TRACK } from "../jobs/analyze-track.ts";
import { enqueueLostAnalyses } from "../jobs/enqueue-lost.ts";
import { RACE_WIND } from "../jobs/race-wind.ts";
import { findTrack } from "../tracks/queries.ts";

const FILE = "ilca-weymouth.gpx";

onEveryDatabase("a job that an administrator cancels", (at) => {
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
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 600 && !(await isSo()); tries++) await new Promise((wake) => setTimeout(wake, 50));
    expect(await isSo()).toBe(true);
  };

  /** A recording whose analysis waits for an hour. */
  const waitingTrack = async (changes: object = {}): Promise<number> => {
    const { id } = await ben.upload(FILE, readFixture(FILE), { boat_name: "Laser" });
    // Its first analysis has written its results, but its job may not have ended.
    await settle(at());
    await db()
      .updateTable("tracks")
      .set({ processing_status: 4, revision: 2, ...changes })
      .where("id", "=", id)
      .execute();
    await db()
      .transaction()
      .execute((trx) =>
        at().context.jobs.enqueue(trx, ANALYZE_TRACK, { track_id: id, revision: 2 }, { after_s: 3600 }),
      );
    return id;
  };
  const removeTrack = (id: number) => ben.call("DELETE", `/api/tracks/${id}/`);

  beforeAll(async () => {
    [ada, ben] = [await at().signUp("Ada"), await at().signUp("Ben")];
    await sql`update users set role = 1 where id = ${ada.session.user.id}`.execute(db());
  }, 60_000);
  afterEach(() => settle(at()));

  it("does not run; its track keeps the results it had, and no sweep enqueues it again", async () => {
    const id = await waitingTrack();
    const { result_key } = await row(id);
    const job = await jobOf("analyze-track");
    expect(job).toMatchObject({ state: "waiting", can_cancel: true });
    const cancelled = await cancel(job.id);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { id: job.id, state: "cancelled" }]);
    expect(await row(id)).toMatchObject({ processing_status: 3, result_key, error: null });
    await enqueueLostAnalyses(at().context);
    expect((await jobs()).counts).toEqual({ failed: 0, running: 0, waiting: 0 });
    expect((await ada.call("GET", "/api/admin/health/")).body.parts[3]).toMatchObject({ part: "jobs", is_well: true });
    expect((await audit())[0]!.did).toBe(`cancelled a job: analyze-track, Ben Lovelace, ${FILE}`);
    expect((await cancel(job.id)).status).toBe(409);
    expect((await cancel(job.id, ben)).status).toBe(403);

    // Retry takes it back.
    await sql`update pgboss.job set start_after = now() where id = ${job.id}`.execute(db());
    expect((await retry(job.id)).body).toMatchObject({ id: job.id, state: "waiting" });
    await settle(at());
    expect(await row(id)).toMatchObject({ processing_status: 3, failed_engine: null });
    expect((await row(id)).result_key).not.toBe(result_key);
    await removeTrack(id);
  }, 90_000);

  it("leaves a track without results with a sentence, until it is run again", async () => {
    const id = await waitingTrack({ processing_status: 1, result_key: null });
    const job = await jobOf("analyze-track");
    await cancel(job.id);
    expect(await row(id)).toMatchObject({ processing_status: 2, error_kind: "cancelled" });
    const { body } = await ben.call("GET", `/api/tracks/${id}/?notrackpoints=true`);
    expect(body.error).toBe("An administrator stopped the processing of this file. The file is kept.");
    await sql`update pgboss.job set start_after = now() where id = ${job.id}`.execute(db());
    await retry(job.id);
    await settle(at());
    expect(await row(id)).toMatchObject({ processing_status: 3, error: null, error_kind: null });
    await removeTrack(id);
  }, 90_000);

  it("that runs ends without its results, also when the engine comes to its end", async () => {
    const { core } = at().context;
    let goOn = () => {};
    const gate = new Promise<void>((open) => (goOn = open));
    at().context.core = coreWith(core, {
      analyze: async (...input) => {
        await gate;
        return core.analyze(...input);
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
  }, 90_000);

  it("of a race leaves it without a new wind; what has to happen cannot be cancelled", async () => {
    const { id: race_id } = await db()
      .insertInto("races")
      .values({ user_id: ben.session.user.id, name: "Thursday" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db()
      .transaction()
      .execute(async (trx) => {
        await at().context.jobs.enqueue(trx, RACE_WIND, { race_id, revision: 1 }, { after_s: 3600 });
        await at().context.jobs.enqueue(trx, DELETE_FILES, { keys: [] }, { after_s: 3600 });
      });
    expect((await cancel((await jobOf("race-wind")).id)).status).toBe(200);
    const race = await db().selectFrom("races").selectAll().where("id", "=", race_id).executeTakeFirstOrThrow();
    expect(race).toMatchObject({ processing_status: 2, error: expect.stringMatching(/^An administrator stopped/) });
    const removal = await jobOf("delete-files");
    expect(removal.can_cancel).toBe(false);
    expect((await cancel(removal.id)).body).toEqual({ detail: "A job of this kind cannot be cancelled." });
    await sql`update pgboss.job set start_after = now() where id = ${removal.id}`.execute(db());
  }, 60_000);
});
