//! One NMEA 0183 sentence: `$` talker, kind, comma-separated fields, `*` checksum.

use crate::read::instant::{fraction_ms, two_digits};
use crate::read::near::{bytes_equal, find_near};
use crate::read::number::{decimal, decimal_at, is_trimmed, whole};

/// Most fields that are looked at.
const FIELDS: usize = 40;

/// A sentence whose frame is sound.
#[derive(Debug)]
pub struct Sentence<'a> {
    /// The last three letters of the tag: `RMC`, `MWV`. Any talker stands before them.
    pub kind: [u8; 3],
    /// It carries a checksum (a wrong one is a [`Flaw`]).
    pub checked: bool,
    /// Tag and fields, and the commas between them; behind the last of them the end.
    text: &'a [u8],
    commas: &'a Commas,
    count: usize,
}

/// Places of commas in a sentence.
pub type Commas = [u16; FIELDS + 1];
/// Room for them.
pub const NO_COMMAS: Commas = [0; FIELDS + 1];

/// Why a line holds no sound sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The checksum does not fit.
    Checksum,
    /// No tag, or cut off.
    Frame,
}

/// Reads from the `$` or `!` on. `Ok(None)` for sentences that are no business of ours (AIS, proprietary).
/// `commas`: room for their places.
#[inline]
pub fn parse<'a>(text: &'a [u8], commas: &'a mut Commas) -> Result<Option<Sentence<'a>>, Flaw> {
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

/// Longest line read in one pass, in words.
const WORDS: usize = 16;

/// Where the commas stood in the last sentence of a kind: its next one nearly always has them there again.
#[derive(Debug, Clone)]
pub struct Form {
    /// The commas and the end of every word, by the top bits of their bytes.
    marks: [u64; WORDS],
    commas: Commas,
    count: usize,
}

/// A place for every kind, which some share.
pub type Forms = [Form; 32];

/// Before the first sentence.
pub fn no_forms() -> Forms {
    std::array::from_fn(|_| Form { marks: [0; WORDS], commas: NO_COMMAS, count: 0 })
}

/// Reads a whole line as instruments write it, from its `$` to its line feed, with a checksum that fits, in one pass;
/// and its length. `None` for every other line: [`parse`] says what it is.
#[inline]
pub fn parse_line<'a>(line: &'a [u8], forms: &'a mut Forms) -> Option<(Sentence<'a>, usize)> {
    let &[b'$', _, _, a, b, c, ..] = line else { return None };
    let place = usize::from(a) ^ usize::from(b) << 1 ^ usize::from(c) << 2;
    let form = forms.get_mut(place % 32)?;
    let rest = line.get(1..)?;
    let (words, _) = rest.as_chunks::<8>();
    let (mut sums, mut differ) = (0, 0);
    for (i, (word, before)) in words.iter().zip(&mut form.marks).enumerate() {
        let word = u64::from_le_bytes(*word);
        let ends = bytes_equal(word, b'*') | controls(word);
        // The bytes before the lowest mark; all of them where there is none.
        let text = ((ends & ends.wrapping_neg()) >> 7).wrapping_sub(1);
        sums ^= word & text;
        let marks = bytes_equal(word, b',') & text | (ends & ends.wrapping_neg());
        differ |= marks ^ *before;
        *before = marks;
        if ends != 0 {
            let end = 8 * i + ends.trailing_zeros() as usize / 8;
            if differ != 0 || form.commas.get(form.count).is_none() {
                form.find(end)?;
            }
            return complete(rest, end, sums, form);
        }
    }
    // Half of the marks are of this line now, which is none.
    form.count = usize::MAX;
    None
}

impl Form {
    /// Finds the commas by the marks; those of a text that ends at `end`. `None` when there are too many.
    fn find(&mut self, end: usize) -> Option<()> {
        self.count = 0;
        for (at, mut found) in (0u16..).step_by(8).zip(self.marks).take(end / 8 + 1) {
            while found != 0 {
                *self.commas.get_mut(self.count)? = at + found.trailing_zeros() as u16 / 8;
                self.count += 1;
                found &= found - 1;
            }
        }
        // The last mark is the end.
        self.count = self.count.saturating_sub(1);
        Some(())
    }
}

