//! Reading a file that arrives in pieces. Every reader consumes what it can of the bytes available and returns their
//! number; a file in memory is one piece. A long recording is therefore never in memory as a whole, and the result
//! does not depend on how the file was divided.

use super::{
    archive, bus, completed, csv, fit, geojson, is_archive_behind, nmea, read_bare, receiver, sniff_plain,
    text, unknown, vkx, vtk, xml,
};
use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

/// A reader of one format.
pub(super) trait Piecewise: Send {
    /// Continues reading; the number of bytes consumed. `bytes` begin with those that the previous call did not consume;
    /// `last`: the file ends with them.
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error>;

    /// The recording, after the last bytes.
    fn finish(self: Box<Self>) -> Result<Recording, Error>;
}

/// The reader of a format. `length`: expected bytes, to reserve memory, 0 when unknown; `before`: bytes of a byte order
/// mark before the first.
fn reader(format: Format, length: usize, before: usize) -> Box<dyn Piecewise> {
    match format {
        Format::Fit => Box::new(fit::Reader::new(length)),
        Format::Gpx | Format::Tcx | Format::Kml => Box::new(xml::Reader::new(format, length, before)),
        Format::Geojson => Box::new(geojson::Reader::new(length, before)),
        Format::Csv => Box::new(csv::Table::new(length)),
        Format::Nmea => Box::new(nmea::Log::new(length)),
        Format::N2k | Format::Signalk => Box::new(bus::Log::new(format, length)),
        Format::Ebl => Box::new(bus::Ebl::new(length)),
        Format::Vkx => Box::new(vkx::Rows::new(length)),
        Format::Vtk => Box::new(vtk::Records::new(length)),
        Format::Sbp => Box::new(receiver::Reader::new(Box::new(receiver::Sbp), length)),
        Format::Sbn => Box::new(receiver::Reader::new(Box::new(receiver::Sbn), length)),
        Format::Oao => Box::new(receiver::Reader::new(Box::new(receiver::Oao), length)),
        Format::Gpy => Box::new(receiver::Reader::new(Box::<receiver::Gpy>::default(), length)),
        Format::Ubx => Box::new(receiver::Reader::new(Box::new(receiver::Ubx), length)),
    }
}

/// Reads a file in memory.
pub(super) fn whole(format: Format, bytes: &[u8]) -> Result<Recording, Error> {
    let (text, before) = if is_text(format) { text::as_utf8(bytes) } else { (bytes.into(), 0) };
    let mut reader = reader(format, text.len(), before);
    reader.take(&text, true)?;
    reader.finish()
}

/// The bits of all numbers of a recording, by which two are compared.
#[cfg(test)]
pub(super) fn bits(recording: &Recording) -> (Vec<u64>, Vec<(String, Vec<u32>)>) {
    let columns = &recording.columns;
    let wide = [&columns.time_ms, &columns.lat_deg, &columns.lon_deg].into_iter().flatten();
    let narrow = columns.channels().iter();
    let narrow = narrow.map(|c| (c.id.to_string(), c.values.iter().map(|v| v.to_bits()).collect()));
    (wide.map(|v| v.to_bits()).collect(), narrow.collect())
}

fn is_text(format: Format) -> bool {
    match format {
        Format::Gpx | Format::Tcx | Format::Kml | Format::Geojson | Format::Csv | Format::Nmea => true,
        Format::N2k | Format::Signalk => true,
        Format::Fit | Format::Vkx | Format::Vtk | Format::Ebl => false,
        Format::Ubx | Format::Sbp | Format::Sbn | Format::Oao | Format::Gpy => false,
    }
}

/// Bytes collected before the format is determined: as many as a reader may examine before its first line.
pub(super) const START: usize = 1024 * 1024 + 64;
/// Longer pieces are consumed in parts, bytes, so that they are not in memory twice.
const PART: usize = 256 * 1024;

/// The reading of a file that arrives in pieces.
pub struct Reading {
    state: State,
    /// Bytes that arrived and are not consumed yet.
    held: Vec<u8>,
    /// The reader is called again when so many bytes are held: twice those it left, so that a byte is moved at most
    /// twice on average.
    wanted: usize,
    /// Bytes of the whole file, to reserve memory; 0 when unknown.
    length: usize,
    /// Bytes needed to determine the format, and least number of bytes before the reader is called again.
    start: usize,
    least: usize,
    /// The file comes out of an archive; an archive in it is not opened.
    unpacked: bool,
    /// Bytes left to the limit of a file.
    left: usize,
    /// The error that ended the reading.
    failed: Option<Error>,
}

enum State {
    /// The format is not determined yet.
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
        Self {
            state: State::Start,
            held,
            wanted: start,
            length: 0,
            start,
            least,
            unpacked,
            left,
            failed: None,
        }
    }

    /// A reading of a file of about `length` bytes, for which memory is reserved once and not piece by piece.
    pub fn of_length(length: usize) -> Self {
        Self { length: length.min(limits::FILE_BYTES), ..Self::default() }
    }

    /// A reading that determines the format by the first `start` bytes and calls the reader with every piece after them:
    /// for tests with small files. `start` must cover what the readers examine before their first line.
    #[doc(hidden)]
    pub fn eager(start: usize) -> Self {
        Self::with(start, 1, false)
    }

    /// A reading with the same sizes for a file in the archive.
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

    /// Determines the format and makes its reader.
    fn begin(&mut self) -> Result<(), Error> {
        let mut decoder = text::Decoder::default();
        let is_archive = archive::is_archive(&self.held);
        let format = if is_archive { None } else { sniff_plain(&self.held) };
        if !self.unpacked && (is_archive || (format.is_none() && is_archive_behind(&self.held))) {
            let archive = archive::Archive::new(&self.held, self.inside());
            self.state = State::Read(decoder, Box::new(archive));
            return Ok(());
        }
        let format = format.ok_or_else(|| unknown(&self.held))?;
        let (mut before, mut length) = (0, self.length);
        if is_text(format) {
            let raw = std::mem::take(&mut self.held);
            (decoder, before) = text::Decoder::of(&raw);
            decoder.decode(raw.get(before..).unwrap_or_default(), &mut self.held);
            // UTF-16 becomes shorter.
            length = (length as f64 * self.held.len() as f64 / raw.len() as f64) as usize;
        }
        self.state = State::Read(decoder, reader(format, length, before));
        Ok(())
    }

    /// Ends the file and returns the recording.
    ///
    /// # Errors
    /// Those of [`super::read`].
    pub fn finish(self) -> Result<Recording, Error> {
        self.finish_bare().map(completed)
    }

    /// The same without what `completed` adds.
    ///
    /// # Errors
    /// Those of [`super::read`].
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

/// The error for a file over the limit.
pub(super) fn too_large() -> Error {
    ErrorKind::TooLarge { limit: format!("over {} MB", limits::FILE_BYTES / 1024 / 1024) }.into()
}
