//! The name of a turn by the axes crossed and the wind angles before and after (docs/algorithms.md, section 7).

use crate::crew::Crossed;
use leebow_engine::segment::SegmentKind;

/// Upwind below the first wind angle, downwind above the second, deg (docs/algorithms.md, section 7).
pub const UP_DEG: f64 = 75.0;
pub const DOWN_DEG: f64 = 100.0;

/// Kind and flags of a maneuver.
pub type Label = (SegmentKind, Vec<&'static str>);

/// The label of a turn with absolute wind angles `a` before and `b` after it, deg; `None` when it is no maneuver.
pub fn label(crossed: Crossed, a: f64, b: f64) -> Option<Label> {
    let up = |angle: f64| angle < UP_DEG;
    let down = |angle: f64| angle > DOWN_DEG;
    match crossed {
        Crossed::Both => Some((SegmentKind::Penalty, vec![])),
        Crossed::WindFrom if down(a) && up(b) => Some((SegmentKind::Douse, vec!["tack_out"])),
        Crossed::WindFrom if down(a) => Some((SegmentKind::Tack, vec!["chicken_gybe"])),
        Crossed::WindFrom if up(a) && down(b) => Some((SegmentKind::Tack, vec!["bear_away_after"])),
        Crossed::WindFrom => Some((SegmentKind::Tack, vec![])),
        Crossed::WindTo if up(a) && down(b) => Some((SegmentKind::BearAway, vec!["gybe_set"])),
        Crossed::WindTo if down(a) && up(b) => Some((SegmentKind::Douse, vec!["gybe_drop"])),
        Crossed::WindTo => Some((SegmentKind::Gybe, vec![])),
        Crossed::Neither if (a - b).abs() < 35.0 => None,
        Crossed::Neither if up(a) && down(b) => Some((SegmentKind::BearAway, vec![])),
        Crossed::Neither if down(a) && up(b) => Some((SegmentKind::Douse, vec![])),
        Crossed::Neither => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_named_by_the_axes_crossed_and_its_angles() {
        let kind = |crossed, a, b| label(crossed, a, b).map(|(kind, flags)| (kind, flags.first().copied()));
        assert_eq!(kind(Crossed::WindFrom, 43.0, 44.0), Some((SegmentKind::Tack, None)));
        assert_eq!(kind(Crossed::WindTo, 145.0, 140.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Crossed::WindTo, 90.0, 95.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Crossed::Neither, 43.0, 140.0), Some((SegmentKind::BearAway, None)));
        assert_eq!(kind(Crossed::WindTo, 43.0, 140.0), Some((SegmentKind::BearAway, Some("gybe_set"))));
        assert_eq!(kind(Crossed::WindTo, 140.0, 43.0), Some((SegmentKind::Douse, Some("gybe_drop"))));
        assert_eq!(kind(Crossed::WindFrom, 140.0, 43.0), Some((SegmentKind::Douse, Some("tack_out"))));
        assert_eq!(kind(Crossed::Neither, 43.0, 90.0), None);
        assert_eq!(kind(Crossed::Neither, 72.0, 102.0), None);
    }
}
