//! Straight-line analysis of constructed columns, compared with closed forms.

use leebow_engine::api::{StraightAnalysis, StraightLine, VariableRow, straight_analysis};

const KNOT: f64 = 1852.0 / 3600.0;
const START_MS: f64 = 1_781_359_200_000.0;

/// Columns at one fix per second: channel id and its value as a function of time.
struct Sailed {
    rate_hz: f64,
    seconds: f64,
    channels: Vec<(String, Vec<f32>)>,
}

impl Sailed {
    fn new(rate_hz: f64, seconds: f64) -> Self {
        Self { rate_hz, seconds, channels: Vec::new() }
    }

    fn with(mut self, id: &str, value: impl Fn(f64) -> f64) -> Self {
        let values = (0..self.fixes()).map(|i| value(i as f64 / self.rate_hz) as f32).collect();
        self.channels.push((id.to_string(), values));
        self
    }

    fn fixes(&self) -> usize {
        (self.seconds * self.rate_hz) as usize + 1
    }

    fn analyzed(&self, request: &str) -> StraightAnalysis {
        let time = (0..self.fixes()).map(|i| START_MS + 1000.0 * i as f64 / self.rate_hz).collect();
        straight_analysis(time, self.channels.clone(), request).unwrap()
    }
}

/// Straights by their ranges of fixes, as JSON.
fn picks(spans: &[(u32, u32, &str)]) -> String {
    let one = |(i, (start, end, tag)): (usize, &(u32, u32, &str))| {
        let tags = if tag.is_empty() { String::new() } else { format!("\"{tag}\"") };
        format!(r#"{{"name":"Straight {}","start":{start},"end":{end},"tags":[{tags}]}}"#, i + 1)
    };
    let all: Vec<String> = spans.iter().enumerate().map(one).collect();
    format!(r#"{{"segments":[{}]}}"#, all.join(","))
}

/// A request with one more field.
fn and(request: &str, field: &str) -> String {
    format!("{},{field}}}", request.strip_suffix('}').unwrap())
}

fn column(line: &StraightLine, name: &str) -> Option<f64> {
    line.columns.iter().find(|c| c.column == name).map(|c| c.value)
}

fn near(a: Option<f64>, b: f64, within: f64) {
    assert!(a.is_some_and(|a| (a - b).abs() <= within), "{a:?} is not {b}");
}

fn row<'a>(analysis: &'a StraightAnalysis, variable: &str, of: &str, name: &str) -> &'a VariableRow {
    let table = analysis.tables.iter().find(|t| t.variable == variable).unwrap();
    table.rows.iter().find(|r| r.of == of && r.name == name).unwrap()
}

#[test]
fn a_straight_has_its_mean_speed_in_knots_and_its_mean_course_on_the_circle() {
    let boat = Sailed::new(1.0, 100.0).with("sog", |t| (10.0 + t / 100.0) * KNOT).with("cog", |t| {
        // Five degrees to either side of north.
        if (t as usize).is_multiple_of(2) { 355.0 } else { 5.0 }
    });
    let analysis = boat.analyzed(&picks(&[(0, 101, "")]));
    let line = &analysis.segments[0];
    near(column(line, "sog"), 10.5, 1e-5);
    let cog = column(line, "cog").unwrap();
    assert!(!(0.2..=359.8).contains(&cog), "{cog}");
    near(column(line, "cog_std"), 5.0, 0.01);
    assert_eq!((line.duration_s, line.start_time.as_str()), (100.0, "2026-06-13T14:00:00.000Z"));
    // A channel that was not recorded has no column.
    assert_eq!((column(line, "tws"), column(line, "heel_travel")), (None, None));
}

#[test]
fn heel_is_to_leeward_on_either_tack() {
    let boat = Sailed::new(5.0, 80.0)
        .with("sog", |_| 4.0)
        .with("etwa", |t| if t < 40.0 { 45.0 } else { 315.0 })
        .with("heel", |t| if t < 40.0 { -12.0 } else { 14.0 });
    let analysis = boat.analyzed(&picks(&[(0, 200, ""), (200, 401, "")]));
    near(column(&analysis.segments[0], "heel"), 12.0, 1e-5);
    near(column(&analysis.segments[1], "heel"), 14.0, 1e-5);
    // Without a wind the leeward side is unknown.
    let lost = Sailed::new(5.0, 40.0).with("sog", |_| 4.0).with("heel", |_| 9.0);
    assert_eq!(column(&lost.analyzed(&picks(&[(0, 200, "")])).segments[0], "heel"), None);
}

#[test]
fn vmg_downwind_is_positive() {
    let boat =
        Sailed::new(1.0, 60.0).with("sog", |_| 5.0).with("etab", |_| 145.0).with("vmg", |_| -4.0 * KNOT);
    near(column(&boat.analyzed(&picks(&[(0, 61, "")])).segments[0], "vmg"), 4.0, 1e-5);
}

#[test]
fn travel_is_the_sum_of_changes_per_minute() {
    // The pitch changes by four degrees up and down every two seconds: 4 degrees per second in total.
    let wave = |t: f64| if (t as usize).is_multiple_of(2) { 4.0 * (t % 1.0) } else { 4.0 - 4.0 * (t % 1.0) };
    let boat = Sailed::new(10.0, 120.0).with("sog", |_| 5.0).with("pitch", wave);
    near(column(&boat.analyzed(&picks(&[(0, 1201, "")])).segments[0], "pitch_travel"), 240.0, 3.0);
}

