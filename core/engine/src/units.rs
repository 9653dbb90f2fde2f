//! Unit conversions. The engine works in SI units; angles are degrees where a name ends in `_deg`.

/// Metres in a nautical mile (exact).
pub const M_PER_NM: f64 = 1852.0;
/// Metres per second in one knot.
pub const MPS_PER_KNOT: f64 = M_PER_NM / 3600.0;

/// Knots to metres per second.
pub fn mps_from_kn(kn: f64) -> f64 {
    kn * MPS_PER_KNOT
}

/// Metres per second to knots.
pub fn kn_from_mps(mps: f64) -> f64 {
    mps / MPS_PER_KNOT
}
