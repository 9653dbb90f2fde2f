//! Races of real fleets (../shared/recordings/fleets), whose guns and marks are known. Without the recordings the tests report
//! that and pass. `npm run truth -- --group fleets` measures them.

use std::path::PathBuf;

use leebow_engine::calendar::ms_from_iso;
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::{race_track, wind_evidence};
use leebow_engine::race::input::{RaceWindColumns, RaceWindSource};
use leebow_engine::race::{RaceAnalysis, RaceOptions, RaceTrack, analyze};
use leebow_engine::{Options, analyze as analyze_track};

/// The races in every so manieth recording of a set; none where it is not there.
fn races(set: &str, class: &str, every: usize) -> Option<RaceAnalysis> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let folders = named.into_iter().chain([beside]).map(|folder| folder.join("fleets").join(set));
    let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no recordings of fleets here; set LEEBOW_RECORDINGS to their folder");
        return None;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|e| e.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "gpx"));
    files.sort();
    let options = Options { boat_class: Some(class.into()), ..Options::default() };
    let mut tracks: Vec<RaceTrack> = Vec::new();
    let mut evidence: Vec<TrackEvidence> = Vec::new();
    for file in files.iter().step_by(every) {
        let (name, bytes) = (file.file_name()?.to_str()?, std::fs::read(file).ok()?);
        tracks.extend(analyze_track(name, &bytes, None, &options).ok().as_ref().map(race_track));
        evidence.extend(wind_evidence(name, &bytes, None, &options).ok());
    }
    let winds: Vec<_> =
        estimate_fleet_winds(&evidence).iter().filter_map(|fleet| fleet.answer().wind).collect();
    let wind = match &winds[..] {
        [wind] => Some(RaceWindColumns {
            source: RaceWindSource::Fleet,
            time_ms: wind.time_ms.clone(),
            twd_deg: wind.twd_deg.clone(),
            sd_deg: wind.sd_deg.clone(),
            flip_probability: wind.flip_probability,
        }),
        _ => None,
    };
    Some(analyze(&tracks, &RaceOptions { wind, ..RaceOptions::default() }))
}

/// That the races begin within a minute of these guns, and are no more, and none of them is called otherwise.
fn assert_guns(found: &RaceAnalysis, guns: &[&str]) {
    let ms = |time: &str| ms_from_iso(time).unwrap();
    let starts: Vec<&str> = found.day.races.iter().map(|race| race.start_time.as_str()).collect();
    assert_eq!(starts.len(), guns.len(), "{starts:?}");
    for (start, gun) in starts.iter().zip(guns) {
        assert!((ms(start) - ms(gun)).abs() <= 60_000.0, "{start} for {gun}");
    }
    let others = found.day.races.iter().flat_map(|race| &race.recalls).chain(&found.day.practice_starts);
    for other in others {
        assert!(guns.iter().all(|gun| (ms(other) - ms(gun)).abs() > 60_000.0), "{other} is a gun");
    }
}

#[test]
fn seven_of_49_boats_have_the_three_races_of_their_day_with_a_reach_from_the_top_mark() {
    let Some(found) = races("ilca-2025-09-20", "Laser", 8) else { return };
    assert_guns(&found, &["2025-09-20T11:24:00Z", "2025-09-20T12:30:00Z", "2025-09-20T13:41:00Z"]);
    for race in &found.day.races {
        assert!(
            race.waypoints.len() > 3,
            "three marks or more, fewer in the light air of the third race: {:?}",
            race.waypoints
        );
    }
}

#[test]
fn ten_finns_pass_the_last_mark_before_the_reach_to_the_finish() {
    let Some(found) = races("finn-2012-08-05", "Other", 1) else { return };
    assert_guns(&found, &["2012-08-05T14:00:00Z"]);
    let last_mark = ms_from_iso("2012-08-05T14:32:38Z").unwrap();
    let passes = |time: &str| (ms_from_iso(time).unwrap() - last_mark).abs() < 60_000.0;
    for boat in &found.day.races[0].boats {
        assert!(
            boat.passings.iter().flatten().any(|p| passes(&p.time)),
            "{}: {:?}",
            boat.track,
            boat.passings
        );
    }
}

#[test]
fn foiling_boats_that_start_on_a_reach_have_two_races() {
    let Some(found) = races("sailgp-2025-01-19", "Other", 1) else { return };
    assert_guns(&found, &["2025-01-19T03:08:00Z", "2025-01-19T03:29:00Z"]);
}

#[test]
fn two_kites_that_train_side_by_side_sail_no_race_and_are_asked() {
    let Some(found) = races("kites-training-2025-06-06", "Formula Kite", 1) else { return };
    assert_guns(&found, &[]);
    assert!((1..=3).contains(&found.day.candidates.len()), "{:?}", found.day.candidates);
}

#[test]
fn three_boats_of_a_club_with_watches_have_their_race() {
    let Some(found) = races("club-2023-07-01", "Other", 1) else { return };
    assert_guns(&found, &["2023-07-01T10:58:00Z"]);
    let recalls = &found.day.races[0].recalls;
    assert!(recalls.is_empty(), "three boats that sail off together were not recalled: {recalls:?}");
}

#[test]
fn two_boats_of_a_match_race_have_their_race_though_one_falls_far_behind() {
    let Some(found) = races("match-acws2020-9", "Other", 1) else { return };
    assert_guns(&found, &["2021-04-16T16:20:00Z"]);
}
