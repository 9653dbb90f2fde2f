//! The table that names a turn by what its course passed through (ALGORITHMS 3.3.2).

use crate::angle::wrap_180;
use crate::segment::SegmentKind;

/// Upwind of this is "up", downwind of the other "down", between them the boat reaches, deg.
pub const UP_DEG: f64 = 75.0;
pub const DOWN_DEG: f64 = 100.0;
/// Least change from up to down or back that is a rounding, deg.
pub const ROUNDING_DEG: f64 = 35.0;
/// Turns through an axis must clear the bands by this share of the wind's standard deviation, up to so much, deg.
const DOUBT_SHARE: f64 = 0.3;
const MAX_DOUBT_DEG: f64 = 25.0;
/// A sweep of this through both axes is a penalty turn, deg.
pub(super) const PENALTY_DEG: f64 = 300.0;

/// Flags of a maneuver, as the outward contract spells them.
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
}

/// What a course passed through between two moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    WindFrom,
    WindTo,
    /// `from_first`: head to wind came before dead downwind.
    Both {
        from_first: bool,
    },
    Neither,
}

impl Passed {
    /// As the evidence spells it.
    pub fn id(self) -> &'static str {
        match self {
            Self::WindFrom => "wind_from",
            Self::WindTo => "wind_to",
            Self::Both { .. } => "both",
            Self::Neither => "neither",
        }
    }
}

/// A way through the wind angles: unwrapped course minus wind direction going in and coming out, deg.
/// Multiples of 360 are head to wind, 180 beside them dead downwind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WindAngleSweep {
    pub in_deg: f64,
    pub out_deg: f64,
}

impl WindAngleSweep {
    /// Absolute wind angle going in.
    pub fn a(&self) -> f64 {
        wrap_180(self.in_deg).abs()
    }

    /// Absolute wind angle coming out.
    pub fn b(&self) -> f64 {
        wrap_180(self.out_deg).abs()
    }

    /// Which axes lie between in and out.
    pub fn passed(&self) -> Passed {
        let crossings = |offset: f64| {
            ((self.out_deg + offset) / 360.0).floor() - ((self.in_deg + offset) / 360.0).floor()
        };
        match (crossings(0.0) != 0.0, crossings(180.0) != 0.0) {
            (true, true) => Passed::Both { from_first: self.head_to_wind_first() },
            (true, false) => Passed::WindFrom,
            (false, true) => Passed::WindTo,
            (false, false) => Passed::Neither,
        }
    }

    /// Turning towards the wind going in.
    fn head_to_wind_first(&self) -> bool {
        let starboard_turn = self.out_deg > self.in_deg;
        // Course right of the wind (negative wrapped angle is left of it): turning right from the left side meets it.
        (wrap_180(self.in_deg) < 0.0) == starboard_turn
    }

    pub(super) fn sweep(&self) -> f64 {
        (self.out_deg - self.in_deg).abs()
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    pub kind: SegmentKind,
    pub flag: Option<&'static str>,
    /// The new band must be held for the label to stand.
    pub must_hold: bool,
}

impl Label {
    fn of(kind: SegmentKind, flag: Option<&'static str>) -> Option<Self> {
        Some(Self { kind, flag, must_hold: false })
    }
}

/// The label of a turn in a wind with a standard deviation; none for head-ups and bear-offs. `out_deg` of a cut tack
/// is that of the whole turn.
pub fn label(way: &WindAngleSweep, wind_sd_deg: f64) -> Option<Label> {
    let (a, b) = (way.a(), way.b());
    // A reaching boat's gybe is told from a mark rounding only as well as the wind is known.
    let crosses = way.passed() != Passed::Neither;
    let margin = if crosses { DOUBT_SHARE * wind_sd_deg.min(MAX_DOUBT_DEG) } else { 0.0 };
    let (up, down) = (UP_DEG - margin, DOWN_DEG + margin);
    let (up_in, up_out) = (a < up, b < up);
    let (down_in, down_out) = (a > down, b > down);
    match way.passed() {
        Passed::Both { .. } if way.sweep() >= PENALTY_DEG => penalty(way),
        Passed::WindFrom | Passed::Both { from_first: true } => match () {
            () if up_in && down_out => Label::of(SegmentKind::Tack, Some(flag::BEAR_AWAY_AFTER)),
            () if down_in && up_out => Label::of(SegmentKind::Douse, Some(flag::TACK_OUT)),
            () if down_in => Label::of(SegmentKind::Tack, Some(flag::CHICKEN_GYBE)),
            () => Label::of(SegmentKind::Tack, None),
        },
        Passed::WindTo | Passed::Both { from_first: false } => match () {
            () if up_in && down_out => Label::of(SegmentKind::BearAway, Some(flag::GYBE_SET)),
            () if down_in && up_out => Label::of(SegmentKind::Douse, Some(flag::GYBE_DROP)),
            () => Label::of(SegmentKind::Gybe, None),
        },
        Passed::Neither => {
            let held = |kind| Some(Label { kind, flag: None, must_hold: true });
            match () {
                () if up_in && down_out && b - a >= ROUNDING_DEG => held(SegmentKind::BearAway),
                () if down_in && up_out && a - b >= ROUNDING_DEG => held(SegmentKind::Douse),
                () => None,
            }
        }
    }
}

fn penalty(way: &WindAngleSweep) -> Option<Label> {
    Label::of(SegmentKind::Penalty, (way.sweep() >= 2.0 * PENALTY_DEG).then_some(flag::DOUBLE_TURN))
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
    fn a_turn_through_both_axes_short_of_a_penalty_takes_its_first_crossing() {
        assert_eq!(named(-45.0, 200.0).unwrap().0, SegmentKind::Tack);
        // Up to up, stern first: it neither begins nor ends downwind.
        assert_eq!(named(45.0, 375.0).unwrap().0, SegmentKind::Penalty);
        assert_eq!(named(70.0, 365.0).unwrap().0, SegmentKind::Gybe);
    }
}
