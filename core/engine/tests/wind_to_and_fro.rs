//! Reaches to and fro: which side the wind is on, by the way that is kept through the turns.

#![allow(clippy::unwrap_used)]

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::simulate::{Scenario, Spec, simulate, write_simulation};
use leebow_engine::{Options, analyze};

/// A rider who reaches to and fro in wind from `twd_deg` and gybes at both ends.
fn ridden(class: &str, told: &str, seed: u64, twd_deg: f64) -> FileAnalysis {
    let spec = Spec {
        class: class.to_string(),
        seed,
        scenario: Scenario::ToAndFro,
        twd_deg,
        tws_kn: 14.0,
        minutes: 30.0,
        ..Spec::default()
    };
    let file = write_simulation(&simulate(&spec).unwrap(), "gpx").unwrap();
    let options = Options { boat_class: Some(told.to_string()), ..Options::default() };
    analyze("ride.gpx", &file, None, &options).unwrap().report
}

#[test]
fn gybes_that_keep_their_way_tell_which_side_the_wind_is_on() {
    let mut published = 0;
    for (k, class) in ["Foil Pumping", "Kite Flying", "Formula Kite"].into_iter().enumerate() {
        for (seed, told) in [(70 + k as u64, class), (73 + k as u64, "Other")] {
            let twd_deg = 40.0 + 110.0 * k as f64;
            let Some(wind) = ridden(class, told, seed, twd_deg).wind else { continue };
            published += 1;
            let off = wrap_180(wind.twd_deg - twd_deg).abs();
            assert!(off < 45.0, "{class} told as {told}, seed {seed}: {off}");
            assert!(off < 2.5 * wind.sd_deg, "{class} told as {told}, seed {seed}: {off} ± {}", wind.sd_deg);
        }
    }
    assert!(published >= 3, "{published}");
}
