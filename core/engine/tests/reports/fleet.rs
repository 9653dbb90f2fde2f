//! The wind of a fleet, of the evidence of its tracks.

use leebow_engine::fleet::{
    CandidateEvidence, MeasuredWind, TrackEvidence, co_sailing_groups, estimate_fleet_winds,
};

use super::sailing::GUN_MS;
use super::{Choices, ensure, ensure_finite};

const STEP_MS: f64 = 10_000.0;

pub(super) fn check(choices: &mut Choices) -> Result<(), String> {
    let twd_deg = choices.direction_deg();
    let all: Vec<TrackEvidence> =
        (0..choices.below(8)).map(|boat| evidence(choices, boat, twd_deg)).collect();
    let fleets = estimate_fleet_winds(&all);
    let mut seen = vec![0; all.len()];
    for fleet in &fleets {
        ensure(fleet.boats.len() > 1, &fleet.boats.len())?;
        fleet.boats.iter().for_each(|(row, _)| seen[*row] += 1);
        let answer = fleet.answer();
        ensure_finite(&answer)?;
        ensure(answer.boats.len() == fleet.boats.len(), &answer.boats.len())?;
        ensure(answer.wind.is_some() == answer.reason.is_none(), &answer.reason)?;
        let winds = answer.wind.iter().chain(answer.boats.iter().filter_map(|boat| boat.wind.as_ref()));
        for wind in winds {
            ensure(wind.mistake().is_none() && !wind.time_ms.is_empty(), wind)?;
            ensure(wind.twd_deg.iter().all(|deg| (0.0..=360.0).contains(deg)), wind)?;
            ensure(wind.sd_deg.iter().all(|sd| *sd > 0.0), wind)?;
            ensure((0.0..=1.0).contains(&wind.flip_probability), wind)?;
        }
    }
    ensure(seen.iter().all(|times| *times <= 1), &seen)?;
    let reversed: Vec<TrackEvidence> = all.iter().rev().cloned().collect();
    let mut groups: Vec<Vec<usize>> = co_sailing_groups(&reversed);
    for group in &mut groups {
        group.iter_mut().for_each(|row| *row = all.len() - 1 - *row);
        group.sort_unstable();
    }
    groups.sort_unstable();
    ensure(groups == co_sailing_groups(&all), &groups)
}

/// The evidence of a boat of a fleet in one wind, some of it changed.
pub fn evidence(choices: &mut Choices, boat: usize, twd_deg: f64) -> TrackEvidence {
    let n = choices.pick(&[60, 40, 100, 3, 0]);
    let start_ms = GUN_MS + STEP_MS * choices.pick(&[0.0, 0.0, 6.0, 5000.0]);
    let far = choices.pick(&[0.0, 0.0, 0.0, 0.1, 90.0]);
    let time_ms: Vec<f64> = (0..n).map(|i| start_ms + STEP_MS * i as f64).collect();
    let candidates = (0..choices.pick(&[1, 2, 2, 0, 4])).map(|i| candidate(choices, i, n, twd_deg)).collect();
    let measured = choices.seldom().then(|| MeasuredWind {
        time_ms: time_ms.iter().copied().step_by(2).collect(),
        twd_deg: (0..n).step_by(2).map(|_| twd_deg + choices.pick(&[0.0, 8.0, 120.0])).collect(),
        sd_deg: (0..n).step_by(2).map(|_| choices.pick(&[5.0, 0.0, 90.0])).collect(),
    });
    let mut evidence = TrackEvidence {
        name: format!("boat {boat}"),
        lat_deg: (0..n).map(|i| far + 1e-4 * boat as f64 + 1e-5 * i as f64).collect(),
        lon_deg: vec![if choices.seldom() { -179.999 } else { 179.999 }; n],
        time_ms,
        candidates,
        measured,
        no_candidates_reason: choices.maybe(|_| "The boat did not turn.".to_string()),
    };
    if choices.seldom() {
        evidence.lat_deg.truncate(choices.below(n));
    }
    if choices.seldom() {
        evidence.time_ms.iter_mut().take(choices.below(n)).for_each(|ms| *ms += 3.0);
    }
    evidence
}

fn candidate(choices: &mut Choices, index: usize, n: usize, twd_deg: f64) -> CandidateEvidence {
    let off_deg =
        choices.pick(&[0.0, 180.0, 60.0, 20.0]) * f64::from(u8::from(index > 0 || choices.seldom()));
    let sd_deg = choices.pick(&[8.0, 0.0, 30.0, 400.0]);
    let rows = if choices.seldom() { choices.below(n) } else { n };
    CandidateEvidence {
        twd_deg: (0..rows).map(|i| twd_deg + off_deg + 4.0 * libm::sin(i as f64 / 7.0)).collect(),
        sd_deg: vec![sd_deg; rows],
        current: choices.seldom().then(|| [choices.direction_deg(), choices.share(), 20.0, 0.1]),
        score: choices.number(),
        support: choices.pick(&[30.0, 0.0, 12.0, -5.0, 1e6]),
        mostly_reaches: choices.seldom(),
    }
}
