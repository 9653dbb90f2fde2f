import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasObjectStorage, type ObjectStorage, openObjectStorage } from "../../../test/object-storage.ts";
import { freshDatabase } from "../../../test/postgres.ts";
import { sailedSession } from "../../../test/sailed-session.ts";
import {
  emptyTemplate,
  type OpenedTestServer,
  openTestServer,
  type Person,
  POSTGRES,
  processed,
} from "../../../test/test-server.ts";
import { RESOURCES } from "../../app/resources.ts";
import { openContext } from "../../app/start.ts";
import { openDatabase } from "../../platform/db/open.ts";
import { backup } from "../../platform/ops/backup.ts";
import { restore } from "../../platform/ops/restore.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { sweepTables } from "./keep-tables.ts";

const TABLES = ["sessions", "maneuvers", "straights", "points"] as const;
const PROCESSED = { timeout: 60_000, interval: 200 };

/** The last query in docs/season.md about a server's tables. */
async function documentedQuery(): Promise<string> {
  const document = await readFile(new URL("../../../../docs/season.md", import.meta.url), "utf8");
  const section = document.split("\n## From a server into object storage\n")[1]!.split("\n## ")[0]!;
  return [...section.matchAll(/```sql\n(.*?)```/gs)].at(-1)![1]!;
}

/** Paths of the files in the tables of a storage, in order. */
async function filesBelow(root: string): Promise<string[]> {
  const found = await readdir(join(root, "tables"), { recursive: true }).catch(() => []);
  return found.filter((path) => path.endsWith(".parquet")).sort();
}

/** Waits until each table of a storage has these tracks once, and no other. */
async function tablesHave(root: string, tracks: readonly { id: number }[]): Promise<void> {
  const ids = tracks.map(({ id }) => id).sort((a, b) => a - b);
  const found = async () => {
    const files = await filesBelow(root);
    return TABLES.map((table) => {
      const names = files.filter((path) => path.startsWith(`${table}/`)).map((path) => path.split("/").at(-1)!);
      return names.map((name) => Number(name.split("-")[0])).sort((a, b) => a - b);
    });
  };
  await vi.waitFor(async () => expect(await found()).toEqual(TABLES.map(() => ids)), PROCESSED);
}

