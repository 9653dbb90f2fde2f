import { type Kysely, sql } from "kysely";

/**
 * What people decide about a race outlasts the tracks it was about: a refusal, a question that was asked once, that a
 * sailor left the race, that its link was revoked. A process of the version before writes no `user_id`: a trigger does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table race_consents add column user_id integer references users (id) on delete cascade`,
  `alter table race_consents disable trigger user`,
  `update race_consents set user_id = tracks.user_id from tracks where tracks.id = track_id`,
  // A question that was taken back has no asker.
  `update race_consents set asked_by = null where consent = 'taken_back'`,
  `alter table race_consents enable trigger user`,
  `alter table race_consents alter column user_id set not null`,
  `create function race_consent_of_owner() returns trigger language plpgsql as $$
    begin
      new.user_id := coalesce(new.user_id, (select user_id from tracks where id = new.track_id));
      return new;
    end $$`,
  `create trigger race_consent_of_owner before insert on race_consents for each row
    execute function race_consent_of_owner()`,
  `alter table race_consents drop constraint race_consents_race_id_track_id_fkey`,
  `alter table race_consents drop constraint race_consents_pkey`,
  `alter table race_consents alter column track_id drop not null`,
  `alter table race_consents add unique (race_id, track_id)`,
  `alter table race_consents add foreign key (race_id) references races (id) on delete cascade`,
  `alter table race_consents add foreign key (track_id) references tracks (id) on delete set null`,
  // To the race's coach and the owner of the track: who asked may not see the race any more.
  `create or replace function race_consent_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('leebow_events', json_build_object(
        'type', 'race', 'race_id', new.race_id,
        'processing_status', (select processing_status from races where id = new.race_id),
        'user_ids', (select json_agg(distinct id) from (
          select user_id as id from races where id = new.race_id union all select new.user_id) as people))::text);
      return null;
    end $$`,
  `create table race_departures (
    race_id integer not null references races (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    left_at timestamptz not null default now(),
    primary key (race_id, user_id)
  )`,
  `create index race_departures_of_user on race_departures (user_id)`,
  `alter table races add column share_revoked boolean not null default false`,
];
