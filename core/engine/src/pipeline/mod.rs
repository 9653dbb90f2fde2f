//! The complete analysis of one file: read, clean, smooth, find turns, estimate the wind, measure maneuvers, report.

mod calibrated;
mod clock;
mod columns;
mod conditions;
mod corrected;
mod debrief_track;
mod device;
mod device_notes;
pub(crate) mod doubted;
mod file_recording;
mod hint;
mod measured_along;
mod measured_for;
mod outward;
mod parts;
mod pinned;
mod race_track;
mod records;
mod session;
#[cfg(feature = "calibrate")]
mod side_sample;
mod sparse;
mod water;
mod why;
#[cfg(feature = "fleet")]
mod wind_evidence;
mod winds;

use std::sync::Arc;

use sha2::Digest;

use crate::angle::{circular_mean, hypot};
use crate::api::{Analysis, CorrectionOutcome, Doubt, FileAnalysis, Instrument, Maneuver, Options, Summary};
use crate::config::{self, BoatClass};
use crate::corrections::{Edit, trusts};
use crate::error::Error;
use crate::motion::Motion;
use crate::parts::FoundPart;
use crate::parts::sports::of_sailing;
use crate::pipeline::corrected::CorrectionOutcomes;
pub use crate::pipeline::debrief_track::debrief_track;
use crate::pipeline::doubted::Halted;
pub use crate::pipeline::file_recording::FileRecording;
use crate::pipeline::measured_for::{LogWind, measured_for};
pub use crate::pipeline::race_track::race_track;
use crate::pipeline::session::{Session, find_session, find_standstills};
#[cfg(feature = "calibrate")]
pub use crate::pipeline::side_sample::side_sample;
pub use crate::pipeline::why::why;
#[cfg(feature = "internals")]
pub use crate::pipeline::why::why_recording;
#[cfg(all(feature = "fleet", feature = "internals"))]
pub use crate::pipeline::wind_evidence::recording_wind_evidence;
#[cfg(feature = "fleet")]
pub use crate::pipeline::wind_evidence::wind_evidence;
pub use crate::pipeline::winds::AnalysisInputs;
use crate::pipeline::winds::Winds;
use crate::records::flights::find_flights;
use crate::records::lines::{fastest_line, is_by_lines};
use crate::records::made_good::{MadeGood, find_made_good};
use crate::records::{Records, Run, find_records};
use crate::report::conditions::water_time_s;
use crate::report::summary::{BestSpeed, best_speed, distance_sailed_m, sample_rate_hz};
use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::straights::{Straight, straight_between};
use crate::track::{Part, Recording, Track};
use crate::units::kn_from_mps;
use crate::wind::{MeasuredWind, measure};

/// Reads and analyses one file, given by name and bytes, with the wind log that belongs to it where there is one.
///
/// # Errors
/// Those of [`crate::read::read`], and `BadOptions` for invalid corrections.
pub fn analyze(
    name: &str,
    bytes: &[u8],
    wind: Option<(&str, &[u8])>,
    options: &Options,
) -> Result<Analysis, Error> {
    let sum = sha2::Sha256::new_with_prefix(bytes);
    analyze_read(name, || crate::read::read(name, bytes), sum, wind, options)
}

/// The same for a file that `read` returns, with the SHA-256 of its bytes.
pub(crate) fn analyze_read(
    name: &str,
    read: impl FnOnce() -> Result<Recording, Error>,
    sum: sha2::Sha256,
    wind: Option<(&str, &[u8])>,
    options: &Options,
) -> Result<Analysis, Error> {
    let class = class_of(options);
    let recording = read()?;
    let log = wind.map(|(name, bytes)| crate::read::read(name, bytes)).transpose()?;
    let inputs = inputs(&recording, log.as_ref(), options)?;
    analyze_recording(name, &hex(&sum.finalize()), recording, class, inputs)
}

/// Inputs besides the recording: the measured wind and those of the options.
fn inputs(
    recording: &Recording,
    log: Option<&Recording>,
    options: &Options,
) -> Result<AnalysisInputs, Error> {
    let edits = crate::corrections::read(&options.corrections)?;
    let log = log.map(|log| LogWind { measured: measure(log), undated: log.undated });
    let measured = measured_for(recording, &edits, log, &|| calibrated::measured(recording, &edits));
    inputs_by(measured, recording, options)
}

