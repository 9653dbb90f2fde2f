import { type Kysely, sql } from "kysely";

/**
 * Notifications of changes of races, sent with the commit (platform/events/events.ts), to the coach and the owners of the tracks;
 * others who see a race poll. Before a deletion, because its tracks are known only then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function race_changed() returns trigger language plpgsql as $$
    declare race races := coalesce(new, old);
    begin
      perform pg_notify('leebow_events', json_build_object(
        'type', 'race', 'race_id', race.id, 'processing_status', new.processing_status,
        'user_ids', (select json_agg(distinct id) from (
          select race.user_id as id union all
          select tracks.user_id from race_tracks join tracks on tracks.id = race_tracks.track_id
          where race_tracks.race_id = race.id) as people))::text);
      return race;
    end $$`,
  `create trigger race_changed after update on races for each row
    when ((new.processing_status, new.revision, new.name) is distinct from (old.processing_status, old.revision, old.name))
    execute function race_changed()`,
  `create trigger race_appeared after insert on races for each row execute function race_changed()`,
  `create trigger race_deleted before delete on races for each row execute function race_changed()`,
];
