//! Files that arrive in pieces. Every reader takes what it can of the bytes that are there and says how many it is
//! done with; a file at hand is one piece. So a long recording is never in memory as a whole, and however it was
//! divided the reading is the same.

use super::{archive, csv, fit, gpx, lacks, nmea, read, sniff_plain, text, unknown, vkx, vtk};
use crate::error::Error;
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
const START: usize = 1024 * 1024 + 64;
/// Longer pieces are taken in parts, so that they are not held twice.
const PART: usize = 256 * 1024;

/// A file that is arriving.
pub struct Reading {
    state: State,
    /// Arrived, and no reader is done with it.
    held: Vec<u8>,
    /// The reader is asked again when so many are held: a byte is moved twice at most, on the average.
    wanted: usize,
    /// And not before so many are.
    least: usize,
    /// Why nothing more can be read.
    failed: Option<Error>,
}

enum State {
    /// Too little is there to tell the format.
    Start,
    /// Archives are opened when they are whole.
    Archive,
    Read(text::Decoder, Box<dyn Piecewise>),
}

impl Default for Reading {
    fn default() -> Self {
        Self { state: State::Start, held: Vec::new(), wanted: START, least: PART, failed: None }
    }
}

impl Reading {
    /// One that tells the format by its first `start` bytes and reads on with every piece after: for tests, whose
    /// files are small. The bytes must suffice for what the readers look ahead at the start.
    #[doc(hidden)]
    pub fn eager(start: usize) -> Self {
        Self { wanted: start, least: 1, ..Self::default() }
    }

    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        for part in piece.chunks(PART) {
            if self.failed.is_some() {
                return;
            }
            match &mut self.state {
                State::Read(decoder, _) => decoder.decode(part, &mut self.held),
                State::Start | State::Archive => self.held.extend_from_slice(part),
            }
            if self.held.len() >= self.wanted
                && let Err(error) = self.read_on()
            {
                self.failed = Some(error);
                self.held = Vec::new();
            }
        }
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
        if archive::is_archive(&self.held) {
            (self.state, self.wanted) = (State::Archive, usize::MAX);
            return Ok(());
        }
        let format = sniff_plain(&self.held).ok_or_else(|| unknown(&self.held))?;
        let mut decoder = text::Decoder::default();
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
    pub fn finish(mut self) -> Result<Recording, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let State::Read(decoder, mut reader) = self.state else { return read("", &self.held) };
        decoder.end(&mut self.held);
        reader.take(&self.held, true)?;
        let mut recording = reader.finish()?;
        lacks::tell(&mut recording);
        Ok(recording)
    }
}
