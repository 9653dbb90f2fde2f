// Generated from the Rust types by the unit tests of the engine (core/engine/src/test_types.rs).

/**
 * Effect of a correction.
 */
export type Action = "change_kind" | "delete" | "add" | "move" | "pin_wind" | "leave_out" | "take_in" | "clock" | "wind_clock" | "trust_instruments" | "calibrate";

/**
 * A band of wind angles.
 */
export type Band = "up" | "down";

/**
 * Prior knowledge of a boat class (docs/algorithms.md, section 4). Angles and speed ratios: *from* published polars and
 * coaching manuals, rounded; concentrations, jerk and top speeds: *guess*.
 */
export type BoatClass = { name: string, 
/**
 * True for the classes of the specification, which forms list.
 */
listed: boolean, 
/**
 * Usual absolute wind angle upwind and downwind, deg.
 */
upwind_deg: number, downwind_deg: number, 
/**
 * Concentration (von Mises κ) of the downwind angles; standard deviation ≈ 57.3°/√κ.
 */
downwind_kappa: number, 
/**
 * Usual speed downwind divided by that upwind.
 */
speed_ratio: number, 
/**
 * Spectral density of the white jerk of the motion model, m²/s⁵ (section 3).
 */
jerk: number, 
/**
 * Speed above which the boat is on its foils, kn; null for classes that do not foil.
 */
foil_speed_kn: number | null, 
/**
 * Speed that no boat of the class reaches, kn: faster fixes are outliers.
 */
top_speed_kn: number, 
/**
 * True for keelboats: slower turns, and a recovery limit of 60 s instead of 30 s.
 */
keelboat: boolean, 
/**
 * True for boards under a sail, wing or kite, which gybe from reach to reach.
 */
board: boolean, 
/**
 * Length of the hull or board, m: published class rules, rounded.
 */
length_m: number, };

/**
 * A boat on a leg.
 */
export type BoatLeg = { time_s: number, sailed_m: number, 
/**
 * More than the least of the fleet, %.
 */
sailed_over_shortest_pct: number, 
/**
 * Length of the leg along the wind, or along a reach, over the time.
 */
vmg_kn: number, sog_kn: number, tacks: number, gybes: number, 
/**
 * Positive: places gained.
 */
places_gained: number, 
/**
 * Against the median boat; positive: gained.
 */
gain_s: number, gain_sd_s: number, };

/**
 * A boat at the start.
 */
export type BoatStart = { 
/**
 * From the bow to the line at the gun; negative beyond it. Null where it is withheld.
 */
to_line_m: number | null, to_line_sd_m: number | null, speed_at_gun_kn: number | null, crossed_after_s: number | null, crossed_sd_s: number | null, 
/**
 * True for a boat that went back behind the line after the gun.
 */
returned: boolean, 
/**
 * 0 at the pin, 1 at the committee boat.
 */
line_position: number | null, over: Over | null, 
/**
 * Best and worst place by distance to windward a minute after the gun, with 90 % probability.
 */
places_after_60_s: [number, number] | null, };

/**
 * How far a boat sailed the course.
 */
export type BoatState = "finished" | "retired" | "course_differs" | "late";

/**
 * A quantity that varies along a track.
 */
export type Channel = { 
/**
 * Unique id.
 */
id: string, 
/**
 * Name shown to users.
 */
name: string, 
/**
 * Unit of the stored column.
 */
unit: string, 
/**
 * Unit shown to users; displayed value = stored value × `display_factor`.
 */
display_unit: string, display_factor: number, 
/**
 * Number of decimals shown to users.
 */
decimals: number, 
/**
 * True for directions and angles that wrap at 360°.
 */
circular: boolean, 
/**
 * Definition and sign in one sentence.
 */
description: string, };

/**
 * One correction, as stored and exchanged in JSON. `kind`, `start_time` and `end_time` are those of the segment as it
 * was displayed when the correction was made. A field that the action does not use is an error.
 */
export type Correction = { action: Action, kind?: SegmentKind, 
/**
 * ISO 8601 UTC; `end_time` lies after `start_time`.
 */
start_time?: string, end_time?: string, to_kind?: SegmentKind, new_start_time?: string, new_end_time?: string, 
/**
 * Where the wind blew from, 0 to 360, of `pin_wind`.
 */
twd_deg?: number, 
/**
 * Added to all times of the recording by `clock`, of its wind log by `wind_clock`.
 */
shift_s?: number, calibration?: InstrumentErrors, 
/**
 * Which one `trust_instruments` uses; all without it.
 */
instrument?: Instrument, };

/**
 * Outcome of a correction.
 */
export type CorrectionOutcome = { 
/**
 * False when no segment matches it any more.
 */
applied: boolean, 
/**
 * Why it was not applied, a sentence; null when it was.
 */
reason: string | null, };

/**
 * Pearson correlation of two columns over the straights.
 */
export type CorrelationRow = { col1: string, col2: string, r: number, 
/**
 * Number of straights with both values, and the two-sided p value.
 */
n: number, p: number, };

/**
 * Losses of one maneuver and the wind it was sailed in.
 */
export type Cost = { kind: SegmentKind, loss_og_m: number | null, loss_80_m: number | null, 
/**
 * Whether it takes part in averages; the losses of all that do are of one basis (section 8.4).
 */
averaged: boolean, 
/**
 * Measured wind speed, 10 min mean about the maneuver.
 */
tws_kn: number | null, entry_speed_kn: number | null, };

/**
 * What the length of a course rests on.
 */
export type CourseBasis = "stated" | "marks";

/**
 * Mean current over a track, each value with its standard deviation.
 */
export type Current = { 
/**
 * Direction the water moves towards.
 */
set_deg: number, set_sd_deg: number, drift_kn: number, drift_sd_kn: number, };

/**
 * The damage report of one file.
 */
export type Damage = { 
/**
 * Points read.
 */
kept: number, 
/**
 * Points that the undamaged file holds; null when that is unknown.
 */
expected: number | null, losses: Array<Loss>, 
/**
 * Data that the file never held, one sentence each.
 */
lacks: Array<string>, };

/**
 * What cost most in a session, against references that are named.
 */
export type Debrief = { head: DebriefHead, 
/**
 * All three references, the preferred first, with the reason why one is missing.
 */
references: Array<DebriefReference>, 
/**
 * Earlier sessions that can be compared: same class and wind category, within 12 months.
 */
sessions: number, 
/**
 * Where the distance went, by each reference that there is, in the order of `references`.
 */
budgets: Array<DebriefBudget>, 
/**
 * What differs by more than chance and cost distance, the largest first; at most five.
 */
findings: Array<DebriefFinding>, 
/**
 * The same where this session was better.
 */
went_well: Array<DebriefFinding>, 
/**
 * What could be repeated of the own best third, the largest first; no findings.
 */
potentials: Array<DebriefPotential>, 
/**
 * How many quantities were compared without a difference that is shown.
 */
not_shown: number, 
/**
 * Where nothing was found, a sentence; null where there are findings.
 */
no_finding: string | null, little: DebriefLittle, 
/**
 * What could not be separated or measured and why, a sentence each.
 */
notes: Array<string>, };

/**
 * The budget of one band. The parts add up to `lost_m`.
 */
export type DebriefBand = { band: Band, seconds: number, lost_m: number, lost_sd_m: number, 
/**
 * In the order of [`PartCode`]; parts that cannot be separated are absent.
 */
parts: Array<DebriefPart>, 
/**
 * Distance gained by being on the lifted tack as a share of the greatest possible; null without a wind that is
 * independent of the track.
 */
shift_capture: number | null, };

/**
 * Distance made good that was lost against a reference, in parts.
 */
export type DebriefBudget = { reference: ReferenceKind, 
/**
 * "You made good 312 ± 22 m less than your last six sessions would have in the same time and wind."
 */
text: string, 
/**
 * Sum over the bands, m; negative for gained.
 */
lost_m: number, lost_sd_m: number, 
/**
 * What was made good and what the reference would have, m.
 */
made_good_m: number, expected_m: number, 
/**
 * Upwind, then downwind; a band that was not sailed is absent.
 */
bands: Array<DebriefBand>, };

/**
 * The mean current of a track.
 */
export type DebriefCurrent = { 
/**
 * Direction the water moves towards.
 */
set_deg: number, drift_kn: number, };

/**
 * Where a finding is seen on the map and in the tables.
 */
export type DebriefEvidence = { 
/**
 * Indices of maneuvers of the analysis; empty for what is no turn.
 */
maneuvers: Array<number>, 
/**
 * In time order; empty for turns.
 */
ranges: Array<DebriefRange>, minutes: number, };

/**
 * What the analysis found in a track.
 */
export type DebriefFacts = { 
/**
 * By which races name the track.
 */
name: string, 
/**
 * A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
 */
boat_class: string | null, distance_m: number, water_time_s: number, 
/**
 * The wind that named the maneuvers; absent without one.
 */
wind: DebriefWind | null, 
/**
 * The current, where the track shows one. Only the polar uses it.
 */
current: DebriefCurrent | null, 
/**
 * All maneuvers of the analysis in its order: a finding names its turns by their index.
 */
maneuvers: Array<DebriefManeuver>, straights: Array<DebriefStraight>, };

