import { type Kysely, sql } from "kysely";

/** Corrections of races by hand. They belong to the race: its results do not hold them. A change of them is an event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table races add column corrections jsonb not null default '[]'`,
  `drop trigger race_changed on races`,
  `create trigger race_changed after update on races for each row
    when ((new.processing_status, new.revision, new.name, new.corrections)
      is distinct from (old.processing_status, old.revision, old.name, old.corrections))
    execute function race_changed()`,
];
