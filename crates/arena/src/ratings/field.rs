//! Games among many players, and what links them.

use super::results::{GameResult, Tally};
use std::collections::BTreeMap;

/// One game between two players of a field, who are numbers from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// Who moved first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How it went for the first.
    pub result: GameResult,
}

/// All games of two players with the same one moving first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// Who moved first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How the games went for the first.
    pub results: Tally,
}

/// Why a field cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// A game names a player that there is not.
    #[error("there is no player {player}: there are {players}, counted from 0")]
    UnknownPlayer {
        /// As named.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// A game of one player.
    #[error("player {player} cannot play against itself")]
    AgainstItself {
        /// Who.
        player: usize,
    },
}

/// Counts games by who moved first against whom, in the order of the players.
#[must_use]
pub fn encounters(games: &[GameRecord]) -> Vec<Encounter> {
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    for game in games {
        let tally = tallies.entry((game.first, game.second)).or_default();
        tally.record(game.result);
    }
    let listed = tallies.into_iter();
    let listed = listed.map(|((first, second), results)| Encounter {
        first,
        second,
        results,
    });
    listed.collect()
}

/// An error unless all players exist and nobody plays alone.
pub(super) fn check(
    players: usize,
    pairings: impl IntoIterator<Item = (usize, usize)>,
) -> Result<(), FieldError> {
    for (first, second) in pairings {
        if let Some(player) = [first, second]
            .into_iter()
            .find(|&player| player >= players)
        {
            return Err(FieldError::UnknownPlayer { player, players });
        }
        if first == second {
            return Err(FieldError::AgainstItself { player: first });
        }
    }
    Ok(())
}

/// Puts players into groups within which everybody has scored, directly or over others, against
/// everybody else: the strongly connected components of "has scored against". Within a group most
/// likely ratings exist (Ford's condition); between two, at least one lead can grow without end, or
/// nothing is known. Returns the number of the group of each player, and how many groups there are.
pub(super) fn groups(players: usize, encounters: &[Encounter]) -> (Vec<usize>, usize) {
    let mut scored = vec![Vec::new(); players];
    let mut conceded = vec![Vec::new(); players];
    for encounter in encounters {
        let Tally {
            losses,
            draws,
            wins,
        } = encounter.results;
        let mut score = |winner: usize, loser: usize| {
            scored[winner].push(loser);
            conceded[loser].push(winner);
        };
        if wins > 0 || draws > 0 {
            score(encounter.first, encounter.second);
        }
        if losses > 0 || draws > 0 {
            score(encounter.second, encounter.first);
        }
    }
    // Kosaraju's way: leave players in the order in which a search along the edges is done with
    // them, then take them in the reverse order, and against the edges.
    let mut order = Vec::with_capacity(players);
    let mut is_seen = vec![false; players];
    for start in 0..players {
        if std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((player, next)) = path.last_mut() {
            match scored[*player].get(*next) {
                Some(&other) => {
                    *next += 1;
                    if !std::mem::replace(&mut is_seen[other], true) {
                        path.push((other, 0));
                    }
                }
                None => {
                    order.push(*player);
                    path.pop();
                }
            }
        }
    }
    let mut group_of = vec![usize::MAX; players];
    let mut count = 0;
    for &start in order.iter().rev() {
        if group_of[start] != usize::MAX {
            continue;
        }
        group_of[start] = count;
        let mut waiting = vec![start];
        while let Some(player) = waiting.pop() {
            for &other in &conceded[player] {
                if group_of[other] == usize::MAX {
                    group_of[other] = count;
                    waiting.push(other);
                }
            }
        }
        count += 1;
    }
    (group_of, count)
}

/// Whether games say anything about the advantage of moving first, apart from who is strong: not if
/// ratings could be shifted so that every first player gains as much as every other (as when two
/// players never change sides).
pub(super) fn tells_advantage(players: usize, encounters: &[Encounter]) -> bool {
    let mut neighbours = vec![Vec::new(); players];
    // Those who never met say nothing, whoever would have begun.
    let has_games = |encounter: &&Encounter| {
        let Tally {
            losses,
            draws,
            wins,
        } = encounter.results;
        losses + draws + wins > 0
    };
    for encounter in encounters.iter().filter(has_games) {
        neighbours[encounter.first].push((encounter.second, -1_i64));
        neighbours[encounter.second].push((encounter.first, 1));
    }
    let mut shifts: Vec<Option<i64>> = vec![None; players];
    for start in 0..players {
        if shifts[start].is_some() {
            continue;
        }
        shifts[start] = Some(0);
        let mut waiting = vec![(start, 0)];
        while let Some((player, shift)) = waiting.pop() {
            for &(other, difference) in &neighbours[player] {
                let wanted = shift + difference;
                match shifts[other] {
                    None => {
                        shifts[other] = Some(wanted);
                        waiting.push((other, wanted));
                    }
                    Some(other) if other != wanted => return true,
                    Some(_) => {}
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(first: usize, second: usize, counts: [u64; 3]) -> Encounter {
        Encounter {
            first,
            second,
            results: counts.into(),
        }
    }

    #[test]
    fn groups_are_found() {
        // A circle of wins is one group; whoever lost to it is another, and so is whoever did not
        // play; a draw links both ways.
        let list = [
            encounter(0, 1, [0, 0, 1]),
            encounter(1, 2, [0, 0, 1]),
            encounter(0, 2, [1, 0, 0]),
            encounter(0, 3, [0, 0, 2]),
            encounter(5, 3, [0, 1, 0]),
        ];
        let (group_of, count) = groups(6, &list);
        assert_eq!(count, 3);
        assert!(group_of[0] == group_of[1] && group_of[1] == group_of[2]);
        assert!(group_of[3] == group_of[5] && group_of[3] != group_of[0]);
        assert!(group_of[4] != group_of[3] && group_of[4] != group_of[0]);
    }

    #[test]
    fn sides_must_change_for_an_advantage() {
        let one_way = [encounter(0, 1, [1, 1, 1]), encounter(1, 2, [1, 1, 1])];
        assert!(!tells_advantage(3, &one_way));
        let with_return = [one_way[0], encounter(1, 0, [1, 1, 1])];
        assert!(tells_advantage(2, &with_return));
        let with_shortcut = [one_way[0], one_way[1], encounter(0, 2, [1, 1, 1])];
        assert!(tells_advantage(3, &with_shortcut));
    }

    #[test]
    fn games_are_counted() {
        let game = |first, second, result| GameRecord {
            first,
            second,
            result,
        };
        let listed = encounters(&[
            game(1, 0, GameResult::Win),
            game(0, 1, GameResult::Draw),
            game(1, 0, GameResult::Loss),
        ]);
        assert_eq!(
            listed,
            [encounter(0, 1, [0, 1, 0]), encounter(1, 0, [1, 0, 1])]
        );
    }
}
