import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { GarminActivitiesTable, GarminLinksTable, GarminStatesTable } from "./tables.ts";

export type LinkRow = Selectable<GarminLinksTable>;
export type ActivityRow = Selectable<GarminActivitiesTable>;

export function findLink(db: Db, user_id: number): Promise<LinkRow | undefined> {
  return db.selectFrom("garmin_links").selectAll().where("user_id", "=", user_id).executeTakeFirst();
}

/** Stores a link. False when another user has this Garmin account. */
export async function insertLink(trx: Db, link: Insertable<GarminLinksTable>): Promise<boolean> {
  const { user_id, ...rest } = link;
  const inserted = await trx
    .insertInto("garmin_links")
    .values(link)
    .onConflict((conflict) => conflict.column("garmin_user_id").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows) {
    await markConnected(trx, user_id, true);
    return true;
  }
  // The same account was connected by the same user at the same moment.
  const updated = await trx
    .updateTable("garmin_links")
    .set((eb) => ({ ...rest, version: eb("version", "+", 1) }))
    .where("garmin_user_id", "=", link.garmin_user_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Deletes a user's link; undefined when there is none. */
export async function deleteLink(trx: Db, user_id: number): Promise<LinkRow | undefined> {
  const link = await trx.deleteFrom("garmin_links").where("user_id", "=", user_id).returningAll().executeTakeFirst();
  if (link) await markConnected(trx, user_id, false);
  return link;
}

/** Deletes the links with these Garmin accounts; answers the users who had them. */
export async function deleteLinksOf(trx: Db, garmin_user_ids: string[]): Promise<number[]> {
  if (garmin_user_ids.length === 0) return [];
  const rows = await trx
    .deleteFrom("garmin_links")
    .where("garmin_user_id", "in", garmin_user_ids)
    .returning("user_id")
    .execute();
  for (const { user_id } of rows) await markConnected(trx, user_id, false);
  return rows.map(({ user_id }) => user_id);
}

async function markConnected(trx: Db, user_id: number, garmin_connected: boolean): Promise<void> {
  await trx.updateTable("users").set({ garmin_connected }).where("id", "=", user_id).execute();
}

/** Users by their Garmin accounts, where there are any. */
export async function usersOfGarmin(db: Db, garmin_user_ids: string[]): Promise<Map<string, number>> {
  if (garmin_user_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("garmin_links")
    .select(["garmin_user_id", "user_id"])
    .where("garmin_user_id", "in", garmin_user_ids)
    .execute();
  return new Map(rows.map(({ garmin_user_id, user_id }) => [garmin_user_id, user_id]));
}

export async function storePermissions(trx: Db, garmin_user_id: string, permissions: string[]): Promise<void> {
  await trx
    .updateTable("garmin_links")
    .set({ permissions: JSON.stringify(permissions) })
    .where("garmin_user_id", "=", garmin_user_id)
    .execute();
}

export async function insertState(db: Db, row: Insertable<GarminStatesTable>): Promise<void> {
  await db.insertInto("garmin_states").values(row).execute();
}

/** Takes a state out, which works once, and those that have expired. */
export async function takeState(db: Db, state: string): Promise<Selectable<GarminStatesTable> | undefined> {
  await db.deleteFrom("garmin_states").where("expires_at", "<=", new Date()).execute();
  return db.deleteFrom("garmin_states").where("state", "=", state).returningAll().executeTakeFirst();
}

/** Stores what was not announced before; answers the new ids with the index of their rows. */
export async function insertActivities(trx: Db, rows: Insertable<GarminActivitiesTable>[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await trx
    .insertInto("garmin_activities")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "summary_id"]).doNothing())
    .returning(["id", "status"])
    .execute();
  return inserted.filter(({ status }) => status === "waiting").map(({ id }) => id);
}

export function findActivity(db: Db, id: number): Promise<ActivityRow | undefined> {
  return db.selectFrom("garmin_activities").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Ends a waiting activity, once; answers whether it was waiting. */
export async function finishActivity(
  trx: Db,
  id: number,
  end: { status: "imported"; track_id: number } | { status: "ignored" | "failed"; reason: string },
): Promise<boolean> {
  const result = await trx
    .updateTable("garmin_activities")
    .set({ ...end, callback_url: null })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export function listActivities(db: Db, user_id: number): Promise<ActivityRow[]> {
  return db
    .selectFrom("garmin_activities")
    .selectAll()
    .where("user_id", "=", user_id)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(LIMITS.garmin_activities_listed)
    .execute();
}

/** Takes the right to refresh the tokens of this version for some seconds; false when another process has it. */
export async function leaseRefresh(db: Db, { user_id, version }: LinkRow, lease_s: number): Promise<boolean> {
  const { rows } = await sql`
    update garmin_links set refreshing_until = now() + make_interval(secs => ${lease_s}::integer)
    where user_id = ${user_id} and version = ${version} and (refreshing_until is null or refreshing_until < now())
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Stores refreshed tokens and returns the lease. */
export async function storeTokens(
  db: Db,
  { user_id, version }: LinkRow,
  tokens: Pick<Insertable<GarminLinksTable>, "access_token" | "refresh_token" | "expires_at">,
): Promise<void> {
  await db
    .updateTable("garmin_links")
    .set({ ...tokens, refreshing_until: null, version: version + 1 })
    .where("user_id", "=", user_id)
    .where("version", "=", version)
    .execute();
}
