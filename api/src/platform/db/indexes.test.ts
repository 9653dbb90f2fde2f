import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/postgres.ts";
import { onOwnServer, POSTGRES } from "../../../test/test-server.ts";
import { JOBS } from "../../app/resources.ts";
import { BUILD_INDEXES } from "../ops/build-indexes.ts";
import { buildIndexes, INDEXES } from "./indexes.ts";
import { type Db, type OpenDatabase, openDatabase } from "./open.ts";

/** Name and validity of the indexes on a table that are no constraint. */
async function indexesOn(db: Db, table: string): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; is_valid: boolean }>`
    select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass`.execute(db);
  return Object.fromEntries(rows.map(({ name, is_valid }) => [name, is_valid]));
}

onOwnServer(
  "the indexes of large tables",
  (at) => {
    it("are built by a job after the start, once", async () => {
      const { context } = at();
      const built = async () => {
        const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relkind = 'i'`.execute(context.db);
        const names = rows.map(({ name }) => name);
        return Object.keys(INDEXES).filter((name) => !names.includes(name));
      };
      await expect.poll(built, { timeout: 30_000 }).toEqual([]);
      await BUILD_INDEXES.run(context, { indexes: INDEXES });
      expect(await buildIndexes(context.db, { concurrently: POSTGRES !== undefined })).toEqual([]);
    });

    it("are those of the version whose start enqueued the job, whichever process runs it", async () => {
      const { context } = at();
      await BUILD_INDEXES.run(context, { indexes: { ...INDEXES, tracks_of_another_version: "tracks (id, engine)" } });
      expect(await indexesOn(context.db, "tracks")).toMatchObject({ tracks_of_another_version: true });
    });
  },
  JOBS,
);

/** From this one on. */
const FIRST_WITHOUT_INDEXES = "0044";

onOwnServer("references between tables", (at) => {
  it("have an index, so that a deletion searches no table for the rows that refer to it", async () => {
    await buildIndexes(at().context.db, { concurrently: POSTGRES !== undefined });
    const { rows } = await sql<{ reference: string }>`
      select conrelid::regclass || ' ' || conname as reference from pg_constraint as c
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index as i where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      ) order by 1`.execute(at().context.db);
    expect(rows).toEqual([]);
  });
});

describe("migrations", () => {
  it("leave the indexes of tables that may have rows to the job", async () => {
    const folder = new URL("migrations/", import.meta.url);
    const names = (await readdir(folder)).filter((name) => /^\d/.test(name) && name >= FIRST_WITHOUT_INDEXES);
    const faults: string[] = [];
    for (const name of names) {
      const text = await readFile(new URL(name, folder), "utf8");
      const own = new Set([...text.matchAll(/create table (\w+)/gi)].map(([, table]) => table));
      const indexed = [...text.matchAll(/create (?:unique )?index (?:if not exists )?\w+\s+on (\w+)/gi)];
      faults.push(...indexed.filter(([, table]) => !own.has(table)).map(([statement]) => `${name}: ${statement}`));
    }
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!POSTGRES)("an index of a large table on PostgreSQL", () => {
  const indexes = { boats_by_name: "boats (name)" };
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let opened: OpenDatabase;
  /** A process of its own. */
  let other: OpenDatabase;
  beforeAll(async () => {
    database = await freshDatabase(POSTGRES!);
    const open = () => openDatabase({ url: database.url, folder: "", migrate: false });
    [opened, other] = [await open(), await open()];
    await sql`create table boats (id serial primary key, name text)`.execute(opened.db);
    await sql`insert into boats (name) select 'Boat ' || n from generate_series(1, 1000) as n`.execute(opened.db);
  });
  afterAll(async () => {
    await opened?.close();
    await other?.close();
    await database?.drop();
  });

  const build = (db: Db) => buildIndexes(db, { concurrently: true, indexes });
  const state = async () => (await indexesOn(opened.db, "boats")).boats_by_name;
  /** A transaction that has written and stays open: the building waits for its end. */
  const openTransaction = async () => {
    const trx = await other.db.startTransaction().execute();
    await sql`insert into boats (name) values ('Held back')`.execute(trx);
    return trx;
  };
  const isWaiting = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'create index%' and wait_event_type = 'Lock'`.execute(
      opened.db,
    );
    return rows[0]?.pid;
  };
  const heldBack = async () => {
    await expect.poll(isWaiting, { timeout: 10_000 }).toBeTruthy();
    return (await isWaiting())!;
  };

  it("is built while rows are written, even behind a transaction that holds it back", async () => {
    const trx = await openTransaction();
    const building = build(opened.db);
    await heldBack();
    const inserted = sql`insert into boats (name) values ('Meanwhile') returning id`.execute(other.db);
    const first = await Promise.race([inserted.then(() => "the write"), building.then(() => "the index")]);
    expect(first).toBe("the write");
    expect(await state()).toBe(false);
    await trx.commit().execute();
    expect(await building).toEqual(["boats_by_name"]);
    expect(await state()).toBe(true);
    expect(await build(opened.db)).toEqual([]);
  });

  it("is built again where a process was killed that had half built it", async () => {
    await sql`drop index boats_by_name`.execute(opened.db);
    const trx = await openTransaction();
    const killed = build(opened.db).catch((error: unknown) => error);
    await sql`select pg_terminate_backend(${await heldBack()}::integer)`.execute(other.db);
    expect(await killed).toBeInstanceOf(Error);
    expect(await state()).toBe(false);
    await trx.rollback().execute();
    expect(await build(opened.db)).toEqual(["boats_by_name"]);
    expect(await state()).toBe(true);
  });

  it("holds no process back that ends meanwhile", async () => {
    await sql`drop index boats_by_name`.execute(opened.db);
    const trx = await openTransaction();
    let is_stopping = false;
    const options = { concurrently: true, indexes, isStopping: () => is_stopping };
    const cancelled = buildIndexes(opened.db, options).catch((error: unknown) => error);
    await heldBack();
    is_stopping = true;
    expect(await cancelled).toMatchObject({ message: "canceling statement due to user request" });
    await trx.rollback().execute();
    expect(await build(opened.db)).toEqual(["boats_by_name"]);
  });

  it("is built by one of the processes that start together", async () => {
    await sql`drop index boats_by_name`.execute(opened.db);
    const built = await Promise.all([build(opened.db), build(other.db), build(other.db)]);
    expect(built.flat()).toEqual(["boats_by_name"]);
    expect(await state()).toBe(true);
  });

  it("gives the connection back with its time limits", async () => {
    const limits = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{ v: string }>`select current_setting('lock_timeout') as v, pg_sleep(0.01)`.execute(opened.db),
      ),
    );
    expect(new Set(limits.map(({ rows }) => rows[0]!.v))).toEqual(new Set(["10s"]));
  });
});