/**
 * A difference from a reference that is larger than chance.
 */
export type DebriefFinding = { code: QuantityCode, reference: ReferenceKind, 
/**
 * "Tacks cost 9.1 m each, 2.7 ± 1.1 m more than in your last six sessions in about this wind: 113 m today."
 */
text: string, 
/**
 * A second sentence with further figures; null where there is none.
 */
detail: string | null, 
/**
 * "Your last six Laser sessions in 6 to 10 kn, 212 min upwind"
 */
compared_with: string, 
/**
 * Today's value and what was expected, in `unit`.
 */
today: number, expected: number, 
/**
 * today - expected, its standard deviation and 90 % confidence interval.
 */
effect: number, sd: number, low: number, high: number, unit: DebriefUnit, 
/**
 * Metres over the session, positive for lost, and the standard deviation.
 */
total_m: number, total_sd_m: number, 
/**
 * Probability of a difference at least as large by chance.
 */
p: number, evidence: DebriefEvidence, plot: DebriefPlot, 
/**
 * Earlier sessions, in time order; empty for another reference.
 */
earlier: Array<SessionValue>, };

/**
 * The session in figures.
 */
export type DebriefHead = { 
/**
 * "1 h 50, 7.3 nm, 42 tacks, 24 gybes, 4.0 kn on average. Wind 112° ± 5°, 8 kn, estimated from this track."
 */
text: string, water_time_s: number, distance_m: number, mean_speed_kn: number | null, tacks: number, gybes: number, twd_deg: number | null, twd_sd_deg: number | null, tws_kn: number | null, wind_category: WindCategory | null, 
/**
 * Minutes of straights in each band.
 */
upwind_minutes: number, downwind_minutes: number, };

/**
 * What there is of what is needed for findings.
 */
export type DebriefLittle = { 
/**
 * True where no row of turns or minutes is full, so that nothing at all can be said.
 */
too_little: boolean, 
/**
 * "Too little to say: 3 tacks"; null where there is enough.
 */
text: string | null, rows: Array<LittleRow>, };

/**
 * A maneuver of the analysis. Times are UTC ms.
 */
export type DebriefManeuver = { kind: SegmentKind, time_ms: number, 
/**
 * Start and end of the turn; of kinds that are no turns, of the maneuver.
 */
start_ms: number, end_ms: number, 
/**
 * End of the recovery to 95 % of the speed; null where it was not measured.
 */
recovered_ms: number | null, to_side: TackSide | null, counted: boolean, 
/**
 * Whether it takes part in averages, or is trimmed from them.
 */
averaged: boolean, 
/**
 * Whether its losses are distances along the wind (true) or along the course.
 */
along_wind: boolean, 
/**
 * Loss until 95 % of the speed was regained, m.
 */
loss_og_m: number | null, 
/**
 * Loss until 80 % was regained and its 90 % confidence interval, m.
 */
loss_80_m: number | null, loss_80_low_m: number | null, loss_80_high_m: number | null, };

/**
 * With what a session is compared. Every field has a default; unknown fields are an error.
 */
export type DebriefOptions = { 
/**
 * Summaries of other sessions of the same sailor in any order. Those of another class or wind category, those later or
 * more than 12 months before, and those of the same time are left out.
 */
earlier: Array<SessionSummary>, 
/**
 * Races of the day in which this track took part.
 */
races: Array<DebriefRace>, 
/**
 * Wind over the course, of the fleet or measured, in place of the track's own.
 */
wind: RaceWindColumns | null, };

/**
 * A part of the distance lost.
 */
export type DebriefPart = { code: PartCode, 
/**
 * Negative for gained.
 */
lost_m: number, sd_m: number, 
/**
 * Number of turns or roundings; null for others.
 */
count: number | null, 
/**
 * Duration; null for turns and roundings.
 */
seconds: number | null, };

/**
 * The data of a finding's plot.
 */
export type DebriefPlot = { "kind": "turn_speed", time_s: Array<number>, chosen_kn: Array<number | null>, best_third_kn: Array<number | null>, 
/**
 * Mean start and end of the turns.
 */
turn_start_s: number, turn_end_s: number, } | { "kind": "values", values: Array<DebriefValue>, expected: number, expected_sd: number, } | { "kind": "over_time", time: Array<string>, values: Array<number | null>, expected: Array<number | null>, expected_sd: number, } | { "kind": "sessions", today: number, today_sd: number, expected: number, expected_sd: number, };

/**
 * What could be repeated of the own best third: its measured lead, reduced to the share that is not chance.
 */
export type DebriefPotential = { code: QuantityCode, 
/**
 * "Your best third of tacks lost 4.1 m less; about 2.8 m of it is repeatable."
 */
text: string, compared_with: string, today: number, best_third: number, unit: DebriefUnit, 
/**
 * Share of the variance between the values that is no measurement error, [0, 1].
 */
reliability: number, 
/**
 * Repeatable, of one turn, in `unit`.
 */
each: number, each_sd: number, total_m: number, total_sd_m: number, 
/**
 * The turns outside of the best third.
 */
evidence: DebriefEvidence, plot: DebriefPlot, };

/**
 * A race in which the track took part. Times are UTC ms.
 */
export type DebriefRace = { start_ms: number, end_ms: number, 
/**
 * Names of the other tracks that took part.
 */
boats: Array<string>, 
/**
 * When this track passed the marks, in time order.
 */
marks_ms: Array<number>, };

/**
 * A time range, half-open.
 */
export type DebriefRange = { start_time: string, end_time: string, };

/**
 * A reference and whether there is one.
 */
export type DebriefReference = { kind: ReferenceKind, 
/**
 * "Last six", "Best third", "Race boats".
 */
label: string, available: boolean, 
/**
 * Why it is missing, a sentence; null where it is available.
 */
reason: string | null, };

/**
 * A straight of the analysis, UTC ms.
 */
export type DebriefStraight = { start_ms: number, end_ms: number, };

/**
 * Unit of a finding.
 */
export type DebriefUnit = "m" | "kn" | "deg" | "pct";

/**
 * A value of a turn.
 */
export type DebriefValue = { time: string, value: number, 
/**
 * Index of the maneuver.
 */
maneuver: number, 
/**
 * Whether it belongs to the evidence, such as the turns outside of the best third.
 */
chosen: boolean, };

/**
 * The wind of a track, in columns of equal length.
 */
export type DebriefWind = { 
/**
 * True for a direction estimated from this track alone, which flatters the use of its shifts.
 */
own_track: boolean, 
/**
 * Probability that it blew from the opposite direction, [0, 1].
 */
flip_probability: number, 
/**
 * UTC ms, rising.
 */
time_ms: Array<number>, twd_deg: Array<number>, sd_deg: Array<number>, 
/**
 * Null where not measured.
 */
tws_kn: Array<number | null>, };

/**
 * An event that the device recorded by itself or at the press of a button.
 */
export type DeviceEvent = { kind: DeviceEventKind, 
/**
 * ISO 8601 UTC, as all times of the contract.
 */
time: string, 
/**
 * End of a pause; null for all other kinds.
 */
end_time: string | null, 
/**
 * Description, a sentence.
 */
words: string, 
/**
 * Position of `pin` and `committee_boat`; null for all other kinds.
 */
lat_deg: number | null, lon_deg: number | null, };

/**
 * Kind of a [`DeviceEvent`].
 */
export type DeviceEventKind = "pause" | "timer_reset" | "timer_start" | "timer_sync" | "race_start" | "race_end" | "pin" | "committee_boat" | "mark";

/**
 * A difference of two readings, and which one follows the format's specification.
 */
export type Difference = { 
/**
 * What differs, one sentence.
 */
said: string, 
/**
 * Which is right and why, a sentence or two.
 */
right: string, 
/**
 * The place in the format's specification.
 */
clause: string, };

/**
 * A distance sailed.
 */
export type DistanceRecord = { 
/**
 * Distance, and its standard deviation.
 */
distance_m: number, error_m: number, 
/**
 * Time in which it was sailed, without slower sailing and gaps.
 */
duration_s: number, start_time: string, end_time: string, start: number, end: number, };

/**
 * An instrument that contradicts the track.
 */
export type Doubt = { instrument: Instrument, reason: DoubtReason, 
/**
 * What contradicts, one of `notes`.
 */
sentence: string, 
/**
 * True where the user has chosen to use it all the same.
 */
used: boolean, 
/**
 * Times inside the recording, in order.
 */
spans: Array<DoubtedSpan>, 
/**
 * From the start of the recording on, so many seconds apart.
 */
step_s: number, readings: Array<DoubtReading>, };

/**
 * What an instrument read beside what the track says: directions in deg, speeds in kn.
 */
export type DoubtReading = { read: number | null, track: number | null, };

/**
 * Why an instrument is doubted.
 */
