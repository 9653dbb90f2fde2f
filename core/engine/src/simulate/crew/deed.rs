//! What a crew did, written down as it was done.

/// What the course went through in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Through {
    WindFrom,
    WindTo,
    Neither,
    Both,
}

/// A turn or a mishap as the crew knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deed {
    pub what: What,
    pub from_s: f64,
    /// Of a turn: when it was done.
    pub to_s: f64,
}

/// Kinds of [`Deed`]. Wind angles are signed, as felt, deg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    Turn {
        through: Through,
        in_deg: f64,
        out_deg: f64,
    },
    /// Towards the wind, not through it, and back on the same tack.
    FailedTack,
    Start,
    Fall,
}
