//! Options of an analysis decoded from bytes, so that a fuzzer and its corpus choose them: hint, pin, boat class, fleet
//! wind, wind log and corrections of every kind.
//!
//! | byte | meaning |
//! |---|---|
//! | 0 | bits: 0 hint, 1 pin over the whole track, 2 fleet wind, 3 boat class, 4 the file is its own wind log, 5 corrections |
//! | 1 | direction of the hint |
//! | 2 | index of the boat class |
//! | 3 | direction of the pin |
//! | 4–9 | fleet wind: direction, samples, interval, turn a sample, standard deviation, current |
//! | 10–33 | four corrections: action and time unit, kinds, direction, start, duration, new start |

use leebow_engine::calendar::iso_utc;
use leebow_engine::config::BOAT_CLASSES;

/// Length of the encoded options; the file follows them.
pub const ENCODED_BYTES: usize = 34;

const HINT: u8 = 1;
const PIN: u8 = 2;
const FLEET: u8 = 4;
const CLASS: u8 = 8;
const OWN_WIND_LOG: u8 = 16;
const CORRECTIONS: u8 = 32;

/// Time zero of corrections and fleet winds, ms since 1970: the start of the samples.
const ZERO_MS: f64 = 1_781_359_200_000.0;

/// Units of times and intervals, s.
const UNITS_S: [f64; 4] = [1.0, 60.0, 3600.0, 30.0 * 86_400.0];

/// Kinds of segments; the first is a straight, which no correction turns into a maneuver.
const KINDS: [&str; 11] = [
    "straight",
    "tack",
    "gybe",
    "bear_away",
    "douse",
    "acceleration",
    "penalty",
    "fall",
    "stop",
    "failed_tack",
    "turn",
];

/// What an analysis is given beside the file.
pub struct Request {
    /// The JSON object of `Options`.
    pub json: String,
    /// The file serves as the wind log too.
    pub own_wind_log: bool,
}

/// The options of these bytes; any bytes give options that parse.
pub fn decode(bytes: &[u8; ENCODED_BYTES]) -> Request {
    let &[flags, hint, class, pin, ref rest @ ..] = bytes;
    let is_set = |flag: u8| flags & flag != 0;
    let mut fields = Vec::new();
    if is_set(HINT) {
        fields.push(format!("\"wind_hint_deg\":{:?}", any_direction_deg(hint)));
    }
    if is_set(CLASS) {
        let class = BOAT_CLASSES[usize::from(class) % BOAT_CLASSES.len()].name;
        fields.push(format!("\"boat_class\":\"{class}\""));
    }
    if let Some(fleet) = rest.first_chunk::<6>().filter(|_| is_set(FLEET)) {
        fields.push(format!("\"fleet_wind\":{}", fleet_wind(fleet)));
    }
    let mut corrections = Vec::new();
    if is_set(PIN) {
        corrections.push(format!("{{\"action\":\"pin_wind\",\"twd_deg\":{:?}}}", direction_deg(pin)));
    }
    if is_set(CORRECTIONS) {
        corrections.extend(bytes[10..].as_chunks::<6>().0.iter().filter_map(correction));
    }
    fields.push(format!("\"corrections\":[{}]", corrections.join(",")));
    Request { json: format!("{{{}}}", fields.join(",")), own_wind_log: is_set(OWN_WIND_LOG) }
}

/// A direction in [0, 360], deg.
fn direction_deg(byte: u8) -> f64 {
    f64::from(byte) * 360.0 / 255.0
}

/// The same, and for the highest bytes numbers that are no direction.
fn any_direction_deg(byte: u8) -> f64 {
    match byte {
        251 => -1e300,
        252 => 1e300,
        253 => -720.5,
        254 => -0.0,
        255 => 1e-300,
        _ => f64::from(byte) * 1.44,
    }
}

