//! Applies corrections to a session (docs/algorithms.md, section 13): corrected segments are measured like those the engine
//! found.

use crate::config::BoatClass;
use crate::corrections::{CORRECTED, Edit, Item, Span, apply};
use crate::maneuver::measure_all;
use crate::maneuver::reasons::LeftOutReason;
use crate::pipeline::session::Session;
use crate::segment::SegmentKind;
use crate::segment::accelerations::Acceleration;
use crate::segment::classify::{ClassifiedTurn, classify};
use crate::segment::course::{Course, Episode};
use crate::segment::straights::{Straight, straight_between};
use crate::segment::turns::{LEAD_S, Turn, turn_between};
use crate::segment::unnamed::unnamed_turn;
use crate::segment::wind_along_track::WindAlongTrack;

/// Inputs of the measurement of corrected segments.
pub(super) struct MeasureContext<'a> {
    pub course: &'a Course<'a>,
    pub class: &'a BoatClass,
    /// Probability that the wind blew from the opposite direction.
    pub flip_probability: f64,
    /// None without a wind.
    pub wind_along: Option<&'a WindAlongTrack<'a>>,
    pub turns: &'a [Turn],
}

impl MeasureContext<'_> {
    fn s(&self, ms: f64) -> f64 {
        (ms - self.course.ms(0.0)) / 1000.0
    }

    fn span(&self, start_s: f64, end_s: f64) -> Span {
        Span { start_ms: self.course.ms(start_s), end_ms: self.course.ms(end_s) }
    }

    fn track(&self) -> Span {
        self.span(0.0, self.course.time_s.last().copied().unwrap_or(0.0))
    }
}

/// For each correction the reason why it was not applied, or none.
pub(super) type CorrectionOutcomes = Vec<Option<String>>;

/// Applies the edits of straights, or those of all other kinds, to items, and sets their outcomes.
fn apply_edits(
    items: &mut Vec<Item>,
    edits: &[Edit],
    straights: bool,
    track: Span,
    outcomes: &mut CorrectionOutcomes,
) {
    outcomes.resize(edits.len(), None);
    let applies = |e: &Edit| e.kind().is_some_and(|k| (k == SegmentKind::Straight) == straights);
    let (rows, chosen): (Vec<usize>, Vec<Edit>) =
        edits.iter().copied().enumerate().filter(|(_, e)| applies(e)).unzip();
    for (row, outcome) in rows.into_iter().zip(apply(items, &chosen, track)) {
        outcomes[row] = outcome;
    }
}

/// Applies the edits of all kinds but straights, and measures the maneuvers of the session again.
pub(super) fn correct_maneuvers(
    context: &MeasureContext,
    session: &mut Session,
    edits: &[Edit],
    outcomes: &mut CorrectionOutcomes,
) {
    if edits.is_empty() {
        return;
    }
    let sources = Sources::of(session);
    let mut items = sources.items(context, session);
    let automatic = items.clone();
    apply_edits(&mut items, edits, false, context.track(), outcomes);
    if items == automatic {
        return;
    }
    let mut rest = Rest::default();
    let mut found: Vec<ClassifiedTurn> = session.maneuvers.iter().map(|m| m.found.clone()).collect();
    let named: Vec<usize> = (0..found.len()).filter(|&i| found[i].kind.is_some()).collect();
    for i in named {
        let item = items.iter().find(|item| item.origin == Some(sources.of_turn(i)));
        found[i].kind = item.filter(|k| !k.changed && !k.moved).and(found[i].kind);
    }
    let mut corrected: Vec<(ClassifiedTurn, Option<Span>)> = Vec::new();
    for item in &items {
        match item.origin.filter(|_| !item.changed && !item.moved) {
            Some(origin) => rest.copy(&sources, session, origin),
            None => match corrected_turn(context, session, &sources, item) {
                Some(turn) => corrected.push((turn, item.moved.then_some(item.at))),
                None => rest.add(context, item),
            },
        }
    }
    session.maneuvers = measured(context, found, corrected);
    (session.interruptions, session.accelerations) = (rest.interruptions, rest.starts);
}

/// Numbering of the segments the engine found: turns, then interruptions, then accelerations.
struct Sources {
    turns: usize,
    interruptions: usize,
}

impl Sources {
    fn of(session: &Session) -> Self {
        Self { turns: session.maneuvers.len(), interruptions: session.interruptions.len() }
    }

    fn of_turn(&self, i: usize) -> usize {
        i
    }

    fn items(&self, context: &MeasureContext, session: &Session) -> Vec<Item> {
        let turns = session.maneuvers.iter().enumerate();
        let turns = turns.filter_map(|(i, m)| Some((i, m.found.kind?, m.start_s, m.end_s)));
        let interruptions = session.interruptions.iter().enumerate();
        let interruptions = interruptions.map(|(i, (kind, s))| (self.turns + i, *kind, s.start_s, s.end_s));
        let starts = session.accelerations.iter().enumerate().map(|(i, a)| {
            (self.turns + self.interruptions + i, SegmentKind::Acceleration, a.start_s, a.end_s)
        });
        let all = turns.chain(interruptions).chain(starts);
        all.map(|(origin, kind, from, to)| Item::found(origin, kind, context.span(from, to))).collect()
    }
}

/// Segments that are not measured as turns.
#[derive(Default)]
struct Rest {
    interruptions: Vec<(SegmentKind, Episode)>,
    starts: Vec<Acceleration>,
}

impl Rest {
    /// Copies a segment the engine found; turns are skipped.
    fn copy(&mut self, sources: &Sources, session: &Session, origin: usize) {
        let Some(i) = origin.checked_sub(sources.turns) else { return };
        match session.interruptions.get(i) {
            Some(interruptions) => self.put(*interruptions),
            None => self.starts.extend(session.accelerations.get(i - sources.interruptions).copied()),
        }
    }

