import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { TargetsTable } from "./tables.ts";

export type TargetRow = Selectable<TargetsTable>;

export const listTargets = (db: Db, user_id: number): Promise<TargetRow[]> =>
  db
    .selectFrom("targets")
    .selectAll()
    .where("user_id", "=", user_id)
    .orderBy("boat_class")
    .orderBy("name")
    .orderBy("id")
    .execute();

/** What the sessions of a class are compared with. */
export const targetInUse = (db: Db, user_id: number, boat_class: string): Promise<TargetRow | undefined> =>
  db
    .selectFrom("targets")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("boat_class", "=", boat_class)
    .where("in_use", "=", true)
    .executeTakeFirst();

export async function countTargets(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("targets")
    .select((eb) => eb.fn.countAll<number>().as("targets"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return Number(row.targets);
}

export async function insertTarget(trx: Db, target: Insertable<TargetsTable>): Promise<TargetRow> {
  await takeOutOfUse(trx, target.user_id, target.boat_class);
  return trx.insertInto("targets").values(target).returningAll().executeTakeFirstOrThrow();
}

/** A change of one of this user's; undefined where he has none with this id. */
export async function changeTarget(
  trx: Db,
  user_id: number,
  id: number,
  change: { name?: string; in_use?: boolean },
): Promise<TargetRow | undefined> {
  const own = trx.selectFrom("targets").selectAll().where("user_id", "=", user_id).where("id", "=", id);
  const before = await own.executeTakeFirst();
  if (!before || Object.values(change).every((value) => value === undefined)) return before;
  if (change.in_use) await takeOutOfUse(trx, user_id, before.boat_class);
  return trx.updateTable("targets").set(change).where("id", "=", id).returningAll().executeTakeFirst();
}

const takeOutOfUse = (trx: Db, user_id: number, boat_class: string) =>
  trx
    .updateTable("targets")
    .set({ in_use: false })
    .where("user_id", "=", user_id)
    .where("boat_class", "=", boat_class)
    .execute();

export async function deleteTarget(db: Db, user_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("targets")
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
