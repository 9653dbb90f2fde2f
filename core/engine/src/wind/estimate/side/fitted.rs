//! Written by `npm run calibrate`; do not edit. Fitted on 2505 simulated tracks (seeds 11 to 30) and 215 recordings and slices
//! of recordings, 68182 turns in all.

use super::shape::ShapeModel;
use super::{Beta, CertaintyModel, LABELS, Weights};

/// Shapes of turns by label.
pub const TURNS: [ShapeModel; LABELS] = [
    // Tack.
    ShapeModel {
        mean: [-0.2010, -0.2661, 0.0333, 0.1596],
        factor: [
            [0.2265, 0.0000, 0.0000, 0.0000],
            [0.1010, 0.1884, 0.0000, 0.0000],
            [0.0126, 0.0018, 0.1795, 0.0000],
            [-0.0496, 0.0127, 0.0588, 0.2370],
        ],
    },
    // Gybe.
    ShapeModel {
        mean: [0.0235, -0.1636, 0.0115, 0.5740],
        factor: [
            [0.1946, 0.0000, 0.0000, 0.0000],
            [0.0940, 0.1879, 0.0000, 0.0000],
            [-0.0010, 0.0012, 0.1761, 0.0000],
            [-0.0707, 0.0184, 0.0456, 0.3355],
        ],
    },
    // Bear-away.
    ShapeModel {
        mean: [0.4252, 0.1987, -0.1811, -0.2186],
        factor: [
            [0.2187, 0.0000, 0.0000, 0.0000],
            [0.0099, 0.1967, 0.0000, 0.0000],
            [-0.0726, 0.0409, 0.2570, 0.0000],
            [-0.0709, 0.0414, 0.1481, 0.2396],
        ],
    },
    // Round-up.
    ShapeModel {
        mean: [0.2532, -0.1450, -0.1691, -0.1808],
        factor: [
            [0.2528, 0.0000, 0.0000, 0.0000],
            [0.0573, 0.1508, 0.0000, 0.0000],
            [-0.0794, -0.0092, 0.2510, 0.0000],
            [-0.0778, -0.0252, 0.1662, 0.2247],
        ],
    },
];
/// Shapes of turns under engine.
pub const ENGINE: ShapeModel = ShapeModel {
    mean: [-0.0149, 0.0583, -0.0055, 0.1612],
    factor: [
        [0.1641, 0.0000, 0.0000, 0.0000],
        [0.1212, 0.2247, 0.0000, 0.0000],
        [-0.0139, 0.0238, 0.1887, 0.0000],
        [-0.0451, 0.1352, 0.0360, 0.4313],
    ],
};
/// Shapes of no kind.
pub const BROAD: ShapeModel = ShapeModel {
    mean: [0.0836, -0.0953, -0.0969, 0.0633],
    factor: [
        [0.7696, 0.0000, 0.0000, 0.0000],
        [0.0000, 0.6370, 0.0000, 0.0000],
        [0.0000, 0.0000, 0.5909, 0.0000],
        [0.0000, 0.0000, 0.0000, 0.8934],
    ],
};
pub const WEIGHTS: Weights = Weights { fit: 0.5540, sparse_fit: 1.6314, turns: 0.4417 };
/// Shares of tacks among tacks and gybes, of boats and of boards.
pub const TACKS: [Beta; 2] = [Beta { tacks: 2.5337, gybes: 0.5555 }, Beta { tacks: 0.2012, gybes: 3.4903 }];
/// Of dense and of sparse tracks.
pub const SOME_CANDIDATE: [CertaintyModel; 2] = [
    CertaintyModel { constant: -2.7906, engine: -1.8188, support: 1.9658 },
    CertaintyModel { constant: 1.8443, engine: 0.0000, support: 1.0103 },
];