export type DoubtReason = "turns_with_boat" | "opposite" | "frozen";

/**
 * A time at which an instrument contradicts the track.
 */
export type DoubtedSpan = { start_time: string, end_time: string, };

/**
 * Two boats on one leg.
 */
export type Duel = { 
/**
 * Names of the tracks.
 */
a: string, b: string, 
/**
 * Index of the leg.
 */
leg: number, 
/**
 * From when both boats sailed the leg until the first one ended it.
 */
start_time: string, end_time: string, 
/**
 * By which `a` was ahead then; the end is the start and the total.
 */
start_m: number, end_m: number, sum: DuelParts, phases: Array<DuelPhase>, 
/**
 * Where they were to each other, every other second and at the end.
 */
points: Array<DuelPoint>, 
/**
 * What made the difference beyond chance, the largest first; empty when it is too close to tell.
 */
said: Array<DuelSaid>, };

/**
 * Metres that `a` gained, by cause. The total is their sum.
 */
export type DuelParts = { 
/**
 * Sailing faster.
 */
speed_m: number, speed_sd_m: number, 
/**
 * Sailing higher, or lower on a run, on the same tack. 0 without a wind.
 */
height_m: number, height_sd_m: number, 
/**
 * The side of the course: shifts, and the angles sailed while on opposite tacks. 0 without a wind.
 */
shift_m: number, shift_sd_m: number, 
/**
 * Tacks and gybes. 0 without a wind.
 */
turns_m: number, turns_sd_m: number, 
/**
 * Gaps in the tracks, stops, roundings, and without a wind all but the speed.
 */
rest_m: number, rest_sd_m: number, total_m: number, total_sd_m: number, };

/**
 * A part of the leg.
 */
export type DuelPhase = { start_time: string, end_time: string, relation: DuelRelation, 
/**
 * Sailing faster.
 */
speed_m: number, speed_sd_m: number, 
/**
 * Sailing higher, or lower on a run, on the same tack. 0 without a wind.
 */
height_m: number, height_sd_m: number, 
/**
 * The side of the course: shifts, and the angles sailed while on opposite tacks. 0 without a wind.
 */
shift_m: number, shift_sd_m: number, 
/**
 * Tacks and gybes. 0 without a wind.
 */
turns_m: number, turns_sd_m: number, 
/**
 * Gaps in the tracks, stops, roundings, and without a wind all but the speed.
 */
rest_m: number, rest_sd_m: number, total_m: number, total_sd_m: number, };

/**
 * Two boats at one moment.
 */
export type DuelPoint = { 
/**
 * After `start_time`, s.
 */
after_s: number, 
/**
 * By which `a` was ahead along the leg, and its standard deviation, m; null in a gap.
 */
ahead_m: number | null, ahead_sd_m: number | null, 
/**
 * By which `a` was to the right of `b`, looking along the leg, m.
 */
right_m: number | null, 
/**
 * The side over which the wind came; null on a reach, and in a gap.
 */
a_tack: TackSide | null, b_tack: TackSide | null, };

/**
 * How two boats sailed to each other.
 */
export type DuelRelation = "same_tack" | "apart" | "together" | "to_mark";

/**
 * Two boats on one leg of a race.
 */
export type DuelRequest = { 
/**
 * Of the race, as its report says it.
 */
start_time: string, 
/**
 * Names of the tracks.
 */
a: string, b: string, 
/**
 * Index of the leg.
 */
leg: number, };

/**
 * A cause of the difference.
 */
export type DuelSaid = "speed" | "height" | "shift" | "turns" | "lower_and_faster" | "higher_and_slower";

/**
 * Quantities by which a maneuver was named and measured. Null for kinds that are no turns.
 */
export type Evidence = { 
/**
 * Absolute wind angle before and after the turn, deg.
 */
wind_angle_in_deg: number | null, wind_angle_out_deg: number | null, 
/**
 * Course before and after the turn, deg.
 */
course_in_deg: number | null, course_out_deg: number | null, 
/**
 * Axis the course passed: "wind_from" (head to wind), "wind_to" (dead downwind), "both" or "neither"; empty without a
 * wind.
 */
passed: string, 
/**
 * Wind direction by which the turn was named, and its standard deviation, deg.
 */
wind_deg: number | null, wind_sd_deg: number | null, 
/**
 * Wind direction by which the loss was measured (docs/algorithms.md, section 8.1), and its standard deviation, deg.
 */
loss_wind_deg: number | null, loss_wind_sd_deg: number | null, 
/**
 * Start and end of the turn, and of the recovery to 80 % and to 95 %, s from `time`.
 */
turn_start_s: number | null, turn_end_s: number | null, recovered_80_s: number | null, recovered_95_s: number | null, };

/**
 * Losses against wind speed or entry speed, with a regression line.
 */
export type ExpectedLoss = { 
/**
 * Quantity of x: "tws_kn" when at least five maneuvers have a measured wind, else "entry_speed_kn".
 */
x: string, losses: Array<LossPoint>, 
/**
 * Null with fewer than five losses or constant x.
 */
regression: LossLine | null, 
/**
 * End points of the line, from the 5th to the 95th percentile of x; empty without a line.
 */
rline: Array<LinePoint>, };

/**
 * One element of `files` in the outward contract.
 */
export type FileAnalysis = { 
/**
 * As the caller names the file.
 */
name: string, 
/**
 * SHA-256 of the whole input, lower-case hexadecimal.
 */
sha256: string, format: Format, 
/**
 * Device or maker; null where the file does not name it.
 */
device: string | null, 
/**
 * Sport the device was set to, as the file spells it; of a generic one the name of its profile.
 */
sport: string | null, boat_class: string, 
/**
 * Fixes of the cleaned track.
 */
points: number, start_time: string, end_time: string, 
/**
 * IANA name. Null from the engine; `@leebow/core` fills it from the first position.
 */
time_zone: string | null, 
/**
 * The file has no dates: its times are those of 1970-01-01.
 */
undated: boolean, damage: Damage, 
/**
 * What the recording consists of, in time order; one part of sailing as a rule.
 */
parts: Array<TrackPart>, summary: Summary, records: Records, 
/**
 * Null for classes that do not foil.
 */
foiling: Foiling | null, wind: Wind | null, 
/**
 * Where the wind is null, directions that fit the track, the most probable first, at most four; else empty.
 */
wind_candidates: Array<WindCandidate>, 
/**
 * Instruments that contradict the track: they are not used there, unless a correction says so. Absent without one.
 */
doubts?: Array<Doubt>, 
/**
 * Remarks on the wind, the corrections and the maneuvers, a sentence each.
 */
notes: Array<string>, 
/**
 * Outcome of each correction of the options, in their order.
 */
corrections: Array<CorrectionOutcome>, maneuvers: Array<Maneuver>, straights: Array<Straight>, 
/**
 * Pauses, race timer, ends of the line and marks, in time order.
 */
events: Array<DeviceEvent>, 
/**
 * Laps, then sessions, as the device totalled them.
 */
laps: Array<Lap>, sessions: Array<Lap>, };

/**
 * Finishing position and number of competitors.
 */
export type Finish = { pos: number, num_competitors: number, };

/**
 * Wind of a fleet, and at each of its boats.
 */
export type FleetAnswer = { 
/**
 * At the mean position of the boats; null when it is not determined.
 */
wind: FleetWind | null, 
/**
 * Why there is no wind, a sentence; else null.
 */
reason: string | null, boats: Array<FleetBoat>, };

/**
 * One boat of a fleet.
 */
export type FleetBoat = { 
/**
 * Name of the file.
 */
name: string, 
/**
 * Index of her evidence in the input.
 */
row: number, 
/**
 * True when her track is part of the fleet's wind.
 */
has_vote: boolean, 
/**
 * Why not, a sentence; else null.
 */
reason: string | null, 
/**
 * The fleet's wind at her place, for her own analysis; null when her track fits another wind only.
 */
wind: FleetWind | null, };

/**
 * Wind of a fleet over time, in columns of equal length.
 */
export type FleetWind = { 
/**
 * Greatest number of winds combined at a moment.
 */
boats: number, 
/**
 * First and last moment (ISO 8601 UTC).
 */
start_time: string, end_time: string, 
/**
 * Mean direction over the time, and root mean square of the standard deviation, deg.
 */
mean_twd_deg: number, mean_sd_deg: number, flip_probability: number, 
/**
 * Rising, UTC ms.
 */
time_ms: Array<number>, twd_deg: Array<number>, sd_deg: Array<number>, 
/**
 * Current, where most boats determine it: set (deg), drift (m/s), standard deviation of each.
 */
current: [number, number, number, number] | null, };

/**
 * One flight, from take-off to touch-down.
 */
export type Flight = { 
/**
 * Take-off and touch-down.
 */
start_time: string, end_time: string, start: number, end: number, duration_s: number, distance_m: number, 
/**
 * Mean speed.
 */
speed_kn: number, };

/**
 * Time on the foils, of classes that foil.
 */
