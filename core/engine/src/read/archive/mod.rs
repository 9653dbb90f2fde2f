//! Archives, `.zip` as Garmin exports them and `.gz`, unpacked while they arrive. Size, ratio and number of files are
//! limited, archives inside archives are not opened, and names of files are used in messages only.

mod gz;
mod inflate;
mod inside;
#[cfg(feature = "write")]
mod members;
mod zip;

use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::piecewise::{Piecewise, Reading};
use crate::track::{Format, Recording};

use inside::{Inside, Sniffing};

#[cfg(feature = "write")]
pub use members::{Member, members, recordings};

/// Receives the contents of an archive, file by file.
trait UnpackSink {
    fn begin(&mut self, name: &str);
    fn bytes(&mut self, bytes: &[u8]);
    fn end(&mut self, flaw: Option<Flaw>);
    /// A file that is not unpacked. `why`: the rest of a clause, such as "is locked with a password".
    fn unopened(&mut self, name: &str, why: &'static str);
    /// Damage of the archive outside its files.
    fn flaw(&mut self, flaw: Flaw);
    /// True when nothing more is needed.
    fn is_done(&self) -> bool {
        false
    }
}

/// Damage in a range of an archive's bytes.
struct Flaw {
    kind: LossKind,
    from: usize,
    to: usize,
    /// A sentence for the user.
    reason: &'static str,
}

const INCOMPLETE: &str = "The archive is incomplete; everything that could be unpacked was read.";
const DAMAGED: &str = "The archive is damaged; everything before the damage was unpacked and read.";
const CHANGED: &str =
    "The archive's checksum does not match, so its contents may have been changed; they were read.";

/// True for an archive of a kind that is opened.
pub fn is_archive(bytes: &[u8]) -> bool {
    zip::is_zip(bytes) || gz::is_gz(bytes)
}

/// True for a zip with other bytes before its first file, such as the program of a self-extracting archive. `bytes`: those by
/// which a format is determined.
pub(super) fn is_archive_behind(bytes: &[u8]) -> bool {
    other_kind(bytes).is_none() && zip::begins_in(bytes)
}

/// The kind of an archive that is recognized but not opened.
pub(super) fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"7z\xBC\xAF\x27\x1C", "7z"),
        (b"Rar!\x1A\x07", "rar"),
        (b"BZh", "bz2"),
        (b"\xFD7zXZ\0", "xz"),
        (b"\x28\xB5\x2F\xFD", "zst"),
        (b"PK\x07\x08PK", "zip in several parts"),
    ];
    let tar = bytes.get(257..262) == Some(b"ustar");
    let marked = SIGNATURES.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, kind)| *kind);
    marked.or(tar.then_some("tar"))
}

/// The format of the first recording in an archive.
pub(super) fn sniff(bytes: &[u8]) -> Option<Format> {
    let mut sniffing = Sniffing::default();
    let _ = Unpacking::of(bytes).take(bytes, true, &mut sniffing);
    sniffing.found()
}

/// Reads the first recording in an archive; the names of the others are reported.
pub(super) struct Archive {
    unpacking: Unpacking,
    inside: Inside,
}

impl Archive {
    /// A reader for an archive that begins with these bytes. `like`: how the files in it are read.
    pub(super) fn new(start: &[u8], like: Reading) -> Self {
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

/// An archive of either kind while it is unpacked.
enum Unpacking {
    Gz(gz::Gz),
    Zip(Box<zip::Zip>),
}

impl Unpacking {
    fn of(start: &[u8]) -> Self {
        if gz::is_gz(start) { Self::Gz(gz::Gz::new()) } else { Self::Zip(Box::new(zip::Zip::new())) }
    }

    fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn UnpackSink) -> Result<usize, Error> {
        match self {
            Self::Gz(gz) => gz.take(bytes, last, to),
            Self::Zip(zip) => zip.take(bytes, last, to),
        }
    }
}

fn too_large() -> Error {
    let megabytes = limits::ARCHIVE_BYTES / 1024 / 1024;
    let limit =
        format!("its unpacked contents exceed {megabytes} MB or {} times its size", limits::ARCHIVE_RATIO);
    ErrorKind::TooLarge { limit }.into()
}

fn unreadable(reason: impl Into<String>) -> Error {
    ErrorKind::Unreadable { reason: reason.into() }.into()
}

#[cfg(test)]
mod test;
