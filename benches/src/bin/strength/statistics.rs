//! What games say about two players.

use game::Side;
use std::time::Duration;

/// A finished game, seen by one of the two players ("ours").
#[derive(Debug, Clone, Copy)]
pub(crate) struct Played {
    /// The side that we played.
    pub(crate) side: Side,
    /// By how much we won.
    pub(crate) margin: i32,
    /// The length of the game, its opening included.
    pub(crate) plies: usize,
    /// What the moves of both players took, ours first.
    pub(crate) effort: [Effort; 2],
}

/// Moves chosen, and the processor time this took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Effort {
    pub(crate) moves: u32,
    pub(crate) cpu: Duration,
}

impl Played {
    /// 1 for a win, 0 for a loss.
    fn points(&self) -> f64 {
        f64::from(self.margin.signum() + 1) / 2.0
    }
}

/// Two games from the same opening, with sides exchanged.
pub(crate) type Pair = [Played; 2];

/// How often we won, drew and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
}

/// All the games of a match.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pairs: Vec<Pair>,
}

impl Tally {
    pub(crate) fn new(pairs: Vec<Pair>) -> Tally {
        Tally { pairs }
    }

    pub(crate) fn games(&self) -> usize {
        2 * self.pairs.len()
    }

    fn all(&self) -> impl Iterator<Item = &Played> {
        self.pairs.iter().flatten()
    }

    /// The results on a side, or on both.
    pub(crate) fn results(&self, side: Option<Side>) -> Results {
        let count = |sign: i32| {
            self.all()
                .filter(|game| side.is_none_or(|side| game.side == side))
                .filter(|game| game.margin.signum() == sign)
                .count()
        };
        Results {
            wins: count(1),
            draws: count(0),
            losses: count(-1),
        }
    }

    /// Points for each game: 1 for a win, a half for a draw. A half if there are no games.
    pub(crate) fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.all().map(Played::points).sum::<f64>() / games as f64,
        }
    }

    /// Where the true score lies, with a probability of 95 %.
    ///
    /// Pairs are independent of each other, the two games of a pair are not: an opening that is
    /// good for one side gives each player a point. So the error is that of the mean of pairs. One
    /// imaginary pair, half of it won and half lost, keeps it from vanishing where all pairs ended
    /// alike.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let points: Vec<f64> = self
            .pairs
            .iter()
            .map(|pair| pair.iter().map(Played::points).sum::<f64>() / 2.0)
            .collect();
        let count = points.len() as f64 + 1.0;
        let mean = (points.iter().sum::<f64>() + 0.5) / count;
        let squares: f64 = points.iter().map(|points| (points - mean).powi(2)).sum();
        let imaginary = (mean.powi(2) + (1.0 - mean).powi(2)) / 2.0;
        let error = ((squares + imaginary) / points.len().max(1) as f64 / count).sqrt();
        let bar = NORMAL_95 * error;
        ((mean - bar).max(0.0), (mean + bar).min(1.0))
    }

    /// The mean length of a game in plies.
    pub(crate) fn plies(&self) -> f64 {
        let plies: usize = self.all().map(|game| game.plies).sum();
        plies as f64 / self.games().max(1) as f64
    }

    /// The mean processor time for a move, ours and theirs.
    pub(crate) fn cpu_per_move(&self) -> [Duration; 2] {
        [0, 1].map(|who| {
            let moves: u32 = self.all().map(|game| game.effort[who].moves).sum();
            let cpu: Duration = self.all().map(|game| game.effort[who].cpu).sum();
            cpu / moves.max(1)
        })
    }
}

/// So many standard errors to each side hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.96;

/// The difference in Elo points that a score stands for; infinite for nothing but wins or losses.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// A difference in Elo points as text: `+191`.
pub(crate) fn elo_text(score: f64) -> String {
    // Nothing is added so that what rounds to zero has no sign of its own.
    let elo = elo(score).round() + 0.0;
    match elo.is_finite() {
        true => format!("{elo:+.0}").replace('-', "−"),
        false if elo > 0.0 => "+∞".to_string(),
        false => "−∞".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(side: Side, margin: i32) -> Played {
        let effort = |moves, milliseconds| Effort {
            moves,
            cpu: Duration::from_millis(milliseconds),
        };
        Played {
            side,
            margin,
            plies: 30,
            effort: [effort(13, 1300), effort(13, 26)],
        }
    }

    fn tally(pairs: &[(i32, i32)]) -> Tally {
        let pair = |&(first, second)| [played(Side::First, first), played(Side::Second, second)];
        Tally::new(pairs.iter().map(pair).collect())
    }

    #[test]
    fn games_are_counted_by_side_and_by_the_sign_of_their_margin() {
        let tally = tally(&[(12, -3), (1, 0), (-1, 7)]);
        let of = |side| {
            let results = tally.results(side);
            (results.wins, results.draws, results.losses)
        };
        assert_eq!(of(None), (3, 1, 2));
        assert_eq!(of(Some(Side::First)), (2, 0, 1));
        assert_eq!(of(Some(Side::Second)), (1, 1, 1));
        assert!((tally.score() - 3.5 / 6.0).abs() < 1e-12);
        assert!((tally.plies() - 30.0).abs() < 1e-12);
        assert_eq!(
            tally.cpu_per_move(),
            [Duration::from_millis(100), Duration::from_millis(2)]
        );
    }

    #[test]
    fn elo_has_its_known_values() {
        for (score, text) in [
            (0.5, "+0"),
            (0.64, "+100"),
            (0.36, "−100"),
            (0.75, "+191"),
            (10.0 / 11.0, "+400"),
            (1.0, "+∞"),
            (0.0, "−∞"),
        ] {
            assert_eq!(elo_text(score), text, "{score}");
        }
    }

    #[test]
    fn error_bars_come_from_pairs() {
        // Each opening decides its two games: the score is certain, whoever plays.
        let decided = tally(&[(1, -1); 50]).interval();
        // The same games, each of which could have gone either way.
        let mixed: Vec<_> = (0..50).map(|pair| [(1, 1), (-1, -1)][pair % 2]).collect();
        let open = tally(&mixed).interval();
        assert!(decided.1 - decided.0 < 0.05, "{decided:?}");
        // Fifty coins: 1.96 standard errors of a half over the root of fifty.
        let bar = 1.96 * 0.5 / 50_f64.sqrt();
        assert!((open.1 - open.0 - 2.0 * bar).abs() < 0.01, "{open:?}");
        assert!((open.0 + open.1 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn forty_wins_do_not_prove_that_no_game_is_ever_lost() {
        let (least, most) = tally(&[(1, 1); 20]).interval();
        assert!((0.88..0.94).contains(&least), "{least}");
        assert!(most > 1.0 - 1e-9, "{most}");
        assert_eq!(tally(&[]).interval(), (0.0, 1.0));
        assert!((tally(&[]).score() - 0.5).abs() < 1e-12);
    }
}
