//! When guns are fired.

use super::RaceSettings;

/// From one practice start or recalled start to the next signal, s: time to sail back and wait. *guess*
const AGAIN_S: f64 = 330.0;
/// Practice starts are not made on the whole minute, s. *guess*
const PRACTICE_SECOND_S: f64 = 23.0;

/// What a gun begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    Practice,
    Recalled,
    Race,
}

/// The guns of a session, s from its start, which is at this time (ms since 1970 UTC): practice starts, recalled starts,
/// races. `approach_s` is the time that the boats need from the shore, `race_s` that of a race and the way back.
pub fn signals(
    settings: &RaceSettings,
    start_time_ms: f64,
    ends_s: f64,
    approach_s: f64,
    race_s: f64,
) -> Vec<(Signal, f64)> {
    let minute = |after_s: f64, second_s: f64| {
        let clock_s = start_time_ms / 1000.0 + after_s - second_s;
        60.0 * libm::ceil(clock_s / 60.0) + second_s - start_time_ms / 1000.0
    };
    let mut all = Vec::new();
    let mut next_s = approach_s.max(60.0 * settings.first_gun_min);
    for _ in 0..settings.practice_starts {
        all.push((Signal::Practice, minute(next_s, settings.gun_second_s + PRACTICE_SECOND_S)));
        next_s = all.last().map_or(next_s, |signal| signal.1) + AGAIN_S;
    }
    for _ in 0..settings.general_recalls {
        all.push((Signal::Recalled, minute(next_s, settings.gun_second_s)));
        next_s = all.last().map_or(next_s, |signal| signal.1) + AGAIN_S;
    }
    for _ in 0..settings.races {
        all.push((Signal::Race, minute(next_s, settings.gun_second_s)));
        next_s = all.last().map_or(next_s, |signal| signal.1) + race_s;
    }
    all.retain(|(_, gun_s)| *gun_s < ends_s);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guns_are_fired_on_the_whole_minute_in_the_order_of_the_day() {
        let settings =
            RaceSettings { races: 2, practice_starts: 2, general_recalls: 1, ..Default::default() };
        let guns = signals(&settings, 1_000_000_020_000.0, 1e5, 100.0, 1800.0);
        let kinds: Vec<Signal> = guns.iter().map(|g| g.0).collect();
        assert_eq!(kinds, [Signal::Practice, Signal::Practice, Signal::Recalled, Signal::Race, Signal::Race]);
        let second = |i: usize| (1_000_000_020.0 + guns[i].1) % 60.0;
        assert_eq!((second(0), second(2), second(3), second(4)), (23.0, 0.0, 0.0, 0.0));
        assert!(guns.windows(2).all(|pair| pair[1].1 - pair[0].1 >= AGAIN_S));
        assert!(guns[4].1 - guns[3].1 >= 1800.0);
    }

    #[test]
    fn a_gun_after_the_end_of_the_session_is_not_fired() {
        let guns = signals(&RaceSettings { races: 5, ..Default::default() }, 0.0, 3000.0, 100.0, 1800.0);
        assert_eq!(guns.len(), 2);
    }
}
