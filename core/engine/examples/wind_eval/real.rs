//! Recordings whose wind is known: measured on board, or noted by the sailor.

use std::path::{Path, PathBuf};

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::config::boat_class;
use leebow_engine::read::read;
use leebow_engine::track::{Recording, Track};
use leebow_engine::wind;
use leebow_engine::{clean, motion};

use crate::score::score;
use crate::score::turn_events;

enum Truth {
    Constant(f64),
    Csv(&'static str),
    OnBoard,
    None,
}

/// File, boat class as its owner would choose, truth, and whether it was tuned on.
const FILES: &[(&str, &str, Truth, bool)] = &[
    ("gpx/keelboat-tallinn-2023-09-06.gpx", "Other", Truth::Csv("keelboat-tallinn-2023-09-06.csv"), true),
    ("gpx/keelboat-tallinn-2023-09-27.gpx", "Other", Truth::Csv("keelboat-tallinn-2023-09-27.csv"), false),
    ("gpx/snipe-2025-06-21-ESP29375-P01.gpx", "Other", Truth::Constant(110.0), false),
    ("gpx/snipe-2025-06-21-ESP29375-P02.gpx", "Other", Truth::Constant(110.0), true),
    ("gpx/snipe-2025-06-21-ESP30782-P01.gpx", "Other", Truth::Constant(110.0), true),
    ("gpx/snipe-2025-06-21-ESP30782-P02.gpx", "Other", Truth::Constant(110.0), false),
    ("gpx/wingfoil-puerto-rico-twd90.gpx", "Foil Pumping", Truth::Constant(90.0), false),
    ("gpx/wingfoil-hood-river-angles.gpx", "Foil Pumping", Truth::None, true),
    ("gpx/wingfoil-hood-river-session.gpx", "Foil Pumping", Truth::None, false),
    ("nmea/irene-2007-11-03-race.txt", "Other", Truth::OnBoard, true),
    ("nmea/irene-2008-07-11-championship.txt", "Other", Truth::OnBoard, false),
    ("nmea/irene-2013-08-01-garbled-tags.txt", "Other", Truth::OnBoard, false),
    ("nmea/psaros33-2014-08-21.txt", "Other", Truth::OnBoard, true),
    ("nmea/balaton-race-2026-06-06.tsv", "Other", Truth::OnBoard, false),
    ("nmea/lake-st-clair-2018-09-16.txt", "Other", Truth::OnBoard, true),
    ("csv/expedition-v11.15-azores-2022-05-31.csv", "Other", Truth::OnBoard, false),
    ("csv/astra-race-2017-07-08.log", "Other", Truth::OnBoard, true),
    ("csv/vakaros-2025-11-23.csv", "Other", Truth::None, true),
    ("csv/velocitek-web-converter-layout.csv", "Other", Truth::None, true),
    ("fit/wingfoil-2026-06-13-1558_rheinstetten-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, false),
    ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, false),
    (
        "fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit",
        "Foil Pumping",
        Truth::None,
        true,
    ),
    (
        "fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit",
        "Foil Pumping",
        Truth::None,
        false,
    ),
];

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    std::env::var_os("LEEBOW_RECORDINGS").map_or(beside, PathBuf::from)
}

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
    let class = boat_class(class).expect("a known class");
    let (measured, vane) = wind::measured_by(recording).unzip();
    if let Some(Some(vane)) = vane {
        println!(
            "  vane {:.1} to starboard, {:.1} wide, by {} tacks",
            vane.offset_deg, vane.wide_deg, vane.tacks
        );
    }
    let track = match clean::clean(recording, class) {
        Ok(track) => track,
        Err(e) => return e.to_string(),
    };
    let started = std::time::Instant::now();
    let motion = motion::smooth(&track, class);
    let smoothing_ms = started.elapsed().as_secs_f64() * 1000.0;
    let turns = turn_events(&track, &motion, class);
    let started = std::time::Instant::now();
    let estimate = wind::estimate(&track, &motion, &turns, class, None);
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
            format!("no wind (truth {:.0}): {}", mean.map_or(f64::NAN, |m| m.0), none.reason)
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

/// Moments of sailing: every fifth second with way on.
fn sailing(track: &Track, motion: &motion::Motion) -> Vec<f64> {
    let mut last = f64::NEG_INFINITY;
    let mut out = Vec::new();
    for (&t, &v) in track.columns.time_ms.iter().zip(&motion.sog_mps) {
        if v > 0.8 && t >= last + 5000.0 {
            out.push(t);
            last = t;
        }
    }
    out
}

/// Times (ms) and directions of a table with columns `time` and `twd`.
fn csv_wind(path: &Path) -> Vec<(f64, f64)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).unwrap_or(usize::MAX);
    let (time, twd) = (column("time"), column("twd"));
    lines
        .filter_map(|l| {
            let cells: Vec<&str> = l.split(',').collect();
            Some((utc_ms(cells.get(time)?)?, cells.get(twd)?.parse().ok()?))
        })
        .collect()
}

/// `2023-09-06 14:30:02+00:00` as ms since 1970.
fn utc_ms(text: &str) -> Option<f64> {
    let n = |r: std::ops::Range<usize>| text.get(r)?.parse::<i64>().ok();
    let (y, m, d) = (n(0..4)?, n(5..7)?, n(8..10)?);
    let (y2, m2) = if m <= 2 { (y - 1, m + 9) } else { (y, m - 3) };
    let days = 365 * y2 + y2 / 4 - y2 / 100 + y2 / 400 + (153 * m2 + 2) / 5 + d - 1 - 719_468;
    let seconds = days * 86_400 + n(11..13)? * 3600 + n(14..16)? * 60 + n(17..19)?;
    Some(seconds as f64 * 1000.0)
}

/// Mean direction within 15 s.
fn around(rows: &[(f64, f64)], t: f64) -> Option<f64> {
    let a = rows.partition_point(|r| r.0 < t - 15_000.0);
    let b = rows.partition_point(|r| r.0 <= t + 15_000.0);
    let near = rows.get(a..b)?;
    let first = near.first()?.1;
    Some(wrap_360(first + near.iter().map(|r| wrap_180(r.1 - first)).sum::<f64>() / near.len() as f64))
}
