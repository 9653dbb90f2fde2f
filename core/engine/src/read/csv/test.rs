//! The layouts of Vakaros and Velocitek, intact and damaged.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Csv, bytes)
}

const VAKAROS: &str = "timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim
,,,,,,,
2026-02-08T11:56:40.049+0100,45.5,13.25,10,181.5,180,-12.5,3
,,,,,,,
2026-02-08T11:56:40.549+0100,45.50001,13.25,10.5,182,180.5,-13,2.5
";

fn values(recording: &Recording, id: &str) -> Vec<f32> {
    recording.columns.get(id).map(<[f32]>::to_vec).unwrap_or_default()
}

#[test]
fn the_empty_lines_of_vakaros_are_not_losses() {
    let recording = read(VAKAROS.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_770_548_200_049.0, 1_770_548_200_549.0]);
    assert_eq!(recording.columns.lat_deg, [45.5, 45.50001]);
    assert_eq!(values(&recording, "sog")[0], (10.0 * 1852.0 / 3600.0) as f32);
    assert_eq!(values(&recording, "hdg"), [180.0, 180.5]);
    assert_eq!(values(&recording, "heel"), [-12.5, -13.0]);
    assert_eq!(values(&recording, "pitch"), [3.0, 2.5]);
    assert_eq!(recording.damage.losses, []);
    assert_eq!((recording.damage.kept, recording.damage.expected), (2, Some(2)));
}

#[test]
fn the_older_vakaros_layout_has_load_cells_and_no_time_zone() {
    let text = "timestamp,latitude,longitude,sog_kts,cog,hdg_true,roll,pitch,load_clew,load_Main Sheet\r\n\
                2023-08-01T12:00:00.000,45.5,13.25,10,181,180,-12,3,410.5,\r\n\
                2023-08-01T12:00:00.500,45.5,13.25,10,181,180,-12,3,,77\r\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(values(&recording, "clew_load")[0], 410.5);
    assert!(values(&recording, "clew_load")[1].is_nan());
    assert_eq!(values(&recording, "load_main_sheet")[1], 77.0);
    assert!(recording.damage.lacks[0].contains("read as UTC"));
}

#[test]
fn both_velocitek_layouts_give_the_same_recording() {
    let web = "time, latitude, longitude, sog, cog,q1, q2, q3, q4, mag_heading, heel, pitch
2020-07-10 02:29:21.240Z, 37.5690339, -122.3260422, 1.3, 0, 0.513, 0.425, 0.234, -0.708, 102, 11, -57
";
    let tool = "time,latitude,longitude,sog,cog,q1,q2,q3,q4,mag_heading,heel,pitch\r
2020-07-10 02:29:21.240000+00:00,37.5690339,-122.3260422,1.3,0,0.513,0.425,0.234,-0.708,102,11,-57\r
";
    let (web, tool) = (read(web.as_bytes()).unwrap(), read(tool.as_bytes()).unwrap());
    assert_eq!(web.columns, tool.columns);
    assert_eq!(web.device.as_deref(), Some("Velocitek"));
    assert_eq!(values(&web, "hdg_mag"), [102.0]);
    assert_eq!(values(&web, "hdg"), [] as [f32; 0]);
}

#[test]
fn a_damaged_row_is_reported_by_its_line_and_loses_no_other() {
    let text = format!(
        "{VAKAROS}2026-02-08T11:56:41,north,13.25,1,2,3,4,5\nyesterday,45,13,1,2,3,4,5\n{}",
        &VAKAROS[66..]
    );
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.damage.kept, recording.damage.expected), (4, Some(6)));
    let found: Vec<_> = recording.damage.losses.iter().map(|l| (l.kind, l.from, l.to)).collect();
    assert_eq!(found, [(LossKind::NoPosition, 5, 6), (LossKind::NoTime, 6, 7)]);
}

#[test]
fn a_table_cut_anywhere_keeps_its_complete_rows() {
    for cut in 70..VAKAROS.len() {
        let text = &VAKAROS[..cut];
        let complete = text.lines().filter(|l| l.starts_with("2026")).count()
            - usize::from(
                text.lines().last().is_some_and(|l| l.starts_with("2026")) && !text.ends_with('\n'),
            );
        let Ok(recording) = read(text.as_bytes()) else {
            assert_eq!(complete, 0, "cut at {cut}");
            continue;
        };
        let kept = recording.columns.len();
        // A cut inside the last cell of a row cannot be recognized.
        assert!(kept == complete || kept == complete + 1, "cut at {cut}: {kept} of {complete}");
    }
}

#[test]
fn the_error_for_an_unknown_table_describes_it() {
    let error = read(b"Datum,Bootsname,Platz\n2024-01-01,Leebow,1\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "This is not a track file Leebow can read. It is a table with the columns datum, bootsname, platz; a track \
         needs columns for the time (timestamp or time), latitude and longitude. Export it as .fit, .gpx or .csv and \
         try again."
    );
}

#[test]
fn a_row_over_the_limit_is_left_out() {
    let text = format!("{VAKAROS}{}\n{}", "9,".repeat(40_000), &VAKAROS[66..]);
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 4);
    assert_eq!(recording.damage.losses[0].kind, LossKind::Limit);
}
