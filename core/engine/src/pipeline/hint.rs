//! The wind direction that the user gave, as a hint or a pin over the whole track: it decides the end and the quarter
//! (docs/algorithms.md, section 4.10).

use crate::angle::{circular_mean, hypot, wrap_180, wrap_360};
use crate::wind::WindSeries;
use crate::wind::estimate::{HINT_RANGE_DEG, HINT_SD_DEG};

/// The note that the hint is used because the track gives no estimate near it.
pub(crate) const HINT_USED: &str =
    "The track alone does not tell the wind: the direction you gave is used as you gave it.";

/// Two directions disagree when they differ by more than this many standard deviations of the difference. *guess*
const DISAGREE_SDS: f64 = 2.0;

/// Mean direction of a series weighted by the inverse variance, and the root mean square of its standard deviation, deg; none
/// without a sample.
pub(crate) fn mean_direction(wind: &WindSeries) -> Option<(f64, f64)> {
    let weighted = wind.twd_deg.iter().zip(&wind.sd_deg).map(|(&d, &sd)| (d, 1.0 / (sd * sd).max(1e-6)));
    let (mean_deg, _) = circular_mean(weighted)?;
    let squares: f64 = wind.sd_deg.iter().map(|sd| sd * sd).sum();
    Some((mean_deg, (squares / wind.sd_deg.len().max(1) as f64).sqrt()))
}

/// True when the mean direction of a wind is within [`HINT_RANGE_DEG`] of the direction given.
pub(crate) fn agrees(wind: &WindSeries, given_deg: f64) -> bool {
    mean_direction(wind).is_some_and(|(mean, _)| wrap_180(mean - given_deg).abs() <= HINT_RANGE_DEG)
}

/// A wind with the hint as an observation of its mean direction, standard deviation [`HINT_SD_DEG`]: the whole series is
/// turned by s²/(s² + 15²) of the difference, where s is its own standard deviation. Where the two disagree by more than two
/// standard deviations, half of the difference is added to the uncertainty.
pub(crate) fn combined(wind: WindSeries, hint_deg: f64) -> WindSeries {
    let Some((mean, sd)) = mean_direction(&wind) else { return wind };
    let (own, hint) = (sd * sd, HINT_SD_DEG * HINT_SD_DEG);
    let off = wrap_180(hint_deg - mean);
    let disagrees = off.abs() > DISAGREE_SDS * (own + hint).sqrt();
    let more = if disagrees { 0.5 * off } else { 0.0 };
    let (turn, scale) = (off * own / (own + hint), (hint / (own + hint)).sqrt());
    WindSeries {
        twd_deg: wind.twd_deg.iter().map(|d| wrap_360(d + turn)).collect(),
        sd_deg: wind.sd_deg.iter().map(|sd| hypot(sd * scale, more)).collect(),
        // The user decides between the direction and its opposite.
        flip_probability: 0.0,
        ..wind
    }
}

/// The note that the direction given is used although the track speaks for another one.
pub(crate) fn track_disagrees(track_deg: f64, given_deg: f64) -> String {
    let (track, given) = (whole_deg(track_deg), whole_deg(given_deg));
    format!("The track itself suggests wind from {track}°; you gave {given}°, which is used.")
}

/// The note that the direction given is used although another one was measured.
pub(crate) fn measurement_disagrees(measured_deg: f64, given_deg: f64) -> String {
    let (measured, given) = (whole_deg(measured_deg), whole_deg(given_deg));
    format!("The wind was measured from {measured}° in the mean; you gave {given}°, which is used.")
}

/// A direction in whole degrees, 0 to 359.
fn whole_deg(deg: f64) -> u32 {
    libm::round(wrap_360(deg)) as u32 % 360
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wind::WindSource;

    fn steady(twd_deg: f64, sd_deg: f64) -> WindSeries {
        WindSeries {
            source: WindSource::Estimated,
            time_ms: vec![0.0, 10_000.0],
            twd_deg: vec![twd_deg - 2.0, twd_deg + 2.0],
            sd_deg: vec![sd_deg; 2],
            tws_mps: vec![f64::NAN; 2],
            flip_probability: 0.2,
        }
    }

    #[test]
    fn a_hint_turns_an_uncertain_wind_towards_itself_and_decides_the_end() {
        let wind = combined(steady(350.0, 15.0), 10.0);
        let (mean, sd) = mean_direction(&wind).unwrap();
        assert!(wrap_180(mean).abs() < 1e-9 && (sd - 15.0 / 2f64.sqrt()).abs() < 1e-9, "{mean} {sd}");
        assert_eq!(wind.flip_probability, 0.0);
        let certain = mean_direction(&combined(steady(350.0, 3.0), 10.0)).unwrap();
        assert!((wrap_180(certain.0) + 9.2).abs() < 0.1, "{}", certain.0);
    }

    #[test]
    fn a_hint_far_from_a_certain_wind_makes_it_less_certain() {
        let (mean, sd) = mean_direction(&combined(steady(180.0, 4.0), 220.0)).unwrap();
        assert!(mean > 180.0 && mean < 190.0 && sd > 20.0, "{mean} {sd}");
    }

    #[test]
    fn a_note_gives_directions_between_0_and_359() {
        assert!(track_disagrees(359.7, -165.0).contains("from 0°; you gave 195°"));
    }
}
