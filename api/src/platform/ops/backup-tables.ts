import { sql } from "kysely";
import type { Db } from "../db/open.ts";

/** Rows of one part of a table: what one statement reads or inserts. */
const ROWS_PER_PART = 1000;
/** Filled by the migrations, or worthless after a restore: counts of attempts. */
const LEFT_OUT = ["kysely_migration", "kysely_migration_lock", "rate_limits", "login_attempts"];

/** Our tables, each after the tables it refers to. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const { rows: references } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(db);
  const waiting = new Set(tables.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name)));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) => !references.some(({ from, to }) => from === name && waiting.has(to)));
    if (free.length === 0) throw new Error(`The tables ${[...waiting].join(", ")} refer to each other.`);
    ordered.push(...free);
    for (const name of free) waiting.delete(name);
  }
  return ordered;
}

/** The rows of a table as JSON lines, in parts. Runs in a transaction: a cursor is open between the parts. */
export async function* readTable(trx: Db, table: string): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for
    select to_jsonb(t)::text as row from ${sql.table(table)} as t`.execute(trx);
  const fetch = sql.raw<{ row: string }>(`fetch ${ROWS_PER_PART} from backup_rows`);
  for (;;) {
    const { rows } = await fetch.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close backup_rows`.execute(trx);
}

/**
 * Inserts rows as {@link readTable} gave them. Columns that the rows do not have get their defaults; generated columns are
 * computed again.
 */
export async function insertRows(trx: Db, table: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows: generated } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS'`.execute(trx);
  const written = Object.keys(JSON.parse(lines[0]!)).filter(
    (name) => !generated.some((column) => column.name === name),
  );
  const columns = sql.join(written.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(",")}]`}::jsonb)`.execute(
    trx,
  );
}

/** Lets the numbering of every table continue after its highest id. */
export async function continueNumbering(trx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.table_name as table, c.column_name as column,
      pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as sequence
    from information_schema.columns as c
    where c.table_schema = 'public' and pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) is not null
  `.execute(trx);
  for (const { table, column, sequence } of rows) {
    const highest = sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`;
    await sql`select setval(${sequence}::regclass, coalesce(${highest}, 1), ${highest} is not null)`.execute(trx);
  }
}
