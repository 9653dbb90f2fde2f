//! What is measured of simulated sessions: F1 of maneuvers, errors of winds and losses, and a requirement on one of them in
//! both data sets.

use leebow_engine::stats::quantile::quantile;
use leebow_simulator::Scenario;

use crate::evaluation::{Counts, Deviation, TURNS};
use crate::sessions::{Condition, Evaluated};
use crate::table::{DATA_SETS, Limit, Measured, Row, row};

/// Wind errors are measured on tracks with at least this many true tacks and gybes.
const MIN_TURNS_FOR_WIND: usize = 4;

/// The sessions of one data set that a requirement is measured on.
pub type Chosen<'a> = Vec<&'a Evaluated>;

/// A requirement measured in both data sets on the sessions of the wanted conditions.
pub fn requirement(
    evaluated: &[Evaluated],
    name: (&str, &'static str, usize),
    limits: [Limit; 2],
    wanted: impl Fn(&Condition) -> bool,
    measure: impl Fn(&Chosen) -> Measured,
) -> Row {
    let measured = DATA_SETS.map(|set| {
        let of_set = |s: &&Evaluated| s.session.data_set == set && wanted(&s.session.condition);
        measure(&evaluated.iter().filter(of_set).collect())
    });
    row(name, limits, measured)
}

pub fn is_race(c: &Condition, rate_hz: f64, current_kn: f64) -> bool {
    c.scenario == Scenario::WindwardLeeward && c.rate_hz == rate_hz && c.current_kn == current_kn
}

pub fn still(c: &Condition) -> bool {
    c.current_kn == 0.0
}

fn counts(chosen: &Chosen, group: usize) -> Counts {
    let mut sum = Counts::default();
    chosen.iter().for_each(|s| sum.add(&s.errors.counts[group]));
    sum
}

pub fn f1(chosen: &Chosen, group: usize) -> Measured {
    let counts = counts(chosen, group);
    Measured::new(counts.f1(), format!("of {}", counts.matched + counts.missed))
}

/// The lowest F1 of a class, its name, and that of all classes together.
pub fn worst_class(chosen: &Chosen) -> Measured {
    let of = |name: &str| {
        let own: Chosen = chosen.iter().filter(|s| s.session.class.name == name).copied().collect();
        counts(&own, TURNS).f1()
    };
    let mut classes: Vec<&str> = chosen.iter().map(|s| s.session.class.name).collect();
    classes.dedup();
    let worst = classes.iter().map(|c| (of(c), *c)).min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((f1, class)) = worst else { return Measured::absent("") };
    Measured::new(f1, format!("{class}; all {:.3}", counts(chosen, TURNS).f1()))
}

pub fn type_right(chosen: &Chosen) -> Measured {
    let right = counts(chosen, TURNS).matched;
    let misnamed: usize = chosen.iter().map(|s| s.errors.misnamed).sum();
    Measured::new(1.0 - misnamed as f64 / right as f64, format!("of {right}"))
}

/// Wind deviations of the tracks with enough turns.
pub fn winds_of(chosen: &Chosen) -> Vec<Deviation> {
    let enough = |s: &&&Evaluated| {
        let c = &s.errors.counts[TURNS];
        c.matched + c.missed >= MIN_TURNS_FOR_WIND
    };
    chosen.iter().filter(enough).filter_map(|s| s.errors.wind.as_ref()).flatten().copied().collect()
}

/// A quantile of the absolute wind error over all moments; the note has the number of tracks with a wind.
pub fn wind_error(chosen: &Chosen, share: f64) -> Measured {
    let mut sizes: Vec<f64> = winds_of(chosen).iter().map(|o| o.error.abs()).collect();
    let published = chosen.iter().filter(|s| s.errors.wind.is_some()).count();
    let note = format!("{published} of {} tracks published", chosen.len());
    quantile(&mut sizes, share).map_or(Measured::absent(note.clone()), |q| Measured::new(q, note))
}

pub fn reversed(chosen: &Chosen) -> Measured {
    let published = chosen.iter().filter(|s| s.errors.wind.is_some()).count();
    let reversed = chosen.iter().filter(|s| s.errors.is_reversed()).count();
    Measured::new(reversed as f64, format!("of {published}"))
}

pub fn speed_losses_of(chosen: &Chosen, foils: impl Fn(bool) -> bool) -> Vec<Deviation> {
    let own = chosen.iter().filter(|s| foils(s.session.class.foil_speed_kn.is_some()));
    own.flat_map(|s| s.errors.speed_loss_80.iter().chain(&s.errors.unnamed.loss_80).copied()).collect()
}

/// Counted turns of the analysis without a wind, in % of the true turns through an axis.
pub fn turns_counted(chosen: &Chosen) -> Measured {
    let sum = |of: fn(&Evaluated) -> usize| chosen.iter().map(|s| of(s)).sum::<usize>() as f64;
    let (found, truth) = (sum(|s| s.errors.unnamed.counted), sum(|s| s.errors.unnamed.true_turns));
    Measured::new(100.0 * found / truth, format!("of {truth}"))
}

pub fn losses_of(chosen: &Chosen, foils: impl Fn(bool) -> bool) -> Vec<Deviation> {
    let own = chosen.iter().filter(|s| foils(s.session.class.foil_speed_kn.is_some()));
    own.flat_map(|s| s.errors.loss_80.iter().copied()).collect()
}

/// Mean absolute error; the note has the mean error.
pub fn mean_error(offs: &[Deviation]) -> Measured {
    let n = offs.len() as f64;
    let mean = offs.iter().map(|o| o.error.abs()).sum::<f64>() / n;
    let bias = offs.iter().map(|o| o.error).sum::<f64>() / n;
    Measured::new(mean, format!("bias {bias:+.1}, of {}", offs.len()))
}
