//! A session as a reader would hand it on, without the way through a file.

use super::{Fix, Simulation};
use crate::damage::Damage;
use crate::track::{Columns, Format, Recording};

/// What a device writes beside times and positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writes {
    PositionsAlone,
    Speed,
    SpeedAndCourse,
}

impl Simulation {
    /// What a reader would have made of a file with these fixes.
    pub fn recording(&self, writes: Writes) -> Recording {
        let column = |of: fn(&Fix) -> f64| self.fixes.iter().map(of).collect::<Vec<f64>>();
        // Three columns of one length always make a table.
        let columns = Columns::new(column(|f| f.time_ms), column(|f| f.lat_deg), column(|f| f.lon_deg));
        let mut columns = columns.unwrap_or_default();
        if writes != Writes::PositionsAlone {
            columns.set("sog", self.fixes.iter().map(|f| f.sog_mps as f32).collect());
        }
        if writes == Writes::SpeedAndCourse {
            columns.set("cog", self.fixes.iter().map(|f| f.cog_deg as f32).collect());
        }
        Recording {
            format: Format::Csv,
            device: None,
            sport: None,
            columns,
            pauses_ms: Vec::new(),
            breaks: Vec::new(),
            events: Vec::new(),
            totals: Vec::new(),
            damage: Damage::default(),
        }
    }
}
