//! What a turn is called, by what it went through and where it led (table of ALGORITHMS 3.3.2).

use super::crew::Through;
use crate::segment::SegmentKind;

/// Below this a course is upwind, above the other downwind, deg (table of ALGORITHMS 3.3.2).
pub const UP_DEG: f64 = 75.0;
pub const DOWN_DEG: f64 = 100.0;

/// A kind and its flags.
pub type Label = (SegmentKind, Vec<&'static str>);

/// The label of a turn by the table of ALGORITHMS 3.3.2, `None` for turns that are no maneuver.
pub fn label(through: Through, a: f64, b: f64) -> Option<Label> {
    let up = |angle: f64| angle < UP_DEG;
    let down = |angle: f64| angle > DOWN_DEG;
    match through {
        Through::Both => Some((SegmentKind::Penalty, vec![])),
        Through::WindFrom if down(a) && up(b) => Some((SegmentKind::Douse, vec!["tack_out"])),
        Through::WindFrom if down(a) => Some((SegmentKind::Tack, vec!["chicken_gybe"])),
        Through::WindFrom if up(a) && down(b) => Some((SegmentKind::Tack, vec!["bear_away_after"])),
        Through::WindFrom => Some((SegmentKind::Tack, vec![])),
        Through::WindTo if up(a) && down(b) => Some((SegmentKind::BearAway, vec!["gybe_set"])),
        Through::WindTo if down(a) && up(b) => Some((SegmentKind::Douse, vec!["gybe_drop"])),
        Through::WindTo => Some((SegmentKind::Gybe, vec![])),
        Through::Neither if (a - b).abs() < 35.0 => None,
        Through::Neither if up(a) && down(b) => Some((SegmentKind::BearAway, vec![])),
        Through::Neither if down(a) && up(b) => Some((SegmentKind::Douse, vec![])),
        Through::Neither => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_called_by_what_it_passed_and_where_it_led() {
        let kind = |through, a, b| label(through, a, b).map(|(kind, flags)| (kind, flags.first().copied()));
        assert_eq!(kind(Through::WindFrom, 43.0, 44.0), Some((SegmentKind::Tack, None)));
        assert_eq!(kind(Through::WindTo, 145.0, 140.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Through::WindTo, 90.0, 95.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Through::Neither, 43.0, 140.0), Some((SegmentKind::BearAway, None)));
        assert_eq!(kind(Through::WindTo, 43.0, 140.0), Some((SegmentKind::BearAway, Some("gybe_set"))));
        assert_eq!(kind(Through::WindTo, 140.0, 43.0), Some((SegmentKind::Douse, Some("gybe_drop"))));
        assert_eq!(kind(Through::WindFrom, 140.0, 43.0), Some((SegmentKind::Douse, Some("tack_out"))));
        assert_eq!(kind(Through::Neither, 43.0, 90.0), None);
        assert_eq!(kind(Through::Neither, 72.0, 102.0), None);
    }
}
