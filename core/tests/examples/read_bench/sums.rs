//! Checksums that all readers must agree on: the number of points and the sums of their times, positions and speeds.

use leebow_engine::track::Columns;
use serde_json::{Value, json};

/// Number of points, and sums over those that have the quantity; `None` where the reader does not give it.
#[derive(Debug, Default, Clone, Copy)]
pub struct Sums {
    pub points: u32,
    pub lat_deg: f64,
    pub lon_deg: f64,
    pub time_ms: Option<f64>,
    pub speed_mps: Option<f64>,
}

impl Sums {
    /// The sums of our columns; values that are not finite are left out.
    pub fn of(columns: &Columns) -> Self {
        let finite = |values: &[f64]| values.iter().filter(|v| v.is_finite()).sum::<f64>();
        let speeds = |values: &[f32]| values.iter().filter(|v| v.is_finite()).map(|v| f64::from(*v)).sum();
        Self {
            points: columns.len() as u32,
            lat_deg: finite(&columns.lat_deg),
            lon_deg: finite(&columns.lon_deg),
            time_ms: Some(finite(&columns.time_ms)),
            speed_mps: columns.get("sog").map(speeds),
        }
    }

    /// Adds a point; `None` adds nothing.
    pub fn add(&mut self, time_ms: Option<f64>, lat_deg: f64, lon_deg: f64, speed_mps: Option<f64>) {
        self.points += 1;
        self.lat_deg += lat_deg;
        self.lon_deg += lon_deg;
        if let Some(time_ms) = time_ms {
            *self.time_ms.get_or_insert(0.0) += time_ms;
        }
        if let Some(speed_mps) = speed_mps {
            *self.speed_mps.get_or_insert(0.0) += speed_mps;
        }
    }

    pub fn to_json(self) -> Value {
        json!({
            "points": self.points,
            "lat_deg": self.lat_deg,
            "lon_deg": self.lon_deg,
            "time_ms": self.time_ms,
            "speed_mps": self.speed_mps,
        })
    }
}
