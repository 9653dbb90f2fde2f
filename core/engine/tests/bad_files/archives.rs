//! Archives.

use super::{Case, patched, with};
use crate::samples::{fit_plain, gpx, gz, vakaros, zip};

pub fn cases() -> Vec<Case> {
    let track = gpx(10).into_bytes();
    let fit = fit_plain(10, false);
    let plain = zip(&[("a.gpx", &track)], false);
    let packed = zip(&[("a.gpx", &track)], true);
    let gzip = gz(&track);
    let of = |files: &[(&str, &[u8])]| zip(files, true);
    let many = |count: usize| {
        let mut files: Vec<(&str, &[u8])> = vec![("a.txt", b"hello"); count - 1];
        files.push(("a.gpx", &track));
        zip(&files, false)
    };
    let flag = |bytes: &[u8], local: usize, value: u8| {
        // In the file's own header and in the archive's list.
        let list = bytes.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
        patched(patched(bytes.to_vec(), local, &[value]), list + local + 2, &[value])
    };
    let many_points = gpx(150).into_bytes();
    let (long, long_gzip) = (zip(&[("a.gpx", &many_points)], true), gz(&many_points));
    let mut twice = gzip.clone();
    twice.extend(gz(&fit));
    let mut junk_behind = gzip.clone();
    junk_behind.extend(b"junk");
    let list = packed.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    vec![
        ("zip: good", packed.clone(), "10"),
        ("zip: good, not packed", plain.clone(), "10"),
        ("gz: good", gzip.clone(), "10"),
        ("zip: a folder alone", of(&[("17/", b"")]), "! unknown_format"),
        (
            "zip: prose alone",
            of(&[("read.me", b"We sailed well, and then the wind died.")]),
            "! unknown_format",
        ),
        ("zip: an empty file", of(&[("a.gpx", b"")]), "! empty_file"),
        ("zip: prose and a track", of(&[("read.me", b"hello"), ("a.gpx", &track)]), "10"),
        (
            "zip: what macos puts beside",
            of(&[("__MACOSX/._a.gpx", b"\0\x05\x16\x07"), ("a.gpx", &track)]),
            "10",
        ),
        ("zip: two recordings", of(&[("a.fit", &fit), ("b.gpx", &track)]), "10 ~"),
        ("zip: a broken recording first", of(&[("a.fit", &fit[..60]), ("b.gpx", &track)]), "1 - truncated ~"),
        ("zip: a recording in a zip in it", of(&[("b.zip", &packed)]), "! unreadable"),
        ("zip: a recording in a gz in it", of(&[("a.gpx.gz", &gzip)]), "! unreadable"),
        ("gz: a recording in a gz in it", gz(&gzip), "! unreadable"),
        ("zip: fifty files", many(50), "10"),
        ("zip: fifty-one files", many(51), "! too_large"),
        ("zip: a path that climbs", of(&[("../../../etc/a.gpx", &track)]), "10"),
        ("zip: a path from the root", of(&[("/etc/a.gpx", &track)]), "10"),
        ("zip: a path of Windows", of(&[("C:\\boats\\a.gpx", &track)]), "10"),
        ("zip: locked with a password", flag(&packed, 6, 1), "! unreadable"),
        ("zip: packed in an unusual way", flag(&packed, 8, 14), "! unreadable"),
        ("zip: a wrong checksum in its list", patched(packed.clone(), list + 16, &[1, 2, 3, 4]), "10 ~"),
        ("zip: its list is noise", patched(packed.clone(), list, &[0xEE; 30]), "10 ~"),
        ("zip: cut off in its list", packed[..list + 20].to_vec(), "10 ~"),
        ("zip: cut off in the file", long[..long.len() / 2].to_vec(), "55 - truncated ~"),
        ("zip: cut off in its header", packed[..20].to_vec(), "! unreadable"),
        ("zip: noise in what is packed", patched(packed.clone(), 120, &[0xEE; 40]), "! no_positions"),
        (
            "zip: what is packed is no track",
            of(&[("a.csv", &with(&vakaros(3), "latitude", "height"))]),
            "! unknown_format",
        ),
        ("gz: cut off", long_gzip[..long_gzip.len() / 2].to_vec(), "51 - truncated ~"),
        ("gz: a wrong checksum", patched(gzip.clone(), gzip.len() - 8, &[1, 2, 3, 4]), "10 ~"),
        ("gz: two files in a row", twice, "10 ~"),
        ("gz: junk behind", junk_behind, "10 ~"),
        (
            "gz: a header without end",
            [&[0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3][..], &[b'a'; 50]].concat(),
            "! unreadable",
        ),
        ("gz: nothing packed", gz(b""), "! empty_file"),
    ]
}
