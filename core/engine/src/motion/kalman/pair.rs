//! A pair of numbers, one per axis: both axes follow the same model, and the operations vectorise.

use std::ops::{Add, Div, Mul, Sub};

/// One number per axis, east first.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[repr(align(16))]
pub(in crate::motion) struct Pair(pub [f64; 2]);

impl Pair {
    /// The same number for both axes.
    pub(crate) fn both(x: f64) -> Self {
        Pair([x, x])
    }

    pub(crate) fn sum(self) -> f64 {
        self.0[0] + self.0[1]
    }

    /// Euclidean length.
    pub(crate) fn length(self) -> f64 {
        (self * self).sum().sqrt()
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, by: Pair) -> Pair {
        Pair([self.0[0] + by.0[0], self.0[1] + by.0[1]])
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, by: Pair) -> Pair {
        Pair([self.0[0] - by.0[0], self.0[1] - by.0[1]])
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, by: Pair) -> Pair {
        Pair([self.0[0] * by.0[0], self.0[1] * by.0[1]])
    }
}

impl Mul<Pair> for f64 {
    type Output = Pair;
    fn mul(self, by: Pair) -> Pair {
        Pair([self * by.0[0], self * by.0[1]])
    }
}

impl Div for Pair {
    type Output = Pair;
    fn div(self, by: Pair) -> Pair {
        Pair([self.0[0] / by.0[0], self.0[1] / by.0[1]])
    }
}
