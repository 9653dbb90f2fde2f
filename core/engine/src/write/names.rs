//! Names under which channels are written, so that they are read as themselves.

use crate::read::channels::{OWN, by_name};

/// The channel's id, marked as a maker's own where readers would take it for something else: a second speed beside
/// the registry's, or one of the names in `taken`.
pub fn written(id: &str, taken: &[&str]) -> String {
    let itself = by_name(id, "").is_some_and(|(read, factor)| read == id && factor == 1.0);
    if itself && !taken.contains(&id) { id.to_string() } else { format!("{OWN}{id}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_means_something_else_is_marked() {
        assert_eq!(written("heel", &[]), "heel");
        assert_eq!(written("gps_speed", &[]), "own_gps_speed");
        assert_eq!(written("date", &["date"]), "own_date");
    }
}
