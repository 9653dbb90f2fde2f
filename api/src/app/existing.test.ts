import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freshDatabase } from "../../test/postgres.ts";
import { POSTGRES } from "../../test/test-server.ts";
import { commandLine } from "./commands.ts";

const run = (...words: string[]) => commandLine(async () => {}).parseAsync(["node", "leebow-server", ...words]);

/** Those that read or change what a server has stored. */
const COMMANDS = [
  ["user", "list"],
  ["role", "ada@example.org", "coach"],
  ["backup", "today.tar"],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leebow-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

describe("a command on what a server has stored", () => {
  it.each(COMMANDS)("%s refuses a data folder without a database, names it and makes nothing", async (...words) => {
    const data = join(folder, "mistyped");
    vi.stubEnv("LEEBOW_DATA", data);
    vi.stubEnv("DATABASE_URL", "");
    await expect(run(...words)).rejects.toThrow(`There is no database of Leebow in ${data}`);
    expect(existsSync(data)).toBe(false);
  });

  it.skipIf(!POSTGRES)("refuses a database of PostgreSQL without tables, names it and makes none", async () => {
    const database = await freshDatabase(POSTGRES!);
    try {
      vi.stubEnv("LEEBOW_DATA", join(folder, "of-postgres"));
      vi.stubEnv("DATABASE_URL", database.url);
      const { pathname } = new URL(database.url);
      for (const words of COMMANDS) {
        const refused = run(...words.map((word) => (word.endsWith(".tar") ? join(folder, word) : word)));
        await expect(refused).rejects.toThrow(`There are no tables of Leebow in the database ${pathname.slice(1)}`);
      }
    } finally {
      await database.drop();
    }
  });
});
