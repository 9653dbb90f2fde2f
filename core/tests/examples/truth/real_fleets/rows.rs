//! The rows of real fleets.

use leebow_engine::stats::quantile::quantile;

use super::compare::Score;
use super::{real_fleets, score};
use crate::table::Limit::{AtLeast, AtMost, Unset};
use crate::table::{Limit, Measured, Row, row};

type Measure = fn(&Score) -> Measured;
/// Name, unit, decimals, limits, measure.
type Requirement = (&'static str, &'static str, usize, [Limit; 2], Measure);

const REQUIREMENTS: [Requirement; 17] = [
    ("races found", " %", 0, [AtLeast(90.0), AtLeast(100.0)], |s| share(s.found, s.races)),
    ("false races a day", "", 2, [AtMost(0.1), AtMost(0.0)], |s| {
        Measured::new(s.false_races as f64 / s.days as f64, format!("of {}", s.days))
    }),
    ("guns called a practice start or a recall", "", 0, [AtMost(0.0), AtMost(0.0)], |s| {
        Measured::new(s.denied as f64, format!("of {}", s.races))
    }),
    ("gun, P90 error", " s", 1, [AtMost(8.0), AtMost(3.0)], |s| error(&s.guns_s, 0.9)),
    ("gun on the right whole minute", " %", 0, [AtLeast(90.0), AtLeast(98.0)], |s| {
        share(s.minutes[1], s.minutes[0])
    }),
    ("boats with the right legs", " %", 1, [AtLeast(85.0), AtLeast(97.0)], |s| share(s.legs_right, s.boats)),
    ("boats with the right legs, found races", " %", 1, [Unset, Unset], |s| {
        share(s.legs_right, s.boats_found)
    }),
    ("passings of marks missed", " %", 1, [AtMost(8.0), AtMost(2.0)], |s| share(s.missed, s.passings)),
    ("passings of marks missed, found races", " %", 1, [Unset, Unset], |s| {
        share(s.missed_found, s.passings_found)
    }),
    ("passings of marks invented", " %", 1, [AtMost(2.0), AtMost(0.0)], |s| share(s.invented, s.claimed)),
    ("passing of a mark, median error", " s", 2, [AtMost(1.0), AtMost(0.6)], |s| error(&s.marks_s, 0.5)),
    ("passing of a mark, P90 error", " s", 2, [AtMost(3.0), AtMost(2.0)], |s| error(&s.marks_s, 0.9)),
    ("gap at a mark, median error", " s", 2, [AtMost(1.0), AtMost(0.6)], |s| error(&s.gaps_s, 0.5)),
    ("gap at a mark, P90 error", " s", 2, [AtMost(4.0), AtMost(2.0)], |s| error(&s.gaps_s, 0.9)),
    ("mark, median error", " m", 1, [AtMost(10.0), AtMost(5.0)], |s| {
        error(&s.marks_m.iter().copied().filter(|m| m.is_finite()).collect::<Vec<_>>(), 0.5)
    }),
    ("marks that are not there", " %", 0, [Unset, AtMost(0.0)], |s| {
        share(s.marks_m.iter().filter(|m| m.is_infinite()).count(), s.marks_m.len())
    }),
    ("sure places right", " %", 1, [AtLeast(98.0), AtLeast(100.0)], |s| {
        share(s.sure_places[1], s.sure_places[0])
    }),
];
/// Of two boats: a start that was found or is among the first candidates.
const TWO_BOATS: Requirement =
    ("starts found or among the candidates", " %", 0, [AtLeast(75.0), AtLeast(92.0)], |s| {
        share(s.offered, s.races)
    });

/// Fleets that are measured together.
pub struct Part {
    pub name: String,
    pub score: Score,
}

/// The parts whose names contain `wanted`: each set by itself, the match races as one, then all with five boats and more.
pub fn parts(wanted: &str, list: bool) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut large = Score::default();
    for fleet in real_fleets(wanted) {
        let own = score(&fleet, list);
        if fleet.tracks.len() >= 5 {
            large.add(&own);
        }
        let name = if fleet.name.starts_with(super::MATCHES) { "match races".into() } else { fleet.name };
        match parts.iter_mut().find(|part| part.name == name) {
            Some(part) => part.score.add(&own),
            None => parts.push(Part { name, score: own }),
        }
    }
    parts.push(Part { name: "five boats and more".into(), score: large });
    parts
}

/// The rows of the table: the limits are those of all fleets of five boats and more; of fewer boats those of starts.
pub fn rows(list: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for Part { name: part, score } in parts("", list) {
        if score.days == 0 {
            continue;
        }
        let is_large = part.starts_with("five");
        for (name, unit, decimals, limits, measure) in REQUIREMENTS {
            let limits = if is_large { limits } else { [Unset, Unset] };
            let name = format!("fleets, {part}: {name}");
            rows.push(row((&name, unit, decimals), limits, [measure(&score), Measured::absent("")]));
        }
        let (name, unit, decimals, limits, measure) = TWO_BOATS;
        let limits = if part.starts_with("match") { limits } else { [Unset, Unset] };
        let name = format!("fleets, {part}: {name}");
        rows.push(row((&name, unit, decimals), limits, [measure(&score), Measured::absent("")]));
    }
    rows
}

/// Prints the parts as columns of one table.
pub fn print(parts: &[Part]) {
    let width = 12;
    print!("{:44}", "");
    parts.iter().for_each(|part| print!("{:>width$}", short(&part.name)));
    println!();
    for (name, unit, decimals, _, measure) in REQUIREMENTS.iter().chain([&TWO_BOATS]) {
        print!("{:44}", format!("{name},{unit}"));
        for part in parts {
            let value = measure(&part.score).value;
            print!("{:>width$}", value.map_or("-".into(), |v| format!("{v:.decimals$}")));
        }
        println!();
    }
    print!("{:44}", "time, s");
    parts.iter().for_each(|part| print!("{:>width$.2}", part.score.seconds));
    println!();
}

fn short(name: &str) -> String {
    let end = if name.contains('/') { "/8" } else { "" };
    let words: Vec<&str> = name.split(['-', '/']).collect();
    let day = if words[0] == "ilca" { words[3] } else { "" };
    format!("{} {day}{end}", words[0]).chars().take(11).collect()
}

fn share(part: usize, all: usize) -> Measured {
    Measured::new(100.0 * part as f64 / all as f64, format!("of {all}"))
}

fn error(errors: &[f64], at: f64) -> Measured {
    let mut sizes: Vec<f64> = errors.iter().map(|e| e.abs()).collect();
    let note = format!("of {}", sizes.len());
    quantile(&mut sizes, at).map_or(Measured::absent(note.clone()), |q| Measured::new(q, note))
}
