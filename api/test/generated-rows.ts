import { sql } from "kysely";
import type { Db } from "../src/platform/db/open.ts";
import { details } from "./generated-details.ts";

/** How many rows {@link generateRows} makes. */
export interface Amounts {
  tracks: number;
  users: number;
  journals: number;
}

export const TEAM_SIZE = 20;
/** Nobody of every so many teams has sailed since 2016. */
export const IDLE_TEAMS_EVERY = 10;

/** Users from this number on are in no team. */
export const firstWithoutTeam = ({ users }: Amounts) => Math.floor((users * 19) / 20 / TEAM_SIZE) * TEAM_SIZE + 1;

/**
 * Users in teams of 20, each with a coach, tracks from 2015 on (30 % PRIVATE; the first users sail most), facts of all of
 * them, maneuvers of the first users, journals with tags and replies, regattas and races. The ids begin with 1 in an empty
 * database, and the same amounts give the same rows.
 */
export async function generateRows(db: Db, amounts: Amounts): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select setseed(0.13)`.execute(trx);
    for (const statement of statements(amounts)) await sql.raw(statement).execute(trx);
  });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

const statements = (amounts: Amounts) => [
  ...people(amounts),
  ...tracks(amounts),
  ...journals(amounts),
  ...races(amounts),
  ...details(amounts),
];

const picked = (texts: string) => `(array[${texts}])`;
const CLASSES = picked(
  "'49er', '49erFX', 'Nacra 17', 'ILCA 7', 'ILCA 6', '470', 'Formula Kite', 'iQFOiL', '29er', 'J/70'",
);
const PLACES = picked("'Kiel', 'Weymouth', 'Auckland', 'Palma', 'Marseille', 'Newport', 'Sydney', 'Helsinki', 'Riva'");
const WORDS = picked("'gusty', 'rake', 'layline', 'mast', 'foot', 'current', 'shift', 'vang', 'start', 'mode'");
const word = `${WORDS}[1 + floor(random() * 10)::integer]`;

const people = (amounts: Amounts) => [
  `insert into users (name, email, email_verified, first_name, last_name)
    select 'First' || n || ' Last' || n, 'user' || n || '@leebow.test', true, 'First' || n, 'Last' || n
    from generate_series(1, ${amounts.users}) as n`,
  `insert into teams (name) select 'Team ' || n from generate_series(1, ${(firstWithoutTeam(amounts) - 1) / TEAM_SIZE}) as n`,
  `insert into team_members (team_id, user_id, role, permissions)
    select 1 + (n - 1) / ${TEAM_SIZE}, n, case when n % ${TEAM_SIZE} = 1 then 'COACH' else 'ATHLETE' end,
      case when n % 3 = 0 then 'COACH_ONLY' else 'ALL' end
    from generate_series(1, ${firstWithoutTeam(amounts) - 1}) as n`,
];

const tracks = ({ users, tracks: count }: Amounts) => [
  `insert into tracks (user_id, boat_name, permissions, file_name, source_key, source_bytes, processing_status,
      start_time, end_time, sort_time, tz, local_date, location, sample_rate_hz, points, distance_m, duration_s,
      max_speed_kn, tacks, gybes, sets, douses, straights, result_key, engine)
    select user_id, ${CLASSES}[1 + (user_id + (random() * 1.2)::integer) % 10],
      case when random() < 0.3 then 'PRIVATE' else 'PUBLIC' end, 'session-' || n || '.gpx', 'sources/generated-' || n,
      1000000, 3, start, start + interval '2 hours', start, 'UTC', start::date,
      ${PLACES}[1 + (user_id + (random() * 1.2)::integer) % 9], 1, 7200, 20000 * random(), 7200, 10 + 10 * random(),
      20, 12, 1, 1, 40, 'results/generated-' || n, 'generated'
    from (select n, user_id, date_trunc('second', timestamptz '2015-01-01 08:00Z' + random() *
        case when (1 + (user_id - 1) / ${TEAM_SIZE}) % ${IDLE_TEAMS_EVERY} = 0 then interval '1 year' else interval '11 years' end) as start
      from (select n, least(${users}, 1 + floor(${users} * random() ^ 2)::integer) as user_id
        from generate_series(1, ${count}) as n offset 0) as owned offset 0) as sailed`,
  `insert into track_facts (track_id, user_id, result_key, start_time, local_date, boat_class, water_time_s, tacks, gybes,
      accelerations, sets, douses, light_s, sf_s, df_s, windy_s, records)
    select id, user_id, result_key, start_time, local_date, boat_name, duration_s, tacks, gybes, 5, sets, douses, 0,
      duration_s, 0, 0, '{}'
    from tracks`,
  `insert into segments (track_id, kind, name, start_time, end_time, position)
    select tracks.id, case when p % 2 = 0 then 'tack' else 'gybe' end, 'Turn ' || p, start_time + p * interval '5 minutes',
      start_time + p * interval '5 minutes' + interval '10 seconds', p
    from tracks, generate_series(0, 19) as p where user_id in (1, 2, ${TEAM_SIZE})`,
  `insert into maneuvers (segment_id, track_id, user_id, local_date, boat_class, kind, position, time, counted, quality,
      loss_80_m, tws_kn, entry_speed_kn, duration_s, loss_basis)
    select s.id, t.id, t.user_id, t.local_date, t.boat_name, s.kind, s.position, s.start_time, true, 1, 20 * random(),
      5 + 15 * random(), 8 + 4 * random(), 10, 'vmg'
    from segments as s join tracks as t on t.id = s.track_id`,
];

const journals = ({ users, tracks: count, journals: entries }: Amounts) => [
  // Three of four are about a track, by its owner or somebody of the same twenty.
  `insert into journals (author_id, track_id, content, feel)
    select least(${users}, tracks.user_id - (tracks.user_id - 1) % ${TEAM_SIZE} + floor(random() * ${TEAM_SIZE})::integer),
      case when n % 4 > 0 then tracks.id end, 'Entry ' || n || ': ' || ${word} || ' ' || ${word} || repeat(' and so on', 20), -1
    from (select n, 1 + floor(random() * ${count})::integer as track_id from generate_series(1, ${entries}) as n offset 0) as x
    join tracks on tracks.id = x.track_id`,
  `insert into journal_tags (journal_id, value, position) select id, ${word}, 0 from journals where id % 3 = 0`,
  `insert into journal_replies (journal_id, author_id, content)
    select id, author_id, 'Reply ' || ${word} from journals where id % 5 = 0`,
  `insert into regatta_reports (journal_id, name, start_date, end_date, number_competitors, finish_position)
    select id, 'Regatta ' || id, '2025-06-01', '2025-06-04', 40, 1 + id % 40 from journals where id % 20 = 0`,
];

/** One of 500 tracks has a race, with four others of the same twenty people. */
const races = ({ tracks: count }: Amounts) => [
  `insert into races (user_id, name, processing_status, start_time, sort_time)
    select user_id, 'Race ' || id, 3, start_time, sort_time from tracks where id % 500 = 0`,
  `insert into race_tracks (race_id, track_id)
    select races.id, boat.id from races, lateral (select id from tracks
      where tracks.user_id between races.user_id - (races.user_id - 1) % ${TEAM_SIZE} and
        races.user_id - (races.user_id - 1) % ${TEAM_SIZE} + ${TEAM_SIZE - 1}
        and tracks.id <= ${count} order by tracks.user_id, tracks.sort_time desc limit 5) as boat`,
];
