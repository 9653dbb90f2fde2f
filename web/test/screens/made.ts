/** What the server answers, made for a test, which gives what matters to it. */
import type {
  BoatCatalogueEntry,
  Journal,
  Leaderboard,
  Polar,
  Race,
  RacePerson,
  RegattaResult,
  ReportSession,
  Team,
  TeamMember,
  Track,
  User,
  WindFile,
  WindReport,
} from "@leebow/api/contract";
import { MARTA } from "./screen";

export const DAY_MS = 86_400_000;
const ZONE = "Europe/Berlin";

/** Calendar day so many days ago, YYYY-MM-DD. */
export const day = (before: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(Date.now() - before * DAY_MS);

/** A page of a list that has no other. */
export const onePage = <T>(results: T[]) => ({ results, next: null, previous: null });

/** A coach with Coach Tools. */
export const GRACE: User = {
  ...MARTA,
  id: 2,
  email: "grace.coach@sail.example",
  first_name: "Grace",
  last_name: "Coach",
  role: 2,
  enabled_features: ["coach_tools"],
  can: { ...MARTA.can, create_team: true },
};

export const ADA: User = {
  ...MARTA,
  id: 3,
  email: "ada.king@sail.example",
  first_name: "Ada",
  last_name: "King",
  role: 1,
  can: { list_all_tracks: true, switch_auto_segmentation: true, create_team: true },
};

/** A picture of one pixel. */
export const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A session in a 49er off Valencia, analysed. */
export function trackOf(changes: Partial<Track> = {}): Track {
  return {
    id: 7,
    user: MARTA.id,
    full_name: "Marta Vidal",
    boat_name: "49er",
    permissions: "PUBLIC",
    file_name: "session.fit",
    start_time: "2026-06-13T11:02:00.000Z",
    end_time: "2026-06-13T12:12:00.000Z",
    tz: "Europe/Madrid",
    location: "El Saler, Spain",
    static_map: PIXEL,
    static_map_dark: PIXEL,
    sample_rate: 1,
    garmin_id: null,
    wind_file: null,
    twd_avg: null,
    journal_count: 0,
    joined_files: 0,
    same_boat: null,
    processing_status: 3,
    error: null,
    wind_error: null,
    metric: {
      distance: 9200,
      duration: 4200,
      max_speed: 14.2,
      tacks: 12,
      sets: 1,
      gybes: 8,
      douses: 1,
      straights: 22,
      turns: 0,
      average_wind_direction: 195,
    },
    damage: null,
    wind_hint_deg: null,
    wind_candidates: [],
    created: "2026-06-13T15:00:00.000Z",
    can: { edit: true, change_visibility: true, correct: true, download_source: true, delete: true },
    ...changes,
  };
}

export const memberOf = (id: number, first_name: string, last_name: string, pending = false): TeamMember => ({
  id,
  first_name,
  last_name,
  email: `${first_name}.${last_name}@sail.example`.toLowerCase(),
  profile_img: null,
  pending,
});

export function teamOf(changes: Partial<Team> = {}): Team {
  return {
    id: 5,
    name: "Snipe Valencia",
    logo: null,
    created_by: GRACE.id,
    created: "2026-05-01T09:00:00.000Z",
    coaches: [memberOf(GRACE.id, "Grace", "Coach")],
    athletes: [],
    membership: { role: "COACH", permissions: "ALL", accepted: true },
    can: { edit: true, delete: true, manage_members: true, leave: false },
    ...changes,
  };
}

/** A wind log of a committee boat off Florida, read. */
export function windFileOf(changes: Partial<WindFile> = {}): WindFile {
  return {
    id: 3,
    user: MARTA.id,
    original_name: "committee-boat.txt",
    start_time: "2026-03-07T16:20:00.000Z",
    end_time: "2026-03-07T16:32:00.000Z",
    time: "2026-03-08T09:00:00.000Z",
    undated: false,
    has_direction: true,
    points: 720,
    bytes: 61_000,
    tz: "America/New_York",
    location: "Coconut Grove, United States",
    static_map: PIXEL,
    static_map_dark: PIXEL,
    processing_status: 3,
    error: null,
    wind_reports: [],
    can: { change: true },
    ...changes,
  };
}

/** A report of a whole {@link windFileOf} with its curves. */
export function windReportOf(changes: Partial<WindReport> = {}): WindReport {
  const start_ms = Date.parse("2026-03-07T16:20:00.000Z");
  return {
    id: 9,
    wind_file: 3,
    name: "First beat",
    start_time: "2026-03-07T16:20:00.000Z",
    end_time: "2026-03-07T16:32:00.000Z",
    created: "2026-03-08T09:00:00.000Z",
    metrics: {
      avg_twd: 84,
      avg_tws: 11.3,
      std_twd: 4.2,
      std_tws: 0.8,
      avg_tws_diff_s: 0.0012,
      avg_twd_diff_s: -0.004,
      avg_tws_diff_min: 0.07,
      avg_twd_diff_min: -0.24,
      stability: { tws: null, twd: null, relative_tws: null, relative_twd: null },
    },
    error: null,
    windpoints: Array.from({ length: 145 }, (_, n) => ({
      time: new Date(start_ms + n * 5000).toISOString(),
      tws_smoothed: 11.3 + 0.9 * Math.sin(n / 9),
      twd_smoothed: 84 + 5 * Math.sin(n / 17),
    })),
    can: { delete: true },
    ...changes,
  };
}

export function raceOf(changes: Partial<Race> = {}): Race {
  const person = (id: number, first_name: string, last_name: string): RacePerson => ({
    id,
    first_name,
    last_name,
    profile_img: null,
  });
  return {
    id: 4,
    name: "Trofeo Otoño",
    user: person(ADA.id, "Ada", "King"),
    share_id: null,
    share_expires: null,
    start_time: "2026-06-13T11:02:00.000Z",
    tz: "Europe/Madrid",
    location: "El Saler, Spain",
    static_map: PIXEL,
    static_map_dark: PIXEL,
    processing_status: 3,
    error: null,
    wind_reason: null,
    wind: { twd_deg: 195, sd_deg: 4 },
    competitors: [person(11, "Jon", "Roig"), person(12, "Clara", "Puig")],
    track_ids: [21, 22],
    created: "2026-06-13T15:00:00.000Z",
    can: { edit: true, share: true, revoke_share: true, delete: true, leave: false },
    ...changes,
  };
}

/** Notes about no track. */
export function entryOf(changes: Partial<Journal> = {}): Journal {
  const { id, first_name, last_name, profile_img } = MARTA;
  return {
    id: 31,
    track: null,
    race: null,
    subject: null,
    jType: null,
    content: "",
    tags: [],
    photos: [],
    author: { id, first_name, last_name, profile_img },
    created: "2026-06-13T15:00:00.000Z",
    modified: "2026-06-13T15:00:00.000Z",
    replies: [],
    reply_count: changes.replies?.length ?? 0,
    hidden: false,
    straight_analysis_id: null,
    straight_analysis_name: null,
    straight_analysis_segments: [],
    regatta_report: null,
    kite_brand: null,
    kite_model: null,
    kite_size: null,
    foil_brand: null,
    foil_model: null,
    foil_wing: null,
    feel: -1,
    s_point: null,
    e_point: null,
    static_map: null,
    can: { edit: true, delete: true, reply: true, hide: false },
    ...changes,
  };
}

export const KITES: BoatCatalogueEntry[] = [
  {
    boat_type: "Kite",
    brand: "Ozone",
    name: "R1 V4",
    sizes_or_wings: ["9", "11"],
    evidence: "maker",
    sources: ["https://kites.example/r1-v4"],
  },
  {
    boat_type: "Foil",
    brand: "Levitaz",
    name: "R6",
    sizes_or_wings: ["590"],
    evidence: "maker",
    sources: ["https://foils.example/r6"],
  },
];

/** A session of a Laser so many days ago, as the figures of the dashboard have it. */
export function sessionOf(before: number, changes: Partial<ReportSession> = {}): ReportSession {
  const date = day(before);
  return {
    track_id: 100 + before,
    start_time: `${date}T10:00:00.000Z`,
    date,
    tz: "Europe/London",
    location: "Weymouth, United Kingdom",
    boat_class: "Laser",
    water_time: 3600,
    tacks: 14,
    gybes: 9,
    accelerations: 6,
    sets: 2,
    douses: 2,
    time_in_conditions: { Light: 0, Sf: 0, Df: 0, Windy: 0 },
    upwind_kn: null,
    speed_band: null,
    ...changes,
  };
}

/** So many sailors, the first with the hours, the others with none. */
export const leaderboardOf = (names: readonly (readonly [number, string, string])[], hours: number): Leaderboard =>
  names.map(([id, first_name, last_name], at) => ({
    id,
    first_name,
    last_name,
    profile_img: null,
    time_on_water: at === 0 ? hours : 0,
  }));

export const regattaOf = (regatta_name: string, before: number, changes: Partial<RegattaResult>): RegattaResult => ({
  date: day(before),
  pos: 1,
  num_competitors: 11,
  regatta_name,
  regatta_start: day(before + 1),
  regatta_end: day(before),
  journal_id: 31,
  track_ids: [],
  ...changes,
});

/** A polar without a session. */
export const NO_POLAR: Polar = {
  version: 1,
  boat_class: null,
  basis: null,
  sessions: 0,
  left_out: { no_wind: 0, wind_speed_partly: 0, other_version: 0 },
  straight_s: 0,
  own_track_share: 0,
  direction_sd_deg: null,
  bands: [],
  target: null,
  sides: { upwind: null, downwind: null },
  season: null,
};
