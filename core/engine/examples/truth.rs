//! Simulated sessions against their truth, one row a condition:
//! `cargo run --profile quick --features simulate --example truth -- [seeds] [first seed] [condition] [--tell]`
//! `--tell` names every maneuver missed, invented or misnamed. With LEEBOW_WIND_TOLD set, the wind is told.
use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::pipeline::{Known, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::simulate::{Scenario, Simulation, Spec, TrueManeuver, simulate, write_simulation};
use leebow_engine::stats::quantile::{median, quantile};
use leebow_engine::wind::{WindSeries, WindSource};
use leebow_engine::{Analysis, Options, analyze};

/// Maneuvers match when their moments are this close, s.
const MATCH_S: f64 = 3.0;

struct Condition {
    name: &'static str,
    class: &'static str,
    rate_hz: f64,
    current_kn: f64,
    scenario: Scenario,
}

fn conditions() -> Vec<Condition> {
    let mut all = Vec::new();
    for class in ["49er", "Laser", "470", "Formula Kite", "J70", "Moth", "29er", "Nacra 17"] {
        for rate_hz in [1.0, 5.0] {
            all.push((class, rate_hz, 0.0, Scenario::WindwardLeeward));
        }
    }
    for class in ["49er", "Laser", "Formula Kite", "J70"] {
        all.push((class, 0.2, 0.0, Scenario::WindwardLeeward));
        all.push((class, 1.0, 0.8, Scenario::WindwardLeeward));
    }
    all.push(("Formula Kite", 1.0, 0.0, Scenario::FreeRide));
    all.push(("Laser", 1.0, 0.0, Scenario::ReachOnly));
    let name = |(class, rate_hz, current_kn, scenario): (&'static str, f64, f64, Scenario)| {
        let label = format!("{class} {rate_hz} Hz {current_kn} kn {scenario:?}");
        Condition { name: label.leak(), class, rate_hz, current_kn, scenario }
    };
    all.into_iter().map(name).collect()
}

#[derive(Default)]
struct Tally {
    turns: Counts,
    sets: Counts,
    douses: Counts,
    falls: Counts,
    penalties: Counts,
    misnamed: usize,
    wind_errors: Vec<f64>,
    wind_inside: usize,
    flips: usize,
    silent: usize,
    tracks: usize,
    loss_80: Losses,
    loss_og: Losses,
}

#[derive(Default)]
struct Counts {
    right: usize,
    missed: usize,
    invented: usize,
}

impl Counts {
    fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (2 * self.right + self.missed + self.invented) as f64
    }
}

