//! How much way tacks and gybes keep in the simulator, class by class: what the estimate may know of it.

use leebow_engine::angle::wrap_180;
use leebow_engine::config::{BOAT_CLASSES, boat_class};
use leebow_engine::simulate::{Scenario, Simulation, Spec, simulate};
use leebow_engine::{clean, motion};

use crate::events::turn_events;
use crate::score::quantile;
use crate::sim::recording;

/// A middle this near to the wind, or away from it, is a tack's or a gybe's, deg.
const NEAR_DEG: f64 = 40.0;
const LEAST_DEG: f64 = 40.0;

pub fn run(filter: &str) {
    for class in BOAT_CLASSES.iter().filter(|c| c.name.contains(filter)) {
        for rate_hz in [0.5, 1.0, 5.0] {
            let mut kept: [Vec<f64>; 2] = Default::default();
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
                let own = kept_in(&session);
                kept.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
            }
            let told = |k: usize| {
                let q = |q: f64| quantile(&kept[k], q);
                let mean = kept[k].iter().sum::<f64>() / kept[k].len().max(1) as f64;
                let var = kept[k].iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
                let sd = (var / kept[k].len().max(1) as f64).sqrt();
                format!(
                    "{:4} mean {mean:.2} sd {sd:.2}  {:.2} {:.2} {:.2} {:.2} {:.2}",
                    kept[k].len(),
                    q(0.05),
                    q(0.25),
                    q(0.5),
                    q(0.75),
                    q(0.95)
                )
            };
            println!("{:14} {rate_hz} Hz  tacks {}   gybes {}", class.name, told(0), told(1));
        }
    }
}

/// Least over entry speed of the tacks and of the gybes of a session.
fn kept_in(session: &Simulation) -> [Vec<f64>; 2] {
    let mut kept: [Vec<f64>; 2] = Default::default();
    let Some(class) = boat_class(&session.spec.class) else { return kept };
    let Ok(track) = clean::clean(&mut recording(session, true), class) else { return kept };
    let motion = motion::smooth(&track, class);
    for turn in turn_events(&track, &motion, class) {
        let at = ((turn.time_ms - session.spec.start_time_ms) / 50.0) as usize;
        let Some(twd_deg) = session.path.get(at).map(|m| m.wind.twd_deg) else { continue };
        let off = wrap_180(turn.middle_deg - twd_deg).abs();
        if turn.change_deg.abs() < LEAST_DEG || turn.entry_mps < 1.0 {
            continue;
        }
        if !(NEAR_DEG..=180.0 - NEAR_DEG).contains(&off) {
            kept[usize::from(off > 90.0)].push(turn.min_mps / turn.entry_mps);
        }
    }
    kept
}
