//! Logs of a boat's network: NMEA 2000 as text or in Actisense's binary log, and the deltas of Signal K. The messages of
//! several devices, each with a time of its own, become rows.
//!
//! | module | contents |
//! |---|---|
//! | `frame` | a message of NMEA 2000 in the lines of canboat, Yacht Devices, candump and Actisense |
//! | `ebl` | the same in Actisense's binary log |
//! | `pgn` | payload of a message → readings |
//! | `canboat` | a message as canboat's analyzer writes it in JSON → readings |
//! | `delta` | a delta of Signal K → readings |
//! | `rows` | readings → rows; which device is read, and the time |
//!
//! Sources: canboat, documentation of PGNs and of its formats; Yacht Devices, manual of YDNU-02, RAW; can-utils, candump;
//! Actisense, documentation of N2K ASCII, BDTP, BST and EBL; Signal K specification 1.7, delta format and keys.

mod canboat;
mod delta;
mod ebl;
mod frame;
mod pgn;
mod rows;

use memchr::memchr;

use crate::config::limits::CSV_ROW_BYTES;
use crate::damage::LossKind;
use crate::error::Error;
use crate::read::json::{Token, walk};
use crate::read::loss::Losses;
use crate::read::nmea::clock::{Stamp, stamp};
use crate::read::nmea::sentence::parse as parse_sentence;
use crate::read::number::decimal;
use crate::read::piecewise::Piecewise;
use crate::read::text::first_line;
use crate::track::{Format, Recording};

use frame::{Assembled, FastPackets};
use rows::Rows;

pub(super) use ebl::{Ebl, is_ebl};

/// Lines by which the format is recognized.
const SNIFFED_LINES: usize = 100;
/// Bytes by which the own vessel and the unit of canboat's angles are determined.
const SURVEYED: usize = 512 * 1024;
/// Most vessels among which the own one is searched for. *Guess*.
const VESSELS: usize = 200;

/// The format of a text of which at least a quarter of the first lines are messages of a network.
pub(super) fn format(text: &[u8]) -> Option<Format> {
    let lines = text.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).take(SNIFFED_LINES);
    let (mut all, mut messages, mut deltas, mut data) = (0, 0, 0, Vec::new());
    for line in lines {
        let (_, line) = server_stamp(line);
        if line.first() == Some(&b'#') {
            continue;
        }
        all += 1;
        match line.first() {
            Some(b'{') if canboat::is_message(line) => messages += 1,
            Some(b'{') => {
                deltas += usize::from(delta::read(line).is_some_and(|delta| !delta.updates.is_empty()))
            }
            _ => messages += usize::from(frame::parse(line, &mut data).is_some()),
        }
    }
    let is_log = 4 * (messages + deltas) >= all && messages + deltas > 0;
    is_log.then_some(if deltas > messages { Format::Signalk } else { Format::N2k })
}

/// The time stamp that a Signal K server wrote before a line, `1502979132106;name;`, and the line after it.
fn server_stamp(line: &[u8]) -> (Option<Stamp>, &[u8]) {
    let line = line.trim_ascii();
    let after = |text: &[u8]| memchr(b';', text.get(..text.len().min(64))?);
    let found = line.first().filter(|b| b.is_ascii_digit()).and_then(|_| {
        let first = after(line)?;
        let second = first + 1 + after(line.get(first + 1..)?)?;
        Some((stamp(line.get(..first)?)?, line.get(second + 1..)?))
    });
    found.map_or((None, line), |(stamp, rest)| (Some(stamp), rest.trim_ascii()))
}

/// What is determined by the start of a log.
struct Survey {
    /// Context of the own vessel in deltas.
    own: Vec<u8>,
    /// Canboat's angles are degrees, otherwise radians.
    in_degrees: bool,
}

