//! Fits the model that tells candidate winds apart, and its calibration, and prints the file of its numbers: `npm run
//! calibrate`, or `cargo run --release -p leebow-tests --features calibrate --example calibrate`. Data: simulated tuning seeds and the
//! recordings with a known wind, whole and in slices. Held-out seeds and other recordings are never read here; `npm run
//! truth -- --group wind` measures on them.
// A development tool: it may panic on impossible input.
#![allow(clippy::expect_used)]

mod data;
mod fit;
#[path = "../wind_eval/known.rs"]
#[allow(dead_code)]
mod known;
mod moments;
#[path = "../truth/parallel.rs"]
mod parallel;
mod passages;
mod print;
mod recorded;

fn main() {
    let tracks = data::tracks();
    let shapes = moments::fitted(&tracks);
    let weights = fit::weights(&tracks, &shapes);
    let certainty = [false, true].map(|sparse| fit::certainty(&tracks, &shapes, weights, sparse));
    print!("{}", print::file(&tracks, &shapes, weights, certainty));
}
