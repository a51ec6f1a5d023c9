//! Copenhagen with crate `hnefatafl`.

use crate::counting::Tally;
use hnefatafl::aliases::{MediumBasicBoardState, MediumBasicGameLogic, MediumBasicGameState};
use hnefatafl::board::state::BoardState;
use hnefatafl::game::GameStatus;
use hnefatafl::preset::{boards, rules};

/// How the start of Copenhagen is counted with crate `hnefatafl`, which has no perft of its own.
///
/// Its states are plain values, and a play that comes out of its own iterator need not be checked
/// again, so copying the state and `do_valid_play` is the cheapest way it offers: `Game::do_play`
/// checks the play a second time and `Game::undo_last_play` keeps a history as well.
#[derive(Debug)]
pub struct Copenhagen {
    logic: MediumBasicGameLogic,
    start: MediumBasicGameState,
}

impl Copenhagen {
    /// The game before its first move.
    #[must_use]
    pub fn new() -> Copenhagen {
        let start: MediumBasicGameState =
            MediumBasicGameState::new(boards::COPENHAGEN, rules::COPENHAGEN.starting_side)
                .expect("the crate reads its own board");
        let side_length = MediumBasicBoardState::side_len(&start.board);
        Copenhagen {
            logic: MediumBasicGameLogic::new(rules::COPENHAGEN, side_length),
            start,
        }
    }

    /// The leaves at `depth`, the last ply counted without playing it.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        self.count(&self.start, depth)
    }

    /// [`crate::counting::play_every_leaf`] with the rules of this crate.
    #[must_use]
    pub fn every_leaf(&self, depth: u8) -> Tally {
        self.play(&self.start, depth)
    }

    fn count(&self, state: &MediumBasicGameState, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        if state.status != GameStatus::Ongoing {
            return 0;
        }
        let mut count = 0;
        for tile in state.board.occupied_by_side(state.side_to_play) {
            let Ok(plays) = self.logic.iter_plays(tile, state) else {
                continue;
            };
            if depth == 1 {
                count += plays.count() as u64;
            } else {
                for play in plays {
                    let next = self.logic.do_valid_play(play, *state).new_state;
                    count += self.count(&next, depth - 1);
                }
            }
        }
        count
    }

    fn play(&self, state: &MediumBasicGameState, depth: u8) -> Tally {
        let finished = state.status != GameStatus::Ongoing;
        if depth == 0 {
            return Tally::leaf(finished);
        }
        let mut tally = Tally::default();
        if !finished {
            for tile in state.board.occupied_by_side(state.side_to_play) {
                let Ok(plays) = self.logic.iter_plays(tile, state) else {
                    continue;
                };
                for play in plays {
                    let next = self.logic.do_valid_play(play, *state).new_state;
                    tally += self.play(&next, depth - 1);
                }
            }
        }
        tally
    }
}

impl Default for Copenhagen {
    fn default() -> Self {
        Self::new()
    }
}
