/** Limits of the API, used by code, documentation, screens and tests. Units are in the names. */

/** File name endings an upload may have; the format itself is recognised by content. */
export const UPLOAD_EXTENSIONS = [
  ".fit",
  ".gpx",
  ".csv",
  ".zip",
  ".gz",
  ".nmea",
  ".txt",
  ".log",
  ".tsv",
  ".vkx",
  ".vtk",
  ".tcx",
  ".kml",
  ".geojson",
  ".json",
  ".ubx",
  ".sbp",
  ".sbn",
  ".oao",
  ".gpy",
  ".ebl",
] as const;

export const LIMITS = {
  upload_bytes: 100 * 1024 * 1024,
  /** Files of one upload. *guess*: the hourly files of two days. */
  uploaded_files: 48,
  /** Larger files are not searched for boats, sessions and sailing before they are stored: they would be in memory as a whole. */
  searched_bytes: 32 * 1024 * 1024,
  /** Put together with another one. *guess*: the days of a season in one file. */
  joined_tracks: 200,
  /** Of one user, all recordings together. *guess*: three years of daily sessions at 10 MB. */
  stored_bytes_per_user: 10 * 1024 ** 3,
  /** *guess*: twenty years of daily sessions. */
  tracks_per_user: 7000,
  /** The most that an administrator can give one user instead of the two above. *guess*: a disk array of one server. */
  quota_bytes: 100 * 1024 ** 4,
  quota_tracks: 1_000_000,
  /** Any uploaded picture. */
  image_bytes: 10 * 1024 * 1024,
  /** Of any picture, by its head before it is decoded; and the bytes of its pixels, but of a JPEG that can be decoded at a
   *  part of its size. *guess*: more than the cameras of phones have; 33 megapixels of three bytes. */
  image_pixels: 50_000_000,
  image_decoded_bytes: 100_000_000,
  /** Pictures decoded at the same time in one process, of the four threads that also hash passwords and read files. */
  pictures_decoded: 2,
  /** Profile pictures and logos, per user. *guess*: a club that sets up its teams. */
  picture_uploads_per_hour: 60,
  page_size: 20,
  /** Of one question which files are known. *guess*: a regatta's zip. */
  known_files: 200,
  /** Calls that a process answers at the same time; more are refused. *guess*: at 300 a second, the last waits 0.3 s. */
  calls_in_progress: 100,
  /** Calls that read or compute a recording as a whole, at the same time in one process, each with the memory for one of
   *  the largest; and those that wait for them. *guess*: the last waits some seconds. */
  computing_calls: 2,
  computing_calls_waiting: 64,
  /** Of one caller: a user, or all share links together. One turn is always left for others. */
  computing_calls_per_caller: 1,
  /** Of one caller. *guess*: a coach who opens a race of many boats. */
  computing_calls_waiting_per_caller: 20,
  /** *guess*: longer than a client waits. */
  computing_wait_s: 30,
  /** Of one address in one process. *guess*: a club of 100 people behind one address, each with a page that loads. */
  calls_per_address: { per_s: 500, burst: 3000 },
  /** Of one user in one process. *guess*: some pages that load at the same time, again and again. */
  calls_per_user: { per_s: 100, burst: 2000 },
  /** Uploads arriving at the same time in one process. *guess*: of one user as many as a browser opens connections, of one
   *  address a club ashore; of all, some 20 MB of buffers. */
  uploads_per_user: 6,
  uploads_per_address: 32,
  uploads_in_progress: 64,
  /** Of these without a session or a confirmed e-mail: half of each. */
  guest_uploads_per_address: 16,
  guest_uploads_in_progress: 32,
  /** Zips unpacked in memory at the same time in one process: one of 82 MB took up to 356 MB (*measured*, docs/operations.md). */
  uploads_unpacked: 1,
  /** An upload of which nothing arrives for this long is given up. *guess*: a phone between two cells. */
  upload_idle_s: 30,
  /** So many bytes arrive in the time beyond that. *guess*: half of what the slowest mobile network sends. */
  upload_least_bytes_per_s: 2048,
  /** A body of JSON arrives whole within this time. *guess*: a phone at sea. */
  json_body_s: 30,
  /** Open streams of events, of one user on one process. *guess*: a laptop and a phone with some tabs each. */
  event_streams_per_user: 12,
  /** Sessions that a process keeps after their check, and for how long at most. *guess*: some 10 MB. */
  cached_sessions: 10_000,
  cached_session_s: 30,
  /** Results that a process knows to have no part left out. *guess*: some MB. */
  whole_results: 20_000,
  /** Each analyses a recording. *guess*: a coach who asks about every turn of a session. */
  explanations_per_hour: 120,
  /** Entries of one track or race: maps show all of its gold stars. */
  journal_page_size: 100,
  /** Of a journal entry, and of a reply. *guess*: five and two pages of text. */
  journal_chars: 10_000,
  reply_chars: 5000,
  /** Of one entry, which is answered with all of them. *guess*: a long discussion. */
  journal_replies: 200,
  /** Of each entry in a list: the last ones. *guess*: more than most entries have. */
  journal_replies_listed: 20,
  /** Texts of a page of entries, which ends before it has its number of entries, but with one at least. *guess*: a hundred
   *  entries of a page of text. */
  journal_page_bytes: 256 * 1024,
  journal_tags: 20,
  journal_tag_chars: 50,
  /** Photos of one entry, each of at most image_bytes. *guess*. */
  journal_photos: 10,
  /** Straight segments of one entry. *guess*: more than a day of sailing has. */
  journal_segments: 500,
  /** *guess*: the largest fleets have some hundred boats. */
  regatta_competitors: 1000,
  regatta_tracks: 100,
  /** Of one person, in a report. *guess*: more than a life has. */
  regatta_results: 1000,
  /** Listed behind the figures of a report. *guess*: three years of daily sessions. */
  report_sessions: 1000,
  /** In the workbook of the daily report. *guess*: eight years of daily sessions; they take 0.2 s of the event loop (*measured*). */
  daily_report_sessions: 3000,
  /** Per user. *guess*: a coach who writes about a fleet after a day of racing. */
  journals_per_hour: 200,
  replies_per_hour: 200,
  photo_uploads_per_hour: 100,
  /** Of one track. */
  corrections: 1000,
  /** Logs of a boat before one of hers that are calibrated with it. *guess*: a season has hundreds. */
  earlier_logs: 1000,
  /** How long a segment that the last analyses did not find keeps its id, where nothing refers to it. *guess*: a correction
   *  that is taken back, a class that is changed to and fro. */
  retired_segment_days: 30,
  /** Of a user, and of one segment tag. *guess*: a vocabulary to choose from, words that fit a chip. */
  tags_per_user: 500,
  tag_chars: 50,
  /** Of a user. *guess*: some polars for each of some boats. Their files have up to 100 kB, lists of certificates some MB. */
  targets_per_user: 50,
  target_name_chars: 60,
  target_file_chars: 400_000,
  target_body_bytes: 1_000_000,
  boat_class_chars: 40,
  /** Tracks of one race: the least is the specification's. *guess*: a large start has 150 boats. */
  race_min_tracks: 2,
  race_tracks: 200,
  /** Of one race: sets of its tracks, each what some viewer sees, of which points and reports stay stored. *guess* */
  race_variants: 10,
  /** In the JSON of a race; of more, every second, third and so on is left out. *guess*: some 60 MB, 10 compressed. */
  race_points: 200_000,
  /** *guess*: a year of a coach who makes five a day. */
  races_per_user: 2000,
  /** New races and changes of their tracks, per user; each has the wind estimated. *guess*. */
  race_changes_per_hour: 200,
  /** Of one race. *guess*: some for each of ten races. */
  race_corrections: 500,
  /** Changes of the corrections of races, per user. *guess*: a mark is dragged to and fro. */
  race_corrections_per_hour: 1000,
  /** Earlier sessions that a debrief compares, the last ones. *guess*: a year of sailing every other day. */
  debrief_sessions: 200,
  /** Sessions that a polar adds up, the newest. *guess*: six years of sailing every day. */
  polar_sessions: 2000,
  /** Races of a track whose boats a debrief compares, the last made ones. *guess*: a race made by several coaches. */
  debrief_races: 4,
  /** Tracks of other boats in them. *guess*: their median is that of the fleet, and their tracks take some 100 MB of memory. */
  debrief_boats: 50,
  /** Tracks of a user in races, of which consents are listed, the latest first. *guess*: more than a season has. */
  consents_listed: 200,
  /** Days of a calendar, the newest first. *guess*: 25 years with sailing on each day. */
  dates_listed: 9000,
  /** Questions to owners whether a link may show their boat, per user. *guess*: a race of many boats. */
  consent_questions_per_hour: 200,
  /** To one owner, of all askers and all races. */
  consent_mails_per_day: 1,
  /** Until the share link of a race ends, unless another end was chosen. *from* the look: "after 7 days unless chosen". */
  share_link_days: 7,
  /** *guess*: more than a day of short tacks has. */
  straights_per_analysis: 500,
  /** Analyses in the list of one track, the newest. *guess*: a sailor and a coach make a few. */
  straight_analyses_listed: 100,
  search_chars: 100,
  /** Users of one list filter. */
  filter_users: 100,
  name_chars: 100,
  /** Of people and teams, whose names stand in mails. */
  mailed_name_chars: 64,
  email_chars: 254,
  /** Shortest name and password of the specification. */
  name_min_chars: 3,
  password_chars: 3,
  /** The specification demands more of a password set in the profile than of one set at registration. */
  profile_password_chars: 6,
  password_max_chars: 128,
  /** Per client address. */
  logins_per_minute: 30,
  /** Per account and known device, or account and address: failed logins before the first delay, the delays (each twice the
   *  one before), and what ends them. *guess*: one address makes some 35 guesses a day. */
  login_free_failures: 5,
  login_first_delay_s: 15,
  login_longest_delay_s: 900,
  login_longest_address_delay_s: 3600,
  /** Per account, of all unknown devices together. *guess*: more than one address makes in a day; some 105 a day from many. */
  login_free_account_failures: 50,
  login_longest_account_delay_s: 1800,
  /** Tokens of devices that a browser sends with a login: one of each account that is used on it. *guess*. */
  device_tokens: 8,
  login_failures_expire_s: 86_400,
  resets_per_minute: 5,
  /** To one address, whoever asks for them. *guess*. */
  reset_mails_per_hour: 10,
  reset_link_s: 3600,
  /** Changes of e-mail or password, per user; each checks the current password. *guess*. */
  credential_changes_per_hour: 10,
  /** Per user. *guess*: one with thousands of sessions takes a tenth of a second of the event loop. */
  workbooks_per_minute: 20,
  /** Per user. *guess*: each reads everything the user has stored. */
  exports_per_hour: 5,
  /** Per address, which a club may share. *guess*. */
  export_downloads_per_hour: 30,
  /** Per user. *guess*: a coach who sets up a season's teams in an hour. */
  teams_created_per_hour: 20,
  /** Per user, unknown addresses counted: whoever tries out addresses learns few. *guess*: a large team in two hours. */
  members_added_per_hour: 60,
  /** Members of one team, and teams of one user. *guess*: a large club; a coach of many groups. */
  members_per_team: 300,
  teams_per_user: 100,
  /** Longest side of a logo, pixels. */
  logo_px: 256,
  email_link_s: 24 * 3600,
  /** Mails that confirm an e-mail: requested by one account, and sent to one address by all accounts. *guess*. */
  confirmations_per_hour: 3,
  confirmations_to_address_per_day: 10,
  /** Begun by one user. *guess*. */
  checkouts_per_hour: 20,
  /** Validity of a checkout page, as at Stripe. */
  checkout_s: 24 * 3600,
  /** How long the ids of the payment provider's events are remembered; Stripe repeats one for three days. *guess*. */
  webhook_event_days: 60,
  /** Consents to a connection with Garmin, begun by one user. *guess*. */
  garmin_consents_per_hour: 20,
  /** From the consent page back to the server. *guess*. */
  garmin_consent_s: 900,
  /** Activities that the account screen lists. *guess*. */
  garmin_activities_listed: 20,
  session_days: 30,
  /** At a login over it, the session ends that was used the longest time ago. *guess*: some devices, and a program that logs
   *  in again and again. */
  sessions_per_user: 100,
  /** Validity of the signed address of a source or CSV file: time to begin the download. *guess*. */
  download_address_s: 300,
  /** One wind log. *guess*: a day of a wind station with ten values a second. */
  wind_file_bytes: 100 * 1024 * 1024,
  /** Of one user. *guess*: twenty years of a coach's days. */
  wind_files_per_user: 4000,
  /** Of one user, all wind logs together. *guess*: 2,000 days of 1 MB. */
  wind_bytes_per_user: 2 * 1024 ** 3,
  /** Time-out of the specification for the upload of a wind log. */
  wind_upload_s: 300,
  /** From the address of an upload to POST /windfiles/. *guess*. */
  wind_claim_s: 3600,
  /** Per user: addresses for an upload, each of which may take room until it expires. *guess*. */
  wind_uploads_per_hour: 120,
  /** Of these, uploads of a user of which no wind file was made yet. *guess*: the room of all wind logs of a user. */
  wind_uploads_unclaimed: 20,
  /** *guess*: a part of an hour each of a day. */
  wind_reports_per_file: 100,
  wind_reports_per_user: 4000,
  /** Longest window of a wind report: bounds the time its numbers take. *guess*. */
  wind_report_hours: 24,
  /** Points of a report's curves. *guess*: more than a screen has pixels. */
  wind_report_points: 3000,
  /** Points of the curve of a whole wind file: one per pixel of the window that is dragged on it. */
  wind_curve_points: 600,
  /** Of the reason an administrator gives. */
  reason_chars: 300,
  /** Of the administration's list. *guess*: more than anybody reads. */
  jobs_listed: 50,
  /** How long an administrator sees a private track after giving the reason. */
  opened_track_s: 12 * 3600,
  /** How long the list of what administrators did is kept. */
  audit_days: 731,
  file_name_chars: 255,
  /** Validity of the object storage's own address to which a download is redirected: time to follow it. *guess*. */
  direct_address_s: 60,
  /** Body of a call that is not an upload: of those that take lists, of others, and of those without a session. *guess*: a
   *  login with the tokens of eight devices has 2 kB. */
  json_bytes: 1024 * 1024,
  small_json_bytes: 64 * 1024,
  open_json_bytes: 8 * 1024,
  /** Lists and objects in each other, in such a body. The deepest of the contract lie 4 deep. */
  json_depth: 32,
} as const;
