//! Analysis of a file that arrives in chunks.

use sha2::Digest;

use super::{Analysis, FileRecording, Options};
use crate::config;
use crate::error::{Error, ErrorKind};
use crate::read::Reading;

/// Reads a file chunk by chunk and analyses it after the last one. The result equals that of [`crate::analyze`].
pub struct Reader {
    name: String,
    options: Options,
    length: usize,
    sum: sha2::Sha256,
    reading: Reading,
}

impl Reader {
    /// A reader for one file of `expected` bytes, by which memory is reserved; 0 when unknown. The result does not depend
    /// on it. `options` are those of [`Self::finish`].
    pub fn open(name: &str, options: Options, expected: usize) -> Self {
        Self {
            name: name.to_string(),
            options,
            length: 0,
            sum: sha2::Sha256::default(),
            reading: Reading::of_length(expected),
        }
    }

    /// Reads the next chunk.
    ///
    /// # Errors
    /// `TooLarge` as soon as the file exceeds [`config::limits::FILE_BYTES`].
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), Error> {
        if self.length.saturating_add(chunk.len()) > config::limits::FILE_BYTES {
            let limit = format!("{} MB is the most", config::limits::FILE_BYTES / (1024 * 1024));
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        self.length += chunk.len();
        self.sum.update(chunk);
        self.reading.push(chunk);
        Ok(())
    }

    /// Ends the input and analyses it, with the bytes of a wind log where there is one.
    ///
    /// # Errors
    /// Those of [`super::analyze`].
    pub fn finish(self, wind: Option<(&str, &[u8])>) -> Result<Analysis, Error> {
        let Self { name, options, sum, reading, .. } = self;
        crate::pipeline::analyze_read(&name, || reading.finish(), sum, wind, &options)
    }

    /// Ends the input and returns the recording, for several analyses.
    ///
    /// # Errors
    /// Those of [`crate::read::read`].
    pub fn recording(self) -> Result<FileRecording, Error> {
        Ok(FileRecording::new(&self.name, self.reading.finish()?, self.sum))
    }
}

#[cfg(test)]
mod tests {
    use super::super::analyze;
    use super::*;

    #[test]
    fn a_file_in_chunks_gives_the_same_analysis_as_the_whole_file() {
        let point = |s: u32| {
            let north = 45.5 + f64::from(s) * 0.000_045;
            let clock = format!("{:02}:{:02}:{:02}", 10 + s / 3600, s / 60 % 60, s % 60);
            format!("<trkpt lat=\"{north:.6}\" lon=\"13.2\"><time>2026-06-13T{clock}Z</time></trkpt>\n")
        };
        // Without points, and long enough to be read in several parts.
        for points in [0, 20_000] {
            let points: String = (0..points).map(point).collect();
            let gpx = format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>");
            let whole = analyze("north.gpx", gpx.as_bytes(), None, &Options::default());
            for expected in [0, 1, gpx.len(), usize::MAX] {
                let mut reader = Reader::open("north.gpx", Options::default(), expected);
                for chunk in gpx.as_bytes().chunks(7000) {
                    reader.push(chunk).unwrap();
                }
                assert_eq!(format!("{:?}", reader.finish(None)), format!("{whole:?}"));
            }
        }
    }

    #[test]
    fn a_file_over_the_limit_is_an_error_before_it_is_complete() {
        let mut reader = Reader::open("large.fit", Options::default(), 0);
        let half = vec![0; config::limits::FILE_BYTES / 2];
        assert_eq!((reader.push(&half), reader.push(&half)), (Ok(()), Ok(())));
        assert_eq!(reader.push(b"!").unwrap_err().kind.id(), "too_large");
    }
}
