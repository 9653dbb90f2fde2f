//! Whether the band a rounding leads into was held after it, and the one it leads out of before it (ALGORITHMS 3.3.2).

use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::table::{DOWN_DEG, Passed, UP_DEG};
use crate::segment::turns::Turn;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::segment::wind_angle_sweep::{passed, sweep_of};

/// Seconds of the new band that make a rounding, and within how many outside tacks and gybes: a wobble does not undo
/// it, a boat that hunts about the band's edge holds neither.
pub(super) const HOLD_S: f64 = 8.0;
const HOLD_WITHIN_S: f64 = 10.7;
/// Share of the old band that must have been held before.
const HELD_BEFORE_SHARE: f64 = 0.75;
/// Seconds of the old band before it, as far back as the track goes and as the turn through an axis before it: a tack at
/// the mark and away is one of each.
const HELD_BEFORE_S: f64 = 5.0;
/// How far the hold is looked for, s.
const HOLD_REACH_S: f64 = 60.0;

/// Asks whether a band was held after a turn.
pub struct Hold<'a> {
    course: &'a Course<'a>,
    wind_along: &'a WindAlongTrack<'a>,
    /// Turns through an axis; they do not break a band.
    crossing: Vec<Turn>,
}

impl<'a> Hold<'a> {
    /// Prepares the question for all turns of a track.
    pub fn new(course: &'a Course<'a>, wind_along: &'a WindAlongTrack<'a>, turns: &[Turn]) -> Self {
        let through = |i: &usize| {
            sweep_of(course, wind_along, turns, *i)
                .is_some_and(|(way, _)| passed(&turns[*i], &way) != Passed::Neither)
        };
        Self { course, wind_along, crossing: (0..turns.len()).filter(through).map(|i| turns[i]).collect() }
    }

    /// The band a rounding leads into is held after it, the one it leads out of before it: a dip behind another boat
    /// is two turns and no rounding.
    pub(super) fn held(&self, kind: SegmentKind, from_s: f64, to_s: f64) -> bool {
        let held = self.measure(kind, from_s, to_s);
        held.after_s >= HOLD_S && held.before_s >= held.before_limit_s
    }

    /// For how long the bands beside a turn were held.
    pub(super) fn measure(&self, kind: SegmentKind, from_s: f64, to_s: f64) -> Held {
        let after = self.course.fixes(to_s, to_s + HOLD_REACH_S);
        let before = self.course.fixes(from_s - HOLD_REACH_S, from_s);
        let (_, after_s) = self.share(after, HOLD_WITHIN_S, |theta| in_band(kind, theta));
        let ends = self.crossing.iter().map(|c| c.end_s).filter(|&t| t <= from_s);
        let since_s = ends.fold(f64::NEG_INFINITY, f64::max);
        let before = before.rev().take_while(|&i| self.course.time_s[i] > since_s);
        let (seen, before_s) = self.share(before, HELD_BEFORE_S, |theta| in_band(opposite(kind), theta));
        Held { after_s, before_s, before_limit_s: HELD_BEFORE_SHARE * seen }
    }

    /// Seconds seen, up to a number of them, and those in a band, outside turns through an axis.
    fn share(
        &self,
        fixes: impl Iterator<Item = usize>,
        enough_s: f64,
        in_band: impl Fn(f64) -> bool,
    ) -> (f64, f64) {
        let (mut seen, mut inside) = (0.0, 0.0);
        for i in fixes.filter(|&i| i > 0) {
            let t = self.course.time_s[i];
            if seen >= enough_s {
                break;
            }
            if self.crossing.iter().any(|c| c.start_s < t && t <= c.end_s) {
                continue;
            }
            let dt = t - self.course.time_s[i - 1];
            seen += dt;
            inside += if in_band(self.wind_along.angle_at_fix(self.course, i).abs()) { dt } else { 0.0 };
        }
        (seen, inside)
    }
}

/// Seconds of the bands beside a turn.
pub(super) struct Held {
    pub after_s: f64,
    pub before_s: f64,
    pub before_limit_s: f64,
}

fn opposite(kind: SegmentKind) -> SegmentKind {
    if kind == SegmentKind::BearAway { SegmentKind::Douse } else { SegmentKind::BearAway }
}

fn in_band(kind: SegmentKind, theta_deg: f64) -> bool {
    match kind {
        SegmentKind::BearAway => theta_deg > DOWN_DEG,
        _ => theta_deg < UP_DEG,
    }
}
