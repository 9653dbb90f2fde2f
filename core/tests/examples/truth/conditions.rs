//! One row for every class and condition, and with `--list-errors` every mistake.

use leebow_engine::stats::quantile::{median, quantile};

use crate::evaluation::{Counts, Deviation, GROUPS, TURNS};
use crate::sessions::{
    ASYMMETRIC_HELM, Evaluated, NO_WIND, RACES_AND_RIDES, RECIPROCAL_REACHES, Session, evaluate_all,
    sessions_from,
};
use crate::unlike::UNLIKE;
use crate::unnamed::UnnamedErrors;

/// Prints the rows of `--conditions`.
pub fn print(args: &[String]) {
    let has = |word: &str| args.iter().any(|a| a == word);
    let words: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let number = |at: usize| words.get(at).and_then(|a| a.parse::<u64>().ok());
    let (seeds, first) = (number(0).unwrap_or(4), number(1).unwrap_or(1));
    let only = words.get(2).map_or("", |a| a.as_str());
    let mut all: Vec<Session> = sessions_from(
        &[RACES_AND_RIDES, NO_WIND, RECIPROCAL_REACHES, ASYMMETRIC_HELM, UNLIKE].concat(),
        first,
        seeds,
    );
    all.retain(|s| s.name().contains(only));
    all.sort_by_key(Session::name);
    let evaluated = evaluate_all("conditions", all, has("--true-wind"));
    head();
    for of_condition in evaluated.chunk_by(|a, b| a.session.name() == b.session.name()) {
        row(of_condition);
        if has("--list-errors") {
            mistakes(of_condition);
        }
    }
}

fn head() {
    let groups = GROUPS.map(|g| format!("{g:>5}")).join(" ");
    println!(
        "{:<40} {groups}  type | {:>5} {:>5} {:>5} {:>4} {:>4} | {:>5} {:>5} {:>5} {:>5} | {:>5} | {:>5} {:>5} {:>5} {:>4} | {:>5} {:>5} {:>5} {:>4} {:>6}",
        "condition",
        "wind",
        "p95",
        "in90",
        "rev.",
        "none",
        "80mae",
        "bias",
        "in90",
        "null",
        "ogmae",
        "speed",
        "bias",
        "in90",
        "n",
        "turn",
        "bias",
        "in90",
        "n",
        "count"
    );
}

fn row(evaluated: &[Evaluated]) {
    let mut counts = [Counts::default(); GROUPS.len()];
    for s in evaluated {
        counts.iter_mut().zip(&s.errors.counts).for_each(|(sum, c)| sum.add(c));
    }
    let winds: Vec<Deviation> =
        evaluated.iter().filter_map(|s| s.errors.wind.as_ref()).flatten().copied().collect();
    let losses: Vec<Deviation> = evaluated.iter().flat_map(|s| s.errors.loss_80.iter().copied()).collect();
    let og: Vec<f64> = evaluated.iter().flat_map(|s| s.errors.loss_og_m.iter().copied()).collect();
    let speeds = evaluated.iter().flat_map(|s| s.errors.speed_loss_80.iter().copied());
    let by_speed: Vec<Deviation> = speeds.collect();
    let unnamed = evaluated.iter().flat_map(|s| s.errors.unnamed.loss_80.iter().copied());
    let unnamed: Vec<Deviation> = unnamed.collect();
    let sum = |of: fn(&UnnamedErrors) -> usize| {
        evaluated.iter().map(|s| of(&s.errors.unnamed)).sum::<usize>() as f64
    };
    let misnamed: usize = evaluated.iter().map(|s| s.errors.misnamed).sum();
    let mut sizes: Vec<f64> = winds.iter().map(|o| o.error.abs()).collect();
    let share = |offs: &[Deviation]| offs.iter().filter(|o| o.in_interval).count() as f64 / offs.len() as f64;
    let mean = |v: &mut dyn Iterator<Item = f64>, n: usize| v.sum::<f64>() / n as f64;
    println!(
        "{:<40} {} {:>5.3} | {:>5.1} {:>5.1} {:>5.2} {:>4} {:>4} | {:>5.2} {:>5.2} {:>5.2} {:>5} | {:>5.2} | {} | {} {:>5.2}",
        evaluated[0].session.name(),
        counts.map(|c| format!("{:>5.3}", c.f1())).join(" "),
        1.0 - misnamed as f64 / counts[TURNS].matched as f64,
        median(&mut sizes).unwrap_or(f64::NAN),
        quantile(&mut sizes, 0.95).unwrap_or(f64::NAN),
        share(&winds),
        evaluated.iter().filter(|s| s.errors.is_reversed()).count(),
        evaluated.iter().filter(|s| s.errors.wind.is_none()).count(),
        mean(&mut losses.iter().map(|o| o.error.abs()), losses.len()),
        mean(&mut losses.iter().map(|o| o.error), losses.len()),
        share(&losses),
        evaluated.iter().map(|s| s.errors.losses_missing).sum::<usize>(),
        mean(&mut og.iter().map(|o| o.abs()), og.len()),
        loss_columns(&by_speed),
        loss_columns(&unnamed),
        sum(|u| u.counted) / sum(|u| u.true_turns),
    );
}

/// Mean absolute error, bias, share in the 90 % interval, and number of losses.
fn loss_columns(losses: &[Deviation]) -> String {
    let n = losses.len();
    let mean = |of: fn(&Deviation) -> f64| losses.iter().map(of).sum::<f64>() / n as f64;
    let (mae, bias) = (mean(|o| o.error.abs()), mean(|o| o.error));
    let share = mean(|o| if o.in_interval { 1.0 } else { 0.0 });
    format!("{mae:>5.2} {bias:>5.2} {share:>5.2} {n:>4}")
}

fn mistakes(evaluated: &[Evaluated]) {
    for s in evaluated {
        s.errors
            .mistakes
            .iter()
            .for_each(|line| println!("  {} #{} {line}", s.session.name(), s.session.seed));
    }
}
