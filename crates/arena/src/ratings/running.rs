//! Ratings that follow players from game to game: Glicko-2 and TrueSkill, as the crate
//! `skillratings` computes them.

use super::field::{self, FieldError, GameRecord};
use super::results::GameResult;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill};

/// A rating by Glickman's second system, on the scale of Elo; a player begins at 1500 ± 350 with a
/// volatility of 0.06.
///
/// ```
/// use arena::ratings::{GameRecord, GameResult, Glicko2};
/// let mut ratings = vec![Glicko2::default(); 3];
/// let first_round = [GameRecord { first: 0, second: 1, result: GameResult::Win }];
/// Glicko2::play_round(&mut ratings, &first_round)?;
/// assert!(ratings[0].rating > 1500.0 && ratings[1].rating < 1500.0);
/// // Of the third nothing new is known.
/// assert_eq!(ratings[2], Glicko2::default());
/// # Ok::<(), arena::ratings::FieldError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glicko2 {
    /// The strength.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// How much the strength is expected to change.
    pub volatility: f64,
}

impl Default for Glicko2 {
    fn default() -> Glicko2 {
        Glicko2::from(Glicko2Rating::new())
    }
}

impl From<Glicko2Rating> for Glicko2 {
    fn from(rating: Glicko2Rating) -> Glicko2 {
        Glicko2 {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl Glicko2 {
    /// Takes in the games of one round, a rating period: all of them count as played at once, so
    /// their order does not matter. Who did not play becomes less certain, up to a deviation of 350.
    /// With an error nothing has changed.
    pub fn play_round(ratings: &mut [Glicko2], games: &[GameRecord]) -> Result<(), FieldError> {
        field::check(
            ratings.len(),
            games.iter().map(|game| (game.first, game.second)),
        )?;
        let before = |player: usize| {
            let Glicko2 {
                rating,
                deviation,
                volatility,
            } = ratings[player];
            Glicko2Rating {
                rating,
                deviation,
                volatility,
            }
        };
        let mut played = vec![Vec::new(); ratings.len()];
        for game in games {
            played[game.first].push((before(game.second), outcome(game.result)));
            let reversed = outcome(game.result.reversed());
            played[game.second].push((before(game.first), reversed));
        }
        let config = Glicko2Config::new();
        let rated = played.iter().enumerate();
        let rated = rated.map(|(player, results)| {
            glicko2_rating_period(&before(player), results, &config).into()
        });
        let rated: Vec<Glicko2> = rated.collect();
        ratings.copy_from_slice(&rated);
        Ok(())
    }
}

/// A rating by TrueSkill; a player begins at 25 with a deviation of 25/3.
///
/// ```
/// use arena::ratings::{GameRecord, GameResult, TrueSkill};
/// let mut ratings = vec![TrueSkill::default(); 2];
/// TrueSkill::play(&mut ratings, &[GameRecord { first: 0, second: 1, result: GameResult::Win }])?;
/// assert_eq!(format!("{:.4} {:.4}", ratings[0].rating, ratings[0].deviation), "29.3958 7.1715");
/// # Ok::<(), arena::ratings::FieldError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueSkill {
    /// The strength.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
}

impl Default for TrueSkill {
    fn default() -> TrueSkill {
        TrueSkill::from(TrueSkillRating::new())
    }
}

impl From<TrueSkillRating> for TrueSkill {
    fn from(rating: TrueSkillRating) -> TrueSkill {
        TrueSkill {
            rating: rating.rating,
            deviation: rating.uncertainty,
        }
    }
}

impl TrueSkill {
    /// Takes in games, one after the other: their order matters. With an error nothing has changed.
    pub fn play(ratings: &mut [TrueSkill], games: &[GameRecord]) -> Result<(), FieldError> {
        field::check(
            ratings.len(),
            games.iter().map(|game| (game.first, game.second)),
        )?;
        let config = TrueSkillConfig::new();
        for game in games {
            let before = [game.first, game.second].map(|player| TrueSkillRating {
                rating: ratings[player].rating,
                uncertainty: ratings[player].deviation,
            });
            let [first, second] = &before;
            let (first, second) = trueskill(first, second, &outcome(game.result), &config);
            ratings[game.first] = first.into();
            ratings[game.second] = second.into();
        }
        Ok(())
    }
}

fn outcome(result: GameResult) -> Outcomes {
    match result {
        GameResult::Loss => Outcomes::LOSS,
        GameResult::Draw => Outcomes::DRAW,
        GameResult::Win => Outcomes::WIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    fn game(first: usize, second: usize, result: GameResult) -> GameRecord {
        GameRecord {
            first,
            second,
            result,
        }
    }

    #[test]
    fn the_example_of_the_paper() {
        let player = |rating, deviation| Glicko2 {
            rating,
            deviation,
            volatility: 0.06,
        };
        let mut ratings = [
            player(1500.0, 200.0),
            player(1400.0, 30.0),
            player(1550.0, 100.0),
            player(1700.0, 300.0),
        ];
        let round = [
            game(0, 1, GameResult::Win),
            game(2, 0, GameResult::Win),
            game(0, 3, GameResult::Loss),
        ];
        Glicko2::play_round(&mut ratings, &round).unwrap();
        let Glicko2 {
            rating,
            deviation,
            volatility,
        } = ratings[0];
        assert_eq!(
            format!("{rating:.4} {deviation:.4} {volatility:.6}"),
            "1464.0507 151.5165 0.059996"
        );
    }

    #[test]
    fn a_first_game_by_trueskill() {
        let mut ratings = [TrueSkill::default(); 2];
        TrueSkill::play(&mut ratings, &[game(0, 1, GameResult::Win)]).unwrap();
        let written = ratings.map(|rating| format!("{:.6}/{:.6}", rating.rating, rating.deviation));
        assert_eq!(written, ["29.395832/7.171476", "20.604168/7.171476"]);
    }

    #[test]
    fn long_histories_stay_numbers() {
        // The stronger player wins a thousand times, then loses a thousand times; others at random.
        let mut generator = Seed(5).generator();
        let (mut glicko2, mut trueskill) = ([Glicko2::default(); 4], [TrueSkill::default(); 4]);
        for number in 0..2000 {
            let result = if number < 1000 {
                GameResult::Win
            } else {
                GameResult::Loss
            };
            let results = [GameResult::Loss, GameResult::Draw, GameResult::Win];
            let drawn = generator.choose(&results).expect("three");
            let round = [game(0, 1, result), game(2, 3, drawn)];
            Glicko2::play_round(&mut glicko2, &round).unwrap();
            TrueSkill::play(&mut trueskill, &round).unwrap();
        }
        for Glicko2 {
            rating, deviation, ..
        } in glicko2
        {
            assert!(rating.is_finite() && deviation > 0.0, "{glicko2:?}");
        }
        for TrueSkill { rating, deviation } in trueskill {
            assert!(rating.is_finite() && deviation > 0.0, "{trueskill:?}");
        }
    }

    #[test]
    fn impossible_games_change_nothing() {
        let mut ratings = [TrueSkill::default(); 2];
        let games = [game(0, 1, GameResult::Win), game(0, 2, GameResult::Win)];
        let error = TrueSkill::play(&mut ratings, &games).expect_err("nobody there");
        assert_eq!(
            error.to_string(),
            "there is no player 2: there are 2, counted from 0"
        );
        assert_eq!(ratings, [TrueSkill::default(); 2]);
        let mut ratings = [Glicko2::default(); 2];
        let error = Glicko2::play_round(&mut ratings, &[game(1, 1, GameResult::Win)]);
        assert_eq!(error, Err(FieldError::AgainstItself { player: 1 }));
    }
}
