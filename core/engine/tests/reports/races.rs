//! Races of a day, and a duel in one of them.

use leebow_engine::api::{self, DuelRequest};
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::race::answer::{RaceColumns, RaceDay, RaceReport};
use leebow_engine::race::input::{
    LineEnd, RaceScore, RaceTrackFacts, RaceWindColumns, RaceWindSource, RatingSystem,
};
use leebow_engine::race::{RaceCorrection, RaceOptions, RaceTrack};

use super::sailing::SHIFTS_S;
use super::{Choices, Water, ensure, ensure_finite, refused, sailed, to_json};

pub(super) fn check(choices: &mut Choices) -> Result<(), String> {
    let water = Water::of(choices);
    let boats = 1 + choices.below(7);
    let tracks: Vec<RaceTrack> = (0..boats).map(|boat| sailed(choices, &water, boat).0).collect();
    let options = to_json(&options(choices, &water));
    let facts: Vec<&RaceTrackFacts> = tracks.iter().map(|track| &track.facts).collect();
    let facts = to_json(&facts);
    let Some(found) = refused(api::races(&facts, tracks.clone(), &options))? else { return Ok(()) };
    check_day(&found.day, &tracks)?;
    check_order(&tracks, &options, &found.day)?;
    ensure(found.columns.len() == found.day.races.len(), &"columns of each race")?;
    for (race, columns) in found.day.races.iter().zip(&found.columns) {
        check_columns(race, columns)?;
    }
    let Some(race) = found.day.races.get(choices.below(found.day.races.len())) else { return Ok(()) };
    let name = |choices: &mut Choices| race.tracks.get(choices.below(race.tracks.len())).cloned();
    let (Some(a), Some(b)) = (name(choices), name(choices)) else { return Ok(()) };
    let request = DuelRequest { start_time: race.start_time.clone(), a, b, leg: choices.below(9) as u32 };
    let request = serde_json::json!({
        "start_time": request.start_time, "a": request.a, "b": request.b, "leg": request.leg,
    });
    ensure_finite(&refused(api::duel(&facts, tracks, &options, &request.to_string()))?)
}

fn options(choices: &mut Choices, water: &Water) -> RaceOptions {
    let wind = choices.seldom().then(|| {
        let n = choices.below(40);
        RaceWindColumns {
            source: choices.pick(&[RaceWindSource::Measured, RaceWindSource::Fleet]),
            time_ms: (0..n).map(|i| water.gun_ms - 400e3 + 6e4 * i as f64).collect(),
            twd_deg: (0..n).map(|_| water.twd_deg + choices.pick(&[0.0, 3.0, 180.0, -400.0])).collect(),
            sd_deg: (0..n).map(|_| choices.pick(&[4.0, 0.0, 90.0, 1e6])).collect(),
            flip_probability: choices.pick(&[0.0, 0.04, 0.5, 1.0]),
        }
    });
    RaceOptions { wind, corrections: choices.several(5, |choices| correction(choices, water)) }
}

fn correction(choices: &mut Choices, water: &Water) -> RaceCorrection {
    use RaceCorrection as C;
    let time = |choices: &mut Choices| {
        let s = choices.pick(&SHIFTS_S) + f64::from(choices.byte());
        iso_utc(water.gun_ms + 1000.0 * s)
    };
    let at = time(choices);
    let track = format!("boat {}", choices.below(9));
    let (lat_deg, lon_deg) =
        water.plane.to_deg(300.0 * choices.share() - 150.0, choices.pick(&[-20.0, 150.0, 0.0, 4e4]));
    let end = choices.pick(&[LineEnd::Pin, LineEnd::Committee]);
    match choices.below(13) {
        0 => C::SetGun { at, gun_time: time(choices) },
        1 => C::SetClock { track, ahead_s: choices.pick(&SHIFTS_S) },
        2 => {
            let (waypoint, mark) = (choices.below(6) as u32, choices.below(3) as u32);
            C::PlaceMark { at, waypoint, mark, lat_deg, lon_deg }
        }
        3 => C::PlaceLineEnd { at, end, lat_deg, lon_deg },
        4 => C::SetFinish { at, end, lat_deg, lon_deg },
        5 => C::MergeRace { at },
        6 => C::SplitRace { at },
        7 => C::ExcludeBoat { at, track },
        8 => {
            C::SetHandicap { system: choices.pick(&[RatingSystem::TimeOnTime, RatingSystem::TimeOnDistance]) }
        }
        9 => C::SetRating {
            track,
            rating: choices.pick(&[1.0, 0.1, 10.0, 600.0, -5.0]),
            start_after_s: choices.maybe(|choices| choices.pick(&[300.0, -60.0, 86_400.0])),
        },
        10 => C::SetCourseLength { at, length_nm: choices.pick(&[1.0, 0.01, 30_000.0]) },
        _ => {
            C::SetScore { at, track, score: choices.pick(&[RaceScore::Ocs, RaceScore::Dnf, RaceScore::Dsq]) }
        }
    }
}

