//! Prints the speed records of recordings, and the device's own maximum:
//! `cargo run --example records -- CLASS FILES…`

use leebow_engine::api::SpeedRecord;
use leebow_engine::{Options, analyze};

fn main() {
    let mut args = std::env::args().skip(1);
    let class = args.next();
    for path in args {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let options = Options { boat_class: class.clone(), ..Options::default() };
        match analyze(name, &bytes, None, &options) {
            Ok(analysis) => print(name, &analysis.report),
            Err(error) => println!("{name}: {error}"),
        }
    }
}

fn print(name: &str, report: &leebow_engine::api::FileAnalysis) {
    let (s, r) = (&report.summary, &report.records);
    let or_none = |v: Option<f64>| v.map_or("–".to_string(), |v| format!("{v:.2}"));
    println!(
        "{name}: fastest {} ± {} kn, {} Hz",
        or_none(s.max_speed_kn),
        or_none(s.max_speed_error_kn),
        or_none(s.sample_rate_hz)
    );
    let singles = [
        ("2 s", &r.best_2_s),
        ("10 s", &r.best_10_s),
        ("100 m", &r.best_100_m),
        ("250 m", &r.best_250_m),
        ("500 m", &r.best_500_m),
        ("1852 m", &r.best_1852_m),
        ("half hour", &r.best_half_hour),
        ("hour", &r.best_hour),
        ("alpha", &r.alpha_500),
    ];
    singles.iter().for_each(|(name, record)| line(name, record));
    let own = report.sessions.iter().chain(&report.laps).filter_map(|lap| lap.max_speed_kn).reduce(f64::max);
    if let Some(own) = own {
        println!("    {:<10} {own:6.2} kn", "device's");
    }
    if let Some(five) = &r.best_5x10_s {
        println!("    {:<10} {:6.2} ± {:.2} kn", "5 × 10 s", five.speed_kn, five.error_kn);
    }
    if let Some(day) = &r.best_day {
        println!("    {:<10} {:6.0} ± {:.0} m", "day", day.distance_m, day.error_m);
    }
}

fn line(name: &str, record: &Option<SpeedRecord>) {
    let Some(r) = record else { return };
    println!(
        "    {name:<10} {:6.2} ± {:.2} kn  {} for {:.1} s, {:.0} m, fix {}",
        r.speed_kn,
        r.error_kn,
        &r.start_time[11..19],
        r.duration_s,
        r.distance_m,
        r.start
    );
}
