import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { onOwnServer } from "../../../test/test-server.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { migrateTo } from "./open.ts";

onOwnServer("the database", (at) => {
  it("hands every kind of value to the code in the same form", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::bigint as big, 1.25::numeric as exact, 1.5::float8 as real, '2026-06-30'::date as day,
        '2026-06-30T12:00:00.123Z'::timestamptz as instant, '[1, {"a": null}]'::jsonb as json, null::text as nothing,
        '\\x0001ff'::bytea as bytes, count(*) as counted from users where false
    `.execute(at().context.db);
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      exact: 1.25,
      real: 1.5,
      day: "2026-06-30",
      instant: new Date("2026-06-30T12:00:00.123Z"),
      json: [1, { a: null }],
      nothing: null,
      bytes: Buffer.from([0, 1, 255]),
      counted: 0,
    });
  });

  it("stores nothing of a transaction that fails", async () => {
    const { db } = at().context;
    const user = { name: "Ghost", email: "ghost@leebow.test", first_name: "G", last_name: "H" };
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("users").values(user).execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.selectFrom("users").selectAll().where("email", "=", user.email).execute()).toEqual([]);
  });

  it("runs simultaneous reads and transactions in isolation", async () => {
    const { db } = at().context;
    const counting = Array.from({ length: 20 }, async (_, i) => {
      if (i % 2) return db.selectFrom("users").select("id").limit(1).execute();
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          a: string;
          b: string;
        }>`select txid_current()::text as a, txid_current()::text as b`.execute(trx);
        const again = await sql<{ a: string }>`select txid_current()::text as a`.execute(trx);
        expect([rows[0]!.b, again.rows[0]!.a]).toEqual([rows[0]!.a, rows[0]!.a]);
      });
    });
    await Promise.all(counting);
  });

  it("has had every migration, in the order of their names", async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      at().context.db,
    );
    expect(rows.map((row) => row.name)).toEqual(Object.keys(MIGRATIONS).sort());
  });

  it("refuses a visibility and a processing status outside of their ranges", async () => {
    const { id: user_id } = (await at().signUp()).session.user;
    const row = {
      user_id,
      boat_name: "49er",
      file_name: "x",
      source_key: "x",
      source_bytes: 1,
      processing_status: 1,
      sort_time: new Date(),
      permissions: "PUBLIC" as const,
    };
    const { db } = at().context;
    await expect(
      db
        .insertInto("tracks")
        .values({ ...row, permissions: "SECRET" as never })
        .execute(),
    ).rejects.toThrow(/check/);
    await expect(
      db
        .insertInto("tracks")
        .values({ ...row, processing_status: 5 })
        .execute(),
    ).rejects.toThrow(/check/);
  });

  it("deletes a user's tracks and sessions with the user", async () => {
    const ada = await at().signUp();
    await at().context.db.deleteFrom("users").where("id", "=", ada.session.user.id).execute();
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(401);
  });
});

onOwnServer("a process of the version before", (at) => {
  const floor = (value: string) => at().context.db.insertInto("settings").values({ key: "schema_floor", value });

  it("starts on the tables of a newer one and works beside it", async () => {
    const { db } = at().context;
    await sql`alter table tracks add column of_newer integer not null default 1`.execute(db);
    await sql`insert into kysely_migration values ('9998-of-newer', now()), ('0001-zero-of-newer', now())`.execute(db);
    expect(await migrateTo(db)).toEqual([]);
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    expect((await ada.call("GET", `/api/tracks/${track.id}/`)).body.processing_status).toBe(3);
  });

  it("refuses the tables that it could not work with, by a sentence", async () => {
    await floor("9998-of-newer").execute();
    await expect(migrateTo(at().context.db)).rejects.toThrow(
      /^This version of Leebow is too old for its database, which needs the tables of 9998-of-newer or later;/,
    );
  });
});
