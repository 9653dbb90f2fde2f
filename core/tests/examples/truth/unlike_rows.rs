//! Requirements on sessions that are unlike the ordinary ones of their class, with the limits of the ordinary ones.

use crate::evaluation::{TURNS, share_in_interval};
use crate::measures::{Chosen, f1, losses_of, mean_error, requirement, wind_error, winds_of};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{Limit, Measured, Row};
use crate::unlike::{UNLIKE, Unlike};

pub fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let unset = [Unset, Unset];
    let off_90 = |share: f64| (share - 90.0).abs();
    let row =
        |name: (&str, &'static str, usize), limits: [Limit; 2], measure: &dyn Fn(&Chosen) -> Measured| {
            let name = (&*format!("unlike her class: {}", name.0), name.1, name.2);
            requirement(evaluated, name, limits, |_| true, measure)
        };
    let losses = |of_foils: bool| move |s: &Chosen| mean_error(&losses_of(&foils(s, of_foils), |_| true));
    let turns = |s: &Chosen| f1(s, TURNS);
    let median = |s: &Chosen| wind_error(s, 0.5);
    let wind_interval = |s: &Chosen| share_in_interval(&winds_of(s));
    let loss_interval = |s: &Chosen| share_in_interval(&losses_of(s, |_| true));
    vec![
        row(("tack + gybe F1, worst condition", "", 3), [AtLeast(0.97), AtLeast(0.985)], &|s| {
            worst(s, &turns, |f1| -f1).map_or(Measured::absent(""), |(f1, name)| {
                Measured::new(f1, format!("{name}; all {:.3}", value(turns(s))))
            })
        }),
        row(("with a published wind", " %", 1), unset, &|s| noted(s, &published, |share| -share, 1)),
        row(("wind published and more than 45° off", " %", 2), [AtMost(0.5), AtMost(0.3)], &wrong),
        row(("wind, median error", "°", 1), [AtMost(3.5), AtMost(2.5)], &|s| {
            noted(s, &median, |deg| deg, 1)
        }),
        row(("wind, in the 90 % interval", " %", 0), interval, &|s| noted(s, &wind_interval, off_90, 0)),
        row(("loss_80, in its 90 % interval", " %", 0), interval, &|s| noted(s, &loss_interval, off_90, 0)),
        row(("loss_80, hulls, mean error", " m", 2), [AtMost(2.6), AtMost(2.0)], &|s| {
            noted(s, &losses(false), |m| m, 2)
        }),
        row(("loss_80, kites and foils, mean error", " m", 2), [AtMost(3.6), AtMost(2.5)], &|s| {
            noted(s, &losses(true), |m| m, 2)
        }),
    ]
}

/// The sessions of boats that foil or of kites, or those of the others.
fn foils<'a>(chosen: &Chosen<'a>, wanted: bool) -> Chosen<'a> {
    let foils = |s: &&&Evaluated| {
        s.session.class.foil_speed_kn.is_some() || s.session.condition.unlike == Some(Unlike::Kites)
    };
    chosen.iter().filter(|s| foils(s) == wanted).copied().collect()
}

fn published(chosen: &Chosen) -> Measured {
    let with = chosen.iter().filter(|s| s.errors.wind.is_some()).count();
    Measured::new(100.0 * with as f64 / chosen.len() as f64, format!("of {}", chosen.len()))
}

/// Share of the published winds that are more than 45° off in more than half of their moments.
fn wrong(chosen: &Chosen) -> Measured {
    let winds: Vec<_> = chosen.iter().filter_map(|s| s.errors.wind.as_ref()).collect();
    let off = |w: &&&Vec<_>| {
        2 * w.iter().filter(|d: &&crate::evaluation::Deviation| d.error.abs() > 45.0).count() > w.len()
    };
    let wrong = winds.iter().filter(off).count();
    Measured::new(100.0 * wrong as f64 / winds.len() as f64, format!("{wrong} of {}", winds.len()))
}

fn value(measured: Measured) -> f64 {
    measured.value.unwrap_or(f64::NAN)
}

/// The measure of all sessions; its note also has that of the worst condition.
fn noted(
    chosen: &Chosen,
    measure: &dyn Fn(&Chosen) -> Measured,
    badness: impl Fn(f64) -> f64,
    decimals: usize,
) -> Measured {
    let all = measure(chosen);
    let worst = worst(chosen, measure, badness);
    let worst = worst.map_or(String::new(), |(value, name)| format!("; {name} {value:.decimals$}"));
    Measured { note: format!("{}{worst}", all.note), ..all }
}

/// The measure of the condition in which it is worst, and the name of that condition.
fn worst(
    chosen: &Chosen,
    measure: &dyn Fn(&Chosen) -> Measured,
    badness: impl Fn(f64) -> f64,
) -> Option<(f64, &'static str)> {
    let of = |condition: &Condition| {
        let own: Chosen = chosen.iter().filter(|s| s.session.condition == *condition).copied().collect();
        Some((measure(&own).value?, condition.unlike?.name()))
    };
    UNLIKE.iter().filter_map(of).max_by(|a, b| badness(a.0).total_cmp(&badness(b.0)))
}
