//! The CSV layouts of Vakaros and Velocitek, as the makers' programs write them.

use std::fmt::Write;

use super::clock::{Civil, civil};
use super::device::Fix;
use super::spec::Spec;
use crate::angle::to_rad;
use crate::units::kn_from_mps;

/// Vakaros Atlas: local time with an offset without colon, knots, heel negative to port.
pub fn vakaros(spec: &Spec, fixes: &[Fix]) -> String {
    let mut out = String::with_capacity(110 * fixes.len() + 80);
    out.push_str("timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim\n");
    let offset = spec.utc_offset_min;
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    for fix in fixes {
        let Civil { year, month, day, hour, minute, second, ms } =
            civil(fix.time_ms + f64::from(offset) * 60_000.0);
        let _ = writeln!(
            out,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}{sign}{hours:02}{minutes:02},{:.7},{:.7},{:.2},{:.0},{:.1},{:.1},{:.1}",
            fix.lat_deg,
            fix.lon_deg,
            kn_from_mps(fix.sog_mps),
            whole_degrees(fix.cog_deg),
            fix.hdg_deg,
            fix.heel_deg,
            fix.pitch_deg,
        );
    }
    out
}

/// Velocitek's web converter: UTC with a space, knots, attitude as a quaternion and as rounded angles. The
/// simulated sea has no variation, so that the magnetic heading is the true one.
pub fn velocitek(fixes: &[Fix]) -> String {
    let mut out = String::with_capacity(120 * fixes.len() + 80);
    out.push_str("time, latitude, longitude, sog, cog,q1, q2, q3, q4, mag_heading, heel, pitch\n");
    for fix in fixes {
        let Civil { year, month, day, hour, minute, second, ms } = civil(fix.time_ms);
        let [q1, q2, q3, q4] = quaternion(fix.hdg_deg, fix.pitch_deg, fix.heel_deg);
        let _ = writeln!(
            out,
            "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{ms:03}Z, {:.7}, {:.7}, {:.1}, {:.0}, {q1:.3}, {q2:.3}, {q3:.3}, {q4:.3}, {:.0}, {:.0}, {:.0}",
            fix.lat_deg,
            fix.lon_deg,
            kn_from_mps(fix.sog_mps),
            whole_degrees(fix.cog_deg),
            whole_degrees(fix.hdg_deg),
            fix.heel_deg,
            fix.pitch_deg,
        );
    }
    out
}

/// Whole degrees that never say 360.
fn whole_degrees(deg: f64) -> f64 {
    libm::round(deg) % 360.0
}

/// Rotation by heading, pitch and heel (w, x, y, z).
fn quaternion(hdg_deg: f64, pitch_deg: f64, heel_deg: f64) -> [f64; 4] {
    let (sy, cy) = libm::sincos(to_rad(hdg_deg) / 2.0);
    let (sp, cp) = libm::sincos(to_rad(pitch_deg) / 2.0);
    let (sr, cr) = libm::sincos(to_rad(heel_deg) / 2.0);
    [
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    ]
}
