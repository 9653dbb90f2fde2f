//! The rows of races.

use leebow_engine::stats::quantile::quantile;

use super::compare::Day;
use super::duels::PARTS;
use super::fleets::Kind;
use super::{Evaluated, analysis_of_fifty};
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, Limit, Measured, Row, row};

/// A guess of the gun is right within this time, s.
const RIGHT_S: f64 = 0.5;

/// A measure of all days of a data set.
type Measure = fn(&Day) -> Measured;
/// Name, unit, decimals, limits, measure.
type Requirement = (&'static str, &'static str, usize, [Limit; 2], Measure);

/// What is required with the wind of the fleet; the same rows without limits follow with the boats' own winds.
const REQUIREMENTS: [Requirement; 12] = [
    ("races found", " %", 0, [AtLeast(95.0), AtLeast(100.0)], |d| share(d.found, d.races)),
    ("false races a day", "", 2, [AtMost(0.1), AtMost(0.0)], |d| {
        Measured::new(d.false_races as f64 / d.days as f64, format!("of {}", d.days))
    }),
    ("gun, P90 error", " s", 1, [AtMost(8.0), AtMost(3.0)], |d| error(&d.guns_s, 0.9)),
    ("gun on the right whole minute", " %", 0, [AtLeast(90.0), AtLeast(98.0)], |d| {
        share(d.guns_s.iter().filter(|s| s.abs() < RIGHT_S).count(), d.guns_s.len())
    }),
    ("boats with the right legs up to the last mark", " %", 1, [AtLeast(95.0), AtLeast(99.0)], |d| {
        share(d.legs_right, d.boats)
    }),
    ("passings of marks missed", " %", 1, [AtMost(2.0), AtMost(0.5)], |d| share(d.missed, d.passings)),
    ("passing of a mark, median error", " s", 2, [AtMost(1.0), AtMost(0.6)], |d| error(&d.marks_s, 0.5)),
    ("passing of a mark, P90 error", " s", 2, [AtMost(3.0), AtMost(2.0)], |d| error(&d.marks_s, 0.9)),
    ("gap at a mark, median error", " s", 2, [AtMost(1.0), AtMost(0.6)], |d| error(&d.gaps_s, 0.5)),
    ("gap at a mark, P90 error", " s", 2, [AtMost(3.0), AtMost(2.0)], |d| error(&d.gaps_s, 0.9)),
    ("change of the gap over a mark, median", " s", 2, [AtMost(2.0), AtMost(1.0)], |d| {
        error(&d.jumps_s, 0.5)
    }),
    ("mark passed by four or more, median error", " m", 1, [AtMost(10.0), AtMost(5.0)], |d| {
        error(&d.marks_m.iter().map(|m| m[0]).collect::<Vec<_>>(), 0.5)
    }),
];

/// Required as well; measured with the wind of the fleet alone.
const MORE: [Requirement; 10] = [
    ("mark within two standard deviations", " %", 0, [AtLeast(85.0), AtLeast(95.0)], |d| {
        share(d.marks_m.iter().filter(|m| m[0] <= 2.0 * m[1]).count(), d.marks_m.len())
    }),
    ("boats said to be over by an estimated line", "", 0, [AtMost(0.0), AtMost(0.0)], |d| {
        Measured::new(d.accused as f64, format!("of {}", d.boats))
    }),
    ("practice starts and recalls found as such", " %", 0, [Unset, Unset], |d| {
        share(d.rehearsals[1], d.rehearsals[0])
    }),
    ("sure places at marks that are wrong", " %", 1, [Unset, Unset], |d| {
        share(d.sure_places[1], d.sure_places[0])
    }),
    ("boats that watch and are placed", "", 0, [AtMost(0.0), AtMost(0.0)], |d| {
        Measured::new(d.spectators[1] as f64, format!("of {}", d.spectators[0]))
    }),
    ("finishes missed", " %", 0, [Unset, Unset], |d| share(d.finishes[1], d.finishes[0])),
    ("finish, median error", " s", 2, [Unset, Unset], |d| error(&d.finishes_s, 0.5)),
    ("finish, P90 error", " s", 2, [Unset, Unset], |d| error(&d.finishes_s, 0.9)),
    ("crossing of the line, median error", " s", 2, [Unset, Unset], |d| error(&d.crossings_s, 0.5)),
    ("crossing of the line, P90 error", " s", 2, [Unset, Unset], |d| error(&d.crossings_s, 0.9)),
];

