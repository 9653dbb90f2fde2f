//! Files that are not recordings.

use super::Case;

pub fn cases() -> Vec<Case> {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01".to_vec();
    vec![
        ("nothing", vec![], "! empty_file"),
        ("one zero", vec![0], "! unknown_format"),
        ("zeros", vec![0; 5000], "! unknown_format"),
        ("ones", vec![0xFF; 5000], "! unknown_format"),
        ("spaces", vec![b' '; 500], "! unknown_format"),
        ("line feeds", vec![b'\n'; 500], "! unknown_format"),
        ("a picture", png, "! unknown_format"),
        ("prose", b"We sailed well, and then the wind died.\n".to_vec(), "! unknown_format"),
        ("html", b"<!doctype html><html><body>404</body></html>".to_vec(), "! unknown_format"),
        ("kml", b"<?xml version=\"1.0\"?><kml><Document/></kml>".to_vec(), "! no_positions"),
        ("tcx", b"<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>".to_vec(), "! no_positions"),
        ("a drawing", b"<?xml version=\"1.0\"?><svg><path d=\"M0 0\"/></svg>".to_vec(), "! unknown_format"),
        ("json", b"{\"lat\":45.5,\"lon\":13.2}".to_vec(), "! unknown_format"),
        ("a mark of byte order alone", vec![0xEF, 0xBB, 0xBF], "! unknown_format"),
        ("utf-16 mark alone", vec![0xFF, 0xFE], "! unknown_format"),
        ("a table of results", b"Place,Sail,Points\n1,ITA 1,3\n".to_vec(), "! unknown_format"),
        ("a table without names", b"1,2,3\n4,5,6\n".to_vec(), "! unknown_format"),
        ("names alone of no track", b"a;b;c".to_vec(), "! unknown_format"),
        ("a zip's magic alone", b"PK\x03\x04".to_vec(), "! unreadable"),
        ("a gzip's magic alone", vec![0x1F, 0x8B, 8], "! unreadable"),
        ("an empty zip", [&b"PK\x05\x06"[..], &[0; 18]].concat(), "! unknown_format"),
    ]
}
