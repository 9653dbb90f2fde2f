//! What is done with the files of an archive: the first recording is read, the others are named.

use super::{Flaw, Unpacked, is_archive, other_kind, unreadable};
use crate::damage::{Damage, Loss, LossKind, LossUnit};
use crate::error::{Error, ErrorKind};
use crate::read::piecewise::{Reading, START};
use crate::read::sniff_plain;
use crate::track::{Format, Recording};

/// Bytes at the start that tell every archive.
const HEAD: usize = 512;

/// Reads the first recording.
pub struct Inside {
    /// How a file is read.
    like: Reading,
    name: String,
    head: Vec<u8>,
    reading: Option<Reading>,
    first: Option<(String, Recording)>,
    /// Why there is none, if there is none.
    error: Option<Error>,
    others: Vec<String>,
    notes: Vec<String>,
    flaws: Vec<Loss>,
}

impl Inside {
    pub fn new(like: Reading) -> Self {
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

    /// A file that cannot be opened: told beside the recording, or instead of it.
    fn closed_file(&mut self, note: String, error: Error) {
        self.notes.push(note);
        self.fail(error);
    }

    /// A file of a known kind says more than one nobody knows.
    fn fail(&mut self, new: Error) {
        let unknown =
            |error: &Error| matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty);
        if self.error.as_ref().is_none_or(|old| unknown(old) && !unknown(&new)) {
            self.error = Some(new);
        }
    }

    /// The recording, with what is to be said of the archive.
    pub fn finish(self) -> Result<Recording, Error> {
        let Some((name, mut recording)) = self.first else {
            let empty =
                ErrorKind::UnknownFormat { found: "It is an archive with nothing in it.".to_string() };
            return Err(self.error.unwrap_or(empty.into()));
        };
        let damage = &mut recording.damage;
        if !self.others.is_empty() {
            let names = self.others.join(", ");
            damage.lacks.push(format!(
                "The archive holds more recordings than the one shown, {name}: open {names} too."
            ));
        }
        damage.lacks.extend(self.notes);
        let last_ms = recording.columns.time_ms.last().copied();
        self.flaws.into_iter().for_each(|flaw| tell(flaw, last_ms, damage));
        Ok(recording)
    }
}

/// Why nothing could be read of a file whose archive has a flaw: not for what was left of it.
fn nothing_left(flaw: Option<&Flaw>, error: Error) -> Error {
    match (&error.kind, flaw.map(|flaw| flaw.kind)) {
        (ErrorKind::TooLarge { .. } | ErrorKind::NotATrack { .. }, _) | (_, None) => error,
        (_, Some(LossKind::Truncated)) => {
            unreadable("the archive is cut off before the first point of what is in it")
        }
        _ => unreadable("the archive is damaged, and nothing of what is in it could be saved"),
    }
}

/// Adds a flaw of the archive to what its file says of itself.
fn tell(mut flaw: Loss, last_ms: Option<f64>, damage: &mut Damage) {
    let cuts = |kind| matches!(kind, LossKind::Truncated | LossKind::Malformed);
    let promised = damage.losses.iter().any(|loss| loss.kind == LossKind::Truncated);
    if promised && flaw.kind == LossKind::Truncated {
        // What is missing is told already.
        damage.lacks.push("The archive is cut off; where it came from it may still be whole.".to_string());
        return;
    }
    if cuts(flaw.kind) {
        flaw.time_ms = last_ms;
        // What is missing of a text that ends with a whole line nobody knows.
        damage.expected = damage.expected.filter(|_| promised);
    }
    damage.losses.push(flaw);
}

impl From<Flaw> for Loss {
    fn from(Flaw { kind, from, to, reason }: Flaw) -> Self {
        let (from, to, reason) = (from as u64, to as u64, reason.to_string());
        Self { from, to, unit: LossUnit::Byte, kind, points: 0, time_ms: None, reason }
    }
}

impl Unpacked for Inside {
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
            let note =
                format!("The archive holds another archive, {name}: unpack that and open what is in it.");
            let error = unreadable(format!("it holds an archive, \"{name}\": unpack that first"));
            return self.closed_file(note, error);
        }
        let Some(reading) = reading else {
            if sniff_plain(&self.head).is_some() {
                self.others.push(name);
            }
            return;
        };
        match reading.finish_bare() {
            Ok(recording) => {
                self.first = Some((name, recording));
                self.flaws.extend(flaw.map(Loss::from));
            }
            Err(error) => self.fail(nothing_left(flaw.as_ref(), error)),
        }
    }

    fn closed(&mut self, name: &str, why: &'static str) {
        let note = format!("In the archive {name} {why}; it was not opened.");
        self.closed_file(note, unreadable(format!("{name} in the archive {why}")));
    }

    fn flaw(&mut self, flaw: Flaw) {
        let flaw = Loss::from(flaw);
        if self.flaws.iter().all(|told| told.reason != flaw.reason) {
            self.flaws.push(flaw);
        }
    }
}

/// Looks for the format of the first recording.
#[derive(Default)]
pub struct Sniffing {
    head: Vec<u8>,
    found: Option<Format>,
}

impl Sniffing {
    pub fn found(self) -> Option<Format> {
        self.found
    }

    fn look(&mut self) {
        self.found = self.found.or_else(|| sniff_plain(&self.head));
    }
}

impl Unpacked for Sniffing {
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

    fn closed(&mut self, _: &str, _: &'static str) {}

    fn flaw(&mut self, _: Flaw) {}

    fn is_content(&self) -> bool {
        self.found.is_some()
    }
}

/// A file of an archive, or why it was not opened.
#[cfg(feature = "judges")]
pub struct Member {
    pub name: String,
    pub bytes: Result<Vec<u8>, Error>,
}

/// Every file of an archive, unpacked.
#[cfg(feature = "judges")]
pub fn members(bytes: &[u8]) -> Result<Vec<Member>, Error> {
    let mut all = Members(Vec::new());
    super::Unpacking::of(bytes).take(bytes, true, &mut all)?;
    Ok(all.0)
}

#[cfg(feature = "judges")]
struct Members(Vec<Member>);

#[cfg(feature = "judges")]
impl Unpacked for Members {
    fn begin(&mut self, name: &str) {
        self.0.push(Member { name: name.to_string(), bytes: Ok(Vec::new()) });
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if let Some(Member { bytes: Ok(all), .. }) = self.0.last_mut() {
            all.extend_from_slice(bytes);
        }
    }

    fn end(&mut self, _: Option<Flaw>) {}

    fn closed(&mut self, name: &str, why: &'static str) {
        let error = unreadable(format!("{name} in the archive {why}"));
        self.0.push(Member { name: name.to_string(), bytes: Err(error) });
    }

    fn flaw(&mut self, _: Flaw) {}
}
