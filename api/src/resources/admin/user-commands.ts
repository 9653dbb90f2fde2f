import { countText } from "@leebow/core";
import { z } from "zod";
import { findUserByEmail } from "../../platform/auth/users.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Feature } from "../account/schema.ts";
import { quotaText } from "../tracks/queries.ts";
import { changeUser, roleName } from "./change-user.ts";
import { listUsers } from "./queries.ts";
import { ChangeUser } from "./schema.ts";

const GB = 1024 ** 3;

const ROLES: Record<string, ChangeUser["role"]> = { administrator: 1, coach: 2, none: null };

/** The words after `leebow-server user`. */
export const UserCommand = z.array(z.string().max(300)).min(1).max(20);

/**
 * Runs `leebow-server user …` and returns the lines it prints. The rules and the audit are those of the calls. Throws an
 * error with a sentence when something is not possible.
 */
export async function runUserCommand(db: Db, [command, email = "", ...rest]: readonly string[]): Promise<string[]> {
  if (command === "list") return listLines(db, email);
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`There is no account with the e-mail ${email}.`);
  const changes = changesOf(command, rest);
  await db.transaction().execute((trx) => changeUser(trx, null, user.id, changes));
  return [`${user.name} ${await stateOf(db, user.id)}.`];
}

function changesOf(command: string | undefined, rest: readonly string[]): ChangeUser {
  switch (command) {
    case "role": {
      const name = rest[0] ?? "";
      if (!Object.hasOwn(ROLES, name)) {
        throw new Error(`"${name}" is not a role: choose administrator, coach or none.`);
      }
      return { role: ROLES[name] };
    }
    case "feature": {
      const features = z.array(Feature).safeParse(rest);
      if (!features.success) throw new Error(`The features are ${Feature.options.join(", ")}.`);
      return { granted_features: features.data };
    }
    case "quota":
      return { quota: quotaOfWords(rest) };
    case "disable":
    case "enable":
      return { disabled: command === "disable", ...(rest.length > 0 && { reason: rest.join(" ") }) };
    default:
      throw new Error(`"${command}" is no command: choose list, role, feature, quota, disable or enable.`);
  }
}

/** "20 9000": gigabytes, and tracks if they are not to be as usual; "usual" for no own quota. */
function quotaOfWords([size = "", tracks]: readonly string[]): ChangeUser["quota"] {
  if (size === "usual") return null;
  if (!/^\d+(\.\d+)?$/.test(size)) throw new Error(`"${size}" is not a size: write gigabytes, or usual.`);
  const quota = { bytes: Math.round(Number(size) * GB), tracks: tracks ? Number(tracks) : LIMITS.tracks_per_user };
  const checked = ChangeUser.safeParse({ quota });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join(" "));
  return checked.data.quota;
}

async function stateOf(db: Db, id: number): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select(["role", "email_verified", "disabled_at", "enabled_features", "quota_bytes", "quota_tracks"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { role, email_verified, disabled_at, enabled_features: features } = user;
  const unconfirmed = role !== null && !email_verified ? ", which works once the address is confirmed," : "";
  const quota = quotaText(user);
  const state = `${quota ? ` and the quota ${quota}` : ""}${disabled_at ? ", and is disabled" : ""}`;
  return `has the role ${role === null ? "none" : roleName(role)}${unconfirmed} and the features ${features.join(", ") || "none"}${state}`;
}

/** One line an account, with tabs between its fields. */
async function listLines(db: Db, search: string): Promise<string[]> {
  const lines: string[] = [];
  for (let page = 1; ; page++) {
    const { count, rows } = await listUsers(db, { search, sort: "name", order: "asc", page });
    for (const { email, first_name, last_name, role, enabled_features, disabled_at, tracks } of rows) {
      const fields = [email, `${first_name} ${last_name}`, roleName(role), countText(tracks, "track")];
      lines.push([...fields, enabled_features.join(","), disabled_at ? "disabled" : ""].join("\t").trimEnd());
    }
    if (lines.length >= count || rows.length === 0) return lines;
  }
}
