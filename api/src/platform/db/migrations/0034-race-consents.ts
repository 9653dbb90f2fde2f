import { type Kysely, sql } from "kysely";

/**
 * Consents of sailors to be in the share link of a race with a PRIVATE track. Who made a link agreed to have the own track
 * in it. Their changes are sent as those of the race, to its coach, the owner of the track and who asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table race_consents (
    race_id integer not null,
    track_id integer not null,
    consent text not null check (consent in ('asked', 'taken_back', 'agreed', 'refused')),
    asked_by integer references users (id) on delete set null,
    asked_at timestamptz,
    answered_at timestamptz,
    primary key (race_id, track_id),
    foreign key (race_id, track_id) references race_tracks (race_id, track_id) on delete cascade
  )`,
  `create index race_consents_of_track on race_consents (track_id)`,
  `insert into race_consents (race_id, track_id, consent, answered_at)
    select race_shares.race_id, tracks.id, 'agreed', now() from race_shares
    join race_tracks on race_tracks.race_id = race_shares.race_id
    join tracks on tracks.id = race_tracks.track_id
    where tracks.user_id = race_shares.created_by and tracks.permissions = 'PRIVATE'`,
  `create function race_consent_changed() returns trigger language plpgsql as $$
    declare changed race_consents := coalesce(new, old);
    begin
      perform pg_notify('leebow_events', json_build_object(
        'type', 'race', 'race_id', changed.race_id,
        'processing_status', (select processing_status from races where id = changed.race_id),
        'user_ids', (select json_agg(distinct id) from (
          select user_id as id from races where id = changed.race_id union all
          select user_id from tracks where id = changed.track_id union all
          select changed.asked_by where changed.asked_by is not null) as people))::text);
      return null;
    end $$`,
  `create trigger race_consent_changed after insert or update on race_consents for each row
    execute function race_consent_changed()`,
];
