//! One NMEA 0183 sentence: `$` talker, kind, comma-separated fields, `*` checksum.

use memchr::memchr_iter;

use crate::read::instant::{fraction_ms, two_digits};
use crate::read::number::{decimal, whole};

/// Fields of a sentence that are read; further ones are ignored.
const FIELDS: usize = 40;

/// A sentence with an intact frame.
#[derive(Debug)]
pub(in crate::read) struct Sentence<'a> {
    /// The last three letters of the tag, such as `RMC`; the talker before them is ignored.
    pub kind: [u8; 3],
    /// It has a checksum; one that does not match is a [`Flaw`].
    pub checked: bool,
    /// Tag and fields, and the positions of the commas between them, then of the end.
    text: &'a [u8],
    commas: [u16; FIELDS + 1],
}

/// Why a line holds no intact sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Flaw {
    /// The checksum does not match.
    Checksum,
    /// The tag or the checksum is incomplete.
    Frame,
}

/// Parses the sentence that begins with `$` or `!`. `Ok(None)` for sentences that are not read (AIS, proprietary).
pub(in crate::read) fn parse(text: &[u8]) -> Result<Option<Sentence<'_>>, Flaw> {
    let (&mark, rest) = text.split_first().ok_or(Flaw::Frame)?;
    let rest = rest.trim_ascii_end();
    let star = star(rest);
    let text = star.and_then(|star| rest.get(..star)).unwrap_or(rest);
    if let Some(star) = star {
        let written = rest.get(star + 1..).and_then(hex).ok_or(Flaw::Frame)?;
        if text.iter().fold(0, |sum, byte| sum ^ byte) != written {
            return Err(Flaw::Checksum);
        }
    }
    let end = u16::try_from(text.len()).map_err(|_| Flaw::Frame)?;
    let mut commas = [end; FIELDS + 1];
    commas.iter_mut().take(FIELDS).zip(memchr_iter(b',', text)).for_each(|(place, at)| *place = at as u16);
    let tag = text.get(..usize::from(commas[0])).filter(|_| commas[0] < end).ok_or(Flaw::Frame)?;
    if tag.len() < 3 || !tag.iter().all(u8::is_ascii_alphanumeric) {
        return Err(Flaw::Frame);
    }
    let &[talker, _, a, b, c] = tag else { return Ok(None) };
    let is_read = mark != b'!' && talker != b'P';
    Ok(is_read.then_some(Sentence { kind: [a, b, c], checked: star.is_some(), text, commas }))
}

/// Position of the last `*`, which is usually the last byte but two.
fn star(rest: &[u8]) -> Option<usize> {
    match rest {
        [before @ .., b'*', high, low] if *high != b'*' && *low != b'*' => Some(before.len()),
        _ => rest.iter().rposition(|b| *b == b'*'),
    }
}

/// The number of the first two hexadecimal digits, or of a single one: some instruments omit a leading zero.
fn hex(digits: &[u8]) -> Option<u8> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(u32::from(b - b'0')),
        b'A'..=b'F' | b'a'..=b'f' => Some(u32::from((b | 0x20) - b'a') + 10),
        _ => None,
    };
    let value = match *digits {
        [low] => digit(low)?,
        [high, low, ..] => digit(high)? * 16 + digit(low)?,
        [] => return None,
    };
    u8::try_from(value).ok()
}

