import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase } from "../../test/test-server.ts";
import { ENQUEUE_OUTDATED } from "./enqueue-outdated.ts";

onEveryDatabase(
  "the start of a server with many recordings of an older engine",
  (at) => {
    const jobs = async (name: string) => {
      const { rows } = await sql<{ data: { before?: number } }>`
        select data from pgboss.job where name = ${name} order by created_on`.execute(at().context.db);
      return rows.map(({ data }) => data);
    };

    it("looks through nothing in a process that runs no jobs", async () => {
      expect(await jobs("sweep")).toEqual([]);
      expect(await jobs("enqueue-outdated")).toEqual([]);
    });

    it("enqueues them in pieces, each with the next, and none twice", async () => {
      const { context, signUp } = at();
      const { id } = (await signUp()).session.user;
      await sql`
        insert into tracks (user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status,
          sort_time, engine, result_key)
        select ${id}::integer, 'Laser', 'PUBLIC', 'a.gpx', 'sources/' || n || '.gpx', 1, 3, now(), '0.0.1', 'results/' || n
        from generate_series(1, 2500) as n`.execute(context.db);
      const counts: number[] = [];
      let next: { before?: number } | undefined = {};
      while (next) {
        const before = (await jobs("enqueue-outdated")).length;
        await ENQUEUE_OUTDATED.run(context, next);
        counts.push((await jobs("analyze-track")).length);
        next = (await jobs("enqueue-outdated"))[before];
      }
      expect(counts).toEqual([1000, 2000, 2500]);
      await ENQUEUE_OUTDATED.run(context, {});
      expect(await jobs("analyze-track")).toHaveLength(2500);
    }, 120_000);
  },
  { role: "api" },
);
