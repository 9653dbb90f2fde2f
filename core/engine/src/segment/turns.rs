//! Pass 1: turns found without any wind (ALGORITHMS 3.3.2).

use crate::angle::wrap_360;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::wind::TurnEvent;

/// A turn opens when the course turns faster than this, deg/s; keelboats turn slower.
const OPEN_DPS: f64 = 3.0;
const OPEN_KEELBOAT_DPS: f64 = 2.0;
/// Its edges reach out to this rate, deg/s.
pub(crate) const EDGE_DPS: f64 = 1.0;
/// Runs of one sense with a shorter pause are one turn, s.
const PAUSE_S: f64 = 3.0;
/// Smaller course changes are steering, deg.
pub(crate) const MIN_CHANGE_DEG: f64 = 25.0;
/// A turn that begins slower than this share of the boat's pace, or than this speed where the share is more, is
/// no maneuver: luffing at the start, drifting after the finish, lying beside the board.
const SAILING_SHARE: f64 = 0.35;
const SAILING_MPS: f64 = 1.0;
/// Nor is one that begins under this share of the pace, however fast the boat: walking on the beach with the kite.
const LAUNCHED_SHARE: f64 = 0.2;
/// Windows before and after a turn in which the boat's steady course and speed are read, s (ALGORITHMS 2.4).
pub(crate) const WINDOW_S: f64 = 5.0;
/// Space between the entry window and the turn, s.
pub(crate) const LEAD_S: f64 = 1.0;

/// One turn in one sense.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Start and end, s from the first fix.
    pub start_s: f64,
    pub end_s: f64,
    /// Course change between the edges, deg, to starboard positive.
    pub change_deg: f64,
    /// What the whole run tells of it, for a turn of a running boat.
    pub boom: Boom,
}

/// What became of a running boat's boom in a turn ([`crate::segment::gybe_segmentation`]).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Boom {
    /// Nobody asked: the boat does not run, or there is no wind yet.
    #[default]
    Unasked,
    /// It stayed: a sway about dead downwind.
    Stays,
    /// It went over; the run's courses beside dead downwind before and after, deg, on starboard tack positive.
    Over { before_deg: f64, after_deg: f64 },
}

impl Turn {
    /// A turn of which only the course is known.
    pub fn new(start_s: f64, end_s: f64, change_deg: f64) -> Self {
        Self { start_s, end_s, change_deg, boom: Boom::Unasked }
    }

    /// +1 to starboard, -1 to port.
    pub fn sense(&self) -> f64 {
        if self.change_deg < 0.0 { -1.0 } else { 1.0 }
    }
}

/// Steady course and speed on both sides of a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sides {
    /// Unwrapped courses, deg.
    pub course_in_deg: f64,
    pub course_out_deg: f64,
    pub entry_mps: f64,
    pub exit_mps: f64,
}

/// True for a turn that begins under sail.
pub fn under_sail(course: &Course, turn: &Turn) -> bool {
    let (entry, least) = entry_and_least(course, turn);
    entry >= least
}

/// Speed going into a turn, and the least at which it counts as sailed, m/s.
pub(super) fn entry_and_least(course: &Course, turn: &Turn) -> (f64, f64) {
    let before = course.mean_sog(turn.start_s, turn.start_s - LEAD_S - WINDOW_S, turn.start_s - LEAD_S);
    let entry = before.or_else(|| course.sog_at(turn.start_s)).unwrap_or(0.0);
    (entry, SAILING_MPS.min(SAILING_SHARE * course.pace_mps).max(LAUNCHED_SHARE * course.pace_mps))
}

/// The rate that opens a turn of this class, deg/s.
pub(super) fn opening_dps(class: &BoatClass) -> f64 {
    if class.keelboat { OPEN_KEELBOAT_DPS } else { OPEN_DPS }
}

/// All turns of at least 25 degrees that begin under sail, in time order.
pub fn find_turns(course: &Course, class: &BoatClass) -> Vec<Turn> {
    find_changes(course, class, MIN_CHANGE_DEG..f64::INFINITY)
}

/// Runs of one sense whose course changes by an amount in a range, begun under sail, in time order.
pub(crate) fn find_changes(course: &Course, class: &BoatClass, deg: std::ops::Range<f64>) -> Vec<Turn> {
    let mut turns = Vec::new();
    for piece in &course.track.pieces {
        let mut open_runs = all_runs(course, class, piece.clone());
        open_runs.retain(|t| deg.contains(&t.change_deg.abs()) && under_sail(course, t));
        turns.extend(open_runs);
    }
    turns
}

