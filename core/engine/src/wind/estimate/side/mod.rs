//! Which of the candidate directions the wind blew from: one probabilistic model (docs/algorithms.md, section 4.6).
//!
//! In a candidate wind every turn is a tack, a gybe, a bear-away or a round-up. Each of these has its own shape: speed
//! retained, speed at the exit, turn rate and angle. A wind a quarter or half a turn off gives most turns the wrong name, and
//! their shapes do not fit it. The sum over the turns and the fit of courses and speeds are weighted by fitted numbers. Turns
//! found without a wind are used, so that every candidate is judged by the same ones.

mod axes;
mod fitted;
mod shape;

pub use axes::Beta;
pub(super) use axes::log_probability as tacks_and_gybes_nats;
pub(super) use fitted::{SOME_CANDIDATE, WEIGHTS};
pub(super) use shape::Shape;
pub(super) use shape::ShapeModel;

use super::evidence;
use crate::angle::wrap_180;
use crate::wind::TurnEvent;
use fitted::{BROAD, ENGINE, TURNS};

/// Turns wider than this pass the axis whatever their courses, deg: these are nearly the same way round from both sides.
/// *hand-tuned*
const WIDE_DEG: f64 = 170.0;
/// Share of turns whose shape is that of no kind: falls, swims, errors of the receiver. *hand-tuned*
const BROAD_SHARE: f64 = 0.05;

/// Bound of the mean evidence of a turn, nats. *hand-tuned*
const MAX_MEAN_NATS: f64 = 3.0;

/// What a turn is in a wind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    Tack,
    Gybe,
    BearAway,
    RoundUp,
}

/// Number of labels. *definition*
pub(super) const LABELS: usize = 4;

/// Weights of the parts of a candidate's utility; fitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    /// Of the log-likelihood of courses, speeds and middles of turns; and the same of a sparse track.
    pub fit: f64,
    pub sparse_fit: f64,
    /// Of the log-likelihood of the shapes of the turns, those of one crew being alike.
    pub turns: f64,
}

/// Coefficients of the logistic regression that gives the probability that one of the candidates is right; fitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct CertaintyModel {
    pub constant: f64,
    /// Of the log-likelihood ratio of turns under engine against those in the best candidate, a turn.
    pub engine: f64,
    /// Of the log-likelihood ratio of turns in the best candidate against turns of no kind, a turn.
    pub turns: f64,
    /// Of log(1 + support).
    pub support: f64,
    /// Of the share of reaches.
    pub reaches: f64,
}

/// The turns of a track that were found without a wind, as evidence.
pub(super) struct SideTurns {
    turns: Vec<SideTurn>,
    /// Log-likelihood of all shapes as turns under engine, nats.
    engine_nats: f64,
}

/// A track as the side model and its calibration are fitted on it.
#[cfg(feature = "calibrate")]
#[derive(Debug, Clone)]
pub struct SideSample {
    pub is_sparse: bool,
    /// It is refused as a reach to and fro.
    pub is_bare_line: bool,
    /// Probability that the boat is a board.
    pub board_probability: f64,
    /// The shapes of its turns.
    pub shapes: Vec<[f64; shape::FEATURES]>,
    pub candidates: Vec<CandidateSample>,
    /// Probabilities of the candidates as published.
    pub probabilities: Vec<f64>,
}

/// A candidate direction of a [`SideSample`].
#[cfg(feature = "calibrate")]
#[derive(Debug, Clone)]
pub struct CandidateSample {
    /// What each turn is in it.
    pub labels: Vec<Label>,
    /// Log-likelihood ratio of courses, speeds and middles of turns, nats.
    pub fit: f64,
    /// Number of tacks and of gybes.
    pub turns: [usize; 2],
    /// Support by turns, nats.
    pub support: f64,
    /// Share of reaches, [0, 1].
    pub reach_share: f64,
    /// Time, ms, and direction, deg, of every steady step.
    pub path: Vec<(f64, f64)>,
}

struct SideTurn {
    #[cfg(feature = "calibrate")]
    shape: Shape,
    time_ms: f64,
    middle_deg: f64,
    change_deg: f64,
    /// Log-likelihood ratio of the shape under each label against a shape of no kind, nats.
    nats: [f64; LABELS],
}

impl SideTurns {
    /// Of the turns entered and left at sailing speed; `slow_mps` is the least speed of sailing.
    pub(super) fn of(turns: &[TurnEvent], slow_mps: f64) -> Self {
        let turns = evidence::at_sailing_speed(turns, slow_mps);
        let shapes = Shape::all(&turns);
        let mut engine_nats = 0.0;
        let side_turn = |(turn, shape): (&TurnEvent, &Option<Shape>)| {
            let shape = shape.as_ref()?;
            engine_nats += against_broad(&ENGINE, shape);
            Some(SideTurn {
                #[cfg(feature = "calibrate")]
                shape: *shape,
                time_ms: turn.time_ms,
                middle_deg: turn.middle_deg,
                change_deg: turn.change_deg,
                nats: std::array::from_fn(|label| against_broad(&TURNS[label], shape)),
            })
        };
        let turns = turns.iter().zip(&shapes).filter_map(side_turn).collect();
        SideTurns { turns, engine_nats }
    }

    /// Log-likelihood ratio of the shapes of all turns in a wind, nats; `wind_at` is the wind at a time, ms.
    pub(super) fn nats(&self, wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
        let of = |turn: &SideTurn| Some(turn.nats[turn.label(wind_at(turn.time_ms)?) as usize]);
        self.turns.iter().filter_map(of).sum()
    }

