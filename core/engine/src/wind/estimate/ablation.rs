//! Parts of the estimate that a measurement leaves out, to show what each is worth: `npm run truth -- --without NAME`.

#[cfg(feature = "calibrate")]
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A part of the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Middles of turns as observations of the axis.
    Middles,
    /// Shapes of turns in the choice among the candidates.
    Shapes,
    /// Shares of tacks and gybes in that choice.
    Axes,
    /// Refusal of tracks on one line with few turns.
    OneLine,
    /// Smoother after the hidden Markov model, with the current.
    Smoother,
    /// Hypothesis of moving water in the smoother.
    Current,
    /// Estimate of the hidden Markov model and wider interval where a track is mostly reaches.
    Reaches,
    /// Errors outside the model in the interval.
    Unmodelled,
    /// Wider interval where courses and turns disagree.
    Excess,
}

#[cfg(feature = "calibrate")]
impl Part {
    /// All parts.
    pub const ALL: [Part; 9] = [
        Part::Middles,
        Part::Shapes,
        Part::Axes,
        Part::OneLine,
        Part::Smoother,
        Part::Current,
        Part::Reaches,
        Part::Unmodelled,
        Part::Excess,
    ];

    /// Its name in small letters.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// One bit for each part that is left out.
#[cfg(feature = "calibrate")]
static LEFT_OUT: AtomicU32 = AtomicU32::new(0);

/// Leaves a part out of all estimates of this process from now on.
#[cfg(feature = "calibrate")]
pub fn leave_out(part: Part) {
    LEFT_OUT.fetch_or(1 << part as u32, Relaxed);
}

/// A value that a part contributes; 0 where the part is left out.
pub(crate) fn part_of(part: Part, value: f64) -> f64 {
    if has(part) { value } else { 0.0 }
}

/// True unless the part is left out; always true outside measurements.
pub(crate) fn has(part: Part) -> bool {
    #[cfg(feature = "calibrate")]
    return LEFT_OUT.load(Relaxed) & (1 << part as u32) == 0;
    #[cfg(not(feature = "calibrate"))]
    {
        let _ = part;
        true
    }
}
