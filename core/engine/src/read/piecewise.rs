//! Files that arrive in pieces. Every reader takes what it can of the bytes that are there and says how many it is
//! done with; a file at hand is one piece. So a long recording is never in memory as a whole, and however it was
//! divided the reading is the same.

use super::{archive, csv, fit, gpx, lacks, nmea, read_bare, sniff_plain, text, unknown, vkx, vtk};
use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

/// A reader of one format.
pub trait Piecewise: Send {
    /// Reads on. `bytes` begin with those the call before was not done with; `last`: the file ends with them.
    /// How many it is done with now.
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error>;

    /// The recording, after the last bytes.
    fn finish(self: Box<Self>) -> Result<Recording, Error>;
}

/// The reader of a format. `length`: bytes expected, for room; `before`: those that stood before the first.
fn reader(format: Format, length: usize, before: usize) -> Box<dyn Piecewise> {
    match format {
        Format::Fit => Box::new(fit::Reader::new(length)),
        Format::Gpx => Box::new(gpx::Reader::new(length, before)),
        Format::Csv => Box::new(csv::Table::new(length)),
        Format::Nmea => Box::new(nmea::Log::new(length)),
        Format::Vkx => Box::new(vkx::Rows::new(length)),
        Format::Vtk => Box::new(vtk::Records::new(length)),
    }
}

/// Reads a file at hand: one piece.
pub fn whole(format: Format, bytes: &[u8]) -> Result<Recording, Error> {
    let (text, before) = if is_text(format) { text::as_utf8(bytes) } else { (bytes.into(), 0) };
    let mut reader = reader(format, text.len(), before);
    reader.take(&text, true)?;
    reader.finish()
}

fn is_text(format: Format) -> bool {
    match format {
        Format::Gpx | Format::Csv | Format::Nmea => true,
        Format::Fit | Format::Vkx | Format::Vtk => false,
    }
}

/// Bytes that are waited for before the format is told: all that a reader may look at ahead of its first line.
pub const START: usize = 1024 * 1024 + 64;
/// Longer pieces are taken in parts, so that they are not held twice.
const PART: usize = 256 * 1024;

/// A file that is arriving.
pub struct Reading {
    state: State,
    /// Arrived, and no reader is done with it.
    held: Vec<u8>,
    /// The reader is asked again when so many are held: a byte is moved twice at most, on the average.
    wanted: usize,
    /// So many are waited for before the format is told, and so many at least before the reader is asked again.
    start: usize,
    least: usize,
    /// It stood in an archive: none is opened any more.
    unpacked: bool,
    /// Bytes that may still come.
    left: usize,
    /// Why nothing more can be read.
    failed: Option<Error>,
}

enum State {
    /// Too little is there to tell the format.
    Start,
    Read(text::Decoder, Box<dyn Piecewise>),
}

impl Default for Reading {
    fn default() -> Self {
        Self::with(START, PART, false)
    }
}

impl Reading {
    fn with(start: usize, least: usize, unpacked: bool) -> Self {
        let (held, left) = (Vec::new(), limits::FILE_BYTES);
        Self { state: State::Start, held, wanted: start, start, least, unpacked, left, failed: None }
    }

    /// One that tells the format by its first `start` bytes and reads on with every piece after: for tests, whose
    /// files are small. The bytes must suffice for what the readers look ahead at the start.
    #[doc(hidden)]
    pub fn eager(start: usize) -> Self {
        Self::with(start, 1, false)
    }

    /// One for a file inside the archive that is read.
    pub fn inside(&self) -> Self {
        Self::with(self.start, self.least, true)
    }

    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        for part in piece.chunks(PART) {
            if self.failed.is_some() {
                return;
            }
            if let Err(error) = self.part(part) {
                self.failed = Some(error);
                self.held = Vec::new();
            }
        }
    }

    fn part(&mut self, part: &[u8]) -> Result<(), Error> {
        self.left = self.left.checked_sub(part.len()).ok_or_else(too_large)?;
        match &mut self.state {
            State::Read(decoder, _) => decoder.decode(part, &mut self.held),
            State::Start => self.held.extend_from_slice(part),
        }
        if self.held.len() >= self.wanted { self.read_on() } else { Ok(()) }
    }

    fn read_on(&mut self) -> Result<(), Error> {
        if matches!(self.state, State::Start) {
            self.begin()?;
        }
        if let State::Read(_, reader) = &mut self.state {
            let done = reader.take(&self.held, false)?;
            self.held.drain(..done);
            self.wanted = (2 * self.held.len()).max(self.least);
        }
        Ok(())
    }

    /// Tells the format.
    fn begin(&mut self) -> Result<(), Error> {
        let mut decoder = text::Decoder::default();
        if !self.unpacked && archive::is_archive(&self.held) {
            let archive = archive::Archive::new(&self.held, self.inside());
            self.state = State::Read(decoder, Box::new(archive));
            return Ok(());
        }
        let format = sniff_plain(&self.held).ok_or_else(|| unknown(&self.held))?;
        let mut before = 0;
        if is_text(format) {
            let raw = std::mem::take(&mut self.held);
            (decoder, before) = text::Decoder::of(&raw);
            decoder.decode(raw.get(before..).unwrap_or_default(), &mut self.held);
        }
        self.state = State::Read(decoder, reader(format, 0, before));
        Ok(())
    }

    /// The recording of the file that ended.
    pub fn finish(self) -> Result<Recording, Error> {
        let mut recording = self.finish_bare()?;
        lacks::tell(&mut recording);
        Ok(recording)
    }

    /// The recording, without what every kind of file may lack.
    pub fn finish_bare(mut self) -> Result<Recording, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let State::Read(decoder, mut reader) = self.state else {
            return read_bare(&self.held, !self.unpacked);
        };
        decoder.end(&mut self.held);
        reader.take(&self.held, true)?;
        reader.finish()
    }
}

/// Over the limit of a file.
pub fn too_large() -> Error {
    ErrorKind::TooLarge { limit: format!("over {} MB", limits::FILE_BYTES / 1024 / 1024) }.into()
}
