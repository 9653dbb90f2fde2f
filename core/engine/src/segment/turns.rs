//! Pass 1: turns found by the turn rate, without a wind (docs/algorithms.md, section 7.2).

use crate::angle::wrap_360;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::wind::TurnEvent;

/// Turn rate at which a turn opens, deg/s. *measured* on SailGP tracks: 3 to 8 deg/s change F1 by 0.007.
const OPENING_RATE_DPS: f64 = 3.0;
/// The same of keelboats. *guess*
const KEELBOAT_OPENING_RATE_DPS: f64 = 2.0;
/// Change of course over two intervals that opens a turn where the fixes are far apart, deg. *measured* on real tracks of 13 boats
/// thinned to 9 to 24 s: 30 to 60 change recall by 0.02 and precision by 0.01.
const OPENING_DEG: f64 = 45.0;
/// Turn rate at the edges of a turn, deg/s. *guess*
pub(crate) const EDGE_RATE_DPS: f64 = 1.0;
/// Longest pause inside a turn, s. *guess*
const MAX_PAUSE_S: f64 = 3.0;
/// Least course change of a turn, deg. *measured* on SailGP tracks: 25 to 50° change F1 by 0.007.
pub(crate) const MIN_TURN_DEG: f64 = 25.0;
/// Least entry speed of a turn: this share of the pace or this speed, m/s, whichever is less. It excludes luffing before
/// a start and drifting after the finish. *measured* with `npm run truth`
const SAILING_SHARE: f64 = 0.35;
const SAILING_MPS: f64 = 1.0;
/// Least share of the pace in any case: a kite carried along the beach is slower. *measured* with `npm run truth`
const LAUNCHED_SHARE: f64 = 0.2;
/// Length of the windows before and after a turn in which steady course and speed are measured, s. *from* the
/// "EntryExitAvgTime=5s" of the SailGP dashboards.
pub(crate) const WINDOW_S: f64 = 5.0;
/// Time between the entry window and the turn, s. *guess*
pub(crate) const LEAD_S: f64 = 1.0;

/// One turn in one sense, to starboard or to port.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Start and end, s from the first fix.
    pub start_s: f64,
    pub end_s: f64,
    /// Course change between the edges, deg, to starboard positive.
    pub change_deg: f64,
    /// Whether a running boat gybed in it.
    pub run_evidence: RunEvidence,
}

/// Result of the gybe segmentation for one turn ([`crate::segment::gybe_segmentation`]).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum RunEvidence {
    /// The turn lies outside every run, or the wind is not known yet.
    #[default]
    None,
    /// The boat did not gybe: a sway about dead downwind.
    NoGybe,
    /// The boat gybed; levels of the course beside dead downwind before and after, deg, positive on starboard tack.
    Gybe { before_deg: f64, after_deg: f64 },
}

impl Turn {
    /// A turn without evidence of a run.
    pub fn new(start_s: f64, end_s: f64, change_deg: f64) -> Self {
        Self { start_s, end_s, change_deg, run_evidence: RunEvidence::None }
    }

    /// +1 for a turn to starboard, -1 to port.
    pub fn sense(&self) -> f64 {
        if self.change_deg < 0.0 { -1.0 } else { 1.0 }
    }
}

/// Mean course and speed before and after a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EntryExit {
    /// Unwrapped courses, deg.
    pub course_in_deg: f64,
    pub course_out_deg: f64,
    /// Speeds, m/s.
    pub entry_mps: f64,
    pub exit_mps: f64,
}

/// True for a turn whose entry speed is that of a sailing boat.
pub fn under_sail(course: &Course, turn: &Turn) -> bool {
    let (entry_mps, limit_mps) = entry_and_limit_mps(course, turn);
    entry_mps >= limit_mps
}

