//! Sessions that are given window by window, for tests.

use super::session::SessionPolar;
use super::summary::{cells, session_of};
use super::windows::Window;
use crate::calendar::{iso_utc, ms_from_iso};
use crate::random::Random;

pub(super) const DAY_MS: f64 = 86_400_000.0;
pub(super) const START_MS: f64 = 1_700_000_000_000.0;

/// How a session is sailed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Day {
    pub day: usize,
    /// Windows to windward; as many are sailed to leeward.
    pub windows: usize,
    pub tws_kn: Option<f64>,
    /// Factor on all speeds, and on those of port tack.
    pub speed: f64,
    pub port: f64,
}

impl Default for Day {
    fn default() -> Self {
        Self { day: 0, windows: 90, tws_kn: Some(12.5), speed: 1.0, port: 1.0 }
    }
}

/// Windows at 45° and 150° on both tacks; about 5 kn to windward in 12.5 kn, a tenth of a knot more a knot of wind.
pub(super) fn windows(day: Day, numbers: &mut Random) -> Vec<Window> {
    let mut found = Vec::new();
    for i in 0..2 * day.windows {
        let (angle, speed, spread) = if i % 2 == 0 { (45.0, 5.0, 3.0) } else { (150.0, 6.0, 6.0) };
        let is_port = i / 2 % 2 == 0;
        let twa = angle + spread * numbers.normal();
        let tws_kn = day.tws_kn.map(|kn| kn + 0.8 * numbers.normal());
        let windier = 0.1 * (tws_kn.unwrap_or(12.5) - 12.5);
        let tack = if is_port { day.port } else { 1.0 };
        found.push(Window {
            start_ms: START_MS + 10_000.0 * i as f64,
            tws_kn,
            twa_deg: if is_port { -twa } else { twa },
            sog_kn: (speed + windier + 0.3 * numbers.normal()) * day.speed * tack,
            direction_sd_deg: 4.0,
        });
    }
    found
}

pub(super) fn sailed(day: Day, numbers: &mut Random) -> SessionPolar {
    let windows = windows(day, numbers);
    let start_ms = START_MS + DAY_MS * day.day as f64;
    SessionPolar {
        boat_class: "Laser".into(),
        start_time: iso_utc(start_ms),
        end_time: iso_utc(start_ms + 7_200_000.0),
        own_track_wind: Some(false),
        ..session_of(&windows)
    }
}

/// Sessions a week apart, in winds from 9 to 14 kn.
pub(super) fn season(weeks: usize, seed: u64, change: impl Fn(usize, &mut Day)) -> Vec<SessionPolar> {
    let mut numbers = Random::of(seed);
    let of = |week: usize| {
        let mut day = Day { day: 7 * week, tws_kn: Some(9.0 + (week * 2 % 5) as f64), ..Day::default() };
        day.speed = 1.0 + 0.01 * numbers.normal();
        change(week, &mut day);
        sailed(day, &mut numbers)
    };
    (0..weeks).map(of).collect()
}

/// A session as two recordings, the second after the first.
pub(super) fn halved(session: &SessionPolar, windows: &[Window]) -> [SessionPolar; 2] {
    let (first, second) = windows.split_at(windows.len() / 2);
    let start_ms = ms_from_iso(&session.start_time).unwrap();
    let half = |windows: &[Window], from_h: f64| SessionPolar {
        start_time: iso_utc(start_ms + 3_600_000.0 * from_h),
        end_time: iso_utc(start_ms + 3_600_000.0 * (from_h + 1.0)),
        cells: cells(windows),
        ..session.clone()
    };
    [half(first, 0.0), half(second, 1.0)]
}