impl Survey {
    /// The own vessel is the one that the server names, else the one with the most values; the angles of canboat are in the
    /// unit that it names, else in degrees where one is over 2π.
    fn of(text: &[u8]) -> Self {
        let start = text.get(..text.len().min(SURVEYED)).unwrap_or(text);
        let (mut vessels, mut own, mut widest, mut in_degrees) =
            (Vec::<(Vec<u8>, usize)>::new(), None, 0.0f64, None);
        for line in start.split(|b| *b == b'\n') {
            let (_, line) = server_stamp(line);
            if line.first() != Some(&b'{') || line.len() > CSV_ROW_BYTES {
                continue;
            }
            if let Some(unit) = canboat::unit(line) {
                in_degrees = in_degrees.or(Some(unit));
            } else if canboat::is_message(line) {
                widest = widest.max(canboat::widest_angle(line));
            } else if let Some(delta) = delta::read(line) {
                own = own.or(delta.own.map(<[u8]>::to_vec));
                let values = delta.updates.iter().map(|update| update.items.len()).sum::<usize>();
                match vessels.iter().position(|(vessel, _)| vessel == delta.context) {
                    Some(place) => vessels[place].1 += values,
                    None if vessels.len() < VESSELS => vessels.push((delta.context.to_vec(), values)),
                    None => {}
                }
            }
        }
        let most = vessels.into_iter().max_by_key(|(_, values)| *values).map(|(vessel, _)| vessel);
        Self {
            own: own.or(most).unwrap_or_default(),
            in_degrees: in_degrees.unwrap_or(widest > std::f64::consts::TAU + 1e-3),
        }
    }
}

/// Reads a log of lines, piece by piece. Rows may lack a position, as in a wind log.
pub(super) struct Log {
    format: Format,
    network: Network,
    survey: Option<Survey>,
    data: Vec<u8>,
    line: usize,
    bytes: usize,
}

/// What the readers of both kinds of logs share: messages become rows.
struct Network {
    rows: Rows,
    packets: FastPackets,
    losses: Losses,
    /// Intact messages, and those before the first time.
    messages: usize,
    early: usize,
}

impl Network {
    fn new(length: usize, bytes_per_row: usize, losses: Losses) -> Self {
        let (rows, packets) = (Rows::new(length, bytes_per_row), FastPackets::default());
        Self { rows, packets, losses, messages: 0, early: 0 }
    }

    fn lose(&mut self, at: usize, kind: LossKind, reason: &str) {
        let time_ms = self.rows.last_ms();
        self.losses.add(at, at + 1, kind, 0, time_ms, reason);
    }

    /// The time of a message; none, which is counted, before the first one.
    fn time_ms(&mut self, stamp: Option<Stamp>) -> Option<f64> {
        self.messages += 1;
        let time_ms = self.rows.time_ms(stamp);
        self.early += usize::from(time_ms.is_none());
        time_ms
    }

    /// Takes a message of NMEA 2000. `at`: its line or byte.
    fn message(&mut self, frame: &frame::Frame, data: &[u8], at: usize) -> Result<(), Error> {
        let stamped = frame.stamp.is_some();
        let time_ms = self.time_ms(frame.stamp);
        let whole = match self.packets.assembled(frame, data) {
            Assembled::Whole(data) => data,
            Assembled::Part => return Ok(()),
            Assembled::Broken => {
                self.lose(at, LossKind::Malformed, "Messages of which a part is missing were left out.");
                return Ok(());
            }
        };
        let rows = &mut self.rows;
        let mut done = Ok(());
        pgn::readings(frame.pgn, &whole, &mut |key, device, reading| {
            if done.is_ok() {
                let source = u32::from(frame.source) | device << 8;
                done = rows.reading(time_ms, stamped, (key, source), reading);
            }
        });
        done
    }

    fn finish(mut self, format: Format) -> Result<Recording, Error> {
        if self.early > 0 && self.rows.any() {
            self.losses.add(0, 1, LossKind::NoTime, 0, None, "Messages before the first time were left out.");
        }
        let has_times = self.messages == 0 || self.early < self.messages;
        self.rows.finish(format, self.losses, has_times)
    }
}

impl Piecewise for Log {
    fn take(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let survey = self.survey.take().unwrap_or_else(|| Survey::of(text));
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let Some((line, is_ended)) = first_line(rest, last) else { break };
            let length = line.len() + usize::from(is_ended);
            at += length;
            self.bytes += length;
            self.network.rows.reached(self.bytes);
            self.line(line, !is_ended, &survey)?;
            self.line += 1;
        }
        self.survey = Some(survey);
        Ok(at)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.network.finish(self.format)
    }
}