/// Entry speed of a turn, and the least entry speed of a sailed turn, m/s.
pub(super) fn entry_and_limit_mps(course: &Course, turn: &Turn) -> (f64, f64) {
    let before = course.mean_sog(turn.start_s, turn.start_s - LEAD_S - WINDOW_S, turn.start_s - LEAD_S);
    let entry = before.or_else(|| course.sog_at(turn.start_s)).unwrap_or(0.0);
    (entry, SAILING_MPS.min(SAILING_SHARE * course.pace_mps).max(LAUNCHED_SHARE * course.pace_mps))
}

/// Turn rate at which a turn of this class opens, deg/s: of fixes far apart that of [`OPENING_DEG`] between two intervals, because
/// the rate at a fix is the mean of both.
pub(super) fn opening_rate_dps(course: &Course, class: &BoatClass) -> f64 {
    let usual_dps = if class.keelboat { KEELBOAT_OPENING_RATE_DPS } else { OPENING_RATE_DPS };
    usual_dps.min(OPENING_DEG / (2.0 * course.track.median_dt_s))
}

/// All turns of at least [`MIN_TURN_DEG`] that begin under sail, in time order.
pub fn find_turns(course: &Course, class: &BoatClass) -> Vec<Turn> {
    find_turns_of(course, class, MIN_TURN_DEG..f64::INFINITY)
}

/// All turns whose absolute course change, deg, lies in a range and that begin under sail, in time order.
pub(crate) fn find_turns_of(course: &Course, class: &BoatClass, deg: std::ops::Range<f64>) -> Vec<Turn> {
    let mut turns = Vec::new();
    for piece in &course.track.pieces {
        let mut all = all_turns(course, class, piece.clone());
        all.retain(|t| deg.contains(&t.change_deg.abs()) && under_sail(course, t));
        turns.extend(all);
    }
    turns
}

/// All turns of a piece, of any size and entry speed, in time order.
pub(super) fn all_turns(course: &Course, class: &BoatClass, piece: std::ops::Range<usize>) -> Vec<Turn> {
    let mut turns = uninterrupted_turns(course, piece, opening_rate_dps(course, class));
    join_across_pauses(&mut turns);
    turns
}

/// Stretches of one sense in which the rate exceeds `opening_dps`, extended on both sides to the edge rate.
fn uninterrupted_turns(course: &Course, piece: std::ops::Range<usize>, opening_dps: f64) -> Vec<Turn> {
    let rate = &course.rate_dps;
    let mut found = Vec::new();
    let mut i = piece.start;
    while i < piece.end {
        let sense = if rate[i] < 0.0 { -1.0 } else { 1.0 };
        if rate[i] * sense <= opening_dps {
            i += 1;
            continue;
        }
        let mut first = i;
        while first > piece.start && rate[first - 1] * sense > EDGE_RATE_DPS {
            first -= 1;
        }
        let mut last = i;
        while last + 1 < piece.end && rate[last + 1] * sense > EDGE_RATE_DPS {
            last += 1;
        }
        let start_s = if first > piece.start {
            crossing(course, first - 1, first, sense)
        } else {
            course.time_s[first]
        };
        let end_s =
            if last + 1 < piece.end { crossing(course, last + 1, last, sense) } else { course.time_s[last] };
        found.extend(turn_between(course, start_s, end_s));
        i = last + 1;
    }
    found
}

/// The moment at which the rate passes the edge rate, between an outer fix below it and an inner fix above it.
fn crossing(course: &Course, outer: usize, inner: usize, sense: f64) -> f64 {
    let (a, b) = (course.rate_dps[outer] * sense, course.rate_dps[inner] * sense);
    let f = if b > a { ((EDGE_RATE_DPS - a) / (b - a)).clamp(0.0, 1.0) } else { 1.0 };
    course.time_s[outer] + (course.time_s[inner] - course.time_s[outer]) * f
}

/// The turn between two moments of one piece; none in a gap.
pub(crate) fn turn_between(course: &Course, start_s: f64, end_s: f64) -> Option<Turn> {
    let change_deg = course.course_at(end_s)? - course.course_at(start_s)?;
    Some(Turn::new(start_s, end_s, change_deg))
}

