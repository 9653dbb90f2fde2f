import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { olderThan } from "../storage/list-older.ts";

type Context = Pick<AppContext, "db" | "storage">;

/** A sweep ends after this and the next one goes on: far below the time limit of its job. */
const BUDGET_MS = 60_000;
/** Row of `settings` with the key up to which a folder was swept. */
const setting = (folder: string) => `swept ${folder}`;

/**
 * Gives `act` the keys of a folder's files that have not changed for this long, page by page, from where the sweep before
 * ended: one that is cut short, by its time or the end of its process, is continued.
 */
export async function sweepPages(
  { db, storage }: Context,
  folder: string,
  age_ms: number,
  act: (keys: string[]) => Promise<void>,
): Promise<void> {
  const end = Date.now() + BUDGET_MS;
  const began = await position(db, folder);
  for await (const page of storage.pages(folder, began)) {
    const keys = olderThan(page, age_ms);
    if (keys.length > 0) await act(keys);
    if (page.next === null) continue;
    await savePosition(db, folder, page.next);
    if (Date.now() >= end) return;
  }
  await db.deleteFrom("settings").where("key", "=", setting(folder)).execute();
  // The pages before those of this sweep have their turn too.
  if (began !== null) await sweepPages({ db, storage }, folder, age_ms, act);
}

async function position(db: Db, folder: string): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", setting(folder)).executeTakeFirst();
  return row?.value ?? null;
}

async function savePosition(db: Db, folder: string, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key: setting(folder), value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
