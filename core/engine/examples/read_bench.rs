//! How fast the readers are: each beside its judge and a bare pass over the bytes, ratios in one run.
//! `cargo run --release -p leebow-engine --features judges --example read_bench`

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::hint::black_box;
use std::time::Instant;

use leebow_engine::read::read;

/// Points of the recordings: few, so that a run fits between two interruptions of a busy machine.
const POINTS: u32 = 2_000;

fn main() {
    println!("format        MB     points   ms   ns/point   MB/s   beside");
    let fit = samples::fit(POINTS, true);
    row(
        "fit",
        &fit,
        &[("fitparser", &|b| drop(black_box(fitparser::from_bytes(b)))), ("crc, a byte at a time", &crc)],
    );
    let gpx = samples::gpx(POINTS).into_bytes();
    row(
        "gpx",
        &gpx,
        &[
            ("gpx", &|b| drop(black_box(gpx::read(b)))),
            ("memchr <", &|b| {
                black_box(memchr::memchr_iter(b'<', b).count());
            }),
        ],
    );
    let nmea = samples::nmea(POINTS).into_bytes();
    row(
        "nmea",
        &nmea,
        &[("nmea", &|b| {
            for line in b.split(|b| *b == b'\n') {
                let _ = black_box(nmea::parse_bytes(line.trim_ascii_end()));
            }
        })],
    );
    row(
        "vakaros",
        samples::vakaros(POINTS).as_bytes(),
        &[("memchr ,", &|b| {
            black_box(memchr::memchr_iter(b',', b).count());
        })],
    );
    row("expedition", samples::expedition(POINTS).as_bytes(), &[]);
    row("vkx", &samples::vkx(POINTS), &[]);
    row("vtk", &samples::vtk(POINTS), &[]);
    let eight = samples::fit(POINTS * 8 / 10, true);
    let one = samples::fit(POINTS / 10, true);
    println!(
        "8 times the data takes {:.2} times the time",
        best(&|| drop(read("", &eight))) / best(&|| drop(read("", &one)))
    );
}

type Other<'a> = (&'a str, &'a dyn Fn(&[u8]));

fn row(name: &str, bytes: &[u8], others: &[Other<'_>]) {
    let points = match read(name, bytes) {
        Ok(recording) => recording.columns.len(),
        Err(error) => return println!("{name}: {error}"),
    };
    let ours = best(&|| drop(black_box(read(name, bytes))));
    let megabytes = bytes.len() as f64 / 1e6;
    print!(
        "{name:<12} {megabytes:5.1}  {points:7}  {:6.2}  {:6.0}  {:6.0}",
        ours * 1e3,
        ours * 1e9 / points as f64,
        megabytes / ours
    );
    for (name, other) in others {
        let theirs = best(&|| other(bytes));
        print!("   {name}: {:.2} ms ({:.2}x)", theirs * 1e3, theirs / ours);
    }
    println!();
}

/// The best of several runs, s.
fn best(run: &dyn Fn()) -> f64 {
    let mut best = f64::MAX;
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 0.7 {
        let before = Instant::now();
        run();
        best = best.min(before.elapsed().as_secs_f64());
    }
    best
}

fn crc(bytes: &[u8]) {
    let sum = bytes.iter().fold(0u16, |crc, byte| {
        (0..8)
            .fold(crc ^ u16::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xA001 } else { crc >> 1 })
    });
    black_box(sum);
}
