import { type Kysely, sql } from "kysely";

/** Journals: entries with tags, segments, photos, replies and regatta reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const JOURNAL = "journal_id integer not null references journals (id) on delete cascade";

const STATEMENTS = [
  `create table journals (
    id serial primary key,
    author_id integer not null references users (id) on delete cascade,
    track_id integer references tracks (id) on delete cascade,
    race_id integer references races (id) on delete cascade,
    j_type text check (j_type in ('kite', 'star', 'straight')),
    content text not null,
    kite_brand text,
    kite_model text,
    kite_size text,
    foil_brand text,
    foil_model text,
    foil_wing text,
    feel smallint not null check (feel = -1 or feel between 1 and 5),
    s_point timestamptz,
    e_point timestamptz,
    straight_analysis_id integer,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (track_id is null or race_id is null)
  )`,
  `create index journals_of_author on journals (author_id, id)`,
  `create index journals_of_track on journals (track_id, id)`,
  `create index journals_of_race on journals (race_id, id)`,
  `create table journal_tags (
    id serial primary key,
    ${JOURNAL},
    value text not null,
    position integer not null,
    unique (journal_id, value)
  )`,
  `create table journal_segments (
    ${JOURNAL},
    segment_id integer not null references segments (id) on delete cascade,
    primary key (journal_id, segment_id)
  )`,
  `create index journals_of_segment on journal_segments (segment_id)`,
  `create table journal_photos (
    id serial primary key,
    ${JOURNAL},
    user_id integer not null references users (id) on delete cascade,
    file_key text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create index photos_of_journal on journal_photos (journal_id, id)`,
  `create index photos_of_user on journal_photos (user_id)`,
  `create table journal_replies (
    id serial primary key,
    ${JOURNAL},
    author_id integer not null references users (id) on delete cascade,
    content text not null,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now()
  )`,
  `create index replies_of_journal on journal_replies (journal_id, id)`,
  `create index replies_of_author on journal_replies (author_id)`,
  `create table regatta_reports (
    journal_id integer primary key references journals (id) on delete cascade,
    name text,
    start_date date not null,
    end_date date not null,
    number_competitors integer check (number_competitors >= 1),
    finish_position integer check (finish_position >= 1),
    check (start_date <= end_date)
  )`,
  `create table regatta_competitors (
    journal_id integer not null references regatta_reports (journal_id) on delete cascade,
    position integer not null,
    user_id integer references users (id) on delete cascade,
    name text,
    finish_position integer not null check (finish_position >= 1),
    primary key (journal_id, position),
    check ((user_id is null) <> (name is null))
  )`,
  `create index regattas_of_competitor on regatta_competitors (user_id)`,
  `create table regatta_tracks (
    journal_id integer not null references regatta_reports (journal_id) on delete cascade,
    track_id integer not null references tracks (id) on delete cascade,
    primary key (journal_id, track_id)
  )`,
  `create index regattas_of_track on regatta_tracks (track_id)`,
  // Photos also go with a track, a race or an account, by cascade: their files are deleted by the hourly sweep.
  `create table deleted_photos (file_key text primary key)`,
  `create function note_deleted_photo() returns trigger language plpgsql as $$
    begin
      insert into deleted_photos values (old.file_key) on conflict do nothing;
      return old;
    end $$`,
  `create trigger note_deleted_photo after delete on journal_photos
    for each row execute function note_deleted_photo()`,
];
