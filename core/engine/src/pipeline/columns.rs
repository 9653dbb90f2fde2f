//! Outward columns, one row per fix: smoothed motion, wind, and the channels derived from both.

use crate::angle::{to_rad, wrap_180, wrap_360};
use crate::pipeline::winds::Winds;
use crate::segment::course::Course;
use crate::track::{Columns, flag};
use crate::wind::{WindAt, WindSeries};

/// Channels of the device that smoothed ones replace.
const REPLACED: [&str; 2] = ["sog", "cog"];

/// All channels of a track: derived ones first, then those of the device.
pub(crate) fn columns(course: &Course, winds: &Winds) -> Columns {
    let own = &course.track.columns;
    let (lat_deg, lon_deg) = positions(course);
    // The three columns of a track have equal length, so that there is no error.
    let mut out = Columns::new(own.time_ms.clone(), lat_deg, lon_deg).unwrap_or_default();
    motion_channels(course, &mut out);
    if let Some(wind) = &winds.estimated {
        estimated_channels(course, wind, winds.bridge_s, &mut out);
    }
    if let Some(wind) = &winds.measured {
        measured_channels(course, wind, winds.bridge_s, &mut out);
    }
    for channel in own.channels() {
        if out.get(&channel.id).is_none() && !REPLACED.contains(&channel.id.as_ref()) {
            out.set(channel.id.clone(), channel.values.clone());
        }
    }
    out
}

/// Flags of each fix ([`flag`]); 0 for a fix used as recorded.
pub(crate) fn fix_flags(course: &Course) -> Vec<u8> {
    let mut flags = course.motion.flags.clone();
    let sog = course.track.columns.get("sog");
    let has_speed = |row: usize| sog.and_then(|sog| sog.get(row)).is_some_and(|v| v.is_finite());
    for (row, f) in flags.iter_mut().enumerate() {
        if *f & flag::NO_DOPPLER != 0 && has_speed(row) {
            *f |= flag::WRONG_SPEED;
        }
    }
    let pieces = &course.track.pieces;
    for piece in pieces.iter().take(pieces.len().saturating_sub(1)) {
        if let Some(f) = piece.end.checked_sub(1).and_then(|last| flags.get_mut(last)) {
            *f |= flag::BEFORE_GAP;
        }
    }
    flags
}

/// Latitudes and longitudes as recorded; smoothed ones for outliers.
fn positions(course: &Course) -> (Vec<f64>, Vec<f64>) {
    let (own, motion) = (&course.track.columns, course.motion);
    let (mut lat_deg, mut lon_deg) = (own.lat_deg.clone(), own.lon_deg.clone());
    for (i, flags) in motion.flags.iter().enumerate() {
        if flags & flag::OUTLIER != 0 {
            (lat_deg[i], lon_deg[i]) = course.track.plane.to_deg(motion.east_m[i], motion.north_m[i]);
        }
    }
    (lat_deg, lon_deg)
}

/// Sets smoothed speed, course (missing below 0.5 kn) and turn rate.
fn motion_channels(course: &Course, out: &mut Columns) {
    let motion = course.motion;
    out.set("sog", motion.sog_mps.iter().map(|&v| v as f32).collect());
    let flags = &motion.flags;
    let cog = |i: usize| if flags[i] & flag::SLOW != 0 { f32::NAN } else { motion.cog_deg[i] as f32 };
    out.set("cog", (0..flags.len()).map(cog).collect());
    out.set("turn_rate", motion.turn_rate_dps.iter().map(|&v| v as f32).collect());
}

/// Sets the channels of the estimated wind: direction, its standard deviation, wind angles, speeds made good.
fn estimated_channels(course: &Course, wind: &WindSeries, bridge_s: f64, out: &mut Columns) {
    let at = winds_at(course, wind, bridge_s);
    let per_fix = |pick: &dyn Fn(usize, &WindAt) -> f64| column(&at, pick);
    let (sog, cog) = (&course.motion.sog_mps, &course.motion.cog_deg);
    let slow = |i: usize| course.motion.flags[i] & flag::SLOW != 0;
    let angle = |i: usize, w: &WindAt| if slow(i) { f64::NAN } else { w.twd_deg - cog[i] };
    out.set("ewd", per_fix(&|_, w| w.twd_deg));
    out.set("ewd_sd", per_fix(&|_, w| w.sd_deg));
    out.set("etwa", per_fix(&|i, w| wrap_360(angle(i, w))));
    out.set("etab", per_fix(&|i, w| wrap_180(angle(i, w)).abs()));
    let made_good = |(i, w): (usize, &Option<WindAt>)| match w {
        Some(w) => {
            let (sin, cos) = libm::sincos(to_rad(cog[i] - w.twd_deg));
            ((sog[i] * cos) as f32, (sog[i] * sin) as f32)
        }
        None => (f32::NAN, f32::NAN),
    };
    let (vmg, lvg) = at.iter().enumerate().map(made_good).unzip();
    out.set("vmg", vmg);
    out.set("lvg", lvg);
}

/// Sets the channels of the measured wind. The wind angle is relative to the heading, without one to the course.
fn measured_channels(course: &Course, wind: &WindSeries, bridge_s: f64, out: &mut Columns) {
    let at = winds_at(course, wind, bridge_s);
    let per_fix = |pick: &dyn Fn(usize, &WindAt) -> f64| column(&at, pick);
    let (sog, cog) = (&course.motion.sog_mps, &course.motion.cog_deg);
    let heading = course.track.columns.get("hdg");
    let bow = |i: usize| match heading.map(|h| f64::from(h[i])) {
        Some(hdg) if hdg.is_finite() => hdg,
        _ if course.motion.flags[i] & flag::SLOW != 0 => f64::NAN,
        _ => cog[i],
    };
    out.set("twd", per_fix(&|_, w| w.twd_deg));
    out.set("tws", per_fix(&|_, w| w.tws_mps));
    out.set("twa", per_fix(&|i, w| wrap_360(w.twd_deg - bow(i))));
    out.set("vmg_twd", per_fix(&|i, w| sog[i] * libm::cos(to_rad(w.twd_deg - cog[i]))));
}

/// The wind at each fix.
fn winds_at(course: &Course, wind: &WindSeries, bridge_s: f64) -> Vec<Option<WindAt>> {
    wind.along(&course.track.columns.time_ms, bridge_s).collect()
}

/// One value per fix; NaN without a wind.
fn column(at: &[Option<WindAt>], pick: &dyn Fn(usize, &WindAt) -> f64) -> Vec<f32> {
    let value = |(i, w): (usize, &Option<WindAt>)| w.as_ref().map_or(f32::NAN, |w| pick(i, w) as f32);
    at.iter().enumerate().map(value).collect()
}
