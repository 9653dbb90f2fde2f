//! Outward columns, one row per fix: smoothed motion, wind, and the channels derived from both.

use crate::angle::{to_rad, wrap_180, wrap_360};
use crate::motion::Motion;
use crate::pipeline::winds::Winds;
use crate::track::{Column, Columns, Track, flag};
use crate::wind::measured::bridge_s;
use crate::wind::{WindAt, WindSeries};

/// Channels of the device that smoothed ones replace.
const REPLACED: [&str; 2] = ["sog", "cog"];

/// Channels of the true wind, which are left out where the measured wind is not used.
const TRUE_WIND: [&str; 3] = ["twd", "tws", "twa"];

/// What the analysis adds to the columns of a track.
pub(crate) struct Derived {
    channels: Vec<Channel>,
    /// Smoothed positions of outliers, by row, deg.
    replaced: Vec<(usize, f64, f64)>,
    /// The true wind of the instruments is not used.
    is_refuted: bool,
}

/// The derived columns of a track.
pub(crate) fn derive(track: &Track, motion: &Motion, winds: &Winds) -> Derived {
    let mut channels = Vec::from(motion_channels(motion));
    if let Some(wind) = &winds.estimated {
        channels.extend(estimated_channels(track, motion, wind, winds.bridge_s));
    }
    match (&winds.measured, &winds.speed) {
        (Some(wind), _) => channels.extend(measured_channels(track, motion, wind, winds.bridge_s)),
        (None, Some(speed)) => {
            channels.extend(per_fix(track, speed, bridge_s(speed), ["tws"], |_, w| [w.tws_mps]));
        }
        _ => {}
    }
    Derived { channels, replaced: replaced_positions(track, motion), is_refuted: winds.is_refuted }
}

impl Derived {
    /// All channels of a track, derived ones first, then those of the device; `own` are the columns of the track, which
    /// are moved and not copied.
    pub(super) fn with(self, own: Columns) -> Columns {
        let mut out = own;
        let recorded = out.take_channels();
        for (row, lat_deg, lon_deg) in self.replaced {
            (out.lat_deg[row], out.lon_deg[row]) = (lat_deg, lon_deg);
        }
        for (id, values) in self.channels {
            out.set(id, values);
        }
        for Column { id, values } in recorded {
            let is_refuted = self.is_refuted && TRUE_WIND.contains(&id.as_ref());
            if out.get(&id).is_none() && !REPLACED.contains(&id.as_ref()) && !is_refuted {
                out.set(id, values);
            }
        }
        out
    }
}

/// Flags of each fix ([`flag`]); 0 for a fix used as recorded.
pub(crate) fn fix_flags(track: &Track, motion: &Motion) -> Vec<u8> {
    let mut flags = motion.flags.clone();
    let sog = track.columns.get("sog");
    let has_speed = |row: usize| sog.and_then(|sog| sog.get(row)).is_some_and(|v| v.is_finite());
    for (row, f) in flags.iter_mut().enumerate() {
        if *f & flag::NO_DOPPLER != 0 && has_speed(row) {
            *f |= flag::WRONG_SPEED;
        }
        *f |= track.flags.get(row).map_or(0, |own| own & flag::LEFT_OUT);
    }
    let pieces = &track.pieces;
    for piece in pieces.iter().take(pieces.len().saturating_sub(1)) {
        if let Some(f) = piece.end.checked_sub(1).and_then(|last| flags.get_mut(last)) {
            *f |= flag::BEFORE_GAP;
        }
    }
    flags
}

/// Rows of outliers with their smoothed latitude and longitude.
fn replaced_positions(track: &Track, motion: &Motion) -> Vec<(usize, f64, f64)> {
    let outliers = motion.flags.iter().enumerate().filter(|(_, flags)| *flags & flag::OUTLIER != 0);
    outliers
        .map(|(row, _)| {
            let (lat_deg, lon_deg) = track.planes.to_deg(row, motion.east_m[row], motion.north_m[row]);
            (row, lat_deg, lon_deg)
        })
        .collect()
}

type Channel = (&'static str, Vec<f32>);

/// Smoothed speed, course (missing below 0.5 kn) and turn rate.
fn motion_channels(motion: &Motion) -> [Channel; 3] {
    let flags = &motion.flags;
    let cog = |i: usize| if flags[i] & flag::SLOW != 0 { f32::NAN } else { motion.cog_deg[i] as f32 };
    [
        ("sog", motion.sog_mps.iter().map(|&v| v as f32).collect()),
        ("cog", (0..flags.len()).map(cog).collect()),
        ("turn_rate", motion.turn_rate_dps.iter().map(|&v| v as f32).collect()),
    ]
}

/// The channels of the estimated wind: direction, its standard deviation, wind angles, speeds made good.
fn estimated_channels(track: &Track, motion: &Motion, wind: &WindSeries, bridge_s: f64) -> [Channel; 6] {
    let ids = ["ewd", "ewd_sd", "etwa", "etab", "vmg", "lvg"];
    let (sog, cog) = (&motion.sog_mps, &motion.cog_deg);
    per_fix(track, wind, bridge_s, ids, |i, w| {
        let slow = motion.flags[i] & flag::SLOW != 0;
        let angle = if slow { f64::NAN } else { w.twd_deg - cog[i] };
        let (sin, cos) = libm::sincos(to_rad(cog[i] - w.twd_deg));
        [w.twd_deg, w.sd_deg, wrap_360(angle), wrap_180(angle).abs(), sog[i] * cos, sog[i] * sin]
    })
}

/// The channels of the measured wind. The wind angle is relative to the heading, without one to the course.
fn measured_channels(track: &Track, motion: &Motion, wind: &WindSeries, bridge_s: f64) -> [Channel; 4] {
    let (sog, cog) = (&motion.sog_mps, &motion.cog_deg);
    let heading = track.columns.get("hdg");
    let bow = |i: usize| match heading.map(|h| f64::from(h[i])) {
        Some(hdg) if hdg.is_finite() => hdg,
        _ if motion.flags[i] & flag::SLOW != 0 => f64::NAN,
        _ => cog[i],
    };
    per_fix(track, wind, bridge_s, ["twd", "tws", "twa", "vmg_twd"], |i, w| {
        let made_good = sog[i] * libm::cos(to_rad(w.twd_deg - cog[i]));
        [w.twd_deg, w.tws_mps, wrap_360(w.twd_deg - bow(i)), made_good]
    })
}

/// Channels with these ids of the wind at each fix; NaN without a wind, and in parts that are left out.
fn per_fix<const N: usize>(
    track: &Track,
    wind: &WindSeries,
    bridge_s: f64,
    ids: [&'static str; N],
    values_of: impl Fn(usize, &WindAt) -> [f64; N],
) -> [Channel; N] {
    let time_ms = &track.columns.time_ms;
    let mut channels = ids.map(|id| (id, Vec::with_capacity(time_ms.len())));
    for (row, at) in wind.along(time_ms, bridge_s).enumerate() {
        let at = at.filter(|_| track.flags.get(row).is_none_or(|flags| flags & flag::LEFT_OUT == 0));
        let values = at.map_or([f64::NAN; N], |at| values_of(row, &at));
        channels.iter_mut().zip(values).for_each(|((_, column), value)| column.push(value as f32));
    }
    channels
}
