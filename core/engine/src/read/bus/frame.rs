//! A message of NMEA 2000 in a line of text, and long messages out of several frames.

use crate::read::instant::{clock, iso_8601};
use crate::read::nmea::clock::{Stamp, stamp};
use crate::read::number::whole;

use super::pgn::GNSS;

/// Longest message, bytes.
const LONGEST: usize = 1785;
/// Messages of devices that are incomplete at a time; the oldest is left out beyond them. *Guess*.
const OPEN: usize = 16;

/// Head of a message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    /// As the logger wrote it.
    pub stamp: Option<Stamp>,
    pub pgn: u32,
    /// Address of the device.
    pub source: u8,
}

impl Frame {
    /// By the identifier of a CAN frame, 29 bits.
    pub(super) fn of_identifier(stamp: Option<Stamp>, id: u32) -> Self {
        let (page, format, specific) = (id >> 24 & 3, id >> 16 & 0xFF, id >> 8 & 0xFF);
        // Below 240 the last byte is the address of who is spoken to.
        let pgn = page << 16 | format << 8 | if format < 240 { 0 } else { specific };
        Self { stamp, pgn, source: id as u8 }
    }
}

/// The message of a line, its bytes in `data`; none for a line of another kind.
pub(super) fn parse(line: &[u8], data: &mut Vec<u8>) -> Option<Frame> {
    data.clear();
    match line {
        [b'(', ..] => {
            let end = line.iter().position(|b| *b == b')')?;
            candump(stamp(line.get(1..end)?), line.get(end + 1..)?, data)
        }
        [b'<', b'0', b'x', ..] => {
            let end = line.iter().position(|b| *b == b'>')?;
            let frame = Frame::of_identifier(None, identifier(line.get(3..end)?)?);
            bracketed(line.get(end + 1..)?, data)?;
            Some(frame)
        }
        [b'A', digit, ..] if digit.is_ascii_digit() => n2k_ascii(line, data),
        [_, _, b':', ..] => yacht_devices(line, data),
        [digit, ..] if digit.is_ascii_digit() => canboat(line, data),
        _ => candump(None, line, data),
    }
}

/// `2011-11-24-22:42:04.388,2,127251,36,255,8,7d,0b,7d,02,00,ff,ff,ff`
fn canboat(line: &[u8], data: &mut Vec<u8>) -> Option<Frame> {
    let mut cells = line.split(|b| *b == b',');
    let time = moment(cells.next()?)?;
    let mut next = || cells.next().and_then(whole);
    let (_, pgn, source, _, length) = (next()?, next()?, next()?, next()?, next()?);
    for cell in cells {
        data.push(byte(cell.trim_ascii())?);
    }
    let is_whole = data.len() as u64 == length && data.len() <= LONGEST;
    let (pgn, source) = (u32::try_from(pgn).ok()?, u8::try_from(source).ok()?);
    is_whole.then_some(Frame { stamp: Some(Stamp::Moment(time)), pgn, source })
}

/// A date and a time of day, between which canboat writes `-`.
pub(super) fn moment(text: &[u8]) -> Option<f64> {
    if text.get(10) != Some(&b'-') {
        return iso_8601(text).map(|instant| instant.ms);
    }
    let mut iso = [0; 32];
    let copy = iso.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    copy[10] = b'T';
    iso_8601(copy).map(|instant| instant.ms)
}

/// `16:29:27.082 R 09F8017F 50 C3 B8 13 47 D8 2B C6`
fn yacht_devices(line: &[u8], data: &mut Vec<u8>) -> Option<Frame> {
    let mut words = words(line);
    let (of_day_ms, _) = clock(words.next()?)?;
    words.next().filter(|way| matches!(way, [b'R' | b'T']))?;
    let frame = Frame::of_identifier(Some(Stamp::OfDay(of_day_ms)), identifier(words.next()?)?);
    bytes_of(words, data)?;
    Some(frame)
}

/// `A173321.107 23FF7 1F513 012F3070002F30709F`: source, destination and priority in one word.
fn n2k_ascii(line: &[u8], data: &mut Vec<u8>) -> Option<Frame> {
    let mut words = words(line);
    let time = words.next()?.get(1..)?;
    let (digits, fraction) = time.split_at_checked(6)?;
    let part = |at: usize| whole(digits.get(at..at + 2)?).filter(|n| *n < 60);
    let seconds = (part(0)? * 60 + part(2)?) * 60 + part(4)?;
    let ms = whole(fraction.strip_prefix(b".")?.get(..3)?)?;
    let (head, pgn) = (words.next()?, words.next()?);
    let source = byte(head.get(..2)?)?;
    packed(words.next()?, data)?;
    let stamp = Some(Stamp::OfDay((seconds * 1000 + ms) as f64));
    (head.len() == 5).then_some(Frame { stamp, pgn: hexadecimal(pgn)?, source })
}