#[derive(Default)]
struct Losses {
    errors: Vec<f64>,
    inside: usize,
    lacking: usize,
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let tell = args.iter().position(|a| a == "--tell").map(|i| args.remove(i)).is_some();
    let seeds: u64 = args.first().and_then(|a| a.parse().ok()).unwrap_or(4);
    let first: u64 = args.get(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let only = args.get(2).cloned().unwrap_or_default();
    println!(
        "{:<36} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} | {:>5} {:>5} {:>5} {:>4} {:>4} | {:>5} {:>5} {:>5} {:>5} | {:>5} {:>5}",
        "condition",
        "TG",
        "type",
        "B",
        "D",
        "X",
        "P",
        "wind",
        "p95",
        "in90",
        "flip",
        "none",
        "80mae",
        "bias",
        "in90",
        "null",
        "ogmae",
        "null"
    );
    for condition in conditions().iter().filter(|c| c.name.contains(&only)) {
        let mut tally = Tally::default();
        for seed in first..first + seeds {
            sail(condition, seed, tell, &mut tally);
        }
        row(condition.name, &mut tally);
    }
}

fn row(name: &str, t: &mut Tally) {
    let winds = t.wind_errors.len() as f64;
    let mae = |e: &[f64]| e.iter().map(|v| v.abs()).sum::<f64>() / e.len() as f64;
    let bias = t.loss_80.errors.iter().sum::<f64>() / t.loss_80.errors.len() as f64;
    let seen = t.turns.right as f64;
    println!(
        "{:<36} {:>5.3} {:>5.3} {:>5.2} {:>5.2} {:>5.2} {:>5.2} | {:>5.1} {:>5.1} {:>5.2} {:>4} {:>4} | {:>5.2} {:>5.2} {:>5.2} {:>5} | {:>5.2} {:>5}",
        name,
        t.turns.f1(),
        (seen - t.misnamed as f64) / seen,
        t.sets.f1(),
        t.douses.f1(),
        t.falls.f1(),
        t.penalties.f1(),
        median(&mut t.wind_errors).unwrap_or(f64::NAN),
        quantile(&mut t.wind_errors, 0.95).unwrap_or(f64::NAN),
        t.wind_inside as f64 / winds,
        t.flips,
        t.silent,
        mae(&t.loss_80.errors),
        bias,
        t.loss_80.inside as f64 / t.loss_80.errors.len() as f64,
        t.loss_80.lacking,
        mae(&t.loss_og.errors),
        t.loss_og.lacking,
    );
}

fn sail(condition: &Condition, seed: u64, tell: bool, tally: &mut Tally) {
    let spec = Spec {
        class: condition.class.to_string(),
        seed,
        rate_hz: condition.rate_hz,
        scenario: condition.scenario,
        tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
        twd_deg: (seed * 67 % 360) as f64,
        current_kn: condition.current_kn,
        current_deg: (seed * 67 % 360) as f64 + 90.0,
        ..Spec::default()
    };
    let Ok(sailed) = simulate(&spec) else { return eprintln!("{} cannot be simulated", condition.name) };
    let Ok(bytes) = write_simulation(&sailed, "gpx") else { return };
    let Some(analysis) = analysis(&spec, &sailed, &bytes) else { return };
    tally.tracks += 1;
    judge_wind(&sailed, &analysis.report, tally);
    judge_turns(&sailed, &analysis.report, tell.then_some((condition.name, seed)), tally);
}

/// With LEEBOW_WIND_TOLD set, the true wind at the boat is pinned: what is left is the engine's own error.
fn analysis(spec: &Spec, sailed: &Simulation, bytes: &[u8]) -> Option<Analysis> {
    if std::env::var_os("LEEBOW_WIND_TOLD").is_none() {
        let options = Options { boat_class: Some(spec.class.clone()), ..Options::default() };
        return analyze("simulated.gpx", bytes, None, &options).ok();
    }
    let truth = &sailed.truth.wind;
    let pinned = WindSeries {
        source: WindSource::Estimated,
        time_ms: (0..truth.len()).map(|k| spec.start_time_ms + 10_000.0 * k as f64).collect(),
        twd_deg: truth.iter().map(|w| w.twd_deg).collect(),
        sd_deg: vec![0.5; truth.len()],
        tws_mps: vec![f64::NAN; truth.len()],
        flip_probability: 0.0,
    };
    let known = Known { pinned: Some(pinned), ..Known::default() };
    let recording = leebow_engine::read::read("simulated.gpx", bytes).ok()?;
    let class = leebow_engine::config::boat_class(&spec.class)?;
    analyze_recording("simulated.gpx", "", recording, class, known).ok()
}

fn judge_wind(sailed: &Simulation, report: &FileAnalysis, tally: &mut Tally) {
    let Some(wind) = &report.wind else {
        tally.silent += 1;
        return;
    };
    let mut errors = Vec::new();
    for sample in &wind.series {
        // Both series are written every 10 s; match by the time's text up to the second.
        if let Some(truth) = sailed.truth.wind.iter().find(|t| t.time[..19] == sample.time[..19]) {
            let error = wrap_180(sample.twd_deg - truth.twd_deg).abs();
            tally.wind_inside += usize::from(error <= 1.645 * sample.sd_deg);
            errors.push(error);
        }
    }
    tally.flips += usize::from(median(&mut errors).is_some_and(|m| m > 90.0));
    tally.wind_errors.extend(errors);
}

fn judge_turns(sailed: &Simulation, report: &FileAnalysis, tell: Option<(&str, u64)>, tally: &mut Tally) {
    let is_turn = |k: SegmentKind| matches!(k, SegmentKind::Tack | SegmentKind::Gybe);
    let groups: [Group; 5] = [
        (|t| &mut t.turns, &is_turn),
        (|t| &mut t.sets, &|k| k == SegmentKind::BearAway),
        (|t| &mut t.douses, &|k| k == SegmentKind::Douse),
        (|t| &mut t.falls, &|k| k == SegmentKind::Fall),
        (|t| &mut t.penalties, &|k| k == SegmentKind::Penalty),
    ];
    for (counts, belongs) in groups {
        let truth: Vec<&TrueManeuver> = sailed.truth.maneuvers.iter().filter(|m| belongs(m.kind)).collect();
        let found: Vec<&Maneuver> = report.maneuvers.iter().filter(|m| belongs(m.kind)).collect();
        let pairs = matches(&truth, &found);
        let c = counts(tally);
        c.right += pairs.len();
        c.missed += truth.len() - pairs.len();
        c.invented += found.len() - pairs.len();
        if let Some((name, seed)) = tell {
            tell_unmatched(name, seed, &truth, &found, &pairs);
        }
        for (i, j) in pairs {
            tally.misnamed += usize::from(is_turn(truth[i].kind) && truth[i].kind != found[j].kind);
            if is_turn(truth[i].kind) && truth[i].kind == found[j].kind {
                judge_loss(truth[i], found[j], tell, tally);
            }
        }
    }
}

fn judge_loss(truth: &TrueManeuver, found: &Maneuver, tell: Option<(&str, u64)>, tally: &mut Tally) {
    match (truth.loss_80_m, found.loss_80_m) {
        (Some(t), Some(f)) => {
            let (low, high) = (found.loss_80_low_m.unwrap_or(f), found.loss_80_high_m.unwrap_or(f));
            tally.loss_80.inside += usize::from((low..=high).contains(&t));
            tally.loss_80.errors.push(f - t);
            if let Some((name, seed)) = tell.filter(|_| (f - t).abs() > 5.0) {
                println!(
                    "  {name} #{seed} {} {}: lost {f:.1} m, in truth {t:.1} m",
                    &found.time[11..19],
                    found.name
                );
            }
        }
        (Some(_), None) => tally.loss_80.lacking += 1,
        _ => {}
    }
    match (truth.loss_og_m, found.loss_og_m) {
        (Some(t), Some(f)) => tally.loss_og.errors.push(f - t),
        (Some(_), None) => tally.loss_og.lacking += 1,
        _ => {}
    }
}

/// Where a group of kinds is counted, and which kinds belong to it.
type Group<'a> = (fn(&mut Tally) -> &mut Counts, &'a dyn Fn(SegmentKind) -> bool);

