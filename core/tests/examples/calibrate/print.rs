//! The file of the fitted numbers.

use crate::data::{SEEDS, Track};
use crate::fit::{Certainty, Fitted};
use crate::moments::{Normal, Shapes};

fn number(value: f64) -> String {
    format!("{:.4}", if value.abs() < 5e-5 { 0.0 } else { value })
}

fn list(values: &[f64]) -> String {
    format!("[{}]", values.iter().map(|v| number(*v)).collect::<Vec<_>>().join(", "))
}

fn model(normal: &Normal) -> String {
    let rows: Vec<String> = normal.factor.iter().map(|row| list(row)).collect();
    format!("ShapeModel {{\n    mean: {},\n    factor: [{}],\n}}", list(&normal.mean), rows.join(", "))
}

/// The text of `side/fitted.rs`; rustfmt sets its lines.
pub fn file(tracks: &[Track], shapes: &Shapes, weights: Fitted, certainty: [Certainty; 2]) -> String {
    let real = tracks.iter().filter(|t| t.is_real).count();
    let turns: usize = tracks.iter().map(|t| t.sample.shapes.len()).sum();
    let turns_of = |of: usize| ["Tack", "Gybe", "Bear-away", "Round-up"][of];
    let models: Vec<String> =
        shapes.turns.iter().enumerate().map(|(k, s)| format!("// {}.\n{}", turns_of(k), model(s))).collect();
    format!(
        "//! Written by `npm run calibrate`; do not edit. *fitted* on {} simulated tracks (seeds {} to {}) and {real} recordings and slices\n\
         //! of recordings, {turns} turns in all.\n\n\
         use super::shape::ShapeModel;\nuse super::{{Beta, CertaintyModel, LABELS, Weights}};\n\n\
         /// Shapes of turns by label.\npub const TURNS: [ShapeModel; LABELS] = [{}];\n\
         /// Shapes of turns under engine.\npub const ENGINE: ShapeModel = {};\n\
         /// Shapes of no kind.\npub const BROAD: ShapeModel = {};\n\
         pub const WEIGHTS: Weights = Weights {{ fit: {}, sparse_fit: {}, turns: {} }};\n\
         /// Shares of tacks among tacks and gybes, of boats and of boards.\n\
         pub const TACKS: [Beta; 2] = [{}, {}];\n\
         /// Of dense and of sparse tracks.\n\
         pub const SOME_CANDIDATE: [CertaintyModel; 2] = [{}, {}];\n",
        tracks.len() - real,
        SEEDS.start,
        SEEDS.end - 1,
        models.join(",\n"),
        model(&shapes.engine),
        model(&shapes.broad),
        number(weights[0]),
        number(weights[2]),
        number(weights[1]),
        beta(&weights[3..5]),
        beta(&weights[5..7]),
        certainty_model(certainty[0]),
        certainty_model(certainty[1]),
    )
}

fn beta(tacks_and_gybes: &[f64]) -> String {
    let [tacks, gybes] = [0, 1].map(|i| number(tacks_and_gybes[i]));
    format!("Beta {{ tacks: {tacks}, gybes: {gybes} }}")
}

fn certainty_model(coefficients: Certainty) -> String {
    let [constant, engine, turns, support, reaches] = coefficients.map(number);
    format!(
        "CertaintyModel {{ constant: {constant}, engine: {engine}, turns: {turns}, support: {support}, reaches: {reaches} }}"
    )
}
