//! The seeded simulator with its truth (ALGORITHMS 7), and the writers that make fixtures of it.
