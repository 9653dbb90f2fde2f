import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyTemplate, POSTGRES } from "../../../test/test-server.ts";
import { copyChanged } from "./copy-folder.ts";
import { openDatabase } from "./open.ts";

describe("a copy of a folder", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "leebow-copy-"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it("takes over in a further pass what has changed, appeared, got another name or vanished since the first", async () => {
    const [from, to] = [join(root, "from"), join(root, "to")];
    await mkdir(join(from, "base/1"), { recursive: true });
    await mkdir(join(from, "empty"));
    const write = (name: string, text: string) => writeFile(join(from, name), text);
    for (const name of ["same", "changed", "vanishing", "base/1/old", "log-1"]) await write(name, "before");
    // As long ago as the clock of files may be wrong, and longer.
    for (const name of ["same", "log-1"]) await utimes(join(from, name), 1, 1);
    expect(await copyChanged(from, to, 0)).toBe(30);
    await wait(20);
    const start_ms = Date.now();
    await write("changed", "after");
    await write("base/1/new", "new");
    await rename(join(from, "log-1"), join(from, "log-2"));
    await rm(join(from, "vanishing"));
    await copyChanged(from, to, start_ms);
    const read = (name: string) => readFile(join(to, name), "utf8").catch(() => null);
    const names = ["same", "changed", "base/1/old", "base/1/new", "log-1", "log-2", "vanishing"];
    expect(await Promise.all(names.map(read))).toEqual(["before", "after", "before", "new", null, "before", null]);
    expect(await readFile(join(to, "empty")).catch((error) => error.code)).toBe("EISDIR");
  });

  it.skipIf(POSTGRES !== undefined)(
    "of the embedded database has what was committed before, and statements run while it is made",
    async () => {
      const database = await openDatabase({
        folder: join(root, "db"),
        template: await emptyTemplate(),
        migrate: false,
      });
      const { db } = database;
      await sql`create table boats (id serial primary key, name text)`.execute(db);
      await sql`create table crews (boat_id integer references boats (id))`.execute(db);
      // A large file, which a copy takes a while for.
      await writeFile(join(root, "db/base/large"), Buffer.alloc(60 * 1024 * 1024, 1));
      let copied = false;
      const copying = database.snapshot().finally(() => (copied = true));
      let written = 0;
      for (; !copied; written++) {
        await db.transaction().execute(async (trx) => {
          const { rows } = await sql<{
            id: number;
          }>`insert into boats (name) values (${`Boat ${written}`}) returning id`.execute(trx);
          await sql`insert into crews values (${rows[0]!.id})`.execute(trx);
        });
        await wait(1);
      }
      const copy = await copying;
      const counted = async (at: typeof db) =>
        (
          await sql<{ boats: number; crews: number }>`select (select count(*)::integer from boats) as boats,
          (select count(*)::integer from crews) as crews`.execute(at)
        ).rows[0]!;
      const [there, here] = [await counted(copy.db), await counted(db)];
      expect(there.boats).toBe(there.crews);
      expect(there.boats).toBeGreaterThan(0);
      expect(there.boats).toBeLessThanOrEqual(here.boats);
      expect(written).toBeGreaterThan(5);
      await copy.close();
      await database.close();
    },
    120_000,
  );
});
