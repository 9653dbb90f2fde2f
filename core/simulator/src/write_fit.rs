//! FIT activity files: header, file_id, records, lap, session, activity, checksums (FIT protocol 2.0).

use crate::device::Fix;
use crate::spec::Spec;

/// FIT's epoch, 1989-12-31 00:00 UTC, s since 1970.
const FIT_EPOCH_S: f64 = 631_065_600.0;
/// Base types of the protocol.
const ENUM: u8 = 0x00;
const UINT8: u8 = 0x02;
const STRING: u8 = 0x07;
const SINT16: u8 = 0x83;
const UINT16: u8 = 0x84;
const SINT32: u8 = 0x85;
const UINT32: u8 = 0x86;
const UINT32Z: u8 = 0x8C;

/// Byte order of the messages; the file header is little endian in either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endian {
    Little,
    Big,
}

/// One field of a message: number, base type, value.
type Field = (u8, u8, Value);

#[derive(Debug, Clone)]
enum Value {
    U8(u8),
    U16(u16),
    U32(u32),
    I32(i32),
    Text(&'static str),
}

/// Names of the developer fields, sint16 in 0.1 deg.
const DEVELOPER: [&str; 2] = ["heel", "pitch"];

/// The session as a FIT activity; with `developer`, heel and pitch are in developer fields.
pub fn fit(spec: &Spec, fixes: &[Fix], endian: Endian, developer: bool) -> Vec<u8> {
    let mut data = Data { bytes: Vec::with_capacity(24 * fixes.len() + 400), endian };
    let start = fixes.first().map_or(spec.start_time_ms, |f| f.time_ms);
    let end = fixes.last().map_or(start, |f| f.time_ms);
    data.message(0, 0, &file_id(start));
    data.message(1, 21, &event(start, 0));
    let mut sailed_m = 0.0;
    let mut top_mps: f64 = 0.0;
    for (i, fix) in fixes.iter().enumerate() {
        if let Some(before) = i.checked_sub(1).and_then(|b| fixes.get(b)) {
            sailed_m += great_circle_m(before.lat_deg, before.lon_deg, fix.lat_deg, fix.lon_deg);
        }
        top_mps = top_mps.max(fix.sog_mps);
        let fields = record(fix, sailed_m, spec.rate_hz > 1.0);
        if i == 0 {
            if developer {
                DEVELOPER.iter().zip(0..).for_each(|(name, i)| data.message(6, 206, &description(i, name)));
            }
            data.define(2, 20, &fields);
            if developer {
                data.define_developer(fields.len());
            }
        }
        data.values(2, &fields);
        if developer {
            for deg in [fix.heel_deg, fix.pitch_deg] {
                data.number(&(libm::round(deg * 10.0) as i16).to_le_bytes());
            }
        }
    }
    data.message(1, 21, &event(end, 4));
    data.message(3, 19, &lap(start, end, sailed_m));
    data.message(4, 18, &session(start, end, sailed_m, top_mps));
    data.message(5, 34, &activity(start, end, spec));
    wrap(&data.bytes)
}

/// A valid settings file, which contains no track.
pub fn settings() -> Vec<u8> {
    let mut data = Data { bytes: Vec::new(), endian: Endian::Little };
    data.message(
        0,
        0,
        &[
            (0, ENUM, Value::U8(2)),
            (1, UINT16, Value::U16(255)),
            (4, UINT32, Value::U32(fit_time(1_791_367_200_000.0))),
        ],
    );
    // user_profile: weight 78 kg, language English.
    data.message(1, 3, &[(4, UINT16, Value::U16(780)), (5, ENUM, Value::U8(0))]);
    wrap(&data.bytes)
}

/// Header and checksum around the messages.
fn wrap(data: &[u8]) -> Vec<u8> {
    let mut file = vec![14, 0x20];
    file.extend(2132u16.to_le_bytes());
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(b".FIT");
    file.extend(crc(&file).to_le_bytes());
    file.extend(data);
    file.extend(crc(&file).to_le_bytes());
    file
}

fn file_id(start_ms: f64) -> Vec<Field> {
    vec![
        (0, ENUM, Value::U8(4)),
        (1, UINT16, Value::U16(255)),
        (2, UINT16, Value::U16(1)),
        (3, UINT32Z, Value::U32(20_261_003)),
        (4, UINT32, Value::U32(fit_time(start_ms))),
        (8, STRING, Value::Text("Leebow simulator")),
    ]
}

/// Field description of a developer field: sint16, scale 10.
fn description(number: u8, name: &'static str) -> Vec<Field> {
    vec![
        (0, UINT8, Value::U8(0)),
        (1, UINT8, Value::U8(number)),
        (2, UINT8, Value::U8(SINT16)),
        (3, STRING, Value::Text(name)),
        (6, UINT8, Value::U8(10)),
        (8, STRING, Value::Text("deg")),
    ]
}

/// Timer event: type 0 start, 4 stop_all.
fn event(time_ms: f64, event_type: u8) -> Vec<Field> {
    vec![
        (253, UINT32, Value::U32(fit_time(time_ms))),
        (0, ENUM, Value::U8(0)),
        (1, ENUM, Value::U8(event_type)),
    ]
}

fn record(fix: &Fix, sailed_m: f64, fractions: bool) -> Vec<Field> {
    let semicircles = |deg: f64| libm::round(deg * (2_147_483_648.0 / 180.0)) as i32;
    let mut fields = vec![
        (253, UINT32, Value::U32(fit_time(fix.time_ms))),
        (0, SINT32, Value::I32(semicircles(fix.lat_deg))),
        (1, SINT32, Value::I32(semicircles(fix.lon_deg))),
        (5, UINT32, Value::U32(libm::round(sailed_m * 100.0) as u32)),
        (73, UINT32, Value::U32(libm::round(fix.sog_mps * 1000.0) as u32)),
    ];
    if let Some(rate) = fix.heart_rate {
        fields.push((3, UINT8, Value::U8(rate)));
    }
    if fractions {
        // time128: fraction of the second in 1/128.
        let ms = fix.time_ms - 1000.0 * libm::floor(fix.time_ms / 1000.0);
        fields.push((48, UINT8, Value::U8((ms * 0.128) as u8)));
    }
    fields
}

fn lap(start_ms: f64, end_ms: f64, sailed_m: f64) -> Vec<Field> {
    let elapsed = Value::U32((end_ms - start_ms) as u32);
    vec![
        (253, UINT32, Value::U32(fit_time(end_ms))),
        (2, UINT32, Value::U32(fit_time(start_ms))),
        (7, UINT32, elapsed.clone()),
        (8, UINT32, elapsed),
        (9, UINT32, Value::U32(libm::round(sailed_m * 100.0) as u32)),
        (0, ENUM, Value::U8(9)),
        (1, ENUM, Value::U8(1)),
    ]
}

fn session(start_ms: f64, end_ms: f64, sailed_m: f64, top_mps: f64) -> Vec<Field> {
    let mut fields = lap(start_ms, end_ms, sailed_m);
    // sport 32: sailing.
    fields.push((5, ENUM, Value::U8(32)));
    fields.push((6, ENUM, Value::U8(0)));
    fields.push((15, UINT16, Value::U16(libm::round(top_mps * 1000.0) as u16)));
    fields
}

fn activity(start_ms: f64, end_ms: f64, spec: &Spec) -> Vec<Field> {
    let local = fit_time(end_ms + f64::from(spec.utc_offset_min) * 60_000.0);
    vec![
        (253, UINT32, Value::U32(fit_time(end_ms))),
        (0, UINT32, Value::U32((end_ms - start_ms) as u32)),
        (1, UINT16, Value::U16(1)),
        (2, ENUM, Value::U8(0)),
        (5, UINT32, Value::U32(local)),
    ]
}

fn fit_time(time_ms: f64) -> u32 {
    (libm::floor(time_ms / 1000.0) - FIT_EPOCH_S) as u32
}

/// The message part of a file under construction.
struct Data {
    bytes: Vec<u8>,
    endian: Endian,
}

impl Data {
    /// A definition and one message of it.
    fn message(&mut self, local: u8, global: u16, fields: &[Field]) {
        self.define(local, global, fields);
        self.values(local, fields);
    }

