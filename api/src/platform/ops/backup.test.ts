import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase } from "../../../test/postgres.ts";
import { emptyTemplate, onOwnServer, POSTGRES } from "../../../test/test-server.ts";
import { RESOURCES } from "../../app/resources.ts";
import { type Db, openDatabase } from "../db/open.ts";
import { LocalDisk } from "../storage/local-disk.ts";
import { backup, readTable, tablesInOrder } from "./backup.ts";
import { backUpToday } from "./daily-backup.ts";
import { restore } from "./restore.ts";

onOwnServer("a backup", (at) => {
  let folder: string;
  let tar: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "leebow-backup-"));
    tar = join(folder, "leebow.tar");
    const ada = await at().signUp();
    await ada.upload("Überführung.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const rowsOf = async (db: Db) => {
    const all: Record<string, string[]> = {};
    await db.transaction().execute(async (trx) => {
      for (const table of await tablesInOrder(trx)) {
        all[table] = [];
        for await (const lines of readTable(trx, table)) all[table].push(...lines);
        all[table].sort();
      }
    });
    return all;
  };

  /** An empty database and an empty file storage. */
  const emptyServer = async (name: string) => {
    const created = POSTGRES ? await freshDatabase(POSTGRES) : null;
    const template = await emptyTemplate();
    const opened = await openDatabase({ url: created?.url, folder: "memory://", template, migrate: false });
    const close = async () => {
      await opened.close();
      await created?.drop();
    };
    return { ...opened, close, storage: new LocalDisk(join(folder, name), "key") };
  };

  it("restored into an empty server gives every row and every file, and numbers go on after the last", async () => {
    const { missing, files } = await backup(at().context, tar);
    expect(missing).toEqual([]);
    expect(files).toBeGreaterThanOrEqual(5);
    const target = await emptyServer("restored");
    try {
      const done = await restore({ ...target, resources: RESOURCES }, target.storage, tar);
      expect(done.files).toBe(files);
      expect(await rowsOf(target.db)).toEqual(await rowsOf(at().context.db));
      const track = await at().context.db.selectFrom("tracks").selectAll().executeTakeFirstOrThrow();
      for (const key of [track.source_key, `${track.result_key}/report.json`]) {
        expect((await target.storage.read(key)).equals(await at().context.storage.read(key))).toBe(true);
      }
      expect(await target.storage.read("database-id")).toEqual(await at().context.storage.read("database-id"));
      const user = { name: "Next", email: "next@leebow.test", first_name: "N", last_name: "E" };
      const added = await target.db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
      expect(added.id).toBeGreaterThan(track.user_id);
    } finally {
      await target.close();
    }
  });

  it("lets the server answer calls while it reads the rows", async () => {
    const ada = await at().signUp();
    const answers: number[] = [];
    const rename = { first_name: "Renamed" };
    const calling: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (answers.length < 3) answers.push((await ada.call("PATCH", "/api/users/", { json: rename })).status);
        return result;
      },
    };
    const snapshot = async () => {
      const { db, close } = await at().context.snapshot();
      return { db: db.withPlugin(calling), close };
    };
    await backup({ ...at().context, snapshot }, tar);
    expect(answers).toEqual([200, 200, 200]);
  });

  it("is not restored over what is there", async () => {
    await backup(at().context, tar);
    const refused = restore(at().context, at().context.storage, tar);
    await expect(refused).rejects.toThrow(
      "The database is not empty. Restore into a new database; nothing was changed.",
    );
  });

  it("that is not one is refused before anything is written", async () => {
    const target = await emptyServer("refused");
    try {
      const file = join(folder, "notes.tar");
      await writeFile(file, "not a tar");
      await expect(restore({ ...target, resources: RESOURCES }, target.storage, file)).rejects.toThrow(
        /not a backup|Unexpected end|Invalid tar/,
      );
    } finally {
      await target.close();
    }
  });

  it("that could not be completed leaves no file under its name", async () => {
    const path = join(folder, "none", "leebow.tar");
    await expect(backup(at().context, path)).rejects.toThrow(/ENOENT/);
    await expect(readFile(path)).rejects.toThrow(/ENOENT/);
  });

  it("is written once a day where a folder is named, and those of seven days stay", async () => {
    const kept = join(folder, "daily");
    const context = { ...at().context, config: { ...at().config, backup_folder: kept } };
    await mkdir(kept);
    for (let day = 1; day <= 7; day++) await writeFile(join(kept, `leebow-2026-11-0${day}.tar`), "of that day");
    for (const day of [8, 9]) await backUpToday(context, new Date(Date.UTC(2026, 10, day)));
    await writeFile(join(kept, "leebow-2026-11-09.tar"), "written before");
    await backUpToday(context, new Date(Date.UTC(2026, 10, 9, 23)));
    expect((await readdir(kept)).sort()).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `leebow-2026-11-0${day}.tar`));
    expect(await readFile(join(kept, "leebow-2026-11-09.tar"), "utf8")).toBe("written before");
  });
});
