//! Requirements that are measured on simulated races and free rides.

use leebow_simulator::Scenario;

use crate::evaluation::{BEAR_AWAYS, DOUSES, share_in_interval};
use crate::measures::{
    f1, is_race, losses_of, mean_error, requirement, reversed, speed_losses_of, still, type_right,
    wind_error, winds_of, worst_class,
};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::{AtLeast, AtMost, Between};
use crate::table::Row;

pub fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let mut rows = maneuvers(evaluated);
    rows.extend(winds(evaluated));
    rows.extend(losses(evaluated));
    rows.extend(speed_losses(evaluated));
    rows
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