/// `can0 09F8017F#50C3B81347D82BC6` or `can0  09F8017F   [8]  50 C3 B8 13 47 D8 2B C6`.
fn candump(stamp: Option<Stamp>, rest: &[u8], data: &mut Vec<u8>) -> Option<Frame> {
    let mut words = words(rest);
    let _interface = words.next()?;
    let word = words.next()?;
    let Some(mark) = word.iter().position(|b| *b == b'#') else {
        let frame = Frame::of_identifier(stamp, identifier(word)?);
        let from = rest.iter().position(|b| *b == b'[')?;
        bracketed(rest.get(from..)?, data)?;
        return Some(frame);
    };
    let frame = Frame::of_identifier(stamp, identifier(word.get(..mark)?)?);
    packed(word.get(mark + 1..)?, data)?;
    Some(frame)
}

/// `[8] 50 C3 …`, behind which candump may write the characters in quotes.
fn bracketed(rest: &[u8], data: &mut Vec<u8>) -> Option<()> {
    let mut words = words(rest);
    let count = whole(words.next()?.strip_prefix(b"[")?.strip_suffix(b"]")?)?;
    bytes_of(words.take(usize::try_from(count).ok()?), data)?;
    (data.len() as u64 == count).then_some(())
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// An identifier of 29 bits.
fn identifier(digits: &[u8]) -> Option<u32> {
    hexadecimal(digits).filter(|id| digits.len() == 8 && *id < 1 << 29)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let is_short = (1..=8).contains(&digits.len());
    let digit = |b: &u8| char::from(*b).to_digit(16);
    is_short.then(|| digits.iter().try_fold(0u32, |sum, b| Some(sum << 4 | digit(b)?))).flatten()
}

fn byte(digits: &[u8]) -> Option<u8> {
    hexadecimal(digits).filter(|_| digits.len() == 2).map(|byte| byte as u8)
}

fn bytes_of<'a>(words: impl Iterator<Item = &'a [u8]>, data: &mut Vec<u8>) -> Option<()> {
    for word in words {
        data.push(byte(word)?);
    }
    (data.len() <= LONGEST).then_some(())
}

fn packed(digits: &[u8], data: &mut Vec<u8>) -> Option<()> {
    bytes_of(digits.chunks(2), data)
}

/// Messages longer than a frame, put together again: the first byte of each frame numbers the message and the frame, and the
/// second byte of the first one is the length.
#[derive(Debug, Default)]
pub(super) struct FastPackets {
    open: Vec<Packet>,
}

#[derive(Debug)]
struct Packet {
    source: u8,
    /// Number of the message, and of the frame to come.
    message: u8,
    frame: u8,
    length: usize,
    data: Vec<u8>,
}

/// What a frame makes of a message.
pub(super) enum Assembled {
    Whole(Vec<u8>),
    Part,
    /// A frame before it is missing.
    Broken,
}

impl FastPackets {
    /// The message of a frame. Of the messages that are read one is longer than a frame.
    pub(super) fn assembled(&mut self, frame: &Frame, data: &[u8]) -> Assembled {
        let is_part = frame.pgn == GNSS && data.len() <= 8;
        let Some((&first, rest)) = data.split_first().filter(|_| is_part) else {
            return Assembled::Whole(data.to_vec());
        };
        let (message, number) = (first >> 5, first & 0x1F);
        let place = self.open.iter().position(|packet| packet.source == frame.source);
        let mut packet = match (number, place.map(|place| self.open.swap_remove(place))) {
            (0, before) => {
                let Some((&length, rest)) = rest.split_first() else { return Assembled::Broken };
                let data = rest.to_vec();
                let packet =
                    Packet { source: frame.source, message, frame: 1, length: usize::from(length), data };
                self.keep(packet);
                return if before.is_some() { Assembled::Broken } else { Assembled::Part };
            }
            (_, Some(packet)) if packet.message == message && packet.frame == number => packet,
            (_, Some(_)) => return Assembled::Broken,
            // The rest of a message whose first frame is missing: that is reported once, or it is before the log.
            (_, None) => return Assembled::Part,
        };
        packet.data.extend_from_slice(rest);
        packet.frame += 1;
        if packet.data.len() < packet.length {
            self.keep(packet);
            return Assembled::Part;
        }
        packet.data.truncate(packet.length);
        Assembled::Whole(packet.data)
    }

    fn keep(&mut self, packet: Packet) {
        if self.open.len() == OPEN {
            self.open.remove(0);
        }
        self.open.push(packet);
    }
}
