//! Recordings whose wind is known: measured on board, or noted by the sailor.

use std::path::Path;

use leebow_engine::angle::wrap_180;
use leebow_engine::config::boat_class;
use leebow_engine::read::read;
use leebow_engine::track::Recording;
use leebow_engine::wind;
use leebow_engine::{clean, motion};

use crate::events::turn_events;
use crate::known::{FILES, Truth, around, csv_wind, folder, sailing};
use crate::score::{published, score};

pub fn run(filter: &str) {
    let folder = folder();
    for (file, class, truth, tuned) in FILES.iter().filter(|f| f.0.contains(filter)) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let mark = if *tuned { "tuned" } else { "held " };
        let Ok(bytes) = std::fs::read(folder.join(file)) else {
            println!("{name}: not there, skipped");
            continue;
        };
        match read(name, &bytes) {
            Ok(mut recording) => {
                println!(
                    "{mark} {name:.44} [{class}]: {}",
                    line(&mut recording, class, truth, &folder, !filter.is_empty())
                );
            }
            Err(e) => println!("{mark} {name}: {e}"),
        }
    }
}

fn line(recording: &mut Recording, class: &str, truth: &Truth, folder: &Path, explain: bool) -> String {
    let told = std::env::var("CLASS").unwrap_or_else(|_| (*class).to_string());
    let class = boat_class(&told).expect("a known class");
    let (measured, vane) = wind::measured_by(recording).unzip();
    if let Some(Some(vane)) = vane {
        println!(
            "  vane {:.1} to starboard, {:.1} wide, by {} tacks",
            vane.offset_deg, vane.wide_deg, vane.tacks
        );
    }
    let alone = recording.clone();
    let track = match clean::clean(recording, class) {
        Ok(track) => track,
        Err(e) => return e.to_string(),
    };
    let started = std::time::Instant::now();
    let motion = motion::smooth(&track, class);
    let smoothing_ms = started.elapsed().as_secs_f64() * 1000.0;
    let turns = turn_events(&track, &motion, class);
    let started = std::time::Instant::now();
    let estimate = published(alone, class);
    let estimating_ms = started.elapsed().as_secs_f64() * 1000.0;
    let csv = if let Truth::Csv(name) = truth {
        csv_wind(&folder.join("wind-truth").join(name))
    } else {
        Vec::new()
    };
    let known = |t: f64| match truth {
        Truth::Constant(deg) => Some(*deg),
        Truth::Csv(_) => around(&csv, t),
        Truth::OnBoard => measured.as_ref().and_then(|m| m.at(t, 120.0)).map(|w| w.twd_deg),
        Truth::None => None,
    };
    let head = format!(
        "{} fixes {} turns, {smoothing_ms:.0}+{estimating_ms:.0} ms; ",
        track.columns.len(),
        turns.len()
    );
    let body = match estimate {
        Ok(series) => {
            let mean = leebow_engine::angle::circular_mean(series.twd_deg.iter().map(|&w| (w, 1.0)));
            let about = mean.map_or(f64::NAN, |m| m.0);
            let score = score(&series, &sailing(&track, &motion), known);
            format!("{about:.0}° flip {:.3} {}", series.flip_probability, score.line())
        }
        Err(none) => {
            let refs: Vec<f64> = track.columns.time_ms.iter().filter_map(|&t| known(t)).collect();
            let mean = leebow_engine::angle::circular_mean(refs.iter().map(|&w| (w, 1.0)));
            format!("no wind (truth {:.0}): {none}", mean.map_or(f64::NAN, |m| m.0))
        }
    };
    if explain {
        for turn in &turns {
            let Some(twd) = known(turn.time_ms) else { continue };
            let off = wrap_180(turn.middle_deg - twd).abs();
            let kind = if off < 40.0 {
                "tack"
            } else if off > 140.0 {
                "gybe"
            } else {
                "-"
            };
            println!(
                "turn {kind} change {:4.0} kept {:.2} out {:.2} rate {:.0} entry {:.1}",
                turn.change_deg.abs(),
                turn.min_mps / turn.entry_mps,
                turn.exit_mps / turn.entry_mps,
                turn.max_rate_dps,
                turn.entry_mps
            );
        }
    }
    let why = if explain {
        format!("\n{}", wind::estimate::explain(&track, &motion, &turns, class, None))
    } else {
        String::new()
    };
    head + &body + &why
}
