//! How many of the turns through the wind of one crew are tacks: those who beat and run make both, boards on reaches gybe at both
//! ends (docs/algorithms.md, section 4.6).

use super::fitted::TACKS;

/// Most independent turns of one crew: further ones are not independent. *hand-tuned*
const MAX_INDEPENDENT_TURNS: f64 = 12.0;

/// Parameters of the beta distribution, over the tracks of a kind of boat, of the share of tacks; fitted.
#[derive(Debug, Clone, Copy)]
pub struct Beta {
    pub tacks: f64,
    pub gybes: f64,
}

impl Beta {
    /// Log-probability of so many tacks and gybes in one order, nats.
    pub fn log_probability(self, [tacks, gybes]: [usize; 2]) -> f64 {
        let (tacks, gybes) = (tacks as f64, gybes as f64);
        let scale = (MAX_INDEPENDENT_TURNS / (tacks + gybes).max(1.0)).min(1.0);
        log_beta(self.tacks + scale * tacks, self.gybes + scale * gybes) - log_beta(self.tacks, self.gybes)
    }
}

/// Log-probability of the tacks and gybes of a boat that is a board with this probability, nats.
pub(crate) fn log_probability(turns: [usize; 2], board_probability: f64) -> f64 {
    let [boat, board] = TACKS.map(|beta| libm::exp(beta.log_probability(turns)));
    libm::log((1.0 - board_probability) * boat + board_probability * board)
}

fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_turns_at_the_ends_of_its_reaches_is_likelier_to_gybe_there_than_to_tack() {
        let gybes_against_tacks = |board| log_probability([0, 30], board) - log_probability([30, 0], board);
        assert!(gybes_against_tacks(1.0) > 2.0, "{}", gybes_against_tacks(1.0));
        assert!(gybes_against_tacks(0.0) < 0.0, "{}", gybes_against_tacks(0.0));
        assert_eq!(log_probability([0, 30], 1.0), log_probability([0, 300], 1.0));
    }

    #[test]
    fn no_turns_say_nothing() {
        assert!(log_probability([0, 0], 0.3).abs() < 1e-12);
    }
}
