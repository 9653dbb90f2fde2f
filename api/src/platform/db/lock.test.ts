import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FolderInUse, lockFolder } from "./lock.ts";

describe("the lock of a data folder", () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "leebow-lock-"));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it("is held by one process at a time, and can be taken again after its release", async () => {
    const folder = join(parent, "one");
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse);
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it("of one folder does not lock another one", async () => {
    const locks = await Promise.all([lockFolder(join(parent, "a")), lockFolder(join(parent, "b"))]);
    for (const lock of locks) await lock.release();
  });

  it("is given to exactly one of several processes that start together", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(join(parent, "race"))));
    const won = tries.filter((one) => one.status === "fulfilled");
    expect(won).toHaveLength(1);
    await won[0]!.value.release();
  });

  it("is taken over from a process that died and left its socket", async () => {
    const folder = join(parent, "dead");
    const server = createServer().listen(`${folder}.lock`);
    await new Promise((open) => server.on("listening", open));
    // As after a kill: the file remains, nothing listens.
    server.unref();
    await new Promise((done) => server.close(done));
    await writeFile(`${folder}.lock`, "");
    await (await lockFolder(folder)).release();
  });

  it("does not wait for ever for the guard file of a process that died", async () => {
    const folder = join(parent, "guarded");
    await writeFile(`${folder}.guard`, "");
    const long_ago = new Date(Date.now() - 60_000);
    await utimes(`${folder}.guard`, long_ago, long_ago);
    await (await lockFolder(folder)).release();
  });

  it("works where the folder's path is too long for a socket", async () => {
    const deep = join(parent, "d".repeat(120));
    await mkdir(deep);
    const lock = await lockFolder(join(deep, "db"));
    await expect(lockFolder(join(deep, "db"))).rejects.toBeInstanceOf(FolderInUse);
    await lock.release();
  });
});