    /// What each turn is in a wind.
    #[cfg(feature = "calibrate")]
    pub(super) fn labels(&self, wind_at: impl Fn(f64) -> Option<f64>) -> Vec<Label> {
        self.turns.iter().map(|t| t.label(wind_at(t.time_ms).unwrap_or(0.0))).collect()
    }

    #[cfg(feature = "calibrate")]
    pub(super) fn shapes(&self) -> Vec<[f64; shape::FEATURES]> {
        self.turns.iter().map(|t| t.shape.0).collect()
    }

    /// Number of turns.
    pub(super) fn count(&self) -> usize {
        self.turns.len()
    }

    /// How much better, in the mean over the turns, they fit a boat under engine than a wind with this log-likelihood, nats.
    pub(super) fn engine_excess(&self, nats: f64) -> f64 {
        self.mean_nats(self.engine_nats - nats)
    }

    /// A log-likelihood in the mean over the turns, nats a turn; towards 0 where they are few.
    pub(super) fn mean_nats(&self, nats: f64) -> f64 {
        (nats / (1.0 + self.turns.len() as f64)).clamp(-MAX_MEAN_NATS, MAX_MEAN_NATS)
    }

    /// Number of tacks and of gybes in a wind.
    pub(super) fn tacks_and_gybes(&self, wind_at: impl Fn(f64) -> Option<f64>) -> [usize; 2] {
        let count = |label| {
            self.turns
                .iter()
                .filter(|t| wind_at(t.time_ms).is_some_and(|wind| t.label(wind) == label))
                .count()
        };
        [count(Label::Tack), count(Label::Gybe)]
    }
}

impl SideTurn {
    fn label(&self, wind_deg: f64) -> Label {
        label(self.middle_deg, self.change_deg, wind_deg)
    }
}

/// What a turn is in a wind, by its courses.
pub(super) fn label(middle_deg: f64, change_deg: f64, wind_deg: f64) -> Label {
    let before = wrap_180(wind_deg - middle_deg + 0.5 * change_deg);
    let after = wrap_180(wind_deg - middle_deg - 0.5 * change_deg);
    if before * after < 0.0 || change_deg.abs() > WIDE_DEG {
        let to_windward = wrap_180(wind_deg - middle_deg).abs() < 90.0;
        return if to_windward { Label::Tack } else { Label::Gybe };
    }
    if after.abs() > before.abs() { Label::BearAway } else { Label::RoundUp }
}

/// Log-likelihood ratio of a shape by a model, mixed with shapes of no kind, against these, nats.
fn against_broad(model: &ShapeModel, shape: &Shape) -> f64 {
    let ratio = model.log_density(shape) - BROAD.log_density(shape);
    let most = ratio.max(0.0);
    most + libm::log((1.0 - BROAD_SHARE) * libm::exp(ratio - most) + BROAD_SHARE * libm::exp(-most))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn from one course to another, to starboard positive, with its lowest and its exit speed as shares of the entry.
    fn turn(from_deg: f64, change_deg: f64, min: f64, exit: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg: from_deg + 0.5 * change_deg,
            change_deg,
            entry_mps: 4.0,
            min_mps: 4.0 * min,
            exit_mps: 4.0 * exit,
            max_rate_dps: 20.0,
        }
    }

    /// A lap in wind from north: tacks, a bear-away, gybes and a round-up.
    fn lap() -> Vec<TurnEvent> {
        vec![
            turn(45.0, -90.0, 0.55, 0.8),
            turn(-45.0, 90.0, 0.5, 0.75),
            turn(45.0, 80.0, 0.98, 1.25),
            turn(125.0, 110.0, 0.75, 0.9),
            turn(-125.0, -110.0, 0.72, 0.88),
            turn(125.0, -80.0, 0.8, 0.82),
        ]
    }

    #[test]
    fn a_turn_is_named_by_its_courses_and_the_wind() {
        let in_wind_from =
            |deg: f64| lap().iter().map(|t| label(t.middle_deg, t.change_deg, deg)).collect::<Vec<_>>();
        use Label::{BearAway, Gybe, RoundUp, Tack};
        assert_eq!(in_wind_from(0.0), [Tack, Tack, BearAway, Gybe, Gybe, RoundUp]);
        assert_eq!(in_wind_from(180.0), [Gybe, Gybe, RoundUp, Tack, Tack, BearAway]);
        assert_eq!(label(270.0, 205.0, 90.0), Gybe);
    }

    #[test]
    fn the_shapes_of_turns_fit_the_wind_better_than_its_opposite_and_than_a_quarter_off() {
        let turns = SideTurns::of(&lap(), 1.0);
        let [right, quarter, opposite, three] =
            [0.0, 90.0, 180.0, 270.0].map(|deg| turns.nats(|_| Some(deg)));
        assert!(right > quarter + 2.0 && right > opposite + 2.0 && right > three + 2.0);
    }

    #[test]
    fn a_fall_is_little_evidence_for_any_wind() {
        let fall = [turn(45.0, -90.0, 0.12, 2.5)];
        let turns = SideTurns::of(&fall, 1.0);
        let nats = [0.0, 90.0, 180.0, 270.0].map(|deg| turns.nats(|_| Some(deg)));
        assert!(nats.iter().all(|n| n.abs() < 3.1), "{nats:?}");
    }

    #[test]
    fn turns_without_speeds_are_no_evidence() {
        let sparse = [TurnEvent { min_mps: f64::NAN, ..turn(45.0, -90.0, 0.6, 0.8) }];
        let turns = SideTurns::of(&sparse, 1.0);
        assert_eq!((turns.nats(|_| Some(0.0)), turns.engine_excess(0.0)), (0.0, 0.0));
    }
}
