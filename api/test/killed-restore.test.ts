import { once } from "node:events";
import { mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backup } from "../src/platform/ops/backup.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, runServer } from "./processes.ts";
import { openTestServer, POSTGRES } from "./test-server.ts";

/** The first file of the backup takes a part of a second to restore: the process is killed meanwhile. */
const LARGE_BYTES = 128 * 1024 * 1024;
const REFUSAL =
  "A backup was being restored into this database and the restore was interrupted, so that rows or files are missing: " +
  "restore the backup again, into a new database and an empty file storage.\n";

describe.skipIf(!isServerBuilt)("a restore that is killed", () => {
  let folder: string;
  let tar: string;
  let database: Awaited<ReturnType<typeof freshDatabase>> | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "leebow-killed-restore-"));
    tar = join(folder, "leebow.tar");
    database = POSTGRES ? await freshDatabase(POSTGRES) : null;
    const at = await openTestServer();
    try {
      const ada = await at.signUp();
      await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"));
      const { source_key } = await at.context.db.selectFrom("tracks").select("source_key").executeTakeFirstOrThrow();
      await truncate(join(at.config.data, "files", source_key), LARGE_BYTES);
      expect((await backup(at.context, tar)).missing).toEqual([]);
    } finally {
      await at.close();
    }
  }, 240_000);
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it("leaves a database that no server starts on, and of which no backup is made", async () => {
    const data = join(folder, "data");
    const env = { LEEBOW_DATA: data, DATABASE_URL: database?.url ?? "", LEEBOW_SECRET: "s".repeat(32), PORT: "0" };
    const filesIn = (name: string) => readdir(join(data, "files", name)).catch(() => []);
    const restoring = runServer(["restore", tar], env);
    while ((await filesIn("incoming")).length === 0 && restoring.exitCode === null) await wait(2);
    restoring.kill("SIGKILL");
    await once(restoring, "exit");
    expect([restoring.signalCode, await filesIn("sources")]).toEqual(["SIGKILL", []]);

    for (const words of [[], ["backup", join(folder, "half.tar")], ["user", "list"]]) {
      const refused = runServer(words, env);
      const [said] = await Promise.all([text(refused.stderr), once(refused, "exit")]);
      expect([words, refused.exitCode, said.slice(-REFUSAL.length)]).toEqual([words, 1, REFUSAL]);
    }
  }, 240_000);
});
