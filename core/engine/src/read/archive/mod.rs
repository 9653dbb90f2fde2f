//! Archives: `.zip` as Garmin exports them, and `.gz`, unpacked while they arrive. Guarded: an archive cannot grow
//! without bound, holds few entries, and no archive inside is opened; names in it serve messages alone.

mod gz;
mod inflate;
mod inside;
mod zip;

use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::piecewise::{Piecewise, Reading};
use crate::track::{Format, Recording};

use inside::{Inside, Sniffing};

#[cfg(feature = "judges")]
pub use inside::{Member, members};

/// Who gets what comes out of an archive, file by file.
trait Unpacked {
    fn begin(&mut self, name: &str);
    fn bytes(&mut self, bytes: &[u8]);
    fn end(&mut self, flaw: Option<Flaw>);
    /// A file that is not unpacked, and why: "is locked with a password".
    fn closed(&mut self, name: &str, why: &'static str);
    /// What is wrong with the archive as a whole.
    fn flaw(&mut self, flaw: Flaw);
    /// Nothing more is wanted.
    fn is_content(&self) -> bool {
        false
    }
}

/// What is wrong with a stretch of an archive's bytes.
struct Flaw {
    kind: LossKind,
    from: usize,
    to: usize,
    /// A sentence.
    reason: &'static str,
}

const CUT: &str = "The archive is cut off; what could be unpacked of it was read.";
const DAMAGED: &str = "The archive is damaged; what could be unpacked before the damage was read.";
const CHANGED: &str = "The archive's checksum does not fit; what it holds may have been changed.";

/// True when the bytes are an archive that is opened.
pub fn is_archive(bytes: &[u8]) -> bool {
    zip::is_zip(bytes) || gz::is_gz(bytes)
}

/// The kind of an archive that is not opened.
pub fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    const MARKS: &[(&[u8], &str)] = &[
        (b"7z\xBC\xAF\x27\x1C", "7z"),
        (b"Rar!\x1A\x07", "rar"),
        (b"BZh", "bz2"),
        (b"\xFD7zXZ\0", "xz"),
        (b"\x28\xB5\x2F\xFD", "zst"),
        (b"PK\x07\x08PK", "zip in several parts"),
    ];
    let tar = bytes.get(257..262) == Some(b"ustar");
    let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, kind)| *kind);
    marked.or(tar.then_some("tar"))
}

/// The format of the first recording inside.
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    let mut sniffing = Sniffing::default();
    let _ = Unpacking::of(bytes).take(bytes, true, &mut sniffing);
    sniffing.found()
}

/// Reads the first recording inside; the names of the others are told.
pub struct Archive {
    unpacking: Unpacking,
    inside: Inside,
}

impl Archive {
    /// Before the first byte of an archive that begins like this. `like`: how what is inside is read.
    pub fn new(start: &[u8], like: Reading) -> Self {
        Self { unpacking: Unpacking::of(start), inside: Inside::new(like) }
    }
}

impl Piecewise for Archive {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        self.unpacking.take(bytes, last, &mut self.inside)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.inside.finish()
    }
}

/// Unpacks whatever archive it is.
enum Unpacking {
    Gz(gz::Gz),
    Zip(Box<zip::Zip>),
}

impl Unpacking {
    fn of(start: &[u8]) -> Self {
        if gz::is_gz(start) { Self::Gz(gz::Gz::new()) } else { Self::Zip(Box::new(zip::Zip::new())) }
    }

    fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn Unpacked) -> Result<usize, Error> {
        match self {
            Self::Gz(gz) => gz.take(bytes, last, to),
            Self::Zip(zip) => zip.take(bytes, last, to),
        }
    }
}

fn too_large() -> Error {
    let megabytes = limits::ARCHIVE_BYTES / 1024 / 1024;
    let limit =
        format!("unpacked it is over {megabytes} MB, or over {} times its size", limits::ARCHIVE_RATIO);
    ErrorKind::TooLarge { limit }.into()
}

fn unreadable(reason: impl Into<String>) -> Error {
    ErrorKind::Unreadable { reason: reason.into() }.into()
}

#[cfg(test)]
mod test;
