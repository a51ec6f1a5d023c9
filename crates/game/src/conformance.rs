//! The checks that every game must pass, ours or a user's, in one call.
//!
//! ```no_run
//! # fn example(my_game: &impl game::Notation) {
//! game::conformance::assert_conforms(my_game);
//! # }
//! ```
//!
//! Random games are played, and at every position of them:
//!
//! 1. the ways to ask for moves agree (list, visit, early stop, count, expand), without duplicates,
//!    and there are moves exactly when the game is not over;
//! 2. the list equals the legality check, on every move of the move universe;
//! 3. playing and taking back leaves the very same position; copy-make equals make;
//! 4. the incremental key equals the key of the same position built from its text, equal positions
//!    have equal keys, and different ones different keys;
//! 5. moves and positions survive being written and read; no two moves share a text;
//! 6. the outcome is zero-sum, and of the kind the game declares;
//! 7. the declared symmetries are a group, and commute with moves, with play and with the outcome,
//!    history included: the whole game is played in step on every mirrored board; a position is
//!    said to be symmetric exactly when it is mapped to itself;
//! 8. every random game ends.
//!
//! What a game advises searches to do ([`Guidance`](crate::Guidance)) has checks of its own,
//! [`check_guidance`].

mod advice;

pub use advice::check_guidance;

use crate::random::{Generator, Seed};
use crate::{Game, Goal, Notation, Side, Symmetry, play_text, set_up};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

/// How much is checked.
#[derive(Debug, Clone)]
pub struct Effort {
    /// Where the randomness comes from.
    pub seed: Seed,
    /// How many random games are played.
    pub games: usize,
    /// A game that lasts more plies than this never ends.
    pub longest_game: usize,
    /// In how many positions of each game, spread over it, the full checks are made; the others
    /// get the cheap ones.
    pub positions_per_game: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            seed: Seed(1),
            games: 20,
            longest_game: 10_000,
            positions_per_game: 12,
        }
    }
}

/// What was checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Random games played to their end.
    pub games: usize,
    /// Positions met in them.
    pub positions: usize,
    /// Positions that got the full checks.
    pub full_positions: usize,
    /// Moves of the universe whose legality was compared with the list.
    pub legality_checks: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} games, {} positions ({} in full), {} legality checks",
            self.games, self.positions, self.full_positions, self.legality_checks
        )
    }
}

/// A law that a game broke, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{game} breaks a law: {law}\n  in {position}\n  after {moves}\n  {details}")]
pub struct Violation {
    /// The game's name.
    pub game: String,
    /// What should hold.
    pub law: &'static str,
    /// The position as text.
    pub position: String,
    /// The moves that led there from the start.
    pub moves: String,
    /// What was found.
    pub details: String,
}

/// Checks a game with the default effort; panics with the law, the position and the moves that led
/// to it if one is broken.
///
/// # Panics
/// When the game breaks a law.
pub fn assert_conforms<G: Notation>(game: &G) -> Report {
    match check(game, &Effort::default()) {
        Ok(report) => report,
        Err(violation) => panic!("{violation}"),
    }
}

/// Checks a game.
pub fn check<G: Notation>(game: &G, effort: &Effort) -> Result<Report, Violation> {
    let mut suite = Suite::new(game);
    suite.check_universe()?;
    suite.check_group()?;
    for number in 0..effort.games {
        let mut generator = effort.seed.child(number as u64).generator();
        suite.play_one_game(effort, &mut generator)?;
    }
    Ok(suite.report)
}

struct Suite<'game, G: Game> {
    game: &'game G,
    universe: Vec<G::Move>,
    texts_by_key: HashMap<u64, String>,
    keys_by_text: HashMap<String, u64>,
    /// The texts of the moves played in the current game.
    moves: Vec<String>,
    report: Report,
}

