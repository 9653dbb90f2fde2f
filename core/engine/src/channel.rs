//! Registry of channels. A channel has the same id everywhere: Rust, JSON, SQL, CSV header, command line.

use serde::Serialize;

/// A quantity that varies along a track.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Channel {
    /// Unique id.
    pub id: &'static str,
    /// Name shown to users.
    pub name: &'static str,
    /// Unit of the stored column.
    pub unit: &'static str,
    /// Unit shown to users; displayed value = stored value × `display_factor`.
    pub display_unit: &'static str,
    pub display_factor: f64,
    /// Number of decimals shown to users.
    pub decimals: u8,
    /// True for directions and angles that wrap at 360°.
    pub circular: bool,
    /// Definition and sign in one sentence.
    pub description: &'static str,
}

const KN: f64 = 3600.0 / 1852.0;

const fn speed(id: &'static str, name: &'static str, description: &'static str) -> Channel {
    Channel {
        id,
        name,
        unit: "m/s",
        display_unit: "kn",
        display_factor: KN,
        decimals: 1,
        circular: false,
        description,
    }
}

const fn compass(id: &'static str, name: &'static str, description: &'static str) -> Channel {
    Channel {
        id,
        name,
        unit: "deg",
        display_unit: "°",
        display_factor: 1.0,
        decimals: 0,
        circular: true,
        description,
    }
}

const fn degrees(id: &'static str, name: &'static str, description: &'static str) -> Channel {
    Channel {
        id,
        name,
        unit: "deg",
        display_unit: "°",
        display_factor: 1.0,
        decimals: 0,
        circular: false,
        description,
    }
}

const fn plain(
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    decimals: u8,
    description: &'static str,
) -> Channel {
    Channel {
        id,
        name,
        unit,
        display_unit: unit,
        display_factor: 1.0,
        decimals,
        circular: false,
        description,
    }
}

/// All channels known to the engine, in display order.
pub const CHANNELS: &[Channel] = &[
    speed("sog", "Speed over ground", "Smoothed speed over ground."),
    compass("cog", "Course over ground", "True course over ground; missing below 0.5 kn."),
    speed("vmg", "VMG", "Made good along the estimated wind; towards it positive."),
    speed("lvg", "LVG", "Made good across the estimated wind; to the right looking upwind positive."),
    compass("ewd", "Estimated wind direction", "Direction the wind blows from, estimated from the track."),
    degrees("ewd_sd", "Wind uncertainty", "Standard deviation of ewd."),
    compass("etwa", "Estimated wind angle", "(ewd - cog) mod 360: 0-180 starboard tack, 180-360 port tack."),
    degrees("etab", "Estimated wind angle, absolute", "Absolute value of the estimated wind angle, 0-180."),
    compass("twd", "True wind direction", "Measured direction the wind blows from."),
    speed("tws", "True wind speed", "Measured wind speed."),
    compass("twa", "True wind angle", "(twd - course) mod 360, course is hdg where there is one, else cog."),
    speed("vmg_twd", "VMG via TWD", "Made good along the measured wind; towards it positive."),
    compass("hdg", "Heading", "True heading of the bow."),
    speed("stw", "Speed through water", "Speed through water."),
    degrees("heel", "Heel", "To starboard positive, as recorded."),
    degrees("pitch", "Pitch", "Bow up positive."),
    plain("clew_load", "Clew load", "N", 0, "Load cell at the clew, unit as recorded."),
    plain("turn_rate", "Turn rate", "deg/s", 1, "Rate of turn of the course, to starboard positive."),
    plain("hr", "Heart rate", "bpm", 0, "Heart rate."),
    plain("ele", "Elevation", "m", 1, "Height above the sea as recorded."),
    compass("awa", "Apparent wind angle", "0-180 wind over starboard, 180-360 over port."),
    speed("aws", "Apparent wind speed", "Apparent wind speed."),
    plain("depth", "Depth", "m", 1, "Depth below the transducer."),
    plain("accuracy", "Position accuracy", "m", 1, "Accuracy the device states, one standard deviation."),
    speed(
        "sog_accuracy",
        "Speed accuracy",
        "Accuracy of the speed that the device states, one standard deviation.",
    ),
];

/// The channel with this id; none for an unknown id.
pub fn find(id: &str) -> Option<&'static Channel> {
    CHANNELS.iter().find(|c| c.id == id)
}
