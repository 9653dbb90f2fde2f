//! The probabilities of winds: how often a candidate that is given a probability is right, on the simulated tracks of the
//! calibration and on held-out seeds.

use crate::data::{Track, simulated};
use crate::table::Limit::{AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Seeds of either data set.
const SEEDS: u64 = 6;
const FIRST_SEED: [u64; 2] = [11, 100];
/// Bins of the reliability table.
const BINS: usize = 10;
/// Least probability of a published wind, as in the engine.
const PUBLISHED: f64 = 0.9;

/// The best candidate of a track: its probability, whether it is right, and the weight of the track.
#[derive(Clone, Copy)]
struct Best {
    probability: f64,
    is_right: bool,
    weight: f64,
    /// False for tracks under engine and on one reach.
    sails: bool,
}

/// The rows of the table and the lines of the reliability table.
pub fn rows(max_seeds: u64) -> (Vec<Row>, Vec<String>) {
    let of = |set: DataSet| -> Vec<Best> {
        let first = FIRST_SEED[usize::from(set != DataSet::Tuning)];
        simulated(first..first + SEEDS.min(max_seeds)).iter().filter_map(best).collect()
    };
    let sets = DATA_SETS.map(of);
    let measured = |measure: fn(&[Best]) -> Measured| [measure(&sets[0]), measure(&sets[1])];
    let rows = vec![
        row(
            ("wind: expected calibration error", "", 3),
            [AtMost(0.03), AtMost(0.02)],
            measured(calibration_error),
        ),
        row(("wind: sailed tracks with a published wind", " %", 1), [Unset, Unset], measured(published)),
        row(("wind: published and more than 45° off", " %", 2), [AtMost(0.5), AtMost(0.3)], measured(wrong)),
        row(
            ("wind: best candidates given 0.5 to 0.7 that are right", " %", 0),
            [Between(50.0, 75.0), Between(55.0, 70.0)],
            measured(about_60),
        ),
    ];
    (rows, (0..BINS).map(|bin| reliability(&sets, bin)).collect())
}

fn best(track: &Track) -> Option<Best> {
    let sample = &track.sample;
    let probability = *sample.probabilities.first().filter(|_| !sample.is_bare_line)?;
    let sails = track.shapes_sailing || sample.is_sparse;
    Some(Best { probability, is_right: *track.right.first()?, weight: track.weight, sails })
}

fn in_bin(all: &[Best], bin: usize) -> impl Iterator<Item = &Best> {
    let of = |b: &Best| ((b.probability * BINS as f64) as usize).min(BINS - 1);
    all.iter().filter(move |b| of(b) == bin)
}

/// Weight, mean probability and share that is right.
fn summary<'a>(chosen: impl Iterator<Item = &'a Best>) -> (f64, f64, f64) {
    let (mut weight, mut given, mut right) = (0.0, 0.0, 0.0);
    for best in chosen {
        weight += best.weight;
        given += best.weight * best.probability;
        right += best.weight * f64::from(u8::from(best.is_right));
    }
    (weight, given / weight, right / weight)
}

fn calibration_error(all: &[Best]) -> Measured {
    let sum: f64 = all.iter().map(|b| b.weight).sum();
    let bins = (0..BINS).map(|bin| summary(in_bin(all, bin))).filter(|bin| bin.0 > 0.0);
    let error: f64 = bins.map(|(weight, given, right)| weight * (given - right).abs()).sum();
    Measured::new(error / sum, format!("of {}", all.len()))
}

fn published(all: &[Best]) -> Measured {
    let sailed = || all.iter().filter(|b| b.sails);
    let winds = sailed().filter(|b| b.probability >= PUBLISHED).count();
    Measured::new(100.0 * winds as f64 / sailed().count() as f64, format!("of {}", sailed().count()))
}

fn wrong(all: &[Best]) -> Measured {
    let winds = || all.iter().filter(|b| b.sails && b.probability >= PUBLISHED);
    let wrong = winds().filter(|b| !b.is_right).count();
    Measured::new(100.0 * wrong as f64 / winds().count() as f64, format!("{wrong} of {}", winds().count()))
}

fn about_60(all: &[Best]) -> Measured {
    let about = || all.iter().filter(|b| (0.5..0.7).contains(&b.probability));
    Measured::new(100.0 * summary(about()).2, format!("of {}", about().count()))
}

fn reliability(sets: &[Vec<Best>; 2], bin: usize) -> String {
    let low = bin as f64 / BINS as f64;
    let cells = sets.iter().map(|all| {
        let (weight, given, right) = summary(in_bin(all, bin));
        let n = in_bin(all, bin).count();
        if weight > 0.0 { format!("{given:.2} | {right:.2} | {n}") } else { "– | – | 0".to_string() }
    });
    format!("| {low:.1} to {:.1} | {} |", low + 0.1, cells.collect::<Vec<_>>().join(" | "))
}