impl<'game, G: Notation> Suite<'game, G> {
    fn new(game: &'game G) -> Suite<'game, G> {
        Suite {
            game,
            universe: game.move_universe(),
            texts_by_key: HashMap::new(),
            keys_by_text: HashMap::new(),
            moves: Vec::new(),
            report: Report::default(),
        }
    }

    fn require(
        &self,
        holds: bool,
        law: &'static str,
        position: &G::Position,
        details: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if holds {
            return Ok(());
        }
        Err(Violation {
            game: self.game.name(),
            law,
            position: self.game.write_position(position),
            moves: if self.moves.is_empty() {
                "no moves".to_string()
            } else {
                self.moves.join(" ")
            },
            details: details(),
        })
    }

    fn check_universe(&self) -> Result<(), Violation> {
        let distinct: HashSet<G::Move> = self.universe.iter().copied().collect();
        self.require(
            distinct.len() == self.universe.len(),
            "the move universe has no duplicates",
            &self.game.start(),
            || format!("{} moves, {} distinct", self.universe.len(), distinct.len()),
        )
    }

    fn check_group(&self) -> Result<(), Violation> {
        let game = self.game;
        let start = game.start();
        let declared: HashSet<Symmetry> = game.symmetries().iter().copied().collect();
        let group = declared.contains(&Symmetry::Identity)
            && declared.len() == game.symmetries().len()
            && declared.iter().all(|a| {
                declared.contains(&a.inverse())
                    && declared.iter().all(|b| declared.contains(&a.then(*b)))
            });
        self.require(group, "the declared symmetries are a group", &start, || {
            format!("{:?}", game.symmetries())
        })?;
        let universe: HashSet<G::Move> = self.universe.iter().copied().collect();
        for &a in game.symmetries() {
            for &chosen in &self.universe {
                let image = game.map_move(a, chosen);
                self.require(
                    universe.contains(&image),
                    "a symmetry maps the move universe onto itself",
                    &start,
                    || format!("{a} takes {chosen:?} to {image:?}"),
                )?;
                for &b in game.symmetries() {
                    self.require(
                        game.map_move(b, image) == game.map_move(a.then(b), chosen),
                        "symmetries of moves compose as those of the board",
                        &start,
                        || format!("{a} then {b} on {chosen:?}"),
                    )?;
                }
            }
        }
        Ok(())
    }

    fn play_one_game(
        &mut self,
        effort: &Effort,
        generator: &mut Generator,
    ) -> Result<(), Violation> {
        let game = self.game;
        let mut position = game.start();
        let mut images: Vec<(Symmetry, G::Position)> = game
            .symmetries()
            .iter()
            .map(|&symmetry| (symmetry, game.map_position(symmetry, &position)))
            .collect();
        self.moves.clear();
        let mut full_checks_left = effort.positions_per_game;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            let outcome = game.expand(&position, &mut moves);
            self.report.positions += 1;
            self.check_moves_agree(&position, &moves)?;
            self.check_outcome(&position)?;
            self.check_images(&position, &images)?;
            // Spread the expensive checks: early positions always, later ones now and then, and
            // every final one.
            let ply = self.moves.len();
            if outcome.is_some() || full_checks_left > 0 && (ply < 3 || generator.below(4) == 0) {
                full_checks_left = full_checks_left.saturating_sub(1);
                self.report.full_positions += 1;
                self.check_position(&mut position, &moves)?;
            }
            let Some(chosen) = generator.choose(&moves) else {
                break;
            };
            self.require(
                ply < effort.longest_game,
                "random games end",
                &position,
                || format!("not over after {ply} plies"),
            )?;
            self.moves.push(game.write_move(&position, chosen));
            game.play(&mut position, chosen);
            for (symmetry, image) in &mut images {
                game.play(image, game.map_move(*symmetry, chosen));
            }
        }
        self.check_replay(&position)?;
        self.report.games += 1;
        Ok(())
    }