/// Every run of one sense in a piece, of any size, sailed or not.
pub(super) fn all_runs(course: &Course, class: &BoatClass, piece: std::ops::Range<usize>) -> Vec<Turn> {
    let mut open_runs = runs(course, piece, opening_dps(class));
    join(&mut open_runs);
    open_runs
}

/// Stretches of one sense in which the rate passes `open`, pushed out to the edge rate.
fn runs(course: &Course, piece: std::ops::Range<usize>, open: f64) -> Vec<Turn> {
    let rate = &course.rate_dps;
    let mut found = Vec::new();
    let mut i = piece.start;
    while i < piece.end {
        let sense = if rate[i] < 0.0 { -1.0 } else { 1.0 };
        if rate[i] * sense <= open {
            i += 1;
            continue;
        }
        let mut first = i;
        while first > piece.start && rate[first - 1] * sense > EDGE_DPS {
            first -= 1;
        }
        let mut last = i;
        while last + 1 < piece.end && rate[last + 1] * sense > EDGE_DPS {
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

/// The moment between an outer fix below the edge rate and an inner one above it.
fn crossing(course: &Course, outer: usize, inner: usize, sense: f64) -> f64 {
    let (a, b) = (course.rate_dps[outer] * sense, course.rate_dps[inner] * sense);
    let f = if b > a { ((EDGE_DPS - a) / (b - a)).clamp(0.0, 1.0) } else { 1.0 };
    course.time_s[outer] + (course.time_s[inner] - course.time_s[outer]) * f
}

/// The turn between two moments of one piece.
pub(crate) fn turn_between(course: &Course, start_s: f64, end_s: f64) -> Option<Turn> {
    let change_deg = course.course_at(end_s)? - course.course_at(start_s)?;
    Some(Turn::new(start_s, end_s, change_deg))
}

/// Joins neighbours of one sense with a short pause between them: slow turning is none, for a keelboat or a wing may take
/// half a minute through the wind.
fn join(turns: &mut Vec<Turn>) {
    let mut out: Vec<Turn> = Vec::with_capacity(turns.len());
    for turn in turns.drain(..) {
        match out.last_mut() {
            Some(last) if last.sense() == turn.sense() && turn.start_s - last.end_s <= PAUSE_S => {
                last.change_deg += turn.change_deg;
                last.end_s = turn.end_s;
            }
            _ => out.push(turn),
        }
    }
    *turns = out;
}

/// Steady course and speed before and after a turn; none at the edge of a piece.
pub fn sides(course: &Course, turn: &Turn) -> Option<Sides> {
    let (t0, t1) = (turn.start_s, turn.end_s);
    let before = (t0 - LEAD_S - WINDOW_S, t0 - LEAD_S);
    Some(Sides {
        course_in_deg: course.mean_course(t0, before.0, before.1)?,
        course_out_deg: course.mean_course(t1, t1, t1 + WINDOW_S)?,
        entry_mps: course.mean_sog(t0, before.0, before.1)?,
        exit_mps: course.mean_sog(t1, t1, t1 + WINDOW_S)?,
    })
}

/// Turns as the wind estimate takes them. Turns at the very edge of a piece have no steady sides and are left out.
pub fn turn_events(course: &Course, turns: &[Turn]) -> Vec<TurnEvent> {
    turns.iter().filter_map(|turn| turn_event(course, turn)).collect()
}

fn turn_event(course: &Course, turn: &Turn) -> Option<TurnEvent> {
    let s = sides(course, turn)?;
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

/// The first moment in or about a turn at which the unwrapped course is `at_deg`; its middle when it never is.
pub(crate) fn moment_of(course: &Course, turn: &Turn, at_deg: f64) -> f64 {
    let sense = turn.sense();
    let middle_s = 0.5 * (turn.start_s + turn.end_s);
    let piece = course.piece_at(middle_s).unwrap_or(0..0);
    let range = course.fixes(turn.start_s - LEAD_S - WINDOW_S, turn.end_s + WINDOW_S);
    for i in range.start.max(piece.start) + 1..range.end.min(piece.end) {
        let (a, b) = ((course.course_deg[i - 1] - at_deg) * sense, (course.course_deg[i] - at_deg) * sense);
        if a <= 0.0 && b > 0.0 {
            return course.time_s[i - 1] + (course.time_s[i] - course.time_s[i - 1]) * (-a / (b - a));
        }
    }
    middle_s
}
