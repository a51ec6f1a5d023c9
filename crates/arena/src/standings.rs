//! The table of a tournament. It depends on which games were played, not on the order in which
//! they ended: all sums are of whole numbers.

use crate::record::Record;
use crate::schedule::Meeting;
use game::Side;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

/// What counts of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// By how much the first side won.
    pub margin: i32,
    /// What either side gets for it, in thousandths.
    pub points: [i64; 2],
    /// What the clock charged either side.
    pub times: [Duration; 2],
    /// How many moves either side chose.
    pub moves: [u32; 2],
    /// Whose fault it was that the game ended, if it was anybody's: 0 or 1.
    pub forfeited_by: Option<u8>,
}

impl Summary {
    /// That of a game.
    #[must_use]
    pub fn of(record: &Record) -> Summary {
        let thinking = Side::BOTH.map(|side| record.thinking(side));
        Summary {
            margin: record.margin,
            points: record.points,
            times: thinking.map(|(time, _)| time),
            moves: thinking.map(|(_, moves)| moves),
            forfeited_by: record.ending.offender(),
        }
    }
}

/// Wins, draws and losses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    fn add(&mut self, margin: i32) {
        match margin.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// A player's line of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// In thousandths.
    pub points: i64,
    /// As the side that opens.
    pub as_first: Results,
    /// As the other one.
    pub as_second: Results,
    /// Games ended by what the player did wrong.
    pub forfeits: u64,
    /// What the clock charged in all, …
    pub time: Duration,
    /// … for so many moves.
    pub moves: u64,
    /// How many rounds it had an opponent in.
    pub meetings: u32,
}

impl Row {
    /// All games.
    #[must_use]
    pub fn results(&self) -> Results {
        let [first, second] = [self.as_first, self.as_second];
        Results {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }

    /// What the clock charged for a move.
    #[must_use]
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }
}

/// The table of a tournament, by the players' numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standings {
    rows: Vec<Row>,
    /// By how much the first of two players leads in the games between them, in thousandths; the
    /// one with the lower number comes first.
    balances: HashMap<Meeting, i64>,
}

impl Standings {
    /// Before anything was played.
    #[must_use]
    pub fn new(players: usize) -> Standings {
        Standings {
            rows: vec![Row::default(); players],
            balances: HashMap::new(),
        }
    }

    /// Notes who has an opponent in a round.
    pub(crate) fn begin_round(&mut self, meetings: &[Meeting]) {
        for &player in meetings.iter().flatten() {
            self.rows[player].meetings += 1;
        }
    }

    /// Counts a game between two players, of whom the first had the first side.
    pub fn add(&mut self, players: Meeting, summary: &Summary) {
        for side in Side::BOTH {
            let index = side.index();
            let row = &mut self.rows[players[index]];
            row.points += summary.points[index];
            row.time += summary.times[index];
            row.moves += u64::from(summary.moves[index]);
            row.forfeits += u64::from(summary.forfeited_by == Some(index as u8));
            let results = match side {
                Side::First => &mut row.as_first,
                Side::Second => &mut row.as_second,
            };
            results.add(summary.margin * side.sign());
        }
        let lead = summary.points[0] - summary.points[1];
        let [first, second] = players;
        if first < second {
            *self.balances.entry([first, second]).or_default() += lead;
        } else {
            *self.balances.entry([second, first]).or_default() -= lead;
        }
    }

    /// A player's line.
    #[must_use]
    pub fn row(&self, player: usize) -> &Row {
        &self.rows[player]
    }

    /// All lines, by the players' numbers.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// By how much a player leads in its games against another, in thousandths.
    #[must_use]
    pub fn balance(&self, player: usize, other: usize) -> i64 {
        let of = |pair: Meeting| self.balances.get(&pair).copied().unwrap_or(0);
        if player < other {
            of([player, other])
        } else {
            -of([other, player])
        }
    }

    /// The players from the best to the worst: by points, then by wins, then by losses, then by
    /// their numbers.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|&player| {
            let row = &self.rows[player];
            let results = row.results();
            (-row.points, u64::MAX - results.wins, results.losses, player)
        });
        order
    }
}
