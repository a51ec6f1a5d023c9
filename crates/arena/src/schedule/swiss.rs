//! Neighbours in the table who have not met, for fields of any size.
//!
//! The best pairing by the rules of chess takes time that grows with the cube of the field. Here
//! everybody in turn, from the top, gets the nearest one below who is free and has not been met;
//! who is left over at the end exchanges partners with the nearest pair that makes it possible. In a
//! large field after few rounds that is all; where it fails, which takes a small field and many
//! rounds, a matching of all players is sought that has no rematch, and only if there is none
//! do players meet again, as few as possible.

use super::{Meeting, sorted};
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;
use std::collections::HashSet;

/// Pairs of an even number of players, given from the top of the table down.
pub(super) fn pairs(order: &[usize], met: &HashSet<Meeting>) -> Vec<Meeting> {
    let is_new = |one: usize, other: usize| !met.contains(&sorted([one, other]));
    let (mut pairs, left_over) = greedy(order, is_new);
    if let Some(repaired) = repaired(&pairs, &left_over, is_new) {
        return repaired;
    }
    pairs = matched(order, is_new);
    let paired: HashSet<usize> = pairs.iter().flatten().copied().collect();
    // Those for whom there is nobody new.
    let rest: Vec<usize> = order
        .iter()
        .copied()
        .filter(|player| !paired.contains(player))
        .collect();
    pairs.extend(rest.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    pairs
}

/// From the top, each with the nearest below; and who is left over.
fn greedy(order: &[usize], is_new: impl Fn(usize, usize) -> bool) -> (Vec<Meeting>, Vec<usize>) {
    // A list of those who are free, in which each knows the next.
    let end = order.len();
    let mut next: Vec<usize> = (1..=end).collect();
    let mut is_taken = vec![false; end];
    let (mut pairs, mut left_over) = (Vec::new(), Vec::new());
    for place in 0..end {
        if is_taken[place] {
            continue;
        }
        let (mut before, mut candidate) = (place, next[place]);
        while candidate < end && !is_new(order[place], order[candidate]) {
            before = candidate;
            candidate = next[candidate];
        }
        if candidate == end {
            left_over.push(order[place]);
        } else {
            is_taken[candidate] = true;
            next[before] = next[candidate];
            pairs.push([order[place], order[candidate]]);
        }
    }
    (pairs, left_over)
}

/// The pairs after those left over have exchanged partners with others, two at a time; `None` if
/// that does not do.
fn repaired(
    pairs: &[Meeting],
    left_over: &[usize],
    is_new: impl Fn(usize, usize) -> bool,
) -> Option<Vec<Meeting>> {
    let mut pairs = pairs.to_vec();
    for two in left_over.chunks_exact(2) {
        let [one, other] = [two[0], two[1]];
        // The pairs next to the end of the table, where those left over are, first.
        let exchange = |&[upper, lower]: &Meeting| {
            if is_new(one, upper) && is_new(other, lower) {
                Some([[upper, one], [lower, other]])
            } else if is_new(other, upper) && is_new(one, lower) {
                Some([[upper, other], [lower, one]])
            } else {
                None
            }
        };
        let found = pairs.iter().enumerate().rev();
        let (place, [first, second]) = found
            .filter_map(|(place, pair)| Some((place, exchange(pair)?)))
            .next()?;
        pairs[place] = first;
        pairs.insert(place + 1, second);
    }
    Some(pairs)
}

/// As many pairs without a rematch as there can be.
fn matched(order: &[usize], is_new: impl Fn(usize, usize) -> bool) -> Vec<Meeting> {
    let mut graph = UnGraph::<(), ()>::with_capacity(order.len(), 0);
    let nodes: Vec<_> = order.iter().map(|_| graph.add_node(())).collect();
    for (place, &one) in order.iter().enumerate() {
        for (behind, &other) in order.iter().enumerate().skip(place + 1) {
            if is_new(one, other) {
                graph.add_edge(nodes[place], nodes[behind], ());
            }
        }
    }
    let matching = maximum_matching(&graph);
    let mut pairs: Vec<[usize; 2]> = matching
        .edges()
        .map(|(one, other)| sorted([one.index(), other.index()]))
        .collect();
    pairs.sort_unstable();
    pairs
        .iter()
        .map(|&[one, other]| [order[one], order[other]])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rounds in which the better one always wins, and the table stays as it is.
    fn play(players: usize, rounds: usize) -> Vec<Vec<Meeting>> {
        let order: Vec<usize> = (0..players).collect();
        let mut met = HashSet::new();
        let round = |_| {
            let pairs = pairs(&order, &met);
            assert_eq!(
                pairs.iter().flatten().collect::<HashSet<_>>().len(),
                players
            );
            met.extend(pairs.iter().map(|pair| sorted(*pair)));
            pairs
        };
        (0..rounds).map(round).collect()
    }

    #[test]
    fn neighbours_meet() {
        assert_eq!(play(6, 1)[0], [[0, 1], [2, 3], [4, 5]]);
        assert_eq!(play(6, 2)[1], [[0, 2], [1, 4], [3, 5]]);
    }

    #[test]
    fn nobody_meets_twice_as_long_as_that_can_be_avoided() {
        for players in [2, 4, 6, 8, 12, 30] {
            // After these rounds pairs can be left that no pairing avoids; before, there are always
            // enough others: half of the field.
            let rounds = players / 2;
            let met: Vec<Meeting> = play(players, rounds)
                .concat()
                .into_iter()
                .map(sorted)
                .collect();
            let different: HashSet<&Meeting> = met.iter().collect();
            assert_eq!(different.len(), met.len(), "{players} players");
        }
    }

    #[test]
    fn a_matching_is_found_where_exchanges_fail() {
        // Of six, three have met one another and the others likewise, except across.
        let new: HashSet<Meeting> = [[0, 3], [1, 3], [1, 4], [2, 4], [2, 5]].into();
        let met: HashSet<Meeting> = (0..6)
            .flat_map(|one| (one + 1..6).map(move |other| [one, other]))
            .filter(|pair| !new.contains(pair))
            .collect();
        let mut found = pairs(&[1, 2, 0, 4, 3, 5], &met);
        for pair in &mut found {
            *pair = sorted(*pair);
        }
        found.sort_unstable();
        assert_eq!(found, [[0, 3], [1, 4], [2, 5]]);
    }

    #[test]
    fn who_has_met_everybody_meets_somebody_again() {
        let met: HashSet<Meeting> = [[0, 1], [0, 2], [0, 3]].into();
        assert_eq!(pairs(&[0, 1, 2, 3], &met).len(), 2);
    }

    /// How many rematches any pairing has at least, by trying all.
    fn least_rematches(players: &[usize], met: &HashSet<Meeting>) -> usize {
        let Some((&first, others)) = players.split_first() else {
            return 0;
        };
        let partners = others.iter().map(|&partner| {
            let rest: Vec<usize> = others.iter().copied().filter(|&it| it != partner).collect();
            usize::from(met.contains(&sorted([first, partner]))) + least_rematches(&rest, met)
        });
        partners.min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_more_rematches_than_there_must_be(
            order in (1_usize..=4).prop_flat_map(|pairs| {
                Just((0..2 * pairs).collect::<Vec<_>>()).prop_shuffle()
            }),
            density in 0..=100_u32,
            draws in prop::collection::vec(0..100_u32, 28),
        ) {
            let all = (0..order.len()).flat_map(|one| (0..one).map(move |other| [other, one]));
            let met: HashSet<Meeting> = all
                .zip(draws)
                .filter(|&(_, draw)| draw < density)
                .map(|(pair, _)| pair)
                .collect();
            let found = pairs(&order, &met);
            let paired: HashSet<usize> = found.iter().flatten().copied().collect();
            prop_assert_eq!((found.len(), paired.len()), (order.len() / 2, order.len()));
            let rematches = found.iter().filter(|&&pair| met.contains(&sorted(pair))).count();
            prop_assert_eq!(rematches, least_rematches(&order, &met));
        }
    }
}