/// The sentence whose text ends at the asterisk at `end`, if all of it is sound.
#[inline(always)]
fn complete<'a>(rest: &'a [u8], end: usize, sums: u64, form: &'a Form) -> Option<(Sentence<'a>, usize)> {
    let (text, after) = rest.split_at_checked(end)?;
    let length = match *after {
        [b'*', _, _, b'\n', ..] => end + 5,
        [b'*', _, _, b'\r', b'\n', ..] => end + 6,
        _ => return None,
    };
    let sums = sums ^ sums >> 32;
    let sums = sums ^ sums >> 16;
    let sum = (sums ^ sums >> 8) as u8;
    let &[first, second, a, b, c, b',', ..] = text else { return None };
    let sound = [first, second, a, b, c].iter().all(u8::is_ascii_alphanumeric) && first != b'P';
    if !sound || hex(after.get(1..3)?) != Some(sum) {
        return None;
    }
    let Form { commas, count, .. } = form;
    Some((Sentence { kind: [a, b, c], checked: true, text, commas, count: *count }, length))
}

/// The top bit of the lowest byte of a word that is a control character; those above it mean nothing.
#[inline(always)]
fn controls(word: u64) -> u64 {
    const SPACES: u64 = 0x2020_2020_2020_2020;
    word.wrapping_sub(SPACES) & !word & 0x8080_8080_8080_8080
}

/// Finds the commas of a sentence and puts the end of its text behind the last of them. How many there are, and the
/// checksum: eight bytes at a time.
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

/// The last `*`: nearly always the last but two.
fn star(rest: &[u8]) -> Option<usize> {
    match rest {
        [before @ .., b'*', high, low] if *high != b'*' && *low != b'*' => Some(before.len()),
        _ => rest.iter().rposition(|b| *b == b'*'),
    }
}

