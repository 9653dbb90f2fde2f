import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { emptyTemplate, onOwnServer } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { type Db, type OpenDatabase, openDatabase } from "../db/open.ts";
import { type AnyJob, defineJob } from "./definition.ts";
import { type Jobs, startJobs } from "./jobs.ts";

onOwnServer("background jobs", (at) => {
  const payload = z.object({ n: z.number() });
  const job = (changes: Partial<AnyJob>) =>
    defineJob({
      name: "test",
      payload,
      retries: 0,
      timeout_s: 60,
      parallel: 1,
      run: async () => undefined,
      onFailed: async () => undefined,
      ...changes,
    });
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({
      url: at().config.database_url,
      folder: "memory://",
      template: await emptyTemplate(),
    });
  }, 120_000);
  afterAll(() => database.close());
  /** Runs `act` in a process that works on these definitions. */
  const withJobs = async (definitions: AnyJob[], act: (jobs: Jobs, db: Db) => Promise<void>) => {
    const jobs = await startJobs(database.boss, at().context.log, definitions);
    await jobs.work(at().context);
    await act(jobs, database.db).finally(() => jobs.stop());
  };

  it("run with their payload, and not when the transaction that enqueued them failed", async () => {
    const runs: number[] = [];
    const test = job({ name: "committed", run: async (_, { n }) => void runs.push(n) });
    await withJobs([test], async (jobs, db) => {
      const failing = db.transaction().execute(async (trx) => {
        await jobs.enqueue(trx, test, { n: 1 });
        throw new Error("rolled back");
      });
      await expect(failing).rejects.toThrow("rolled back");
      await db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: 2 }));
      await until(() => runs.length > 0);
    });
    expect(runs).toEqual([2]);
  });

  it("that wait run one after the other without a pause between them", async () => {
    const runs: number[] = [];
    const test = job({ name: "waiting", run: async (_, { n }) => void runs.push(n) });
    // With a look every 2 s they would take 40 s.
    await withJobs([test], async (jobs, db) => {
      await db.transaction().execute(async (trx) => {
        for (let n = 0; n < 20; n++) await jobs.enqueue(trx, test, { n });
      });
      await expect.poll(() => runs, { timeout: 30_000 }).toHaveLength(20);
    });
  });

  it("are refused with a payload that is not of their schema", async () => {
    const test = job({ name: "typed" });
    await withJobs([test], async (jobs, db) => {
      const enqueueing = db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: "two" } as never));
      await expect(enqueueing).rejects.toThrow(/number/);
    });
  });

  it("are retried as often as defined, and end in onFailed", async () => {
    const events: string[] = [];
    const test = job({
      name: "failing",
      retries: 1,
      run: async (_, { n }) => {
        events.push(`run ${n}`);
        throw new Error("fault");
      },
      onFailed: async (_, { n }) => void events.push(`failed ${n}`),
    });
    await withJobs([test], async (jobs, db) => {
      await db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: 7 }));
      await until(() => events.includes("failed 7"));
    });
    expect(events).toEqual(["run 7", "run 7", "failed 7"]);
  });

  /** Runs a job after five attempts, of which its definition has two: what happens where the fifth ended with these words. */
  const afterFiveAttempts = async (name: string, message: string) => {
    const events: string[] = [];
    const test = job({
      name,
      retries: 1,
      run: async () => {
        events.push("run");
        throw new Error("fault");
      },
      onFailed: async () => void events.push("failed"),
    });
    await withJobs([test], async (jobs, db) => {
      await db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: 1 }, { after_s: 3600 }));
      const output = JSON.stringify({ value: { message } });
      await sql`update pgboss.job set state = 'retry', started_on = now(), start_after = now(), retry_count = 4,
        output = ${output}::jsonb where name = ${name}`.execute(db);
      await until(() => events.includes("failed"));
    });
    return events;
  };

  it("may lose more attempts to the end of their worker than to an error or to their time", async () => {
    expect(await afterFiveAttempts("lost", "job heartbeat timeout")).toEqual(["run", "failed"]);
    expect(await afterFiveAttempts("slow", "job timed out")).toEqual(["failed"]);
  });

  it("run again when an administrator asks for it, however often they were tried before", async () => {
    const events: string[] = [];
    const test = job({
      name: "again",
      retries: 1,
      run: async () => {
        events.push("run");
        throw new Error("fault");
      },
      onFailed: async () => void events.push("failed"),
    });
    await withJobs([test], async (jobs, db) => {
      await db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: 1 }));
      await until(() => events.includes("failed"));
      const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = 'again'`.execute(db);
      await db.transaction().execute((trx) => jobs.retry(trx, "again", rows[0]!.id));
      await until(() => events.length === 5);
    });
    expect(events).toEqual(["run", "run", "failed", "run", "failed"]);
  });

  it("run by schedule once a period, however many processes enqueue them", async () => {
    let runs = 0;
    const scheduled = job({ name: "scheduled", payload: z.object({}), every_s: 2, run: async () => void runs++ });
    const processes: Jobs[] = [];
    for (let i = 0; i < 2; i++) processes.push(await startJobs(database.boss, at().context.log, [scheduled]));
    for (const jobs of processes) await jobs.work(at().context);
    const begin = Date.now();
    await until(() => runs >= 2);
    const periods = Math.ceil((Date.now() - begin) / 2000) + 1;
    for (const jobs of processes) await jobs.stop();
    expect(runs).toBeGreaterThanOrEqual(2);
    expect(runs).toBeLessThanOrEqual(periods);
  });

  const queue = async (name: string) => {
    const { rows } = await sql<{ retry_limit: number; updated_on: Date }>`
      select retry_limit, updated_on from pgboss.queue where name = ${name}`.execute(database.db);
    return rows[0];
  };
  const started = async (...definitions: AnyJob[]) => {
    const jobs = await startJobs(database.boss, at().context.log, definitions);
    await jobs.stop();
  };

  it("have queues that a start leaves alone when they are as defined, and uses at once", async () => {
    const runs: number[] = [];
    const test = job({ name: "unchanged", retries: 2, run: async (_, { n }) => void runs.push(n) });
    await started(test);
    const created = await queue("unchanged");
    await withJobs([test], async (jobs, db) => {
      await db.transaction().execute((trx) => jobs.enqueue(trx, test, { n: 1 }));
      await until(() => runs.length > 0);
    });
    expect(runs).toEqual([1]);
    expect(await queue("unchanged")).toEqual(created);
  });

  it("have queues as the version defines them that started last, the older or the newer one", async () => {
    const [older, newer] = [job({ name: "versions", retries: 1 }), job({ name: "versions", retries: 5 })];
    await started(older);
    await started(newer);
    expect((await queue("versions"))?.retry_limit).toBe(9);
    await started(older);
    expect((await queue("versions"))?.retry_limit).toBe(5);
    await Promise.all([started(newer, job({ name: "together" })), started(newer, job({ name: "together" }))]);
    expect([(await queue("versions"))?.retry_limit, (await queue("together"))?.retry_limit]).toEqual([9, 0]);
  });

  it("get their queues again where these are missing, as in a database with a restored backup", async () => {
    const test = job({ name: "missing" });
    await started(test);
    for (const name of ["missing", "missing-failed"])
      await sql`select pgboss.delete_queue(${name})`.execute(database.db);
    await started(test);
    expect([await queue("missing"), await queue("missing-failed")]).toEqual([expect.anything(), expect.anything()]);
  });
});
