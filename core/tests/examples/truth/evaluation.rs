//! The analysis of one simulated session compared with its truth.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, LossBasis, Maneuver, WindCandidate};
use leebow_engine::segment::SegmentKind;
use leebow_simulator::{Simulation, TrueManeuver};

use crate::current::{CurrentErrors, current_errors};
use crate::made_good::made_good_deviations;
use crate::table::Measured;
use crate::unnamed::UnnamedErrors;

/// A found and a true maneuver match when their moments differ by at most this, s.
const MATCH_S: f64 = 3.0;
/// Half width of a 90 % interval of the normal distribution, standard deviations.
pub const Z_90: f64 = 1.645;
/// A loss whose error is larger is listed as a mistake, m.
const LARGE_LOSS_ERROR_M: f64 = 5.0;

/// Groups of maneuvers that are counted separately: tacks and gybes, bear-aways, douses, falls, penalty turns.
pub const GROUPS: [&str; 5] = ["TG", "B", "D", "X", "P"];
pub const TURNS: usize = 0;
pub const BEAR_AWAYS: usize = 1;
pub const DOUSES: usize = 2;

fn belongs(kind: SegmentKind, group: usize) -> bool {
    match kind {
        SegmentKind::Tack | SegmentKind::Gybe => group == TURNS,
        SegmentKind::BearAway => group == BEAR_AWAYS,
        SegmentKind::Douse => group == DOUSES,
        SegmentKind::Fall => group == 3,
        SegmentKind::Penalty => group == 4,
        _ => false,
    }
}

/// Numbers of maneuvers of a group.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// True and found.
    pub matched: usize,
    /// True and not found.
    pub missed: usize,
    /// Found and not true.
    pub extra: usize,
}

impl Counts {
    /// F1 score: 2 · matched / (2 · matched + missed + extra).
    pub fn f1(&self) -> f64 {
        2.0 * self.matched as f64 / (2 * self.matched + self.missed + self.extra) as f64
    }

    pub fn add(&mut self, other: &Self) {
        self.matched += other.matched;
        self.missed += other.missed;
        self.extra += other.extra;
    }
}

/// Error of one estimate (estimate minus truth), and whether its 90 % interval contains the truth.
#[derive(Clone, Copy)]
pub struct Deviation {
    pub error: f64,
    pub in_interval: bool,
}

/// Share of the estimates whose 90 % interval contains the truth, %.
pub fn share_in_interval(deviations: &[Deviation]) -> Measured {
    let inside = deviations.iter().filter(|d| d.in_interval).count();
    Measured::new(100.0 * inside as f64 / deviations.len() as f64, format!("of {}", deviations.len()))
}

/// True when more than half of the wind directions are more than 90 degrees off.
pub fn is_reversed(deviations: &[Deviation]) -> bool {
    2 * deviations.iter().filter(|d| d.error.abs() > 90.0).count() > deviations.len()
}

/// Errors of the analysis of one session.
#[derive(Default)]
pub struct SessionErrors {
    pub counts: [Counts; GROUPS.len()],
    /// Tacks found as gybes and gybes found as tacks.
    pub misnamed: usize,
    /// Wind direction every 10 s, deg; `None` where no wind was published.
    pub wind: Option<Vec<Deviation>>,
    /// Losses along the wind of matched tacks and gybes up to 80 % of the entry speed, m.
    pub loss_80: Vec<Deviation>,
    /// Losses by distance sailed against speed of matched tacks and gybes, m.
    pub speed_loss_80: Vec<Deviation>,
    /// Turns of the same recording analysed without a wind.
    pub unnamed: UnnamedErrors,
    /// Errors of the greatest speeds made good, and the true speeds, kn.
    pub made_good: Vec<(Deviation, f64)>,
    /// Errors of their whole losses, m.
    pub loss_og_m: Vec<f64>,
    /// Matched turns that have a true loss and no published one.
    pub losses_missing: usize,
    pub current: Option<CurrentErrors>,
    /// One line for each mistake.
    pub mistakes: Vec<String>,
}

impl SessionErrors {
    /// True when a wind was published and is reversed.
    pub fn is_reversed(&self) -> bool {
        self.wind.as_deref().is_some_and(is_reversed)
    }
}

/// Compares a report with the truth of its session.
pub fn evaluate(session: &Simulation, report: &FileAnalysis) -> SessionErrors {
    let mut errors = SessionErrors {
        wind: wind_deviations(session, report),
        current: current_errors(session, report),
        made_good: made_good_deviations(session, report),
        ..SessionErrors::default()
    };
    if report.wind.is_none() {
        errors.mistakes.push(candidates(session, report));
    }
    for group in 0..GROUPS.len() {
        let truth: Vec<_> = session.truth.maneuvers.iter().filter(|m| belongs(m.kind, group)).collect();
        let found: Vec<_> = report.maneuvers.iter().filter(|m| belongs(m.kind, group)).collect();
        let pairs = matches(&truth, &found);
        errors.counts[group] = Counts {
            matched: pairs.len(),
            missed: truth.len() - pairs.len(),
            extra: found.len() - pairs.len(),
        };
        errors.mistakes.extend(unmatched(&truth, &found, &pairs));
        for (i, j) in pairs.into_iter().filter(|_| group == TURNS) {
            if truth[i].kind == found[j].kind {
                errors.add_losses(truth[i], found[j]);
            } else {
                errors.misnamed += 1;
            }
        }
    }
    errors
}

