//! What a loss of power does to writes that are under way.

use rand::Rng;

use super::Fate;

/// What becomes of a write that was under way: applied, lost or torn, each as likely as the others.
pub fn random_fate(random: &mut impl Rng) -> Fate {
    match random.random_range(0..3u8) {
        0 => Fate::Applied,
        1 => Fate::Lost,
        _ => Fate::Torn(random.random()),
    }
}
