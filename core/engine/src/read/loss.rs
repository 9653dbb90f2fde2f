//! Collecting losses: neighbours become one range, and a ruined file does not give a list without end.

use super::instant::clock_text;
use crate::damage::{Damage, Loss, LossKind, LossUnit};

/// Longest list of losses; what comes after is gathered into one entry a kind.
const LONGEST_LIST: usize = 200;

/// Losses of one file, in its order.
#[derive(Debug)]
pub struct Losses {
    unit: LossUnit,
    list: Vec<Loss>,
    /// Beyond the list, one a kind.
    gathered: Vec<(u64, Loss)>,
    lacks: Vec<String>,
    /// A bit for each kind that is told.
    told: u16,
    /// The file stops in the middle, and nobody knows how much it set out to hold.
    open_ended: bool,
}

/// What a file promised to hold beyond the place where it stops, estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Missing {
    pub points: u32,
    pub seconds: f64,
}

impl Losses {
    /// Ranges of bytes.
    pub fn bytes() -> Self {
        Self {
            unit: LossUnit::Byte,
            list: Vec::new(),
            gathered: Vec::new(),
            lacks: Vec::new(),
            told: 0,
            open_ended: false,
        }
    }

    /// Ranges of lines.
    pub fn lines() -> Self {
        Self { unit: LossUnit::Line, ..Self::bytes() }
    }

    /// Adds a loss of `points` at `[from, to)`. `time_ms`: the last good fix before it.
    /// A loss that follows its like without a gap becomes one with it. `reason` is a whole sentence.
    pub fn add(
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
        // The first of a kind is told in its own words, however late it comes.
        let first = self.told & (1 << kind as u16) == 0;
        self.told |= 1 << kind as u16;
        if self.list.len() < LONGEST_LIST || first {
            let reason = reason.to_string();
            self.list.push(Loss { from, to, unit: self.unit, kind, points, time_ms, reason });
        } else {
            self.gather(from, to, kind, points, time_ms);
        }
    }

    /// The file stops in the middle, at `[from, to)`; `points` were torn there. `missing`: what the file itself
    /// promised to follow.
    pub fn stopped(
        &mut self,
        from: usize,
        to: usize,
        points: u32,
        time_ms: Option<f64>,
        missing: Option<Missing>,
    ) {
        self.open_ended |= missing.is_none();
        let lost = missing.map_or(points, |missing| missing.points);
        let reason = stops_in_the_middle(time_ms, missing);
        self.add(from, to, LossKind::Truncated, lost, time_ms, &reason);
    }

    fn gather(&mut self, from: u64, to: u64, kind: LossKind, points: u32, time_ms: Option<f64>) {
        if let Some((places, loss)) = self.gathered.iter_mut().find(|(_, loss)| loss.kind == kind) {
            *places += 1;
            loss.to = to;
            loss.points = loss.points.saturating_add(points);
            return;
        }
        let loss = Loss { from, to, unit: self.unit, kind, points, time_ms, reason: String::new() };
        self.gathered.push((1, loss));
    }

    /// True while nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True when something of this kind was lost.
    pub fn tells(&self, kind: LossKind) -> bool {
        self.list.iter().any(|loss| loss.kind == kind)
    }

    /// Says something that the file never had.
    pub fn lack(&mut self, sentence: impl Into<String>) {
        self.lacks.push(sentence.into());
    }

    /// The Damage report. `expected` is not known where the file stops in the middle without a promise.
    pub fn into_damage(self, kept: usize, expected: Option<usize>) -> Damage {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut losses = self.list;
        losses.extend(self.gathered.into_iter().map(|(places, loss)| Loss {
            reason: format!("{places} more places like those above; what lies between them was kept."),
            ..loss
        }));
        let expected = expected.filter(|_| !self.open_ended).map(count);
        Damage { kept: count(kept), expected, losses, lacks: self.lacks }
    }
}

