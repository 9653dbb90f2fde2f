//! One simulated session against its truth.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::segment::SegmentKind;
use leebow_engine::simulate::{Simulation, TrueManeuver};

use crate::beside::{Beside, beside};

/// Maneuvers match when their moments are this close, s.
const MATCH_S: f64 = 3.0;
/// Standard deviations on either side of a 90 % interval.
pub const NINETY: f64 = 1.645;
/// A loss this far off is told, m.
const TOLD_M: f64 = 5.0;

/// What is counted by itself.
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

#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub right: usize,
    pub missed: usize,
    pub invented: usize,
}

impl Counts {
    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (2 * self.right + self.missed + self.invented) as f64
    }

    pub fn add(&mut self, other: &Self) {
        self.right += other.right;
        self.missed += other.missed;
        self.invented += other.invented;
    }
}

/// Off by so much, and whether the 90 % interval held the truth.
#[derive(Clone, Copy)]
pub struct Off {
    pub by: f64,
    pub inside: bool,
}

#[derive(Default)]
pub struct Judged {
    pub counts: [Counts; GROUPS.len()],
    /// Tacks and gybes found and called the other.
    pub misnamed: usize,
    /// Every 10 s, deg; none where no wind was published.
    pub wind: Option<Vec<Off>>,
    /// Metres.
    pub loss_80: Vec<Off>,
    pub loss_og_m: Vec<f64>,
    /// Losses there are in truth and not in the report.
    pub lacking: usize,
    pub beside: Beside,
    /// One line for each mistake.
    pub told: Vec<String>,
}

impl Judged {
    pub fn is_flipped(&self) -> bool {
        let Some(wind) = &self.wind else { return false };
        2 * wind.iter().filter(|off| off.by.abs() > 90.0).count() > wind.len()
    }
}

pub fn judge(sailed: &Simulation, report: &FileAnalysis) -> Judged {
    let mut judged =
        Judged { wind: wind(sailed, report), beside: beside(sailed, report), ..Judged::default() };
    for group in 0..GROUPS.len() {
        let truth: Vec<_> = sailed.truth.maneuvers.iter().filter(|m| belongs(m.kind, group)).collect();
        let found: Vec<_> = report.maneuvers.iter().filter(|m| belongs(m.kind, group)).collect();
        let pairs = matches(&truth, &found);
        judged.counts[group] = Counts {
            right: pairs.len(),
            missed: truth.len() - pairs.len(),
            invented: found.len() - pairs.len(),
        };
        judged.told.extend(unmatched(&truth, &found, &pairs));
        for (i, j) in pairs.into_iter().filter(|_| group == TURNS) {
            if truth[i].kind == found[j].kind {
                judged.losses(truth[i], found[j]);
            } else {
                judged.misnamed += 1;
            }
        }
    }
    judged
}

pub fn wind(sailed: &Simulation, report: &FileAnalysis) -> Option<Vec<Off>> {
    let published = &report.wind.as_ref()?.series;
    let mut truth = sailed.truth.wind.iter().peekable();
    let mut offs = Vec::new();
    for sample in published {
        // Both are written every 10 s: the truth of the same second, by the text of its time.
        while truth.next_if(|t| t.time[..19] < sample.time[..19]).is_some() {}
        if let Some(true_wind) = truth.peek().filter(|t| t.time[..19] == sample.time[..19]) {
            let by = wrap_180(sample.twd_deg - true_wind.twd_deg);
            offs.push(Off { by, inside: by.abs() <= NINETY * sample.sd_deg });
        }
    }
    Some(offs)
}

impl Judged {
    fn losses(&mut self, truth: &TrueManeuver, found: &Maneuver) {
        match (truth.loss_80_m, found.loss_80_m) {
            (Some(t), Some(f)) => {
                let (low, high) = (found.loss_80_low_m.unwrap_or(f), found.loss_80_high_m.unwrap_or(f));
                self.loss_80.push(Off { by: f - t, inside: (low..=high).contains(&t) });
                if (f - t).abs() > TOLD_M {
                    let (time, name) = (&found.time[11..19], &found.name);
                    self.told.push(format!("{time} {name}: lost {f:.1} m, in truth {t:.1} m"));
                }
            }
            (Some(_), None) => self.lacking += 1,
            _ => {}
        }
        if let (Some(t), Some(f)) = (truth.loss_og_m, found.loss_og_m) {
            self.loss_og_m.push(f - t);
        }
    }
}

/// Greedy one-to-one pairs, closest first.
fn matches(truth: &[&TrueManeuver], found: &[&Maneuver]) -> Vec<(usize, usize)> {
    let mut near: Vec<(f64, usize, usize)> = Vec::new();
    for (i, t) in truth.iter().enumerate() {
        for (j, f) in found.iter().enumerate() {
            let apart = (clock_s(&t.time) - clock_s(&f.time)).abs();
            if apart <= MATCH_S {
                near.push((apart, i, j));
            }
        }
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut left, mut right) = (vec![false; truth.len()], vec![false; found.len()]);
    let mut pairs = Vec::new();
    for (_, i, j) in near {
        if !left[i] && !right[j] {
            (left[i], right[j]) = (true, true);
            pairs.push((i, j));
        }
    }
    pairs
}

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
    let invented =
        found.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|p| p.1 == *j)).map(|(_, f)| {
            format!(
                "{} invented {} {:.0}→{:.0} {:?}",
                &f.time[11..19],
                f.name,
                f.evidence.wind_angle_in_deg.unwrap_or(f64::NAN),
                f.evidence.wind_angle_out_deg.unwrap_or(f64::NAN),
                f.flags
            )
        });
    missed.chain(invented).collect()
}

/// Seconds of the day of an ISO instant.
pub fn clock_s(iso: &str) -> f64 {
    let part = |from: usize, to: usize| iso.get(from..to).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    part(11, 13) * 3600.0 + part(14, 16) * 60.0 + part(17, 23)
}