    fn define(&mut self, local: u8, global: u16, fields: &[Field]) {
        self.bytes.extend([0x40 | local, 0, u8::from(self.endian == Endian::Big)]);
        self.number(&global.to_le_bytes());
        self.bytes.push(fields.len() as u8);
        for (number, base, value) in fields {
            self.bytes.extend([*number, value.size(), *base]);
        }
    }

    /// Adds the developer fields to the definition just written.
    fn define_developer(&mut self, fields: usize) {
        let length = 6 + 3 * fields;
        let header = self.bytes.len().saturating_sub(length);
        if let Some(header) = self.bytes.get_mut(header) {
            *header |= 0x20;
        }
        self.bytes.push(DEVELOPER.len() as u8);
        (0..DEVELOPER.len() as u8).for_each(|number| self.bytes.extend([number, 2, 0]));
    }

    fn values(&mut self, local: u8, fields: &[Field]) {
        self.bytes.push(local);
        for (_, _, value) in fields {
            match value {
                Value::U8(v) => self.bytes.push(*v),
                Value::U16(v) => self.number(&v.to_le_bytes()),
                Value::U32(v) => self.number(&v.to_le_bytes()),
                Value::I32(v) => self.number(&v.to_le_bytes()),
                Value::Text(text) => {
                    self.bytes.extend(text.bytes());
                    self.bytes.push(0);
                }
            }
        }
    }

