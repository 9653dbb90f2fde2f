import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import { defineJob } from "../jobs/definition.ts";
import { backup } from "./backup.ts";

const HOUR_S = 3600;
/** Days that are kept. */
const KEPT = 7;
const NAME = /^leebow-\d{4}-\d{2}-\d{2}\.tar$/;

/** Where BACKUP_FOLDER is set: writes the backup of each day (UTC), with the first hour's look, and deletes old ones. */
export const DAILY_BACKUP = defineJob({
  name: "daily-backup",
  payload: z.object({}),
  retries: 2,
  timeout_s: 4 * HOUR_S,
  parallel: 1,
  every_s: HOUR_S,
  run: (context) => backUpToday(context),
  onFailed: async ({ log }) => log.error("the backup of today could not be written", {}),
});

export async function backUpToday(context: AppContext, today = new Date()): Promise<void> {
  const folder = context.config.backup_folder;
  if (!folder) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `leebow-${today.toISOString().slice(0, 10)}.tar`;
  if ((await readdir(folder)).includes(name)) return;
  const { rows, files, missing } = await backup(context, join(folder, name));
  context.log.info("backup", { name, rows, files });
  if (missing.length > 0) context.log.error("files of the backup are missing", { name, missing: missing.slice(0, 20) });
  const old = (await readdir(folder))
    .filter((other) => NAME.test(other))
    .sort()
    .slice(0, -KEPT);
  for (const other of old) await rm(join(folder, other));
}
