//! Every file of an archive, unpacked into memory.

use super::{Flaw, UnpackSink, Unpacking, is_archive, is_archive_behind, other_kind, unreadable, zip};
use crate::error::Error;
use crate::read::{SNIFFED, has_recording_name, read_bare, sniff_plain};

/// A file of an archive; an error when it was not opened.
pub struct Member {
    pub name: String,
    pub bytes: Result<Vec<u8>, Error>,
    /// Sentences about damage of the archive in or around the file.
    pub notes: Vec<&'static str>,
}

/// Every file of an archive.
///
/// # Errors
/// `Unreadable` or `TooLarge` when the archive itself cannot be read.
pub fn members(bytes: &[u8]) -> Result<Vec<Member>, Error> {
    let mut all = Members::default();
    Unpacking::of(bytes).take(bytes, true, &mut all)?;
    let Members { mut files, mut flaws } = all;
    // The list at the end repeats what was found at the files.
    flaws.retain(|flaw| files.iter().all(|file| !file.notes.contains(flaw)));
    for file in &mut files {
        file.notes.extend(&flaws);
    }
    Ok(files)
}

/// The recordings of a zip, and the files of it that may be recordings and cannot be opened or are not recognized. None for
/// other files.
///
/// # Errors
/// Those of [`members`].
pub fn recordings(bytes: &[u8]) -> Result<Vec<Member>, Error> {
    let start = bytes.get(..SNIFFED).unwrap_or(bytes);
    if !zip::is_zip(bytes) && (sniff_plain(bytes).is_some() || !is_archive_behind(start)) {
        return Ok(Vec::new());
    }
    let of_interest = |mut file: Member| {
        let contents = file.bytes.as_ref().ok();
        if contents.is_some_and(|bytes| is_archive(bytes) || other_kind(bytes).is_some()) {
            let reason = format!("it holds another archive, \"{}\", which must be unpacked first", file.name);
            file.bytes = Err(unreadable(reason));
        }
        let unrecognized = file.bytes.as_ref().ok().filter(|bytes| sniff_plain(bytes).is_none());
        if let Some(error) = unrecognized.and_then(|bytes| read_bare(bytes, false).err()) {
            let is_named_as_one = has_recording_name(&file.name);
            file.bytes = Err(error);
            return is_named_as_one.then_some(file);
        }
        Some(file)
    };
    Ok(members(bytes)?.into_iter().filter_map(of_interest).collect())
}

#[derive(Default)]
struct Members {
    files: Vec<Member>,
    flaws: Vec<&'static str>,
}

impl UnpackSink for Members {
    fn begin(&mut self, name: &str) {
        self.files.push(Member { name: name.to_string(), bytes: Ok(Vec::new()), notes: Vec::new() });
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if let Some(Member { bytes: Ok(all), .. }) = self.files.last_mut() {
            all.extend_from_slice(bytes);
        }
    }

    fn end(&mut self, flaw: Option<Flaw>) {
        if let (Some(file), Some(flaw)) = (self.files.last_mut(), flaw) {
            file.notes.push(flaw.reason);
        }
    }

    fn unopened(&mut self, name: &str, why: &'static str) {
        let error = unreadable(format!("{name} in the archive {why}"));
        self.files.push(Member { name: name.to_string(), bytes: Err(error), notes: Vec::new() });
    }

    fn flaw(&mut self, flaw: Flaw) {
        if !self.flaws.contains(&flaw.reason) {
            self.flaws.push(flaw.reason);
        }
    }
}