    fn check_moves_agree(
        &self,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<(), Violation> {
        let game = self.game;
        self.require(
            game.outcome(position).is_some() == moves.is_empty(),
            "there are moves exactly when the game is not over",
            position,
            || format!("{:?} and {} moves", game.outcome(position), moves.len()),
        )?;
        let mut listed = Vec::new();
        game.moves(position, &mut listed);
        self.require(
            listed == moves,
            "expanding and listing give the same moves",
            position,
            || format!("{moves:?} and {listed:?}"),
        )?;
        self.require(
            game.count_moves(position) == moves.len() as u64,
            "the count of moves is the length of the list",
            position,
            || format!("{} and {}", game.count_moves(position), moves.len()),
        )?;
        // All of a few, the first, middle and last of many.
        let numbers = match moves.len() {
            0 => vec![0],
            few @ 1..=16 => (0..few).collect(),
            many => vec![0, many / 2, many - 1],
        };
        for number in numbers {
            let mut told = None;
            let drawn = game.draw_move(position, &mut listed, |count| {
                told = Some(count);
                number
            });
            let count = (!moves.is_empty()).then_some(moves.len());
            self.require(
                drawn == moves.get(number).copied() && told == count,
                "a drawn move is the one of that number in the list",
                position,
                || format!("{drawn:?} of {told:?}, number {number} of {moves:?}"),
            )?;
        }
        let distinct: HashSet<G::Move> = moves.iter().copied().collect();
        self.require(
            distinct.len() == moves.len(),
            "no move is listed twice",
            position,
            || format!("{moves:?}"),
        )?;
        let mut visited = Vec::new();
        let _ = game.visit_moves(position, |chosen| {
            visited.push(chosen);
            if visited.len() > moves.len() / 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let expected = moves.len().min(moves.len() / 2 + 1);
        self.require(
            visited == moves[..expected],
            "a visit stops as soon as it is told to",
            position,
            || format!("{} of {expected} moves seen", visited.len()),
        )
    }

    fn check_outcome(&self, position: &G::Position) -> Result<(), Violation> {
        let Some(outcome) = self.game.outcome(position) else {
            return Ok(());
        };
        let margins = Side::BOTH.map(|side| outcome.margin_for(side));
        self.require(
            margins[0] + margins[1] == 0 && (G::GOAL == Goal::Margin || margins[0].abs() <= 1),
            "the outcome is zero-sum, and plain unless the goal is a margin",
            position,
            || format!("{margins:?}"),
        )
    }

    /// The game played in step on mirrored boards stays the mirror of this one.
    fn check_images(
        &self,
        position: &G::Position,
        images: &[(Symmetry, G::Position)],
    ) -> Result<(), Violation> {
        let game = self.game;
        for (symmetry, image) in images {
            self.require(
                game.map_position(*symmetry, position) == game.forget_history(image),
                "symmetries commute with play",
                position,
                || format!("{symmetry} gives {}", game.write_position(image)),
            )?;
            self.require(
                game.outcome(position) == game.outcome(image)
                    && game.side_to_move(position) == game.side_to_move(image),
                "symmetries keep the outcome and the side to move",
                position,
                || format!("{symmetry}: {:?}", game.outcome(image)),
            )?;
            let maps_to_itself =
                game.map_position(*symmetry, position) == game.forget_history(position);
            self.require(
                game.is_symmetric(position, *symmetry) == maps_to_itself,
                "a position is symmetric exactly when it is mapped to itself",
                position,
                || format!("{symmetry}: {maps_to_itself}"),
            )?;
        }
        Ok(())
    }

    fn check_position(
        &mut self,
        position: &mut G::Position,
        moves: &[G::Move],
    ) -> Result<(), Violation> {
        self.check_legality(position, moves)?;
        self.check_make_and_undo(position, moves)?;
        self.check_text(position)?;
        self.check_move_texts(position, moves)?;
        self.check_symmetric_moves(position)?;
        let diagram = self.game.diagram(position);
        self.require(
            diagram.cells.len() == diagram.columns * diagram.rows,
            "a diagram has a cell for each column and row",
            position,
            || format!("{} cells", diagram.cells.len()),
        )
    }

    fn check_legality(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<(), Violation> {
        let listed: HashSet<G::Move> = moves.iter().copied().collect();
        let mut legal = 0;
        for &candidate in &self.universe {
            let is_legal = self.game.is_legal(position, candidate);
            legal += usize::from(is_legal);
            self.require(
                is_legal == listed.contains(&candidate),
                "a move is legal exactly when it is listed",
                position,
                || format!("{candidate:?}: legal {is_legal}"),
            )?;
        }
        self.report.legality_checks += self.universe.len();
        self.require(
            legal == moves.len(),
            "every listed move is in the move universe",
            position,
            || format!("{} listed, {legal} of them in the universe", moves.len()),
        )
    }

    fn check_make_and_undo(
        &self,
        position: &mut G::Position,
        moves: &[G::Move],
    ) -> Result<(), Violation> {
        let game = self.game;
        let before = position.clone();
        let key = game.key(position);
        for &chosen in moves {
            let copied = game.after(position, chosen);
            let undo = game.play(position, chosen);
            self.require(
                copied == *position && game.key(&copied) == game.key(position),
                "copy-make equals make",
                &before,
                || format!("{chosen:?}"),
            )?;
            game.undo(position, chosen, undo);
            self.require(
                *position == before && game.key(position) == key,
                "a move taken back leaves the position as it was",
                &before,
                || format!("{chosen:?} leaves {}", game.write_position(position)),
            )?;
        }
        Ok(())
    }

    fn check_text(&mut self, position: &G::Position) -> Result<(), Violation> {
        self.check_set_up(position)?;
        let game = self.game;
        let text = game.write_position(position);
        let key = game.key(position);
        let file = game.write_file(position);
        for (law, read) in [
            ("position text can be read", game.parse_position(&text)),
            ("position files can be read", game.parse_file(&file)),
        ] {
            let read = read.map_err(|error| Violation {
                game: game.name(),
                law,
                position: text.clone(),
                moves: self.moves.join(" "),
                details: error.to_string(),
            })?;
            self.require(
                read == game.forget_history(position) && game.write_position(&read) == text,
                "a position survives being written and read",
                position,
                || format!("read back as {}", game.write_position(&read)),
            )?;
            self.require(
                game.key(&read) == key,
                "the incremental key equals the key from scratch",
                position,
                || format!("{key:016x} and {:016x}", game.key(&read)),
            )?;
        }
        let other_text = self.texts_by_key.insert(key, text.clone());
        let other_key = self.keys_by_text.insert(text.clone(), key);
        self.require(
            other_text.as_ref().is_none_or(|other| *other == text)
                && other_key.is_none_or(|other| other == key),
            "equal positions have equal keys, different ones different keys",
            position,
            || format!("{other_text:?} and {other_key:?}"),
        )
    }

    fn check_move_texts(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
        let mut texts = HashSet::new();
        for &chosen in moves {
            let text = self.game.write_move(position, chosen);
            let read = self.game.parse_move(position, &text);
            self.require(
                read.as_ref() == Ok(&chosen),
                "a move survives being written and read",
                position,
                || format!("{chosen:?}, written {text}, read {read:?}"),
            )?;
            self.require(
                self.game.split_moves(&text) == [(0, text.as_str())],
                "the text of a move is one word of a list of moves",
                position,
                || text.clone(),
            )?;
            self.require(
                texts.insert(text.clone()),
                "no two moves share a text",
                position,
                || text,
            )?;
        }
        self.check_move_cells(position, moves)
    }

    fn check_set_up(&self, position: &G::Position) -> Result<(), Violation> {
        let game = self.game;
        let diagram = game.diagram(position);
        let decisive = game.decisive_cells(position);
        self.require(
            decisive.iter().all(|&cell| cell < diagram.cells.len())
                && (decisive.is_empty() || game.outcome(position).is_some()),
            "what decided a game is on the board, and it is over",
            position,
            || format!("{decisive:?}"),
        )?;
        let Some(kit) = game.set_up_kit() else {
            return Ok(());
        };
        let letters: Vec<Option<char>> = diagram
            .cells
            .iter()
            .map(|cell| {
                let piece = kit.pieces.iter().find(|piece| piece.ascii == cell.ascii);
                piece.map(|piece| piece.ascii)
            })
            .collect();
        let built = set_up(game, &letters, game.side_to_move(position));
        self.require(
            built.as_ref() == Ok(&game.forget_history(position)),
            "a position can be set up from what its diagram shows",
            position,
            || format!("{built:?}"),
        )
    }

    fn check_move_cells(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
        let diagram = self.game.diagram(position);
        let cells = moves.iter();
        let mut cells: Vec<Vec<usize>> = cells
            .map(|&chosen| self.game.move_cells(position, chosen))
            .collect();
        if cells.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let is_inside = |cell: &usize| *cell < diagram.cells.len();
        self.require(
            cells.iter().flatten().all(is_inside),
            "the cells of a move are on the board",
            position,
            || format!("{cells:?}"),
        )?;
        // Whatever begins with another comes right behind it, or behind others that do.
        cells.sort_unstable();
        let clash = cells.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
        self.require(
            clash.is_none(),
            "no move's cells begin with those of another",
            position,
            || format!("{clash:?}"),
        )
    }

    fn check_symmetric_moves(&self, position: &G::Position) -> Result<(), Violation> {
        let game = self.game;
        let fresh = game.forget_history(position);
        let mut moves = Vec::new();
        game.moves(&fresh, &mut moves);
        for &symmetry in game.symmetries() {
            let image = game.map_position(symmetry, position);
            self.require(
                game.map_position(symmetry.inverse(), &image) == fresh,
                "a symmetry is undone by its inverse",
                position,
                || symmetry.to_string(),
            )?;
            let mut mapped: Vec<G::Move> = moves
                .iter()
                .map(|&chosen| game.map_move(symmetry, chosen))
                .collect();
            let mut of_image = Vec::new();
            game.moves(&image, &mut of_image);
            mapped.sort_unstable();
            of_image.sort_unstable();
            self.require(
                mapped == of_image,
                "symmetries commute with the list of moves",
                position,
                || format!("{symmetry}: {mapped:?} and {of_image:?}"),
            )?;
            for &chosen in &moves {
                let one_way = game.map_position(symmetry, &game.after(&fresh, chosen));
                let other_way =
                    game.forget_history(&game.after(&image, game.map_move(symmetry, chosen)));
                self.require(
                    one_way == other_way && game.key(&one_way) == game.key(&other_way),
                    "symmetries commute with every move",
                    position,
                    || format!("{symmetry} and {chosen:?}"),
                )?;
            }
        }
        Ok(())
    }

    fn check_replay(&self, last: &G::Position) -> Result<(), Violation> {
        let mut replayed = self.game.start();
        let result = play_text(self.game, &mut replayed, &self.moves.join(" "));
        self.require(
            result.is_ok() && replayed == *last,
            "a game can be played again from its list of moves",
            last,
            || format!("{:?}", result.err()),
        )
    }
}
