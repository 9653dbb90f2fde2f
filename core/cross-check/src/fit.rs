//! The reading of the crate fitparser: FIT records with a position.

use fitparser::profile::MesgNum;
use fitparser::{FitDataRecord, Value};

use super::{Quantity, ReferencePoint, ReferenceReading};
use leebow_engine::read::is_position;

const QUANTITIES: &[Quantity] = &[
    Quantity {
        id: "lat",
        name: "latitude",
        unit: "°",
        tolerance: 0.0,
        clause: "FIT Profile, record: position_lat (0), sint32, semicircles; degrees are semicircles times 180 / 2^31",
    },
    Quantity {
        id: "lon",
        name: "longitude",
        unit: "°",
        tolerance: 0.0,
        clause: "FIT Profile, record: position_long (1), sint32, semicircles; degrees are semicircles times 180 / 2^31",
    },
    Quantity {
        id: "sog",
        name: "speed",
        unit: "m/s",
        tolerance: 1e-4,
        clause: "FIT Profile, record: speed (6) is a part of enhanced_speed (73), uint32, scale 1000",
    },
    Quantity {
        id: "hr",
        name: "heart rate",
        unit: "bpm",
        tolerance: 0.0,
        clause: "FIT Profile, record: heart_rate (3), uint8; FIT Protocol, Base Types: 0xFF is invalid",
    },
    Quantity {
        id: "ele",
        name: "height",
        unit: "m",
        tolerance: 1e-3,
        clause: "FIT Profile, record: altitude (2) is a part of enhanced_altitude (78), uint32, scale 5, offset 500",
    },
];

/// Reads with fitparser.
pub(super) fn witness(bytes: &[u8]) -> ReferenceReading {
    let said = fitparser::from_bytes(bytes)
        .map(|records| records.iter().filter(|r| r.kind() == MesgNum::Record).filter_map(said).collect())
        .map_err(|error| error.to_string());
    ReferenceReading { name: "fitparser", quantities: QUANTITIES, said }
}

fn said(record: &FitDataRecord) -> Option<ReferencePoint> {
    let field = |names: &[&str]| {
        let found = names.iter().find_map(|name| record.fields().iter().find(|f| f.name() == *name))?;
        number(found.value())
    };
    let degrees = |name: &str| field(&[name]).map(|v| v * 180.0 / 2_147_483_648.0);
    let (lat, lon) = (degrees("position_lat")?, degrees("position_long")?);
    let time_ms = record.fields().iter().find_map(|f| match f.value() {
        Value::Timestamp(time) if f.name() == "timestamp" => Some(time.timestamp_millis() as f64),
        _ => None,
    })?;
    // fitparser does not add the fraction of the second to the time.
    let time_ms = time_ms + field(&["time128"]).unwrap_or(0.0) * 1000.0;
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let values = vec![
        lat,
        lon,
        or_nan(field(&["enhanced_speed", "speed"])),
        or_nan(field(&["heart_rate"])),
        or_nan(field(&["enhanced_altitude", "altitude"]).filter(|m| (-499.9..9000.0).contains(m))),
    ];
    is_position(lat, lon).then_some(ReferencePoint { time_ms, values, also: Vec::new() })
}

fn number(value: &Value) -> Option<f64> {
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
