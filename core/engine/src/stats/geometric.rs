//! The geometric median of points in a plane.

use crate::stats::quantile::median;

/// Weiszfeld's steps, and the distance at which they are no longer attracted. *numerical*
const STEPS: usize = 30;
const NEAR: f64 = 0.1;

/// The point with the least sum of distances; none without points.
pub fn geometric_median(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let mut at = middle(points)?;
    for _ in 0..STEPS {
        let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
        for p in points {
            let (dx, dy) = (p.0 - at.0, p.1 - at.1);
            let weight = 1.0 / (dx * dx + dy * dy).sqrt().max(NEAR);
            x += weight * p.0;
            y += weight * p.1;
            sum += weight;
        }
        at = (x / sum, y / sum);
    }
    Some(at)
}

/// Medians of both coordinates; none without points.
pub fn middle(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let x = median(&mut points.iter().map(|p| p.0).collect::<Vec<_>>())?;
    Some((x, median(&mut points.iter().map(|p| p.1).collect::<Vec<_>>())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_far_point_does_not_move_the_median_of_four() {
        let (x, y) = geometric_median(&[(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, 900.0)]).unwrap();
        assert!((x - 1.0).abs() < 0.1 && (0.5..1.2).contains(&y), "{x}, {y}");
        assert_eq!(geometric_median(&[]), None);
    }
}
