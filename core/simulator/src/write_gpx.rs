//! GPX 1.1, with Garmin's TrackPointExtension for speed, course and heart rate.

use std::fmt::Write;

use crate::device::Fix;
use crate::spec::Spec;
use leebow_engine::calendar::iso_utc;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Leebow simulator" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
"#;

/// The session as GPX. `extensions`: speed (m/s), course and heart rate of each point.
pub fn gpx(spec: &Spec, fixes: &[Fix], extensions: bool) -> String {
    let mut out = String::with_capacity(300 * fixes.len() + 600);
    out.push_str(HEAD);
    let start = fixes.first().map_or(spec.start_time_ms, |f| f.time_ms);
    let _ = writeln!(out, "  <metadata><time>{}</time></metadata>", iso_utc(start));
    let _ = writeln!(out, "  <trk>\n    <name>{}</name>\n    <type>sailing</type>\n    <trkseg>", spec.class);
    for fix in fixes {
        point(&mut out, fix, extensions);
    }
    out.push_str("    </trkseg>\n  </trk>\n</gpx>\n");
    out
}

fn point(out: &mut String, fix: &Fix, extensions: bool) {
    let (lat, lon, time) = (fix.lat_deg, fix.lon_deg, iso_utc(fix.time_ms));
    let _ = write!(out, "      <trkpt lat=\"{lat:.7}\" lon=\"{lon:.7}\"><time>{time}</time>");
    if extensions {
        out.push_str("<extensions><gpxtpx:TrackPointExtension>");
        if let Some(rate) = fix.heart_rate {
            let _ = write!(out, "<gpxtpx:hr>{rate}</gpxtpx:hr>");
        }
        let _ = write!(
            out,
            "<gpxtpx:speed>{:.3}</gpxtpx:speed><gpxtpx:course>{:.1}</gpxtpx:course>",
            fix.sog_mps, fix.cog_deg
        );
        out.push_str("</gpxtpx:TrackPointExtension></extensions>");
    }
    out.push_str("</trkpt>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(heart_rate: Option<u8>) -> Fix {
        Fix {
            time_ms: 1_791_367_200_200.0,
            lat_deg: -33.85,
            lon_deg: 151.25,
            sog_mps: 4.321_9,
            cog_deg: 12.34,
            hdg_deg: 0.0,
            heel_deg: 0.0,
            pitch_deg: 0.0,
            heart_rate,
            clew_load_n: None,
        }
    }

    #[test]
    fn a_point_contains_the_device_channels() {
        let text = gpx(&Spec::default(), &[fix(Some(120))], true);
        assert!(
            text.contains(
                r#"<trkpt lat="-33.8500000" lon="151.2500000"><time>2026-10-07T10:00:00.200Z</time>"#
            )
        );
        assert!(text.contains(
            "<gpxtpx:hr>120</gpxtpx:hr><gpxtpx:speed>4.322</gpxtpx:speed><gpxtpx:course>12.3</gpxtpx:course>"
        ));
        assert!(!gpx(&Spec::default(), &[fix(None)], true).contains("gpxtpx:hr"));
    }

    #[test]
    fn a_plain_file_has_only_positions_and_times() {
        let text = gpx(&Spec::default(), &[fix(Some(120))], false);
        assert!(!text.contains("extensions") && text.contains("<time>2026"));
        assert!(text.ends_with("</gpx>\n"));
    }
}
