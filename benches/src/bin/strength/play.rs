//! Games between two players, everything given as text.

use crate::Failure;
use crate::statistics::{Effort, Pair, Played, Tally};
use game::random::{Seed, play_randomly};
use game::{Playable, Side};
use games::{GameVisitor, NoFiles, parse_game};
use players::{History, Player, Request, Spec};
use search::thread_time;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How often an opening is drawn again because the game was over, or the opening met before.
const MOST_DRAWS: usize = 1000;

/// A match to be played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Match<'text> {
    pub(crate) game: &'text str,
    /// Ours and theirs.
    pub(crate) players: [&'text str; 2],
    /// Random moves before the players take over.
    pub(crate) opening_plies: usize,
}

/// How matches are played.
#[derive(Debug, Clone)]
pub(crate) struct Conditions {
    /// Two for each opening.
    pub(crate) games: usize,
    pub(crate) seed: Seed,
    /// Games at a time.
    pub(crate) threads: usize,
    /// Set when somebody has seen enough.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Match<'_> {
    /// Plays it. If it is stopped, the tally has the pairs of games that were finished.
    pub(crate) fn play(&self, conditions: &Conditions) -> Result<Tally, Failure> {
        parse_game(self.game, &NoFiles)?.visit(Play {
            players: self.players,
            opening_plies: self.opening_plies,
            conditions,
        })
    }
}

struct Play<'run> {
    players: [&'run str; 2],
    opening_plies: usize,
    conditions: &'run Conditions,
}

impl GameVisitor for Play<'_> {
    type Output = Result<Tally, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        for player in self.players {
            Spec::parse(game, player)?;
        }
        let openings = self.openings(game)?;
        let games = 2 * openings.len();
        let next = AtomicUsize::new(0);
        let played: Mutex<Vec<Option<Played>>> = Mutex::new(vec![None; games]);
        let worker = || -> Result<(), Failure> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games || self.stopped() {
                    return Ok(());
                }
                let side = Side::BOTH[number % 2];
                let Some(finished) = self.play(game, &openings[number / 2], side, number as u64)?
                else {
                    return Ok(());
                };
                let mut played = played.lock().map_err(|_| "a game panicked")?;
                played[number] = Some(finished);
                say_how_far(&played);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.conditions.threads.min(games))
                .map(|_| scope.spawn(worker))
                .collect();
            for thread in threads {
                thread.join().map_err(|_| "a game panicked")??;
            }
            Ok::<_, Failure>(())
        })?;
        let played = played.into_inner().map_err(|_| "a game panicked")?;
        let both = |pair: &[Option<Played>]| -> Option<Pair> { Some([pair[0]?, pair[1]?]) };
        Ok(Tally::new(
            played.chunks_exact(2).filter_map(both).collect(),
        ))
    }
}

impl Play<'_> {
    fn stopped(&self) -> bool {
        self.conditions.stop.load(Ordering::Relaxed)
    }

    /// Positions after some random moves: games not yet over, and all different if the game has as
    /// many.
    fn openings<G: Playable>(&self, game: &G) -> Result<Vec<G::Position>, Failure> {
        let mut generator = self.conditions.seed.generator();
        let mut met = HashSet::new();
        let mut openings = Vec::new();
        for _ in 0..self.conditions.games.div_ceil(2) {
            let mut spare = None;
            for _ in 0..MOST_DRAWS {
                let mut position = game.start();
                play_randomly(game, &mut position, self.opening_plies, &mut generator);
                if game.outcome(&position).is_some() {
                    continue;
                }
                let is_new = met.insert(game.key(&position));
                spare = Some(position);
                if is_new {
                    break;
                }
            }
            openings.push(spare.ok_or_else(|| {
                format!("no game lasts longer than {} plies", self.opening_plies)
            })?);
        }
        Ok(openings)
    }

    /// One game, by new players who remember nothing; `None` if it is stopped.
    fn play<G: Playable>(
        &self,
        game: &G,
        opening: &G::Position,
        side: Side,
        number: u64,
    ) -> Result<Option<Played>, Failure> {
        let mut players = [
            seeded(game, self.players[0], number)?,
            seeded(game, self.players[1], number)?,
        ];
        let mut position = opening.clone();
        let mut moves: Vec<G::Move> = Vec::new();
        let mut effort = [Effort::default(); 2];
        let mut plies = self.opening_plies;
        loop {
            if let Some(outcome) = game.outcome(&position) {
                return Ok(Some(Played {
                    side,
                    margin: outcome.margin_for(side),
                    plies,
                    effort,
                }));
            }
            let who = usize::from(game.side_to_move(&position) != side);
            let before = thread_time();
            let decision = players[who].choose(
                game,
                &position,
                &mut Request {
                    stop: Some(Arc::clone(&self.conditions.stop)),
                    // Who varies openings has to know whether this is one.
                    history: Some(History {
                        from: opening,
                        moves: &moves,
                    }),
                    ..Request::default()
                },
            )?;
            effort[who].cpu += thread_time().saturating_sub(before);
            effort[who].moves += 1;
            if self.stopped() {
                return Ok(None);
            }
            // A player with a mistake in it must not be able to win by it.
            let chosen = decision
                .chosen
                .filter(|&chosen| game.is_legal(&position, chosen));
            let chosen = chosen.ok_or_else(|| {
                let (name, position) = (game.name(), game.write_position(&position));
                format!(
                    "{} has no legal move for {name} {position}",
                    self.players[who]
                )
            })?;
            game.play(&mut position, chosen);
            moves.push(chosen);
            plies += 1;
        }
    }
}

