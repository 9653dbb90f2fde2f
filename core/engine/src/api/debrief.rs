//! The debrief of a session, from columns and JSON.

use serde::de::DeserializeOwned;

use crate::api::races::{mistake_of_track, mistake_of_wind, parsed};
use crate::debrief::{self, Debrief, DebriefFacts, DebriefOptions, DebriefTrack, SessionSummary};
use crate::error::Error;
use crate::race::RaceTrack;

/// What is stored of a session. `facts` is JSON of [`DebriefFacts`]; of the columns of the track those of the wind are not
/// used.
///
/// # Errors
/// `BadOptions` for JSON of another kind and for columns that differ in length or whose times do not rise.
pub fn debrief_summary(facts: &str, track: RaceTrack) -> Result<SessionSummary, Error> {
    let facts: DebriefFacts = parsed(facts).map_err(|mistake| refused(&mistake))?;
    Ok(debrief::summary(&track_of(track, facts)?))
}

/// The debrief of the first of these tracks; the others are boats of the same races. `facts` is a JSON array of
/// [`DebriefFacts`], one per track in their order; `options` is JSON of [`DebriefOptions`].
///
/// # Errors
/// As [`debrief_summary`]; also without a track and where there are not as many facts as tracks.
pub fn debrief(facts: &str, tracks: Vec<RaceTrack>, options: &str) -> Result<Debrief, Error> {
    let facts: Vec<DebriefFacts> = parsed(facts).map_err(|mistake| refused(&mistake))?;
    let options: DebriefOptions = options_from(options)?;
    if facts.len() != tracks.len() {
        return Err(refused("there are not as many facts as tracks"));
    }
    if let Some(mistake) = mistake_of_wind(options.wind.as_ref()) {
        return Err(refused(mistake));
    }
    let tracks: Vec<DebriefTrack> = tracks
        .into_iter()
        .zip(facts)
        .map(|(track, facts)| track_of(track, facts))
        .collect::<Result<_, _>>()?;
    let (track, boats) = tracks.split_first().ok_or_else(|| refused("there is no track"))?;
    Ok(debrief::debrief(track, boats, &options))
}

pub(super) fn track_of(track: RaceTrack, facts: DebriefFacts) -> Result<DebriefTrack, Error> {
    let of_wind = facts.wind.as_ref().and_then(|wind| {
        let n = wind.time_ms.len();
        let is_full = [wind.twd_deg.len(), wind.sd_deg.len(), wind.tws_kn.len()] == [n; 3];
        (!is_full).then_some("the columns of its wind differ in length")
    });
    if let Some(mistake) = mistake_of_track(&track).or(of_wind) {
        return Err(refused(&format!("track {:?}: {mistake}", facts.name)));
    }
    let RaceTrack { time_ms, lat_deg, lon_deg, sog_mps, cog_deg, .. } = track;
    Ok(DebriefTrack { facts, time_ms, lat_deg, lon_deg, sog_mps, cog_deg })
}

/// Options from a JSON object; an empty text gives the defaults.
pub(super) fn options_from<T: DeserializeOwned + Default>(json: &str) -> Result<T, Error> {
    if json.is_empty() {
        return Ok(T::default());
    }
    parsed(json).map_err(|error| Error::bad_options(format!("These options cannot be used: {error}.")))
}

fn refused(mistake: &str) -> Error {
    Error::bad_options(format!("This session cannot be compared: {mistake}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn columns(n: usize) -> RaceTrack {
        RaceTrack {
            time_ms: (0..n).map(|i| 1000.0 * i as f64).collect(),
            lat_deg: vec![54.0; n],
            lon_deg: vec![10.0; n],
            sog_mps: vec![2.0; n],
            cog_deg: vec![0.0; n],
            ..RaceTrack::default()
        }
    }

    fn reason(facts: &str, tracks: Vec<RaceTrack>, options: &str) -> String {
        match debrief(facts, tracks, options) {
            Err(Error { kind: ErrorKind::BadOptions { reason }, .. }) => reason,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_session_without_a_wind_has_a_summary_and_a_debrief_without_findings() {
        let summary = debrief_summary(r#"{"name":"1"}"#, columns(20)).unwrap();
        assert_eq!(summary.boat_class, "Other");
        assert!(summary.quantities.is_empty());
        assert!(debrief(r#"[{"name":"1"}]"#, vec![columns(20)], "").unwrap().findings.is_empty());
    }

    #[test]
    fn what_does_not_fit_together_is_refused_with_a_sentence() {
        assert!(reason("[]", vec![], "").contains("there is no track."));
        assert!(reason("[]", vec![columns(2)], "").contains("not as many facts as tracks"));
        let short = RaceTrack { cog_deg: vec![0.0; 3], ..columns(20) };
        assert!(
            reason(r#"[{"name":"1"}]"#, vec![short], "")
                .contains("track \"1\": its columns differ in length.")
        );
        let wind = r#"[{"wind":{"own_track":true,"flip_probability":0,"time_ms":[1],"twd_deg":[],"sd_deg":[],"tws_kn":[]}}]"#;
        assert!(reason(wind, vec![columns(2)], "").contains("the columns of its wind differ in length."));
        assert!(reason(r#"[{}]"#, vec![columns(2)], r#"{"later":[]}"#).contains("unknown field `later`"));
    }
}
