//! The score of one estimate against a known wind.

use leebow_engine::angle::wrap_180;
use leebow_engine::config::BoatClass;
use leebow_engine::motion::Motion;
use leebow_engine::segment::{course::Course, turns};
use leebow_engine::track::Track;
use leebow_engine::wind::{TurnEvent, WindSeries};

/// Against the truth at its moments; share of moments with truth that were published.
pub struct Score {
    pub off_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    pub moments: usize,
}

pub fn score(series: &WindSeries, moments_ms: &[f64], truth: impl Fn(f64) -> Option<f64>) -> Score {
    let mut score = Score { off_deg: Vec::new(), sd_deg: Vec::new(), moments: 0 };
    for &t in moments_ms {
        let Some(twd) = truth(t) else { continue };
        score.moments += 1;
        if let Some(wind) = series.at(t, 30.0) {
            score.off_deg.push(wrap_180(wind.twd_deg - twd));
            score.sd_deg.push(wind.sd_deg);
        }
    }
    score
}

pub fn quantile(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = q * (sorted.len().max(1) - 1) as f64;
    sorted.get(at.round() as usize).copied().unwrap_or(f64::NAN)
}

impl Score {
    pub fn size(&self) -> Vec<f64> {
        self.off_deg.iter().map(|o| o.abs()).collect()
    }

    pub fn line(&self) -> String {
        let size = self.size();
        let n = size.len().max(1) as f64;
        let share = |limit: f64| size.iter().filter(|s| **s <= limit).count() as f64 / n * 100.0;
        let held = self.off_deg.iter().zip(&self.sd_deg).filter(|(o, s)| o.abs() <= 1.645 * **s).count();
        format!(
            "cover {:3.0}%  median {:5.1} p95 {:5.1} bias {:6.1} within20 {:3.0}%  sd {:4.1} in90 {:3.0}%",
            100.0 * n / self.moments.max(1) as f64,
            quantile(&size, 0.5),
            quantile(&size, 0.95),
            quantile(&self.off_deg, 0.5),
            share(20.0),
            quantile(&self.sd_deg, 0.5),
            100.0 * held as f64 / n
        )
    }
}

/// Turns as the estimate takes them.
pub fn turn_events(track: &Track, motion: &Motion, class: &BoatClass) -> Vec<TurnEvent> {
    let course = Course::new(track, motion);
    turns::turn_events(&course, &turns::find_turns(&course, class))
}
