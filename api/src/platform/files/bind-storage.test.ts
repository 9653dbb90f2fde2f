import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onOwnServer, openTestServer } from "../../../test/test-server.ts";
import { placeOnDisk } from "../storage/open-storage.ts";
import { bindStorage } from "./bind-storage.ts";

const gpx = readFixture("ilca-weymouth.gpx");

onOwnServer("the binding of the files to their database", (at) => {
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), "leebow-binding-"));
  });
  afterAll(() => rm(other, { recursive: true, force: true }));
  const files = () => join(at().config.data, "files");
  const bind = () => bindStorage(at().context, placeOnDisk(files()));
  const forgetInDatabase = () => at().context.db.deleteFrom("settings").execute();
  const id = async () => (await at().context.storage.read("database-id")).toString();

  it("gives both one id, which does not change", async () => {
    const before = await id();
    await bind();
    expect(await id()).toBe(before);
    const { value } = await at().context.db.selectFrom("settings").select("value").executeTakeFirstOrThrow();
    expect(value).toBe(before);
  });

  it("completes itself while both are empty, whichever id is missing", async () => {
    await at().context.storage.remove("database-id");
    await bind();
    await forgetInDatabase();
    await bind();
    const { value } = await at().context.db.selectFrom("settings").select("value").executeTakeFirstOrThrow();
    expect(value).toBe(await id());
  });

  it("completes itself in an installation older than the ids, whose files the database knows", async () => {
    await (await at().signUp()).upload("a.gpx", gpx, { boat_name: "Laser" });
    const before = await id();
    await at().context.storage.remove("database-id");
    await bind();
    expect(await id()).toBe(before);
    await forgetInDatabase();
    await bind();
    expect(await id()).toBe(before);
    await forgetInDatabase();
    await at().context.storage.remove("database-id");
    await bind();
    expect(await readdir(join(files(), "sources"))).toHaveLength(1);
  });

  it("refuses the start with another database, and touches no file", async () => {
    const sources = await readdir(join(files(), "sources"));
    expect(sources).toHaveLength(1);
    const starting = openTestServer({ data: at().config.data });
    await expect(starting).rejects.toThrow(/belong to another database.*Set DATABASE_URL .* or set LEEBOW_DATA /);
    expect(await readdir(join(files(), "sources"))).toEqual(sources);
  });

  it("refuses an older installation's files for another database too", async () => {
    const before = await id();
    await at().context.storage.remove("database-id");
    await expect(openTestServer({ data: at().config.data })).rejects.toThrow(/belong to another database/);
    expect(await readdir(join(files(), "sources"))).toHaveLength(1);
    await bind();
    expect(await id()).toBe(before);
  });

  it("refuses an empty folder for a database that has tracks", async () => {
    const { context } = at();
    const pages = async function* () {
      yield { files: [], next: null };
    };
    const empty = { ...context.storage, open: async () => null, pages };
    await expect(bindStorage({ ...context, storage: empty as never }, placeOnDisk(other))).rejects.toThrow(
      /belong to another database/,
    );
  });
});