/// The same with the measured wind.
fn inputs_by(
    measured: MeasuredWind,
    recording: &Recording,
    options: &Options,
) -> Result<AnalysisInputs, Error> {
    let MeasuredWind { wind, is_on_board, vane, speed, notes } = measured;
    let corrections = clock::in_corrected_clock(crate::corrections::read(&options.corrections)?);
    let mut inputs = AnalysisInputs { measured: wind, vane, speed, corrections, ..AnalysisInputs::default() };
    inputs.measured_notes = notes;
    inputs.is_on_board = is_on_board;
    inputs.hint_deg = options.wind_hint_deg;
    inputs.class_note = class_note(options);
    inputs.sport = of_sailing(recording);
    #[cfg(feature = "fleet")]
    {
        inputs.fleet = options.fleet_wind.as_ref().map(crate::fleet::FleetWind::estimate);
    }
    Ok(inputs)
}

/// The same for a recording already read.
///
/// # Errors
/// `NoPositions` and `NoTimes`.
pub fn analyze_recording(
    name: &str,
    sha256: &str,
    recording: Recording,
    class: &BoatClass,
    mut inputs: AnalysisInputs,
) -> Result<Analysis, Error> {
    inputs.sport = inputs.sport.or_else(|| of_sailing(&recording));
    let smoothed = Smoothed::new(recording, class, &inputs.corrections)?;
    Ok(analyze_smoothed(name, sha256, smoothed, inputs))
}

/// A recording cleaned and smoothed for a class. Its columns are those of the track.
pub(crate) struct Smoothed<'a> {
    /// The given class, or "Other" where the boat sails faster than that does.
    class: &'a BoatClass,
    /// That the class is not the given one.
    class_note: Option<String>,
    recording: Recording,
    /// Its pieces are those of the parts that are not left out.
    track: Track,
    motion: Arc<Motion>,
    parts: Vec<FoundPart>,
    /// Instruments that are left out where they stand still.
    halted: Vec<Halted>,
}

/// The cleaned track of a recording with its clock and its instruments corrected, and what was left out of them.
fn cleaned(
    recording: &mut Recording,
    class: &BoatClass,
    edits: &[Edit],
) -> Result<(Track, Vec<Halted>), Error> {
    clock::set(recording, edits);
    calibrated::set(recording, edits);
    let halted = doubted::leave_out(recording, edits);
    let mut track = crate::clean::clean(recording, class)?;
    track.keeps_frozen = [Instrument::Speed, Instrument::Course].map(|one| trusts(edits, one));
    Ok((track, halted))
}

impl<'a> Smoothed<'a> {
    /// Errors: `NoPositions` and `NoTimes`.
    fn new(mut recording: Recording, class: &'a BoatClass, edits: &[Edit]) -> Result<Self, Error> {
        let (track, halted) = cleaned(&mut recording, class, edits)?;
        let motion = Arc::new(crate::motion::smooth(&track, class));
        Ok(Self::with_parts(recording, (track, halted), motion, class, edits))
    }

    fn with_parts(
        recording: Recording,
        (mut track, halted): (Track, Vec<Halted>),
        motion: Arc<Motion>,
        class: &'a BoatClass,
        edits: &[Edit],
    ) -> Self {
        let (parts, fits) = crate::parts::find(&recording, &track, &motion, class, &parts::choices(edits));
        let class_note = (!fits).then(|| {
            let sentence = "does: the recording is analysed as \"Other\".";
            format!("The boat sails faster than a {} {sentence}", class.name)
        });
        let class = if fits { class } else { config::OTHER };
        crate::parts::leave_out(&mut track, &parts);
        Self { class, class_note, recording, track, motion, parts, halted }
    }
}

