import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase } from "../../../test/test-server.ts";
import { ENQUEUE_LOST, ENQUEUE_OUTDATED } from "./scans.ts";

onEveryDatabase(
  "the start of a server with many recordings of an older engine, and many that have lost their job",
  (at) => {
    const jobs = async (name: string) => {
      const { rows } = await sql<{ data: { before?: number; after?: number } }>`
        select data from pgboss.job where name = ${name} order by created_on`.execute(at().context.db);
      return rows.map(({ data }) => data);
    };
    const store = (count: number, status: number) => sql`
      insert into tracks (user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status,
        sort_time, engine, result_key)
      select id, 'Laser', 'PUBLIC', 'a.gpx', 'sources/' || ${status}::integer || n || '.gpx', 1, ${status}, now(), '0.0.1',
        'results/' || n
      from (select min(id) as id from users) as one, generate_series(1, ${count}::integer) as n`;
    /** Runs the job and those that each of its pieces enqueues; answers how many analyses there are after each. */
    const runAll = async (definition: typeof ENQUEUE_OUTDATED | typeof ENQUEUE_LOST) => {
      const counts: number[] = [];
      let next: object | undefined = {};
      while (next) {
        const before = (await jobs(definition.name)).length;
        await definition.run(at().context, next);
        counts.push((await jobs("analyze-track")).length);
        next = (await jobs(definition.name))[before];
      }
      return counts;
    };
    beforeAll(async () => void (await at().signUp()));

    it("looks through nothing in a process that runs no jobs", async () => {
      expect(await jobs("sweep")).toEqual([]);
      for (const name of ["enqueue-outdated", "enqueue-lost", "store-missing-facts"])
        expect(await jobs(name)).toEqual([]);
    });

    it("enqueues them in pieces, each with the next, and none twice", async () => {
      await store(2500, 3).execute(at().context.db);
      expect(await runAll(ENQUEUE_OUTDATED)).toEqual([1000, 2000, 2500]);
      await ENQUEUE_OUTDATED.run(at().context, {});
      expect(await jobs("analyze-track")).toHaveLength(2500);
    }, 120_000);

    it("enqueues those that wait without a job in pieces, too, and none twice", async () => {
      await store(2500, 1).execute(at().context.db);
      expect(await runAll(ENQUEUE_LOST)).toEqual([3500, 4500, 5000]);
      await ENQUEUE_LOST.run(at().context, {});
      expect(await jobs("analyze-track")).toHaveLength(5000);
    }, 120_000);

    it("is left by a process of another version of the engine to one of the version that started", async () => {
      const before = await jobs("enqueue-outdated");
      const analyses = (await jobs("analyze-track")).length;
      await store(1, 2).execute(at().context.db);
      await ENQUEUE_OUTDATED.run(at().context, { engine: "9.0.0" });
      expect(await jobs("analyze-track")).toHaveLength(analyses);
      const after = await jobs("enqueue-outdated");
      expect(after.slice(before.length)).toEqual([{ engine: "9.0.0", put_back: 1 }]);
      // No process of that version runs.
      await ENQUEUE_OUTDATED.run(at().context, { engine: "9.0.0", put_back: 180 });
      expect(await jobs("enqueue-outdated")).toEqual(after);
      await ENQUEUE_OUTDATED.run(at().context, { engine: at().context.core.version, put_back: 3 });
      expect(await jobs("analyze-track")).toHaveLength(analyses + 1);
    }, 120_000);

    it("waits with further ones while enough analyses are open", async () => {
      const { db } = at().context;
      await sql`insert into pgboss.job (name, data) select 'analyze-track', '{}' from generate_series(1, 5001)`.execute(
        db,
      );
      await store(1, 4).execute(db);
      for (const definition of [ENQUEUE_OUTDATED, ENQUEUE_LOST]) {
        const before = (await jobs(definition.name)).length;
        await definition.run(at().context, {});
        expect(await jobs(definition.name)).toHaveLength(before + 1);
      }
      expect(await jobs("analyze-track")).toHaveLength(10_002);
    }, 120_000);
  },
  { role: "api" },
);