export type Foiling = { 
/**
 * A flight begins with a 2 s mean speed above the first and ends with one below the second; both are of the class.
 */
take_off_kn: number, touch_down_kn: number, 
/**
 * Least duration of a flight.
 */
shortest_s: number, 
/**
 * Time under way, and time in flight.
 */
sailing_s: number, foiling_s: number, 
/**
 * 100 · foiling_s / sailing_s; null when the boat was never under way.
 */
share_pct: number | null, longest_s: number | null, 
/**
 * In time order.
 */
flights: Array<Flight>, };

/**
 * File format, detected by content.
 */
export type Format = "fit" | "gpx" | "csv" | "nmea" | "vkx" | "vtk" | "tcx" | "kml" | "geojson" | "ubx" | "sbp" | "sbn" | "oao" | "gpy" | "n2k" | "ebl" | "signalk";

/**
 * What the moment of the gun rests on.
 */
export type GunBasis = "timer" | "typed" | "whole_minute" | "estimated";

/**
 * A possible moment of the gun.
 */
export type GunCandidate = { time: string, 
/**
 * Share of the evidence, [0, 1].
 */
score: number, };

/**
 * A boat in a [`HandicapResult`].
 */
export type HandicapBoat = { track: string, 
/**
 * Time correction factor, or allowance in s/nm; null where she has none.
 */
rating: number | null, 
/**
 * By which the gun of her class was after that of the race.
 */
start_after_s: number, 
/**
 * A boat with a score has no place.
 */
score: RaceScore | null, 
/**
 * From the gun of her class to the finish.
 */
elapsed_s: number | null, corrected_s: number | null, place: number | null, 
/**
 * False where this place and another one could be the other way round.
 */
place_sure: boolean, 
/**
 * Behind the first boat by corrected time.
 */
behind_s: number | null, };

/**
 * The result of a race by corrected time.
 */
export type HandicapResult = { 
/**
 * Null where no boat has a rating: corrected times are then the elapsed ones.
 */
system: RatingSystem | null, 
/**
 * Length of the course for time on distance, nautical miles.
 */
course_nm: number | null, course_basis: CourseBasis | null, 
/**
 * By place; boats without one last.
 */
boats: Array<HandicapBoat>, };

/**
 * Median loss of one date's maneuvers by wind category, m; null with fewer than three.
 */
export type Improvement = { 
/**
 * YYYY-MM-DD.
 */
date: string, Light: number | null, Sf: number | null, Df: number | null, Windy: number | null, };

/**
 * One value per wind category.
 */
export type InConditions = { Light: number, Sf: number, Df: number, Windy: number, };

/**
 * What may contradict the track.
 */
export type Instrument = "vane" | "wind" | "log" | "compass" | "speed" | "course";

/**
 * What corrects the readings of the instruments on board; an instrument without a figure is as it reads.
 */
export type InstrumentErrors = { 
/**
 * Added to the wind angles of the vane, deg.
 */
vane_deg?: number, 
/**
 * By which speeds through the water are multiplied.
 */
log_factor?: number, 
/**
 * Added to headings, deg.
 */
compass_deg?: number, 
/**
 * Added to the angle of heel, deg.
 */
heel_deg?: number, };

/**
 * The result for one file.
 */
export type Judged = { 
/**
 * Name of the file in an archive; null for a file outside archives.
 */
inside: string | null, verdict: Verdict | null, 
/**
 * Why there is no result: kind and sentence.
 */
failed: Refusal | null, };

/**
 * A lap or a session with the totals of the device, which are not derived from the fixes.
 */
export type Lap = { 
/**
 * "Lap 3" or "Session 1", numbered in file order.
 */
name: string, start_time: string, end_time: string, 
/**
 * Time with the timer of the device running, s.
 */
timer_s: number | null, distance_m: number | null, mean_speed_kn: number | null, max_speed_kn: number | null, 
/**
 * Sport of a session as the file spells it.
 */
sport: string | null, };

/**
 * One row of the leaderboard.
 */
export type LeaderboardRow = { id: number, time_on_water_h: number, };

/**
 * Why a maneuver is left out of averages by default.
 */
export type LeftOutReason = "not_counted" | "no_loss" | "circling" | "wide_turn" | "trimmed";

/**
 * Kind of a leg by its axis against the wind.
 */
export type LegKind = "up" | "reach" | "down";

/**
 * End of a line.
 */
export type LineEnd = "pin" | "committee";

/**
 * One end point of the line.
 */
export type LinePoint = { x: number, 
/**
 * Metres.
 */
value: number, 
/**
 * "regression".
 */
type: string, };

/**
 * What a [`LittleRow`] counts: turns, minutes of straights, sessions.
 */
export type LittleCode = "tacks" | "gybes" | "upwind_minutes" | "downwind_minutes" | "sessions";

/**
 * One need.
 */
export type LittleRow = { code: LittleCode, 
/**
 * "Tacks", "Straight upwind", "Earlier Laser sessions in 6 to 10 kn"
 */
label: string, have: number, need: number, };

/**
 * One range `[from, to)` of bytes, lines or rows, counted from 0, of which nothing or not everything was read.
 */
export type Loss = { from: number, to: number, unit: LossUnit, kind: LossKind, 
/**
 * Points lost here, as far as it is known.
 */
points: number, 
/**
 * UTC time of the last fix before the loss, ms since 1970; null when there is none.
 */
time_ms: number | null, 
/**
 * A sentence for the user: what happened and what was read.
 */
reason: string, };

/**
 * What a loss is a loss of (docs/algorithms.md, section 8.4). Losses of different bases are not averaged together.
 */
export type LossBasis = "vmg" | "speed";

/**
 * From the median of the first compared month to that of the last, and half of the 90 % confidence interval of the
 * difference.
 */
export type LossChange = { 
/**
 * YYYY-MM.
 */
from: string, to: string, from_m: number, to_m: number, half_90_m: number, };

/**
 * Kind of a [`Loss`]; the sentence for the user is in `reason`.
 */
export type LossKind = "truncated" | "checksum" | "malformed" | "no_position" | "no_time" | "time_order" | "jump" | "limit";

/**
 * Ordinary least squares of loss on x, and the robust Theil-Sen slope.
 */
export type LossLine = { n: number, slope: number, intercept: number, r2: number, theil_sen_slope: number | null, };

/**
 * Quartiles of the losses of a month.
 */
export type LossMonth = { 
/**
 * YYYY-MM.
 */
month: string, 
/**
 * Number of turns.
 */
count: number, lower_m: number, median_m: number, upper_m: number, 
/**
 * Whether it has the ten turns by which months are compared.
 */
compared: boolean, };

/**
 * One maneuver of [`ExpectedLoss`].
 */
export type LossPoint = { x: number, 
/**
 * Metres.
 */
loss: number, date: string, 
/**
 * "loss".
 */
type: string, };

/**
 * Slope of the monthly medians, m a month, and half of its 90 % confidence interval.
 */
export type LossTrend = { slope_m: number, half_90_m: number, };

/**
 * Unit of a [`Loss`] range.
 */
export type LossUnit = "byte" | "line" | "row";

/**
 * One maneuver of the outward contract.
 */
export type Maneuver = { kind: SegmentKind, 
/**
 * "Tack 1", "Gybe 3", "Bear Away 1": numbered per kind in time order.
 */
name: string, 
/**
 * The moment (ISO 8601 UTC): bow or stern through the wind, or the middle of the course change.
 */
time: string, start_time: string, end_time: string, 
/**
 * Half-open range of fixes.
 */
start: number, end: number, 
/**
 * Ids of flags, defined in docs/algorithms.md, sections 7.8 and 8.5.
 */
flags: Array<string>, 
/**
 * Tack before and after; null for kinds that are no turns, and where the wind is not known.
 */
from_side: TackSide | null, to_side: TackSide | null, duration_s: number, 
/**
 * Course change.
 */
angle_deg: number | null, entry_speed_kn: number | null, exit_speed_kn: number | null, min_speed_kn: number | null, max_speed_kn: number | null, max_turn_rate_dps: number | null, min_turn_rate_dps: number | null, avg_turn_rate_dps: number | null, 
/**
 * False for a maneuver that is listed but no part of the summary's counts.
 */
counted: boolean, 
/**
 * Why it is not counted; null when it is.
 */
not_counted_reason: NotCountedReason | null, 
/**
 * Why it is left out of averages, medians and regressions unless the user selects it; null when it takes part.
 */
left_out_reason: LeftOutReason | null, 
/**
 * How both losses were measured; null without a loss.
 */
loss_basis: LossBasis | null, 
/**
 * Metres lost until 95 % of the speed was regained; negative for a gain. Null where it is undefined or the boat did
 * not recover (docs/algorithms.md, section 8.4).
 */
loss_og_m: number | null, 
/**
 * The same until 80 % was regained.
 */
loss_80_m: number | null, 
/**
 * 90 % confidence interval of loss_80, by the uncertainties of the wind and of the fixes.
 */
loss_80_low_m: number | null, loss_80_high_m: number | null, 
/**
 * Metres lost up to the moment at which the recovery was interrupted, of a boat that did not regain 80 % of its
 * speed, or against a speed that was still rising from the turn before; null when there is a loss, and for a gain. The
 * reason is `no_loss_reason`.
 */
loss_at_least_m: number | null, 
/**
 * Why `loss_80_m` is null, of tacks, gybes, turns, bear aways and douses.
 */
no_loss_reason: NoLossReason | null, 
/**
 * Measured wind speed, mean over 10 min about the moment; null when not measured.
 */
tws_kn: number | null, 
/**
 * Distance made good from the start to the end of the turn: to windward in a tack, to leeward in a gybe; else null.
 */
made_good_m: number | null, 
/**
 * Reliability, [0, 1]; maneuvers of at least 0.5 are counted.
 */
quality: number, evidence: Evidence, 
/**
 * Up to 64 samples of the path around the turn; empty for kinds that are no turns.
 */
preview: Array<PreviewPoint>, };

