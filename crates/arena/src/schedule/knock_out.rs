//! Whoever loses is out. The first half of the table is kept apart as long as possible.

use super::Meeting;
use crate::standings::Standings;

/// The meetings of the next round; `None` when only one player is left.
///
/// Players are given from the best to the worst, as far as that is known. Where their number is no
/// power of two the best ones begin a round later.
pub(super) fn round(
    players: usize,
    met: &[Vec<Meeting>],
    standings: &Standings,
) -> Option<Vec<Meeting>> {
    let mut left: Vec<usize> = (0..players).collect();
    for round in met {
        left = survivors(&left, round, standings);
    }
    if left.len() < 2 {
        return None;
    }
    // So many that half as many meetings leave a power of two.
    let seats = left.len().next_power_of_two();
    let busy = 2 * (left.len() - seats / 2);
    let playing = &left[left.len() - busy..];
    let pairs = playing.iter().zip(playing.iter().rev()).take(busy / 2);
    Some(pairs.map(|(&better, &worse)| [better, worse]).collect())
}

/// Those who did not lose, each at the place of the better of the two.
fn survivors(left: &[usize], round: &[Meeting], standings: &Standings) -> Vec<usize> {
    let survivor = |&player: &usize| {
        let Some(&[better, worse]) = round.iter().find(|meeting| meeting.contains(&player)) else {
            return Some(player);
        };
        // A tie goes to whoever was placed better.
        let winner = if standings.balance(worse, better) > 0 {
            worse
        } else {
            better
        };
        (player == better).then_some(winner)
    };
    left.iter().filter_map(survivor).collect()
}
