//! What happened before: repetitions, and what of the past can still make a difference.

use super::ruleset::{LARGEST, RepetitionMeans, RepetitionOf};
use super::{Board, DEFENDERS, Move, Past, Position, Tafl};
use game::Side;
use game::bits::Bits;
use game::random::mix;

/// Between two occurrences of a position each side has moved a piece away and back.
const PLIES_TO_RETURN: u32 = 4;

/// Keeps the number of plies apart from what else is mixed into history keys.
const MOVE_LIMIT_SALT: u64 = 0x6D6F_7665_206C_696D;

impl<B: Bits> Tafl<B> {
    /// Sets how often the position, which has just arisen, has occurred.
    #[inline]
    pub(super) fn count_occurrences(&self, position: &mut Position<B>, captured: bool) {
        let rule = self.tables.rules.repetition;
        position.occurrences = 1;
        if captured {
            position.most_occurrences = 1;
        } else if rule.of == RepetitionOf::Positions && rule.means != RepetitionMeans::Nothing {
            // In steps of a move by each side, back to the last capture. The latest earlier
            // occurrence knows of all before it.
            for pair in position.history.rchunks_exact(2) {
                if pair[0].captured || pair[1].captured {
                    break;
                }
                if pair[0].key == position.key {
                    position.occurrences = pair[0].occurrences.saturating_add(1);
                    break;
                }
            }
            position.most_occurrences = position.most_occurrences.max(position.occurrences);
        }
    }

    /// Whether the rule about repetitions applies now.
    #[inline]
    pub(super) fn repeated(&self, position: &Position<B>) -> bool {
        let rule = self.tables.rules.repetition;
        if rule.means == RepetitionMeans::Nothing {
            return false;
        }
        match rule.of {
            RepetitionOf::Positions => position.occurrences >= rule.times,
            RepetitionOf::Moves => echoes(&position.history, 1) >= echoes_that_count(rule.times),
        }
    }

    /// Whether the next move can end the game because of what happened before. If this says no, it
    /// cannot.
    #[inline]
    pub(super) fn past_may_end_game(&self, position: &Position<B>) -> bool {
        let rules = &self.tables.rules;
        let rule = rules.repetition;
        let repetition = rule.means != RepetitionMeans::Nothing
            && match rule.of {
                RepetitionOf::Positions => {
                    position.most_occurrences.saturating_add(1) >= rule.times
                }
                RepetitionOf::Moves => {
                    echoes(&position.history, 2).saturating_add(1) >= echoes_that_count(rule.times)
                }
            };
        repetition || position.history.len() + 1 >= rules.move_limit as usize
    }

    /// See [`game::Game::history_key`].
    #[inline]
    pub(super) fn key_of_history(&self, position: &Position<B>, plies: u32) -> u64 {
        let rules = &self.tables.rules;
        let mut key = match (rules.repetition.means, rules.repetition.of) {
            (RepetitionMeans::Nothing, _) => 0,
            (_, RepetitionOf::Positions) => self.key_of_positions(position, plies),
            (_, RepetitionOf::Moves) => self.key_of_moves(position, plies),
        };
        let played = position.history.len() as u64;
        if played + u64::from(plies) >= u64::from(rules.move_limit) {
            key = key.wrapping_add(mix(played ^ MOVE_LIMIT_SALT));
        }
        key
    }

    /// The positions since the last capture that can occur often enough within `plies`, each with
    /// the number of times it has occurred.
    ///
    /// Those that cannot may differ between two pasts without anybody noticing in time; and how
    /// long a position takes to come back depends on that position and the one on the board only,
    /// so that two pasts leave out the same ones.
    #[inline]
    fn key_of_positions(&self, position: &Position<B>, plies: u32) -> u64 {
        let times = self.tables.rules.repetition.times;
        // Plies between the next occurrence and the one that counts.
        let plies_after_next = |occurrences: u16| {
            PLIES_TO_RETURN * u32::from(times.saturating_sub(occurrences.saturating_add(1)))
        };
        // Nearly always there is nothing to look for: no position of the past comes back in no
        // plies.
        if position.most_occurrences < times && plies_after_next(position.most_occurrences) >= plies
        {
            return 0;
        }
        self.key_of_positions_in_reach(position, plies, plies_after_next)
    }

