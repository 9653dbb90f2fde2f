//! One NMEA 0183 sentence: `$` talker, kind, comma-separated fields, `*` checksum.

use crate::read::instant::{fraction_ms, two_digits};
use crate::read::near::{bytes_equal, find_near};
use crate::read::number::{decimal, decimal_at, is_trimmed, whole};

/// Fields of a sentence that are read; further ones are ignored.
const FIELDS: usize = 40;

mod one_pass;

pub(super) use one_pass::{no_forms, parse_line};

/// A sentence with an intact frame.
#[derive(Debug)]
pub(in crate::read) struct Sentence<'a> {
    /// The last three letters of the tag, such as `RMC`; the talker before them is ignored.
    pub kind: [u8; 3],
    /// It has a checksum; one that does not match is a [`Flaw`].
    pub checked: bool,
    /// Tag and fields, and the positions of the commas between them and of the end.
    text: &'a [u8],
    commas: &'a Commas,
    count: usize,
}

/// Positions of the commas in a sentence, then of its end.
pub(in crate::read) type Commas = [u16; FIELDS + 1];
/// An empty list of positions.
pub(in crate::read) const NO_COMMAS: Commas = [0; FIELDS + 1];

/// Why a line holds no intact sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Flaw {
    /// The checksum does not match.
    Checksum,
    /// The tag or the checksum is incomplete.
    Frame,
}

/// Parses the sentence that begins with `$` or `!`. `Ok(None)` for sentences that are not read (AIS, proprietary).
/// `commas`: storage for their positions.
#[inline]
pub(in crate::read) fn parse<'a>(
    text: &'a [u8],
    commas: &'a mut Commas,
) -> Result<Option<Sentence<'a>>, Flaw> {
    let (&mark, rest) = text.split_first().ok_or(Flaw::Frame)?;
    let rest = if is_trimmed(rest) { rest } else { rest.trim_ascii_end() };
    let star = star(rest);
    let text = star.and_then(|star| rest.get(..star)).unwrap_or(rest);
    let (count, sum) = split(text, commas);
    match star.map(|star| rest.get(star + 1..).and_then(hex)) {
        Some(Some(written)) if written != sum => return Err(Flaw::Checksum),
        Some(None) => return Err(Flaw::Frame),
        _ => {}
    }
    let tag = commas.first().filter(|_| count > 0).and_then(|comma| text.get(..usize::from(*comma)));
    let tag = tag.ok_or(Flaw::Frame)?;
    if tag.len() < 3 || !tag.iter().all(u8::is_ascii_alphanumeric) || text.len() > usize::from(u16::MAX) {
        return Err(Flaw::Frame);
    }
    if mark == b'!' || tag.first() == Some(&b'P') || tag.len() != 5 {
        return Ok(None);
    }
    let &[_, _, a, b, c] = tag else { return Ok(None) };
    Ok(Some(Sentence { kind: [a, b, c], checked: star.is_some(), text, commas, count }))
}