/**
 * On which side a mark is left.
 */
export type MarkSide = "port" | "starboard" | "either";

/**
 * Median loss and half of its 90 % confidence interval; null of one session.
 */
export type MedianLoss = { median_m: number, half_90_m: number | null, };

/**
 * Why a maneuver has no loss, or no more than a lower bound.
 */
export type NoLossReason = "fell" | "stopped" | "next_maneuver" | "not_recovered" | "recording_begins" | "recording_ends" | "gap" | "slow_entry" | "part_of_turn" | "previous_maneuver" | "sparse";

/**
 * Why a maneuver is listed but not counted (docs/algorithms.md, section 8.5).
 */
export type NotCountedReason = "entry_not_recorded" | "taken_back" | "drifting" | "from_standstill" | "ends_in_stop" | "narrow_tack" | "small_course_change" | "uncertain_wind" | "low_quality";

/**
 * Options of one analysis. Every field has a default; unknown fields are an error.
 */
export type Options = { 
/**
 * A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
 */
boat_class: string | null, 
/**
 * The direction the wind blew from as the user gives it, deg, about ± 15°: decides which way the wind blew; the track
 * refines it.
 */
wind_hint_deg: number | null, 
/**
 * Wind of the fleet at this boat, which replaces the estimate of its own track (feature `fleet`, native only).
 */
fleet_wind: FleetWind | null, 
/**
 * Corrections by the user, applied in this order.
 */
corrections: Array<Correction>, };

/**
 * Whether a boat was over the line at the gun.
 */
export type Over = "over" | "may_be_over" | "no";

/**
 * What a part of the budget is about.
 */
export type PartCode = "tacks" | "gybes" | "speed" | "angle" | "shifts" | "angle_and_shifts" | "extra" | "stops" | "unexplained";

/**
 * What a part is.
 */
export type PartKind = "sailing" | "towed" | "motoring" | "on_land" | "other_sport" | "ashore" | "at_rest" | "unknown";

/**
 * A boat at a waypoint.
 */
export type Passing = { waypoint: number, time: string, sd_s: number, place: number, place_sure: boolean, 
/**
 * Behind the first boat.
 */
behind_s: number, };

/**
 * Losses of the turns of one person.
 */
export type PersonLosses = { 
/**
 * Number of the person.
 */
person: number, 
/**
 * Over all months; null with fewer than ten turns.
 */
loss: MedianLoss | null, 
/**
 * Months with a loss, in the order of the sessions.
 */
months: Array<LossMonth>, 
/**
 * Between the first and the last compared month; null with fewer than two, or when no month has two sessions.
 */
change: LossChange | null, 
/**
 * Null with fewer than three compared months, or when no month has two sessions.
 */
trend: LossTrend | null, };

/**
 * What a position rests on.
 */
export type PlaceBasis = "device" | "hand" | "estimated";

/**
 * How fast a boat sails at each wind angle, and the best speed made good.
 */
export type Polar = { version: number, boat_class: string, 
/**
 * Null where there is nothing to show.
 */
basis: PolarBasis | null, 
/**
 * Sessions that are in it. Recordings of the same time are one session.
 */
sessions: number, left_out: PolarLeftOut, straight_s: number, 
/**
 * Share of the sessions whose wind is estimated from the track, [0, 1].
 */
own_track_share: number, 
/**
 * Median standard deviation of the wind's direction.
 */
direction_sd_deg: number | null, 
/**
 * From light to strong; those with time.
 */
bands: Array<PolarBand>, sides: PolarSides, season: PolarSeason, };

/**
 * One band of wind.
 */
export type PolarBand = { 
/**
 * "light", "sf", "df", "windy"; "0_4", "4_8" … "over_20"; "slow", "middle", "fast".
 */
name: string, 
/**
 * Wind speeds of the band; null where it is open or has none.
 */
from_kn: number | null, to_kn: number | null, time_s: number, sessions: number, curve: PolarCurve, upwind: PolarTarget | null, downwind: PolarTarget | null, };

/**
 * Bands of the wind speed.
 */
export type PolarBands = "class" | "four_knots";

export type PolarBasis = "wind_speed" | "relative";

/**
 * Cells of a histogram in columns of equal length: numbers of the bins, and of the windows of 10 s in them.
 */
export type PolarCells = { 
/**
 * Bin of the wind speed, 1 kn wide; -1, -2 and -3 are the slow, middle and fast third of the time without one.
 */
tws: Array<number>, 
/**
 * Bin of the wind angle, 2° wide, negative on port tack.
 */
twa: Array<number>, 
/**
 * Bin of the speed, 0.1 kn wide.
 */
sog: Array<number>, n: Array<number>, };

/**
 * Quartiles of the speed by the absolute wind angle, in columns of equal length.
 */
export type PolarCurve = { 
/**
 * 0 to 180, every 5°.
 */
twa_deg: Array<number>, 
/**
 * Null where hardly anything was sailed near this angle.
 */
q25_kn: Array<number | null>, median_kn: Array<number | null>, q75_kn: Array<number | null>, 
/**
 * Time that was sailed near this angle.
 */
time_s: Array<number>, };

/**
 * Sessions that are not in the polar, by the reason.
 */
export type PolarLeftOut = { 
/**
 * Without a wind, or with one that may have blown the other way round.
 */
no_wind: number, 
/**
 * Wind speed known for less than 70 % of the time, or never, where others have one.
 */
wind_speed_partly: number, other_version: number, };

/**
 * How sessions are put together. Every field has a default; unknown fields are an error.
 */
export type PolarOptions = { 
/**
 * Which tack curves and targets are of.
 */
side: PolarSide, bands: PolarBands, 
/**
 * Times at which a new sail, boat or receiver splits the season.
 */
splits: Array<string>, };

/**
 * How the speed made good changed over the season.
 */
export type PolarSeason = { upwind: SeasonTrend, downwind: SeasonTrend, };

export type PolarSide = "both" | "port" | "starboard";

/**
 * Port against starboard tack.
 */
export type PolarSides = { upwind: SideDifference | null, downwind: SideDifference | null, };

/**
 * The angle usually sailed, and the best quarter of the speed at it.
 */
export type PolarTarget = { twa_deg: number, twa_sd_deg: number | null, 
/**
 * 75th percentile of the speed at this angle, and its part along the wind.
 */
speed_kn: number, vmg_kn: number, vmg_interval_kn: [number, number] | null, 
/**
 * Quartiles of the speed at this angle.
 */
q25_kn: number, median_kn: number, q75_kn: number, time_s: number, sessions: number, 
/**
 * From at least 30 min of at least three sessions, in bands of wind speed.
 */
is_published: boolean, };

/**
 * One sample of a maneuver's preview.
 */
export type PreviewPoint = { 
/**
 * Seconds from the maneuver's moment.
 */
dt_s: number, 
/**
 * Metres from the position at that moment: to the right looking upwind, and to windward; without a wind, as if it came
 * from the middle of the courses before and after the turn.
 */
x_m: number, y_m: number, sog_kn: number, };

/**
 * The fixed list of what is compared between sessions. Its length bounds the number of tests.
 */
export type QuantityCode = "tack_loss" | "gybe_loss" | "not_recovered" | "upwind_speed" | "upwind_vmg" | "upwind_angle" | "downwind_speed" | "downwind_vmg" | "upwind_sides" | "downwind_sides" | "after_tacks" | "stops";

/**
 * A boat in a race.
 */
export type RaceBoat = { 
/**
 * Name of the track.
 */
track: string, state: BoatState, 
/**
 * Among the boats with tracks; null for boats that did not sail the whole course.
 */
place: number | null, 
/**
 * False where this place and the one beside it could be the other way round.
 */
place_sure: boolean, 
/**
 * From the gun to the finish.
 */
elapsed_s: number | null, sailed_m: number | null, start: BoatStart | null, 
/**
 * At each waypoint after the start, in their order; null where she was not seen passing it.
 */
passings: Array<Passing | null>, 
/**
 * On each leg, in their order; null where one of its ends is.
 */
legs: Array<BoatLeg | null>, };

