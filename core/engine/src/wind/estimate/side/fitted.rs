//! Written by `npm run calibrate`; do not edit. *fitted* on 2505 simulated tracks (seeds 11 to 30) and 215 recordings and slices
//! of recordings, 68179 turns in all.

use super::shape::ShapeModel;
use super::{Beta, CertaintyModel, LABELS, Weights};

/// Shapes of turns by label.
pub(super) const TURNS: [ShapeModel; LABELS] = [
    // Tack.
    ShapeModel {
        mean: [-0.2010, -0.2661, 0.0333, 0.1595],
        factor: [
            [0.2265, 0.0000, 0.0000, 0.0000],
            [0.1010, 0.1884, 0.0000, 0.0000],
            [0.0125, 0.0018, 0.1795, 0.0000],
            [-0.0497, 0.0126, 0.0588, 0.2369],
        ],
    },
    // Gybe.
    ShapeModel {
        mean: [0.0235, -0.1636, 0.0116, 0.5741],
        factor: [
            [0.1946, 0.0000, 0.0000, 0.0000],
            [0.0940, 0.1880, 0.0000, 0.0000],
            [-0.0011, 0.0012, 0.1761, 0.0000],
            [-0.0707, 0.0184, 0.0455, 0.3353],
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
        mean: [0.2532, -0.1450, -0.1691, -0.1807],
        factor: [
            [0.2528, 0.0000, 0.0000, 0.0000],
            [0.0573, 0.1508, 0.0000, 0.0000],
            [-0.0793, -0.0092, 0.2510, 0.0000],
            [-0.0778, -0.0252, 0.1662, 0.2247],
        ],
    },
];
/// Shapes of turns under engine.
pub(super) const ENGINE: ShapeModel = ShapeModel {
    mean: [-0.0149, 0.0576, -0.0056, 0.1607],
    factor: [
        [0.1643, 0.0000, 0.0000, 0.0000],
        [0.1216, 0.2247, 0.0000, 0.0000],
        [-0.0139, 0.0237, 0.1888, 0.0000],
        [-0.0451, 0.1341, 0.0361, 0.4315],
    ],
};
/// Shapes of no kind.
pub(super) const BROAD: ShapeModel = ShapeModel {
    mean: [0.0836, -0.0952, -0.0969, 0.0633],
    factor: [
        [0.7694, 0.0000, 0.0000, 0.0000],
        [0.0000, 0.6369, 0.0000, 0.0000],
        [0.0000, 0.0000, 0.5909, 0.0000],
        [0.0000, 0.0000, 0.0000, 0.8934],
    ],
};
pub(crate) const WEIGHTS: Weights = Weights { fit: 0.5518, sparse_fit: 1.6314, turns: 0.4400 };
/// Shares of tacks among tacks and gybes, of boats and of boards.
pub(super) const TACKS: [Beta; 2] =
    [Beta { tacks: 2.5636, gybes: 0.5620 }, Beta { tacks: 0.2016, gybes: 3.4835 }];
/// Of dense and of sparse tracks.
pub(crate) const SOME_CANDIDATE: [CertaintyModel; 2] = [
    CertaintyModel { constant: 0.5196, engine: -3.0775, turns: -1.7121, support: 2.7045, reaches: -7.3392 },
    CertaintyModel { constant: 2.9488, engine: 0.0000, turns: 0.0000, support: 0.9089, reaches: -3.6031 },
];
