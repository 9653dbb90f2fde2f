//! The table that names a turn by the axes its course passed and the bands it began and ended in (docs/algorithms.md,
//! section 7.8).

use crate::angle::wrap_180;
use crate::segment::SegmentKind;

/// Bands of the absolute wind angle, deg: "up" below the first, "down" above the second, a reach between. *guess*
pub const UP_DEG: f64 = 75.0;
pub const DOWN_DEG: f64 = 100.0;
/// Least course change of a rounding, deg. *guess*
pub const MIN_ROUNDING_DEG: f64 = 35.0;
/// The bands of turns through an axis are narrowed by this share of the standard deviation of the wind, of which at most
/// so much counts, deg. *measured* with `npm run truth`
const NARROWING_SHARE: f64 = 0.3;
const MAX_NARROWING_SD_DEG: f64 = 25.0;
/// Least sweep of a penalty turn, deg; twice that is a double turn. *guess*
pub(super) const MIN_PENALTY_DEG: f64 = 300.0;
/// A turn from one band to the other of less than this is a rounding: with a tack and a gybe in it, it turns by up to
/// 360° less the wind angle upwind and more by what the boat overshoots, deg. *guess*
const MAX_ROUNDING_DEG: f64 = 400.0;

/// Ids of the flags of a maneuver in the outward contract (docs/algorithms.md, sections 7.8 and 8.5).
pub mod flag {
    pub const BEAR_AWAY_AFTER: &str = "bear_away_after";
    pub const TACK_OUT: &str = "tack_out";
    pub const CHICKEN_GYBE: &str = "chicken_gybe";
    pub const GYBE_SET: &str = "gybe_set";
    pub const GYBE_DROP: &str = "gybe_drop";
    pub const DOUBLE_TURN: &str = "double_turn";
    pub const STOPPED: &str = "stopped";
    pub const FELL: &str = "fell";
    pub const NOT_RECOVERED: &str = "not_recovered";
    pub const LOW_SPEED: &str = "low_speed";
    pub const TOUCHDOWN: &str = "touchdown";
    pub const SPARSE: &str = "sparse";
    pub const SHORT_LEG: &str = "short_leg";
}

/// The axes of the wind that a course passed between two moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassedAxis {
    /// Head to wind.
    WindFrom,
    /// Dead downwind.
    WindTo,
    /// Both; head to wind before dead downwind when `from_first`.
    Both {
        from_first: bool,
    },
    Neither,
}

impl PassedAxis {
    /// Id in the outward contract.
    pub fn id(self) -> &'static str {
        match self {
            Self::WindFrom => "wind_from",
            Self::WindTo => "wind_to",
            Self::Both { .. } => "both",
            Self::Neither => "neither",
        }
    }
}

/// Unwrapped course minus wind direction before and after a turn, deg: multiples of 360 are head to wind, 180 beside them
/// dead downwind; the difference is the course change, to starboard positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WindAngleSweep {
    pub in_deg: f64,
    pub out_deg: f64,
}

impl WindAngleSweep {
    /// Absolute wind angle before the turn, deg.
    pub fn angle_in_deg(&self) -> f64 {
        wrap_180(self.in_deg).abs()
    }

    /// Absolute wind angle after the turn, deg.
    pub fn angle_out_deg(&self) -> f64 {
        wrap_180(self.out_deg).abs()
    }

    /// The axes between the angles before and after the turn.
    pub fn passed(&self) -> PassedAxis {
        let crossings = |offset: f64| {
            ((self.out_deg + offset) / 360.0).floor() - ((self.in_deg + offset) / 360.0).floor()
        };
        match (crossings(0.0) != 0.0, crossings(180.0) != 0.0) {
            (true, true) => PassedAxis::Both { from_first: self.head_to_wind_first() },
            (true, false) => PassedAxis::WindFrom,
            (false, true) => PassedAxis::WindTo,
            (false, false) => PassedAxis::Neither,
        }
    }

    /// True when the turn begins towards the wind.
    fn head_to_wind_first(&self) -> bool {
        let starboard_turn = self.out_deg > self.in_deg;
        // A negative angle is left of the wind: a turn to starboard from there passes head to wind first.
        (wrap_180(self.in_deg) < 0.0) == starboard_turn
    }

    /// Absolute course change, deg.
    pub(super) fn size_deg(&self) -> f64 {
        (self.out_deg - self.in_deg).abs()
    }
}

/// The bands of turns through an axis, deg: "up" below the first, "down" above the second, narrowed by the standard
/// deviation of the wind.
pub(super) fn bands_deg(wind_sd_deg: f64) -> (f64, f64) {
    let narrowing_deg = NARROWING_SHARE * wind_sd_deg.min(MAX_NARROWING_SD_DEG);
    (UP_DEG - narrowing_deg, DOWN_DEG + narrowing_deg)
}

/// A name from the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    pub kind: SegmentKind,
    pub flag: Option<&'static str>,
    /// The name applies only where the new band was held ([`crate::segment::hold`]).
    pub must_hold: bool,
}

impl Label {
    fn of(kind: SegmentKind, flag: Option<&'static str>) -> Option<Self> {
        Some(Self { kind, flag, must_hold: false })
    }
}