/**
 * A correction by the user. `at` is any moment of the race that it belongs to (ISO 8601 UTC), so that it still matches
 * when another version of the engine finds the race's ends elsewhere.
 */
export type RaceCorrection = { "action": "set_gun", at: string, gun_time: string, } | { "action": "set_clock", track: string, ahead_s: number, } | { "action": "place_mark", at: string, waypoint: number, mark: number, lat_deg: number, lon_deg: number, } | { "action": "place_line_end", at: string, end: LineEnd, lat_deg: number, lon_deg: number, } | { "action": "set_finish", at: string, end: LineEnd, lat_deg: number, lon_deg: number, } | { "action": "merge_race", at: string, } | { "action": "split_race", at: string, } | { "action": "exclude_boat", at: string, track: string, } | { "action": "set_handicap", system: RatingSystem, } | { "action": "set_rating", track: string, rating: number, start_after_s?: number, } | { "action": "set_course_length", at: string, length_nm: number, } | { "action": "set_score", at: string, track: string, score: RaceScore, };

/**
 * The races found in the tracks of a day, in time order.
 */
export type RaceDay = { races: Array<RaceReport>, 
/**
 * Starts that no race followed.
 */
practice_starts: Array<string>, 
/**
 * Moments at which a race may have started where the evidence is thin, with their probabilities, the most likely first;
 * absent where there is none. Each is one for a gun given by hand.
 */
candidates?: Array<GunCandidate>, 
/**
 * What concerns the whole day, such as why no race was found.
 */
notes: Array<RaceNote>, };

/**
 * A timer event or a line end that the device recorded. Times are UTC ms.
 */
export type RaceEvent = { kind: RaceEventKind, time_ms: number, lat_deg: number | null, lon_deg: number | null, };

/**
 * Kind of a [`RaceEvent`].
 */
export type RaceEventKind = "race_start" | "pin" | "committee_boat";

/**
 * A leg between two waypoints.
 */
export type RaceLeg = { 
/**
 * Ids of the waypoints.
 */
from: number, to: number, kind: LegKind, length_m: number, axis_deg: number, 
/**
 * Mean wind while the fleet sailed it; null without a wind.
 */
twd_deg: number | null, twd_sd_deg: number | null, };

/**
 * A mark and how many boats passed it.
 */
export type RaceMark = { passings: number, lat_deg: number, lon_deg: number, sd_m: number, basis: PlaceBasis, };

/**
 * A remark for the user.
 */
export type RaceNote = { code: RaceNoteCode, 
/**
 * A sentence.
 */
text: string, 
/**
 * The track that it concerns.
 */
track: string | null, 
/**
 * By how much the clock of the track seems to be ahead, s: the value of a correction `set_clock`.
 */
clock_ahead_s?: number, };

/**
 * What a [`RaceNote`] is about.
 */
export type RaceNoteCode = "no_start" | "no_wind" | "wind_may_be_reversed" | "few_boats" | "one_boat" | "no_gun" | "no_line" | "clock_differs" | "mixed_classes" | "stopped_early" | "joined_late" | "spectator" | "course_differs" | "no_finish" | "other_day" | "correction_not_applied" | "same_boat";

/**
 * Options of the analysis. Every field has a default; unknown fields are an error.
 */
export type RaceOptions = { 
/**
 * Wind over the course, where one was estimated from the fleet or measured; else the mean of the boats' own.
 */
wind: RaceWindColumns | null, 
/**
 * Corrections by the user, applied in this order.
 */
corrections: Array<RaceCorrection>, };

/**
 * A position with its uncertainty.
 */
export type RacePlace = { lat_deg: number, lon_deg: number, sd_m: number, basis: PlaceBasis, };

/**
 * One race.
 */
export type RaceReport = { start_time: string, end_time: string, gun_basis: GunBasis, gun_sd_s: number, 
/**
 * Other moments that the gun may have had, the most likely first.
 */
gun_candidates: Array<GunCandidate>, 
/**
 * Earlier starts that were recalled.
 */
recalls: Array<string>, 
/**
 * Names of the tracks that took part.
 */
tracks: Array<string>, wind_source: RaceWindSource, 
/**
 * Mean direction over the race and its standard deviation, deg; null without a wind.
 */
twd_deg: number | null, twd_sd_deg: number | null, 
/**
 * Null where neither device nor user nor fleet gives one.
 */
line: StartLine | null, waypoints: Array<RaceWaypoint>, legs: Array<RaceLeg>, 
/**
 * By place; boats without one last.
 */
boats: Array<RaceBoat>, 
/**
 * The result by corrected time; null where no boat has a rating or a score.
 */
handicap: HandicapResult | null, notes: Array<RaceNote>, };

/**
 * Scores without a place (Racing Rules of Sailing 2025-2028, A10).
 */
export type RaceScore = "dns" | "ocs" | "ufd" | "bfd" | "nsc" | "dnf" | "ret" | "dsq";

/**
 * What is known of a boat besides her columns.
 */
export type RaceTrackFacts = { 
/**
 * By which the result names the track.
 */
name: string, 
/**
 * A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
 */
boat_class: string | null, 
/**
 * From the antenna to the bow along the boat, m; half a length of the class when absent.
 */
antenna_to_bow_m: number | null, 
/**
 * Probability that the wind of the columns is the wrong way round; absent without a wind.
 */
flip_probability: number | null, 
/**
 * True for a recording whose times name no zone and were read as UTC.
 */
without_zone: boolean, 
/**
 * Turns in time order.
 */
turns: Array<RaceTurn>, 
/**
 * Race timer and line as the device recorded them.
 */
events: Array<RaceEvent>, };

/**
 * A turn found by the analysis of the track. Times are UTC ms.
 */
export type RaceTurn = { kind: SegmentKind, start_ms: number, time_ms: number, end_ms: number, 
/**
 * End of the recovery to 95 % of the speed; the end of the turn when it was not measured.
 */
recovered_ms: number, counted: boolean, };

/**
 * A point of the course, in the order in which it is sailed.
 */
export type RaceWaypoint = { 
/**
 * Number from the start, which is 0.
 */
id: number, kind: WaypointKind, 
/**
 * On which side of the boats it is left; null for lines.
 */
side: MarkSide | null, 
/**
 * One mark, the two of a gate, or the two ends of a line; empty when only the time of passing is known.
 */
marks: Array<RaceMark>, 
/**
 * True where it lay elsewhere than in another lap.
 */
moved: boolean, };

/**
 * A wind over time, in columns of equal length.
 */
export type RaceWindColumns = { source: RaceWindSource, 
/**
 * UTC ms, rising.
 */
time_ms: Array<number>, twd_deg: Array<number>, sd_deg: Array<number>, flip_probability: number, };

/**
 * Where the wind of a race is from.
 */
export type RaceWindSource = "fleet" | "measured" | "boats";

/**
 * How a rating makes a corrected time of an elapsed one.
 */
export type RatingSystem = "time_on_time" | "time_on_distance";

/**
 * One test, with the value found and the limit.
 */
export type Reason = { 
/**
 * "found", "outside", "gap", "wind_unknown", "boat_stopped", "fell", "failed_tack", "not_counted", "neighbour",
 * "no_turn", "turn_too_small", "quarter_not_changed", "boat_too_slow", "no_axis_passed", "began_in_no_band",
 * "ended_in_no_band", "rounding_too_small", "held_too_short" or "held_too_short_before".
 */
test: string, value: number | null, limit: number | null, 
/**
 * Unit of value and limit: "deg", "deg/s", "kn" or "s".
 */
unit: string | null, sentence: string, };

/**
 * An event recorded by the device: a press of a button, or of the race timer.
 */
export type RecordingEvent = { 
/**
 * UTC, ms since 1970.
 */
time_ms: number, } & ({ "kind": "timer_reset", seconds: number, } | { "kind": "timer_start", seconds: number, } | { "kind": "timer_sync", seconds: number, } | { "kind": "race_start" } | { "kind": "race_end" } | { "kind": "pin", lat_deg: number, lon_deg: number, } | { "kind": "committee_boat", lat_deg: number, lon_deg: number, } | { "kind": "mark" });

/**
 * Everything of a [`Recording`] except its columns, as the bindings return it.
 */
export type RecordingHead = { format: Format, device: string | null, sport: string | null, 
/**
 * Pauses reported by the device, start and end, ms since 1970.
 */
pauses_ms: Array<[number, number]>, 
/**
 * Rows at which the file begins a new piece.
 */
breaks: Array<number>, events: Array<RecordingEvent>, 
/**
 * Laps and sessions with the totals that the device computed.
 */
totals: Array<RecordingTotals>, damage: Damage, };

/**
 * The part of a recording to which [`Totals`] refer.
 */
export type RecordingPart = "lap" | "session";

/**
 * Totals of a lap or a session, computed by the device.
 */
