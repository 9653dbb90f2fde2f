//! The files of an archive: the first recording is read, the names of the others are reported.

use super::{Flaw, UnpackSink, is_archive, other_kind, unreadable};
use crate::damage::{Damage, Loss, LossKind, LossUnit};
use crate::error::{Error, ErrorKind};
use crate::read::piecewise::{Reading, START};
use crate::read::{has_recording_name, read_bare, sniff_plain};
use crate::track::{Format, Recording};

/// Bytes by which every kind of archive is recognized.
const HEAD: usize = 512;

/// Reads the first recording of an archive.
pub(super) struct Inside {
    /// Settings for reading a file.
    like: Reading,
    name: String,
    head: Vec<u8>,
    reading: Option<Reading>,
    first: Option<(String, Recording)>,
    /// The error when there is no recording.
    error: Option<Error>,
    others: Vec<String>,
    notes: Vec<String>,
    flaws: Vec<Loss>,
}

impl Inside {
    pub(super) fn new(like: Reading) -> Self {
        Self {
            like,
            name: String::new(),
            head: Vec::new(),
            reading: None,
            first: None,
            error: None,
            others: Vec::new(),
            notes: Vec::new(),
            flaws: Vec::new(),
        }
    }

    /// Adds a file that cannot be opened: a note beside the recording, or the error without one.
    fn add_unopened(&mut self, note: String, error: Error) {
        self.notes.push(note);
        self.fail(error);
    }

    /// Sets the error; that of a known format takes precedence over that of an unknown one.
    fn fail(&mut self, new: Error) {
        if self.error.as_ref().is_none_or(|old| is_no_recording(old) && !is_no_recording(&new)) {
            self.error = Some(new);
        }
    }

    /// The recording, with the damage of the archive added.
    pub(super) fn finish(self) -> Result<Recording, Error> {
        let Some((name, mut recording)) = self.first else {
            let empty = ErrorKind::UnknownFormat { found: "It is an empty archive.".to_string() };
            return Err(self.error.unwrap_or(empty.into()));
        };
        let damage = &mut recording.damage;
        if !self.others.is_empty() {
            let names = self.others.join(", ");
            damage.lacks.push(format!(
                "The archive holds more than one recording and {name} is shown; unpack the archive to open {names}."
            ));
        }
        damage.lacks.extend(self.notes);
        let last_ms = recording.columns.time_ms.last().copied();
        self.flaws.into_iter().for_each(|flaw| add_to_damage(flaw, last_ms, damage));
        Ok(recording)
    }
}

/// True for the error of a file that is no recording.
fn is_no_recording(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty)
}

/// A sentence on a recording that could not be read.
fn unread(name: &str, error: &Error) -> String {
    format!("In the archive {name} could not be read. {error}")
}

/// The error for a file that could not be read: that of the damaged archive takes precedence.
fn nothing_left(flaw: Option<&Flaw>, error: Error) -> Error {
    match (&error.kind, flaw.map(|flaw| flaw.kind)) {
        (ErrorKind::TooLarge { .. } | ErrorKind::NotATrack { .. }, _) | (_, None) => error,
        (_, Some(LossKind::Truncated)) => {
            unreadable("the archive ends before the first point of the file in it")
        }
        _ => unreadable("the archive is damaged and nothing in it could be recovered"),
    }
}

/// Adds damage of the archive to the damage report of the file in it.
fn add_to_damage(mut flaw: Loss, last_ms: Option<f64>, damage: &mut Damage) {
    let shortens = |kind| matches!(kind, LossKind::Truncated | LossKind::Malformed);
    let is_reported = damage.losses.iter().any(|loss| loss.kind == LossKind::Truncated);
    if is_reported && flaw.kind == LossKind::Truncated {
        // The missing part is reported already.
        damage
            .lacks
            .push("The archive is incomplete; download or copy it again from its source.".to_string());
        return;
    }
    if shortens(flaw.kind) {
        flaw.time_ms = last_ms;
        // The number of missing points is unknown.
        damage.expected = damage.expected.filter(|_| is_reported);
    }
    damage.losses.push(flaw);
}

impl From<Flaw> for Loss {
    fn from(Flaw { kind, from, to, reason }: Flaw) -> Self {
        let (from, to, reason) = (from as u64, to as u64, reason.to_string());
        Self { from, to, unit: LossUnit::Byte, kind, points: 0, time_ms: None, reason }
    }
}

impl UnpackSink for Inside {
    fn begin(&mut self, name: &str) {
        self.name = name.to_string();
        self.head.clear();
        self.reading = Some(self.like.inside()).filter(|_| self.first.is_none());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let head = if self.first.is_none() { HEAD } else { START };
        let room = head.saturating_sub(self.head.len());
        self.head.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
        if let Some(reading) = &mut self.reading {
            reading.push(bytes);
        }
    }

    fn end(&mut self, flaw: Option<Flaw>) {
        let name = std::mem::take(&mut self.name);
        let reading = self.reading.take();
        if is_archive(&self.head) || other_kind(&self.head).is_some() {
            let note = format!("The archive holds another archive, {name}; unpack it and open its contents.");
            let error =
                unreadable(format!("it holds another archive, \"{name}\", which must be unpacked first"));
            return self.add_unopened(note, error);
        }
        let Some(reading) = reading else {
            if sniff_plain(&self.head).is_some() {
                self.notes.extend(flaw.map(|_| format!("In the archive {name} is damaged.")));
                self.others.push(name);
            } else if has_recording_name(&name)
                && let Err(error) = read_bare(&self.head, false)
            {
                self.notes.push(unread(&name, &error));
            }
            return;
        };
        match reading.finish_bare() {
            Ok(recording) => {
                self.first = Some((name, recording));
                self.flaws.extend(flaw.map(Loss::from));
            }
            Err(error) => {
                let error = nothing_left(flaw.as_ref(), error);
                if !is_no_recording(&error) || has_recording_name(&name) {
                    self.notes.push(unread(&name, &error));
                }
                self.fail(error);
            }
        }
    }

    fn unopened(&mut self, name: &str, why: &'static str) {
        let note = format!("In the archive {name} {why}; it was not opened.");
        self.add_unopened(note, unreadable(format!("{name} in the archive {why}")));
    }

    fn flaw(&mut self, flaw: Flaw) {
        let flaw = Loss::from(flaw);
        if self.flaws.iter().all(|known| known.reason != flaw.reason) {
            self.flaws.push(flaw);
        }
    }
}

/// Determines the format of the first recording.
#[derive(Default)]
pub(super) struct Sniffing {
    head: Vec<u8>,
    found: Option<Format>,
}

impl Sniffing {
    pub(super) fn found(self) -> Option<Format> {
        self.found
    }

    fn look(&mut self) {
        self.found = self.found.or_else(|| sniff_plain(&self.head));
    }
}

impl UnpackSink for Sniffing {
    fn begin(&mut self, _: &str) {
        self.head.clear();
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let room = START.saturating_sub(self.head.len());
        if self.found.is_none() && room > 0 {
            self.head.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
            if self.head.len() == START {
                self.look();
            }
        }
    }

    fn end(&mut self, _: Option<Flaw>) {
        self.look();
    }

    fn unopened(&mut self, _: &str, _: &'static str) {}

    fn flaw(&mut self, _: Flaw) {}

    fn is_done(&self) -> bool {
        self.found.is_some()
    }
}
