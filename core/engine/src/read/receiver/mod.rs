//! Binary logs of receivers: frames of a known length, each with a checksum or with fields in a narrow range.
//!
//! | module | format |
//! |---|---|
//! | `ubx` | messages of u-blox receivers |
//! | `sbp` | packed fixes of Locosys loggers |
//! | `sbn` | SiRF messages of Locosys loggers |
//! | `oao` | frames of Motion receivers |
//! | `gpy` | compact records of ESP loggers |

mod fix;
mod gpy;
mod oao;
mod sbn;
mod sbp;
mod ubx;

use crate::damage::LossKind;
use crate::error::Error;
use crate::read::binary_log::BinaryLog;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::Sheet;
use crate::track::{Format, Recording};

use fix::{Fix, Slots};

pub(super) use gpy::Gpy;
pub(super) use oao::Oao;
pub(super) use sbn::Sbn;
pub(super) use sbp::Sbp;
pub(super) use ubx::Ubx;

/// The format of a log by its first bytes.
pub(super) fn format(bytes: &[u8]) -> Option<Format> {
    Some(match bytes {
        _ if sbp::is_sbp(bytes) => Format::Sbp,
        _ if sbn::is_sbn(bytes) => Format::Sbn,
        _ if oao::is_oao(bytes) => Format::Oao,
        _ if gpy::is_gpy(bytes) => Format::Gpy,
        _ if ubx::is_ubx(bytes) => Format::Ubx,
        _ => return None,
    })
}

/// True when the bytes begin with an intact frame, or with one with a wrong checksum that an intact one follows.
fn begins(protocol: &dyn Protocol, bytes: &[u8]) -> bool {
    match protocol.frame(bytes) {
        Frame::WrongChecksum(length) => {
            let second = bytes.get(length..).unwrap_or_default();
            matches!(protocol.frame(second), Frame::Intact(_))
        }
        frame => matches!(frame, Frame::Intact(_)),
    }
}

/// The bytes at a place of a log.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Frame {
    /// A frame of this length that is intact.
    Intact(usize),
    /// A frame of this length with a wrong checksum.
    WrongChecksum(usize),
    /// A frame that extends beyond the bytes.
    Incomplete,
    /// No frame.
    None,
}

/// What an intact frame holds.
pub(super) enum Content {
    Fix(Fix),
    /// The difference of a fix to one that is not known.
    WithoutReference,
    Other,
}

/// A format of frames.
pub(super) trait Protocol: Send {
    fn format(&self) -> Format;

    /// Name of the device or its maker.
    fn device(&self) -> &str;

    /// Fewest bytes of a fix, and most bytes of a frame.
    fn lengths(&self) -> (usize, usize);

    /// Frames that must be intact one after the other for the search behind damage to end there.
    fn checked_frames(&self) -> usize {
        1
    }

    /// The frame at the start of these bytes.
    fn frame(&self, bytes: &[u8]) -> Frame;

    /// True when a frame, of which the end may be missing, holds a fix.
    fn is_fix(&self, frame: &[u8]) -> bool;

    /// Reads an intact frame.
    fn read(&mut self, frame: &[u8]) -> Content;

    /// Tells that this frame has a wrong checksum, or that bytes which may have held any frame are damaged (empty).
    fn lost(&mut self, _frame: &[u8]) {}
}

/// Reads a log, piece by piece.
pub(super) struct Reader {
    protocol: Box<dyn Protocol>,
    slots: Slots,
    log: BinaryLog,
}

impl Piecewise for Reader {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        // The frames ahead that are examined must be available.
        let ahead = (self.protocol.checked_frames() + 2) * self.protocol.lengths().1;
        let until = if last { bytes.len() } else { bytes.len().saturating_sub(ahead) };
        let mut at = 0;
        while at < until {
            at = if self.log.is_damaged() {
                let intact = (at..until).find(|at| self.fixes_follow(bytes, *at));
                self.log.searched(intact, until, last)
            } else {
                self.frame(bytes, at)?
            };
        }
        if self.log.is_damaged() && last {
            self.log.searched(None, until, last);
        }
        Ok(self.log.done(at.min(bytes.len())))
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.log.finish(self.protocol.format(), self.protocol.device())
    }
}