impl Log {
    /// A reader for a text of `length` bytes, 0 when unknown.
    pub(super) fn new(format: Format, length: usize) -> Self {
        let network = Network::new(length, 400, Losses::lines());
        Self { format, network, survey: None, data: Vec::new(), line: 0, bytes: 0 }
    }

    fn line(&mut self, line: &[u8], last: bool, survey: &Survey) -> Result<(), Error> {
        if line.len() > CSV_ROW_BYTES {
            self.network.lose(self.line, LossKind::Limit, "A line longer than 64 kB was left out.");
            return Ok(());
        }
        let (server, message) = server_stamp(line);
        let is_read = match message.first() {
            None | Some(b'#') => true,
            Some(b'{') => self.json(server, message, survey)?,
            Some(b'$' | b'!') => self.sentence(server, message)?,
            Some(_) => self.frame(server, message)?,
        };
        if !is_read && last {
            let time_ms = self.network.rows.last_ms();
            self.network.losses.stopped(self.line, self.line + 1, 0, time_ms, None);
        } else if !is_read {
            self.network.lose(self.line, LossKind::Malformed, "Lines that are no messages were skipped.");
        }
        Ok(())
    }

    fn frame(&mut self, server: Option<Stamp>, line: &[u8]) -> Result<bool, Error> {
        let mut data = std::mem::take(&mut self.data);
        let frame = frame::parse(line, &mut data);
        if let Some(mut frame) = frame {
            frame.stamp = frame.stamp.or(server);
            self.network.message(&frame, &data, self.line)?;
        }
        self.data = data;
        Ok(frame.is_some())
    }

    fn json(&mut self, server: Option<Stamp>, line: &[u8], survey: &Survey) -> Result<bool, Error> {
        if canboat::unit(line).is_some() {
            return Ok(true);
        }
        if canboat::is_message(line) {
            let Some(message) = canboat::read(line) else { return Ok(false) };
            let stamp = message.stamp.or(server);
            let time_ms = self.network.time_ms(stamp);
            let (rows, mut done) = (&mut self.network.rows, Ok(()));
            message.readings(survey.in_degrees, &mut |key, device, reading| {
                if done.is_ok() {
                    let source = message.source | device << 8;
                    done = rows.reading(time_ms, stamp.is_some(), (key, source), reading);
                }
            });
            return done.map(|()| true);
        }
        let Some(delta) = delta::read(line) else { return Ok(false) };
        if !delta.is_of(&survey.own) {
            return Ok(true);
        }
        for update in &delta.updates {
            let stamp = update.time_ms.map(Stamp::Moment).or(server);
            let time_ms = self.network.time_ms(stamp).filter(|ms| self.network.rows.is_current(*ms));
            let (rows, mut done) = (&mut self.network.rows, Ok(()));
            update.readings(&mut |key, reading| {
                if done.is_ok() && time_ms.is_some() {
                    done = rows.reading(time_ms, stamp.is_some(), (key, update.source), reading);
                }
            });
            done?;
        }
        Ok(true)
    }

    /// A sentence of NMEA 0183 among the messages of a server.
    fn sentence(&mut self, server: Option<Stamp>, line: &[u8]) -> Result<bool, Error> {
        let Ok(sentence) = parse_sentence(line) else { return Ok(false) };
        if let Some(sentence) = sentence
            && let Some(time_ms) = self.network.time_ms(server)
        {
            self.network.rows.sentence(time_ms, &sentence)?;
        }
        Ok(true)
    }
}

/// The text of a value.
fn text<'a>(token: &Token<'a>) -> &'a [u8] {
    match token {
        Token::Text(text, _) | Token::Plain(text) => text,
        _ => &[],
    }
}

/// The number of a value; NaN for a text that is none.
fn number(token: &Token<'_>) -> f64 {
    decimal(text(token)).unwrap_or(f64::NAN)
}

/// A number for a name, by which devices are distinguished.
fn hash(hash: u32, text: &[u8]) -> u32 {
    text.iter().fold(hash ^ 0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// True for an object with a name at its first level.
fn has_name(line: &[u8], name: &[u8]) -> bool {
    let mut found = false;
    walk(line, &mut |names, value| found |= value.is_some() && names == [name]) && found
}

#[cfg(test)]
mod test;
