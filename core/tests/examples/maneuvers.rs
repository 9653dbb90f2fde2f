//! Prints one line per maneuver: `cargo run --example maneuvers -- [--boat CLASS] [--hint DEG] FILES…`
use leebow_engine::{Options, analyze};

#[path = "../engine/golden_text.rs"]
mod golden_text;

fn main() {
    let mut options = Options::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--boat" => options.boat_class = args.next(),
            "--hint" => options.wind_hint_deg = args.next().and_then(|a| a.parse().ok()),
            file => print(file, &options),
        }
    }
}

fn print(file: &str, options: &Options) {
    let Ok(bytes) = std::fs::read(file) else { return eprintln!("{file} cannot be opened.") };
    let start = std::time::Instant::now();
    match analyze(file, &bytes, None, options) {
        Ok(analysis) => {
            println!("{}({} ms)\n", golden_text::lines(&analysis.report), start.elapsed().as_millis())
        }
        Err(error) => eprintln!("{file}: {error}"),
    }
}