impl Reader {
    /// A reader of a protocol for a log of `length` bytes, 0 when unknown.
    pub(super) fn new(protocol: Box<dyn Protocol>, length: usize) -> Self {
        let mut sheet = Sheet::of_file(length, protocol.lengths().0);
        Self { protocol, slots: Slots::new(&mut sheet), log: BinaryLog::new(sheet) }
    }

    /// Reads the frame at `at`; where reading continues.
    fn frame(&mut self, bytes: &[u8], at: usize) -> Result<usize, Error> {
        let rest = bytes.get(at..).unwrap_or_default();
        match self.protocol.frame(rest) {
            Frame::Intact(length) => {
                match self.protocol.read(rest.get(..length).unwrap_or(rest)) {
                    Content::Fix(fix) => self.fix(&fix, at, at + length)?,
                    Content::WithoutReference => {
                        let reason = "Points that refer to a damaged point were left out.";
                        self.log.leave_out(at..at + length, LossKind::Malformed, 1, reason);
                    }
                    Content::Other => {}
                }
                Ok(at + length)
            }
            Frame::WrongChecksum(length) if self.frames_follow(bytes, at + length) => {
                let frame = rest.get(..length).unwrap_or(rest);
                self.protocol.lost(frame);
                let points = u32::from(self.protocol.is_fix(frame));
                let reason = "Points with a wrong checksum were left out.";
                self.log.leave_out(at..at + length, LossKind::Checksum, points, reason);
                Ok(at + length)
            }
            // A damaged length may extend beyond the end, too; then intact frames follow.
            Frame::Incomplete if !(at + 1..bytes.len()).any(|at| self.fixes_follow(bytes, at)) => {
                self.log.incomplete(at..bytes.len(), self.protocol.is_fix(rest));
                Ok(bytes.len())
            }
            _ => {
                self.protocol.lost(&[]);
                Ok(self.log.damaged(at))
            }
        }
    }

    /// True when intact frames follow from `at` on, the first with a fix. Only fixes are searched for, because checksums
    /// of long frames at every place would take too long.
    fn fixes_follow(&self, bytes: &[u8], at: usize) -> bool {
        self.protocol.is_fix(bytes.get(at..).unwrap_or_default()) && self.frames_follow(bytes, at)
    }

    /// True when intact frames follow from `at` on, or fewer up to the end.
    fn frames_follow(&self, bytes: &[u8], mut at: usize) -> bool {
        for checked in 0..self.protocol.checked_frames() {
            match self.protocol.frame(bytes.get(at..).unwrap_or_default()) {
                Frame::Intact(length) => at += length,
                Frame::Incomplete => return checked > 0 || at >= bytes.len(),
                Frame::WrongChecksum(_) | Frame::None => return at >= bytes.len(),
            }
        }
        true
    }

    fn fix(&mut self, fix: &Fix, at: usize, end: usize) -> Result<(), Error> {
        let [lat_deg, lon_deg] = fix.position_deg();
        if lat_deg.is_finite() && !(9.0e11..7.0e12).contains(&fix.time_ms) {
            self.log.impossible_time(at..end);
        } else if self.log.position(fix.time_ms, lat_deg, lon_deg, at..end)? {
            self.slots.set(fix, &mut self.log.sheet);
        }
        Ok(())
    }
}

/// Fletcher's checksum of bytes, modulo 256.
fn fletcher<'a>(bytes: impl Iterator<Item = &'a u8>) -> [u8; 2] {
    bytes.fold([0u8; 2], |[a, b], byte| {
        let a = a.wrapping_add(*byte);
        [a, b.wrapping_add(a)]
    })
}

#[cfg(test)]
mod test_bits;
#[cfg(test)]
mod test_gpy;
#[cfg(test)]
mod test_oao;
#[cfg(test)]
mod test_sbn;
#[cfg(test)]
mod test_sbp;
#[cfg(test)]
mod test_ubx;