export type RecordingTotals = { part: RecordingPart, 
/**
 * UTC, ms since 1970.
 */
start_ms: number, end_ms: number, 
/**
 * Time with the timer running, s.
 */
timer_s: number | null, distance_m: number | null, mean_mps: number | null, max_mps: number | null, 
/**
 * Sport of a session.
 */
sport: string | null, };

/**
 * Greatest mean speeds by the published rules of GPS speed sailing (docs/algorithms.md, section 10); null where the
 * track is too short, too sparse or too inaccurate.
 */
export type Records = { best_2_s: SpeedRecord | null, best_10_s: SpeedRecord | null, 
/**
 * Mean of the five fastest 10 s runs that do not overlap.
 */
best_5x10_s: RunsRecord | null, best_100_m: SpeedRecord | null, best_250_m: SpeedRecord | null, best_500_m: SpeedRecord | null, 
/**
 * A nautical mile.
 */
best_1852_m: SpeedRecord | null, best_half_hour: SpeedRecord | null, best_hour: SpeedRecord | null, 
/**
 * Fastest run of 250 to 500 m that returns to within 50 m of its start.
 */
alpha_500: SpeedRecord | null, 
/**
 * Greatest mean speeds made good over two minutes, turns included, to windward and to leeward; `distance_m` is the
 * distance made good. Null without a wind, and where another wind altogether is probable.
 */
vmg_up_2_min: SpeedRecord | null, vmg_down_2_min: SpeedRecord | null, 
/**
 * Greatest distance of a day sailed at 5 kn or more, days of the time zone of the first fix: of the nautical one here, of
 * the one on land where the typed interface names it.
 */
best_day: DistanceRecord | null, };

/**
 * With what the session is compared.
 */
export type ReferenceKind = "fleet" | "sessions" | "best_third";

/**
 * Why a file could not be compared.
 */
export type Refusal = { kind: string, message: string, };

/**
 * Least-squares line y = intercept + slope · x.
 */
export type Regression = { 
/**
 * Number of pairs in which both values are finite.
 */
n: number, slope: number, intercept: number, 
/**
 * Coefficient of determination, [0, 1]; 0 with fewer than 2 pairs, with any missing value, and without spread in x.
 */
r2: number, };

/**
 * Lag of boat speed behind one variable.
 */
export type RhythmLag = { variable: string, 
/**
 * Positive: the variable moves first, speed follows; s.
 */
lag_s: number, 
/**
 * Correlation at that lag, and the effective number of independent samples.
 */
r: number, n_eff: number, 
/**
 * True for variables computed from the speed itself, whose lag has no meaning.
 */
linked: boolean, };

/**
 * Mean speed of several runs.
 */
export type RunsRecord = { speed_kn: number, error_kn: number, 
/**
 * The fastest first.
 */
runs: Array<SpeedRecord>, };

/**
 * Point of sail by the mean absolute wind angle: upwind below 70°, downwind above 110°, reach between.
 */
export type SailingMode = "upwind" | "reach" | "downwind";

export type SeasonLine = { from_time: string, to_time: string, from_percent: number, to_percent: number, 
/**
 * Of the line at its ends.
 */
sd_percent: number, };

/**
 * The median speed made good of a session, % of the target that all other sessions give for its wind.
 */
export type SeasonPoint = { 
/**
 * Index among the sessions that were given.
 */
session: number, start_time: string, 
/**
 * The band in which most of it was sailed.
 */
band: string, percent: number, sd_percent: number, };

export type SeasonTooLittle = "sessions" | "weeks" | "targets";

export type SeasonTrend = { 
/**
 * By time.
 */
points: Array<SeasonPoint>, 
/**
 * One for each part of the season between the splits that has enough points.
 */
line: Array<SeasonLine>, 
/**
 * Change along the last of the lines and half of its 90 % interval, % of the target.
 */
change_percent: number | null, change_half_width_percent: number | null, change_vmg_kn: number | null, 
/**
 * The 90 % interval excludes 0.
 */
is_clear: boolean, 
/**
 * Why there is no line.
 */
too_little: SeasonTooLittle | null, };

/**
 * Kinds of segments, numbered as in the outward `kind` column.
 */
export type SegmentKind = "straight" | "tack" | "gybe" | "bear_away" | "douse" | "acceleration" | "penalty" | "fall" | "stop" | "failed_tack" | "turn";

/**
 * Facts of one analysed session for the dashboards.
 */
export type Session = { 
/**
 * Date of its start in its own time zone, YYYY-MM-DD.
 */
date: string, boat_class: string, water_time_s: number, tacks: number, gybes: number, accelerations: number, sets: number, douses: number, conditions: InConditions, maneuvers: Array<Cost>, };

/**
 * The straights of a session. Small; stored with the track.
 */
export type SessionPolar = { 
/**
 * [`POLAR_VERSION`] of the engine that made it; others are left out.
 */
version: number, boat_class: string, start_time: string, end_time: string, 
/**
 * True where the wind's direction was estimated from the track alone; null without a wind.
 */
own_track_wind: boolean | null, 
/**
 * Median standard deviation of the wind's direction; null without a wind.
 */
direction_sd_deg: number | null, 
/**
 * Time in the cells.
 */
straight_s: number, 
/**
 * Share of it with a wind speed, [0, 1].
 */
tws_share: number, cells: PolarCells, };

/**
 * One quantity of a session; a session without enough of it has none.
 */
export type SessionQuantity = { code: QuantityCode, 
/**
 * Mean in the unit of the code; of losses without the least and the greatest tenth.
 */
mean: number, 
/**
 * Number of independent values: turns, or minutes.
 */
count: number, 
/**
 * Variance of one such value within the session: that of the mean is at least `variance / count`.
 */
variance: number, 
/**
 * Mean measured wind speed where the quantity was measured; null without one.
 */
tws_kn: number | null, };

/**
 * A session in sums: what the debrief of a later one needs of it. Small; stored with the track.
 */
export type SessionSummary = { 
/**
 * [`SUMMARY_VERSION`] of the engine that made it; others are not compared.
 */
version: number, boat_class: string, start_time: string, end_time: string, 
/**
 * By the mean measured wind; null without one. Sessions of one category are compared.
 */
wind_category: WindCategory | null, tws_kn: number | null, 
/**
 * True where the wind's direction was estimated from the track alone; null without a wind.
 */
own_track_wind: boolean | null, quantities: Array<SessionQuantity>, };

/**
 * A quantity of an earlier session, as it is compared: speeds at today's wind speed.
 */
export type SessionValue = { start_time: string, value: number, count: number, };

/**
 * How much faster port tack is at the same wind.
 */
export type SideDifference = { percent: number, sd_percent: number, 
/**
 * The 90 % interval excludes 0.
 */
is_clear: boolean, };

/**
 * One speed record.
 */
export type SpeedRecord = { 
/**
 * Mean speed over the run, and its standard deviation.
 */
speed_kn: number, error_kn: number, distance_m: number, duration_s: number, 
/**
 * Times of the run; one end may lie between two fixes.
 */
start_time: string, end_time: string, 
/**
 * Half-open range of the fixes inside.
 */
start: number, end: number, };

/**
 * Comparison with the user's other reports: minimum, quartiles and maximum over all of them including this one, and the
 * percentage of the others that were steadier (ties count half). Null with fewer than two reports.
 */
export type Stability = { tws: [number, number, number, number, number] | null, twd: [number, number, number, number, number] | null, relative_tws: number | null, relative_twd: number | null, };

/**
 * The starting line at the gun.
 */
export type StartLine = { pin: RacePlace, committee: RacePlace, length_m: number, 
/**
 * From the pin to the committee boat.
 */
bearing_deg: number, bearing_sd_deg: number, 
/**
 * Positive: the committee end is ahead. Null where the first leg is no beat or the wind is not known.
 */
bias_deg: number | null, bias_sd_deg: number | null, 
/**
 * The same in metres to windward.
 */
bias_m: number | null, bias_sd_m: number | null, 
/**
 * The end ahead; null where neither was clearly.
 */
favoured: LineEnd | null, };

/**
 * One straight of the outward contract.
 */
export type Straight = { 
/**
 * "Straight 1".
 */
name: string, start_time: string, end_time: string, 
/**
 * Half-open range of fixes.
 */
start: number, end: number, side: TackSide | null, 
/**
 * Null without a wind, as `side`, `twa_deg` and `vmg_kn`.
 */
mode: SailingMode | null, sog_kn: number, cog_deg: number, 
/**
 * Mean absolute wind angle, deg.
 */
twa_deg: number | null, 
/**
 * Positive towards the wind.
 */
vmg_kn: number | null, };

/**
 * Result of the analysis. Speeds in knots, angles in degrees, others in the unit of their channel.
 */
export type StraightAnalysis = { segments: Array<StraightLine>, 
/**
 * Rhythm lags over all straights together, shortest first.
 */
sog_lag: Array<RhythmLag>, tables: Array<VariableTable>, correlations: Array<CorrelationRow>, };

/**
 * Request for a straight-line analysis.
 */
