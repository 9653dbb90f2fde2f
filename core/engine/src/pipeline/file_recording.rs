//! The recording of a file in memory, analysed any number of times with other options and wind logs.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sha2::Digest;

use crate::api::{Analysis, Options, Why};
use crate::config::BoatClass;
use crate::corrections::Edit;
use crate::error::Error;
use crate::motion::Motion;
use crate::pipeline::why::why_smoothed;
use crate::pipeline::{
    AnalysisInputs, LogWind, Smoothed, analyze_smoothed, calibrated, class_of, cleaned, hex, inputs_by,
    measured_for,
};
use crate::track::Recording;
use crate::wind::MeasuredWind;

type MotionFor = ((&'static str, [bool; 2]), Arc<Motion>);

/// The recording of a file with the file's name and SHA-256. Its analyses equal those of the file.
///
/// The smoothed motion of the boat class last used is stored with it, a third of the time of an analysis: it depends on no
/// other option.
pub struct FileRecording {
    name: String,
    sha256: String,
    recording: Recording,
    /// Name of the class, what the track keeps of frozen channels, and the motion.
    motion: Mutex<Option<MotionFor>>,
    /// The wind measured on board, or by a wind log, once it was needed.
    measured: OnceLock<MeasuredWind>,
}

impl FileRecording {
    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`crate::read::read`].
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::of(name, bytes, crate::read::read(name, bytes)?))
    }

    /// The recording that was read of a file.
    pub fn of(name: &str, bytes: &[u8], recording: Recording) -> Self {
        Self::new(name, recording, sha2::Sha256::new_with_prefix(bytes))
    }

    /// A recording with the SHA-256 of its file.
    pub(crate) fn new(name: &str, recording: Recording, sum: sha2::Sha256) -> Self {
        let (name, sha256) = (name.to_string(), hex(&sum.finalize()));
        Self { name, sha256, recording, motion: Mutex::new(None), measured: OnceLock::new() }
    }

    /// Memory of the columns and of the stored motion, bytes.
    pub fn bytes(&self) -> usize {
        let motion = self.motion.lock().unwrap_or_else(PoisonError::into_inner);
        self.recording.columns.bytes() + motion.as_ref().map_or(0, |(_, motion)| motion.bytes())
    }

    /// Analyses the recording, with a wind log where there is one.
    ///
    /// # Errors
    /// `BadOptions` for invalid corrections, `NoPositions` and `NoTimes`.
    pub fn analyze(&self, wind: Option<&Self>, options: &Options) -> Result<Analysis, Error> {
        let inputs = self.inputs(wind, options)?;
        let smoothed = self.smoothed(class_of(options), &inputs.corrections)?;
        Ok(analyze_smoothed(&self.name, &self.sha256, smoothed, inputs))
    }

    /// Explains one moment (UTC, ms).
    ///
    /// # Errors
    /// Those of [`Self::analyze`].
    pub fn why(&self, wind: Option<&Self>, options: &Options, time_ms: f64) -> Result<Why, Error> {
        let inputs = self.inputs(wind, options)?;
        let smoothed = self.smoothed(class_of(options), &inputs.corrections)?;
        Ok(why_smoothed(&smoothed, inputs, time_ms))
    }

    /// The wind evidence of the track.
    ///
    /// # Errors
    /// Those of [`Self::analyze`].
    #[cfg(feature = "fleet")]
    pub fn wind_evidence(
        &self,
        wind: Option<&Self>,
        options: &Options,
    ) -> Result<crate::fleet::TrackEvidence, Error> {
        let inputs = self.inputs(wind, options)?;
        let smoothed = self.smoothed(class_of(options), &inputs.corrections)?;
        Ok(super::wind_evidence::smoothed_wind_evidence(&self.name, &smoothed, &inputs))
    }

    /// Inputs besides the recording; the wind of a log is computed once for all recordings it is used with.
    fn inputs(&self, wind: Option<&Self>, options: &Options) -> Result<AnalysisInputs, Error> {
        let measured =
            |file: &Self| file.measured.get_or_init(|| calibrated::measured(&file.recording, &[])).clone();
        let log = |file: &Self| LogWind { measured: measured(file), undated: file.recording.undated };
        let edits = crate::corrections::read(&options.corrections)?;
        let of_readings = |edit: &Edit| matches!(edit, Edit::Calibrate(_) | Edit::TrustInstruments(_));
        let on_board = || match edits.iter().any(of_readings) {
            true => calibrated::measured(&self.recording, &edits),
            false => measured(self),
        };
        let wind = measured_for(&self.recording, &edits, wind.map(log), &on_board);
        inputs_by(wind, &self.recording, options)
    }

    /// The cleaned and smoothed recording. The motion is computed when it is that of another class.
    fn smoothed(&self, class: &'static BoatClass, edits: &[Edit]) -> Result<Smoothed<'static>, Error> {
        let mut recording = self.recording.clone();
        let (track, halted) = cleaned(&mut recording, class, edits)?;
        let made_for = (class.name, track.keeps_frozen);
        let mut stored = self.motion.lock().unwrap_or_else(PoisonError::into_inner);
        // The former motion is freed before the next one is computed.
        let former = stored.take().filter(|(key, _)| *key == made_for).map(|(_, motion)| motion);
        let motion = former.unwrap_or_else(|| Arc::new(crate::motion::smooth(&track, class)));
        *stored = Some((made_for, motion.clone()));
        drop(stored);
        Ok(Smoothed::with_parts(recording, (track, halted), motion, class, edits))
    }
}
