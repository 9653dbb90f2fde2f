//! An analysis as the debrief takes it.

use crate::api::{Analysis, LeftOutReason, LossBasis, Maneuver, Straight, Wind};
use crate::calendar::ms_from_iso;
use crate::debrief::input::{DebriefCurrent, DebriefManeuver, DebriefStraight, DebriefWind};
use crate::debrief::{DebriefFacts, DebriefTrack};
use crate::pipeline::parts::{kept, of_rows};
use crate::wind::WindSource;

/// The track of an analysis for [`crate::debrief::debrief`], without the parts that are left out.
pub fn debrief_track(analysis: &Analysis) -> DebriefTrack {
    let Analysis { report, columns, .. } = analysis;
    let rows = kept(&report.parts, columns.len());
    let time_ms = of_rows(&columns.time_ms, &rows);
    let missing = || vec![f32::NAN; time_ms.len()];
    let channel = |id: &str| columns.get(id).map_or_else(missing, |values| of_rows(values, &rows));
    let (sog_mps, cog_deg) = (channel("sog"), channel("cog"));
    DebriefTrack {
        facts: DebriefFacts {
            name: report.name.clone(),
            boat_class: Some(report.boat_class.clone()),
            distance_m: report.summary.distance_m,
            water_time_s: report.summary.water_time_s,
            wind: report.wind.as_ref().map(wind),
            current: report
                .wind
                .as_ref()
                .and_then(|w| w.current)
                .map(|c| DebriefCurrent { set_deg: c.set_deg, drift_kn: c.drift_kn }),
            maneuvers: report.maneuvers.iter().map(maneuver).collect(),
            straights: report.straights.iter().map(straight).collect(),
        },
        time_ms,
        lat_deg: of_rows(&columns.lat_deg, &rows),
        lon_deg: of_rows(&columns.lon_deg, &rows),
        sog_mps,
        cog_deg,
    }
}

fn wind(wind: &Wind) -> DebriefWind {
    let series = &wind.series;
    DebriefWind {
        own_track: wind.source == WindSource::Estimated,
        flip_probability: wind.flip_probability,
        time_ms: series.iter().map(|w| ms(&w.time)).collect(),
        twd_deg: series.iter().map(|w| w.twd_deg).collect(),
        sd_deg: series.iter().map(|w| w.sd_deg).collect(),
        tws_kn: series.iter().map(|w| w.tws_kn).collect(),
    }
}

fn maneuver(m: &Maneuver) -> DebriefManeuver {
    let time_ms = ms(&m.time);
    let after = |s: Option<f64>| s.map(|s| time_ms + 1000.0 * s);
    DebriefManeuver {
        kind: m.kind,
        time_ms,
        start_ms: after(m.evidence.turn_start_s).unwrap_or_else(|| ms(&m.start_time)),
        end_ms: after(m.evidence.turn_end_s).unwrap_or_else(|| ms(&m.end_time)),
        recovered_ms: after(m.evidence.recovered_95_s),
        to_side: m.to_side,
        counted: m.counted,
        // The debrief trims losses itself.
        averaged: matches!(m.left_out_reason, None | Some(LeftOutReason::Trimmed)),
        along_wind: m.loss_basis != Some(LossBasis::Speed),
        loss_og_m: m.loss_og_m,
        loss_80_m: m.loss_80_m,
        loss_80_low_m: m.loss_80_low_m,
        loss_80_high_m: m.loss_80_high_m,
    }
}

fn straight(s: &Straight) -> DebriefStraight {
    DebriefStraight { start_ms: ms(&s.start_time), end_ms: ms(&s.end_time) }
}

fn ms(time: &str) -> f64 {
    ms_from_iso(time).unwrap_or(f64::NAN)
}
