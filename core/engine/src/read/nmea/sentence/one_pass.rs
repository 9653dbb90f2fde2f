//! Reading a line in one pass, by where the commas stood in the last sentence of its kind.

use super::{Commas, NO_COMMAS, Sentence, hex};
use crate::read::near::bytes_equal;

/// Longest line read in one pass, words of eight bytes.
const WORDS: usize = 16;

/// Positions of the commas in the last sentence of a kind; usually the next one has the same.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    /// For each word, the top bits of the bytes that are a comma or the end.
    marks: [u64; WORDS],
    commas: Commas,
    count: usize,
}

/// Forms by a hash of the sentence's kind.
pub(super) type Forms = [Form; 32];

/// The forms before the first sentence.
pub(crate) fn no_forms() -> Forms {
    std::array::from_fn(|_| Form { marks: [0; WORDS], commas: NO_COMMAS, count: 0 })
}

/// Parses a line of the usual form, from `$` to line feed with a matching checksum; the sentence and the line's length.
/// `None` for every other line, which [`super::parse`] reads.
#[inline]
pub(crate) fn parse_line<'a>(line: &'a [u8], forms: &'a mut Forms) -> Option<(Sentence<'a>, usize)> {
    let &[b'$', _, _, a, b, c, ..] = line else { return None };
    let place = usize::from(a) ^ usize::from(b) << 1 ^ usize::from(c) << 2;
    let form = forms.get_mut(place % 32)?;
    let rest = line.get(1..)?;
    let (words, _) = rest.as_chunks::<8>();
    let (mut sums, mut differ) = (0, 0);
    for (i, (word, before)) in words.iter().zip(&mut form.marks).enumerate() {
        let word = u64::from_le_bytes(*word);
        let ends = bytes_equal(word, b'*') | controls(word);
        // Mask of the bytes before the lowest mark; all bytes without a mark.
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
    // Some marks are of this line, which is incomplete: the positions must be found again.
    form.count = usize::MAX;
    None
}

impl Form {
    /// Sets the positions of the commas before `end` from the marks; `None` when there are too many.
    fn find(&mut self, end: usize) -> Option<()> {
        self.count = 0;
        for (at, mut found) in (0u16..).step_by(8).zip(self.marks).take(end / 8 + 1) {
            while found != 0 {
                *self.commas.get_mut(self.count)? = at + found.trailing_zeros() as u16 / 8;
                self.count += 1;
                found &= found - 1;
            }
        }
        // The last mark is the end, not a comma.
        self.count = self.count.saturating_sub(1);
        Some(())
    }
}

/// The sentence whose text ends with the asterisk at `end`; `None` when its frame or checksum is not intact.
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
    let tagged = [first, second, a, b, c].iter().all(u8::is_ascii_alphanumeric) && first != b'P';
    if !tagged || hex(after.get(1..3)?) != Some(sum) {
        return None;
    }
    let Form { commas, count, .. } = form;
    Some((Sentence { kind: [a, b, c], checked: true, text, commas, count: *count }, length))
}

/// The top bit of the lowest byte of a word that is a control character; the bits above it are undefined.
#[inline(always)]
fn controls(word: u64) -> u64 {
    const SPACES: u64 = 0x2020_2020_2020_2020;
    word.wrapping_sub(SPACES) & !word & 0x8080_8080_8080_8080
}

#[cfg(test)]
mod tests {
    use super::super::{FIELDS, tests::parsed};
    use super::*;

    #[test]
    fn a_line_parsed_in_one_pass_gives_the_same_sentence() {
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
                    // It may return `None`, but never another sentence.
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
}