/// The name of a turn in a wind with this standard deviation, deg; none for a turn that passes no axis and does not lead
/// from up to down or back. For a tack cut from a longer turn `out_deg` is that of the whole turn.
pub fn label(sweep: &WindAngleSweep, wind_sd_deg: f64) -> Option<Label> {
    let (a, b) = (sweep.angle_in_deg(), sweep.angle_out_deg());
    // A gybe from a reach can be distinguished from a rounding only as well as the wind is known.
    let crosses = sweep.passed() != PassedAxis::Neither;
    let (up, down) = if crosses { bands_deg(wind_sd_deg) } else { (UP_DEG, DOWN_DEG) };
    let (up_in, up_out) = (a < up, b < up);
    let (down_in, down_out) = (a > down, b > down);
    // A penalty turn ends on about the course it began on.
    let rounds_mark = (up_in && down_out || down_in && up_out) && sweep.size_deg() < MAX_ROUNDING_DEG;
    match sweep.passed() {
        PassedAxis::Both { .. } if sweep.size_deg() >= MIN_PENALTY_DEG && !rounds_mark => penalty(sweep),
        PassedAxis::WindFrom | PassedAxis::Both { from_first: true } => match () {
            () if up_in && down_out => Label::of(SegmentKind::Tack, Some(flag::BEAR_AWAY_AFTER)),
            () if down_in && up_out => Label::of(SegmentKind::Douse, Some(flag::TACK_OUT)),
            () if down_in => Label::of(SegmentKind::Tack, Some(flag::CHICKEN_GYBE)),
            () => Label::of(SegmentKind::Tack, None),
        },
        PassedAxis::WindTo | PassedAxis::Both { from_first: false } => match () {
            () if up_in && down_out => Label::of(SegmentKind::BearAway, Some(flag::GYBE_SET)),
            () if down_in && up_out => Label::of(SegmentKind::Douse, Some(flag::GYBE_DROP)),
            () => Label::of(SegmentKind::Gybe, None),
        },
        PassedAxis::Neither => {
            let if_held = |kind| Some(Label { kind, flag: None, must_hold: true });
            match () {
                () if up_in && down_out && b - a >= MIN_ROUNDING_DEG => if_held(SegmentKind::BearAway),
                () if down_in && up_out && a - b >= MIN_ROUNDING_DEG => if_held(SegmentKind::Douse),
                () => None,
            }
        }
    }
}

fn penalty(sweep: &WindAngleSweep) -> Option<Label> {
    Label::of(SegmentKind::Penalty, (sweep.size_deg() >= 2.0 * MIN_PENALTY_DEG).then_some(flag::DOUBLE_TURN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(in_deg: f64, out_deg: f64) -> Option<(SegmentKind, Option<&'static str>)> {
        label(&WindAngleSweep { in_deg, out_deg }, 0.0).map(|l| (l.kind, l.flag))
    }

    #[test]
    fn a_tack_passes_head_to_wind_and_a_gybe_dead_downwind() {
        assert_eq!(named(-45.0, 45.0), Some((SegmentKind::Tack, None)));
        assert_eq!(named(45.0, -45.0), Some((SegmentKind::Tack, None)));
        assert_eq!(named(145.0, 215.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(named(-145.0, -215.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(named(315.0, 405.0), Some((SegmentKind::Tack, None)));
    }

    #[test]
    fn roundings_pass_neither_axis_and_must_be_held() {
        let b = label(&WindAngleSweep { in_deg: 45.0, out_deg: 145.0 }, 0.0).unwrap();
        assert!(b.kind == SegmentKind::BearAway && b.must_hold);
        let d = label(&WindAngleSweep { in_deg: -150.0, out_deg: -44.0 }, 0.0).unwrap();
        assert!(d.kind == SegmentKind::Douse && d.must_hold);
        assert_eq!(named(45.0, 60.0), None);
        assert_eq!(named(70.0, 104.0), None);
    }

    #[test]
    fn flagged_roundings_cross_an_axis() {
        assert_eq!(named(45.0, 215.0), Some((SegmentKind::BearAway, Some("gybe_set"))));
        assert_eq!(named(150.0, 315.0), Some((SegmentKind::Douse, Some("gybe_drop"))));
        assert_eq!(named(150.0, -45.0), Some((SegmentKind::Douse, Some("tack_out"))));
        assert_eq!(named(-45.0, 140.0), Some((SegmentKind::Tack, Some("bear_away_after"))));
        assert_eq!(named(140.0, -140.0), Some((SegmentKind::Tack, Some("chicken_gybe"))));
    }

    #[test]
    fn a_whole_turn_through_both_axes_is_a_penalty_and_two_of_them_a_double() {
        assert_eq!(named(45.0, 405.0), Some((SegmentKind::Penalty, None)));
        assert_eq!(named(-45.0, -405.0), Some((SegmentKind::Penalty, None)));
        assert_eq!(named(-45.0, -765.0), Some((SegmentKind::Penalty, Some("double_turn"))));
    }

    #[test]
    fn a_tack_and_a_bear_away_at_the_windward_mark_are_no_penalty_turn() {
        // Port tack, through the wind, round the mark and through a gybe on to a broad reach.
        assert_eq!(named(-45.0, 255.0), Some((SegmentKind::Tack, Some("bear_away_after"))));
        // At the leeward mark: a gybe, heading up, and a tack round it.
        assert_eq!(named(110.0, 425.0).unwrap().0, SegmentKind::Douse);
        assert_eq!(named(-45.0, 400.0).unwrap().0, SegmentKind::Penalty);
    }

    #[test]
    fn a_turn_through_both_axes_short_of_a_penalty_takes_its_first_crossing() {
        assert_eq!(named(-45.0, 200.0).unwrap().0, SegmentKind::Tack);
        // Up to up, stern first: it neither begins nor ends downwind.
        assert_eq!(named(45.0, 375.0).unwrap().0, SegmentKind::Penalty);
        assert_eq!(named(70.0, 365.0).unwrap().0, SegmentKind::Gybe);
    }
}