pub fn rows(all: &[Evaluated]) -> Vec<Row> {
    let by_fleet = |e: &Evaluated| e.by_fleet_wind.is_some();
    let mut rows = Vec::new();
    for (name, unit, decimals, limits, measure) in REQUIREMENTS.into_iter().chain(MORE) {
        let name = format!("races: {name}");
        rows.push(of(all, (&name, unit, decimals), limits, |_| true, |e| e.by_fleet_wind.as_ref(), measure));
    }
    for (name, unit, decimals, limits, measure) in REQUIREMENTS {
        let name = format!("races, boats' own winds: {name}");
        rows.push(of(all, (&name, unit, decimals), limits, |_| true, |e| Some(&e.by_boats_winds), measure));
    }
    let (name, unit, decimals, _, measure) = REQUIREMENTS[4];
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::FreeRide) {
        let name = format!("races, {}: {name}", kind.name());
        let own = |e: &Evaluated| e.fleet.kind == kind;
        rows.push(of(
            all,
            (&name, unit, decimals),
            [Unset, Unset],
            own,
            |e| e.by_fleet_wind.as_ref(),
            measure,
        ));
    }
    let with_wind = DATA_SETS.map(|set| {
        let own: Vec<&Evaluated> = all.iter().filter(|e| e.fleet.data_set == set).collect();
        share(own.iter().filter(|e| by_fleet(e)).count(), own.len())
    });
    rows.push(row(("races: fleets with a wind of the fleet", " %", 0), [Unset, Unset], with_wind));
    rows.extend(duels(all));
    rows
}

/// Half-width of the 90 % interval of a normal distribution in standard deviations.
const Z90: f64 = 1.645;

/// Two boats on a leg: that the parts add up, and how often the truth is in the 90 % interval of each part.
fn duels(all: &[Evaluated]) -> Vec<Row> {
    let of_set = |set| all.iter().filter(move |e| e.fleet.data_set == set).flat_map(|e| &e.duels);
    let missing = DATA_SETS.map(|set| {
        let all: Vec<f64> = of_set(set).map(|d| d.missing_m).collect();
        error(&all, 1.0)
    });
    let name = ("races: two boats, parts against their sum, most", " m", 7);
    let mut rows = vec![row(name, [AtMost(1e-6), AtMost(1e-6)], missing)];
    for (part, name) in PARTS.into_iter().enumerate() {
        let errors = |set| of_set(set).map(move |d| d.parts_m[part]);
        let inside = DATA_SETS
            .map(|set| share(errors(set).filter(|[e, sd]| e.abs() <= Z90 * sd).count(), errors(set).count()));
        let title = format!("races: two boats, {name} in its 90 % interval");
        rows.push(row((&title, " %", 0), [Between(85.0, 97.0), Between(88.0, 93.0)], inside));
        let median = DATA_SETS.map(|set| error(&errors(set).map(|[e, _]| e).collect::<Vec<_>>(), 0.5));
        let title = format!("races: two boats, {name}, median error");
        rows.push(row((&title, " m", 1), [Unset, Unset], median));
    }
    rows
}

/// A row of the days of some fleets, in both data sets.
fn of(
    all: &[Evaluated],
    name: (&str, &'static str, usize),
    limits: [Limit; 2],
    wanted: impl Fn(&Evaluated) -> bool,
    day: fn(&Evaluated) -> Option<&Day>,
    measure: Measure,
) -> Row {
    let measured = DATA_SETS.map(|set| {
        let mut sum = Day::default();
        let own = all.iter().filter(|e| e.fleet.data_set == set && wanted(e));
        own.filter_map(day).for_each(|one| sum.add(one));
        measure(&sum)
    });
    row(name, limits, measured)
}

/// Time of the analysis of 50 boats over an hour, on this machine.
pub fn duration() -> Row {
    let measured = || match analysis_of_fifty() {
        Some((analysis, seconds)) => {
            Measured::new(seconds, format!("{} race found", analysis.day.races.len()))
        }
        None => Measured::absent("no analysis"),
    };
    let limits = [AtMost(2.0), AtMost(0.5)];
    row(("races: 50 boats, 1 h at 1 Hz, one core", " s", 2), limits, [measured(), Measured::absent("")])
}

fn share(part: usize, all: usize) -> Measured {
    Measured::new(100.0 * part as f64 / all as f64, format!("of {all}"))
}

/// A quantile of the absolute error; the note has the number of values.
fn error(errors: &[f64], at: f64) -> Measured {
    let mut sizes: Vec<f64> = errors.iter().map(|e| e.abs()).collect();
    let note = format!("of {}", sizes.len());
    quantile(&mut sizes, at).map_or(Measured::absent(note.clone()), |q| Measured::new(q, note))
}
