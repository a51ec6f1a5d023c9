//! Games of candidates, put together so that the arena can play them at once, and what comes of them.

use crate::experiment::Sides;
use crate::study::Study;
use crate::trial::{Answer, Opponent, Trial};
use arena::ratings::{GameResult, Pairs};
use arena::{Job, Portion, Summary, Venue};
use game::random::{Seed, mix};
use std::collections::HashMap;

/// Games between two, as the candidate counts them.
#[derive(Debug, Clone)]
pub(crate) struct Bout {
    pub(crate) left: u32,
    pub(crate) answer: Answer,
    pub(crate) pairs: Pairs,
    /// Results of which the other game of the pair has not come.
    halves: HashMap<u32, GameResult>,
}

impl Bout {
    pub(crate) fn new(games: u32) -> Bout {
        Bout {
            left: games,
            answer: Answer::default(),
            pairs: Pairs::default(),
            halves: HashMap::new(),
        }
    }

    pub(crate) fn count(&mut self, game: u32, is_first: bool, summary: &Summary) {
        let sign = if is_first { 1 } else { -1 };
        let result = GameResult::of_sign(summary.margin.signum() * sign);
        self.answer.tally.record(result);
        self.answer.lead += i64::from(sign) * (summary.points[0] - summary.points[1]);
        self.left -= 1;
        match self.halves.remove(&(game / 2)) {
            Some(other) => self.pairs.record(other, result),
            None => {
                self.halves.insert(game / 2, result);
            }
        }
    }
}

/// Games to be played together, from the same openings and with the same random choices of opponents, so that
/// candidates differ by what they are and not by their luck.
pub(crate) struct Table<'study> {
    study: &'study Study,
    portion: Portion,
    seed: Seed,
    players: Vec<String>,
    pub(crate) jobs: Vec<Job>,
    /// Games of each bout, and the number of its first.
    pub(crate) games: Vec<u32>,
    first: Vec<u64>,
}

impl<'study> Table<'study> {
    pub(crate) fn new(study: &'study Study, portion: Portion, round: u64) -> Table<'study> {
        Table {
            study,
            portion,
            // Tuners draw from the children themselves.
            seed: Seed(study.experiment().seed).child(round).child(1),
            players: Vec::new(),
            jobs: Vec::new(),
            games: Vec::new(),
            first: Vec::new(),
        }
    }

    pub(crate) fn venue(&self) -> Venue<'_> {
        Venue {
            games: std::slice::from_ref(&self.study.game),
            players: &self.players,
            openings: &self.study.openings,
            portion: self.portion,
            opening_seed: self.seed.child(0).0,
            terms: &self.study.terms,
        }
    }

    /// The bout that a game is of, and its number there.
    pub(crate) fn place(&self, number: u64) -> (usize, u32) {
        let place = self.first.partition_point(|&first| first <= number) - 1;
        (place, (number - self.first[place]) as u32)
    }

    /// Whether the candidate has the first side in a game of a bout.
    pub(crate) fn is_first(&self, game: u32) -> bool {
        match self.study.sides() {
            Sides::Both => game.is_multiple_of(2),
            Sides::First => true,
            Sides::Second => false,
        }
    }

    /// Which of the openings a game of a bout has.
    fn opening(&self, game: u32) -> u64 {
        match self.study.sides() {
            Sides::Both => u64::from(game / 2),
            Sides::First | Sides::Second => u64::from(game),
        }
    }

    fn player(&mut self, text: &str) -> usize {
        let known = self.players.iter().position(|player| player == text);
        known.unwrap_or_else(|| {
            self.players.push(text.to_string());
            self.players.len() - 1
        })
    }

    /// Adds the games of a trial.
    pub(crate) fn add(&mut self, trial: &Trial) {
        let candidate = self.study.player(&trial.candidate);
        match &trial.opponent {
            Opponent::Candidate(point) => {
                let opponent = self.study.player(point);
                self.add_match(&candidate, &opponent, trial.games);
            }
            Opponent::Given => {
                let study = self.study;
                let rivals = &study.experiment().opponents;
                if rivals.is_empty() {
                    let start = study.player(&study.space().start());
                    return self.add_match(&candidate, &start, trial.games);
                }
                let openings = self.opening(trial.games - 1) + 1;
                let chosen: Vec<usize> = (0..openings)
                    .map(|opening| self.rival(opening, openings))
                    .collect();
                let text = |opening: u64| rivals[chosen[opening as usize]].player.as_str();
                self.add_games(&candidate, &text, trial.games);
            }
        }
    }

    /// Which of the given opponents has an opening: each as often as its weight says, and who is left out
    /// where there are few is another one in each round.
    fn rival(&self, opening: u64, openings: u64) -> usize {
        let rivals = &self.study.experiment().opponents;
        let offset = self.seed.child(2).generator().bits() >> 11;
        let offset = offset as f64 / (1_u64 << 53) as f64;
        let all: f64 = rivals.iter().map(|rival| rival.weight).sum();
        let mut place = (opening as f64 + offset) / openings as f64 * all;
        for (number, rival) in rivals.iter().enumerate() {
            place -= rival.weight;
            if place < 0.0 {
                return number;
            }
        }
        rivals.len() - 1
    }

    /// Adds games between two.
    pub(crate) fn add_match(&mut self, candidate: &str, opponent: &str, games: u32) {
        self.add_games(candidate, &|_| opponent, games);
    }

    /// Adds games against whoever has each opening.
    fn add_games<'text>(
        &mut self,
        candidate: &str,
        opponent: &dyn Fn(u64) -> &'text str,
        games: u32,
    ) {
        self.first.push(self.jobs.len() as u64);
        self.games.push(games);
        let candidate = self.player(candidate);
        for game in 0..games {
            let opening = self.opening(game);
            let opponent = self.player(opponent(opening));
            let is_first = self.is_first(game);
            self.jobs.push(Job {
                number: self.jobs.len() as u64,
                round: 0,
                game: 0,
                players: match is_first {
                    true => [candidate, opponent],
                    false => [opponent, candidate],
                },
                opening,
                seed: mix(self.seed.0 ^ mix(2 * opening + u64::from(is_first))) >> 1,
            });
        }
    }
}
