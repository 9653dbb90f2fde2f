//! A message as the analyzers of canboat write it in JSON: the fields by their names, in lower case without spaces.
//!
//! Source: canboat and canboatjs, analyzer -json.

use crate::angle::to_deg;
use crate::read::instant::{clock, date};
use crate::read::json::walk;
use crate::read::nmea::clock::Stamp;
use crate::read::nmea::moment::Quantity;

use super::rows::{POSITION, Reading};
use super::{has_name, number, pgn, text};

/// A message and its fields.
pub(super) struct Message {
    pub stamp: Option<Stamp>,
    pub source: u32,
    pgn: u32,
    /// Names in lower case without spaces, text and number.
    fields: Vec<(Vec<u8>, Vec<u8>, f64)>,
}

/// True for an object with a PGN.
pub(super) fn is_message(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"\"pgn\"").is_some() && has_name(line, b"pgn")
}

/// What the analyzer's first line says of its units: true for degrees, false for radians.
pub(super) fn unit(line: &[u8]) -> Option<bool> {
    let mut unit = None;
    if memchr::memmem::find(line, b"\"units\"").is_some() {
        walk(line, &mut |names, value| {
            if let ([b"units"], Some(value)) = (names, &value) {
                unit = Some(text(value) != b"si");
            }
        });
    }
    unit
}

/// The greatest angle of a message.
pub(super) fn widest_angle(line: &[u8]) -> f64 {
    const ANGLES: [&[u8]; 3] = [b"cog", b"heading", b"windangle"];
    let fields = read(line).map(|message| message.fields).unwrap_or_default();
    let angles = fields.iter().filter(|(name, ..)| ANGLES.contains(&name.as_slice()));
    angles.map(|(_, _, number)| *number).fold(0.0, f64::max)
}

/// Reads a message; none when the object is not whole.
pub(super) fn read(line: &[u8]) -> Option<Message> {
    let mut message = Message { stamp: None, source: 0, pgn: 0, fields: Vec::new() };
    let is_whole = walk(line, &mut |names, value| {
        let Some(value) = value else { return };
        match names {
            [b"timestamp"] => message.stamp = super::frame::moment(text(&value)).map(Stamp::Moment),
            [b"pgn"] => message.pgn = number(&value) as u32,
            [b"src"] => message.source = number(&value) as u32 & 0xFF,
            [b"fields", name] | [b"fields", name, b"name" | b"value"] => {
                let plain = |b: &u8| (*b != b' ').then_some(b.to_ascii_lowercase());
                let name = name.iter().filter_map(plain).collect();
                message.fields.push((name, text(&value).to_vec(), number(&value)));
            }
            _ => {}
        }
    });
    is_whole.then_some(message)
}

impl Message {
    fn text(&self, name: &[u8]) -> &[u8] {
        let mut texts = self.fields.iter().filter(|(known, _, number)| known == name && number.is_nan());
        texts.next().map_or(&[], |(_, text, _)| text)
    }

    fn number(&self, name: &[u8]) -> Option<f64> {
        let mut numbers = self.fields.iter().filter(|(known, ..)| known == name).map(|(.., number)| *number);
        numbers.find(|number| !number.is_nan())
    }

    /// Calls `each` as [`pgn::readings`] does.
    pub(super) fn readings(&self, in_degrees: bool, each: &mut dyn FnMut(u32, u32, Reading)) {
        let key = self.pgn;
        let angle =
            |name: &[u8]| self.number(name).map(|value| if in_degrees { value } else { to_deg(value) });
        let is_magnetic = |name: &[u8]| self.text(name).first() == Some(&b'M');
        let mut put =
            |reading: Option<Reading>| reading.into_iter().for_each(|reading| each(key, 0, reading));
        let other = |quantity, value: Option<f64>| value.map(|value| Reading::Other(quantity, value));
        match key {
            126_992 | 129_033 => put(self.time()),
            129_025 | pgn::GNSS => {
                put(self.time().filter(|_| key == pgn::GNSS));
                if let (Some(lat_deg), Some(lon_deg)) = (self.number(b"latitude"), self.number(b"longitude"))
                {
                    each(POSITION, u32::from(key != pgn::GNSS), Reading::Position { lat_deg, lon_deg });
                }
            }
            129_026 => {
                let is_magnetic = is_magnetic(b"cogreference");
                put(angle(b"cog").map(|deg| Reading::Course { deg, is_magnetic }));
                put(self.number(b"sog").map(|mps| Reading::Speed(Quantity::Sog, mps)));
            }
            127_250 => {
                put(angle(b"variation").map(Reading::Variation));
                put(angle(b"heading").map(|deg| match is_magnetic(b"reference") {
                    true => Reading::MagneticHeading(deg + angle(b"deviation").unwrap_or(0.0)),
                    false => Reading::Angle(Quantity::Hdg, deg),
                }));
            }
            127_258 => put(angle(b"variation").map(Reading::Variation)),
            127_257 => {
                put(other(Quantity::Pitch, angle(b"pitch")));
                put(other(Quantity::Heel, angle(b"roll")));
            }
            127_245 => put(other(Quantity::Rudder, angle(b"position"))),
            128_259 => {
                let mps = self.number(b"speedwaterreferenced");
                put(mps.map(|mps| Reading::Speed(Quantity::Stw, mps)));
            }
            128_267 => put(other(Quantity::Depth, self.number(b"depth"))),
            130_306 => {
                let (deg, mps) = (angle(b"windangle"), self.number(b"windspeed"));
                let reference = match self.text(b"reference") {
                    b"Apparent" => 2,
                    text if text.starts_with(b"True (boat") => 3,
                    text if text.starts_with(b"True (water") => 4,
                    text if text.starts_with(b"Mag") => 1,
                    text if text.starts_with(b"True") => 0,
                    _ => return,
                };
                pgn::wind(key, reference, deg.unwrap_or(f64::NAN), mps.unwrap_or(f64::NAN), each);
            }
            _ => {}
        }
    }

    fn time(&self) -> Option<Reading> {
        let (day_ms, _) = date(self.text(b"date"))?;
        let (of_day_ms, _) = clock(self.text(b"time"))?;
        Some(Reading::Time(day_ms + of_day_ms))
    }
}
