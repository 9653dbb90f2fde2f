//! One line a maneuver: `cargo run --example maneuvers -- [--boat CLASS] [--hint DEG] FILES…`
use leebow_engine::{Options, analyze};

#[path = "../tests/sailor/mod.rs"]
mod sailor;

fn main() {
    let mut options = Options::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--boat" => options.boat_class = args.next(),
            "--hint" => options.wind_hint_deg = args.next().and_then(|a| a.parse().ok()),
            file => tell(file, &options),
        }
    }
}

fn tell(file: &str, options: &Options) {
    let Ok(bytes) = std::fs::read(file) else { return eprintln!("{file} cannot be opened.") };
    let begun = std::time::Instant::now();
    match analyze(file, &bytes, None, options) {
        Ok(analysis) => println!("{}({} ms)\n", sailor::lines(&analysis.report), begun.elapsed().as_millis()),
        Err(error) => eprintln!("{file}: {error}"),
    }
}
