import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { Feature } from "./schema.ts";

declare module "../../platform/config.ts" {
  interface Providers {
    /** Features of every user, whatever the plan. */
    default_features: readonly Feature[];
  }
}

/** Statuses of a subscription that grant its features. A payment that failed (past_due) takes them away until it is made. */
export const GRANTING = ["active", "trialing"] as const;

/** Row of `settings` with the features everybody has. */
const SETTING = "default_features";
/** Of the column until a server sets others. */
const FIRST_DEFAULTS = ["athlete", "auto_segmentation"];

/**
 * A user's features as jsonb: those everybody has, those an administrator granted, those of running subscriptions.
 * `enabled_features` is this set, computed whenever a part of it changes, so that no request has to.
 */
const featuresOfUser: RawBuilder<string> = sql`(
  select coalesce(jsonb_agg(feature order by feature), '[]') from (
    select jsonb_array_elements_text(value::jsonb) as feature from settings where key = ${SETTING}
    union select feature from feature_grants where user_id = users.id
    union select jsonb_array_elements_text(features) from subscriptions
      where user_id = users.id and status in (${sql.join([...GRANTING])})
  ) as granted
)`;

/** Computes a user's features after a change of their sources. Answers whether they are others than before. */
export async function refreshFeatures(trx: Db, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    update users set enabled_features = ${featuresOfUser}
    where id = ${user_id} and enabled_features <> ${featuresOfUser} returning id`.execute(trx);
  return rows.length > 0;
}

/** Grants features to a user until somebody deletes the rows. */
export async function grantFeatures(trx: Db, user_id: number, features: readonly Feature[]): Promise<void> {
  const rows = features.map((feature) => ({ user_id, feature }));
  await trx
    .insertInto("feature_grants")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await refreshFeatures(trx, user_id);
}

/** Gives everybody these features, new users by the default of the column. Does nothing when that is so already. */
export async function applyDefaultFeatures(db: Db, features: readonly Feature[]): Promise<void> {
  const value = JSON.stringify([...features].sort());
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("settings")
      .values({ key: SETTING, value: JSON.stringify(FIRST_DEFAULTS) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { rows } = await sql`
      update settings set value = ${value} where key = ${SETTING} and value <> ${value} returning key`.execute(trx);
    if (rows.length === 0) return;
    // A default takes no parameters; the names are those of the schema.
    await sql.raw(`alter table users alter column enabled_features set default '${value}'`).execute(trx);
    await sql`update users set enabled_features = ${featuresOfUser}`.execute(trx);
  });
}
