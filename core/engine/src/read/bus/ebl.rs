//! Actisense's binary log: records between `ESC SOH` and `ESC LF`, of which one holds the time, and between them the bytes of
//! the gateway, in which messages stand between `DLE STX` and `DLE ETX` with a checksum.
//!
//! Source: Actisense SDK, documentation of EBL, BDTP, BST 93, BST 95 and BST D0.

use crate::damage::LossKind;
use crate::error::Error;
use crate::read::instant::from_number;
use crate::read::loss::Losses;
use crate::read::nmea::clock::Stamp;
use crate::read::piecewise::Piecewise;
use crate::track::{Format, Recording};

use super::Network;
use super::frame::Frame;

const ESC: u8 = 0x1B;
const SOH: u8 = 0x01;
const LF: u8 = 0x0A;
const DLE: u8 = 0x10;
const STX: u8 = 0x02;
const ETX: u8 = 0x03;
/// Tags of records: time, and a message without its frame.
const TIME: u8 = 0x03;
const MESSAGE: u8 = 0x07;
/// Longest record or message, bytes.
const LONGEST: usize = 2048;
/// A record at the start ends within so many bytes. *Guess*.
const FIRST_RECORD: usize = 300;

/// True for bytes that begin with a record.
pub(in crate::read) fn is_ebl(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(FIRST_RECORD)).unwrap_or(bytes);
    matches!(start, [ESC, SOH, 1..=15, ..]) && start.windows(2).skip(2).any(|pair| pair == [ESC, LF])
}

/// Reads a log, byte by byte.
pub(in crate::read) struct Ebl {
    network: Network,
    /// The last byte was ESC; the record that is open.
    escaped: bool,
    record: Option<Vec<u8>>,
    /// The last byte of the gateway was DLE; the message that is open.
    linked: bool,
    message: Option<Vec<u8>>,
    stamp: Option<Stamp>,
    at: usize,
}

impl Piecewise for Ebl {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        for byte in bytes {
            self.byte(*byte)?;
            self.at += 1;
        }
        self.network.rows.reached(self.at);
        if last && (self.record.is_some() || self.message.is_some()) {
            let time_ms = self.network.rows.last_ms();
            self.network.losses.stopped(self.at.saturating_sub(1), self.at, 0, time_ms, None);
        }
        Ok(bytes.len())
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.network.finish(Format::Ebl)
    }
}

impl Ebl {
    /// A reader for a log of `length` bytes, 0 when unknown.
    pub(in crate::read) fn new(length: usize) -> Self {
        let network = Network::new(length, 100, Losses::bytes());
        Self { network, escaped: false, record: None, linked: false, message: None, stamp: None, at: 0 }
    }

    fn byte(&mut self, byte: u8) -> Result<(), Error> {
        if !std::mem::take(&mut self.escaped) {
            self.escaped = byte == ESC;
            return if self.escaped { Ok(()) } else { self.plain(byte) };
        }
        match byte {
            ESC => self.plain(ESC),
            SOH => {
                if self.record.replace(Vec::new()).is_some() {
                    return self.damaged();
                }
                Ok(())
            }
            LF => match self.record.take() {
                Some(record) => self.record(&record),
                None => self.damaged(),
            },
            _ => self.damaged(),
        }
    }

    /// Leaves out what is open; the reading continues.
    fn damaged(&mut self) -> Result<(), Error> {
        self.network.lose(self.at, LossKind::Malformed, "Damaged bytes were skipped.");
        Ok(())
    }

    /// A byte of the open record, or of the gateway.
    fn plain(&mut self, byte: u8) -> Result<(), Error> {
        if let Some(record) = &mut self.record {
            record.push(byte);
            if record.len() > LONGEST {
                self.record = None;
                return self.damaged();
            }
            return Ok(());
        }
        let linked = std::mem::take(&mut self.linked);
        match (linked, byte, &mut self.message) {
            (false, DLE, _) => self.linked = true,
            (true, STX, message) => {
                if message.replace(Vec::new()).is_some() {
                    return self.damaged();
                }
            }
            (true, ETX, message) => {
                if let Some(message) = message.take() {
                    return self.checked(&message);
                }
            }
            (false, _, Some(message)) | (true, DLE, Some(message)) if message.len() < LONGEST => {
                message.push(byte);
            }
            (_, _, message) => {
                if message.take().is_some() {
                    return self.damaged();
                }
            }
        }
        Ok(())
    }

    /// A message with its checksum, with which the sum of its bytes is 0.
    fn checked(&mut self, message: &[u8]) -> Result<(), Error> {
        let is_intact = message.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) == 0;
        match message.split_last().filter(|_| is_intact) {
            Some((_, message)) => self.bst(message),
            None => {
                let reason = "Messages with a wrong checksum were left out.";
                self.network.lose(self.at, LossKind::Checksum, reason);
                Ok(())
            }
        }
    }

    fn record(&mut self, record: &[u8]) -> Result<(), Error> {
        match record.split_first() {
            Some((&TIME, ticks)) => {
                let ticks = ticks.first_chunk().map(|ticks| u64::from_le_bytes(*ticks) as f64);
                match ticks.and_then(from_number) {
                    Some(ms) => self.stamp = Some(Stamp::Moment(ms)),
                    None => return self.damaged(),
                }
                Ok(())
            }
            Some((&MESSAGE, message)) => self.bst(message),
            _ => Ok(()),
        }
    }

    /// A message of the gateway: its kind, its length, and what it holds of the network.
    fn bst(&mut self, message: &[u8]) -> Result<(), Error> {
        let at = self.at;
        let found = match message {
            [0x93, length, _, specific, format, page, _, source, _, _, _, _, count, data @ ..] => {
                let is_whole = usize::from(*length) + 2 == message.len() && usize::from(*count) == data.len();
                Some((pgn(*page, *format, *specific), *source, data)).filter(|_| is_whole)
            }
            [0x95, length, _, _, source, specific, format, page, data @ ..] => {
                let is_whole = usize::from(*length) + 2 == message.len();
                Some((pgn(*page, *format, *specific), *source, data)).filter(|_| is_whole)
            }
            [0xD0, _, _, _, source, specific, format, page, _, _, _, _, _, data @ ..] => {
                Some((pgn(*page, *format, *specific), *source, data))
            }
            // What the gateway says of itself, and what was sent to it.
            [0x93 | 0x95, ..] => None,
            _ => return Ok(()),
        };
        match found {
            Some((pgn, source, data)) => {
                self.network.message(&Frame { stamp: self.stamp, pgn, source }, data, at)
            }
            None => self.damaged(),
        }
    }
}

/// A PGN by its bytes; of the first the lower two bits.
fn pgn(page: u8, format: u8, specific: u8) -> u32 {
    let specific = if format < 240 { 0 } else { specific };
    u32::from(page & 3) << 16 | u32::from(format) << 8 | u32::from(specific)
}
