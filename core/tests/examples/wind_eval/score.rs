//! The score of one estimate against a known wind.

use leebow_engine::angle::wrap_180;
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::config::BoatClass;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::track::Recording;
use leebow_engine::units::mps_from_kn;
use leebow_engine::wind::{WindSeries, WindSource};

/// Scores a series at the moments at which the true wind is known; coverage is the share of these with a published wind.
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

/// The wind that the whole analysis publishes without a measured one; else its notes, which say why there is none.
pub fn published(recording: Recording, class: &BoatClass) -> Result<WindSeries, String> {
    let analysis =
        analyze_recording("", "", recording, class, AnalysisInputs::default()).map_err(|e| e.to_string())?;
    let Some(wind) = analysis.report.wind else { return Err(analysis.report.notes.join(" ")) };
    let of = |value: fn(&leebow_engine::api::WindSample) -> f64| wind.series.iter().map(value).collect();
    Ok(WindSeries {
        source: WindSource::Estimated,
        time_ms: of(|s| ms_from_iso(&s.time).unwrap_or(f64::NAN)),
        twd_deg: of(|s| s.twd_deg),
        sd_deg: of(|s| s.sd_deg),
        tws_mps: of(|s| s.tws_kn.map_or(f64::NAN, mps_from_kn)),
        flip_probability: wind.flip_probability,
    })
}