    /// Appends little-endian bytes in the byte order of the file.
    fn number(&mut self, little: &[u8]) {
        match self.endian {
            Endian::Little => self.bytes.extend(little),
            Endian::Big => self.bytes.extend(little.iter().rev()),
        }
    }
}

impl Value {
    fn size(&self) -> u8 {
        match self {
            Self::U8(_) => 1,
            Self::U16(_) => 2,
            Self::U32(_) | Self::I32(_) => 4,
            Self::Text(text) => text.len() as u8 + 1,
        }
    }
}

/// CRC-16 of the protocol (polynomial 0x8005 reflected, start 0).
fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0u16, |mut crc, &byte| {
        crc ^= u16::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xA001 } else { crc >> 1 };
        }
        crc
    })
}

/// Distance on a sphere, as devices count their way, m: haversine, mean radius of the earth (IUGG).
fn great_circle_m(lat1_deg: f64, lon1_deg: f64, lat2_deg: f64, lon2_deg: f64) -> f64 {
    const EARTH_RADIUS_M: f64 = 6_371_008.8;
    let [lat1, lon1, lat2, lon2] = [lat1_deg, lon1_deg, lat2_deg, lon2_deg].map(f64::to_radians);
    let (sin_lat, sin_lon) = (libm::sin(0.5 * (lat2 - lat1)), libm::sin(0.5 * (lon2 - lon1)));
    let square = sin_lat * sin_lat + libm::cos(lat1) * libm::cos(lat2) * sin_lon * sin_lon;
    2.0 * EARTH_RADIUS_M * libm::asin(f64::sqrt(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_protocol() {
        // CRC-16/ARC check value.
        assert_eq!(crc(b"123456789"), 0xBB3D);
    }

    #[test]
    fn the_checksum_over_a_complete_file_is_zero() {
        let file = settings();
        assert_eq!(crc(&file), 0);
        assert_eq!(crc(&file[..14]), 0);
        assert_eq!(&file[8..12], b".FIT");
    }

    fn fix(time_ms: f64) -> Fix {
        Fix {
            time_ms,
            lat_deg: 45.0,
            lon_deg: -90.0,
            sog_mps: 5.5,
            cog_deg: 0.0,
            hdg_deg: 0.0,
            heel_deg: 0.0,
            pitch_deg: 0.0,
            heart_rate: Some(130),
            clew_load_n: None,
        }
    }

    #[test]
    fn the_header_contains_the_length_of_the_messages() {
        let file = fit(&Spec::default(), &[fix(1_791_367_200_000.0)], Endian::Big, false);
        let length = u32::from_le_bytes([file[4], file[5], file[6], file[7]]);
        assert_eq!(length as usize, file.len() - 16);
        assert_eq!(crc(&file), 0);
    }

    #[test]
    fn ninety_degrees_are_a_quarter_of_the_semicircle_range() {
        let fields = record(&fix(1_791_367_200_500.0), 12.34, true);
        let value = |number: u8| fields.iter().find(|f| f.0 == number).map(|f| f.2.clone());
        assert!(matches!(value(0), Some(Value::I32(536_870_912))));
        assert!(matches!(value(1), Some(Value::I32(-1_073_741_824))));
        assert!(matches!(value(5), Some(Value::U32(1234))));
        assert!(matches!(value(73), Some(Value::U32(5500))));
        // Half a second is 64 of 128.
        assert!(matches!(value(48), Some(Value::U8(64))));
    }

    #[test]
    fn both_byte_orders_have_the_same_values() {
        let fixes = [fix(1_791_367_200_000.0), fix(1_791_367_201_000.0)];
        let [little, big] =
            [Endian::Little, Endian::Big].map(|endian| fit(&Spec::default(), &fixes, endian, false));
        assert_eq!(little.len(), big.len());
        assert_ne!(little, big);
        assert_eq!(little[..14], big[..14]);
    }

    #[test]
    fn fit_times_are_seconds_since_the_end_of_1989() {
        assert_eq!(fit_time(631_065_600_000.0), 0);
        assert_eq!(fit_time(631_065_601_999.0), 1);
    }
}
