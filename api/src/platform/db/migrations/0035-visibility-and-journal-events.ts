import { type Kysely, sql } from "kysely";

/**
 * Notifications sent with the commit (platform/events/events.ts). Of a change of a track's visibility: to its owner as a change of
 * the track, and as a change of each of its races to the coach and the owners of the race's tracks, who see it from now on,
 * or no more. Of a journal entry that is written or deleted: the same about its track or its race. Others poll.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function notify_of_track(changed_id integer) returns void language sql as $$
    select pg_notify('leebow_events', json_build_object(
      'type', 'track', 'user_id', user_id, 'track_id', id, 'processing_status', processing_status)::text)
    from tracks where id = changed_id $$`,
  `create function notify_of_race(changed_id integer) returns void language sql as $$
    select pg_notify('leebow_events', json_build_object(
      'type', 'race', 'race_id', id, 'processing_status', processing_status,
      'user_ids', (select json_agg(distinct person) from (
        select races.user_id as person union all
        select tracks.user_id from race_tracks join tracks on tracks.id = race_tracks.track_id
        where race_tracks.race_id = races.id) as people))::text)
    from races where id = changed_id $$`,
  `create function track_visibility_changed() returns trigger language plpgsql as $$
    begin
      perform notify_of_track(new.id);
      perform notify_of_race(race_id) from race_tracks where track_id = new.id;
      return null;
    end $$`,
  `create trigger track_visibility_changed after update of permissions on tracks for each row
    when (new.permissions is distinct from old.permissions) execute function track_visibility_changed()`,
  `create function journal_changed() returns trigger language plpgsql as $$
    declare entry journals := coalesce(new, old);
    begin
      perform notify_of_track(entry.track_id);
      perform notify_of_race(entry.race_id);
      return null;
    end $$`,
  `create trigger journal_changed after insert or delete on journals for each row execute function journal_changed()`,
];
