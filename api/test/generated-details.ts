import { type Amounts, TEAM_SIZE } from "./generated-rows.ts";

const CLASSES = 10;

/**
 * What users have beside their tracks: sessions, tags on the segments, straight-line analyses, wind files with reports,
 * Garmin activities, consents, and the list of what administrators did.
 */
export const details = ({ users, tracks: count }: Amounts) => [
  `insert into sessions (user_id, token, expires_at)
    select id, 'generated-' || id || '-' || n, now() + n * interval '7 days' - interval '1 hour'
    from users, generate_series(0, 4) as n`,
  `insert into user_tags (user_id, value, match_key, color)
    select id, 'Tag ' || n, 'tag ' || n, 'green' from users, generate_series(1, 10) as n`,
  `insert into segment_tags (segment_id, tag_id)
    select s.id, tags.id from segments as s join tracks on tracks.id = s.track_id
    join user_tags as tags on tags.user_id = tracks.user_id and tags.value = 'Tag ' || (1 + s.id % 10)`,
  `insert into straight_analyses (user_id, track_id, name, selection_hash)
    select user_id, id, 'Analysis ' || id, md5(id::text) from tracks where id % 10 = 0`,
  `insert into straight_analysis_segments (analysis_id, segment_id)
    select a.id, s.id from straight_analyses as a join segments as s on s.track_id = a.track_id`,
  `alter table wind_files disable trigger user`,
  `alter table wind_reports disable trigger user`,
  `insert into wind_files (user_id, original_name, source_key, source_bytes, sha256, processing_status, result_key,
      engine, start_time, end_time, samples, created_at)
    select 1 + n % ${users}, 'wind-' || n || '.csv', 'windlogs/generated-' || n, 100000, md5(n::text), 3,
      'winds/generated-' || n, 'generated', start, start + interval '8 hours', 28800, start
    from (select n, timestamptz '2015-01-01 08:00Z' + random() * interval '11 years' as start
      from generate_series(1, ${count / 5}) as n) as measured`,
  `insert into wind_reports (wind_file_id, name, start_time, end_time, metrics)
    select id, 'Report ' || n, start_time, end_time, '{"puffiness_percent": 12, "shiftiness_deg": 8}'
    from wind_files, generate_series(1, 2) as n`,
  `alter table wind_files enable trigger user`,
  `alter table wind_reports enable trigger user`,
  `update tracks set wind_file_id = 1 + (id / ${CLASSES}) % ${count / 5} where id % ${CLASSES} = 0`,
  `insert into garmin_activities (user_id, summary_id, file_type, status, received_at)
    select user_id, 'summary-' || id, 'FIT', 'ignored', start_time from tracks where id % 5 = 0`,
  `alter table race_consents disable trigger user`,
  `insert into race_consents (race_id, track_id, user_id, consent, asked_by, asked_at)
    select race_id, track_id, tracks.user_id, 'asked', races.user_id, now() from race_tracks
    join races on races.id = race_id join tracks on tracks.id = track_id where tracks.permissions = 'PRIVATE'`,
  `alter table race_consents enable trigger user`,
  `insert into audit_log (at, actor_id, action, user_id, detail)
    select now() - n * interval '10 minutes', ${users}, 'change_role', 1 + n % ${users}, 'none to coach'
    from generate_series(1, ${count / 20}) as n`,
  `insert into retired_results (result_key, retired_at)
    select 'results/retired-' || n, now() - interval '3 days' from generate_series(1, ${TEAM_SIZE}) as n`,
];