/// Joins neighbouring turns of one sense with a pause of at most [`MAX_PAUSE_S`] between them.
fn join_across_pauses(turns: &mut Vec<Turn>) {
    let mut out: Vec<Turn> = Vec::with_capacity(turns.len());
    for turn in turns.drain(..) {
        match out.last_mut() {
            Some(last) if last.sense() == turn.sense() && turn.start_s - last.end_s <= MAX_PAUSE_S => {
                last.change_deg += turn.change_deg;
                last.end_s = turn.end_s;
            }
            _ => out.push(turn),
        }
    }
    *turns = out;
}

/// Mean course and speed before and after a turn; none where too little of a window lies in the piece.
pub fn entry_and_exit(course: &Course, turn: &Turn) -> Option<EntryExit> {
    let (t0, t1) = (turn.start_s, turn.end_s);
    let before = (t0 - LEAD_S - WINDOW_S, t0 - LEAD_S);
    Some(EntryExit {
        course_in_deg: course.mean_course(t0, before.0, before.1)?,
        course_out_deg: course.mean_course(t1, t1, t1 + WINDOW_S)?,
        entry_mps: course.mean_sog(t0, before.0, before.1)?,
        exit_mps: course.mean_sog(t1, t1, t1 + WINDOW_S)?,
    })
}

/// Turns as input of the wind estimate, without those that have no entry or exit.
pub fn turn_events(course: &Course, turns: &[Turn]) -> Vec<TurnEvent> {
    turns.iter().filter_map(|turn| turn_event(course, turn)).collect()
}

fn turn_event(course: &Course, turn: &Turn) -> Option<TurnEvent> {
    let s = entry_and_exit(course, turn)?;
    let middle = 0.5 * (s.course_in_deg + s.course_out_deg);
    let fixes = course.fixes(turn.start_s, turn.end_s);
    let min_mps = course.motion.sog_mps[course.fixes(turn.start_s, turn.end_s + WINDOW_S)]
        .iter()
        .fold(s.entry_mps, |m, &v| m.min(v));
    Some(TurnEvent {
        time_ms: course.ms(moment_of(course, turn, middle)),
        middle_deg: wrap_360(middle),
        change_deg: s.course_out_deg - s.course_in_deg,
        entry_mps: s.entry_mps,
        min_mps,
        exit_mps: s.exit_mps,
        max_rate_dps: course.rate_dps[fixes].iter().fold(0.0, |m: f64, r| m.max(r * turn.sense())),
    })
}

/// The first moment in a turn at which the unwrapped course passes `at_deg` in the sense of the turn. Where it passes up to
/// 6 s before or 5 s after the turn alone, the nearer end of the turn; the middle when it never does.
pub(crate) fn moment_of(course: &Course, turn: &Turn, at_deg: f64) -> f64 {
    let sense = turn.sense();
    let middle_s = 0.5 * (turn.start_s + turn.end_s);
    let piece = course.piece_at(middle_s).unwrap_or(0..0);
    let range = course.fixes(turn.start_s - LEAD_S - WINDOW_S, turn.end_s + WINDOW_S);
    let rows = range.start.max(piece.start) + 1..range.end.min(piece.end);
    let crossings = rows.filter_map(|i| {
        let (a, b) = ((course.course_deg[i - 1] - at_deg) * sense, (course.course_deg[i] - at_deg) * sense);
        let (from_s, to_s) = (course.time_s[i - 1], course.time_s[i]);
        (a <= 0.0 && b > 0.0).then(|| from_s + (to_s - from_s) * (-a / (b - a)))
    });
    let away_s = |t: f64| (turn.start_s - t).max(t - turn.end_s).max(0.0);
    let nearest_s = crossings.min_by(|&a, &b| away_s(a).total_cmp(&away_s(b)));
    nearest_s.unwrap_or(middle_s).clamp(turn.start_s, turn.end_s)
}
