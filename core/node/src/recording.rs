//! Recordings as they were read: raw columns, other formats. Native only.

use leebow_engine::read;
use leebow_engine::{Columns, api, write};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array};
use napi_derive::napi;

use crate::file_recording::RawFileRecording;
use crate::work::{Work, answer};

/// Reads a file; the result is not cleaned and not smoothed.
#[napi(js_name = "read_raw")]
pub fn read_raw(name: String, bytes: Uint8Array) -> AsyncTask<Work<RawRecording>> {
    answer(move || {
        write::raw(&name, &bytes).map(|(head, columns)| RawRecording::new(api::to_json(&head), columns))
    })
}

/// Reads a file and writes it as text of another format.
#[napi]
pub fn convert(name: String, bytes: Uint8Array, format: String) -> AsyncTask<Work<RawWritten>> {
    answer(move || {
        let written = write::convert(&name, &bytes, &format)?;
        let head = api::to_json(&written.head);
        Ok(RawWritten { bytes: written.bytes.into(), head, left_out: written.left_out })
    })
}

/// Opens a file: the recordings of a zip, and its files that cannot be opened; of another file its boats and sessions, where it has
/// several, or else its recording, which need not be read again.
#[napi]
pub fn open(name: String, bytes: Uint8Array) -> AsyncTask<Work<RawOpened>> {
    answer(move || {
        let members = read::recordings(&bytes)?;
        if !members.is_empty() {
            let members = members.into_iter().map(RawMember::new).collect();
            return Ok(RawOpened { members, outline: Vec::new().into(), recording: None });
        }
        let opened = read::open(&bytes)?;
        let members: Vec<RawMember> = write::parts(&opened).into_iter().map(RawMember::part).collect();
        let outline = write::numbers(opened.outline).into();
        let read = || RawFileRecording::new(api::FileRecording::of(&name, &bytes, opened.recording));
        Ok(RawOpened { recording: members.is_empty().then(read), members, outline })
    })
}

/// The numbers of the outline of a track (`read::Outline`); none where it has none.
#[napi]
pub fn outline(time_ms: &[f64], lat_deg: &[f64], lon_deg: &[f64]) -> Float64Array {
    let columns = Columns::new(time_ms.to_vec(), lat_deg.to_vec(), lon_deg.to_vec()).ok();
    write::numbers(columns.as_ref().and_then(read::Outline::of)).into()
}

/// How recordings with these file names and outlines belong together: three numbers of each (`read::Relation`).
#[napi]
pub fn related(names: Vec<String>, outlines: Vec<Float64Array>) -> Float64Array {
    let outlines: Vec<Vec<f64>> = outlines.iter().map(|one| one.to_vec()).collect();
    read::related(&names, &outlines).iter().flat_map(read::Relation::numbers).collect::<Vec<f64>>().into()
}

/// Files of one session as a GPX, and of each a sentence on what was lost of it, or none.
#[napi]
pub fn joined(files: Vec<Uint8Array>) -> AsyncTask<Work<RawJoined>> {
    answer(move || {
        let files: Vec<&[u8]> = files.iter().map(|bytes| &bytes[..]).collect();
        let (bytes, losses) = write::joined(&files)?;
        Ok(RawJoined { bytes: bytes.into(), losses })
    })
}

/// A file that was opened.
#[napi(object, object_from_js = false)]
pub struct RawOpened {
    pub members: Vec<RawMember>,
    /// Of a file without members.
    pub recording: Option<RawFileRecording>,
    /// That of its recording.
    pub outline: Float64Array,
}

/// Files of one session as one.
#[napi(object, object_from_js = false)]
pub struct RawJoined {
    pub bytes: Uint8Array,
    pub losses: Vec<String>,
}

/// A recording with its columns as typed arrays.
#[napi(object, object_from_js = false)]
pub struct RawRecording {
    /// The metadata, JSON.
    pub head: String,
    #[napi(js_name = "time_ms")]
    pub time_ms: Float64Array,
    #[napi(js_name = "lat_deg")]
    pub lat_deg: Float64Array,
    #[napi(js_name = "lon_deg")]
    pub lon_deg: Float64Array,
    #[napi(js_name = "channel_ids")]
    pub channel_ids: Vec<String>,
    pub channels: Vec<Float32Array>,
}

impl RawRecording {
    fn new(head: String, columns: Columns) -> Self {
        Self {
            head,
            channel_ids: columns.channels().iter().map(|c| c.id.to_string()).collect(),
            channels: columns.channels().iter().map(|c| c.values.clone().into()).collect(),
            time_ms: columns.time_ms.into(),
            lat_deg: columns.lat_deg.into(),
            lon_deg: columns.lon_deg.into(),
        }
    }
}

/// A file of another format.
#[napi(object, object_from_js = false)]
pub struct RawWritten {
    pub bytes: Uint8Array,
    /// The metadata of the recording, JSON.
    pub head: String,
    /// Sentences about what the format could not hold.
    #[napi(js_name = "left_out")]
    pub left_out: Vec<String>,
}

/// A file of an archive.
#[napi(object, object_from_js = false)]
pub struct RawMember {
    pub name: String,
    /// None when it was not opened.
    pub bytes: Option<Uint8Array>,
    /// Numbers of its outline; none where it has none.
    pub outline: Float64Array,
    /// The error when it was not opened, JSON.
    pub failed: Option<String>,
    /// Sentences about damage of the archive in or around the file.
    pub notes: Vec<String>,
}

impl RawMember {
    fn part(write::Part { name, bytes, outline }: write::Part) -> Self {
        Self { name, bytes: Some(bytes.into()), outline: outline.into(), failed: None, notes: Vec::new() }
    }

    fn new(read::Member { name, bytes, notes }: read::Member) -> Self {
        let outline = bytes.as_ref().ok().and_then(|bytes| read::open(bytes).ok());
        let outline = write::numbers(outline.and_then(|opened| opened.outline)).into();
        let (bytes, failed) = match bytes {
            Ok(bytes) => (Some(bytes.into()), None),
            Err(error) => (None, Some(error.to_json())),
        };
        Self { name, bytes, outline, failed, notes: notes.into_iter().map(str::to_string).collect() }
    }
}
