import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/postgres.ts";
import { POSTGRES } from "../../../test/test-server.ts";
import { faultOf } from "../http/faults.ts";
import { type Db, migrateTo, type OpenDatabase, openDatabase, withoutTimeouts } from "./open.ts";

describe.skipIf(!POSTGRES)("a migration of a table in use", () => {
  it("stops no call for long while it waits for a backup that reads the table", async () => {
    const { url, drop } = await freshDatabase(POSTGRES!);
    const old = await openDatabase({ url, folder: "", migrate: false });
    // The next one adds a column to users.
    await migrateTo(old.db, "0035-visibility-and-journal-events");
    const backup = await old.db.startTransaction().execute();
    await sql`select from users`.execute(backup);
    const attempt_ms = await timeOfAttempt(old.db);
    let is_migrated = false;
    const starting = openDatabase({ url, folder: "" }).finally(() => (is_migrated = true));
    const waits_ms: number[] = [];
    for (let n = 0; n < 8; n++) {
      const sent = performance.now();
      await sql`select from users`.execute(old.db);
      waits_ms.push(performance.now() - sent);
      await wait(500);
    }
    expect(Math.max(...waits_ms)).toBeGreaterThan(100);
    expect(Math.max(...waits_ms)).toBeLessThan(4 * attempt_ms);
    expect(is_migrated).toBe(false);
    await backup.rollback().execute();
    await (await starting).close();
    await old.close();
    await drop();
  }, 60_000);
});

/** How long a transaction waits in vain for the lock of a table in use that gives up after a second, as a migration does, ms. */
async function timeOfAttempt(db: Db): Promise<number> {
  const begun = performance.now();
  const waiting = db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 1000`.execute(trx);
    await sql`lock table users`.execute(trx);
  });
  await expect(waiting).rejects.toThrow(/lock timeout/);
  return performance.now() - begun;
}

describe.skipIf(!POSTGRES)("connections to PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let opened: OpenDatabase;
  const open = (changes: { pool_size?: number; limits?: object } = {}) =>
    openDatabase({ url: database.url, folder: "", migrate: false, ...changes });
  beforeAll(async () => {
    database = await freshDatabase(POSTGRES!);
    opened = await open();
    await sql`create table boats (id integer)`.execute(opened.db);
  });
  afterAll(async () => {
    await opened?.close();
    await database?.drop();
  });

  const timeouts = async (db: Db) => {
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    const shown = names.map(
      async (name) => (await sql<object>`select current_setting(${name}) as v`.execute(db)).rows[0],
    );
    return (await Promise.all(shown)).map((row) => (row as { v: string }).v);
  };

  it("give up on statements, locks and transactions that take too long, but for commands and backups", async () => {
    expect(await timeouts(opened.db)).toEqual(["30s", "10s", "1min"]);
    const backup = opened.db.transaction().execute(async (trx) => {
      await withoutTimeouts(trx);
      return timeouts(trx);
    });
    expect(await backup).toEqual(["0", "0", "0"]);
    const command = await open({ limits: {} });
    expect(await timeouts(command.db)).toEqual(["0", "0", "0"]);
    await command.close();
  });

  it.each([
    ["a statement", "statement_timeout", sql`select pg_sleep(5)`],
    ["a lock", "lock_timeout", sql`lock table boats`],
  ])("make an answer 503 with the time to try again of %s that took too long", async (_what, timeout, statement) => {
    const other = await opened.db.startTransaction().execute();
    await sql`lock table boats`.execute(other);
    const error = await opened.db
      .transaction()
      .execute(async (trx) => {
        await sql`set local ${sql.raw(timeout)} = 50`.execute(trx);
        await statement.execute(trx);
      })
      .catch((thrown: unknown) => thrown);
    await other.rollback().execute();
    expect(faultOf(error)).toMatchObject({ code: "database_unavailable", retry_after_s: 10 });
  });

  it("are as many as the configuration says", async () => {
    const small = await open({ pool_size: 2 });
    const pause = () => sql`select pg_sleep(0.2), pg_backend_pid() as pid`.execute(small.db);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(pause));
    expect(new Set(answers.map(({ rows }) => (rows[0] as { pid: number }).pid)).size).toBe(2);
    await small.close();
  });

  it("keep the plans of statements that are used again, and prepare them anew when a table has changed", async () => {
    await opened.db.connection().execute(async (db) => {
      const boats = () => sql<object>`select * from boats where id = ${7}`.execute(db);
      const kept = async () =>
        (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.filter(
          (row) => row.statement.startsWith("select * from boats"),
        ).length;
      await boats();
      expect(await kept()).toBe(0);
      for (let n = 0; n < 5; n++) await boats();
      expect(await kept()).toBe(1);
      await sql`insert into boats values (7)`.execute(db);
      await sql`alter table boats add column name text default 'Ada'`.execute(db);
      expect((await boats()).rows).toEqual([{ id: 7, name: "Ada" }]);
      expect((await boats()).rows).toEqual([{ id: 7, name: "Ada" }]);
    });
  });
});
