/** Synthetic recordings for tests: a zigzag upwind with one fix per second. */
import type { Target } from "@leebow/api/contract";
import type { FileAnalysis, TrackColumns } from "@leebow/core";

const START_MS = Date.UTC(2025, 5, 21, 11, 0, 0);

/** The polar of a club as it is kept for a class, in use. */
export const clubPolar = (boat_class: string): Target => ({
  id: 7,
  boat_class,
  name: "club.pol",
  over_ground: false,
  in_use: true,
  format: "qtvlm",
  damage: [],
  winds: [6, 16].map((tws_kn) => ({ tws_kn, twa_deg: [42, 60, 90, 150], speed_kn: [5, 5.5, 6, 5] })),
  created: "2026-08-01T10:00:00Z",
});

export function columnsOf(n: number): TrackColumns {
  const columns: TrackColumns = {
    n,
    time_ms: new Float64Array(n),
    lat_deg: new Float64Array(n),
    lon_deg: new Float64Array(n),
    channels: { sog: new Float32Array(n), cog: new Float32Array(n) },
  };
  let [x, y] = [0, 0];
  for (let i = 0; i < n; i++) {
    const cog = Math.floor(i / 120) % 2 === 0 ? 58 : 148;
    columns.time_ms[i] = START_MS + i * 1000;
    columns.lat_deg[i] = 39.407 + y / 111_195;
    columns.lon_deg[i] = -0.32 + x / 85_900;
    columns.channels.sog![i] = 2.5 + 0.5 * Math.sin(i / 30);
    columns.channels.cog![i] = cog;
    x += 2.5 * Math.sin((cog * Math.PI) / 180);
    y += 2.5 * Math.cos((cog * Math.PI) / 180);
  }
  return columns;
}

export function reportOf(extra: Partial<FileAnalysis> = {}): FileAnalysis {
  return {
    name: "zigzag.gpx",
    sha256: "",
    format: "gpx",
    device: null,
    sport: null,
    boat_class: "Other",
    points: 0,
    start_time: "2025-06-21T11:00:00.000Z",
    end_time: "2025-06-21T12:00:00.000Z",
    time_zone: "Europe/Madrid",
    undated: false,
    damage: { kept: 0, expected: null, losses: [], lacks: [] },
    parts: [],
    summary: {
      distance_m: 0,
      duration_s: 0,
      water_time_s: 0,
      max_speed_kn: null,
      max_speed_error_kn: null,
      sample_rate_hz: 1,
      tacks: 0,
      gybes: 0,
      sets: 0,
      douses: 0,
      turns: 0,
      straights: 0,
      accelerations: 0,
      conditions: { Light: 0, Sf: 0, Df: 0, Windy: 0 },
    },
    wind: null,
    wind_candidates: [],
    notes: [],
    maneuvers: [],
    straights: [],
    events: [],
    laps: [],
    sessions: [],
    records: {
      best_2_s: null,
      best_10_s: null,
      best_5x10_s: null,
      best_100_m: null,
      best_250_m: null,
      best_500_m: null,
      best_1852_m: null,
      best_half_hour: null,
      best_hour: null,
      alpha_500: null,
      vmg_up_2_min: null,
      vmg_down_2_min: null,
      best_day: null,
    },
    foiling: null,
    corrections: [],
    ...extra,
  };
}