/// The candidates of a track without a published wind, and the true wind in the middle of the session, in words.
fn candidates(session: &Simulation, report: &FileAnalysis) -> String {
    let truth = &session.truth.wind;
    let true_deg = truth.get(truth.len() / 2).map_or(f64::NAN, |w| w.twd_deg);
    let given = |c: &WindCandidate| format!(" {:.0} given {:.2}", c.twd_deg, c.probability);
    let all: String = report.wind_candidates.iter().map(given).collect();
    format!("no wind published:{all}; true {true_deg:.0}")
}

/// Deviations of the published wind direction, deg; `None` where no wind was published.
pub fn wind_deviations(session: &Simulation, report: &FileAnalysis) -> Option<Vec<Deviation>> {
    let published = &report.wind.as_ref()?.series;
    let mut truth = session.truth.wind.iter().peekable();
    let mut deviations = Vec::new();
    for sample in published {
        // Both series have a value every 10 s; they are matched by the second of their times.
        while truth.next_if(|t| t.time[..19] < sample.time[..19]).is_some() {}
        if let Some(true_wind) = truth.peek().filter(|t| t.time[..19] == sample.time[..19]) {
            let error = wrap_180(sample.twd_deg - true_wind.twd_deg);
            deviations.push(Deviation { error, in_interval: error.abs() <= Z_90 * sample.sd_deg });
        }
    }
    Some(deviations)
}

impl SessionErrors {
    fn add_losses(&mut self, truth: &TrueManeuver, found: &Maneuver) {
        let by_speed = found.loss_basis == Some(LossBasis::Speed);
        let along_wind = truth.loss_basis == Some("vmg");
        let true_loss = match by_speed {
            true => truth.speed_loss_80_m,
            false => truth.loss_80_m.filter(|_| along_wind),
        };
        match (true_loss, found.loss_80_m) {
            (Some(t), Some(f)) => {
                let (low, high) = (found.loss_80_low_m.unwrap_or(f), found.loss_80_high_m.unwrap_or(f));
                let deviation = Deviation { error: f - t, in_interval: (low..=high).contains(&t) };
                if by_speed { &mut self.speed_loss_80 } else { &mut self.loss_80 }.push(deviation);
                if (f - t).abs() > LARGE_LOSS_ERROR_M {
                    let (time, name) = (&found.time[11..19], &found.name);
                    let how = if by_speed { " by speed" } else { "" };
                    self.mistakes.push(format!("{time} {name}: lost {f:.1} m{how}, true loss {t:.1} m"));
                }
            }
            (Some(_), None) => self.losses_missing += 1,
            _ => {}
        }
        let same_basis = by_speed != along_wind;
        if let (Some(t), Some(f)) = (truth.loss_og_m, found.loss_og_m.filter(|_| same_basis)) {
            self.loss_og_m.push(f - t);
        }
    }
}

/// Pairs (index of truth, index of found) by greedy one-to-one matching, smallest time difference first.
fn matches(truth: &[&TrueManeuver], found: &[&Maneuver]) -> Vec<(usize, usize)> {
    let mut candidates: Vec<(f64, usize, usize)> = Vec::new();
    for (i, t) in truth.iter().enumerate() {
        for (j, f) in found.iter().enumerate() {
            let difference_s = (clock_s(&t.time) - clock_s(&f.time)).abs();
            if difference_s <= MATCH_S {
                candidates.push((difference_s, i, j));
            }
        }
    }
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut truth_used, mut found_used) = (vec![false; truth.len()], vec![false; found.len()]);
    let mut pairs = Vec::new();
    for (_, i, j) in candidates {
        if !truth_used[i] && !found_used[j] {
            (truth_used[i], found_used[j]) = (true, true);
            pairs.push((i, j));
        }
    }
    pairs
}

/// One line for each missed and each extra maneuver.
fn unmatched(truth: &[&TrueManeuver], found: &[&Maneuver], pairs: &[(usize, usize)]) -> Vec<String> {
    let missed = truth.iter().enumerate().filter(|(i, _)| !pairs.iter().any(|p| p.0 == *i)).map(|(_, t)| {
        format!(
            "{} missed {:?} {:.0}→{:.0} at {:.1} m/s t0 {:.1} t1 {:.1} {:?}",
            &t.time[11..19],
            t.kind,
            t.wind_angle_in_deg,
            t.wind_angle_out_deg,
            t.entry_mps,
            t.t0_s - t.tc_s,
            t.t1_s - t.tc_s,
            t.flags
        )
    });
    let extra = found.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|p| p.1 == *j)).map(|(_, f)| {
        format!(
            "{} extra {} {:.0}→{:.0} {:?}",
            &f.time[11..19],
            f.name,
            f.evidence.wind_angle_in_deg.unwrap_or(f64::NAN),
            f.evidence.wind_angle_out_deg.unwrap_or(f64::NAN),
            f.flags
        )
    });
    missed.chain(extra).collect()
}

/// Seconds since midnight of an ISO 8601 instant.
pub fn clock_s(iso: &str) -> f64 {
    let part = |from: usize, to: usize| iso.get(from..to).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    part(11, 13) * 3600.0 + part(14, 16) * 60.0 + part(17, 23)
}