fn fleet_wind(bytes: &[u8; 6]) -> String {
    let [direction, samples, interval, turn, sd, current] = *bytes;
    let step_ms = UNITS_S[usize::from(interval) % 4] * f64::from(1 + interval / 4) * 1000.0;
    let count = 1 + samples % 64;
    let list = |value: &dyn Fn(f64) -> f64| {
        let values: Vec<String> = (0..count).map(|i| format!("{:?}", value(f64::from(i)))).collect();
        format!("[{}]", values.join(","))
    };
    let turn_deg = f64::from(turn as i8);
    let sd_deg = [0.0, 1e-300, 2.0, 10.0, 90.0, 180.0, 1e300][usize::from(sd) % 7];
    let twd_deg = |i: f64| (direction_deg(direction) + i * turn_deg).rem_euclid(360.0);
    let current = match current % 4 {
        0 => "null".to_string(),
        n => format!("[{:?},{:?},10.0,0.1]", f64::from(current), f64::from(n) - 1.0),
    };
    let end_ms = ZERO_MS + f64::from(count - 1) * step_ms;
    format!(
        "{{\"boats\":3,\"start_time\":\"{}\",\"end_time\":\"{}\",\"mean_twd_deg\":{:?},\"mean_sd_deg\":{sd_deg:?},\
         \"flip_probability\":{:?},\"time_ms\":{},\"twd_deg\":{},\"sd_deg\":{},\"current\":{current}}}",
        iso_utc(ZERO_MS),
        iso_utc(end_ms),
        twd_deg(0.0),
        f64::from(samples) / 255.0,
        list(&|i| ZERO_MS + i * step_ms),
        list(&twd_deg),
        list(&|_| sd_deg),
    )
}

/// A correction whose fields are in their ranges; `None` for an action that is none.
fn correction(bytes: &[u8; 6]) -> Option<String> {
    let [action, kinds, direction, start, duration, new_start] = *bytes;
    let unit_s = UNITS_S[usize::from(action / 8) % 4];
    let span = |name: &str, start: u8| {
        let start_ms = ZERO_MS + f64::from(start as i8) * unit_s * 1000.0;
        let end_ms = start_ms + f64::from(1 + duration) * unit_s * 250.0;
        format!("\"{name}start_time\":\"{}\",\"{name}end_time\":\"{}\"", iso_utc(start_ms), iso_utc(end_ms))
    };
    let kind = KINDS[usize::from(kinds % 16) % KINDS.len()];
    let to_kind = if kind == KINDS[0] { kind } else { KINDS[1 + usize::from(kinds / 16) % 10] };
    let at = span("", start);
    Some(match action % 8 {
        0 => format!("{{\"action\":\"change_kind\",\"kind\":\"{kind}\",\"to_kind\":\"{to_kind}\",{at}}}"),
        1 => format!("{{\"action\":\"delete\",\"kind\":\"{kind}\",{at}}}"),
        2 => format!("{{\"action\":\"add\",\"kind\":\"{kind}\",{at}}}"),
        3 => format!("{{\"action\":\"move\",\"kind\":\"{kind}\",{at},{}}}", span("new_", new_start)),
        4 => format!("{{\"action\":\"pin_wind\",\"twd_deg\":{:?},{at}}}", direction_deg(direction)),
        _ => return None,
    })
}

/// Encoded options for seeds: none, each alone, and all together.
pub fn seeds() -> [(&'static str, [u8; ENCODED_BYTES]); 9] {
    let mut all = [0; ENCODED_BYTES];
    all[..10].copy_from_slice(&[0, 20, 3, 220, 10, 20, 1, 3, 3, 1]);
    let corrections = [
        [0, 0x12, 0, 10, 40, 0],
        [1, 0x01, 0, 60, 40, 0],
        [3, 0x01, 0, 60, 40, 90],
        [4 + 8, 0, 200, 1, 5, 0],
    ];
    all[10..].copy_from_slice(corrections.as_flattened());
    let mut adding = all;
    adding[10..16].copy_from_slice(&[2, 0x02, 0, 30, 40, 0]);
    let with = |encoded: [u8; ENCODED_BYTES], flags: u8| {
        let mut encoded = encoded;
        encoded[0] = flags;
        encoded
    };
    [
        ("none", with(all, 0)),
        ("hint", with(all, HINT)),
        ("pin", with(all, PIN)),
        ("fleet", with(all, FLEET)),
        ("class", with(all, CLASS)),
        ("own-wind-log", with(all, OWN_WIND_LOG)),
        ("corrections", with(all, CORRECTIONS)),
        ("corrections-with-pin", with(adding, CORRECTIONS | PIN)),
        ("everything", with(adding, 0xFF)),
    ]
}
