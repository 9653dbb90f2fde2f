//! The CSV layouts of Vakaros and Velocitek, as written by the manufacturers' programs.

use std::fmt::Write;

use crate::clock::{Civil, civil};
use crate::device::Fix;
use crate::spec::Spec;
use leebow_engine::angle::to_rad;
use leebow_engine::units::kn_from_mps;

/// Vakaros Atlas: local time with an offset without colon, knots, heel negative to port.
pub fn vakaros(spec: &Spec, fixes: &[Fix]) -> String {
    let mut out = String::with_capacity(110 * fixes.len() + 80);
    let has_load = fixes.iter().any(|fix| fix.clew_load_n.is_some());
    out.push_str("timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim");
    out.push_str(if has_load { ",load_clew\n" } else { "\n" });
    let offset = spec.utc_offset_min;
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    for (row, fix) in fixes.iter().enumerate() {
        let Civil { year, month, day, hour, minute, second, ms } =
            civil(fix.time_ms + f64::from(offset) * 60_000.0);
        let _ = write!(
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
        // The load cell sends at half the rate: every second row is empty.
        let load = fix.clew_load_n.filter(|_| row % 2 == 0).map(|n| format!("{n:.1}")).unwrap_or_default();
        let _ = if has_load { writeln!(out, ",{load}") } else { writeln!(out) };
    }
    out
}

/// Velocitek's web converter: UTC with a space, knots, attitude as a quaternion and as rounded angles. The magnetic
/// variation is zero: the magnetic heading is the true heading.
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

/// Whole degrees in [0, 359].
fn whole_degrees(deg: f64) -> f64 {
    libm::round(deg) % 360.0
}

/// Quaternion (w, x, y, z) of the rotation by heading, pitch and heel, deg.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fix() -> Fix {
        Fix {
            time_ms: 1_791_367_200_250.0,
            lat_deg: 54.470_000_1,
            lon_deg: -2.5,
            sog_mps: 5.144_444,
            cog_deg: 359.7,
            hdg_deg: 359.6,
            heel_deg: -12.34,
            pitch_deg: 1.04,
            heart_rate: None,
            clew_load_n: None,
        }
    }

    #[test]
    fn vakaros_writes_local_time_with_its_offset() {
        let east = vakaros(&Spec { utc_offset_min: 120, ..Spec::default() }, &[fix()]);
        let row = "2026-10-07T12:00:00.250+0200,54.4700001,-2.5000000,10.00,0,359.6,-12.3,1.0";
        assert_eq!(east.lines().nth(1), Some(row));
        let west = vakaros(&Spec { utc_offset_min: -210, ..Spec::default() }, &[fix()]);
        assert!(west.lines().nth(1).is_some_and(|row| row.starts_with("2026-10-07T06:30:00.250-0330,")));
    }

    #[test]
    fn velocitek_writes_its_spaces_and_a_unit_quaternion() {
        let text = velocitek(&[fix()]);
        let row = text.lines().nth(1).unwrap();
        assert!(row.starts_with("2026-10-07 10:00:00.250Z, 54.4700001, -2.5000000, 10.0, 0, "), "{row}");
        let cells: Vec<f64> = row.split(", ").skip(5).map(|cell| cell.parse().unwrap()).collect();
        let length: f64 = cells[..4].iter().map(|q| q * q).sum();
        assert!((length - 1.0).abs() < 0.003);
        assert_eq!(cells[4..], [0.0, -12.0, 1.0]);
    }

    #[test]
    fn an_upright_boat_heading_south_is_rotated_by_180_degrees_about_the_vertical() {
        let [w, x, y, z] = quaternion(180.0, 0.0, 0.0);
        assert!(w.abs() < 1e-12 && x.abs() < 1e-12 && y.abs() < 1e-12 && (z - 1.0).abs() < 1e-12);
    }
}
