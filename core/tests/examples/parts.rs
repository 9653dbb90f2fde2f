//! Prints the parts of files: `cargo run --example parts [--boat CLASS] FILES…`

use leebow_engine::{Options, analyze};

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let boat_class = args.next_if(|arg| arg == "--boat").and_then(|_| args.next());
    for path in args {
        let name = path.rsplit('/').next().unwrap_or(&path).to_string();
        let options = Options { boat_class: boat_class.clone(), ..Options::default() };
        let read = std::fs::read(&path).map_err(|error| error.to_string());
        match read.and_then(|bytes| analyze(&name, &bytes, None, &options).map_err(|e| e.to_string())) {
            Err(error) => println!("{name}: {error}"),
            Ok(analysis) => {
                let report = analysis.report;
                let s = &report.summary;
                let wind = report.wind.as_ref().map(|w| w.twd_deg.round());
                let top = s.max_speed_kn.map(|kn| (kn * 10.0).round() / 10.0);
                println!(
                    "{name}: {} tacks, {} gybes, {} turns, {top:?} kn, wind {wind:?}",
                    s.tacks, s.gybes, s.turns
                );
                for part in report.parts {
                    println!(
                        "    {} {} {:?}{} {:.2} {}",
                        part.start_time,
                        part.end_time,
                        part.kind,
                        if part.left_out { ", left out" } else { "" },
                        part.probability,
                        part.reason.or(part.sport).unwrap_or_default()
                    );
                }
                for note in report.notes.iter().chain(&report.damage.lacks) {
                    println!("    * {note}");
                }
            }
        }
    }
}
