//! Events and totals of the device in the outward form: pauses, race timer, line, marks, laps, sessions.

use crate::api::{DeviceEvent, DeviceEventKind, Lap};
use crate::calendar::iso_utc;
use crate::stats::order::sort_by_number;
use crate::track::{Event, EventKind, Part, Recording, Totals};
use crate::units::kn_from_mps;

/// Pauses and events in time order.
pub(crate) fn events(recording: &Recording) -> Vec<DeviceEvent> {
    let pauses = recording.pauses_ms.iter().map(|[from_ms, to_ms]| (*from_ms, pause(*from_ms, *to_ms)));
    let pressed = recording.events.iter().map(|e| (e.time_ms, pressed(e)));
    let mut all: Vec<(f64, DeviceEvent)> = pauses.chain(pressed).collect();
    sort_by_number(&mut all, |e| e.0);
    all.into_iter().map(|(_, event)| event).collect()
}

fn pause(from_ms: f64, to_ms: f64) -> DeviceEvent {
    let words = format!("The device was paused for {}.", length((to_ms - from_ms) / 1000.0));
    let end_time = Some(iso_utc(to_ms));
    DeviceEvent { end_time, ..event_of(DeviceEventKind::Pause, from_ms, words) }
}

fn pressed(event: &Event) -> DeviceEvent {
    let at = |kind, words: &str| event_of(kind, event.time_ms, words.to_string());
    match event.kind {
        EventKind::TimerReset { seconds } => event_of(
            DeviceEventKind::TimerReset,
            event.time_ms,
            format!("Race timer set to {}.", countdown(seconds)),
        ),
        EventKind::TimerStart { seconds } => event_of(
            DeviceEventKind::TimerStart,
            event.time_ms,
            format!("Race timer started at {} to the gun.", countdown(seconds)),
        ),
        EventKind::TimerSync { seconds } => {
            let words = format!("Race timer synchronised to {}.", countdown(seconds));
            event_of(DeviceEventKind::TimerSync, event.time_ms, words)
        }
        EventKind::RaceStart => at(DeviceEventKind::RaceStart, "The gun: the race began."),
        EventKind::RaceEnd => at(DeviceEventKind::RaceEnd, "The race ended."),
        EventKind::Pin { lat_deg, lon_deg } => {
            placed(at(DeviceEventKind::Pin, "The pin end of the start line was pinged."), lat_deg, lon_deg)
        }
        EventKind::CommitteeBoat { lat_deg, lon_deg } => {
            let words = "The committee boat's end of the start line was pinged.";
            placed(at(DeviceEventKind::CommitteeBoat, words), lat_deg, lon_deg)
        }
        EventKind::Mark => at(DeviceEventKind::Mark, "A mark was set on the device."),
    }
}

fn event_of(kind: DeviceEventKind, time_ms: f64, words: String) -> DeviceEvent {
    DeviceEvent { kind, time: iso_utc(time_ms), end_time: None, words, lat_deg: None, lon_deg: None }
}

fn placed(event: DeviceEvent, lat_deg: f64, lon_deg: f64) -> DeviceEvent {
    DeviceEvent { lat_deg: Some(lat_deg), lon_deg: Some(lon_deg), ..event }
}

/// "43 min 5 s"
fn length(seconds: f64) -> String {
    let s = seconds.round().max(0.0) as u64;
    match (s / 3600, s / 60 % 60, s % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, 0) => format!("{m} min"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

/// Minutes and seconds to the start, such as "5:00"; devices count down to 0 or up from a negative time.
fn countdown(seconds: f64) -> String {
    let s = seconds.abs().round() as u64;
    format!("{}:{:02}", s / 60, s % 60)
}

/// The laps of the device, or its sessions, numbered in file order.
pub(crate) fn laps(recording: &Recording, part: Part) -> Vec<Lap> {
    let of_part = recording.totals.iter().filter(|t| t.part == part);
    of_part.enumerate().map(|(i, totals)| lap(i + 1, totals)).collect()
}

fn lap(number: usize, totals: &Totals) -> Lap {
    let word = match totals.part {
        Part::Lap => "Lap",
        Part::Session => "Session",
    };
    Lap {
        name: format!("{word} {number}"),
        start_time: iso_utc(totals.start_ms),
        end_time: iso_utc(totals.end_ms),
        timer_s: totals.timer_s,
        distance_m: totals.distance_m,
        mean_speed_kn: totals.mean_mps.map(kn_from_mps),
        max_speed_kn: totals.max_mps.map(kn_from_mps),
        sport: totals.sport.map(str::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_countdowns_are_formatted() {
        assert_eq!([5.0, 60.0, 2585.0, 7260.0].map(length), ["5 s", "1 min", "43 min 5 s", "2 h 1 min"]);
        assert_eq!([300.0, -75.0, 0.0].map(countdown), ["5:00", "1:15", "0:00"]);
    }
}
