//! The session in figures, and what there is of what is needed.

use super::answer::{DebriefHead, DebriefLittle, LittleCode, LittleRow};
use super::compare::MIN_OTHERS;
use super::grid::{Grid, is_under_way};
use super::input::DebriefTrack;
use super::summary::SessionSummary;
use super::summary_of::{MIN_MINUTES, MIN_TURNS};
use super::text::{count, fixed, in_winds};
use super::values::Values;
use crate::angle::{circular_mean, to_deg, wrap_360};
use crate::segment::SegmentKind;
use crate::stats::moments::{Z_90, mean};
use crate::units::kn_from_mps;

pub(super) fn head(
    track: &DebriefTrack,
    grid: &Grid,
    values: &Values,
    summary: &SessionSummary,
) -> DebriefHead {
    let facts = &track.facts;
    let counted = |kind| facts.maneuvers.iter().filter(|m| m.kind == kind && m.counted).count() as u32;
    let speeds: Vec<f64> = grid.seconds.iter().filter(|s| is_under_way(s)).map(|s| s.speed()).collect();
    let winds = || grid.seconds.iter().filter_map(|s| Some((s.n?, to_deg(s.sd_rad))));
    let direction = circular_mean(winds().map(|(n, _)| (to_deg(libm::atan2(n[0], n[1])), 1.0)));
    let squares: Vec<f64> = winds().map(|(_, sd)| sd * sd).collect();
    let mut head = DebriefHead {
        text: String::new(),
        water_time_s: facts.water_time_s,
        distance_m: facts.distance_m,
        mean_speed_kn: (!speeds.is_empty()).then(|| kn_from_mps(mean(&speeds))),
        tacks: counted(SegmentKind::Tack),
        gybes: counted(SegmentKind::Gybe),
        twd_deg: direction.map(|(deg, _)| wrap_360(deg)),
        twd_sd_deg: direction.map(|_| mean(&squares).sqrt()),
        tws_kn: summary.tws_kn,
        wind_category: summary.wind_category,
        upwind_minutes: values.up.len() as f64,
        downwind_minutes: values.down.len() as f64,
    };
    head.text = text(&head, summary.own_track_wind);
    head
}

/// "1 h 50, 7.3 nm, 42 tacks, 24 gybes, 4.0 kn on average. Wind 112° ± 5°, 8 kn, estimated from this track."
fn text(head: &DebriefHead, own_track: Option<bool>) -> String {
    let minutes = (head.water_time_s / 60.0).round() as i64;
    let time = match minutes / 60 {
        0 => format!("{minutes} min"),
        hours => format!("{hours} h {:02}", minutes % 60),
    };
    let turns = |n: u32, name: &str| match n {
        1 => format!("1 {name}"),
        n => format!("{n} {name}s"),
    };
    let nm = fixed(head.distance_m / 1852.0, 1);
    let speed = head.mean_speed_kn.map(|kn| format!(", {} kn on average", fixed(kn, 1))).unwrap_or_default();
    let sailed =
        format!("{time}, {nm} nm, {}, {}{speed}.", turns(head.tacks, "tack"), turns(head.gybes, "gybe"));
    let Some((deg, sd)) = head.twd_deg.zip(head.twd_sd_deg) else { return sailed };
    let tws = head.tws_kn.map(|kn| format!(", {} kn", fixed(kn, 0))).unwrap_or_default();
    let source = if own_track == Some(true) { ", estimated from this track" } else { "" };
    format!("{sailed} Wind {}° ± {}°{tws}{source}.", fixed(deg, 0), fixed(Z_90 * sd, 0))
}

/// What there is of what is needed; `sessions` is the number of earlier sessions that can be compared.
pub(super) fn little(values: &Values, summary: &SessionSummary, sessions: usize) -> DebriefLittle {
    let wind = in_winds(summary);
    let row = |code, label: &str, have: usize, need: usize| LittleRow {
        code,
        label: label.to_string(),
        have: have as f64,
        need: need as f64,
    };
    let (tacks, gybes) = (values.tacks.len(), values.gybes.len());
    let (up, down) = (values.up.len(), values.down.len());
    let earlier = format!("Earlier {} sessions{wind}", summary.boat_class);
    let too_little = tacks.max(gybes) < MIN_TURNS && up.max(down) < MIN_MINUTES;
    let plural = |n: usize, name: &str| format!("{} {name}{}", count(n), if n == 1 { "" } else { "s" });
    let there_is = match (tacks, gybes) {
        (0, 0) => format!("{} min on straights", up + down),
        (0, gybes) => plural(gybes, "gybe"),
        (tacks, 0) => plural(tacks, "tack"),
        (tacks, gybes) => format!("{} and {}", plural(tacks, "tack"), plural(gybes, "gybe")),
    };
    DebriefLittle {
        too_little,
        text: too_little.then(|| format!("Too little to say: {there_is}")),
        rows: vec![
            row(LittleCode::Tacks, "Tacks", tacks, MIN_TURNS),
            row(LittleCode::Gybes, "Gybes", gybes, MIN_TURNS),
            row(LittleCode::UpwindMinutes, "Straight upwind", up, MIN_MINUTES),
            row(LittleCode::DownwindMinutes, "Straight downwind", down, MIN_MINUTES),
            row(LittleCode::Sessions, &earlier, sessions, MIN_OTHERS),
        ],
    }
}
