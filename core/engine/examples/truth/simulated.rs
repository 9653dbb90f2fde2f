//! The bars that simulated sessions are held to.

use leebow_engine::simulate::Scenario;
use leebow_engine::stats::quantile::quantile;

use crate::judge::{BEAR_AWAYS, Counts, DOUSES, Off, TURNS};
use crate::sessions::{Condition, Sailed};
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{Bar, HALVES, Half, Limit, Measured, Row};

/// A wind is held to its bar on tracks with so many tacks and gybes.
const TURNS_FOR_WIND: usize = 4;

/// Sessions of a half that a bar is about.
pub type Chosen<'a> = Vec<&'a Sailed>;

pub fn rows(sailed: &[Sailed]) -> Vec<Row> {
    let mut rows = maneuvers(sailed);
    rows.extend(winds(sailed));
    rows.extend(losses(sailed));
    rows
}

fn is_race(c: &Condition, rate_hz: f64, current_kn: f64) -> bool {
    c.scenario == Scenario::WindwardLeeward && c.rate_hz == rate_hz && c.current_kn == current_kn
}

fn still(c: &Condition) -> bool {
    c.current_kn == 0.0
}

/// A bar measured in both halves on the sessions of some conditions.
pub fn bar(
    sailed: &[Sailed],
    (name, unit, decimals): (&str, &'static str, usize),
    [must, reach]: [Limit; 2],
    wanted: impl Fn(&Condition) -> bool,
    measure: impl Fn(&Chosen) -> Measured,
) -> Row {
    let measured = HALVES.map(|half: Half| {
        let of_half = |s: &&Sailed| s.session.half == half && wanted(&s.session.condition);
        measure(&sailed.iter().filter(of_half).collect())
    });
    Row::Bar(Bar { name: name.to_string(), unit, decimals, must, reach, measured })
}

fn maneuvers(sailed: &[Sailed]) -> Vec<Row> {
    let strict = [AtLeast(0.97), AtLeast(0.985)];
    let loose = [AtLeast(0.9), AtLeast(0.95)];
    let race = |rate_hz: f64, current_kn: f64| move |c: &Condition| is_race(c, rate_hz, current_kn);
    let quick = |c: &Condition| is_race(c, 1.0, 0.0) || is_race(c, 5.0, 0.0);
    let ride = |c: &Condition| c.scenario == Scenario::FreeRide;
    vec![
        bar(sailed, ("tack + gybe F1, worst class, 1 Hz", "", 3), strict, race(1.0, 0.0), worst_class),
        bar(sailed, ("tack + gybe F1, worst class, 5 Hz", "", 3), strict, race(5.0, 0.0), worst_class),
        bar(sailed, ("tack + gybe F1, worst class, 0.2 Hz", "", 3), loose, race(0.2, 0.0), worst_class),
        bar(
            sailed,
            ("tack + gybe F1, worst class, 0.8 kn across", "", 3),
            loose,
            race(1.0, 0.8),
            worst_class,
        ),
        bar(sailed, ("tack + gybe F1, worst class, free rides", "", 3), loose, ride, worst_class),
        bar(sailed, ("bear-away F1", "", 3), loose, quick, |s| f1(s, BEAR_AWAYS)),
        bar(sailed, ("douse F1", "", 3), loose, quick, |s| f1(s, DOUSES)),
        bar(sailed, ("type right when found", "", 3), [AtLeast(0.97), AtLeast(0.99)], quick, type_right),
    ]
}

fn counts(sailed: &Chosen, group: usize) -> Counts {
    let mut sum = Counts::default();
    sailed.iter().for_each(|s| sum.add(&s.judged.counts[group]));
    sum
}

fn f1(sailed: &Chosen, group: usize) -> Measured {
    let counts = counts(sailed, group);
    Measured::new(counts.f1(), format!("of {}", counts.right + counts.missed))
}

/// The lowest F1 of a class, its name, and that of all classes together.
fn worst_class(sailed: &Chosen) -> Measured {
    let of = |name: &str| {
        let own: Chosen = sailed.iter().filter(|s| s.session.class.name == name).copied().collect();
        counts(&own, TURNS).f1()
    };
    let mut classes: Vec<&str> = sailed.iter().map(|s| s.session.class.name).collect();
    classes.dedup();
    let worst = classes.iter().map(|c| (of(c), *c)).min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((f1, class)) = worst else { return Measured::absent("") };
    Measured::new(f1, format!("{class}; all {:.3}", counts(sailed, TURNS).f1()))
}

fn type_right(sailed: &Chosen) -> Measured {
    let right = counts(sailed, TURNS).right;
    let misnamed: usize = sailed.iter().map(|s| s.judged.misnamed).sum();
    Measured::new(1.0 - misnamed as f64 / right as f64, format!("of {right}"))
}

fn winds(sailed: &[Sailed]) -> Vec<Row> {
    let (still, moving) = (still, |c: &Condition| c.current_kn > 0.0);
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let name = |text: &'static str| (text, "°", 1);
    let none = [AtMost(0.0), AtMost(0.0)];
    vec![
        bar(sailed, name("wind, still water, median error"), [AtMost(3.5), AtMost(2.5)], still, |s| {
            off(s, 0.5)
        }),
        bar(sailed, name("wind, still water, P95 error"), [AtMost(10.0), AtMost(8.0)], still, |s| {
            off(s, 0.95)
        }),
        bar(
            sailed,
            name("wind, 0.8–1.4 kn across, median error"),
            [AtMost(9.0), AtMost(5.0)],
            moving,
            |s| off(s, 0.5),
        ),
        bar(sailed, ("wind, still water, in the 90 % interval", " %", 0), interval, still, |s| {
            inside(&winds_of(s))
        }),
        bar(sailed, ("wind, 0.8–1.4 kn across, in the 90 % interval", " %", 0), interval, moving, |s| {
            inside(&winds_of(s))
        }),
        bar(sailed, ("tracks flipped among published", "", 0), none, |_| true, flipped),
    ]
}

/// Winds of tracks with turns enough.
fn winds_of(sailed: &Chosen) -> Vec<Off> {
    let enough = |s: &&&Sailed| {
        let c = &s.judged.counts[TURNS];
        c.right + c.missed >= TURNS_FOR_WIND
    };
    sailed.iter().filter(enough).filter_map(|s| s.judged.wind.as_ref()).flatten().copied().collect()
}

/// A quantile of the error over all moments; how many tracks were published.
fn off(sailed: &Chosen, share: f64) -> Measured {
    let mut sizes: Vec<f64> = winds_of(sailed).iter().map(|o| o.by.abs()).collect();
    let published = sailed.iter().filter(|s| s.judged.wind.is_some()).count();
    let note = format!("{published} of {} tracks published", sailed.len());
    quantile(&mut sizes, share).map_or(Measured::absent(note.clone()), |q| Measured::new(q, note))
}

pub fn inside(offs: &[Off]) -> Measured {
    let inside = offs.iter().filter(|o| o.inside).count();
    Measured::new(100.0 * inside as f64 / offs.len() as f64, format!("of {}", offs.len()))
}

fn flipped(sailed: &Chosen) -> Measured {
    let published = sailed.iter().filter(|s| s.judged.wind.is_some()).count();
    let flipped = sailed.iter().filter(|s| s.judged.is_flipped()).count();
    Measured::new(flipped as f64, format!("of {published}"))
}

fn losses(sailed: &[Sailed]) -> Vec<Row> {
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let (quick, slow) = (|c: &Condition| still(c) && c.rate_hz >= 5.0, |c: &Condition| is_race(c, 1.0, 0.0));
    let metres = |text: &'static str| (text, " m", 2);
    vec![
        bar(
            sailed,
            ("loss_80, in its 90 % interval", " %", 0),
            interval,
            |c| still(c) && c.rate_hz >= 1.0,
            |s| inside(&losses_of(s, |_| true)),
        ),
        bar(
            sailed,
            metres("loss_80, hulls, 5–10 Hz, mean error"),
            [AtMost(1.9), AtMost(1.3)],
            quick,
            |s| mean_off(&losses_of(s, |foils| !foils)),
        ),
        bar(sailed, metres("loss_80, hulls, 1 Hz, mean error"), [AtMost(2.6), AtMost(2.0)], slow, |s| {
            mean_off(&losses_of(s, |foils| !foils))
        }),
        bar(
            sailed,
            metres("loss_80, kites and foils, 5–10 Hz, mean error"),
            [AtMost(3.5), AtMost(2.2)],
            quick,
            |s| mean_off(&losses_of(s, |foils| foils)),
        ),
        bar(
            sailed,
            metres("loss_80, kites and foils, 1 Hz, mean error"),
            [AtMost(3.6), AtMost(2.5)],
            slow,
            |s| mean_off(&losses_of(s, |foils| foils)),
        ),
    ]
}

fn losses_of(sailed: &Chosen, foils: impl Fn(bool) -> bool) -> Vec<Off> {
    let own = sailed.iter().filter(|s| foils(s.session.class.foil_speed_kn.is_some()));
    own.flat_map(|s| s.judged.loss_80.iter().copied()).collect()
}

fn mean_off(offs: &[Off]) -> Measured {
    let n = offs.len() as f64;
    let mean = offs.iter().map(|o| o.by.abs()).sum::<f64>() / n;
    let bias = offs.iter().map(|o| o.by).sum::<f64>() / n;
    Measured::new(mean, format!("bias {bias:+.1}, of {}", offs.len()))
}

/// Races with an asymmetric helm, waves and an offset mark.
pub fn lively(sailed: &[Sailed]) -> Vec<Row> {
    let unset = [Unset, Unset];
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let all = |_: &Condition| true;
    let at = |rate_hz: f64| move |c: &Condition| c.rate_hz == rate_hz;
    vec![
        bar(
            sailed,
            ("asymmetric helm, waves: tack + gybe F1, worst class, 1 Hz", "", 3),
            unset,
            at(1.0),
            worst_class,
        ),
        bar(
            sailed,
            ("asymmetric helm, waves: tack + gybe F1, worst class, 5 Hz", "", 3),
            unset,
            at(5.0),
            worst_class,
        ),
        bar(sailed, ("offset mark: bear-away F1", "", 3), unset, all, |s| f1(s, BEAR_AWAYS)),
        bar(sailed, ("asymmetric helm: wind, median error", "°", 1), unset, all, |s| off(s, 0.5)),
        bar(sailed, ("asymmetric helm: wind, P95 error", "°", 1), unset, all, |s| off(s, 0.95)),
        bar(sailed, ("asymmetric helm: wind, in the 90 % interval", " %", 0), interval, all, |s| {
            inside(&winds_of(s))
        }),
        bar(sailed, ("asymmetric helm: loss_80, in its 90 % interval", " %", 0), interval, all, |s| {
            inside(&losses_of(s, |_| true))
        }),
        bar(
            sailed,
            ("asymmetric helm: tracks flipped among published", "", 0),
            [AtMost(0.0), AtMost(0.0)],
            all,
            flipped,
        ),
    ]
}

/// Reaches to and fro, and ways under engine: nobody can tell a wind from them.
pub fn silence(sailed: &[Sailed]) -> Vec<Row> {
    let limits = [AtLeast(95.0), AtLeast(99.0)];
    let silent = |s: &Chosen| {
        let silent = s.iter().filter(|s| s.judged.wind.is_none()).count();
        Measured::new(100.0 * silent as f64 / s.len() as f64, format!("of {}", s.len()))
    };
    let of = |scenario: Scenario| move |c: &Condition| c.scenario == scenario;
    vec![
        bar(sailed, ("reach-only tracks without a wind", " %", 0), limits, of(Scenario::ReachOnly), silent),
        bar(sailed, ("motoring tracks without a wind", " %", 0), limits, of(Scenario::Motoring), silent),
    ]
}

/// Reaches to and fro on foils, a gybe at both ends: the way kept through the turns tells which side the wind is on.
pub fn gybing(sailed: &[Sailed]) -> Vec<Row> {
    let none = [AtMost(0.0), AtMost(0.0)];
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let of = |told: bool| move |c: &Condition| c.told == told;
    let published = |s: &Chosen| {
        let published = s.iter().filter(|s| s.judged.wind.is_some()).count();
        Measured::new(100.0 * published as f64 / s.len() as f64, format!("of {}", s.len()))
    };
    let median = |s: &Chosen| off(s, 0.5);
    let held = |s: &Chosen| inside(&winds_of(s));
    let unset = [Unset, Unset];
    vec![
        bar(sailed, ("foils to and fro: flipped", "", 0), none, of(true), flipped),
        bar(sailed, ("foils to and fro: with a wind", " %", 0), unset, of(true), published),
        bar(sailed, ("foils to and fro, class not told: flipped", "", 0), none, of(false), flipped),
        bar(sailed, ("foils to and fro, class not told: with a wind", " %", 0), unset, of(false), published),
        bar(sailed, ("foils to and fro: wind, median error", "°", 1), unset, |_| true, median),
        bar(sailed, ("foils to and fro: wind, in the 90 % interval", " %", 0), interval, |_| true, held),
    ]
}
