//! Who meets whom: each round follows from the rounds before, and from a seed, in one way only.

mod knock_out;
mod round_robin;
mod swiss;

use crate::standings::Standings;
use game::random::Seed;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Two players who meet, by their numbers; the first of them has the first side in the first game.
pub type Meeting = [usize; 2];

/// How a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players, or all against all: so many times.
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
    /// In each round neighbours in the table who have not met.
    Swiss,
    /// Whoever loses is out.
    KnockOut,
}

impl Format {
    /// Whether who meets whom depends on the results of the rounds before.
    #[must_use]
    pub fn depends_on_results(self) -> bool {
        matches!(self, Format::Swiss | Format::KnockOut)
    }
}

/// What a schedule is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw<'tournament> {
    pub(crate) format: Format,
    pub(crate) players: usize,
    /// Of a Swiss tournament; how often everybody meets everybody, of the others.
    pub(crate) rounds: u32,
    pub(crate) seed: u64,
    /// After the rounds before.
    pub(crate) standings: &'tournament Standings,
    /// Who met in the rounds before.
    pub(crate) met: &'tournament [Vec<Meeting>],
}

impl Draw<'_> {
    /// The meetings of the next round; `None` after the last one.
    pub(crate) fn next_round(&self) -> Option<Vec<Meeting>> {
        let round = self.met.len();
        match self.format {
            Format::RoundRobin => {
                let cycle = round_robin::rounds(self.players);
                let is_over = round >= cycle * self.rounds as usize;
                (!is_over).then(|| round_robin::round(self.players, round % cycle))
            }
            Format::Gauntlet => (round < self.rounds as usize)
                .then(|| (1..self.players).map(|other| [0, other]).collect()),
            Format::Swiss => (round < self.rounds as usize).then(|| self.swiss(round)),
            Format::KnockOut => knock_out::round(self.players, self.met, self.standings),
        }
    }

    fn swiss(&self, round: usize) -> Vec<Meeting> {
        let mut order: Vec<usize> = if round == 0 {
            // Nobody is better than others yet.
            shuffled(self.players, self.seed)
        } else {
            self.standings.ranking()
        };
        if order.len() % 2 == 1 {
            // The last one who has not yet had a round off.
            let played = |player: &usize| self.standings.row(*player).meetings as usize;
            let place = order.iter().rposition(|player| played(player) == round);
            order.remove(place.unwrap_or(order.len() - 1));
        }
        let met: HashSet<Meeting> = self
            .met
            .iter()
            .flatten()
            .map(|pair| sorted(*pair))
            .collect();
        let mut meetings = swiss::pairs(&order, &met);
        // Both play both sides, but somebody has to be named first.
        for (place, meeting) in meetings.iter_mut().enumerate() {
            if (place + round) % 2 == 1 {
                meeting.reverse();
            }
        }
        meetings
    }
}

/// The same pair, whoever is named first.
fn sorted([one, other]: Meeting) -> Meeting {
    [one.min(other), one.max(other)]
}

/// The numbers below `count` in an order of their own for each seed.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut generator = Seed(seed).generator();
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, generator.below(last + 1));
    }
    order
}