/// Fills in the positions of the commas and of the end; the number of commas and the checksum. Eight bytes at a time.
#[inline(always)]
fn split(text: &[u8], commas: &mut Commas) -> (usize, u8) {
    let (mut count, mut sums) = (0, 0u64);
    let mut put = |at: usize| {
        if let Some(place) = commas.get_mut(count).filter(|_| count < FIELDS) {
            *place = at as u16;
            count += 1;
        }
    };
    let (words, rest) = text.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        sums ^= word;
        let mut found = bytes_equal(word, b',');
        while found != 0 {
            put(8 * i + found.trailing_zeros() as usize / 8);
            found &= found - 1;
        }
    }
    let mut sum = sums.to_le_bytes().into_iter().fold(0, |sum, byte| sum ^ byte);
    for (i, byte) in rest.iter().enumerate() {
        sum ^= byte;
        if *byte == b',' {
            put(8 * words.len() + i);
        }
    }
    if let Some(place) = commas.get_mut(count) {
        *place = text.len() as u16;
    }
    (count, sum)
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

    /// Start and end of a field in the text.
    #[inline]
    fn place(&self, index: usize) -> Option<(usize, usize)> {
        let (&comma, &end) = (self.commas.get(index)?, self.commas.get(index + 1)?);
        (index < self.count).then_some((usize::from(comma) + 1, usize::from(end)))
    }

    /// A field, counted from 0 after the tag; empty when the sentence has fewer fields.
    #[inline]
    pub(super) fn field(&self, index: usize) -> &[u8] {
        self.place(index).and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// A field as a number.
    pub(super) fn number(&self, index: usize) -> Option<f64> {
        let (from, to) = self.place(index)?;
        decimal_at(self.text.get(from..)?, to.checked_sub(from)?)
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
    let point = find_near(text, b'.').unwrap_or(text.len());
    let (degrees, minutes) = text.split_at_checked(point.checked_sub(2)?)?;
    let degrees = if degrees.is_empty() { 0 } else { whole(degrees)? };
    let minutes = decimal(minutes).filter(|m| (0.0..60.0).contains(m))?;
    Some(degrees as f64 + minutes / 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The storage for the commas is leaked, so that sentences live as long as the tests.
    pub(super) fn parsed(text: &[u8]) -> Result<Option<Sentence<'_>>, Flaw> {
        parse(text, Box::leak(Box::new(NO_COMMAS)))
    }

    #[test]
    fn the_kind_does_not_depend_on_the_talker() {
        for tag in ["GPRMC", "IIRMC", "24RMC", "WIRMC"] {
            let text = format!("${tag},121506,A");
            assert_eq!(parsed(text.as_bytes()).unwrap().unwrap().kind, *b"RMC");
        }
    }

    #[test]
    fn wrong_missing_and_incomplete_checksums_differ() {
        assert!(parsed(b"$IIHDG,246,,,,*57").unwrap().unwrap().checked);
        assert!(!parsed(b"$IIHDG,246,,,,").unwrap().unwrap().checked);
        assert_eq!(parsed(b"$IIHDG,247,,,,*57").unwrap_err(), Flaw::Checksum);
        assert_eq!(parsed(b"$IIHDG,246,,,,*5").unwrap_err(), Flaw::Checksum);
        assert!(parsed(b"$GPXTE,A,A,,R,N,D*6").unwrap().unwrap().checked);
        assert_eq!(parsed(b"$IIHDG,246,,,,*").unwrap_err(), Flaw::Frame);
        assert_eq!(parsed(b"$IIHD").unwrap_err(), Flaw::Frame);
    }

    #[test]
    fn fields_beyond_the_limit_are_ignored() {
        let text = format!("$IIXDR{}", ",1".repeat(FIELDS + 5));
        let sentence = parsed(text.as_bytes()).unwrap().unwrap();
        assert_eq!((sentence.field(FIELDS - 2), sentence.field(FIELDS)), (&b"1"[..], &b""[..]));
        let short = parsed(b"$IIHDG,246.5,,").unwrap().unwrap();
        assert_eq!((short.number(0), short.field(2), short.field(3)), (Some(246.5), &b""[..], &b""[..]));
    }

    #[test]
    fn ais_and_proprietary_sentences_are_not_read() {
        assert!(parsed(b"!AIVDM,1,1,,B,13aGua?P00PHfERNFruh0?vN289E,0*35").unwrap().is_none());
        assert!(parsed(b"$PGRME,15.0,M,45.0,M,25.0,M*1C").unwrap().is_none());
    }

    #[test]
    fn degrees_and_minutes_become_degrees() {
        let sentence = parsed(b"$IIGLL,4630.404,N,00636.151,W,121506,A").unwrap().unwrap();
        assert_eq!(sentence.position(0), Some((46.0 + 30.404 / 60.0, -(6.0 + 36.151 / 60.0))));
        assert_eq!(sentence.clock_ms(4), Some(44_106_000.0));
        let torn = parsed(b"$IIGLL,46,N,00699.151,W,12150,A").unwrap().unwrap();
        assert_eq!((torn.position(0), torn.clock_ms(4)), (None, None));
    }
}
