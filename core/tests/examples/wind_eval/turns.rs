//! Speed retention (minimum over entry speed) of tacks and gybes in the simulator, class by class: the source of the
//! families in `speed_retention.rs`.

use leebow_engine::angle::wrap_180;
use leebow_engine::config::{BOAT_CLASSES, boat_class};
use leebow_engine::{clean, motion};
use leebow_simulator::{Scenario, Simulation, Spec, simulate};

use crate::events::turn_events;
use crate::score::quantile;
use crate::sim::recording;

/// Largest distance of a turn's middle from the wind (tack) or its opposite (gybe), and smallest change of course, deg.
const NEAR_AXIS_DEG: f64 = 40.0;
const MIN_CHANGE_DEG: f64 = 40.0;

pub fn run(filter: &str) {
    for class in BOAT_CLASSES.iter().filter(|c| c.name.contains(filter)) {
        for rate_hz in [0.5, 1.0, 5.0] {
            let mut retention: [Vec<f64>; 2] = Default::default();
            for seed in 1..9 {
                let spec = Spec {
                    class: class.name.to_string(),
                    seed,
                    rate_hz,
                    tws_kn: 8.0 + 3.0 * (seed % 4) as f64,
                    scenario: if seed % 2 == 0 { Scenario::FreeRide } else { Scenario::WindwardLeeward },
                    ..Spec::default()
                };
                let Ok(session) = simulate(&spec) else { continue };
                let own = retention_in(&session);
                retention.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
            }
            let summary = |k: usize| {
                let q = |q: f64| quantile(&retention[k], q);
                let mean = retention[k].iter().sum::<f64>() / retention[k].len().max(1) as f64;
                let var = retention[k].iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
                let sd = (var / retention[k].len().max(1) as f64).sqrt();
                format!(
                    "{:4} mean {mean:.2} sd {sd:.2}  {:.2} {:.2} {:.2} {:.2} {:.2}",
                    retention[k].len(),
                    q(0.05),
                    q(0.25),
                    q(0.5),
                    q(0.75),
                    q(0.95)
                )
            };
            println!("{:14} {rate_hz} Hz  tacks {}   gybes {}", class.name, summary(0), summary(1));
        }
    }
}

/// Speed retention of the tacks and of the gybes of a session.
fn retention_in(session: &Simulation) -> [Vec<f64>; 2] {
    let mut retention: [Vec<f64>; 2] = Default::default();
    let Some(class) = boat_class(&session.spec.class) else { return retention };
    let Ok(track) = clean::clean(&mut recording(session, true), class) else { return retention };
    let motion = motion::smooth(&track, class);
    for turn in turn_events(&track, &motion, class) {
        let at = ((turn.time_ms - session.spec.start_time_ms) / 50.0) as usize;
        let Some(twd_deg) = session.path.get(at).map(|m| m.wind.twd_deg) else { continue };
        let off = wrap_180(turn.middle_deg - twd_deg).abs();
        if turn.change_deg.abs() < MIN_CHANGE_DEG || turn.entry_mps < 1.0 {
            continue;
        }
        if !(NEAR_AXIS_DEG..=180.0 - NEAR_AXIS_DEG).contains(&off) {
            retention[usize::from(off > 90.0)].push(turn.min_mps / turn.entry_mps);
        }
    }
    retention
}
