//! Errors of the published current over the ground.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::stats::quantile::median;
use leebow_simulator::Simulation;

use crate::evaluation::{Deviation, Z_90, share_in_interval};
use crate::measures::{Chosen, requirement};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::{AtMost, Between, Unset};
use crate::table::{Measured, Row};

/// Deviations of a published current from the true one.
#[derive(Clone, Copy)]
pub struct CurrentErrors {
    /// Direction it sets towards, deg.
    pub set: Deviation,
    /// Speed, kn.
    pub drift: Deviation,
}

/// The errors of the published current; `None` where none was published.
pub fn current_errors(session: &Simulation, report: &FileAnalysis) -> Option<CurrentErrors> {
    let published = report.wind.as_ref().and_then(|w| w.current)?;
    let deviation = |error: f64, sd: f64| Deviation { error, in_interval: error.abs() <= Z_90 * sd };
    Some(CurrentErrors {
        set: deviation(wrap_180(published.set_deg - session.spec.current_deg), published.set_sd_deg),
        drift: deviation(published.drift_kn - session.spec.current_kn, published.drift_sd_kn),
    })
}

pub fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let moving = |c: &Condition| c.current_kn > 0.0;
    let still = |c: &Condition| c.current_kn == 0.0;
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let published = |s: &Chosen| {
        Measured::new(100.0 * currents(s).len() as f64 / s.len() as f64, format!("of {}", s.len()))
    };
    let unset = [Unset, Unset];
    vec![
        requirement(
            evaluated,
            ("current published, of tracks in 0.8–1.4 kn", " %", 0),
            unset,
            moving,
            published,
        ),
        requirement(
            evaluated,
            ("current published in still water", " %", 0),
            [AtMost(5.0), AtMost(1.0)],
            still,
            published,
        ),
        requirement(evaluated, ("current: drift, median error", " kn", 2), unset, moving, |s| {
            median_error(s, |c| c.drift)
        }),
        requirement(evaluated, ("current: set, median error", "°", 0), unset, moving, |s| {
            median_error(s, |c| c.set)
        }),
        requirement(evaluated, ("current: drift in its 90 % interval", " %", 0), interval, moving, |s| {
            share_in_interval(&currents(s).iter().map(|c| c.drift).collect::<Vec<_>>())
        }),
        requirement(evaluated, ("current: set in its 90 % interval", " %", 0), interval, moving, |s| {
            share_in_interval(&currents(s).iter().map(|c| c.set).collect::<Vec<_>>())
        }),
    ]
}

fn currents(chosen: &Chosen) -> Vec<CurrentErrors> {
    chosen.iter().filter_map(|s| s.errors.current).collect()
}

fn median_error(chosen: &Chosen, of: impl Fn(&CurrentErrors) -> Deviation) -> Measured {
    let mut sizes: Vec<f64> = currents(chosen).iter().map(|c| of(c).error.abs()).collect();
    let note = format!("of {}", sizes.len());
    median(&mut sizes).map_or(Measured::absent(note.clone()), |m| Measured::new(m, note))
}
