//! Losses of one file while it is read: adjacent equal losses are merged, and the list is bounded.

use super::instant::clock_text;
use crate::damage::{Damage, Loss, LossKind, LossUnit};

/// Longest list of losses; further ones are summarized in one entry a kind. *Guess*.
const MAX_LOSSES: usize = 200;

/// Losses of one file in the order of the file.
#[derive(Debug)]
pub(super) struct Losses {
    unit: LossUnit,
    list: Vec<Loss>,
    /// Losses beyond [`MAX_LOSSES`]: their number and range, one entry a kind.
    summarized: Vec<(u64, Loss)>,
    lacks: Vec<String>,
    /// One bit for each kind in the list.
    kinds: u16,
    /// The file is incomplete and does not state how many points it should hold.
    open_ended: bool,
}

/// Estimate of what a file should hold behind its end, by the length in its header.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Missing {
    pub points: u32,
    pub seconds: f64,
}

impl Losses {
    /// Ranges of bytes.
    pub(super) fn bytes() -> Self {
        Self {
            unit: LossUnit::Byte,
            list: Vec::new(),
            summarized: Vec::new(),
            lacks: Vec::new(),
            kinds: 0,
            open_ended: false,
        }
    }

    /// Ranges of lines.
    pub(super) fn lines() -> Self {
        Self { unit: LossUnit::Line, ..Self::bytes() }
    }

    /// Adds a loss of `points` at `[from, to)`. `time_ms`: of the last fix before it; `reason`: a sentence. A loss of the
    /// same kind and reason as the last one and adjacent to it extends that one.
    pub(super) fn add(
        &mut self,
        from: usize,
        to: usize,
        kind: LossKind,
        points: u32,
        time_ms: Option<f64>,
        reason: &str,
    ) {
        let (from, to) = (from as u64, to as u64);
        if let Some(last) = self.list.last_mut()
            && last.kind == kind
            && last.to >= from
            && last.reason == reason
        {
            last.to = last.to.max(to);
            last.points = last.points.saturating_add(points);
            return;
        }
        // The first of a kind is listed with its sentence even beyond the limit.
        let first = self.kinds & (1 << kind as u16) == 0;
        self.kinds |= 1 << kind as u16;
        if self.list.len() < MAX_LOSSES || first {
            let reason = reason.to_string();
            self.list.push(Loss { from, to, unit: self.unit, kind, points, time_ms, reason });
        } else {
            self.summarize(from, to, kind, points, time_ms);
        }
    }

    /// Adds that the file is incomplete and ends in `[from, to)`, where `points` were cut off. `missing`: what should
    /// follow by the file's own header.
    pub(super) fn stopped(
        &mut self,
        from: usize,
        to: usize,
        points: u32,
        time_ms: Option<f64>,
        missing: Option<Missing>,
    ) {
        self.open_ended |= missing.is_none();
        let lost = missing.map_or(points, |missing| missing.points);
        let reason = incomplete_sentence(time_ms, missing);
        self.add(from, to, LossKind::Truncated, lost, time_ms, &reason);
    }

    fn summarize(&mut self, from: u64, to: u64, kind: LossKind, points: u32, time_ms: Option<f64>) {
        if let Some((places, loss)) = self.summarized.iter_mut().find(|(_, loss)| loss.kind == kind) {
            *places += 1;
            loss.to = to;
            loss.points = loss.points.saturating_add(points);
            return;
        }
        let loss = Loss { from, to, unit: self.unit, kind, points, time_ms, reason: String::new() };
        self.summarized.push((1, loss));
    }

    /// Changes the times of the losses so far.
    pub(super) fn retime(&mut self, time_ms: impl Fn(f64) -> f64) {
        let losses = self.list.iter_mut().chain(self.summarized.iter_mut().map(|(_, loss)| loss));
        losses.for_each(|loss| loss.time_ms = loss.time_ms.map(&time_ms));
    }

    /// True when there is no loss.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True when there is a loss of this kind.
    pub(super) fn contains(&self, kind: LossKind) -> bool {
        self.list.iter().any(|loss| loss.kind == kind)
    }

    /// Adds a sentence on data that the file never held.
    pub(super) fn add_lack(&mut self, sentence: impl Into<String>) {
        self.lacks.push(sentence.into());
    }

