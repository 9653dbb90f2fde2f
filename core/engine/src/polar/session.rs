//! What is stored of a session for the polar: how long it was sailed at each wind speed, wind angle and boat speed.

use serde::{Deserialize, Serialize};

use super::outings::Cell;

/// Version of [`SessionPolar`]; those of another one are computed again from the track.
pub const POLAR_VERSION: u32 = 1;

/// Widths of the bins: wind speed, kn; wind angle, deg; boat speed, kn. *guess*: quantiles are interpolated inside a bin, so
/// that the widths do not bias them (test `bins_do_not_bias_a_target`).
pub const TWS_BIN_KN: f64 = 1.0;
pub const TWA_BIN_DEG: f64 = 2.0;
pub const SOG_BIN_KN: f64 = 0.1;

/// Bins of the absolute wind angle; the greatest bins of the wind speed and of the boat speed, in which what is faster is
/// counted, too.
pub(super) const TWA_BINS: i32 = 90;
pub(super) const MAX_TWS_BIN: i32 = 99;
pub(super) const MAX_SOG_BIN: i32 = 999;

/// Length of a window, s.
pub const WINDOW_S: f64 = 10.0;

/// The straights of a session. Small; stored with the track.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionPolar {
    /// [`POLAR_VERSION`] of the engine that made it; others are left out.
    pub version: u32,
    pub boat_class: String,
    pub start_time: String,
    pub end_time: String,
    /// True where the wind's direction was estimated from the track alone; null without a wind.
    pub own_track_wind: Option<bool>,
    /// Median standard deviation of the wind's direction; null without a wind.
    pub direction_sd_deg: Option<f64>,
    /// Time in the cells.
    pub straight_s: f64,
    /// Share of it with a wind speed, [0, 1].
    pub tws_share: f64,
    pub cells: PolarCells,
}

/// Cells of a histogram in columns of equal length: numbers of the bins, and of the windows of 10 s in them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarCells {
    /// Bin of the wind speed, 1 kn wide; -1, -2 and -3 are the slow, middle and fast third of the time without one.
    pub tws: Vec<i32>,
    /// Bin of the wind angle, 2° wide, negative on port tack.
    pub twa: Vec<i32>,
    /// Bin of the speed, 0.1 kn wide.
    pub sog: Vec<i32>,
    pub n: Vec<u32>,
}

impl PolarCells {
    /// Of a session without a [mistake](SessionPolar::mistake).
    pub(super) fn rows(&self) -> impl Iterator<Item = Cell> {
        let bins = self.tws.iter().zip(&self.twa).zip(&self.sog);
        bins.zip(&self.n).map(|(((tws, twa), sog), n)| Cell {
            tws: *tws as i8,
            twa: *twa as i8,
            sog: *sog as u16,
            n: *n,
        })
    }
}

impl SessionPolar {
    /// What is wrong with its cells.
    pub(super) fn mistake(&self) -> Option<&'static str> {
        let PolarCells { tws, twa, sog, n } = &self.cells;
        let are_bins = tws.iter().all(|bin| (-3..=MAX_TWS_BIN).contains(bin))
            && twa.iter().all(|bin| (-TWA_BINS..TWA_BINS).contains(bin))
            && sog.iter().all(|bin| (0..=MAX_SOG_BIN).contains(bin));
        match () {
            () if [tws.len(), twa.len(), sog.len()] != [n.len(); 3] => {
                Some("the columns of its cells differ in length")
            }
            () if !are_bins => Some("it has a cell outside the histogram"),
            () => None,
        }
    }
}