fn check_day(day: &RaceDay, tracks: &[RaceTrack]) -> Result<(), String> {
    ensure_finite(day)?;
    let mut before = f64::NEG_INFINITY;
    for race in &day.races {
        let start_ms = ms_from_iso(&race.start_time).ok_or("a start that is no time")?;
        let end_ms = ms_from_iso(&race.end_time).ok_or("an end that is no time")?;
        ensure(start_ms <= end_ms, &(&race.start_time, &race.end_time))?;
        before = if start_ms < before { return Err("races out of order".into()) } else { start_ms };
        check_race(race, tracks)?;
    }
    let mut notes = day.notes.iter().chain(day.races.iter().flat_map(|race| &race.notes));
    notes.try_for_each(|note| ensure(note.text.ends_with('.'), note))
}

/// The races are those of the same boats given in another order, where each has a name of her own.
fn check_order(tracks: &[RaceTrack], options: &str, day: &RaceDay) -> Result<(), String> {
    let mut names: Vec<&str> = tracks.iter().map(|track| track.facts.name.as_str()).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    let reversed: Vec<RaceTrack> = tracks.iter().rev().cloned().collect();
    let facts: Vec<&RaceTrackFacts> = reversed.iter().map(|track| &track.facts).collect();
    let again =
        refused(api::races(&to_json(&facts), reversed.clone(), options))?.ok_or("refused reversed")?;
    let guns = |day: &RaceDay| day.races.iter().map(|race| race.start_time.clone()).collect::<Vec<_>>();
    ensure(guns(day) == guns(&again.day), &(guns(day), guns(&again.day)))
}

fn check_race(race: &RaceReport, tracks: &[RaceTrack]) -> Result<(), String> {
    let is_known = |name: &String| tracks.iter().any(|track| track.facts.name == *name);
    ensure(race.tracks.iter().all(is_known), &race.tracks)?;
    ensure(race.gun_sd_s >= 0.0, &race.gun_sd_s)?;
    ensure(
        race.legs.len() + 1 == race.waypoints.len() || race.legs.is_empty(),
        &(race.legs.len(), &race.waypoints),
    )?;
    let marks = race.waypoints.iter().flat_map(|waypoint| &waypoint.marks).map(|mark| mark.place);
    for place in marks.chain(race.line.iter().flat_map(|line| [line.pin, line.committee])) {
        let is_on_earth = place.lat_deg.abs() <= 90.0 && place.lon_deg.abs() <= 180.0 && place.sd_m >= 0.0;
        ensure(is_on_earth, &place)?;
    }
    for boat in &race.boats {
        ensure(race.tracks.contains(&boat.track), &boat.track)?;
        ensure(boat.place.is_none_or(|place| (1..=race.boats.len() as u32).contains(&place)), boat)?;
        ensure(boat.passings.len() == race.legs.len() || boat.passings.is_empty(), boat)?;
        ensure(boat.legs.len() == race.legs.len() || boat.legs.is_empty(), boat)?;
        let times = boat.passings.iter().flatten().map(|passing| &passing.time);
        ensure(times.is_sorted(), boat)?;
        let legs = boat.legs.iter().flatten();
        ensure(legs.map(|leg| leg.time_s.min(leg.sailed_m)).all(|least| least >= 0.0), boat)?;
    }
    Ok(())
}

fn check_columns(race: &RaceReport, columns: &[RaceColumns]) -> Result<(), String> {
    ensure(columns.len() == race.boats.len(), &"columns of each boat")?;
    for (boat, of_boat) in race.boats.iter().zip(columns) {
        let n = of_boat.time_ms.len();
        let RaceColumns { behind_s, behind_m, behind_sd_s, behind_sd_m, progress_m, leg, .. } = of_boat;
        let lengths = [behind_s, behind_m, behind_sd_s, behind_sd_m, progress_m].map(Vec::len);
        ensure(boat.track == of_boat.track && lengths == [n; 5] && leg.len() == n, &of_boat.track)?;
        ensure(of_boat.time_ms.is_sorted_by(|a, b| a < b), &"times that do not rise")?;
    }
    Ok(())
}
