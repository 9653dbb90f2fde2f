//! The dashboards' reports, of numbers and texts that JSON can hold.

use leebow_engine::api;
use leebow_engine::dashboard::WindLog;
use leebow_engine::dashboard::{
    Cost, Finish, InConditions, Session, SessionLosses, TimeOnWater, Unsteadiness, expected_loss,
    improvement, leaderboard, regatta_percent, turn_losses, user_stats, wind_conditions, wind_report,
};
use leebow_engine::segment::SegmentKind;
use serde_json::json;

use super::{Choices, ensure, ensure_finite, refused};

pub(super) fn check(choices: &mut Choices) -> Result<(), String> {
    match choices.below(5) {
        0 => of_sessions(choices),
        1 => of_losses(choices),
        2 => of_wind_log(choices),
        3 => of_people(choices),
        _ => of_text(choices),
    }
}

fn of_sessions(choices: &mut Choices) -> Result<(), String> {
    let sessions = choices.several(12, session);
    let kind = choices.pick(&[SegmentKind::Tack, SegmentKind::Gybe]);
    ensure_finite(&user_stats(&sessions))?;
    ensure_finite(&wind_conditions(&sessions))?;
    let days = improvement(kind, &sessions);
    ensure_finite(&days)?;
    ensure(days.is_sorted_by(|a, b| a.date < b.date), &days)?;
    let expected = expected_loss(kind, &sessions);
    ensure_finite(&expected)?;
    ensure(expected.regression.is_some() == (expected.rline.len() == 2), &expected)?;
    let is_share = |r2: f64| (0.0..=1.0 + 1e-9).contains(&r2);
    ensure(expected.regression.is_none_or(|line| is_share(line.r2)), &expected)?;
    let input = json!({ "sessions": sessions, "kind": kind }).to_string();
    for report in ["user_stats", "wind_conditions", "improvement", "expected_loss"] {
        ensure(refused(api::dashboard(report, &input))?.is_some(), &report)?;
    }
    Ok(())
}

fn session(choices: &mut Choices) -> Session {
    let mut counts = [0; 5].map(|_: u32| choices.pick(&[3, 0, 40, u32::MAX]));
    counts.rotate_left(1);
    let [tacks, gybes, accelerations, sets, douses] = counts;
    Session {
        date: choices.pick(&["2026-06-13", "2026-06-14", "2026-07-01", "", "never"]).to_string(),
        boat_class: choices.pick(&["49er", "Other", "no such class"]).to_string(),
        water_time_s: choices.number(),
        tacks,
        gybes,
        accelerations,
        sets,
        douses,
        conditions: InConditions { light: choices.number(), ..InConditions::default() },
        maneuvers: choices.several(40, |choices| Cost {
            kind: choices.pick(&[SegmentKind::Tack, SegmentKind::Gybe, SegmentKind::Douse]),
            loss_og_m: choices.maybe(Choices::number),
            loss_80_m: choices.maybe(Choices::number),
            averaged: !choices.seldom(),
            tws_kn: choices.maybe(Choices::number),
            entry_speed_kn: choices.maybe(Choices::number),
        }),
    }
}

fn of_losses(choices: &mut Choices) -> Result<(), String> {
    let losses: Vec<SessionLosses> = choices.several(20, |choices| {
        let mut losses = SessionLosses {
            person: choices.below(3) as f64,
            month: format!("2026-{:02}", choices.below(14)),
            losses: Default::default(),
        };
        losses.losses.vmg = choices.several(25, Choices::number);
        losses.losses.speed = choices.several(5, Choices::number);
        losses
    });
    let found = turn_losses(&losses);
    ensure_finite(&found)?;
    for person in &found.people {
        let is_in_order = |month: &leebow_engine::dashboard::LossMonth| {
            month.lower_m <= month.median_m && month.median_m <= month.upper_m
        };
        ensure(person.months.iter().all(is_in_order), person)?;
        let halves = person.change.iter().map(|change| change.half_90_m);
        let halves = halves.chain(person.trend.map(|trend| trend.half_90_m));
        ensure(halves.chain(person.loss.and_then(|loss| loss.half_90_m)).all(|half| half >= 0.0), person)?;
    }
    Ok(())
}

fn of_wind_log(choices: &mut Choices) -> Result<(), String> {
    let n = choices.below(400);
    let mut time_s = 0.0;
    let mut log = WindLog::default();
    for _ in 0..n {
        time_s += choices.pick(&[1.0, 0.1, 10.0, 60.0, 4000.0, 3e7]);
        log.time_s.push(time_s);
        log.twd_deg.push(choices.direction_deg());
        log.tws_kn.push(choices.maybe(|choices| 30.0 * choices.share()));
    }
    let percent = |choices: &mut Choices| choices.maybe(Choices::number);
    let others = choices.several(4, |choices| Unsteadiness {
        puffiness_percent: percent(choices),
        shiftiness_deg: percent(choices),
    });
    let Some(found) = refused(wind_report(&log, &others))? else { return Err(format!("refused: {log:?}")) };
    ensure_finite(&found)?;
    ensure([found.twd_smoothed_deg.len(), found.tws_smoothed_kn.len()] == [found.time_s.len(); 2], &n)?;
    let directions = found.twd_smoothed_deg.iter().chain(&found.avg_twd_deg);
    ensure(directions.copied().all(|deg| (0.0..=360.0).contains(&deg)), &found)?;
    let spreads = found.std_tws_kn.iter().chain(&found.std_twd_deg);
    ensure(spreads.chain(&found.unsteadiness.shiftiness_deg).all(|spread| *spread >= 0.0), &found)?;
    let relative = found.stability.relative_tws.iter().chain(&found.stability.relative_twd);
    ensure(relative.copied().all(|percent| (0.0..=100.0).contains(&percent)), &found)
}

fn of_people(choices: &mut Choices) -> Result<(), String> {
    let people = choices
        .several(30, |choices| TimeOnWater { id: choices.below(9) as f64, water_time_s: choices.number() });
    let rows = leaderboard(&people);
    ensure_finite(&rows)?;
    ensure(rows.len() == people.len(), &rows)?;
    ensure(rows.is_sorted_by(|a, b| a.time_on_water_h >= b.time_on_water_h), &rows)?;
    let numbers = [0, 1, 2, 40, u32::MAX];
    let finish = Finish { pos: choices.pick(&numbers), num_competitors: choices.pick(&numbers) };
    let percent = regatta_percent(&finish);
    ensure(percent.is_none_or(|percent| (0.0..=100.0).contains(&percent)), &(finish, percent))
}

/// Any text as the input of any report.
fn of_text(choices: &mut Choices) -> Result<(), String> {
    let report = choices.pick(&["user_stats", "turn_losses", "wind_report", "improvement", "no such report"]);
    let parts = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"sessions\"",
        "\"kind\"",
        "\"losses\"",
        "\"wind_log\"",
        "\"tack\"",
        "1",
        "1e999",
        "-",
        "null",
        "\"person\"",
        "\"time_s\"",
        "\u{0}",
    ];
    let text: String = (0..choices.below(60)).map(|_| choices.pick(&parts)).collect();
    refused(api::dashboard(report, &text)).map(|_| ())
}
