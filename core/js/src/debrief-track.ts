import type {
  Current,
  DebriefCurrent,
  DebriefManeuver,
  DebriefRace,
  DebriefTrack,
  DebriefWind,
  FileAnalysis,
  Maneuver,
  RaceReport,
  TrackColumns,
  Wind,
} from "./core.ts";
import { sailedColumns } from "./sailed-columns.ts";

/**
 * The track of an analysis for {@link Core.debrief} and {@link Core.debrief_summary}, from its report and its columns, also
 * stored ones; as `debrief_track` of the engine: without the parts that are left out.
 */
export function debriefTrackOf(report: FileAnalysis, all: TrackColumns): DebriefTrack {
  const columns = sailedColumns(report, all);
  const channel = (id: string) => columns.channels[id] ?? new Float32Array(columns.n).fill(NaN);
  return {
    facts: {
      name: report.name,
      boat_class: report.boat_class,
      distance_m: report.summary.distance_m,
      water_time_s: report.summary.water_time_s,
      wind: report.wind && windOf(report.wind),
      current: report.wind?.current ? currentOf(report.wind.current) : null,
      maneuvers: report.maneuvers.map(maneuverOf),
      straights: report.straights.map(({ start_time, end_time }) => ({
        start_ms: Date.parse(start_time),
        end_ms: Date.parse(end_time),
      })),
    },
    time_ms: columns.time_ms,
    lat_deg: columns.lat_deg,
    lon_deg: columns.lon_deg,
    sog_mps: channel("sog"),
    cog_deg: channel("cog"),
  };
}

/** The races of a day in which this track took part, for {@link DebriefOptions}. */
export function debriefRacesOf(races: readonly RaceReport[], track: string): DebriefRace[] {
  return races.flatMap(({ start_time, end_time, tracks, boats }) => {
    const own = boats.find((boat) => boat.track === track);
    if (!own) return [];
    return {
      start_ms: Date.parse(start_time),
      end_ms: Date.parse(end_time),
      boats: tracks.filter((name) => name !== track),
      marks_ms: own.passings.flatMap((passing) => (passing ? Date.parse(passing.time) : [])),
    };
  });
}

function windOf({ source, flip_probability, series }: Wind): DebriefWind {
  return {
    own_track: source === "estimated",
    flip_probability,
    time_ms: series.map(({ time }) => Date.parse(time)),
    twd_deg: series.map(({ twd_deg }) => twd_deg),
    sd_deg: series.map(({ sd_deg }) => sd_deg),
    tws_kn: series.map(({ tws_kn }) => tws_kn),
  };
}

function currentOf({ set_deg, drift_kn }: Current): DebriefCurrent {
  return { set_deg, drift_kn };
}

function maneuverOf(maneuver: Maneuver): DebriefManeuver {
  const { kind, counted, to_side, loss_og_m, loss_80_m, loss_80_low_m, loss_80_high_m, evidence } = maneuver;
  const time_ms = Date.parse(maneuver.time);
  const after = (s: number | null) => (s === null ? null : time_ms + 1000 * s);
  return {
    kind,
    time_ms,
    start_ms: after(evidence.turn_start_s) ?? Date.parse(maneuver.start_time),
    end_ms: after(evidence.turn_end_s) ?? Date.parse(maneuver.end_time),
    recovered_ms: after(evidence.recovered_95_s),
    to_side,
    counted,
    // The debrief trims losses itself.
    averaged: maneuver.left_out_reason === null || maneuver.left_out_reason === "trimmed",
    along_wind: maneuver.loss_basis !== "speed",
    loss_og_m,
    loss_80_m,
    loss_80_low_m,
    loss_80_high_m,
  };
}
