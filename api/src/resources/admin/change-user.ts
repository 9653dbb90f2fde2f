import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import { refreshFeatures } from "../account/features.ts";
import type { Feature } from "../account/schema.ts";
import { type Quota, quotaText } from "../tracks/queries.ts";
import { type Actor, writeAudit } from "./audit.ts";
import type { ChangeUser } from "./schema.ts";

const ROLE_NAMES: Record<string, string> = { 1: "administrator", 2: "coach", null: "athlete" };
export const roleName = (role: number | null): string => ROLE_NAMES[String(role)] ?? `role ${role}`;

/**
 * Changes role, quota and features of a user, disables or enables the account, and writes each change into the audit, in this
 * transaction. Throws 409 for the own account and for the last administrator. What is so already is no change.
 */
export async function changeUser(trx: Db, actor: Actor, user_id: number, changes: ChangeUser): Promise<void> {
  // Locked together, so that two administrators cannot disable each other at the same time.
  const { rows: administrators } = await sql<{ id: number }>`
    select id from users where role = 1 and disabled_at is null order by id for update`.execute(trx);
  const user = await trx
    .selectFrom("users")
    .select(["id", "role", "disabled_at", "quota_bytes", "quota_tracks"])
    .where("id", "=", user_id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound("This user");
  const is_last = administrators.length === 1 && administrators[0]!.id === user_id;
  const reason = changes.reason || null;
  if (changes.role !== undefined && changes.role !== user.role) {
    if (is_last) throw detailError("last_administrator", LAST_ADMINISTRATOR);
    await trx.updateTable("users").set({ role: changes.role }).where("id", "=", user_id).execute();
    const detail = `${roleName(changes.role)}, was ${roleName(user.role)}`;
    await writeAudit(trx, actor, "change_role", { user_id, detail, reason });
  }
  if (changes.quota !== undefined) await setQuota(trx, actor, user, changes.quota, reason);
  if (changes.granted_features) await grantOnly(trx, actor, user_id, changes.granted_features, reason);
  if (changes.disabled === undefined || changes.disabled === (user.disabled_at !== null)) return;
  if (changes.disabled && is_last) throw detailError("last_administrator", LAST_ADMINISTRATOR);
  if (changes.disabled && actor?.id === user_id) throw detailError("own_account", OWN_ACCOUNT);
  await setDisabled(trx, user_id, changes.disabled);
  await writeAudit(trx, actor, changes.disabled ? "disable_user" : "enable_user", { user_id, reason });
}

/** Disabling ends every session, and with it the links that were sent for a new password. */
async function setDisabled(trx: Db, user_id: number, is_disabled: boolean): Promise<void> {
  const disabled_at = is_disabled ? new Date() : null;
  await trx.updateTable("users").set({ disabled_at }).where("id", "=", user_id).execute();
  if (is_disabled) await trx.deleteFrom("sessions").where("user_id", "=", user_id).execute();
}

/** Null: the usual quota. What is stored stays, also when it is more. */
async function setQuota(
  trx: Db,
  actor: Actor,
  user: { id: number; quota_bytes: number | null; quota_tracks: number | null },
  quota: Quota | null,
  reason: string | null,
): Promise<void> {
  const columns = { quota_bytes: quota?.bytes ?? null, quota_tracks: quota?.tracks ?? null };
  if (columns.quota_bytes === user.quota_bytes && columns.quota_tracks === user.quota_tracks) return;
  await trx.updateTable("users").set(columns).where("id", "=", user.id).execute();
  const [now, before] = [columns, user].map((quota) => quotaText(quota) ?? "the usual one");
  await writeAudit(trx, actor, "change_quota", { user_id: user.id, detail: `${now}, was ${before}`, reason });
}

/** The user has these granted features and no others, beside those of everybody and of the plan. */
async function grantOnly(trx: Db, actor: Actor, user_id: number, features: readonly Feature[], reason: string | null) {
  const granted = await trx.selectFrom("feature_grants").select("feature").where("user_id", "=", user_id).execute();
  const before = granted.map(({ feature }) => feature).sort();
  const after = [...new Set(features)].sort();
  if (before.join() === after.join()) return;
  await trx.deleteFrom("feature_grants").where("user_id", "=", user_id).execute();
  if (after.length > 0) {
    const rows = after.map((feature) => ({ user_id, feature }));
    await trx.insertInto("feature_grants").values(rows).execute();
  }
  await refreshFeatures(trx, user_id);
  const names = (list: readonly string[]) => list.join(", ") || "none";
  await writeAudit(trx, actor, "grant_features", {
    user_id,
    detail: `${names(after)}, was ${names(before)}`,
    reason,
  });
}

const OWN_ACCOUNT = "You cannot disable your own account.";
const LAST_ADMINISTRATOR = "This is the last administrator. Make another person an administrator first.";

/** What may be done with an account, and why not. `administrators`: how many accounts with role 1 are not disabled. */
export function userCan(
  viewer_id: number,
  user: { id: number; role: number | null; disabled_at: Date | null },
  administrators: number,
) {
  const is_last = user.role === 1 && user.disabled_at === null && administrators <= 1;
  const is_self = user.id === viewer_id;
  const why_not = is_last ? LAST_ADMINISTRATOR : is_self ? OWN_ACCOUNT : null;
  return { change_role: !is_last, disable: !is_last && !is_self, why_not };
}
