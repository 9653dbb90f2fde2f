//! Places and directions in the plane of a field: (east, north), m.

use crate::angle::hypot;

/// The vector from one place to another.
pub(super) fn way(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    (to.0 - from.0, to.1 - from.1)
}

/// How far two places are apart, m.
pub(super) fn apart_m(a: (f64, f64), b: (f64, f64)) -> f64 {
    hypot(a.0 - b.0, a.1 - b.1)
}

pub(super) fn dot(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

pub(super) fn sum(vectors: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    vectors.fold((0.0, 0.0), |sum, v| (sum.0 + v.0, sum.1 + v.1))
}

/// The unit vector in the direction of a vector; none for the zero vector.
pub(super) fn unit((x, y): (f64, f64)) -> Option<(f64, f64)> {
    let length = hypot(x, y);
    (length > 1e-9).then(|| (x / length, y / length))
}

/// Coordinates of a place across a direction, to its right, and along it, m.
pub(super) fn across_and_along(at: (f64, f64), direction: (f64, f64)) -> (f64, f64) {
    (at.0 * direction.1 - at.1 * direction.0, dot(at, direction))
}

/// The place with these coordinates; the inverse of [`across_and_along`].
pub(super) fn from_across_and_along((across, along): (f64, f64), direction: (f64, f64)) -> (f64, f64) {
    (across * direction.1 + along * direction.0, along * direction.1 - across * direction.0)
}
