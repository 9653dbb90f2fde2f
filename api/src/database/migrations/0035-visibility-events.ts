import { type Kysely, sql } from "kysely";

/**
 * Notifications of changes of a track's visibility, sent with the commit (events/events.ts): to its owner as a change of the
 * track, and as a change of each of its races to the coach and the owners of the race's tracks, who see it from now on, or
 * no more. Others poll.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function track_visibility_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('leebow_events', json_build_object(
        'type', 'track', 'user_id', new.user_id, 'track_id', new.id,
        'processing_status', new.processing_status)::text);
      perform pg_notify('leebow_events', json_build_object(
        'type', 'race', 'race_id', races.id, 'processing_status', races.processing_status,
        'user_ids', (select json_agg(distinct id) from (
          select races.user_id as id union all
          select tracks.user_id from race_tracks join tracks on tracks.id = race_tracks.track_id
          where race_tracks.race_id = races.id) as people))::text)
      from races join race_tracks as part on part.race_id = races.id where part.track_id = new.id;
      return null;
    end $$`,
  `create trigger track_visibility_changed after update of permissions on tracks for each row
    when (new.permissions is distinct from old.permissions) execute function track_visibility_changed()`,
];
