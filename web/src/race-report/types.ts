/** The answers of the analysis of races, as the engine serialises them (core/engine/src/race/answer.rs and input.rs). */

export type LineEnd = "pin" | "committee";
export type PlaceBasis = "device" | "hand" | "estimated";
export type LegKind = "up" | "reach" | "down";
export type WaypointKind = "line" | "mark" | "gate" | "offset" | "finish";

export interface RaceDay {
  races: RaceReport[];
  practice_starts: string[];
  notes: RaceNote[];
}

export type RaceNoteCode =
  | "no_start"
  | "no_wind"
  | "wind_may_be_reversed"
  | "few_boats"
  | "one_boat"
  | "no_gun"
  | "no_line"
  | "clock_differs"
  | "mixed_classes"
  | "stopped_early"
  | "joined_late"
  | "spectator"
  | "course_differs"
  | "no_finish"
  | "other_day"
  | "correction_not_applied";

export interface RaceNote {
  code: RaceNoteCode;
  text: string;
  track: string | null;
}

export interface RaceReport {
  start_time: string;
  end_time: string;
  gun_basis: "timer" | "typed" | "whole_minute" | "estimated";
  gun_sd_s: number;
  gun_candidates: { time: string; score: number }[];
  recalls: string[];
  tracks: string[];
  wind_source: "fleet" | "measured" | "boats";
  twd_deg: number;
  twd_sd_deg: number;
  line: StartLine | null;
  waypoints: RaceWaypoint[];
  legs: RaceLeg[];
  boats: RaceBoat[];
  notes: RaceNote[];
}

export interface RacePlace {
  lat_deg: number;
  lon_deg: number;
  sd_m: number;
  basis: PlaceBasis;
}

export interface StartLine {
  pin: RacePlace;
  committee: RacePlace;
  length_m: number;
  bearing_deg: number;
  bearing_sd_deg: number;
  bias_deg: number;
  bias_sd_deg: number;
  bias_m: number;
  bias_sd_m: number;
  favoured: LineEnd | null;
}

export interface RaceMark extends RacePlace {
  passings: number;
}

export interface RaceWaypoint {
  id: number;
  kind: WaypointKind;
  side: "port" | "starboard" | "either" | null;
  marks: RaceMark[];
  moved: boolean;
}

export interface RaceLeg {
  from: number;
  to: number;
  kind: LegKind;
  length_m: number;
  axis_deg: number;
  twd_deg: number;
  twd_sd_deg: number;
}

export interface RaceBoat {
  track: string;
  state: "finished" | "retired" | "course_differs" | "late";
  place: number | null;
  place_sure: boolean;
  elapsed_s: number | null;
  sailed_m: number | null;
  start: BoatStart | null;
  passings: (Passing | null)[];
  legs: (BoatLeg | null)[];
}

export interface BoatStart {
  to_line_m: number | null;
  to_line_sd_m: number | null;
  speed_at_gun_kn: number | null;
  crossed_after_s: number | null;
  crossed_sd_s: number | null;
  returned: boolean;
  line_position: number | null;
  over: "over" | "may_be_over" | "no" | null;
  places_after_60_s: [number, number] | null;
}

export interface Passing {
  waypoint: number;
  time: string;
  sd_s: number;
  place: number;
  place_sure: boolean;
  behind_s: number;
}

export interface BoatLeg {
  time_s: number;
  sailed_m: number;
  sailed_over_shortest_pct: number;
  vmg_kn: number;
  sog_kn: number;
  tacks: number;
  gybes: number;
  places_gained: number;
  gain_s: number;
  gain_sd_s: number;
}

export type RaceCorrection =
  | { action: "set_gun"; at: string; gun_time: string }
  | { action: "set_clock"; track: string; ahead_s: number }
  | { action: "place_mark"; at: string; waypoint: number; mark: number; lat_deg: number; lon_deg: number }
  | { action: "place_line_end"; at: string; end: LineEnd; lat_deg: number; lon_deg: number }
  | { action: "set_finish"; at: string; end: LineEnd; lat_deg: number; lon_deg: number }
  | { action: "merge_race"; at: string }
  | { action: "split_race"; at: string }
  | { action: "exclude_boat"; at: string; track: string };

/** A boat behind the leader: columns of equal length, a row a second; NaN where it is not known. */
export interface RaceColumns {
  track: string;
  time_ms: Float64Array;
  behind_s: Float32Array;
  behind_m: Float32Array;
  behind_sd_s: Float32Array;
  behind_sd_m: Float32Array;
  progress_m: Float32Array;
  /** Index of the leg; 255 outside the race. */
  leg: Uint8Array;
}
