//! NMEA 0183 logs: the instruments of the boat, and the wind log of an anchored coach boat.

use std::fmt::Write;

use crate::clock::{Civil, civil};
use crate::device::Fix;
use crate::{Simulation, device, sea::Sea};
use leebow_engine::angle::{to_deg, to_rad, wrap_360};
use leebow_engine::geo::Plane;
use leebow_engine::units::kn_from_mps;

/// The instruments on board at every fix: position, heading, speed through water, apparent and true wind.
pub fn on_board(session: &Simulation) -> String {
    let spec = &session.spec;
    let sea = Sea::new(spec);
    let mut out = String::with_capacity(260 * session.fixes.len());
    for fix in &session.fixes {
        let time_s = (fix.time_ms - spec.start_time_ms) / 1000.0;
        let truth = device::at(&session.path, time_s);
        rmc(&mut out, fix);
        sentence(&mut out, &format!("IIHDT,{:.1},T", tenth(fix.hdg_deg)));
        let stw_kn = kn_from_mps(truth.stw_mps);
        sentence(
            &mut out,
            &format!("IIVHW,{:.1},T,,M,{stw_kn:.2},N,{:.2},K", tenth(fix.hdg_deg), stw_kn * 1.852),
        );
        let over_water = sea.over_water(truth.wind, time_s);
        let twa = wrap_360(over_water.twd_deg - truth.hdg_deg);
        let (sin, cos) = libm::sincos(to_rad(twa));
        let (across, ahead) = (over_water.tws_mps * sin, over_water.tws_mps * cos + truth.stw_mps);
        let awa = wrap_360(to_deg(libm::atan2(across, ahead)));
        let (aws, tws) = (kn_from_mps(libm::hypot(across, ahead)), kn_from_mps(over_water.tws_mps));
        sentence(&mut out, &format!("IIMWV,{:.1},R,{aws:.1},N,A", tenth(awa)));
        sentence(&mut out, &format!("IIMWV,{:.1},T,{tws:.1},N,A", tenth(twa)));
    }
    out
}

/// The wind over the ground at the start line, once per second.
pub fn anchored(session: &Simulation) -> String {
    let spec = &session.spec;
    let sea = Sea::new(spec);
    let (lat_deg, lon_deg) = Plane::at(spec.lat_deg, spec.lon_deg).to_deg(0.0, 0.0);
    let seconds = (spec.minutes * 60.0) as usize;
    let mut out = String::with_capacity(130 * seconds);
    for second in 0..=seconds {
        let time_s = second as f64;
        let wind = sea.wind(time_s, 0.0, 0.0);
        let at_anchor = Fix {
            time_ms: spec.start_time_ms + time_s * 1000.0,
            lat_deg,
            lon_deg,
            sog_mps: 0.0,
            cog_deg: 0.0,
            hdg_deg: wind.twd_deg,
            heel_deg: 0.0,
            pitch_deg: 0.0,
            heart_rate: None,
            clew_load_n: None,
        };
        rmc(&mut out, &at_anchor);
        let (twd, kn, mps) = (tenth(wind.twd_deg), kn_from_mps(wind.tws_mps), wind.tws_mps);
        sentence(&mut out, &format!("WIMWD,{twd:.1},T,,M,{kn:.1},N,{mps:.1},M"));
    }
    out
}

fn rmc(out: &mut String, fix: &Fix) {
    let Civil { year, month, day, hour, minute, second, ms } = civil(fix.time_ms);
    let (lat, ns) = degrees_minutes(fix.lat_deg, 2, ['N', 'S']);
    let (lon, ew) = degrees_minutes(fix.lon_deg, 3, ['E', 'W']);
    let (kn, cog, yy) = (kn_from_mps(fix.sog_mps), tenth(fix.cog_deg), year % 100);
    let centi = ms / 10;
    let body = format!(
        "GPRMC,{hour:02}{minute:02}{second:02}.{centi:02},A,{lat},{ns},{lon},{ew},{kn:.2},{cog:.1},{day:02}{month:02}{yy:02},,,A"
    );
    sentence(out, &body);
}

/// `ddmm.mmmmm` and the hemisphere.
fn degrees_minutes(deg: f64, width: usize, hemispheres: [char; 2]) -> (String, char) {
    let hemisphere = if deg < 0.0 { hemispheres[1] } else { hemispheres[0] };
    let units = libm::round(deg.abs() * 6_000_000.0) as u64;
    let (whole, rest) = (units / 6_000_000, units % 6_000_000);
    (format!("{whole:0width$}{:02}.{:05}", rest / 100_000, rest % 100_000), hemisphere)
}

/// Degrees rounded to 0.1 in [0, 359.9].
fn tenth(deg: f64) -> f64 {
    (libm::round(deg * 10.0) % 3600.0) / 10.0
}

fn sentence(out: &mut String, body: &str) {
    let sum = body.bytes().fold(0, |sum, byte| sum ^ byte);
    let _ = write!(out, "${body}*{sum:02X}\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_in_degrees_and_minutes() {
        assert_eq!(degrees_minutes(-25.7, 2, ['N', 'S']), ("2542.00000".to_string(), 'S'));
        assert_eq!(degrees_minutes(9.999_999_99, 3, ['E', 'W']), ("01000.00000".to_string(), 'E'));
    }

    #[test]
    fn every_sentence_has_its_checksum() {
        let mut out = String::new();
        sentence(&mut out, "GPGLL,4916.45,N,12311.12,W,225444,A");
        assert_eq!(out, "$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n");
    }
}