    /// Adds a segment with its kind and times alone.
    fn add(&mut self, context: &MeasureContext, item: &Item) {
        let (start_s, end_s) = (context.s(item.at.start_ms), context.s(item.at.end_ms));
        self.put((item.kind, Episode { start_s, end_s, time_s: start_s }));
    }

    /// Inserts in time order.
    fn put(&mut self, one: (SegmentKind, Episode)) {
        let place = self.interruptions.partition_point(|t| t.1.start_s <= one.1.start_s);
        self.interruptions.insert(place, one);
    }
}

/// True for kinds that are measured as turns.
fn is_turn(kind: SegmentKind) -> bool {
    use SegmentKind::{BearAway, Douse, Gybe, Penalty, Tack, Turn};
    matches!(kind, Tack | Gybe | BearAway | Douse | Penalty | Turn)
}

/// The turn by which a corrected item is measured: that of the engine where only the kind changed, else the one between
/// its times; none for kinds that are no turns.
fn corrected_turn(
    context: &MeasureContext,
    session: &Session,
    sources: &Sources,
    item: &Item,
) -> Option<ClassifiedTurn> {
    if !is_turn(item.kind) {
        return None;
    }
    let own = item.origin.filter(|i| *i < sources.turns && !item.moved);
    let found = match own.and_then(|i| session.maneuvers.get(i)) {
        Some(m) => Some(m.found.clone()),
        None => turn_in(context, item),
    };
    let mut found = found?;
    found.kind = Some(item.kind);
    (found.has_loss, found.whole) = (true, None);
    found.flags = vec![CORRECTED];
    Some(found)
}

/// The turn between the times of an item: it begins a second after the first, as in every maneuver, and ends with the last
/// turn the engine found inside, else at the second.
fn turn_in(context: &MeasureContext, item: &Item) -> Option<ClassifiedTurn> {
    let (from, to) = (context.s(item.at.start_ms), context.s(item.at.end_ms));
    let (first, last) = context.course.piece_span(0.5 * (from + to))?;
    let start = (from + LEAD_S).clamp(first, last).min(0.5 * (from + to));
    let inside = context.turns.iter().filter(|t| t.start_s < to && t.end_s > start);
    let end = inside.map(|t| t.end_s.min(to)).reduce(f64::max).unwrap_or(to).min(last);
    let turn = turn_between(context.course, start, end)?;
    let parts = context.wind_along.map(|w| classify(context.course, w, &[turn])).unwrap_or_default();
    if parts.is_empty() {
        return unnamed_turn(context.course, &[turn], 0);
    }
    let alike = parts.iter().position(|p| p.kind == Some(item.kind)).unwrap_or(0);
    parts.into_iter().nth(alike)
}

/// Measures all turns in time order. Corrected ones have at least the quality that counts, and moved or added ones the times
/// of their correction.
fn measured(
    context: &MeasureContext,
    found: Vec<ClassifiedTurn>,
    corrected: Vec<(ClassifiedTurn, Option<Span>)>,
) -> Vec<crate::maneuver::MeasuredManeuver> {
    // A turn without a name that overlaps a corrected one is dropped.
    let spans: Vec<Turn> = corrected.iter().map(|(f, _)| f.turn).collect();
    let same =
        |f: &ClassifiedTurn| spans.iter().any(|t| t.start_s < f.turn.end_s && f.turn.start_s < t.end_s);
    let (mut all, mut times) = (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for one in found.into_iter().filter(|f| f.kind.is_some() || !same(f)) {
        all.push(one);
        times.push(None);
    }
    for (one, at) in corrected {
        let place = all.partition_point(|f: &ClassifiedTurn| f.turn.start_s <= one.turn.start_s);
        all.insert(place, one);
        times.insert(place, at);
    }
    let mut out = measure_all(context.course, context.class, context.flip_probability, all);
    for (m, at) in out.iter_mut().zip(times) {
        if m.found.flags.contains(&CORRECTED) {
            m.quality = m.quality.confirmed();
            let has_loss = m.loss.loss_80_m.or(m.loss.og_m).is_some();
            // The user has looked at it: only a missing loss leaves it out.
            m.left_out = (!has_loss).then_some(LeftOutReason::NoLoss);
        }
        if let Some(at) = at {
            (m.start_s, m.end_s) = (context.s(at.start_ms), context.s(at.end_ms));
        }
    }
    out
}

/// Applies the edits of straights to those found between the corrected maneuvers.
pub(super) fn correct_straights(
    context: &MeasureContext,
    wind_along: Option<&WindAlongTrack>,
    straights: &mut Vec<Straight>,
    edits: &[Edit],
    outcomes: &mut CorrectionOutcomes,
) {
    if edits.is_empty() {
        return;
    }
    let found = straights.iter().enumerate();
    let mut items: Vec<Item> =
        found.map(|(i, s)| Item::found(i, SegmentKind::Straight, context.span(s.start_s, s.end_s))).collect();
    apply_edits(&mut items, edits, true, context.track(), outcomes);
    let measured = |item: &Item| match item.origin.filter(|_| !item.moved) {
        Some(i) => straights.get(i).cloned(),
        None => straight_between(
            context.course,
            wind_along,
            context.s(item.at.start_ms),
            context.s(item.at.end_ms),
        ),
    };
    let mut corrected: Vec<Straight> = Vec::with_capacity(items.len());
    for one in items.iter().filter_map(measured) {
        let place = corrected.partition_point(|s| s.start_s <= one.start_s);
        corrected.insert(place, one);
    }
    *straights = corrected;
}
