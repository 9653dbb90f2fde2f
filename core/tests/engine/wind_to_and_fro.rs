//! Reciprocal reaches: the speed retained through the turns determines the side of the wind.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::{Options, analyze};
use leebow_simulator::{Scenario, Spec, simulate, write_simulation};

/// The analysis, as class `analyzed_as`, of reciprocal reaches with a gybe at both ends in wind from `twd_deg`.
fn ridden(class: &str, analyzed_as: &str, seed: u64, twd_deg: f64) -> FileAnalysis {
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
    let options = Options { boat_class: Some(analyzed_as.to_string()), ..Options::default() };
    analyze("ride.gpx", &file, None, &options).unwrap().report
}

#[test]
fn gybes_with_speed_retention_determine_the_side_of_the_wind() {
    let mut published = 0;
    for (k, class) in ["Foil Pumping", "Kite Flying", "Formula Kite"].into_iter().enumerate() {
        for (seed, analyzed_as) in [(70 + k as u64, class), (73 + k as u64, "Other")] {
            let twd_deg = 40.0 + 110.0 * k as f64;
            let Some(wind) = ridden(class, analyzed_as, seed, twd_deg).wind else { continue };
            published += 1;
            let off = wrap_180(wind.twd_deg - twd_deg).abs();
            assert!(off < 45.0, "{class} analysed as {analyzed_as}, seed {seed}: {off}");
            assert!(
                off < 2.5 * wind.sd_deg,
                "{class} analysed as {analyzed_as}, seed {seed}: {off} ± {}",
                wind.sd_deg
            );
        }
    }
    assert!(published >= 3, "{published}");
}