/// A player that draws other random numbers in each game, if it draws any and its text does not
/// say which.
fn seeded<G: Playable>(game: &G, text: &str, number: u64) -> Result<Player<G>, Failure> {
    let separator = if text.contains(':') { ',' } else { ':' };
    let with_seed = format!("{text}{separator}seed={number}");
    let text = match Spec::parse(game, &with_seed) {
        // The rest of an outside program's text is its command.
        Ok(spec) if !spec.is_process() => &with_seed,
        _ => text,
    };
    Ok(Player::parse(game, text)?)
}

/// A few lines in all, however many games there are.
fn say_how_far(played: &[Option<Played>]) {
    let finished = played.iter().flatten().count();
    if finished * 5 / played.len() > (finished - 1) * 5 / played.len() {
        let count = |sign| {
            let finished = played.iter().flatten();
            finished.filter(|game| game.margin.signum() == sign).count()
        };
        eprintln!(
            "  {finished} of {}: {} won, {} drawn, {} lost",
            played.len(),
            count(1),
            count(0),
            count(-1)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(games: usize) -> Conditions {
        Conditions {
            games,
            seed: Seed(1),
            threads: 2,
            stop: Arc::default(),
        }
    }

    fn results(game: &str, players: [&str; 2], conditions: &Conditions) -> [usize; 3] {
        let wanted = Match {
            game,
            players,
            opening_plies: 2,
        };
        let results = wanted.play(conditions).expect("legal").results(None);
        [results.wins, results.draws, results.losses]
    }

    #[test]
    fn a_match_repeats_itself_and_turns_around_with_its_players() {
        let players = ["alphabeta:depth=2,eval=h2", "random"];
        let [wins, draws, losses] = results("connect:5x4,c=3", players, &conditions(12));
        assert_eq!(wins + draws + losses, 12);
        assert!(wins > 6, "{wins}");
        let again = results("connect:5x4,c=3", players, &conditions(12));
        assert_eq!(again, [wins, draws, losses]);
        let [second, first] = players;
        let turned = results("connect:5x4,c=3", [first, second], &conditions(12));
        assert!(turned[2] > 6, "{turned:?}");
    }

    #[test]
    fn equal_players_share_the_points_of_each_pair() {
        let [wins, draws, losses] = results("bricks:5", ["heur:seed=1"; 2], &conditions(10));
        assert_eq!((wins + draws + losses, wins), (10, losses));
    }

    #[test]
    fn openings_are_unfinished_and_different() {
        let game = games::connect::Connect::<u64>::new(4, 4, 3, None);
        let conditions = conditions(40);
        let play = Play {
            players: ["first"; 2],
            opening_plies: 6,
            conditions: &conditions,
        };
        let openings = play.openings(&game).expect("there are enough");
        let keys: HashSet<u64> = openings
            .iter()
            .map(|position| game::Game::key(&game, position))
            .collect();
        assert_eq!((openings.len(), keys.len()), (20, 20));
        for position in &openings {
            assert_eq!(game::Game::outcome(&game, position), None);
        }
        let endless = Play {
            opening_plies: 16,
            ..play
        };
        assert!(endless.openings(&game).is_err());
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |game, player| {
            let wanted = Match {
                game,
                players: ["first", player],
                opening_plies: 0,
            };
            wanted.play(&conditions(2)).is_err()
        };
        assert!(wrong("conect", "first"));
        assert!(wrong("connect", "furst"));
        assert!(!wrong("connect:3x3,c=3", "random"));
    }

    #[test]
    fn a_stopped_match_has_no_half_pairs() {
        let conditions = conditions(8);
        conditions.stop.store(true, Ordering::Relaxed);
        assert_eq!(results("connect", ["first"; 2], &conditions), [0, 0, 0]);
    }
}