/// The first two hexadecimal digits; some instruments leave out a leading zero.
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
    /// Where a field begins and ends in the text.
    #[inline]
    fn place(&self, index: usize) -> Option<(usize, usize)> {
        let (&comma, &end) = (self.commas.get(index)?, self.commas.get(index + 1)?);
        (index < self.count).then_some((usize::from(comma) + 1, usize::from(end)))
    }

    /// A field, counted from 0 after the tag; empty when it is not there.
    #[inline]
    pub fn field(&self, index: usize) -> &[u8] {
        self.place(index).and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// A field as a number.
    pub fn number(&self, index: usize) -> Option<f64> {
        let (from, to) = self.place(index)?;
        decimal_at(self.text.get(from..)?, to.checked_sub(from)?)
    }

    /// True when a field is this one letter.
    pub fn is(&self, index: usize, letter: u8) -> bool {
        self.field(index) == [letter]
    }

    /// A number, negative when the letter of the next field is `negative`, positive when it is `positive`.
    pub fn signed(&self, index: usize, positive: u8, negative: u8) -> Option<f64> {
        let value = self.number(index)?;
        match self.field(index + 1) {
            [letter] if *letter == positive => Some(value),
            [letter] if *letter == negative => Some(-value),
            _ => None,
        }
    }

    /// Latitude and longitude in degrees from four fields: `ddmm.mmm,N,dddmm.mmm,E`.
    pub fn position(&self, index: usize) -> Option<(f64, f64)> {
        let lat = sexagesimal(self.field(index))? * sign(self.field(index + 1), b'N', b'S')?;
        let lon = sexagesimal(self.field(index + 2))? * sign(self.field(index + 3), b'E', b'W')?;
        crate::read::sheet::is_position(lat, lon).then_some((lat, lon))
    }

    /// Milliseconds of the day from `hhmmss` or `hhmmss.sss`.
    pub fn clock_ms(&self, index: usize) -> Option<f64> {
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

/// Degrees of `dddmm.mmm`: the last two digits before the point are minutes.
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

    /// With room of its own, for as long as the tests run.
    fn parsed(text: &[u8]) -> Result<Option<Sentence<'_>>, Flaw> {
        parse(text, Box::leak(Box::new(NO_COMMAS)))
    }

    #[test]
    fn any_talker_says_the_same_kind() {
        for tag in ["GPRMC", "IIRMC", "24RMC", "WIRMC"] {
            let text = format!("${tag},121506,A");
            assert_eq!(parsed(text.as_bytes()).unwrap().unwrap().kind, *b"RMC");
        }
    }

    #[test]
    fn a_wrong_checksum_is_told_from_none_and_from_a_torn_one() {
        assert!(parsed(b"$IIHDG,246,,,,*57").unwrap().unwrap().checked);
        assert!(!parsed(b"$IIHDG,246,,,,").unwrap().unwrap().checked);
        assert_eq!(parsed(b"$IIHDG,247,,,,*57").unwrap_err(), Flaw::Checksum);
        assert_eq!(parsed(b"$IIHDG,246,,,,*5").unwrap_err(), Flaw::Checksum);
        assert!(parsed(b"$GPXTE,A,A,,R,N,D*6").unwrap().unwrap().checked);
        assert_eq!(parsed(b"$IIHDG,246,,,,*").unwrap_err(), Flaw::Frame);
        assert_eq!(parsed(b"$IIHD").unwrap_err(), Flaw::Frame);
    }

    #[test]
    fn a_line_read_in_one_pass_says_the_same_as_one_read_in_steps() {
        let lines = [
            "$GPRMC,100000.00,A,5428.66969,N,01016.24755,E,7.97,177.6,071026,,,A*69",
            "$IIHDT,181.3,T*29",
            "$IIHDG,246,,,,*57",
            "$24HDG,,,,,,,,,,,,,,,,,,,*61",
            "$IIVHW,181.3,T,,M,7.89,N,14.60,K*45",
        ];
        for line in lines {
            for end in ["\n", "\r\n"] {
                let text = format!("{line}{end}$IIHDT,1,T*2F and so on");
                let mut room = no_forms();
                let (quick, length) = parse_line(text.as_bytes(), &mut room).unwrap();
                let slow = parsed(line.as_bytes()).unwrap().unwrap();
                assert_eq!(length, line.len() + end.len(), "{line}");
                assert_eq!((quick.kind, quick.checked, quick.count), (slow.kind, slow.checked, slow.count));
                (0..FIELDS).for_each(|field| assert_eq!(quick.field(field), slow.field(field), "{line}"));
                for byte in 0..text.len() {
                    let mut torn = text.clone().into_bytes();
                    torn[byte] ^= 1;
                    let quick =
                        parse_line(&torn, &mut room).map(|(s, length)| (s.kind, s.text.to_vec(), length));
                    let rest = &torn[..torn.iter().position(|b| *b == b'\n').unwrap_or(torn.len())];
                    let slow = parsed(rest)
                        .ok()
                        .flatten()
                        .filter(|_| torn[0] == b'$')
                        .map(|s| (s.kind, s.text.to_vec()));
                    // It may leave a line to the other, but never say something else.
                    assert!(quick.is_none_or(|(kind, text, _)| slow == Some((kind, text))), "{byte} {line}");
                }
            }
        }
        for other in [
            "$IIHDT,181.3,T*28\n",
            "$IIHDT,181.3,T\n",
            "$PGRME,15.0,M*1C\n",
            "1 $IIHDT,181.3,T*29\n",
            "$IIHDT,181.3,T*29",
        ] {
            assert!(parse_line(other.to_string().as_bytes(), &mut no_forms()).is_none(), "{other}");
        }
    }

    #[test]
    fn more_fields_than_are_looked_at_are_no_fault() {
        let text = format!("$IIXDR{}", ",1".repeat(FIELDS + 5));
        let sentence = parsed(text.as_bytes()).unwrap().unwrap();
        assert_eq!((sentence.field(FIELDS - 2), sentence.field(FIELDS)), (&b"1"[..], &b""[..]));
        let short = parsed(b"$IIHDG,246.5,,").unwrap().unwrap();
        assert_eq!((short.number(0), short.field(2), short.field(3)), (Some(246.5), &b""[..], &b""[..]));
    }

    #[test]
    fn ships_of_others_are_passed_over() {
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
