import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/postgres.ts";
import { emptyTemplate, POSTGRES } from "../../../../test/test-server.ts";
import { migrateTo, type OpenDatabase, openDatabase } from "../open.ts";

const BEFORE = "0050-session-columns";

describe("what people have decided about a race before a race kept it by person", () => {
  let opened: OpenDatabase;
  let drop = async () => {};

  beforeAll(async () => {
    const created = POSTGRES ? await freshDatabase(POSTGRES) : null;
    opened = await openDatabase({
      url: created?.url,
      folder: "memory://",
      template: await emptyTemplate(),
      migrate: false,
    });
    drop = async () => created?.drop();
    await migrateTo(opened.db, BEFORE);
    for (const statement of ROWS) await sql.raw(statement).execute(opened.db);
    await migrateTo(opened.db);
  }, 120_000);
  afterAll(async () => {
    await opened.close();
    await drop();
  });

  const ROWS = [
    `insert into users (id, name, email) values (1, 'Coach', 'c@leebow.test'), (2, 'Ada', 'a@leebow.test')`,
    `insert into tracks (id, user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status, sort_time)
      select n, 2, '49er', 'PRIVATE', 'a', 'sources/' || n, 1, 3, now() from generate_series(1, 3) as n`,
    `insert into races (id, user_id, name) values (1, 1, 'Final')`,
    `insert into race_tracks (race_id, track_id) select 1, n from generate_series(1, 3) as n`,
    `insert into race_consents (race_id, track_id, consent, asked_by, asked_at)
      values (1, 1, 'refused', 1, now()), (1, 2, 'taken_back', 1, now())`,
  ];
  const rows = async () =>
    (
      await sql`select track_id, user_id, consent, asked_by from race_consents order by track_id nulls last`.execute(
        opened.db,
      )
    ).rows;

  it("is named by its sailor, and a question that was taken back by nobody", async () => {
    expect(await rows()).toEqual([
      { track_id: 1, user_id: 2, consent: "refused", asked_by: 1 },
      { track_id: 2, user_id: 2, consent: "taken_back", asked_by: null },
    ]);
  });

  it("is written as before by a process of the version before, with its sailor", async () => {
    await sql`insert into race_consents (race_id, track_id, consent, answered_at) values (1, 3, 'agreed', now())
      on conflict (race_id, track_id) do update set consent = 'agreed'`.execute(opened.db);
    expect((await rows()).at(-1)).toEqual({ track_id: 3, user_id: 2, consent: "agreed", asked_by: null });
  });

  it("stays when a track leaves the race and is deleted, and goes with the race", async () => {
    await sql`delete from race_tracks where track_id = 1`.execute(opened.db);
    await sql`delete from tracks where id = 1`.execute(opened.db);
    expect((await rows()).at(-1)).toEqual({ track_id: null, user_id: 2, consent: "refused", asked_by: 1 });
    await sql`delete from races`.execute(opened.db);
    expect(await rows()).toEqual([]);
  });
});
