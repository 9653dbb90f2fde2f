//! Applies edits to a list of segments given as kinds and times.

use crate::calendar::iso_utc;
use crate::corrections::{Edit, Span};
use crate::segment::SegmentKind;

/// Two spans belong to the same segment when their overlap is at least this share of the shorter one: another version
/// of the engine moves the ends by seconds, and the next tack may begin where this one ends. *guess*
const MIN_OVERLAP_SHARE: f64 = 0.5;

/// A segment to which edits are applied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    pub kind: SegmentKind,
    pub at: Span,
    /// Index in the list of segments the engine found; none for an added one.
    pub origin: Option<usize>,
    /// The kind differs from the engine's, or the segment was added.
    pub changed: bool,
    /// The times differ from the engine's, or the segment was added.
    pub moved: bool,
}

impl Item {
    /// A segment as the engine found it, at this index.
    pub fn found(origin: usize, kind: SegmentKind, at: Span) -> Self {
        Self { kind, at, origin: Some(origin), changed: false, moved: false }
    }
}

/// Applies edits in their order, each to what the earlier ones left. Returns for each edit the reason why it was not
/// applied; none when it was, or when its result already existed. A repeated edit has the outcome of the first and no
/// effect, unless its effect was undone since. `track` is the span of the recording.
pub fn apply(items: &mut Vec<Item>, edits: &[Edit], track: Span) -> Vec<Option<String>> {
    let mut outcomes: Vec<Option<String>> = Vec::with_capacity(edits.len());
    // Edits that had an effect, in their order.
    let mut effective: Vec<Edit> = Vec::new();
    for (i, edit) in edits.iter().enumerate() {
        let last = effective.iter().rposition(|e| e == edit);
        let undone = last.is_some_and(|last| effective.iter().skip(last).any(|other| undoes(other, edit)));
        let first = edits.iter().take(i).position(|e| e == edit);
        let first_outcome = first.and_then(|first| outcomes.get(first)).cloned();
        let applied = if first.is_none() || undone { apply_one(items, edit, track) } else { Ok(false) };
        effective.extend((applied == Ok(true)).then_some(*edit));
        outcomes.push(first_outcome.unwrap_or(applied.err()));
    }
    outcomes
}

/// True when an edit reverses the effect of an earlier one.
fn undoes(edit: &Edit, earlier: &Edit) -> bool {
    match (*earlier, *edit) {
        (Edit::Delete { kind, at }, Edit::Add { kind: added, at: there })
        | (Edit::Add { kind: added, at: there }, Edit::Delete { kind, at }) => {
            kind == added && overlap_ms(at, there).is_some()
        }
        (Edit::ChangeKind { kind, at, to }, Edit::ChangeKind { kind: from, at: there, to: back }) => {
            (kind, to) == (back, from) && overlap_ms(at, there).is_some()
        }
        (Edit::Move { kind, at, to }, Edit::Move { kind: moved, at: there, to: back }) => {
            kind == moved && overlap_ms(to, there).is_some() && overlap_ms(at, back).is_some()
        }
        _ => false,
    }
}

/// Applies one edit; true when it changed the list.
fn apply_one(items: &mut Vec<Item>, edit: &Edit, track: Span) -> Result<bool, String> {
    match *edit {
        Edit::PinWind { .. }
        | Edit::Part { .. }
        | Edit::Clock { .. }
        | Edit::TrustInstruments(_)
        | Edit::Calibrate(_) => Ok(false),
        Edit::Delete { kind, at } => {
            let i = find(items, kind, at).ok_or_else(|| no_match(kind, at))?;
            items.remove(i);
            Ok(true)
        }
        Edit::ChangeKind { kind, at, to } => match find(items, kind, at).and_then(|i| items.get_mut(i)) {
            Some(item) => {
                item.changed |= item.kind != to;
                Ok(std::mem::replace(&mut item.kind, to) != to)
            }
            None => has(items, to, at).then_some(false).ok_or_else(|| no_match(kind, at)),
        },
        Edit::Move { kind, at, to } => {
            check_inside(to, track)?;
            match find(items, kind, at).and_then(|i| items.get_mut(i)) {
                Some(item) => {
                    item.moved |= item.at != to;
                    Ok(std::mem::replace(&mut item.at, to) != to)
                }
                None => has(items, kind, to).then_some(false).ok_or_else(|| no_match(kind, at)),
            }
        }
        Edit::Add { kind, at } => {
            check_inside(at, track)?;
            let is_new = !has(items, kind, at);
            if is_new {
                items.push(Item { kind, at, origin: None, changed: true, moved: true });
            }
            Ok(is_new)
        }
    }
}

/// Index of the segment of this kind with the greatest overlap with a span, else of one that may be the same turn with
/// another name; none below [`MIN_OVERLAP_SHARE`].
fn find(items: &[Item], kind: SegmentKind, at: Span) -> Option<usize> {
    overlapping(items, at, |k| k == kind).or_else(|| overlapping(items, at, |k| may_be_same_turn(k, kind)))
}

/// True for a turn without a name and one with: a correction made before the wind was chosen finds its turn afterwards.
fn may_be_same_turn(a: SegmentKind, b: SegmentKind) -> bool {
    use SegmentKind::{BearAway, Douse, Gybe, Penalty, Tack, Turn};
    let is_named = |kind| matches!(kind, Tack | Gybe | BearAway | Douse | Penalty);
    (a == Turn && is_named(b)) || (b == Turn && is_named(a))
}

fn overlapping(items: &[Item], at: Span, is_kind: impl Fn(SegmentKind) -> bool) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for (i, item) in items.iter().enumerate().filter(|(_, item)| is_kind(item.kind)) {
        if let Some(overlap_ms) = overlap_ms(item.at, at)
            && best.is_none_or(|b| overlap_ms > b.0)
        {
            best = Some((overlap_ms, i));
        }
    }
    best.map(|b| b.1)
}

/// Overlap of two spans that belong to the same segment, ms; none for others.
fn overlap_ms(a: Span, b: Span) -> Option<f64> {
    let overlap_ms = a.end_ms.min(b.end_ms) - a.start_ms.max(b.start_ms);
    let shorter_ms = (a.end_ms - a.start_ms).min(b.end_ms - b.start_ms);
    (overlap_ms > 0.0 && overlap_ms >= MIN_OVERLAP_SHARE * shorter_ms).then_some(overlap_ms)
}

fn has(items: &[Item], kind: SegmentKind, at: Span) -> bool {
    overlapping(items, at, |k| k == kind).is_some()
}

/// The reason for an edit without a matching segment.
fn no_match(kind: SegmentKind, at: Span) -> String {
    let (from, to) = (iso_utc(at.start_ms), iso_utc(at.end_ms));
    format!(
        "There is no {} from {from} to {to} any more. The correction is kept but has no effect.",
        kind.name().to_ascii_lowercase()
    )
}

/// An error for a span that does not overlap the recording.
fn check_inside(at: Span, track: Span) -> Result<(), String> {
    if at.end_ms <= track.start_ms || at.start_ms >= track.end_ms {
        let reason = "Its time lies outside the recording. The correction is kept but has no effect.";
        return Err(reason.to_string());
    }
    Ok(())
}
