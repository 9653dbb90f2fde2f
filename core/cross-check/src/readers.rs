//! The readings of the crates fitparser, gpx and nmea.

use fitparser::profile::MesgNum;
use fitparser::{FitDataRecord, Value};
use leebow_engine::angle::wrap_360;
use leebow_engine::read::{is_position, iso_8601};
use leebow_engine::track::Format;
use leebow_engine::units::MPS_PER_KNOT;
use nmea::ParseResult;
use nmea::sentences::RmcData;
use nmea::sentences::rmc::RmcStatusOfFix;

/// One point: its time and one value a quantity, NaN when missing.
pub(crate) struct Point {
    pub time_ms: f64,
    pub values: Vec<f64>,
    /// The values of other sentences of the same moment, and what these are.
    pub also: Vec<(&'static str, Vec<f64>)>,
}

/// A quantity that is compared.
#[derive(Clone, Copy)]
pub(crate) struct Quantity {
    /// "lat", "lon", or a channel's id.
    pub id: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// Values that differ by less are equal, in `unit`.
    pub tolerance: f64,
    /// The place in the format's specification.
    pub clause: &'static str,
}

/// The points of the other reader, or its error message.
pub(crate) struct Reading {
    pub name: &'static str,
    pub quantities: Vec<Quantity>,
    pub points: Result<Vec<Point>, String>,
}

/// The reading of the other reader for a format; none without one.
pub(crate) fn read(format: Format, bytes: &[u8]) -> Option<Reading> {
    match format {
        Format::Fit => Some(read_fit(bytes)),
        Format::Gpx => Some(read_gpx(bytes)),
        Format::Nmea => Some(read_nmea(bytes)),
        _ => None,
    }
}

/// Quantities from their ids, tolerances and places in the specification.
fn quantities<const N: usize>(
    ids: [&'static str; N],
    tolerances: [f64; N],
    clauses: [&'static str; N],
) -> Vec<Quantity> {
    let of = |((id, tolerance), clause)| {
        let (name, unit) = match id {
            "lat" => ("latitude", "°"),
            "lon" => ("longitude", "°"),
            "sog" => ("speed", "m/s"),
            "cog" => ("course", "°"),
            "hr" => ("heart rate", "bpm"),
            _ => ("height", "m"),
        };
        Quantity { id, name, unit, tolerance, clause }
    };
    ids.into_iter().zip(tolerances).zip(clauses).map(of).collect()
}

fn or_nan(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

fn is_height(m: &f64) -> bool {
    (-499.9..9000.0).contains(m)
}

/// FIT records with time and position, by fitparser.
fn read_fit(bytes: &[u8]) -> Reading {
    let clauses = [
        "FIT Profile, record: position_lat (0), sint32, semicircles; degrees are semicircles times 180 / 2^31",
        "FIT Profile, record: position_long (1), sint32, semicircles; degrees are semicircles times 180 / 2^31",
        "FIT Profile, record: speed (6) is a part of enhanced_speed (73), uint32, scale 1000",
        "FIT Profile, record: heart_rate (3), uint8; FIT Protocol, Base Types: 0xFF is invalid",
        "FIT Profile, record: altitude (2) is a part of enhanced_altitude (78), uint32, scale 5, offset 500",
    ];
    let quantities = quantities(["lat", "lon", "sog", "hr", "ele"], [0.0, 0.0, 1e-4, 0.0, 1e-3], clauses);
    let points = fitparser::from_bytes(bytes).map_err(|error| error.to_string()).map(|records| {
        records.iter().filter(|record| record.kind() == MesgNum::Record).filter_map(fit_point).collect()
    });
    Reading { name: "fitparser", quantities, points }
}

fn fit_point(record: &FitDataRecord) -> Option<Point> {
    let named = |name: &str| record.fields().iter().find(|field| field.name() == name);
    let field = |names: &[&str]| fit_number(names.iter().find_map(|name| named(name))?.value());
    let degrees = |name: &str| field(&[name]).map(|v| v * 180.0 / 2_147_483_648.0);
    let (lat, lon) = (degrees("position_lat")?, degrees("position_long")?);
    let time_ms = record.fields().iter().find_map(|field| match field.value() {
        Value::Timestamp(time) if field.name() == "timestamp" => Some(time.timestamp_millis() as f64),
        _ => None,
    })?;
    // fitparser does not add the fraction of the second to the time.
    let time_ms = time_ms + field(&["time128"]).unwrap_or(0.0) * 1000.0;
    let values = vec![
        lat,
        lon,
        or_nan(field(&["enhanced_speed", "speed"])),
        or_nan(field(&["heart_rate"])),
        or_nan(field(&["enhanced_altitude", "altitude"]).filter(is_height)),
    ];
    is_position(lat, lon).then_some(Point { time_ms, values, also: Vec::new() })
}

fn fit_number(value: &Value) -> Option<f64> {
    Some(match value {
        Value::UInt8(v) | Value::Byte(v) | Value::Enum(v) | Value::UInt8z(v) => f64::from(*v),
        Value::SInt8(v) => f64::from(*v),
        Value::UInt16(v) | Value::UInt16z(v) => f64::from(*v),
        Value::SInt16(v) => f64::from(*v),
        Value::UInt32(v) | Value::UInt32z(v) => f64::from(*v),
        Value::SInt32(v) => f64::from(*v),
        Value::Float32(v) => f64::from(*v),
        Value::Float64(v) => *v,
        _ => return None,
    })
}

/// Points of tracks with time and position, by gpx.
fn read_gpx(bytes: &[u8]) -> Reading {
    let clauses = [
        "GPX 1.1 schema, latitudeType: xsd:decimal; the nearest double to the text is right",
        "GPX 1.1 schema, longitudeType: xsd:decimal; the nearest double to the text is right",
        "GPX 1.1 schema, wptType: ele, xsd:decimal, metres",
        "GPX 1.0 schema, trkpt: speed, metres a second; in 1.1 it is in extensions (Garmin's TrackPointExtension v2)",
        "GPX 1.1 schema, extensionsType: any element of another namespace; Garmin's TrackPointExtension: hr",
    ];
    let quantities = quantities(["lat", "lon", "ele", "sog", "hr"], [0.0, 0.0, 1e-3, 1e-4, 0.0], clauses);
    let points = gpx::read(bytes).map_err(|error| error.to_string()).map(|file| {
        let segments = file.tracks.iter().flat_map(|track| &track.segments);
        segments.flat_map(|segment| &segment.points).filter_map(gpx_point).collect()
    });
    Reading { name: "gpx", quantities, points }
}

fn gpx_point(point: &gpx::Waypoint) -> Option<Point> {
    let time_ms = iso_8601(point.time?.format().ok()?.as_bytes())?.ms;
    let (lat, lon) = (point.point().y(), point.point().x());
    let values = vec![lat, lon, or_nan(point.elevation.filter(is_height)), or_nan(point.speed), f64::NAN];
    is_position(lat, lon).then_some(Point { time_ms, values, also: Vec::new() })
}

/// RMC sentences with date and position, and other sentences of the same moment, by nmea: every line from its `$` on, because
/// the crate does not read line prefixes.
fn read_nmea(bytes: &[u8]) -> Reading {
    let clauses = [
        "NMEA 0183, RMC fields 3 and 4, GLL 1 and 2, GGA 2 and 3: latitude as ddmm.mm, N or S",
        "NMEA 0183, RMC fields 5 and 6, GLL 3 and 4, GGA 4 and 5: longitude as dddmm.mm, E or W",
        "NMEA 0183, RMC field 7 and VTG field 5: both are speed over ground in knots",
        "NMEA 0183, RMC field 8 and VTG field 1: both are the true course over ground",
    ];
    let quantities = quantities(["lat", "lon", "sog", "cog"], [1e-9, 1e-9, 1e-4, 1e-3], clauses);
    let mut points: Vec<Point> = Vec::new();
    for line in bytes.split(|b| *b == b'\n') {
        let start = line.iter().position(|b| *b == b'$');
        let Some(sentence) = start.and_then(|at| line.get(at..)) else { continue };
        match nmea::parse_bytes(sentence.trim_ascii_end()) {
            Ok(ParseResult::RMC(rmc)) if rmc.status_of_fix != RmcStatusOfFix::Invalid => {
                let Some(mut point) = rmc_point(&rmc) else { continue };
                if let Some(last) = points.last_mut().filter(|last| last.time_ms == point.time_ms) {
                    // The receiver gave two fixes the same second.
                    const TWIN: &str = "another RMC of the same second";
                    last.also.push((TWIN, point.values.clone()));
                    point.also.push((TWIN, last.values.clone()));
                }
                points.push(point);
            }
            Ok(other) => {
                if let (Some(point), Some(also)) = (points.last_mut(), values_after_rmc(&other)) {
                    point.also.push(also);
                }
            }
            Err(_) => {}
        }
    }
    Reading { name: "nmea", quantities, points: Ok(points) }
}

fn rmc_point(rmc: &RmcData) -> Option<Point> {
    let time_ms = rmc.fix_date?.and_time(rmc.fix_time?).and_utc().timestamp_millis() as f64;
    let (lat, lon) = (rmc.lat?, rmc.lon?);
    let values = vec![lat, lon, mps(rmc.speed_over_ground), course(rmc.true_course)];
    is_position(lat, lon).then_some(Point { time_ms, values, also: Vec::new() })
}

/// The same quantities in a sentence after an RMC.
fn values_after_rmc(sentence: &ParseResult) -> Option<(&'static str, Vec<f64>)> {
    let position = |lat: Option<f64>, lon: Option<f64>| vec![or_nan(lat), or_nan(lon), f64::NAN, f64::NAN];
    Some(match sentence {
        ParseResult::VTG(vtg) => {
            let values = vec![f64::NAN, f64::NAN, mps(vtg.speed_over_ground), course(vtg.true_course)];
            ("the VTG after it", values)
        }
        ParseResult::GLL(gll) => ("the GLL after it", position(gll.latitude, gll.longitude)),
        ParseResult::GGA(gga) => ("the GGA after it", position(gga.latitude, gga.longitude)),
        _ => return None,
    })
}

fn mps(knots: Option<f32>) -> f64 {
    knots.map_or(f64::NAN, f64::from) * MPS_PER_KNOT
}

fn course(deg: Option<f32>) -> f64 {
    wrap_360(deg.map_or(f64::NAN, f64::from))
}