#[test]
fn quartiles_of_all_are_a_quarter_a_half_and_a_quarter_and_tags_pool_their_straights() {
    let boat = Sailed::new(1.0, 399.0).with("sog", |t| (t + 1.0) * KNOT);
    let analysis = boat.analyzed(&picks(&[(0, 100, "low"), (100, 200, ""), (200, 400, "low")]));
    let all = row(&analysis, "sog", "all", "All Segments");
    near(Some(all.in_q1_pct), 25.0, 0.3);
    near(Some(all.in_q2_3_pct), 50.0, 0.3);
    near(Some(all.q2), 200.5, 1e-3);
    let first = row(&analysis, "sog", "segment", "Straight 1");
    assert_eq!((first.in_q1_pct, first.in_q4_pct), (100.0, 0.0));
    near(Some(first.avg), 50.5, 1e-3);
    // 1 to 100 and 201 to 400: a third of the samples are the slowest quarter.
    let low = row(&analysis, "sog", "tag", "low");
    near(Some(low.in_q1_pct), 100.0 / 3.0, 0.2);
    near(Some(low.q2), 250.5, 0.6);
}

#[test]
fn a_selection_is_the_same_analysis_of_less_and_is_clamped_to_the_straight() {
    let boat = Sailed::new(1.0, 200.0).with("sog", |t| if t < 50.0 { 3.0 * KNOT } else { 7.0 * KNOT });
    let analyzed = |from_s: f64, to_s: f64| {
        let span = [START_MS + from_s * 1e3, START_MS + to_s * 1e3];
        let request = picks(&[(10, 101, ""), (150, 201, "")]);
        boat.analyzed(&and(&request, &format!(r#""selection_ms":{span:?}"#)))
    };
    let analysis = analyzed(60.0, 500.0);
    near(column(&analysis.segments[0], "sog"), 7.0, 1e-5);
    assert_eq!(analysis.segments[0].duration_s, 40.0);
    assert_eq!(analysis.segments.len(), 2);
    // Nothing is selected before the first fix of a straight, nor of the straight after the window.
    let early = analyzed(-100.0, 40.0);
    assert_eq!((early.segments.len(), early.segments[0].duration_s), (1, 30.0));
}

#[test]
fn correlations_need_three_straights_and_three_columns_and_have_their_number() {
    let boat = Sailed::new(1.0, 200.0)
        .with("sog", |t| 4.0 + (t / 50.0).floor() * 0.1)
        .with("etab", |t| 45.0 - (t / 50.0).floor())
        .with("cog", |t| if t < 100.0 { 358.0 } else { 2.0 });
    let four = boat.analyzed(&picks(&[(0, 50, ""), (50, 100, ""), (100, 150, ""), (150, 200, "")]));
    let pair = |a: &str, b: &str| four.correlations.iter().find(|c| c.col1 == a && c.col2 == b).unwrap();
    // Here a smaller angle always has a lower speed.
    let found = pair("sog", "etab");
    assert!((found.r + 1.0).abs() < 1e-9 && found.n == 4 && found.p < 1e-6, "{found:?}");
    // Two degrees east of north is more than two degrees west of it.
    assert!(pair("sog", "cog").r > 0.8);
    let two = boat.analyzed(&picks(&[(0, 50, ""), (50, 100, "")]));
    assert!(two.correlations.is_empty());
    let three = picks(&[(0, 50, ""), (50, 100, ""), (100, 150, "")]);
    let chosen = and(&three, r#""correlate":["sog","cog"]"#);
    assert!(boat.analyzed(&chosen).correlations.is_empty());
}

#[test]
fn speed_that_follows_the_heel_has_its_lag_in_each_straight_and_over_all() {
    let wave =
        |t: f64| libm::sin(t * 0.8) + 0.7 * libm::sin(t * 1.37 + 1.0) + 0.5 * libm::sin(t * 0.53 + 2.0);
    let boat = Sailed::new(5.0, 300.0)
        .with("etwa", |_| 45.0)
        .with("heel", move |t| -12.0 - 2.0 * wave(t))
        .with("sog", move |t| 5.0 + 0.2 * wave(t - 1.3));
    let analysis = boat.analyzed(&picks(&[(0, 500, ""), (600, 1100, ""), (1200, 1300, "")]));
    let heel =
        |lags: &[leebow_engine::api::RhythmLag]| lags.iter().find(|l| l.variable == "heel").map(|l| l.lag_s);
    near(heel(&analysis.segments[0].sog_lag), 1.3, 0.05);
    near(heel(&analysis.sog_lag), 1.3, 0.05);
    // Twenty seconds have no rhythm of their own.
    assert_eq!(heel(&analysis.segments[2].sog_lag), None);
}

#[test]
fn an_invalid_request_and_columns_of_another_length_are_refused() {
    let refused = straight_analysis(vec![0.0, 1.0], Vec::new(), r#"{"segmens":[]}"#).unwrap_err();
    assert_eq!(refused.kind.id(), "bad_options");
    let short = vec![("sog".to_string(), vec![1.0])];
    assert!(straight_analysis(vec![0.0, 1.0], short, r#"{"segments":[]}"#).is_err());
    let nothing = straight_analysis(Vec::new(), Vec::new(), &picks(&[(0, 9, "")])).unwrap();
    assert!(nothing.segments.is_empty() && nothing.tables.is_empty());
}
