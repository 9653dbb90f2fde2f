//! Actions of a crew, recorded when ordered.

/// Wind axes that the course crosses in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossed {
    WindFrom,
    WindTo,
    Neither,
    Both,
}

/// A turn, a start or a mishap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrewAction {
    pub kind: ActionKind,
    pub from_s: f64,
    /// End of a turn or a fall, s.
    pub to_s: f64,
}

/// Kinds of [`CrewAction`]. Wind angles are signed, relative to the filtered wind, deg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ActionKind {
    Turn {
        crossed: Crossed,
        in_deg: f64,
        out_deg: f64,
    },
    /// A turn towards the wind, not through it, and back on the same tack.
    FailedTack,
    Start,
    Fall,
}
