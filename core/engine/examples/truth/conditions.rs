//! One row for every class and way of sailing, and with `--tell` every mistake: for those who mend the engine.

use leebow_engine::stats::quantile::{median, quantile};

use crate::judge::{Counts, GROUPS, Off, TURNS};
use crate::sessions::{GYBING, LIVELY, SAILED, SILENT, Sailed, Session, sail, sessions_from};

pub fn tell(args: &[String]) {
    let has = |word: &str| args.iter().any(|a| a == word);
    let told: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let number = |at: usize| told.get(at).and_then(|a| a.parse::<u64>().ok());
    let (seeds, first) = (number(0).unwrap_or(4), number(1).unwrap_or(1));
    let only = told.get(2).map_or("", |a| a.as_str());
    let mut all: Vec<Session> = sessions_from(&[SAILED, SILENT, GYBING, LIVELY].concat(), first, seeds);
    all.retain(|s| s.name().contains(only));
    all.sort_by_key(Session::name);
    let sailed = sail("conditions", all, has("--wind-told"));
    head();
    for of_one in sailed.chunk_by(|a, b| a.session.name() == b.session.name()) {
        row(of_one);
        if has("--tell") {
            mistakes(of_one);
        }
    }
}

fn head() {
    let groups = GROUPS.map(|g| format!("{g:>5}")).join(" ");
    println!(
        "{:<40} {groups}  type | {:>5} {:>5} {:>5} {:>4} {:>4} | {:>5} {:>5} {:>5} {:>5} | {:>5}",
        "condition", "wind", "p95", "in90", "flip", "none", "80mae", "bias", "in90", "null", "ogmae"
    );
}

fn row(sailed: &[Sailed]) {
    let mut counts = [Counts::default(); GROUPS.len()];
    for s in sailed {
        counts.iter_mut().zip(&s.judged.counts).for_each(|(sum, c)| sum.add(c));
    }
    let winds: Vec<Off> = sailed.iter().filter_map(|s| s.judged.wind.as_ref()).flatten().copied().collect();
    let losses: Vec<Off> = sailed.iter().flat_map(|s| s.judged.loss_80.iter().copied()).collect();
    let og: Vec<f64> = sailed.iter().flat_map(|s| s.judged.loss_og_m.iter().copied()).collect();
    let misnamed: usize = sailed.iter().map(|s| s.judged.misnamed).sum();
    let mut sizes: Vec<f64> = winds.iter().map(|o| o.by.abs()).collect();
    let share = |offs: &[Off]| offs.iter().filter(|o| o.inside).count() as f64 / offs.len() as f64;
    let mean = |v: &mut dyn Iterator<Item = f64>, n: usize| v.sum::<f64>() / n as f64;
    println!(
        "{:<40} {} {:>5.3} | {:>5.1} {:>5.1} {:>5.2} {:>4} {:>4} | {:>5.2} {:>5.2} {:>5.2} {:>5} | {:>5.2}",
        sailed[0].session.name(),
        counts.map(|c| format!("{:>5.3}", c.f1())).join(" "),
        1.0 - misnamed as f64 / counts[TURNS].right as f64,
        median(&mut sizes).unwrap_or(f64::NAN),
        quantile(&mut sizes, 0.95).unwrap_or(f64::NAN),
        share(&winds),
        sailed.iter().filter(|s| s.judged.is_flipped()).count(),
        sailed.iter().filter(|s| s.judged.wind.is_none()).count(),
        mean(&mut losses.iter().map(|o| o.by.abs()), losses.len()),
        mean(&mut losses.iter().map(|o| o.by), losses.len()),
        share(&losses),
        sailed.iter().map(|s| s.judged.lacking).sum::<usize>(),
        mean(&mut og.iter().map(|o| o.abs()), og.len()),
    );
}

fn mistakes(sailed: &[Sailed]) {
    for s in sailed {
        s.judged.told.iter().for_each(|line| println!("  {} #{} {line}", s.session.name(), s.session.seed));
    }
}
