//! The turns of a recording analysed without a wind, compared with the true tacks and gybes.

use leebow_engine::config::BoatClass;
use leebow_engine::maneuver::{MeasuredManeuver, measure_all};
use leebow_engine::segment::SegmentKind;
use leebow_engine::segment::course::Course;
use leebow_engine::segment::interruptions::{clear_of_standstills, find_crashes, find_falls, find_stops};
use leebow_engine::segment::turns::find_turns;
use leebow_engine::segment::unnamed::unnamed_turns;
use leebow_engine::track::Recording;
use leebow_engine::{clean, motion};
use leebow_simulator::{Simulation, TrueManeuver};

use crate::evaluation::Deviation;

/// A turn and a true maneuver match when their moments differ by at most this, s: one is the middle of the course change,
/// the other the crossing of the wind's axis.
const MATCH_S: f64 = 5.0;

/// Counts and losses of turns without a name.
#[derive(Clone, Default)]
pub struct UnnamedErrors {
    /// Counted turns, and true tacks, gybes and roundings through an axis.
    pub counted: usize,
    pub true_turns: usize,
    /// Losses of turns that are true tacks and gybes, m.
    pub loss_80: Vec<Deviation>,
}

/// The turns of a recording, measured without a wind, in time order.
pub fn measure_without_wind(mut recording: Recording, class: &BoatClass) -> Option<Vec<MeasuredManeuver>> {
    let track = clean::clean(&mut recording, class).ok()?;
    let motion = motion::smooth(&track, class);
    let mut course = Course::new(&track, &motion);
    let falls = find_falls(&course, class).into_iter().chain(find_crashes(&course));
    let mut standstills: Vec<_> = find_stops(&course).into_iter().chain(falls).collect();
    standstills.sort_by(|a, b| a.start_s.total_cmp(&b.start_s));
    course.standstills = standstills;
    let turns = clear_of_standstills(&course, find_turns(&course, class));
    Some(measure_all(&course, class, 0.0, unnamed_turns(&course, None, &turns)))
}

/// Compares the turns of a recording with the truth of its session.
pub fn unnamed_errors(session: &Simulation, recording: Recording, class: &BoatClass) -> UnnamedErrors {
    let Some(turns) = measure_without_wind(recording, class) else { return UnnamedErrors::default() };
    let crosses = |m: &&TrueManeuver| {
        let crossing = ["gybe_set", "gybe_drop", "tack_out"];
        matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe)
            || m.flags.iter().any(|f| crossing.contains(f))
    };
    let of_turn = |m: &&MeasuredManeuver| m.found.kind == Some(SegmentKind::Turn) && m.counts();
    let mut errors = UnnamedErrors {
        counted: turns.iter().filter(of_turn).count(),
        true_turns: session.truth.maneuvers.iter().filter(crosses).count(),
        loss_80: Vec::new(),
    };
    for truth in &session.truth.maneuvers {
        let near = |m: &&MeasuredManeuver| (m.found.time_s - truth.tc_s).abs() <= MATCH_S;
        let Some(found) = turns.iter().filter(of_turn).find(near) else { continue };
        if let Some((t, f)) = truth.speed_loss_80_m.zip(found.loss.loss_80_m) {
            let in_interval = found.loss.interval_80_m.is_some_and(|(low, high)| low <= t && t <= high);
            errors.loss_80.push(Deviation { error: f - t, in_interval });
        }
    }
    errors
}
