//! The nmea crate's reading: RMC sentences with date and position, and the wind said after each.

use ::nmea::ParseResult;
use ::nmea::sentences::rmc::RmcStatusOfFix;

use super::{Quantity, Said, Witness};
use crate::read::sheet::is_position;
use crate::units::MPS_PER_KNOT;

const QUANTITIES: &[Quantity] = &[
    Quantity {
        id: "lat",
        name: "latitude",
        unit: "°",
        tolerance: 1e-9,
        why: "A later GGA or GLL of the same second wins.",
    },
    Quantity {
        id: "lon",
        name: "longitude",
        unit: "°",
        tolerance: 1e-9,
        why: "A later GGA or GLL of the same second wins.",
    },
    Quantity {
        id: "sog",
        name: "speed",
        unit: "m/s",
        tolerance: 1e-4,
        why: "A VTG of the same second may say it finer.",
    },
    Quantity {
        id: "cog",
        name: "course",
        unit: "°",
        tolerance: 1e-3,
        why: "A VTG of the same second may say it finer, and 360 is 0.",
    },
];

/// Reads every line with the nmea crate, from its `$` on, because it knows no line prefixes.
pub fn witness(bytes: &[u8]) -> Witness {
    let said = bytes.split(|b| *b == b'\n').filter_map(|line| {
        let start = line.iter().position(|b| *b == b'$')?;
        match ::nmea::parse_bytes(line.get(start..)?.trim_ascii_end()).ok()? {
            ParseResult::RMC(rmc) if rmc.status_of_fix != RmcStatusOfFix::Invalid => said(&rmc),
            _ => None,
        }
    });
    Witness { name: "nmea", quantities: QUANTITIES, said: Ok(said.collect()) }
}

fn said(rmc: &::nmea::sentences::RmcData) -> Option<Said> {
    let moment = rmc.fix_date?.and_time(rmc.fix_time?).and_utc();
    let (lat, lon) = (rmc.lat?, rmc.lon?);
    let or_nan = |value: Option<f32>| value.map_or(f64::NAN, f64::from);
    let values = vec![
        lat,
        lon,
        or_nan(rmc.speed_over_ground) * MPS_PER_KNOT,
        crate::angle::wrap_360(or_nan(rmc.true_course)),
    ];
    is_position(lat, lon).then_some(Said { time_ms: moment.timestamp_millis() as f64, values })
}
