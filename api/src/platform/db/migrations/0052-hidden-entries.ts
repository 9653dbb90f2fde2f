import { type Kysely, sql } from "kysely";

/**
 * Journal entries and replies that the owner of the track, or the coach of the race, that they are about has hidden. Others
 * do not read them; their author does. A change of it is an event like an entry that is written or deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table journals add column hidden_at timestamptz`,
  `alter table journal_replies add column hidden_at timestamptz`,
  `create trigger journal_hidden after update on journals for each row
    when (old.hidden_at is distinct from new.hidden_at) execute function journal_changed()`,
];