fn analyze_smoothed(
    name: &str,
    sha256: &str,
    Smoothed { class, class_note, recording, track, motion, parts, halted }: Smoothed,
    inputs: AnalysisInputs,
) -> Analysis {
    let mut course = Course::new(&track, &motion);
    let stopped = find_standstills(&mut course, class);
    // First, because they take most memory: the sums of the course over 3 s are not there yet.
    let (best, flown) = (find_records(&course), find_flights(&course, class));
    let edits = inputs.corrections.clone();
    let class_note = inputs.class_note.clone().or(class_note);
    let winds = winds::find_pinned_winds(&course, class, inputs);
    let (events, laps) = (device::events(&recording), device::laps(&recording, Part::Lap));
    let sessions = device::laps(&recording, Part::Session);
    let sport = of_sailing(&recording);
    let clock_note = clock::note(&recording, course.ms(0.0));
    let notes = class_note.into_iter().chain(clock_note).chain(parts::notes(&track, &parts));
    let water = water::Water::of(&course, &winds);
    let in_water = water.as_ref().map(|water| water.sailed(&track, class, &winds));
    let (sailed, over, stopped) = match &in_water {
        Some(in_water) => (&in_water.course, &in_water.winds, in_water.stopped.clone()),
        None => (&course, &winds, stopped),
    };
    let (session, outcomes) = find_session(sailed, class, over, stopped, &edits);
    let maneuvers = conditions::with_winds(&course, &winds, outward::maneuvers(sailed, &session));
    let straights = match &in_water {
        Some(_) => outward::straights(&course, &over_ground(&course, &session.straights)),
        None => outward::straights(&course, &session.straights),
    };
    let doubts = doubted::outward(&course, &winds, &halted, &edits);
    let report = FileAnalysis {
        name: name.to_string(),
        sha256: sha256.to_string(),
        format: recording.format,
        device: recording.device,
        sport,
        boat_class: class.name.to_string(),
        points: track.columns.len() as u32,
        start_time: outward::instant(&course, 0.0),
        end_time: outward::instant(&course, last_s(&course)),
        time_zone: None,
        undated: recording.undated,
        damage: recording.damage,
        parts: parts::outward(&track, &parts),
        summary: summary(&course, &parts, class, &winds, (&maneuvers, session.straights.len()), &best),
        records: records::records(&course, &best, &made_good(sailed, over, &best)),
        foiling: flown.map(|f| records::foiling(&course, &f)),
        wind: outward::wind(&course, &winds),
        wind_candidates: outward::wind_candidates(&winds),
        notes: notes.chain(remarks(&course, &winds, &session, &outcomes, &doubts)).collect(),
        doubts: (!doubts.is_empty()).then_some(doubts),
        corrections: outcomes.into_iter().map(CorrectionOutcome::of).collect(),
        maneuvers,
        straights,
        events,
        laps,
        sessions,
    };
    let segments = outward::segment_columns(&report.maneuvers, &report.straights);
    // The memory of what is not needed any more is free before the next columns are made.
    drop(in_water);
    drop(water);
    drop(course);
    let derived = columns::derive(&track, &motion, &winds);
    let fix_flags = columns::fix_flags(&track, &motion);
    drop((winds, motion));
    Analysis { report, columns: derived.with(track.columns), fix_flags, segments }
}

/// The boat class of the options; "Other" without one, and for a name that is not known, which a note says.
fn class_of(options: &Options) -> &'static BoatClass {
    options.boat_class.as_deref().and_then(config::boat_class).unwrap_or(config::OTHER)
}

/// That the boat class of the options is not known.
fn class_note(options: &Options) -> Option<String> {
    let name = options.boat_class.as_deref().filter(|name| config::boat_class(name).is_none())?;
    let shown: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_CLASS_NAME).collect();
    Some(format!("\"{shown}\" is not a boat class Leebow knows: the recording is analysed as \"Other\"."))
}

/// Longest name of an unknown boat class in a note, characters.
const LONGEST_CLASS_NAME: usize = 40;

/// Time of the last fix, s.
fn last_s(course: &Course) -> f64 {
    course.time_s.last().copied().unwrap_or(0.0)
}