    /// The damage report. `expected` becomes unknown where the file is incomplete and does not state its length.
    pub(super) fn into_damage(self, kept: usize, expected: Option<usize>) -> Damage {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut losses = self.list;
        losses.extend(self.summarized.into_iter().map(|(places, loss)| Loss {
            reason: format!("The same holds for {places} more places; everything between them was read."),
            ..loss
        }));
        let expected = expected.filter(|_| !self.open_ended).map(count);
        Damage { kept: count(kept), expected, losses, lacks: self.lacks }
    }
}

/// The sentence for an incomplete file.
fn incomplete_sentence(last_time_ms: Option<f64>, missing: Option<Missing>) -> String {
    let Some(ms) = last_time_ms else {
        return "The file is incomplete: it ends before its first point.".to_string();
    };
    let rest = match missing {
        Some(missing) if missing.seconds >= 0.5 => {
            format!("about the last {} are missing", length(missing.seconds))
        }
        _ => "everything before was read".to_string(),
    };
    format!("The file is incomplete: it ends at {} UTC; {rest}.", clock_text(ms))
}

/// A duration for messages: "40 s", "12 min", "1 h 5 min", "3 days".
pub(super) fn length(seconds: f64) -> String {
    let (s, minutes) = (seconds.round() as u64, (seconds / 60.0).round() as u64);
    match minutes {
        _ if s < 100 => format!("{s} s"),
        m if m < 60 => format!("{m} min"),
        m if m >= 48 * 60 => format!("{} days", (m + 12 * 60) / (24 * 60)),
        m => format!("{} h {} min", m / 60, m % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_losses_become_one_range() {
        let mut losses = Losses::lines();
        for line in [4, 5, 6, 9] {
            losses.add(line, line + 1, LossKind::Checksum, 1, None, "A checksum does not match.");
        }
        let damage = losses.into_damage(90, Some(94));
        assert_eq!(damage.losses.len(), 2);
        assert_eq!((damage.losses[0].from, damage.losses[0].to, damage.losses[0].points), (4, 7, 3));
    }

    #[test]
    fn the_list_of_a_file_with_ten_thousand_losses_is_bounded() {
        let mut losses = Losses::lines();
        for line in 0..10_000 {
            losses.add(line * 2, line * 2 + 1, LossKind::Checksum, 1, None, "A checksum does not match.");
        }
        let damage = losses.into_damage(0, None);
        assert_eq!(damage.losses.len(), MAX_LOSSES + 1);
        assert_eq!(damage.losses.iter().map(|l| l.points).sum::<u32>(), 10_000);
        assert_eq!(damage.losses.last().unwrap().to, 19_999);
    }

    #[test]
    fn an_incomplete_file_is_reported_after_any_number_of_other_losses() {
        let mut losses = Losses::bytes();
        for at in 0..10_000 {
            losses.add(
                at * 2,
                at * 2 + 1,
                LossKind::NoPosition,
                1,
                None,
                "Points for which the receiver had no position were left out.",
            );
        }
        losses.stopped(20_000, 20_009, 0, Some(0.0), None);
        let losses = losses.into_damage(1, None).losses;
        let sentences: Vec<&str> = losses.iter().skip(MAX_LOSSES).map(|loss| loss.reason.as_str()).collect();
        assert_eq!(
            sentences,
            [
                "The file is incomplete: it ends at 00:00:00 UTC; everything before was read.",
                "The same holds for 9800 more places; everything between them was read."
            ]
        );
    }

    #[test]
    fn an_incomplete_file_is_reported_with_the_time_of_its_end() {
        let at = Some(1_594_348_161_240.0);
        let sentence = incomplete_sentence(at, None);
        assert_eq!(sentence, "The file is incomplete: it ends at 02:29:21 UTC; everything before was read.");
        let two = incomplete_sentence(at, Some(Missing { points: 2, seconds: 2.0 }));
        assert_eq!(two, "The file is incomplete: it ends at 02:29:21 UTC; about the last 2 s are missing.");
        assert_eq!([95.0, 130.0, 3900.0, 255e3].map(length), ["95 s", "2 min", "1 h 5 min", "3 days"]);
    }

    #[test]
    fn the_expected_points_of_an_incomplete_file_are_unknown_without_a_stated_length() {
        let mut losses = Losses::bytes();
        losses.stopped(90, 99, 1, None, None);
        assert_eq!(losses.into_damage(9, Some(10)).expected, None);
        let mut losses = Losses::bytes();
        losses.stopped(90, 99, 1, None, Some(Missing { points: 5, seconds: 5.0 }));
        let damage = losses.into_damage(9, Some(14));
        assert_eq!((damage.expected, damage.losses[0].points), (Some(14), 5));
    }
}
