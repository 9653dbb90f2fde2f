import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase } from "../../../test/test-server.ts";
import { renewRacesOfTrack } from "./renew.ts";

onEveryDatabase(
  "a race of 200 boats that upload one after the other",
  (at) => {
    it("has its wind estimated once in ten seconds and once after the last", async () => {
      const { context, signUp } = at();
      const { id: user_id } = (await signUp()).session.user;
      const { rows } = await sql<{ race: number; track: number }>`
        with race as (insert into races (user_id, name) values (${user_id}, 'Fleet') returning id),
          boats as (
            insert into tracks (user_id, boat_name, permissions, file_name, source_key, source_bytes,
              processing_status, sort_time)
            select ${user_id}::integer, 'Laser', 'PUBLIC', 'a.gpx', 'sources/' || n || '.gpx', 1, 3, now()
            from generate_series(1, 200) as n returning id),
          sailed as (insert into race_tracks (race_id, track_id) select race.id, boats.id from race, boats)
        select race.id as race, boats.id as track from race, boats`.execute(context.db);
      const start = Date.now();
      for (const { track } of rows) {
        await context.db.transaction().execute((trx) => renewRacesOfTrack(context, trx, track));
      }
      const periods = Math.ceil((Date.now() - start) / 10_000);
      const jobs = await sql`select from pgboss.job where name = 'race-wind'`.execute(context.db);
      expect(rows).toHaveLength(200);
      expect(jobs.rows.length).toBeLessThanOrEqual(periods + 2);
      expect(jobs.rows.length).toBeLessThan(50);
    }, 120_000);
  },
  { role: "api" },
);
