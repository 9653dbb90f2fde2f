//! Turns without a name, and circles, where the wind is not known (docs/algorithms.md, section 7.13).

use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::straights::only_walked;
use crate::segment::table::{MIN_PENALTY_DEG, PassedAxis, WindAngleSweep};
use crate::segment::turns::{Turn, moment_of};
use crate::segment::under_way::why_not_sailed;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::segment::wind_angle_sweep::{steady_courses, wind_of};

/// Least course change of a turn without a name, deg. *measured* on the recordings of boards, whose turns at the ends of
/// reaches change it by 100° and more and whose other turns by less than 60°.
pub const MIN_UNNAMED_TURN_DEG: f64 = 60.0;
/// Two turns of one sense with less time between them are one turn, s: no leg was sailed between. *guess*
const MIN_LEG_S: f64 = 5.0;

/// The turns of [`MIN_UNNAMED_TURN_DEG`] and more at which the wind is not known, in time order. `turns` are all turns of
/// the track; `wind_along` is none where the wind is not known at all.
pub fn unnamed_turns(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    turns: &[Turn],
) -> Vec<ClassifiedTurn> {
    if only_walked(course) {
        return Vec::new();
    }
    let unknown = |turn: &Turn| wind_along.is_none_or(|w| wind_of(course, w, turn).is_none());
    let turns = joined_without_leg(course, turns);
    let all =
        (0..turns.len()).filter(|&i| unknown(&turns[i])).filter_map(|i| unnamed_turn(course, &turns, i));
    all.filter(|f| is_large(f) && why_not_sailed(course, &f.turn, SegmentKind::Turn, f.passed).is_none())
        .collect()
}

/// True for a turn of [`MIN_UNNAMED_TURN_DEG`] and more, by the courses beside it and in itself.
fn is_large(found: &ClassifiedTurn) -> bool {
    found.angle_deg().abs().min(found.turn.change_deg.abs()) >= MIN_UNNAMED_TURN_DEG
}

/// Turn `i` as a turn without a name, whatever its size, or as a penalty turn when it is a full circle; none in a gap.
pub fn unnamed_turn(course: &Course, turns: &[Turn], i: usize) -> Option<ClassifiedTurn> {
    let turn = turns.get(i)?;
    let (in_deg, out_deg) = steady_courses(course, turns, i)?;
    let sweep = WindAngleSweep { in_deg, out_deg };
    // A full circle passes both axes of any wind.
    let circle = sweep.size_deg().min(turn.change_deg.abs()) >= MIN_PENALTY_DEG;
    let moment_s = moment_of(course, turn, 0.5 * (in_deg + out_deg));
    let inside = turn.start_s <= moment_s && moment_s <= turn.end_s;
    Some(ClassifiedTurn {
        kind: Some(if circle { SegmentKind::Penalty } else { SegmentKind::Turn }),
        turn: *turn,
        time_s: if inside { moment_s } else { 0.5 * (turn.start_s + turn.end_s) },
        sweep,
        passed: PassedAxis::Neither,
        wind: None,
        flags: Vec::new(),
        has_loss: true,
        whole: None,
    })
}

/// Joins neighbouring turns of one sense and one piece with less than [`MIN_LEG_S`] between them.
fn joined_without_leg(course: &Course, turns: &[Turn]) -> Vec<Turn> {
    let mut out: Vec<Turn> = Vec::with_capacity(turns.len());
    for turn in turns {
        let near = |last: &&mut Turn| {
            let one_piece = course.piece_at(last.end_s) == course.piece_at(turn.start_s);
            one_piece && last.sense() == turn.sense() && turn.start_s - last.end_s < MIN_LEG_S
        };
        match out.last_mut().filter(near) {
            Some(last) => {
                last.change_deg += turn.change_deg;
                last.end_s = turn.end_s.max(last.end_s);
            }
            None => out.push(*turn),
        }
    }
    out
}
