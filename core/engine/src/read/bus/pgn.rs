//! The payload of a message of NMEA 2000 → readings. Numbers are little endian; the greatest values of a field say that there
//! is none.
//!
//! Source: canboat, documentation of PGNs.

use crate::angle::to_deg;
use crate::read::instant::DAY_MS;
use crate::read::nmea::moment::Quantity;

use super::rows::Reading;

/// Position with date and time: the only message that is read and longer than a frame.
pub(super) const GNSS: u32 = 129_029;

/// Methods for numbers of these types; none for the greatest values, which say that there is no number.
macro_rules! numbers {
    ($($name:ident),*) => {
        $(fn $name(&self, at: usize) -> Option<f64> {
            let value = $name::from_le_bytes(*self.0.get(at..)?.first_chunk()?);
            (value < $name::MAX - 2).then_some(value as f64)
        })*
    };
}

/// The fields of a payload.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    numbers!(u16, i16, u32, i32, i64);

    fn u8(&self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    /// An angle without and with sign, in units of 10⁻⁴ rad, deg.
    fn angle(&self, at: usize) -> Option<f64> {
        self.u16(at).map(|value| to_deg(value * 1e-4))
    }

    fn signed_angle(&self, at: usize) -> Option<f64> {
        self.i16(at).map(|value| to_deg(value * 1e-4))
    }

    /// A speed in units of 0.01 m/s.
    fn speed(&self, at: usize) -> Option<f64> {
        self.u16(at).map(|value| value * 0.01)
    }

    /// Days since 1970 and units of 0.1 ms of the day.
    fn time(&self, at: usize) -> Option<Reading> {
        let (days, of_day) = (self.u16(at)?, self.u32(at + 2)?);
        Some(Reading::Time(days * DAY_MS + of_day * 0.1))
    }
}

/// Calls `each` with the readings of a message, with a key by which devices that send the same are distinguished, and
/// a number for what one device may send in several ways.
pub(super) fn readings(pgn: u32, data: &[u8], each: &mut dyn FnMut(u32, u32, Reading)) {
    let fields = Fields(data);
    let mut put = |reading: Option<Reading>| reading.into_iter().for_each(|reading| each(pgn, 0, reading));
    let angle = |quantity, deg: Option<f64>| deg.map(|deg| Reading::Angle(quantity, deg));
    match pgn {
        126_992 => put(fields.time(2)),
        129_033 => put(fields.time(0)),
        129_025 => each_position((fields.i32(0), fields.i32(4)), 1e-7, true, each),
        GNSS if fields.u8(31).is_some_and(|method| method >> 4 > 0) => {
            put(fields.time(1));
            each_position((fields.i64(7), fields.i64(15)), 1e-16, false, each);
        }
        129_026 => {
            let deg = fields.angle(2);
            put(deg.map(|deg| Reading::Course { deg, is_magnetic: fields.u8(1).is_some_and(|b| b & 3 == 1) }));
            put(fields.speed(4).map(|mps| Reading::Speed(Quantity::Sog, mps)));
        }
        127_250 => {
            put(fields.signed_angle(5).map(Reading::Variation));
            match fields.u8(7).map(|reference| reference & 3) {
                Some(0) => put(angle(Quantity::Hdg, fields.angle(1))),
                Some(1) => {
                    let deviation_deg = fields.signed_angle(3).unwrap_or(0.0);
                    put(fields.angle(1).map(|deg| Reading::MagneticHeading(deg + deviation_deg)));
                }
                _ => {}
            }
        }
        127_258 => put(fields.signed_angle(4).map(Reading::Variation)),
        127_257 => {
            put(fields.signed_angle(3).map(|deg| Reading::Other(Quantity::Pitch, deg)));
            put(fields.signed_angle(5).map(|deg| Reading::Other(Quantity::Heel, deg)));
        }
        127_245 => put(fields.signed_angle(4).map(|deg| Reading::Other(Quantity::Rudder, deg))),
        128_259 => put(fields.speed(1).map(|mps| Reading::Speed(Quantity::Stw, mps))),
        128_267 => put(fields.u32(1).map(|cm| Reading::Other(Quantity::Depth, cm * 0.01))),
        130_306 => {
            let (mps, deg) = (fields.speed(1).unwrap_or(f64::NAN), fields.angle(3).unwrap_or(f64::NAN));
            if let Some(reference) = fields.u8(5).map(|b| u32::from(b & 7)) {
                wind(pgn, reference, deg, mps, each);
            }
        }
        _ => {}
    }
}

/// A wind by its reference: 0 true and 1 magnetic north, 2 apparent, 3 over the ground and 4 over the water from the bow.
pub(super) fn wind(pgn: u32, reference: u32, deg: f64, mps: f64, each: &mut dyn FnMut(u32, u32, Reading)) {
    // Of a true wind from the bow over ground and over water one is read, as of two devices.
    let (key, reading) = match reference {
        0 | 1 => (pgn + 1, Reading::WindDirection { deg, mps, is_magnetic: reference == 1 }),
        2 => (pgn + 2, Reading::Wind { is_true: false, deg, mps }),
        3 | 4 => (pgn + 3, Reading::Wind { is_true: true, deg, mps }),
        _ => return,
    };
    each(key, reference, reading);
}

/// A position; one that is sent several times a second, `is_rapid`, is preferred to that with date and time.
fn each_position(
    place: (Option<f64>, Option<f64>),
    unit_deg: f64,
    is_rapid: bool,
    each: &mut dyn FnMut(u32, u32, Reading),
) {
    if let (Some(lat), Some(lon)) = place {
        let reading = Reading::Position { lat_deg: lat * unit_deg, lon_deg: lon * unit_deg };
        each(super::rows::POSITION, u32::from(is_rapid), reading);
    }
}