describe.each([
  ["on the disk", false],
  ["in an object storage", true],
] as const)("the tables of a server's season %s", (_, isRemote) => {
  if (isRemote && !hasObjectStorage) return it.skip("need an S3 server");
  let bucket: ObjectStorage | null = null;
  let at: OpenedTestServer;
  let connection: DuckDBConnection;
  /** Folder of the storage; an object storage has a file an object. */
  let root: string;
  let [ada, ben]: Person[] = [];
  let [beat, kite, lake, bay]: { id: number }[] = [];

  beforeAll(async () => {
    bucket = isRemote ? await openObjectStorage() : null;
    at = await openTestServer({ season_tables: TABLES, s3: bucket?.config ?? null });
    root = bucket?.folder ?? join(at.config.data, "files");
    connection = await (await DuckDBInstance.create()).connect();
    [ada, ben] = [await at.signUp("Ada"), await at.signUp("Ben")];
    const upload = (person: Person, seed: number, day: string, fields: Record<string, string>) => {
      const start_time_ms = Date.parse(`${day}T11:00:00Z`);
      const session = sailedSession({ seed, minutes: 15, tws_kn: 12, start_time_ms });
      return person.upload(`Lovelace ${day}.gpx`, session, fields);
    };
    beat = await upload(ada, 1, "2026-07-04", { boat_name: "Laser", permissions: "PRIVATE" });
    kite = await upload(ada, 2, "2026-08-01", { boat_name: "Formula Kite" });
    lake = await upload(ben, 3, "2026-07-04", { boat_name: "Laser" });
    bay = await upload(ben, 4, "2026-07-05", { boat_name: "Laser" });
    await tablesHave(root, [beat, kite, lake, bay]);
  }, 240_000);
  afterAll(async () => {
    await at?.close();
    await bucket?.close();
  });

  const query = async (sql: string) => {
    const inside = sql.replaceAll("'s3://leebow/tables", `'${join(root, "tables")}`);
    return (await connection.runAndReadAll(inside)).getRowObjectsJson();
  };
  const table = (name: string) => `read_parquet('s3://leebow/tables/${name}/**/*.parquet', hive_partitioning = true)`;
  const sessions = () => query(`select * from ${table("sessions")} order by track_id`);

  it("have each session with its track and account, with all of its analysis, and no name", async () => {
    const counts = await query(`select track_id, user_id, boat_class, month, file, input_sha256,
      (select count(*)::integer from ${table("maneuvers")} as m where m.track_id = s.track_id) as maneuvers,
      (select count(*)::integer from ${table("straights")} as t where t.track_id = s.track_id) as straights,
      (select count(*)::integer from ${table("points")} as p where p.track_id = s.track_id) as points
      from ${table("sessions")} as s order by track_id`);
    const expected = await Promise.all(
      [[ada, beat, "2026-07"] as const, [ada, kite, "2026-08"] as const, [ben, lake, "2026-07"] as const].map(
        async ([person, track, month]) => {
          const { body } = await person!.call("GET", `/api/tracks/${track!.id}/analysis/`);
          const { boat_class, sha256, maneuvers, straights, points } = body.files[0];
          const user_id = person!.session.user.id;
          const lists = { maneuvers: maneuvers.length, straights: straights.length, points };
          return { track_id: track!.id, user_id, boat_class, month, file: null, input_sha256: sha256, ...lists };
        },
      ),
    );
    expect(counts.slice(0, 3)).toEqual(expected);
    expect(expected[1]).toMatchObject({ boat_class: "Formula Kite" });
    expect(expected.every(({ maneuvers, straights }) => maneuvers > 0 && straights > 0)).toBe(true);
  });

  it("answer the query of docs/season.md", async () => {
    const rows = await query(await documentedQuery());
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([ada, ben].map((one) => one!.session.user.id).sort());
  });

  it("are read through no address of the server, by an administrator neither", async () => {
    const { db } = at.context;
    const admin = await at.signUp("Root");
    await db.updateTable("users").set({ role: 1 }).where("id", "=", admin.session.user.id).execute();
    for (const path of await filesBelow(root)) {
      const key = `tables/${path}`;
      for (const address of [`/api/files/${encodeURIComponent(key)}/`, `/api/files/${key}/`, `/${key}`])
        expect((await admin.call("GET", address)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("have a track that was analysed again once: of its new class, and with its corrections", async () => {
    const before = await filesBelow(root);
    await ada!.call("PATCH", `/api/tracks/${beat!.id}/`, { json: { boat_name: "49er" } });
    await processed(ada!.call, beat!.id);
    const classOf = async () => (await sessions()).find(({ track_id }) => track_id === beat!.id)?.boat_class;
    await expect.poll(classOf, PROCESSED).toBe("49er");
    const [first] = (await ben!.call("GET", `/api/tracks/${lake!.id}/analysis/`)).body.files[0].maneuvers;
    const { kind, start_time, end_time } = first;
    const corrections = [{ action: "delete", kind, start_time, end_time }];
    const isThere = async () =>
      (await query(`select 1 from ${table("maneuvers")} where track_id = ${lake!.id} and start = '${start_time}'`))
        .length;
    expect(await isThere()).toBe(1);
    const put = await ben!.call("PUT", `/api/tracks/${lake!.id}/corrections/`, { json: { corrections } });
    expect(put.status).toBe(200);
    await processed(ben!.call, lake!.id);
    await expect.poll(isThere, PROCESSED).toBe(0);
    await tablesHave(root, [beat!, kite!, lake!, bay!]);
    const kept = (await filesBelow(root)).filter((path) => before.includes(path));
    expect(kept).toHaveLength(2 * TABLES.length);
  });

  // Makes a database on the disk, which takes 10 s: where there is an object storage, with it alone.
  it.skipIf(!isRemote && hasObjectStorage)(
    "come to the state of a backup that was restored, in a folder with files of other tracks",
    async () => {
      const data = await mkdtemp(join(tmpdir(), "leebow-tables-"));
      const created = POSTGRES ? await freshDatabase(POSTGRES) : null;
      const other = isRemote ? await openObjectStorage() : null;
      try {
        const tar = join(data, "leebow.tar");
        await backup(at.context, tar);
        const config = { ...at.config, data, database_url: created?.url, s3: other?.config ?? null };
        const { storage } = await openStorage(config);
        const restored_root = other?.folder ?? join(data, "files");
        const place = "tables/sessions/boat_class=Laser/month=2026-07";
        const stale = [`${place}/${beat!.id}-00000000.parquet`, `${place}/987654-00000000.parquet`];
        for (const key of [...stale, `${place}/members.parquet`]) await storage.write(key, Buffer.from("x"));
        const database = { url: created?.url, folder: join(data, "db"), template: await emptyTemplate() };
        const target = await openDatabase({ ...database, migrate: false });
        await restore({ ...target, resources: RESOURCES }, storage, tar).finally(target.close);
        const restored = await openContext(config, { log: at.context.log });
        try {
          await expect.poll(() => storage.stat(stale[0]!), PROCESSED).toBeNull();
          await expect.poll(() => filesBelow(restored_root), PROCESSED).toHaveLength(4 * TABLES.length + 1);
          expect(await storage.stat(`${place}/members.parquet`)).not.toBeNull();
          await storage.remove(`${place}/members.parquet`);
          await tablesHave(restored_root, [beat!, kite!, lake!, bay!]);
          // Without the setting there are none.
          const unset = { ...restored.context, config: { ...restored.context.config, season_tables: [] } };
          expect(await sweepTables(unset)).toBeNull();
          expect(await filesBelow(restored_root)).toEqual([]);
        } finally {
          await restored.close();
        }
      } finally {
        await created?.drop();
        await other?.close();
        await rm(data, { recursive: true, force: true });
      }
    },
  );

  it("lose a track with its deletion, and all of a person with the account", async () => {
    expect((await ben!.call("DELETE", `/api/tracks/${bay!.id}/`)).status).toBe(204);
    await tablesHave(root, [beat!, kite!, lake!]);
    const json = { current_password: "lee bow" };
    expect((await ada!.call("DELETE", "/api/users/me/", { json })).status).toBe(204);
    await tablesHave(root, [lake!]);
    expect(at.errors).toEqual([]);
  });
});
