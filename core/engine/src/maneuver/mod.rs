//! What a maneuver measured and cost (ALGORITHMS 2.4, 3.4).