impl Sentence<'_> {
    /// Talker and kind, such as `GPRMC`.
    #[inline]
    pub(super) fn tag(&self) -> [u8; 5] {
        self.text.first_chunk().copied().unwrap_or_default()
    }

    /// A field, counted from 0 after the tag; empty when the sentence has fewer fields.
    #[inline]
    pub(super) fn field(&self, index: usize) -> &[u8] {
        let place = self.commas.get(index).zip(self.commas.get(index + 1));
        let field = |(from, to): (&u16, &u16)| self.text.get(usize::from(*from) + 1..usize::from(*to));
        place.and_then(field).unwrap_or_default()
    }

    /// A field as a number.
    pub(super) fn number(&self, index: usize) -> Option<f64> {
        decimal(self.field(index))
    }

    /// True when a field is this one letter.
    pub(super) fn is(&self, index: usize, letter: u8) -> bool {
        self.field(index) == [letter]
    }

    /// A number, negative when the letter of the next field is `negative`, positive when it is `positive`.
    pub(super) fn signed(&self, index: usize, positive: u8, negative: u8) -> Option<f64> {
        let value = self.number(index)?;
        match self.field(index + 1) {
            [letter] if *letter == positive => Some(value),
            [letter] if *letter == negative => Some(-value),
            _ => None,
        }
    }

    /// Latitude and longitude in degrees from four fields: `ddmm.mmm,N,dddmm.mmm,E`.
    pub(super) fn position(&self, index: usize) -> Option<(f64, f64)> {
        let lat = sexagesimal(self.field(index))? * sign(self.field(index + 1), b'N', b'S')?;
        let lon = sexagesimal(self.field(index + 2))? * sign(self.field(index + 3), b'E', b'W')?;
        crate::read::valid::is_position(lat, lon).then_some((lat, lon))
    }

    /// Milliseconds of the day from `hhmmss` or `hhmmss.sss`.
    pub(super) fn clock_ms(&self, index: usize) -> Option<f64> {
        let text = self.field(index);
        let (digits, fraction) = match text.split_at_checked(6)? {
            (digits, [b'.', fraction @ ..]) => (digits, fraction),
            (digits, []) => (digits, &text[..0]),
            _ => return None,
        };
        let &[h, hh, m, mm, s, ss] = digits else { return None };
        let (hour, minute, second) = (two_digits(h, hh)?, two_digits(m, mm)?, two_digits(s, ss)?);
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        Some(f64::from(((hour * 60 + minute) * 60 + second) * 1000) + fraction_ms(fraction)?)
    }
}

fn sign(letter: &[u8], positive: u8, negative: u8) -> Option<f64> {
    match letter {
        [l] if *l == positive => Some(1.0),
        [l] if *l == negative => Some(-1.0),
        _ => None,
    }
}

/// Degrees of `dddmm.mmm`, degrees and minutes.
fn sexagesimal(text: &[u8]) -> Option<f64> {
    let point = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (degrees, minutes) = text.split_at_checked(point.checked_sub(2)?)?;
    let degrees = if degrees.is_empty() { 0 } else { whole(degrees)? };
    let minutes = decimal(minutes).filter(|m| (0.0..60.0).contains(m))?;
    Some(degrees as f64 + minutes / 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_does_not_depend_on_the_talker() {
        for tag in ["GPRMC", "IIRMC", "24RMC", "WIRMC"] {
            let text = format!("${tag},121506,A");
            assert_eq!(parse(text.as_bytes()).unwrap().unwrap().kind, *b"RMC");
        }
    }

    #[test]
    fn wrong_missing_and_incomplete_checksums_differ() {
        assert!(parse(b"$IIHDG,246,,,,*57").unwrap().unwrap().checked);
        assert!(!parse(b"$IIHDG,246,,,,").unwrap().unwrap().checked);
        assert_eq!(parse(b"$IIHDG,247,,,,*57").unwrap_err(), Flaw::Checksum);
        assert_eq!(parse(b"$IIHDG,246,,,,*5").unwrap_err(), Flaw::Checksum);
        assert!(parse(b"$GPXTE,A,A,,R,N,D*6").unwrap().unwrap().checked);
        assert_eq!(parse(b"$IIHDG,246,,,,*").unwrap_err(), Flaw::Frame);
        assert_eq!(parse(b"$IIHD").unwrap_err(), Flaw::Frame);
    }

    #[test]
    fn fields_beyond_the_limit_are_ignored() {
        let text = format!("$IIXDR{}", ",1".repeat(FIELDS + 5));
        let sentence = parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!((sentence.field(FIELDS - 2), sentence.field(FIELDS)), (&b"1"[..], &b""[..]));
        let short = parse(b"$IIHDG,246.5,,").unwrap().unwrap();
        assert_eq!((short.number(0), short.field(2), short.field(3)), (Some(246.5), &b""[..], &b""[..]));
    }

    #[test]
    fn ais_and_proprietary_sentences_are_not_read() {
        assert!(parse(b"!AIVDM,1,1,,B,13aGua?P00PHfERNFruh0?vN289E,0*35").unwrap().is_none());
        assert!(parse(b"$PGRME,15.0,M,45.0,M,25.0,M*1C").unwrap().is_none());
    }

    #[test]
    fn degrees_and_minutes_become_degrees() {
        let sentence = parse(b"$IIGLL,4630.404,N,00636.151,W,121506,A").unwrap().unwrap();
        assert_eq!(sentence.position(0), Some((46.0 + 30.404 / 60.0, -(6.0 + 36.151 / 60.0))));
        assert_eq!(sentence.clock_ms(4), Some(44_106_000.0));
        let torn = parse(b"$IIGLL,46,N,00699.151,W,12150,A").unwrap().unwrap();
        assert_eq!((torn.position(0), torn.clock_ms(4)), (None, None));
    }
}
