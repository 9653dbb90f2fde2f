//! Races of a day, from columns and JSON.

use serde::de::DeserializeOwned;

use crate::error::{Error, ErrorKind};
use serde::Deserialize;

use crate::race::input::RaceWindColumns;
use crate::race::{self, Duel, RaceAnalysis, RaceOptions, RaceTrack, RaceTrackFacts};

/// Finds and analyses the races of these tracks. `facts` is a JSON array of [`RaceTrackFacts`], one per track in their order;
/// `options` is JSON of [`RaceOptions`].
///
/// # Errors
/// `BadOptions` for JSON of another kind, for corrections with values that no race can have, and for columns that differ in
/// length or whose times do not rise.
pub fn races(facts: &str, tracks: Vec<RaceTrack>, options: &str) -> Result<RaceAnalysis, Error> {
    let (tracks, options) = checked(facts, tracks, options)?;
    Ok(race::analyze(&tracks, &options))
}

/// Two boats on one leg of a race.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DuelRequest {
    /// Of the race, as its report says it.
    pub start_time: String,
    /// Names of the tracks.
    pub a: String,
    pub b: String,
    /// Index of the leg.
    pub leg: u32,
}

/// Why the first of two boats gained on the second one on a leg. The tracks and options are those of [`races`]; `request` is
/// JSON of [`DuelRequest`]. None for an unknown race, boat or leg, and where they were not seen on the leg together.
///
/// # Errors
/// As [`races`].
pub fn duel(
    facts: &str,
    tracks: Vec<RaceTrack>,
    options: &str,
    request: &str,
) -> Result<Option<Duel>, Error> {
    let (tracks, options) = checked(facts, tracks, options)?;
    let DuelRequest { start_time, a, b, leg } = parsed(request).map_err(|mistake| refused(&mistake))?;
    Ok(race::duel(&tracks, &options, &start_time, [&a, &b], leg as usize))
}

fn checked(
    facts: &str,
    mut tracks: Vec<RaceTrack>,
    options: &str,
) -> Result<(Vec<RaceTrack>, RaceOptions), Error> {
    let facts: Vec<RaceTrackFacts> = parsed(facts).map_err(|mistake| refused(&mistake))?;
    let options = RaceOptions::from_json(options)?;
    if facts.len() != tracks.len() {
        return Err(refused("there are not as many facts as tracks"));
    }
    for (track, facts) in tracks.iter_mut().zip(facts) {
        track.facts = facts;
        if let Some(mistake) = mistake_of_track(track) {
            return Err(refused(&format!("track {:?}: {mistake}", track.facts.name)));
        }
    }
    if let Some(mistake) = mistake_of_wind(options.wind.as_ref()) {
        return Err(refused(mistake));
    }
    Ok((tracks, options))
}

/// What is wrong with the columns of a track.
pub(super) fn mistake_of_track(track: &RaceTrack) -> Option<&'static str> {
    let n = track.time_ms.len();
    let is_full = |length: usize| length == n;
    let is_full_or_absent = |length: usize| length == n || length == 0;
    let lengths = [track.lat_deg.len(), track.lon_deg.len(), track.sog_mps.len(), track.cog_deg.len()];
    if !lengths.into_iter().all(is_full)
        || ![track.ewd_deg.len(), track.ewd_sd_deg.len()].into_iter().all(is_full_or_absent)
    {
        return Some("its columns differ in length");
    }
    (!rises(&track.time_ms)).then_some("its times do not rise")
}

/// What is wrong with the columns of a wind.
pub(super) fn mistake_of_wind(wind: Option<&RaceWindColumns>) -> Option<&'static str> {
    let wind = wind?;
    if [wind.twd_deg.len(), wind.sd_deg.len()] != [wind.time_ms.len(); 2] {
        return Some("the columns of the wind differ in length");
    }
    (!rises(&wind.time_ms)).then_some("the times of the wind do not rise")
}

/// Whether these times are finite and strictly rising.
fn rises(time_ms: &[f64]) -> bool {
    time_ms.iter().all(|t| t.is_finite()) && time_ms.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
}

/// A value from JSON, or the mistake in it.
pub(super) fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_str(json);
    T::deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| error.to_string())
}

fn refused(mistake: &str) -> Error {
    ErrorKind::BadOptions { reason: format!("These races cannot be analysed: {mistake}.") }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"[{"name":"1"}]"#;

    fn track(n: usize) -> RaceTrack {
        RaceTrack {
            time_ms: (0..n).map(|i| 1000.0 * i as f64).collect(),
            lat_deg: vec![54.0; n],
            lon_deg: vec![10.0; n],
            sog_mps: vec![0.0; n],
            cog_deg: vec![0.0; n],
            ..RaceTrack::default()
        }
    }

    fn reason(facts: &str, tracks: Vec<RaceTrack>, options: &str) -> String {
        match races(facts, tracks, options) {
            Err(Error { kind: ErrorKind::BadOptions { reason }, .. }) => reason,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn tracks_without_a_race_give_a_day_without_one() {
        assert!(races(ONE, vec![track(20)], "").is_ok_and(|found| found.day.races.is_empty()));
        assert!(races("[]", vec![], r#"{"corrections":[]}"#).is_ok_and(|found| found.day.races.is_empty()));
    }

    #[test]
    fn what_does_not_fit_together_is_refused_with_a_sentence() {
        let short = RaceTrack { cog_deg: vec![0.0; 3], ..track(20) };
        assert!(reason(ONE, vec![short], "").contains("track \"1\": its columns differ in length."));
        let still = RaceTrack { time_ms: vec![5.0; 20], ..track(20) };
        assert!(reason(ONE, vec![still], "").contains("its times do not rise."));
        assert!(reason("[]", vec![track(2)], "").contains("not as many facts as tracks"));
        assert!(reason(ONE, vec![track(2)], r#"{"winds":null}"#).contains("unknown field `winds`"));
        let unequal =
            r#"{"wind":{"source":"fleet","time_ms":[1],"twd_deg":[],"sd_deg":[5],"flip_probability":0}}"#;
        assert!(reason(ONE, vec![track(2)], unequal).contains("the columns of the wind differ in length."));
        let unknown = r#"{"corrections":[{"action":"set_gun","at":"2026-06-01T10:00:00Z"}]}"#;
        assert!(reason(ONE, vec![track(2)], unknown).contains("missing field `gun_time`"));
    }
}
