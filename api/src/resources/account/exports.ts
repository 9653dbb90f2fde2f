import { sql } from "kysely";
import { findUser } from "../../platform/auth/users.ts";
import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import { type ArchiveEntry, jsonEntry } from "../../platform/files/archive.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { deriveKey, isValidAddress, signatureOfClaims } from "../../platform/signature.ts";
import { presentUser } from "./present.ts";

/** The archive of a user's data: of every resource, and the rows that none of them writes, as they are stored. */
export async function* entriesOf(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  for (const { account } of context.resources) if (account?.exported) yield* account.exported(context, user);
  yield* exportOtherRows(context, user);
}

/** Columns whose content would open something, and keys of the file storage. */
const SECRET = /token|secret|password|sealed|verifier|state|(^|_)key$|share_id/;

/** The user's rows in all other tables, found by their references to the table of users: a new table needs no line here. */
async function* exportOtherRows({ db, resources }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select source.relname as table, attribute.attname as column
    from pg_constraint as reference
    join pg_class as source on source.oid = reference.conrelid
    join pg_attribute as attribute on attribute.attrelid = source.oid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'users'::regclass
    order by source.relname, attribute.attname`.execute(db);
  const left_out = resources.flatMap(({ account }) => account?.tables ?? []);
  for (const { table, column } of references) {
    if (left_out.includes(table)) continue;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${user.id}`.execute(db);
    if (rows.length === 0) continue;
    const shown = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !SECRET.test(name))));
    yield jsonEntry(`other/${table}.${column}.json`, shown);
  }
}

const about = (context: AppContext) => `Your data on Leebow.

profile.json     your profile
${context.resources.flatMap(({ account }) => account?.about ?? []).join("\n")}
other/           everything else that is stored about you, a file a table of the database

Times are ISO 8601 in UTC. Unknown is null.
`;

export async function* exportProfile(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  yield { path: "README.txt", content: Buffer.from(about(context)) };
  const { profile_img: _, can: _can, teammates: _teammates, ...profile } = await presentUser(user, context);
  yield jsonEntry("profile.json", { ...profile, created: user.created_at.toISOString() });
  const picture = user.image && (await context.storage.open(user.image));
  if (picture) yield { path: "profile.webp", content: picture.stream() };
}

/** Address of a user's export. A browser saves it as it arrives, which it cannot with a header of a session. */
export function exportAddress(config: Config, user: Viewer): string {
  const expires = String(Date.now() + LIMITS.download_address_s * 1000);
  const signature = signatureOfClaims(keyOf(config), claimsOf(user, expires));
  const query = new URLSearchParams({ user: String(user.id), expires, signature });
  return `/api/users/export/?${query}`;
}

interface Given {
  user?: string | undefined;
  expires?: string | undefined;
  signature?: string | undefined;
}

/** The user whose export an address names. Throws 403 unless it is signed and valid. */
export async function userOfAddress(
  { config, db }: Pick<AppContext, "config" | "db">,
  { user = "", expires = "", signature }: Given,
): Promise<Viewer> {
  const found = /^[1-9]\d{0,8}$/.test(user) ? await findUser(db, Number(user)) : undefined;
  if (!found || !isValidAddress(keyOf(config), claimsOf(found, expires), { expires, signature })) {
    throw detailError("address_expired", "This address has expired or is not complete. Ask for a new export.");
  }
  return found;
}

const keyOf = ({ secret }: Config) => deriveKey(secret, "export");

/** Of the account, not of its id: in a restored database another account may have it. */
const claimsOf = ({ id, created_at }: Viewer, expires: string) => [id, created_at.getTime(), expires];