fn summary(
    course: &Course,
    parts: &[FoundPart],
    class: &BoatClass,
    winds: &Winds,
    (maneuvers, straights): (&[Maneuver], usize),
    records: &Records,
) -> Summary {
    let best = top_speed(course, records);
    let count = |kind: SegmentKind| maneuvers.iter().filter(|m| m.kind == kind && m.counted).count() as u32;
    Summary {
        distance_m: distance_sailed_m(course),
        duration_s: parts::sailed_s(course.track, parts),
        water_time_s: water_time_s(course),
        under_engine: parts::under_engine(course, parts),
        max_speed_kn: best.map(|b| kn_from_mps(b.mps)),
        max_speed_error_kn: best.map(|b| kn_from_mps(b.sd_mps)),
        sample_rate_hz: sample_rate_hz(course),
        tacks: count(SegmentKind::Tack),
        gybes: count(SegmentKind::Gybe),
        sets: count(SegmentKind::BearAway),
        douses: count(SegmentKind::Douse),
        turns: count(SegmentKind::Turn),
        straights: straights as u32,
        accelerations: count(SegmentKind::Acceleration),
        conditions: conditions::time_in(course, class, winds),
    }
}

/// Straights that were found in the water, with speed and course over the ground; angle and progress remain those in the
/// water.
fn over_ground(course: &Course, straights: &[Straight]) -> Vec<Straight> {
    let ground = |s: &Straight| straight_between(course, None, s.start_s, s.end_s);
    let one =
        |s: &Straight| ground(s).map_or_else(|| s.clone(), |ground| Straight { wind: s.wind, ..ground });
    straights.iter().map(one).collect()
}

/// The greatest speeds made good along the wind that names the maneuvers; of a boat in a current through the water, whose
/// error is part of theirs.
fn made_good(course: &Course, winds: &Winds, records: &Records) -> MadeGood {
    let Some(wind) = &winds.used else { return MadeGood::default() };
    let twd_deg = circular_mean(wind.twd_deg.iter().map(|deg| (*deg, 1.0))).map_or(0.0, |(deg, _)| deg);
    let current_sd_mps = winds.current.map_or(0.0, |current| current.sd_along_mps(twd_deg));
    find_made_good(course, wind, winds.bridge_s, hypot(records.two_minutes_sd_mps, current_sd_mps))
}

/// The best 2 s; without one the greatest 2 s mean of the smoothed speed, and where fixes are far apart the greatest mean from
/// fix to fix.
fn top_speed(course: &Course, records: &Records) -> Option<BestSpeed> {
    let speed = |r: Run| BestSpeed { mps: r.likely_mps(), sd_mps: r.sd_mps };
    if is_by_lines(course) {
        return fastest_line(course).map(speed);
    }
    let record = records.best_2_s.map(speed);
    record.or_else(|| best_speed(course))
}

/// Remarks on the analysis, a sentence each.
fn remarks(
    course: &Course,
    winds: &Winds,
    session: &Session,
    outcomes: &CorrectionOutcomes,
    doubts: &[Doubt],
) -> Vec<String> {
    if course.track.pieces.is_empty() {
        return Vec::new();
    }
    let mut notes = winds.notes.clone();
    notes.extend(sparse::note(course));
    notes.extend(device_notes::check_notes(&course.motion.device));
    let is_new = |doubt: &&Doubt| !winds.notes.contains(&doubt.sentence);
    notes.extend(doubts.iter().filter(is_new).map(|doubt| doubt.sentence.clone()));
    let without_effect = outcomes.iter().flatten().count();
    if without_effect > 0 {
        notes.push(format!(
            "Corrections without effect, because nothing in the recording matches them: {without_effect} of {}.",
            outcomes.len()
        ));
    }
    if winds.used.is_none() {
        notes.push(
            "Without a wind direction no maneuver can be named. Set the wind or attach a wind file.".into(),
        );
    } else if session.maneuvers.is_empty() {
        notes.push("No maneuver was found: the boat never turned through the wind or round a mark.".into());
    }
    notes
}

/// Lower-case hexadecimal digits.
fn hex(digest: &[u8]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut hex = String::with_capacity(64);
    for byte in digest {
        for nibble in [byte >> 4, byte & 15] {
            hex.push(char::from(HEX[usize::from(nibble)]));
        }
    }
    hex
}
