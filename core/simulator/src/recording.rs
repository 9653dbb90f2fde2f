//! A session as a recording, without writing and reading a file.

use crate::{Fix, Simulation};
use leebow_engine::track::{Columns, Format, Recording};

/// What a device records besides times and positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceColumns {
    PositionsAlone,
    Speed,
    SpeedAndCourse,
}

impl Simulation {
    /// The recording that a reader would give for a file with these fixes.
    pub fn recording(&self, writes: DeviceColumns) -> Recording {
        let column = |of: fn(&Fix) -> f64| self.fixes.iter().map(of).collect::<Vec<f64>>();
        // Three columns of one length are always accepted.
        let columns = Columns::new(column(|f| f.time_ms), column(|f| f.lat_deg), column(|f| f.lon_deg));
        let mut columns = columns.unwrap_or_default();
        if writes != DeviceColumns::PositionsAlone {
            columns.set("sog", self.fixes.iter().map(|f| f.sog_mps as f32).collect());
        }
        if writes == DeviceColumns::SpeedAndCourse {
            columns.set("cog", self.fixes.iter().map(|f| f.cog_deg as f32).collect());
        }
        Recording::of(Format::Csv, columns)
    }
}