export type StraightAnalysisRequest = { segments: Array<StraightPick>, 
/**
 * Restricts the analysis to this interval, UTC ms; clamped to each straight.
 */
selection_ms: [number, number] | null, 
/**
 * Columns to correlate; all when null.
 */
correlate: Array<string> | null, };

/**
 * One value of a straight.
 */
export type StraightColumn = { column: string, value: number, };

/**
 * One straight.
 */
export type StraightLine = { name: string, start_time: string, end_time: string, duration_s: number, tags: Array<string>, 
/**
 * Means, standard deviations and travels per minute by column: "sog", "heel_std", "pitch_travel".
 */
columns: Array<StraightColumn>, sog_lag: Array<RhythmLag>, };

/**
 * One straight to analyse.
 */
export type StraightPick = { name: string, 
/**
 * Half-open range of fixes.
 */
start: number, end: number, tags: Array<string>, };

/**
 * The summary of one track.
 */
export type Summary = { distance_m: number, 
/**
 * Without the parts that are left out, and without rests.
 */
duration_s: number, 
/**
 * Duration without gaps of more than five minutes.
 */
water_time_s: number, 
/**
 * Of the parts that are left out because they are under engine; absent without one. Parts that may as well be under tow
 * are none.
 */
under_engine?: UnderEngine, 
/**
 * Greatest 2 s mean speed, and its standard deviation. Of fixes more than 2.5 s apart without a speed the greatest mean
 * from fix to fix, a lower bound.
 */
max_speed_kn: number | null, max_speed_error_kn: number | null, 
/**
 * Reciprocal of the median interval between fixes; null where no two fixes belong to one piece.
 */
sample_rate_hz: number | null, 
/**
 * Counted maneuvers by kind.
 */
tacks: number, gybes: number, 
/**
 * Bear aways.
 */
sets: number, douses: number, 
/**
 * Those without a name, because the wind is not known.
 */
turns: number, straights: number, accelerations: number, 
/**
 * Seconds in each wind category of the class, by the measured wind; zero without one.
 */
conditions: InConditions, };

/**
 * The tack: the side the wind comes from.
 */
export type TackSide = "port" | "starboard";

/**
 * Time on the water of one person.
 */
export type TimeOnWater = { id: number, water_time_s: number, };

/**
 * A stretch of a recording of one kind. Those that are left out take part in nothing: wind, maneuvers, records, sums.
 */
export type TrackPart = { kind: PartKind, start_time: string, end_time: string, 
/**
 * Half-open range of rows.
 */
start: number, end: number, left_out: boolean, 
/**
 * Left out or taken in by a correction.
 */
by_hand: boolean, 
/**
 * Probability of the kind, 0 to 1.
 */
probability: number, 
/**
 * Sport that the file names; null without one, and for sports on the water.
 */
sport: string | null, 
/**
 * Why it is of this kind, a sentence; null for sailing.
 */
reason: string | null, };

/**
 * Losses of the turns of one kind of several people.
 */
export type TurnLosses = { 
/**
 * Of all losses here: that of most turns. Null without a loss.
 */
loss_basis: LossBasis | null, 
/**
 * Those with a loss, in the order of the sessions.
 */
people: Array<PersonLosses>, };

/**
 * What was done under engine.
 */
export type UnderEngine = { distance_m: number, duration_s: number, };

/**
 * Unsteadiness of a log after removal of the running 10 min trend; null where it cannot be computed.
 */
export type Unsteadiness = { 
/**
 * Standard deviation of the speed over its mean, percent.
 */
puffiness_percent: number | null, 
/**
 * Standard deviation of the direction.
 */
shiftiness_deg: number | null, };

/**
 * Sums over sessions.
 */
export type UserStats = { sessions: number, water_time_s: number, tacks: number, gybes: number, accelerations: number, sets: number, douses: number, };

/**
 * A row of [`VariableTable`].
 */
export type VariableRow = { 
/**
 * "all", "segment" or "tag"; `name` is that of the segment or tag.
 */
of: string, name: string, avg: number, std: number, q1: number, q2: number, q3: number, 
/**
 * Percent of the row's samples ≤ Q1, in (Q1, Q3], and > Q3, Q1 and Q3 being those of all samples.
 */
in_q1_pct: number, in_q2_3_pct: number, in_q4_pct: number, };

/**
 * Statistics of one variable: over all straights, of each straight, of each tag.
 */
export type VariableTable = { variable: string, rows: Array<VariableRow>, };

/**
 * The result of comparing one file.
 */
export type Verdict = { format: Format, 
/**
 * The other reader; null when there is none for this format.
 */
judge: string | null, 
/**
 * Null without another reader, and where it read nothing to compare.
 */
agrees: boolean | null, 
/**
 * Points read by Leebow, and by the other reader (null when it refused the file).
 */
points: number, judge_points: number | null, 
/**
 * Why Leebow found no track; null when it did.
 */
no_track: string | null, 
/**
 * What both read equally, one sentence each.
 */
agreements: Array<string>, 
/**
 * What only Leebow reads, one sentence each; not a difference.
 */
passed_over: Array<string>, 
/**
 * Where the readings differ.
 */
differences: Array<Difference>, };

/**
 * Kind of a [`RaceWaypoint`].
 */
export type WaypointKind = "line" | "mark" | "gate" | "offset" | "finish";

/**
 * Explanation of one moment: what the course did, what the moment belongs to, and which tests a turn there failed.
 */
export type Why = { 
/**
 * The moment, ISO 8601 UTC.
 */
time: string, 
/**
 * Name of the maneuver or straight it belongs to; null for none.
 */
found: string | null, 
/**
 * The whole explanation in sentences.
 */
answer: string, reasons: Array<Reason>, speed_kn: number | null, 
/**
 * Course change of the turn about the moment, to starboard positive; null without a turn.
 */
turned_deg: number | null, 
/**
 * Absolute wind angles at the start and end of the turn; without a turn the first is that of the moment.
 */
wind_angle_in_deg: number | null, wind_angle_out_deg: number | null, wind_deg: number | null, wind_sd_deg: number | null, };

/**
 * The wind of one track.
 */
export type Wind = { 
/**
 * Mean direction over the track, from, and the root mean square of its standard deviation.
 */
twd_deg: number, sd_deg: number, 
/**
 * Probability that the wind blew from the opposite direction, [0, 1].
 */
flip_probability: number, 
/**
 * Probabilities that the wind blew from directions about 90°, 180° and 270° clockwise of this one, in this order,
 * each [0, 1]; all 0 for a measured or pinned wind. The second is `flip_probability`.
 */
rival_probabilities: [number, number, number], 
/**
 * What the track would have the wind be where it speaks against the direction that the user gave; else null.
 */
track_estimate: WindCandidate | null, source: WindSource, 
/**
 * Mean measured speed; null when not measured.
 */
tws_kn: number | null, 
/**
 * Standard deviations of measured direction and speed over the track; null when not measured.
 */
twd_std_deg: number | null, tws_std_kn: number | null, 
/**
 * Current, where the track shows one.
 */
current: Current | null, 
/**
 * Every 10 s; moments without a reliable wind are absent.
 */
series: Array<WindSample>, };

/**
 * A wind direction that fits a track.
 */
export type WindCandidate = { 
/**
 * Mean direction over the track, from, and its standard deviation.
 */
twd_deg: number, sd_deg: number, 
/**
 * Probability that the wind blew from about there, [0, 1]; those of one track sum to at most 1.
 */
probability: number, 
/**
 * What speaks for it, a sentence each.
 */
reasons: Array<string>, };

/**
 * Wind category of a boat class (docs/algorithms.md, section 11).
 */
export type WindCategory = "Light" | "Sf" | "Df" | "Windy";

/**
 * Time on the water by wind category; time without a measured wind is in the total alone.
 */
export type WindConditions = { total_time_s: number, time_in_conditions_s: InConditions, };

/**
 * A wind log: equal-length columns, times rising.
 */
export type WindLog = { 
/**
 * Seconds from any origin.
 */
time_s: Array<number>, 
/**
 * Wind direction (from).
 */
twd_deg: Array<number>, 
/**
 * Null where only a direction was measured.
 */
tws_kn: Array<number | null>, };

/**
 * Wind report. Trends are least-squares slopes, positive for veering and increasing wind.
 */
export type WindReport = { time_s: Array<number>, twd_smoothed_deg: Array<number>, tws_smoothed_kn: Array<number | null>, avg_tws_kn: number | null, std_tws_kn: number | null, avg_twd_deg: number | null, std_twd_deg: number | null, avg_tws_diff_s_kn: number | null, avg_twd_diff_s_deg: number | null, avg_tws_diff_min_kn: number | null, avg_twd_diff_min_deg: number | null, unsteadiness: Unsteadiness, stability: Stability, };

/**
 * One moment of [`Wind::series`].
 */
export type WindSample = { time: string, twd_deg: number, sd_deg: number, tws_kn: number | null, };

/**
 * Where a wind series comes from.
 */
export type WindSource = "estimated" | "measured" | "fused" | "fleet" | "pinned";
