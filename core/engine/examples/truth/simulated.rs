//! Requirements that are measured on simulated sessions.

use leebow_engine::stats::quantile::quantile;
use leebow_simulator::Scenario;

use crate::evaluation::{BEAR_AWAYS, Counts, DOUSES, Deviation, TURNS, share_in_interval};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, Limit, Measured, Row, row};

/// Wind errors are measured on tracks with at least this many true tacks and gybes.
const MIN_TURNS_FOR_WIND: usize = 4;

/// The sessions of one data set that a requirement is measured on.
pub type Chosen<'a> = Vec<&'a Evaluated>;

pub fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let mut rows = maneuvers(evaluated);
    rows.extend(winds(evaluated));
    rows.extend(losses(evaluated));
    rows.extend(speed_losses(evaluated));
    rows
}

fn is_race(c: &Condition, rate_hz: f64, current_kn: f64) -> bool {
    c.scenario == Scenario::WindwardLeeward && c.rate_hz == rate_hz && c.current_kn == current_kn
}

fn still(c: &Condition) -> bool {
    c.current_kn == 0.0
}

/// A requirement measured in both data sets on the sessions of the wanted conditions.
pub fn requirement(
    evaluated: &[Evaluated],
    name: (&str, &'static str, usize),
    limits: [Limit; 2],
    wanted: impl Fn(&Condition) -> bool,
    measure: impl Fn(&Chosen) -> Measured,
) -> Row {
    let measured = DATA_SETS.map(|set| {
        let of_set = |s: &&Evaluated| s.session.data_set == set && wanted(&s.session.condition);
        measure(&evaluated.iter().filter(of_set).collect())
    });
    row(name, limits, measured)
}

fn maneuvers(evaluated: &[Evaluated]) -> Vec<Row> {
    let strict = [AtLeast(0.97), AtLeast(0.985)];
    let loose = [AtLeast(0.9), AtLeast(0.95)];
    let race = |rate_hz: f64, current_kn: f64| move |c: &Condition| is_race(c, rate_hz, current_kn);
    let quick = |c: &Condition| is_race(c, 1.0, 0.0) || is_race(c, 5.0, 0.0);
    let ride = |c: &Condition| c.scenario == Scenario::FreeRide;
    vec![
        requirement(
            evaluated,
            ("tack + gybe F1, worst class, 1 Hz", "", 3),
            strict,
            race(1.0, 0.0),
            worst_class,
        ),
        requirement(
            evaluated,
            ("tack + gybe F1, worst class, 5 Hz", "", 3),
            strict,
            race(5.0, 0.0),
            worst_class,
        ),
        requirement(
            evaluated,
            ("tack + gybe F1, worst class, 0.2 Hz", "", 3),
            loose,
            race(0.2, 0.0),
            worst_class,
        ),
        requirement(
            evaluated,
            ("tack + gybe F1, worst class, 0.8 kn cross current", "", 3),
            loose,
            race(1.0, 0.8),
            worst_class,
        ),
        requirement(evaluated, ("tack + gybe F1, worst class, free rides", "", 3), loose, ride, worst_class),
        requirement(evaluated, ("bear-away F1", "", 3), loose, quick, |s| f1(s, BEAR_AWAYS)),
        requirement(evaluated, ("douse F1", "", 3), loose, quick, |s| f1(s, DOUSES)),
        requirement(
            evaluated,
            ("type right when found", "", 3),
            [AtLeast(0.97), AtLeast(0.99)],
            quick,
            type_right,
        ),
    ]
}

fn counts(chosen: &Chosen, group: usize) -> Counts {
    let mut sum = Counts::default();
    chosen.iter().for_each(|s| sum.add(&s.errors.counts[group]));
    sum
}

fn f1(chosen: &Chosen, group: usize) -> Measured {
    let counts = counts(chosen, group);
    Measured::new(counts.f1(), format!("of {}", counts.matched + counts.missed))
}

/// The lowest F1 of a class, its name, and that of all classes together.
fn worst_class(chosen: &Chosen) -> Measured {
    let of = |name: &str| {
        let own: Chosen = chosen.iter().filter(|s| s.session.class.name == name).copied().collect();
        counts(&own, TURNS).f1()
    };
    let mut classes: Vec<&str> = chosen.iter().map(|s| s.session.class.name).collect();
    classes.dedup();
    let worst = classes.iter().map(|c| (of(c), *c)).min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((f1, class)) = worst else { return Measured::absent("") };
    Measured::new(f1, format!("{class}; all {:.3}", counts(chosen, TURNS).f1()))
}

fn type_right(chosen: &Chosen) -> Measured {
    let right = counts(chosen, TURNS).matched;
    let misnamed: usize = chosen.iter().map(|s| s.errors.misnamed).sum();
    Measured::new(1.0 - misnamed as f64 / right as f64, format!("of {right}"))
}

fn winds(evaluated: &[Evaluated]) -> Vec<Row> {
    let (still, moving) = (still, |c: &Condition| c.current_kn > 0.0);
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let name = |text: &'static str| (text, "°", 1);
    let none = [AtMost(0.0), AtMost(0.0)];
    vec![
        requirement(
            evaluated,
            name("wind, still water, median error"),
            [AtMost(3.5), AtMost(2.5)],
            still,
            |s| wind_error(s, 0.5),
        ),
        requirement(
            evaluated,
            name("wind, still water, P95 error"),
            [AtMost(10.0), AtMost(8.0)],
            still,
            |s| wind_error(s, 0.95),
        ),
        requirement(
            evaluated,
            name("wind, 0.8–1.4 kn cross current, median error"),
            [AtMost(9.0), AtMost(5.0)],
            moving,
            |s| wind_error(s, 0.5),
        ),
        requirement(evaluated, ("wind, still water, in the 90 % interval", " %", 0), interval, still, |s| {
            share_in_interval(&winds_of(s))
        }),
        requirement(
            evaluated,
            ("wind, 0.8–1.4 kn cross current, in the 90 % interval", " %", 0),
            interval,
            moving,
            |s| share_in_interval(&winds_of(s)),
        ),
        requirement(evaluated, ("published tracks with the wind reversed", "", 0), none, |_| true, reversed),
    ]
}

/// Wind deviations of the tracks with enough turns.
fn winds_of(chosen: &Chosen) -> Vec<Deviation> {
    let enough = |s: &&&Evaluated| {
        let c = &s.errors.counts[TURNS];
        c.matched + c.missed >= MIN_TURNS_FOR_WIND
    };
    chosen.iter().filter(enough).filter_map(|s| s.errors.wind.as_ref()).flatten().copied().collect()
}

/// A quantile of the absolute wind error over all moments; the note has the number of tracks with a wind.
fn wind_error(chosen: &Chosen, share: f64) -> Measured {
    let mut sizes: Vec<f64> = winds_of(chosen).iter().map(|o| o.error.abs()).collect();
    let published = chosen.iter().filter(|s| s.errors.wind.is_some()).count();
    let note = format!("{published} of {} tracks published", chosen.len());
    quantile(&mut sizes, share).map_or(Measured::absent(note.clone()), |q| Measured::new(q, note))
}

fn reversed(chosen: &Chosen) -> Measured {
    let published = chosen.iter().filter(|s| s.errors.wind.is_some()).count();
    let reversed = chosen.iter().filter(|s| s.errors.is_reversed()).count();
    Measured::new(reversed as f64, format!("of {published}"))
}

fn losses(evaluated: &[Evaluated]) -> Vec<Row> {
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let (quick, slow) = (|c: &Condition| still(c) && c.rate_hz >= 5.0, |c: &Condition| is_race(c, 1.0, 0.0));
    let metres = |text: &'static str| (text, " m", 2);
    vec![
        requirement(
            evaluated,
            ("loss_80, in its 90 % interval", " %", 0),
            interval,
            |c| still(c) && c.rate_hz >= 1.0,
            |s| share_in_interval(&losses_of(s, |_| true)),
        ),
        requirement(
            evaluated,
            metres("loss_80, hulls, 5–10 Hz, mean error"),
            [AtMost(1.9), AtMost(1.3)],
            quick,
            |s| mean_error(&losses_of(s, |foils| !foils)),
        ),
        requirement(
            evaluated,
            metres("loss_80, hulls, 1 Hz, mean error"),
            [AtMost(2.6), AtMost(2.0)],
            slow,
            |s| mean_error(&losses_of(s, |foils| !foils)),
        ),
        requirement(
            evaluated,
            metres("loss_80, kites and foils, 5–10 Hz, mean error"),
            [AtMost(3.5), AtMost(2.2)],
            quick,
            |s| mean_error(&losses_of(s, |foils| foils)),
        ),
        requirement(
            evaluated,
            metres("loss_80, kites and foils, 1 Hz, mean error"),
            [AtMost(3.6), AtMost(2.5)],
            slow,
            |s| mean_error(&losses_of(s, |foils| foils)),
        ),
    ]
}

/// Losses by distance sailed against speed: of tacks and gybes outside the bands, and of turns without a name. The boats
/// sail the same races; each turn is analysed with and without a wind.
fn speed_losses(evaluated: &[Evaluated]) -> Vec<Row> {
    let slow = |c: &Condition| is_race(c, 1.0, 0.0) || c.scenario == Scenario::FreeRide;
    let metres = |text: &'static str| (text, " m", 2);
    vec![
        requirement(
            evaluated,
            ("loss_80 by speed, in its 90 % interval", " %", 0),
            [Between(80.0, 97.0), Between(86.0, 94.0)],
            |c| still(c) && c.rate_hz >= 1.0,
            |s| share_in_interval(&speed_losses_of(s, |_| true)),
        ),
        requirement(
            evaluated,
            metres("loss_80 by speed, hulls, 1 Hz, mean error"),
            [AtMost(1.3), AtMost(1.0)],
            slow,
            |s| mean_error(&speed_losses_of(s, |foils| !foils)),
        ),
        requirement(
            evaluated,
            metres("loss_80 by speed, kites and foils, 1 Hz, mean error"),
            [AtMost(2.5), AtMost(1.8)],
            slow,
            |s| mean_error(&speed_losses_of(s, |foils| foils)),
        ),
    ]
}

fn speed_losses_of(chosen: &Chosen, foils: impl Fn(bool) -> bool) -> Vec<Deviation> {
    let own = chosen.iter().filter(|s| foils(s.session.class.foil_speed_kn.is_some()));
    own.flat_map(|s| s.errors.speed_loss_80.iter().chain(&s.errors.unnamed.loss_80).copied()).collect()
}

/// Counted turns of the analysis without a wind, in % of the true turns through an axis.
fn turns_counted(chosen: &Chosen) -> Measured {
    let sum = |of: fn(&Evaluated) -> usize| chosen.iter().map(|s| of(s)).sum::<usize>() as f64;
    let (found, truth) = (sum(|s| s.errors.unnamed.counted), sum(|s| s.errors.unnamed.true_turns));
    Measured::new(100.0 * found / truth, format!("of {truth}"))
}

fn losses_of(chosen: &Chosen, foils: impl Fn(bool) -> bool) -> Vec<Deviation> {
    let own = chosen.iter().filter(|s| foils(s.session.class.foil_speed_kn.is_some()));
    own.flat_map(|s| s.errors.loss_80.iter().copied()).collect()
}

/// Mean absolute error; the note has the mean error.
fn mean_error(offs: &[Deviation]) -> Measured {
    let n = offs.len() as f64;
    let mean = offs.iter().map(|o| o.error.abs()).sum::<f64>() / n;
    let bias = offs.iter().map(|o| o.error).sum::<f64>() / n;
    Measured::new(mean, format!("bias {bias:+.1}, of {}", offs.len()))
}

/// Races with an asymmetric helm, waves and an offset mark.
pub fn asymmetric_helm(evaluated: &[Evaluated]) -> Vec<Row> {
    let unset = [Unset, Unset];
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let all = |_: &Condition| true;
    let at = |rate_hz: f64| move |c: &Condition| c.rate_hz == rate_hz;
    vec![
        requirement(
            evaluated,
            ("asymmetric helm, waves: tack + gybe F1, worst class, 1 Hz", "", 3),
            unset,
            at(1.0),
            worst_class,
        ),
        requirement(
            evaluated,
            ("asymmetric helm, waves: tack + gybe F1, worst class, 5 Hz", "", 3),
            unset,
            at(5.0),
            worst_class,
        ),
        requirement(evaluated, ("offset mark: bear-away F1", "", 3), unset, all, |s| f1(s, BEAR_AWAYS)),
        requirement(evaluated, ("asymmetric helm: wind, median error", "°", 1), unset, all, |s| {
            wind_error(s, 0.5)
        }),
        requirement(evaluated, ("asymmetric helm: wind, P95 error", "°", 1), unset, all, |s| {
            wind_error(s, 0.95)
        }),
        requirement(
            evaluated,
            ("asymmetric helm: wind, in the 90 % interval", " %", 0),
            interval,
            all,
            |s| share_in_interval(&winds_of(s)),
        ),
        requirement(
            evaluated,
            ("asymmetric helm: loss_80, in its 90 % interval", " %", 0),
            interval,
            all,
            |s| share_in_interval(&losses_of(s, |_| true)),
        ),
        requirement(
            evaluated,
            ("asymmetric helm: published tracks with the wind reversed", "", 0),
            [AtMost(0.0), AtMost(0.0)],
            all,
            reversed,
        ),
    ]
}

/// Sessions that determine no wind: one reach out and back, and motoring.
pub fn no_wind(evaluated: &[Evaluated]) -> Vec<Row> {
    let limits = [AtLeast(95.0), AtLeast(99.0)];
    let abstained = |s: &Chosen| {
        let abstained = s.iter().filter(|s| s.errors.wind.is_none()).count();
        Measured::new(100.0 * abstained as f64 / s.len() as f64, format!("of {}", s.len()))
    };
    let of = |scenario: Scenario| move |c: &Condition| c.scenario == scenario;
    vec![
        requirement(
            evaluated,
            ("reach-only tracks without a wind", " %", 0),
            limits,
            of(Scenario::ReachOnly),
            abstained,
        ),
        requirement(
            evaluated,
            ("motoring tracks without a wind", " %", 0),
            limits,
            of(Scenario::Motoring),
            abstained,
        ),
    ]
}

/// Foils on reciprocal reaches with a gybe at both ends. The speed retained through the turns determines the side of the
/// wind.
pub fn reciprocal_reaches(evaluated: &[Evaluated]) -> Vec<Row> {
    let none = [AtMost(0.0), AtMost(0.0)];
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let of = |given: bool| move |c: &Condition| c.class_given == given;
    let published = |s: &Chosen| {
        let published = s.iter().filter(|s| s.errors.wind.is_some()).count();
        Measured::new(100.0 * published as f64 / s.len() as f64, format!("of {}", s.len()))
    };
    let median = |s: &Chosen| wind_error(s, 0.5);
    let in_interval = |s: &Chosen| share_in_interval(&winds_of(s));
    let unset = [Unset, Unset];
    vec![
        requirement(
            evaluated,
            ("foils on reciprocal reaches: wind reversed", "", 0),
            none,
            of(true),
            reversed,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches: with a wind", " %", 0),
            unset,
            of(true),
            published,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches, class unknown: wind reversed", "", 0),
            none,
            of(false),
            reversed,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches, class unknown: with a wind", " %", 0),
            unset,
            of(false),
            published,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches: turns without a wind", " %", 0),
            [Between(85.0, 115.0), Between(95.0, 105.0)],
            |_| true,
            turns_counted,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches: wind, median error", "°", 1),
            unset,
            |_| true,
            median,
        ),
        requirement(
            evaluated,
            ("foils on reciprocal reaches: wind, in the 90 % interval", " %", 0),
            interval,
            |_| true,
            in_interval,
        ),
    ]
}
