import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import { jsonEntry } from "../../platform/files/json-entry.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";

/** Columns whose content would open something, and keys of the file storage. */
const SECRET = /token|secret|password|sealed|verifier|state|(^|_)key$|share_id/;

/** The user's rows in all other tables, found by their references to the table of users: a new table needs no line here. */
export async function* exportOtherRows({ db, resources }: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
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
