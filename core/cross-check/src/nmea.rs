//! The reading of the crate nmea: RMC sentences with date and position, and other sentences of the same moment.

use ::nmea::ParseResult;
use ::nmea::sentences::RmcData;
use ::nmea::sentences::rmc::RmcStatusOfFix;

use super::{Quantity, ReferencePoint, ReferenceReading};
use leebow_engine::angle::wrap_360;
use leebow_engine::read::is_position;
use leebow_engine::units::MPS_PER_KNOT;

const QUANTITIES: &[Quantity] = &[
    Quantity {
        id: "lat",
        name: "latitude",
        unit: "°",
        tolerance: 1e-9,
        clause: "NMEA 0183, RMC fields 3 and 4, GLL 1 and 2, GGA 2 and 3: latitude as ddmm.mm, N or S",
    },
    Quantity {
        id: "lon",
        name: "longitude",
        unit: "°",
        tolerance: 1e-9,
        clause: "NMEA 0183, RMC fields 5 and 6, GLL 3 and 4, GGA 4 and 5: longitude as dddmm.mm, E or W",
    },
    Quantity {
        id: "sog",
        name: "speed",
        unit: "m/s",
        tolerance: 1e-4,
        clause: "NMEA 0183, RMC field 7 and VTG field 5: both are speed over ground in knots",
    },
    Quantity {
        id: "cog",
        name: "course",
        unit: "°",
        tolerance: 1e-3,
        clause: "NMEA 0183, RMC field 8 and VTG field 1: both are the true course over ground",
    },
];

/// Reads every line with the nmea crate from its `$` on, because the crate does not read line prefixes.
pub(super) fn witness(bytes: &[u8]) -> ReferenceReading {
    let mut moments: Vec<ReferencePoint> = Vec::new();
    for line in bytes.split(|b| *b == b'\n') {
        let start = line.iter().position(|b| *b == b'$');
        let Some(sentence) = start.and_then(|at| line.get(at..)).map(<[u8]>::trim_ascii_end) else {
            continue;
        };
        let Ok(parsed) = ::nmea::parse_bytes(sentence) else { continue };
        match parsed {
            ParseResult::RMC(rmc) if rmc.status_of_fix != RmcStatusOfFix::Invalid => {
                let twin = moments.last().map(|m| (m.time_ms, m.values.clone()));
                let Some(mut moment) = said(&rmc) else { continue };
                if let (Some(last), Some((time_ms, values))) = (moments.last_mut(), twin)
                    && time_ms == moment.time_ms
                {
                    last.also.push((TWIN, moment.values.clone()));
                    moment.also.push((TWIN, values));
                }
                moments.push(moment);
            }
            other => {
                if let (Some(moment), Some(also)) = (moments.last_mut(), also(&other)) {
                    moment.also.push(also);
                }
            }
        }
    }
    ReferenceReading { name: "nmea", quantities: QUANTITIES, said: Ok(moments) }
}

/// The receiver gave two fixes the same second.
const TWIN: &str = "another RMC of the same second";

fn said(rmc: &RmcData) -> Option<ReferencePoint> {
    let moment = rmc.fix_date?.and_time(rmc.fix_time?).and_utc();
    let (lat, lon) = (rmc.lat?, rmc.lon?);
    let values = vec![lat, lon, knots(rmc.speed_over_ground), course(rmc.true_course)];
    let time_ms = moment.timestamp_millis() as f64;
    is_position(lat, lon).then_some(ReferencePoint { time_ms, values, also: Vec::new() })
}

/// What a sentence after an RMC says of the same quantities.
fn also(sentence: &ParseResult) -> Option<(&'static str, Vec<f64>)> {
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    Some(match sentence {
        ParseResult::VTG(vtg) => (
            "the VTG after it",
            vec![f64::NAN, f64::NAN, knots(vtg.speed_over_ground), course(vtg.true_course)],
        ),
        ParseResult::GLL(gll) => {
            ("the GLL after it", vec![or_nan(gll.latitude), or_nan(gll.longitude), f64::NAN, f64::NAN])
        }
        ParseResult::GGA(gga) => {
            ("the GGA after it", vec![or_nan(gga.latitude), or_nan(gga.longitude), f64::NAN, f64::NAN])
        }
        _ => return None,
    })
}

fn knots(speed: Option<f32>) -> f64 {
    speed.map_or(f64::NAN, f64::from) * MPS_PER_KNOT
}

fn course(deg: Option<f32>) -> f64 {
    wrap_360(deg.map_or(f64::NAN, f64::from))
}
