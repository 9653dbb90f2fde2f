//! The part of FIT's profile that the reader uses: fields of `record`, sports, makers, file types.

/// The meaning of a native field of a `record` message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Native {
    Time,
    Lat,
    Lon,
    Time128,
    CompressedSpeed,
    /// Value = raw / divisor - minus, in the channel's stored unit.
    Channel {
        id: &'static str,
        divisor: f64,
        minus: f64,
    },
}

/// The meaning of a field number of `record`; `None` when it is not read.
pub(super) fn native(number: u8) -> Option<Native> {
    let channel = |id, divisor, minus| Some(Native::Channel { id, divisor, minus });
    match number {
        253 => Some(Native::Time),
        0 => Some(Native::Lat),
        1 => Some(Native::Lon),
        48 => Some(Native::Time128),
        8 => Some(Native::CompressedSpeed),
        2 | 78 => channel("ele", 5.0, 500.0),
        3 => channel("hr", 1.0, 0.0),
        4 => channel("cadence", 1.0, 0.0),
        5 => channel("distance", 100.0, 0.0),
        6 | 73 => channel("sog", 1000.0, 0.0),
        7 => channel("power", 1.0, 0.0),
        13 => channel("temperature", 1.0, 0.0),
        31 => channel("accuracy", 1.0, 0.0),
        32 => channel("vertical_speed", 1000.0, 0.0),
        33 => channel("calories", 1.0, 0.0),
        81 => channel("battery", 2.0, 0.0),
        91 => channel("pressure", 1.0, 0.0),
        92 => channel("dive_depth", 1000.0, 0.0),
        99 => channel("respiration_rate", 1.0, 0.0),
        108 => channel("respiration_rate", 100.0, 0.0),
        116 => channel("stress", 100.0, 0.0),
        139 => channel("core_temperature", 100.0, 0.0),
        _ => None,
    }
}

/// True for channels that have a native field in `record`.
pub(super) fn is_native(id: &str) -> bool {
    let fills = |number| matches!(native(number), Some(Native::Channel { id: native, .. }) if native == id);
    (0..=u8::MAX).any(fills)
}

/// The sport's name in FIT's profile.
pub(super) fn sport(number: u32) -> Option<&'static str> {
    Some(match number {
        0 => "generic",
        1 => "running",
        2 => "cycling",
        3 => "transition",
        4 => "fitness_equipment",
        5 => "swimming",
        6 => "basketball",
        7 => "soccer",
        8 => "tennis",
        9 => "american_football",
        10 => "training",
        11 => "walking",
        12 => "cross_country_skiing",
        13 => "alpine_skiing",
        14 => "snowboarding",
        15 => "rowing",
        16 => "mountaineering",
        17 => "hiking",
        18 => "multisport",
        19 => "paddling",
        20 => "flying",
        21 => "e_biking",
        22 => "motorcycling",
        23 => "boating",
        24 => "driving",
        25 => "golf",
        26 => "hang_gliding",
        27 => "horseback_riding",
        28 => "hunting",
        29 => "fishing",
        30 => "inline_skating",
        31 => "rock_climbing",
        32 => "sailing",
        33 => "ice_skating",
        34 => "sky_diving",
        35 => "snowshoeing",
        36 => "snowmobiling",
        37 => "stand_up_paddleboarding",
        38 => "surfing",
        39 => "wakeboarding",
        40 => "water_skiing",
        41 => "kayaking",
        42 => "rafting",
        43 => "windsurfing",
        44 => "kitesurfing",
        _ => return None,
    })
}

/// The maker's name.
pub(super) fn maker(number: u32) -> Option<&'static str> {
    Some(match number {
        1 => "Garmin",
        15 => "Dynastream",
        23 => "Suunto",
        32 => "Wahoo",
        123 => "Polar",
        265 => "Strava",
        294 => "Coros",
        _ => return None,
    })
}

/// The family of a Garmin watch by its product number.
pub(super) fn garmin_product(number: u32) -> Option<&'static str> {
    Some(match number {
        2050 | 2413 | 2432 => "fenix 3",
        2544 | 2604 | 2697 | 2900 | 3110 | 3111 => "fenix 5",
        3287..=3291 => "fenix 6",
        3905..=3907 | 4374..=4376 | 4595 => "fenix 7",
        4532..=4534 | 4536 | 4631 => "fenix 8",
        4666 => "fenix E",
        1988 | 3943 | 4312..=4314 => "epix",
        3126 | 3466 => "Instinct",
        3888 | 3889 | 4394 => "Instinct 2",
        4585..=4587 | 4759 => "Instinct 3",
        2158 => "Forerunner 735XT",
        2691 => "Forerunner 935",
        3113 | 3652 => "Forerunner 945",
        3589 => "Forerunner 745",
        3990..=3993 => "Forerunner 255",
        4024 => "Forerunner 955",
        4257 | 4258 => "Forerunner 265",
        4315 => "Forerunner 965",
        4565 => "Forerunner 970",
        3638 | 4341 | 4575 => "Enduro",
        3246..=3251 | 3624 | 3739 | 4105 | 4124 | 4472 => "MARQ",
        4135 | 4775 | 4776 => "tactix",
        _ => return None,
    })
}

/// The content of a FIT file that is no activity, as a noun phrase for the error message.
pub(super) fn not_an_activity(file_type: u32) -> Option<&'static str> {
    Some(match file_type {
        1 => "a device's own description",
        2 => "a device's settings",
        3 => "a sport's settings",
        5 => "a workout plan",
        6 => "a planned course",
        7 => "a training schedule",
        9 => "weights",
        10 => "totals",
        11 => "goals",
        14 => "blood pressures",
        15 | 28 | 32 => "a day's monitoring",
        20 => "a summary of activities",
        34 | 35 => "a segment to race on",
        _ => return None,
    })
}
