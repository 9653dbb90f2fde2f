//! Names of channels in written files, chosen so that the readers map them back to the same ids.

use crate::read::channels::{OWN, by_name};

/// The channel's id, with the prefix [`OWN`] where readers would map it to another channel or it is in `reserved`.
pub(super) fn written(id: &str, reserved: &[&str]) -> String {
    let itself = by_name(id, "").is_some_and(|(read, factor)| read == id && factor == 1.0);
    if itself && !reserved.contains(&id) { id.to_string() } else { format!("{OWN}{id}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_another_meaning_has_a_prefix() {
        assert_eq!(written("heel", &[]), "heel");
        assert_eq!(written("gps_speed", &[]), "own_gps_speed");
        assert_eq!(written("date", &["date"]), "own_date");
    }
}
