//! The reading of the crate gpx: points of tracks with time and position.

use super::{Quantity, ReferencePoint, ReferenceReading};
use leebow_engine::read::{is_position, iso_8601};

const QUANTITIES: &[Quantity] = &[
    Quantity {
        id: "lat",
        name: "latitude",
        unit: "°",
        tolerance: 0.0,
        clause: "GPX 1.1 schema, latitudeType: xsd:decimal; the nearest double to the text is right",
    },
    Quantity {
        id: "lon",
        name: "longitude",
        unit: "°",
        tolerance: 0.0,
        clause: "GPX 1.1 schema, longitudeType: xsd:decimal; the nearest double to the text is right",
    },
    Quantity {
        id: "ele",
        name: "height",
        unit: "m",
        tolerance: 1e-3,
        clause: "GPX 1.1 schema, wptType: ele, xsd:decimal, metres",
    },
    Quantity {
        id: "sog",
        name: "speed",
        unit: "m/s",
        tolerance: 1e-4,
        clause: "GPX 1.0 schema, trkpt: speed, metres a second; in 1.1 it is in extensions (Garmin's TrackPointExtension v2)",
    },
    Quantity {
        id: "hr",
        name: "heart rate",
        unit: "bpm",
        tolerance: 0.0,
        clause: "GPX 1.1 schema, extensionsType: any element of another namespace; Garmin's TrackPointExtension: hr",
    },
];

/// Reads with the gpx crate.
pub(super) fn witness(bytes: &[u8]) -> ReferenceReading {
    let said = ::gpx::read(bytes)
        .map(|file| {
            let points =
                file.tracks.iter().flat_map(|track| &track.segments).flat_map(|segment| &segment.points);
            points.filter_map(said).collect()
        })
        .map_err(|error| error.to_string());
    ReferenceReading { name: "gpx", quantities: QUANTITIES, said }
}

fn said(point: &::gpx::Waypoint) -> Option<ReferencePoint> {
    let time_ms = iso_8601(point.time?.format().ok()?.as_bytes())?.ms;
    let (lat, lon) = (point.point().y(), point.point().x());
    let ele = point.elevation.filter(|m| (-499.9..9000.0).contains(m)).unwrap_or(f64::NAN);
    let values = vec![lat, lon, ele, point.speed.unwrap_or(f64::NAN), f64::NAN];
    is_position(lat, lon).then_some(ReferencePoint { time_ms, values, also: Vec::new() })
}