    fn key_of_positions_in_reach(
        &self,
        position: &Position<B>,
        plies: u32,
        plies_after_next: impl Fn(u16) -> u32,
    ) -> u64 {
        let key_of = |key: u64, occurrences: u16| mix(key ^ mix(occurrences.into()));
        let mut sum = 0_u64;
        let occurrences = position.occurrences;
        let over = occurrences >= self.tables.rules.repetition.times;
        // That this position occurs now needs no saying.
        if over || occurrences > 1 && PLIES_TO_RETURN + plies_after_next(occurrences) <= plies {
            sum = key_of(position.key, occurrences);
        }
        let mut way_back = WayBack::from(&position.board);
        // The other side made the last move.
        let mut mover = position.side.other();
        for past in position.history.iter().rev() {
            if past.captured {
                break;
            }
            way_back.take_back(past.chosen, mover);
            let same_side = mover == position.side;
            mover = mover.other();
            let after_next = plies_after_next(past.occurrences);
            if after_next >= plies {
                continue;
            }
            let own = way_back.displaced[position.side.index()];
            let other = way_back.displaced[position.side.other().index()];
            let is_now = same_side && own + other == 0;
            if !is_now && plies_to_come_back(own, other, same_side) + after_next <= plies {
                // A position that occurred twice is met twice, with different numbers. Which of
                // these are counted is again the same in all pasts.
                sum = sum.wrapping_add(key_of(past.key, past.occurrences));
            }
        }
        sum
    }

    /// For each side that can repeat itself often enough within `plies`: how often it has, and its
    /// last two moves, which are those that its next two can echo.
    #[inline]
    fn key_of_moves(&self, position: &Position<B>, plies: u32) -> u64 {
        let history = &position.history;
        let enough = echoes_that_count(self.tables.rules.repetition.times);
        let mut sum = 0_u64;
        // How many plies ago each side last moved, and how many moves it has.
        for (ago, moves) in [(2, plies.div_ceil(2)), (1, plies / 2)] {
            let echoes = echoes(history, ago);
            if echoes.saturating_add(moves) < enough {
                continue;
            }
            let mut key = mix(u64::from(echoes) << 2 | ago as u64);
            for ago in [ago, ago + 2] {
                let word = history.len().checked_sub(ago).map_or(0, |number| {
                    let Past {
                        chosen, captured, ..
                    } = history[number];
                    1 | u64::from(captured) << 1
                        | u64::from(chosen.from) << 16
                        | u64::from(chosen.to) << 32
                });
                key = mix(key ^ word);
            }
            sum = sum.wrapping_add(key);
        }
        sum
    }
}

/// How many pieces of each side stand elsewhere in an earlier position than they do now, going
/// back move by move from now as long as nothing was captured.
struct WayBack {
    displaced: [u32; 2],
    /// For each side the cells on which exactly one of the two positions has a soldier of it.
    different: [[u64; LARGEST * LARGEST / 64 + 1]; 2],
    king_now: usize,
    king: usize,
}

impl WayBack {
    #[inline]
    fn from<B: Bits>(now: &Board<B>) -> WayBack {
        let king = now.king().unwrap_or(usize::MAX);
        WayBack {
            displaced: [0; 2],
            different: [[0; LARGEST * LARGEST / 64 + 1]; 2],
            king_now: king,
            king,
        }
    }

    #[inline]
    fn take_back(&mut self, chosen: Move, mover: Side) {
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let displaced = &mut self.displaced[mover.index()];
        if mover == DEFENDERS && to == self.king {
            *displaced += u32::from(from != self.king_now);
            *displaced -= u32::from(to != self.king_now);
            self.king = from;
            return;
        }
        // A piece that is displaced leaves one cell and takes another; halves add up to wholes.
        let different = &mut self.different[mover.index()];
        let mut change = 0_i32;
        for cell in [from, to] {
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            different[word] ^= bit;
            change += if different[word] & bit != 0 { 1 } else { -1 };
        }
        *displaced = displaced.wrapping_add_signed(change / 2);
    }
}

/// A side that goes to and fro repeats each of its moves of two moves ago; a pair of them is one
/// repetition, counted when it begins.
fn echoes_that_count(times: u16) -> u32 {
    2 * u32::from(times) - 1
}

/// How many times in a row, up to its move `ago` plies before now, a side has repeated its move of
/// two moves before.
#[inline]
fn echoes(history: &[Past], ago: usize) -> u32 {
    let mut echoes = 0;
    let mut rest = history.len().saturating_sub(ago);
    while rest >= 4 {
        let (now, before) = (&history[rest], &history[rest - 4]);
        if now.captured || before.captured || now.chosen != before.chosen {
            break;
        }
        echoes += 1;
        rest -= 2;
    }
    echoes
}

/// The fewest plies in which a position can come back from which the side to move is `own` pieces
/// away and the other side `other` pieces; `same_side` if it has the same side to move.
///
/// A move puts one piece in its place, and a side that has all of them there already must leave
/// and return.
fn plies_to_come_back(own: u32, other: u32, same_side: bool) -> u32 {
    if same_side {
        let moves = own.max(other);
        2 * if own == 0 || other == 0 {
            moves.max(2)
        } else {
            moves
        }
    } else {
        let mut moves = own.max(other + 1);
        if own == 0 {
            moves = moves.max(2);
        }
        if other == 0 && moves == 2 {
            moves = 3;
        }
        2 * moves - 1
    }
}