/// Greedy one-to-one pairs, closest first.
fn matches(truth: &[&TrueManeuver], found: &[&Maneuver]) -> Vec<(usize, usize)> {
    let mut near: Vec<(f64, usize, usize)> = Vec::new();
    for (i, t) in truth.iter().enumerate() {
        for (j, f) in found.iter().enumerate() {
            let apart = (clock_s(&t.time) - clock_s(&f.time)).abs();
            if apart <= MATCH_S {
                near.push((apart, i, j));
            }
        }
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut left, mut right) = (vec![false; truth.len()], vec![false; found.len()]);
    let mut pairs = Vec::new();
    for (_, i, j) in near {
        if !left[i] && !right[j] {
            (left[i], right[j]) = (true, true);
            pairs.push((i, j));
        }
    }
    pairs
}

fn tell_unmatched(
    name: &str,
    seed: u64,
    truth: &[&TrueManeuver],
    found: &[&Maneuver],
    pairs: &[(usize, usize)],
) {
    for (i, t) in truth.iter().enumerate().filter(|(i, _)| !pairs.iter().any(|p| p.0 == *i)) {
        let _ = i;
        println!(
            "  {name} #{seed} {} missed {:?} {:.0}→{:.0} at {:.1} m/s t0 {:.1} t1 {:.1} {:?}",
            &t.time[11..19],
            t.kind,
            t.wind_angle_in_deg,
            t.wind_angle_out_deg,
            t.entry_mps,
            t.t0_s - t.tc_s,
            t.t1_s - t.tc_s,
            t.flags
        );
    }
    for (j, f) in found.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|p| p.1 == *j)) {
        let _ = j;
        println!(
            "  {name} #{seed} {} invented {} {:.0}→{:.0} {:?}",
            &f.time[11..19],
            f.name,
            f.evidence.wind_angle_in_deg.unwrap_or(f64::NAN),
            f.evidence.wind_angle_out_deg.unwrap_or(f64::NAN),
            f.flags
        );
    }
}

/// Seconds of the day of an ISO instant.
fn clock_s(iso: &str) -> f64 {
    let part = |from: usize, to: usize| iso.get(from..to).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    part(11, 13) * 3600.0 + part(14, 16) * 60.0 + part(17, 23)
}
