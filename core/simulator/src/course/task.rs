//! What a crew does next.

use crate::race::{LineApproach, MarkRounding};

/// Tasks of a crew, done one after the other. Positions are in the session's plane, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Task {
    /// Sail to a point, beating, running or reaching.
    SailTo {
        goal: (f64, f64),
    },
    /// Gybe from a reach onto the other, towards a point.
    GybeTo {
        goal: (f64, f64),
    },
    /// Round the top mark onto the run, or the bottom mark onto the beat.
    RoundTop,
    RoundBottom,
    /// Bear away from the beat onto the reach to the offset mark.
    ReachToOffset,
    /// Reach back and forth between two points until this time.
    Loiter {
        ends: [(f64, f64); 2],
        until_s: f64,
    },
    /// Hold the boat at the line with sails out until this time.
    Luff {
        until_s: f64,
    },
    /// Start: sheet in.
    Start,
    /// Motor in a straight line.
    Motor {
        goal: (f64, f64),
    },
    /// Drift until the end of the session.
    Drift,
    /// In a race: across the line at the gun, close-hauled, waiting until a time or for some seconds.
    ToLine(LineApproach),
    /// Slowly to a place below the line.
    Creep {
        goal: (f64, f64),
    },
    Beat {
        until_s: f64,
    },
    Wait {
        until_s: f64,
    },
    Halt {
        seconds: f64,
    },
    /// To the place from which a mark is rounded, passing it at this clearance, m, and round it.
    ToMark {
        mark: MarkRounding,
        clearance_m: f64,
    },
    RoundMark {
        mark: MarkRounding,
        clearance_m: f64,
    },
    /// To a point of the finishing line, and across it there.
    ToFinish {
        at: (f64, f64),
    },
    CrossFinish {
        at: (f64, f64),
        along: (f64, f64),
    },
}
