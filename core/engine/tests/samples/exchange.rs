//! Samples of the formats that programs exchange tracks in: TCX, KML and GeoJSON.

use super::{clock, lat};

/// A TCX of two laps with a pause in the first.
pub fn tcx(points: u32) -> String {
    let point = |s: u32| {
        format!(
            "<Trackpoint><Time>2026-06-13T{}.500Z</Time><Position><LatitudeDegrees>{:.6}</LatitudeDegrees>\
             <LongitudeDegrees>13.25</LongitudeDegrees></Position><AltitudeMeters>1.5</AltitudeMeters>\
             <HeartRateBpm><Value>120</Value></HeartRateBpm>\
             <Extensions><ns3:TPX><ns3:Speed>5.0</ns3:Speed></ns3:TPX></Extensions></Trackpoint>\n",
            clock(s),
            lat(s)
        )
    };
    let track =
        |from: u32, to: u32| format!("<Track>\n{}</Track>", (from..to).map(point).collect::<String>());
    let (pause, lap) = (points / 4, points / 2);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TrainingCenterDatabase \
         xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\" \
         xmlns:ns3=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"><Activities><Activity Sport=\"Other\">\
         <Lap>{}{}</Lap><Lap>{}</Lap><Creator><Name>Watch</Name></Creator></Activity></Activities>\
         </TrainingCenterDatabase>\n",
        track(0, pause),
        track(pause, lap),
        track(lap, points)
    )
}

/// A KML of a point with a time stamp and of two tracks with speeds.
pub fn kml(points: u32) -> String {
    let lines = |from: u32, to: u32, line: &dyn Fn(u32) -> String| (from..to).map(line).collect::<String>();
    let when = |s: u32| format!("<when>2026-06-13T{}.500Z</when>\n", clock(s));
    let track = |from: u32, to: u32| {
        format!(
            "<gx:Track><altitudeMode>absolute</altitudeMode>\n{}{}<ExtendedData><SchemaData schemaUrl=\"#channels\">\
             <gx:SimpleArrayData name=\"sog\">{}</gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track>\n",
            lines(from, to, &when),
            lines(from, to, &|s| format!("<gx:coord>13.25 {:.6} 1.5</gx:coord>\n", lat(s))),
            lines(from, to, &|s| format!("<gx:value>{}</gx:value>\n", if s % 4 == 3 { "" } else { "5.0" })),
        )
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\" \
         xmlns:gx=\"http://www.google.com/kml/ext/2.2\"><Document><Placemark><TimeStamp>{}</TimeStamp>\
         <Point><coordinates>13.25,{:.6},0</coordinates></Point></Placemark><Placemark><name>Boat</name><gx:MultiTrack>\
         {}{}</gx:MultiTrack></Placemark></Document></kml>\n",
        when(0),
        lat(0),
        track(1, points / 2),
        track(points / 2, points)
    )
}

/// A GeoJSON of a point with a time and of two lines with times and speeds.
pub fn geojson(points: u32) -> String {
    let list = |from: u32, to: u32, item: &dyn Fn(u32) -> String| {
        format!("[{}]", (from..to).map(item).collect::<Vec<String>>().join(","))
    };
    let position = |s: u32| format!("[13.25,{:.6}]", lat(s));
    let time = |s: u32| format!("\"2026-06-13T{}.500Z\"", clock(s));
    let line = |from: u32, to: u32| {
        format!(
            "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"LineString\",\"coordinates\":{}}},\"properties\":\
             {{\"name\":\"Boat\",\"coordinateProperties\":{{\"times\":{},\"sog\":{}}}}}}}",
            list(from, to, &position),
            list(from, to, &time),
            list(from, to, &|s| if s % 4 == 3 { "null" } else { "5.0" }.to_string()),
        )
    };
    format!(
        "{{\"type\":\"FeatureCollection\",\"features\":[\n{{\"type\":\"Feature\",\"properties\":{{\"time\":{},\"speed\":5}},\
         \"geometry\":{{\"type\":\"Point\",\"coordinates\":{}}}}},\n{},\n{}\n]}}\n",
        time(0),
        position(0),
        line(1, points / 2),
        line(points / 2, points)
    )
}
