import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readFixture } from "@leebow/fixtures";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../src/platform/db/open.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { type Person, POSTGRES } from "./test-server.ts";
import { personAt, signUpAt } from "./web-callers.ts";

/** In `npm run soak -- start`: 100000. */
const STORED = Number(process.env.STORED_TRACKS || 100);
const USERS = 200;
const METRICS_TOKEN = "metrics of the test";
const isLong = STORED > 1000;
/** A server answers within this time after its process was started: in the long run, which has the machine to itself. */
const MAX_START_S = 5;
/** How long calls are measured while the server looks through what is stored. */
const WATCHED_MS = isLong ? 60_000 : 3000;

describe.skipIf(!isServerBuilt)(`a server with ${STORED} tracks and as many files`, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>> | null = null;
  let server: ServerProcess;
  let ada: Person;
  beforeAll(async () => {
    database = POSTGRES ? await freshDatabase(POSTGRES) : null;
    server = new ServerProcess("all", { DATABASE_URL: database?.url ?? "", METRICS_TOKEN });
    await server.start();
    ada = await signUpAt(server.address!, "Ada");
    await ada.upload("kiel.gpx", readFixture("ilca-weymouth.gpx"));
    await server.stop();
    await storeTracks();
    await storeFiles();
  }, 1_800_000);
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
  }, 120_000);

  const openStored = () => openDatabase({ url: database?.url, folder: join(server.folder, "db") });

  /** Copies of the first track: a tenth waits without a job, a tenth has no facts, a tenth is of an older engine. */
  async function storeTracks(): Promise<void> {
    const { db, close } = await openStored();
    await sql`insert into users (name, email, email_verified, first_name, last_name)
      select 'Sailor ' || n, 'sailor-' || n || '@leebow.test', true, 'Sailor', 'N' || n
      from generate_series(1, ${USERS}::integer) n`.execute(db);
    const { rows } = await sql<{ names: string }>`select string_agg('o.' || column_name, ', ') as names
      from information_schema.columns where table_schema = 'public' and table_name = 'tracks' and column_name not in
        ('id', 'user_id', 'source_key', 'source_sha256', 'processing_status', 'engine')`.execute(db);
    const copied = rows[0]!.names;
    await sql`alter table tracks disable trigger user`.execute(db);
    await sql`insert into tracks (user_id, source_key, processing_status, engine, ${sql.raw(copied.replaceAll("o.", ""))})
      select (select min(id) from users) + n % ${USERS}::integer, 'sources/stored-' || n || '.gpx',
        case when n % 10 = 0 then 1 else 3 end, case when n % 10 = 1 then '0.0.1' else o.engine end, ${sql.raw(copied)}
      from tracks o, generate_series(1, ${STORED}::integer) n`.execute(db);
    await sql`alter table tracks enable trigger user`.execute(db);
    await sql`insert into track_facts (track_id, user_id, result_key, start_time, local_date, boat_class, water_time_s,
        tacks, gybes, accelerations, sets, douses, light_s, sf_s, df_s, windy_s, records)
      select t.id, t.user_id, t.result_key, t.start_time, t.local_date, t.boat_name, f.water_time_s, f.tacks, f.gybes,
        f.accelerations, f.sets, f.douses, f.light_s, f.sf_s, f.df_s, f.windy_s, f.records
      from tracks t, track_facts f where t.id % 10 <> 2 and not exists (select from track_facts where track_id = t.id)`.execute(
      db,
    );
    await sql`analyze`.execute(db);
    await close();
  }

  async function storeFiles(): Promise<void> {
    const folder = join(server.folder, "files/sources");
    await mkdir(folder, { recursive: true });
    const bytes = readFixture("ilca-weymouth.gpx").subarray(0, 100);
    for (let n = 1; n <= STORED; n += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, i) => writeFile(join(folder, `stored-${n + i}.gpx`), bytes)));
    }
  }

  it("answers at once after its start, and every call while it looks through them", async () => {
    const began = performance.now();
    const since_s = () => (performance.now() - began) / 1000;
    await server.startAgain();
    expect((await fetch(`${server.address}/api/health/`)).status).toBe(200);
    const health_s = since_s();
    const again = personAt(server.address!, ada.session);
    const list = async () => expect((await again.call("GET", "/api/tracks/")).status).toBe(200);
    await list();
    const first_s = since_s();
    const waits_ms: number[] = [];
    for (const end = performance.now() + WATCHED_MS; performance.now() < end; await wait(50)) {
      const sent = performance.now();
      await list();
      waits_ms.push(performance.now() - sent);
    }
    waits_ms.sort((a, b) => a - b);
    process.stderr.write(
      `${STORED} tracks: health after ${health_s.toFixed(1)} s, the first list after ${first_s.toFixed(1)} s; then ` +
        `${waits_ms.length} lists, median ${waits_ms[waits_ms.length >> 1]!.toFixed(0)} ms, ` +
        `p99 ${waits_ms[Math.floor(waits_ms.length * 0.99)]!.toFixed(0)} ms, longest ${waits_ms.at(-1)!.toFixed(0)} ms\n`,
    );
    if (!isLong) return;
    expect(first_s).toBeLessThan(MAX_START_S);
    expect(waits_ms.at(-1)! / 1000).toBeLessThan(MAX_START_S);
  }, 600_000);

  it.skipIf(isLong)(
    "has then found what had lost its job, what an older engine made, and the facts that were missing",
    async () => {
      const openJobs = async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const text = await (await fetch(`${server.address}/metrics`, { headers })).text();
        return text.match(/^leebow_jobs{.*state="(created|retry|active)"} [1-9].*$/gm) ?? [];
      };
      await expect.poll(openJobs, { timeout: 300_000, interval: 500 }).toEqual([]);
      await server.stop();
      const { db, close } = await openStored();
      const count = async (condition: RawBuilder<unknown>) => {
        const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from tracks where ${condition}`.execute(db);
        return rows[0]!.count;
      };
      expect(await count(sql`processing_status in (1, 4)`)).toBe(0);
      // The stored files are no recordings: their analyses fail.
      expect(await count(sql`processing_status = 2`)).toBe(STORED / 10);
      expect(await count(sql`failed_engine is null and engine = '0.0.1'`)).toBe(0);
      expect(await count(sql`result_key is not null and id not in (select track_id from track_facts)`)).toBe(0);
      await close();
    },
    400_000,
  );
});
