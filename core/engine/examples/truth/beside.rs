//! What is told beside turns and wind: the current over the ground.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::simulate::Simulation;
use leebow_engine::stats::quantile::median;

use crate::judge::{NINETY, Off};
use crate::sessions::{Condition, Sailed};
use crate::simulated::{Chosen, bar, inside};
use crate::table::Limit::{AtMost, Between, Unset};
use crate::table::{Measured, Row};

/// What was told beside turns and wind.
#[derive(Default)]
pub struct Beside {
    /// Set (deg) and drift (kn) of a published current, off the truth.
    pub current: Option<(Off, Off)>,
}

pub fn beside(sailed: &Simulation, report: &FileAnalysis) -> Beside {
    let current = report.wind.as_ref().and_then(|w| w.current).map(|told| {
        let set = wrap_180(told.set_deg - sailed.spec.current_deg);
        let drift = told.drift_kn - sailed.spec.current_kn;
        let off = |by: f64, sd: f64| Off { by, inside: by.abs() <= NINETY * sd };
        (off(set, told.set_sd_deg), off(drift, told.drift_sd_kn))
    });
    Beside { current }
}

pub fn rows(sailed: &[Sailed]) -> Vec<Row> {
    let moving = |c: &Condition| c.current_kn > 0.0;
    let still = |c: &Condition| c.current_kn == 0.0;
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    vec![
        bar(sailed, ("current told, of tracks in 0.8–1.4 kn", " %", 0), [Unset, Unset], moving, |s| {
            let told = currents(s).len();
            Measured::new(100.0 * told as f64 / s.len() as f64, format!("of {}", s.len()))
        }),
        bar(sailed, ("current told in still water", " %", 0), [AtMost(5.0), AtMost(1.0)], still, |s| {
            let told = currents(s).len();
            Measured::new(100.0 * told as f64 / s.len() as f64, format!("of {}", s.len()))
        }),
        bar(sailed, ("current: drift, median error", " kn", 2), [Unset, Unset], moving, |s| size(s, |c| c.1)),
        bar(sailed, ("current: set, median error", "°", 0), [Unset, Unset], moving, |s| size(s, |c| c.0)),
        bar(sailed, ("current: drift in its 90 % interval", " %", 0), interval, moving, |s| {
            inside(&currents(s).iter().map(|c| c.1).collect::<Vec<_>>())
        }),
        bar(sailed, ("current: set in its 90 % interval", " %", 0), interval, moving, |s| {
            inside(&currents(s).iter().map(|c| c.0).collect::<Vec<_>>())
        }),
    ]
}

fn currents(sailed: &Chosen) -> Vec<(Off, Off)> {
    sailed.iter().filter_map(|s| s.judged.beside.current).collect()
}

fn size(sailed: &Chosen, of: impl Fn(&(Off, Off)) -> Off) -> Measured {
    let mut sizes: Vec<f64> = currents(sailed).iter().map(|c| of(c).by.abs()).collect();
    let note = format!("of {}", sizes.len());
    median(&mut sizes).map_or(Measured::absent(note.clone()), |m| Measured::new(m, note))
}
