//! A list of edits laid over segments. Nothing here knows a track: only kinds and times.

use crate::calendar::iso_utc;
use crate::corrections::{Edit, Span};
use crate::segment::SegmentKind;

/// Two spans are of the same segment when they share at least this much of the shorter one: another version of the
/// engine moves the ends by seconds, and the next tack may begin where this one ends.
const SHARED: f64 = 0.5;

/// A segment while it is corrected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    pub kind: SegmentKind,
    pub at: Span,
    /// Its place in the automatic list; none for one that was added.
    pub origin: Option<usize>,
    /// Its kind, or its times, are no longer the engine's.
    pub changed: bool,
    pub moved: bool,
}

impl Item {
    /// A segment as the engine found it.
    pub fn found(origin: usize, kind: SegmentKind, at: Span) -> Self {
        Self { kind, at, origin: Some(origin), changed: false, moved: false }
    }
}

/// Lays edits over segments, in their order, each over what the ones before it left. Says of each why it was not applied;
/// none when it was, or when all is already as it wants it. `track` is the time there is.
pub fn apply(items: &mut Vec<Item>, edits: &[Edit], track: Span) -> Vec<Option<String>> {
    let mut told: Vec<Option<String>> = Vec::with_capacity(edits.len());
    for (i, edit) in edits.iter().enumerate() {
        // The same correction again is the same correction.
        let before = edits.iter().take(i).position(|e| e == edit);
        let outcome = match before {
            Some(first) => told.get(first).cloned().flatten(),
            None => one(items, edit, track).err(),
        };
        told.push(outcome);
    }
    told
}

fn one(items: &mut Vec<Item>, edit: &Edit, track: Span) -> Result<(), String> {
    match *edit {
        Edit::PinWind { .. } => {}
        Edit::Delete { kind, at } => {
            let i = find(items, kind, at).ok_or_else(|| lost(kind, at))?;
            items.remove(i);
        }
        Edit::ChangeKind { kind, at, to } => match find(items, kind, at).and_then(|i| items.get_mut(i)) {
            Some(item) => {
                item.changed |= item.kind != to;
                item.kind = to;
            }
            None => has(items, to, at).then_some(()).ok_or_else(|| lost(kind, at))?,
        },
        Edit::Move { kind, at, to } => {
            inside(to, track)?;
            match find(items, kind, at).and_then(|i| items.get_mut(i)) {
                Some(item) => {
                    item.moved |= item.at != to;
                    item.at = to;
                }
                None => has(items, kind, to).then_some(()).ok_or_else(|| lost(kind, at))?,
            }
        }
        Edit::Add { kind, at } => {
            inside(at, track)?;
            if !has(items, kind, at) {
                items.push(Item { kind, at, origin: None, changed: true, moved: true });
            }
        }
    }
    Ok(())
}

/// The segment of this kind that shares most of its time with a span.
fn find(items: &[Item], kind: SegmentKind, at: Span) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for (i, item) in items.iter().enumerate().filter(|(_, item)| item.kind == kind) {
        let shared = item.at.end_ms.min(at.end_ms) - item.at.start_ms.max(at.start_ms);
        let shorter = (item.at.end_ms - item.at.start_ms).min(at.end_ms - at.start_ms);
        if shared > 0.0 && shared >= SHARED * shorter && best.is_none_or(|b| shared > b.0) {
            best = Some((shared, i));
        }
    }
    best.map(|b| b.1)
}

fn has(items: &[Item], kind: SegmentKind, at: Span) -> bool {
    find(items, kind, at).is_some()
}

fn lost(kind: SegmentKind, at: Span) -> String {
    let (from, to) = (iso_utc(at.start_ms), iso_utc(at.end_ms));
    format!(
        "There is no {} from {from} to {to} any more; the correction is kept, not applied.",
        kind.name().to_ascii_lowercase()
    )
}

fn inside(at: Span, track: Span) -> Result<(), String> {
    let outside = at.end_ms <= track.start_ms || at.start_ms >= track.end_ms;
    let why = || "Its time lies outside of the recording; the correction is kept, not applied.".to_string();
    if outside { Err(why()) } else { Ok(()) }
}
