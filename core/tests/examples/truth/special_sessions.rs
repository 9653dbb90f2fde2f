//! Requirements that are measured on special simulated sessions: asymmetric helms, sessions without a wind, reciprocal
//! reaches.

use leebow_simulator::Scenario;

use crate::evaluation::{BEAR_AWAYS, share_in_interval};
use crate::measures::{
    Chosen, f1, losses_of, requirement, reversed, turns_counted, wind_error, winds_of, worst_class,
};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{Measured, Row};

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