/// The sentence for a file that ends in the middle of something.
fn stops_in_the_middle(last_time_ms: Option<f64>, missing: Option<Missing>) -> String {
    let Some(ms) = last_time_ms else {
        return "The file stops in the middle, before its first point.".to_string();
    };
    let rest = match missing {
        Some(missing) if missing.seconds >= 0.5 => {
            format!("about the last {} are missing", length(missing.seconds))
        }
        _ => "what came before is kept".to_string(),
    };
    format!("The file stops in the middle, at {} UTC; {rest}.", clock_text(ms))
}

/// "40 s", "12 min", "1 h 5 min"
fn length(seconds: f64) -> String {
    let (s, minutes) = (seconds.round() as u64, (seconds / 60.0).round() as u64);
    match minutes {
        _ if s < 100 => format!("{s} s"),
        m if m < 60 => format!("{m} min"),
        m => format!("{} h {} min", m / 60, m % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one_range() {
        let mut losses = Losses::lines();
        for line in [4, 5, 6, 9] {
            losses.add(line, line + 1, LossKind::Checksum, 1, None, "A checksum does not fit.");
        }
        let damage = losses.into_damage(90, Some(94));
        assert_eq!(damage.losses.len(), 2);
        assert_eq!((damage.losses[0].from, damage.losses[0].to, damage.losses[0].points), (4, 7, 3));
    }

    #[test]
    fn a_ruined_file_gives_a_list_that_ends() {
        let mut losses = Losses::lines();
        for line in 0..10_000 {
            losses.add(line * 2, line * 2 + 1, LossKind::Checksum, 1, None, "A checksum does not fit.");
        }
        let damage = losses.into_damage(0, None);
        assert_eq!(damage.losses.len(), LONGEST_LIST + 1);
        assert_eq!(damage.losses.iter().map(|l| l.points).sum::<u32>(), 10_000);
        assert_eq!(damage.losses.last().unwrap().to, 19_999);
    }

    #[test]
    fn that_a_file_stops_is_told_behind_however_many_losses() {
        let mut losses = Losses::bytes();
        for at in 0..10_000 {
            losses.add(
                at * 2,
                at * 2 + 1,
                LossKind::NoPosition,
                1,
                None,
                "The receiver had no position here.",
            );
        }
        losses.stopped(20_000, 20_009, 0, Some(0.0), None);
        let losses = losses.into_damage(1, None).losses;
        let told: Vec<&str> = losses.iter().skip(LONGEST_LIST).map(|loss| loss.reason.as_str()).collect();
        assert_eq!(
            told,
            [
                "The file stops in the middle, at 00:00:00 UTC; what came before is kept.",
                "9800 more places like those above; what lies between them was kept."
            ]
        );
    }

    #[test]
    fn the_end_is_told_with_its_clock() {
        let at = Some(1_594_348_161_240.0);
        let sentence = stops_in_the_middle(at, None);
        assert_eq!(sentence, "The file stops in the middle, at 02:29:21 UTC; what came before is kept.");
        let two = stops_in_the_middle(at, Some(Missing { points: 2, seconds: 2.0 }));
        assert_eq!(two, "The file stops in the middle, at 02:29:21 UTC; about the last 2 s are missing.");
        assert_eq!([95.0, 130.0, 3900.0].map(length), ["95 s", "2 min", "1 h 5 min"]);
    }

    #[test]
    fn without_a_promise_nobody_knows_what_a_torn_file_set_out_to_hold() {
        let mut losses = Losses::bytes();
        losses.stopped(90, 99, 1, None, None);
        assert_eq!(losses.into_damage(9, Some(10)).expected, None);
        let mut losses = Losses::bytes();
        losses.stopped(90, 99, 1, None, Some(Missing { points: 5, seconds: 5.0 }));
        let damage = losses.into_damage(9, Some(14));
        assert_eq!((damage.expected, damage.losses[0].points), (Some(14), 5));
    }
}
