//! An analysis as the analysis of races takes it.

use crate::api::{Analysis, DeviceEvent, DeviceEventKind, Maneuver};
use crate::calendar::ms_from_iso;
use crate::pipeline::parts::{kept, of_rows};
use crate::race::input::{RaceEvent, RaceEventKind, RaceTurn};
use crate::race::{RaceTrack, RaceTrackFacts};
use crate::read::lacks::NO_ZONE;

/// The track of an analysis for [`crate::race::analyze`], without the parts that are left out.
pub fn race_track(analysis: &Analysis) -> RaceTrack {
    let Analysis { report, columns, .. } = analysis;
    let rows = kept(&report.parts, columns.len());
    let channel = |id: &str| columns.get(id).map(|values| of_rows(values, &rows)).unwrap_or_default();
    let facts = RaceTrackFacts {
        name: report.name.clone(),
        boat_class: Some(report.boat_class.clone()),
        antenna_to_bow_m: None,
        flip_probability: report.wind.as_ref().map(|w| w.flip_probability),
        without_zone: report.damage.lacks.iter().any(|sentence| sentence.contains(NO_ZONE)),
        turns: report.maneuvers.iter().filter_map(turn).collect(),
        events: report.events.iter().filter_map(event).collect(),
    };
    RaceTrack {
        facts,
        time_ms: of_rows(&columns.time_ms, &rows),
        lat_deg: of_rows(&columns.lat_deg, &rows),
        lon_deg: of_rows(&columns.lon_deg, &rows),
        sog_mps: channel("sog"),
        cog_deg: channel("cog"),
        ewd_deg: channel("ewd"),
        ewd_sd_deg: channel("ewd_sd"),
    }
}

/// A turn; none for maneuvers that are no turns.
fn turn(m: &Maneuver) -> Option<RaceTurn> {
    let time_ms = ms_from_iso(&m.time)?;
    let after = |s: Option<f64>| s.map(|s| time_ms + 1000.0 * s);
    let end_ms = after(m.evidence.turn_end_s)?;
    Some(RaceTurn {
        kind: m.kind,
        start_ms: after(m.evidence.turn_start_s)?,
        time_ms,
        end_ms,
        recovered_ms: after(m.evidence.recovered_95_s).unwrap_or(end_ms),
        counted: m.counted,
    })
}

fn event(e: &DeviceEvent) -> Option<RaceEvent> {
    let kind = match e.kind {
        DeviceEventKind::RaceStart => RaceEventKind::RaceStart,
        DeviceEventKind::Pin => RaceEventKind::Pin,
        DeviceEventKind::CommitteeBoat => RaceEventKind::CommitteeBoat,
        _ => return None,
    };
    Some(RaceEvent { kind, time_ms: ms_from_iso(&e.time)?, lat_deg: e.lat_deg, lon_deg: e.lon_deg })
}
