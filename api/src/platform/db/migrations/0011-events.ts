import { type Kysely, sql } from "kysely";

/**
 * Notifications of changes, sent with the commit (platform/events/events.ts). Triggers, so that no writer can forget one: the
 * cache of sessions relies on them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const trigger = (name: string, on: string, condition: string, action: string) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${action} return null; end $$`,
  `create trigger ${name} after ${on} for each row ${condition} execute function ${name}()`,
];

const notify = (fields: string) => `perform pg_notify('leebow_events', json_build_object(${fields})::text);`;

const STATEMENTS = [
  ...trigger("users_changed", "update or delete on users", "", notify("'type', 'account', 'user_id', old.id")),
  ...trigger("session_deleted", "delete on sessions", "", notify("'type', 'account', 'user_id', old.user_id")),
  // A longer session is no reason to look it up again.
  ...trigger(
    "session_changed",
    "update on sessions",
    `when (new.expires_at < old.expires_at or new.user_id <> old.user_id or new.token <> old.token)`,
    notify("'type', 'account', 'user_id', old.user_id"),
  ),
  ...trigger(
    "team_members_changed",
    "insert or update or delete on team_members",
    "",
    notify("'type', 'relations', 'user_id', coalesce(new.user_id, old.user_id)"),
  ),
  ...trigger(
    "track_appeared",
    "insert or delete on tracks",
    "",
    notify(
      "'type', 'track', 'user_id', coalesce(new.user_id, old.user_id), 'track_id', coalesce(new.id, old.id), 'processing_status', new.processing_status",
    ),
  ),
  ...trigger(
    "track_changed",
    "update on tracks",
    `when ((new.processing_status, new.revision, new.result_key) is distinct from
      (old.processing_status, old.revision, old.result_key))`,
    notify("'type', 'track', 'user_id', new.user_id, 'track_id', new.id, 'processing_status', new.processing_status"),
  ),
];
