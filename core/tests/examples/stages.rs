//! Prints the time of each stage of the analysis (minimum of several runs), or for files the top speed with the fixes
//! around it. `cargo run --release -p leebow-tests --features benches --example stages [FILES…]`; without files
//! three simulated hours at 10 Hz are used. `stages complete CLASS RUNS FILES…` runs complete analyses only, for a
//! profiler.
// A development tool: it may panic on wrong input.
#![allow(clippy::expect_used)]

use std::time::Instant;

use leebow_engine::api::{Options, analyze, to_json};
use leebow_engine::config::OTHER;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::records::find_records;
use leebow_engine::segment::course::Course;
use leebow_engine::{Recording, clean, motion, read};
use leebow_simulator::{Spec, simulate, write_simulation};

/// The allocator of the engine for Node.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if let [word, class, runs, files @ ..] = files.as_slice()
        && word == "complete"
    {
        let runs = runs.parse().expect("a number of runs");
        return files.iter().for_each(|path| complete(path, class, runs));
    }
    if files.is_empty() {
        let spec = Spec { class: "49er".into(), minutes: 180.0, rate_hz: 10.0, ..Spec::default() };
        let simulation = simulate(&spec).expect("a valid spec");
        for format in ["fit", "gpx-plain"] {
            stages(format, &write_simulation(&simulation, format).expect("a format"));
        }
    }
    for path in files {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let bytes = std::fs::read(&path).expect("a file that can be read");
        match read::read(name, &bytes) {
            Ok(recording) => best_speed(name, recording),
            Err(error) => println!("{name}: {error}"),
        }
    }
}

/// Shortest time of seven runs, ms, and the result.
fn shortest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let start = Instant::now();
        let result = run();
        (start.elapsed().as_secs_f64() * 1e3, result)
    };
    (0..6).fold(once(), |best, _| {
        let next = once();
        if next.0 < best.0 { next } else { best }
    })
}

fn stages(name: &str, bytes: &[u8]) {
    let (read_ms, recording) = shortest(|| read::read(name, bytes).expect("a recording"));
    let (clean_ms, track) = shortest(|| clean::clean(&mut recording.clone(), OTHER).expect("a track"));
    let (smooth_ms, motion) = shortest(|| motion::smooth(&track, OTHER));
    let (course_ms, course) = shortest(|| Course::new(&track, &motion));
    let (records_ms, _) = shortest(|| find_records(&course));
    let (complete_ms, analysis) = shortest(|| {
        analyze_recording(name, "", recording.clone(), OTHER, AnalysisInputs::default()).expect("an analysis")
    });
    println!(
        "{name}: {} fixes, read {read_ms:.0}, clean {clean_ms:.0}, smooth {smooth_ms:.0}, course {course_ms:.0}, records {records_ms:.0}, analysis without reading {complete_ms:.0} ms, {} tacks, {} gybes",
        analysis.report.points, analysis.report.summary.tacks, analysis.report.summary.gybes
    );
}

/// Prints the shortest time of `runs` complete analyses, from bytes to JSON.
fn complete(path: &str, class: &str, runs: usize) {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let options = Options { boat_class: Some(class.to_string()), ..Options::default() };
    let run = || {
        let start = Instant::now();
        let analysis = analyze("bench.fit", &bytes, None, &options).expect("an analysis");
        std::hint::black_box(to_json(&analysis.report));
        start.elapsed().as_secs_f64() * 1e3
    };
    let best = (0..runs).map(|_| run()).fold(f64::INFINITY, f64::min);
    println!("{path}: {best:.1} ms");
}

fn best_speed(name: &str, recording: Recording) {
    let track = clean::clean(&mut recording.clone(), OTHER).expect("a track");
    let motion = motion::smooth(&track, OTHER);
    let device = track.columns.get("sog");
    let device_max = device.map(|d| d.iter().fold(0.0, |m: f32, v| m.max(*v)));
    let analysis = analyze_recording(name, "", recording.clone(), OTHER, AnalysisInputs::default())
        .expect("an analysis");
    let summary = &analysis.report.summary;
    let flagged = motion.flags.iter().filter(|f| *f & 1 != 0).count();
    println!(
        "{name}: best {:.1} kn (device {:.1}), error {:.2}; {flagged} of {} flagged",
        summary.max_speed_kn.unwrap_or(f64::NAN),
        f64::from(device_max.unwrap_or(f32::NAN)) * 1.943_844,
        summary.max_speed_error_kn.unwrap_or(f64::NAN),
        track.columns.len(),
    );
    let top = (0..motion.sog_mps.len())
        .filter(|&i| motion.flags[i] & 1 == 0)
        .max_by(|&a, &b| motion.sog_mps[a].total_cmp(&motion.sog_mps[b]));
    let Some(top) = top else { return };
    let first_ms = track.columns.time_ms[0];
    for i in top.saturating_sub(5)..(top + 5).min(motion.sog_mps.len()) {
        let before = i.saturating_sub(1);
        let dt = (track.columns.time_ms[i] - track.columns.time_ms[before]) / 1000.0;
        let step_m = leebow_engine::geo::distance_m(
            track.columns.lat_deg[before],
            track.columns.lon_deg[before],
            track.columns.lat_deg[i],
            track.columns.lon_deg[i],
        );
        println!(
            "   {:8.1} s, after {dt:4.1} s, step {:6.1} m = {:5.1} m/s, device {:5.2}, smoothed {:5.2} ± {:.2}, flags {}",
            (track.columns.time_ms[i] - first_ms) / 1000.0,
            step_m,
            step_m / dt.max(1e-3),
            device.map_or(f32::NAN, |d| d[i]),
            motion.sog_mps[i],
            motion.sog_sd_mps[i],
            motion.flags[i],
        );
    }
}
