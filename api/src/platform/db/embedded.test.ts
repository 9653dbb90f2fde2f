import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, sql } from "kysely";
import { fromPglite } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyTemplate } from "../../../test/test-server.ts";
import { connectEmbedded, type EmbeddedClient } from "./embedded-client.ts";
import { serveEmbedded } from "./embedded-server.ts";
import { type Db, openDatabase } from "./open.ts";
import { PARSERS } from "./parsers.ts";

describe("the embedded database behind a port", () => {
  const { port1, port2 } = new MessageChannel();
  let client: EmbeddedClient;
  // biome-ignore lint/suspicious/noExplicitAny: tables of this test
  let db: Kysely<any>;
  beforeAll(async () => {
    const template = await emptyTemplate();
    const pglite = await PGlite.create({ parsers: PARSERS, ...(template && { loadDataDir: template }) });
    const connected = connectEmbedded(port2);
    serveEmbedded(port1, pglite);
    port1.postMessage({ opened: true });
    client = await connected;
    db = new Kysely({ dialect: new PGliteDialect({ pglite: client as never }) });
    await sql`create table things (id serial primary key, name text unique, at timestamptz, day date, size bigint, more jsonb)`.execute(
      db,
    );
  }, 120_000);
  afterAll(async () => {
    await client.close();
    port1.close();
  });

  it("gives values the types of the database in the same thread", async () => {
    const at = new Date("2026-05-01T10:00:00Z");
    const values = { name: "a", at, day: "2026-05-01", size: 2 ** 40, more: JSON.stringify({ b: [1] }) };
    const row = await db.insertInto("things").values(values).returningAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ...values, more: { b: [1] } });
    const { numUpdatedRows } = await db
      .updateTable("things")
      .set({ size: 1 })
      .where("name", "=", "a")
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
  });

  it("keeps the code of an error", async () => {
    const twice = db.insertInto("things").values({ name: "a" }).execute();
    await expect(twice).rejects.toMatchObject({ code: "23505", message: expect.stringContaining("duplicate key") });
  });

  it("keeps other statements out of a transaction, and nothing of one that is rolled back", async () => {
    const names = async () =>
      (await db.selectFrom("things").select("name").orderBy("name").execute()).map((row) => row.name);
    let outside: Promise<string[]> = Promise.resolve([]);
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("things").values({ name: "b" }).execute();
      outside = names();
      await trx.insertInto("things").values({ name: "c" }).execute();
    });
    expect(await outside).toEqual(["a", "b", "c"]);
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto("things").values({ name: "d" }).execute();
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await names()).toEqual(["a", "b", "c"]);
  });

  it("runs the several statements of pg-boss, and the next after one that failed", async () => {
    const boss = fromPglite(client as never);
    const { rows } = await boss.executeSql("begin; insert into things (name) values ('e') returning name; commit", []);
    expect(rows).toEqual([{ name: "e" }]);
    await expect(boss.executeSql("begin; select * from nothing; commit", [])).rejects.toMatchObject({ code: "42P01" });
    expect((await boss.executeSql("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  });

  it("delivers notifications before the commit resolves", async () => {
    const received: string[] = [];
    await client.listen("news", (payload) => received.push(payload));
    await db.transaction().execute(async (trx) => {
      await sql`select pg_notify('news', 'one')`.execute(trx);
      expect(received).toEqual([]);
    });
    expect(received).toEqual(["one"]);
  });

  it("is copied to a folder as it is at this moment, and goes on", async () => {
    const parent = await mkdtemp(join(tmpdir(), "leebow-copy-"));
    const opened = await openDatabase({ folder: join(parent, "db"), template: await emptyTemplate() });
    const add = (email: string) =>
      opened.db.insertInto("users").values({ name: "A", first_name: "A", last_name: "B", email }).execute();
    await add("first@leebow.test");
    const copy = await opened.snapshot();
    await add("second@leebow.test");
    const emails = async (of: Db) => (await of.selectFrom("users").select("email").execute()).map(({ email }) => email);
    expect(await emails(copy.db)).toEqual(["first@leebow.test"]);
    expect(await emails(opened.db)).toHaveLength(2);
    await copy.close();
    expect((await readdir(parent)).filter((name) => name.includes("copy"))).toEqual([]);
    await opened.close();
    await rm(parent, { recursive: true, force: true });
  }, 120_000);

  it("fails what waits and what follows when its thread has ended", async () => {
    const other = new MessageChannel();
    const connected = connectEmbedded(other.port2);
    other.port1.postMessage({ opened: true });
    const lost = await connected;
    const waits = lost.query("select 1");
    lost.fail(new Error("ended"));
    await expect(waits).rejects.toThrow("ended");
    await expect(lost.query("select 1")).rejects.toThrow("ended");
    other.port1.close();
  });
});
