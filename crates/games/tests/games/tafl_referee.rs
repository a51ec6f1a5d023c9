//! Tafl against an independent referee, the crate `hnefatafl`: on the real games that come with it
//! (`testdata/tafl`), and on random ones.

use game::random::{Generator, Seed};
use game::text::Cell;
use game::{Game, Notation, Outcome, Side};
use games::tafl::{Any, Move, Tafl};
use games::{AnyGame, NoFiles, parse_game};
use hnefatafl::board::state::BoardState;
use hnefatafl::collections::piecemap::PieceMap;
use hnefatafl::game::{DrawReason, GameOutcome, GameStatus, WinReason};
use hnefatafl::pieces::{PieceType, Side as TheirSide};
use hnefatafl::play::Play;
use hnefatafl::preset::{boards, rules};
use hnefatafl::tiles::Tile;
use std::collections::BTreeMap;

type Referee<B> = hnefatafl::game::Game<B>;
type SmallBoard = hnefatafl::aliases::SmallBasicBoardState;
type MediumBoard = hnefatafl::aliases::MediumBasicBoardState;

fn small(name: &str) -> Tafl<u64> {
    match parse_game(name, &NoFiles) {
        Ok(AnyGame::Tafl(Any::Small(game))) => game,
        other => panic!("{name}: {other:?}"),
    }
}

fn medium(name: &str) -> Tafl<u128> {
    match parse_game(name, &NoFiles) {
        Ok(AnyGame::Tafl(Any::Medium(game))) => game,
        other => panic!("{name}: {other:?}"),
    }
}

/// The one difference that is allowed. The crate looks for a ring around the king, and lets the
/// attackers win when all defenders are in there with him. With us they win as soon as no defender
/// has a way to the edge, be it that they are surrounded in several places: the rule is to surround
/// the king and all remaining defenders, and that is done. It has never happened in the recorded
/// games.
///
/// (Two more are known and do not occur here: a move that closes two shieldwalls, one on each side,
/// of which the crate takes one, see `tafl_formations.rs`; and a king's winning move into a corner which
/// closes a shieldwall along the column, where the crate looks along the row only.)
const APART: &str = "surrounded in several places";

/// What was compared, and where the two differed: by kind of difference, how often and one example.
#[derive(Debug, Default)]
struct Comparison {
    games: usize,
    plies: usize,
    move_sets: usize,
    captures: usize,
    endings: BTreeMap<String, usize>,
    differences: BTreeMap<String, (usize, String)>,
}

impl Comparison {
    /// Prints what was compared and makes sure that there was no difference, but for a number of
    /// positions in which the defenders are surrounded in several places.
    #[track_caller]
    fn report_but_for(&mut self, subject: &str, apart: usize) {
        let found = self.differences.remove(APART).map_or(0, |(count, _)| count);
        assert_eq!(found, apart, "{APART}");
        self.report(subject);
    }

    /// Prints what was compared and makes sure that there was no difference.
    #[track_caller]
    fn report(&self, subject: &str) {
        eprintln!(
            "{subject}: {} games, {} plies, {} sets of moves, {} plies with captures, endings {:?}",
            self.games, self.plies, self.move_sets, self.captures, self.endings
        );
        assert!(self.differences.is_empty(), "{:#?}", self.differences);
    }

    fn differ(&mut self, kind: &str, example: String) {
        let entry = self
            .differences
            .entry(kind.to_string())
            .or_insert((0, example));
        entry.0 += 1;
    }
}

/// Both programs playing the same game.
struct Both<'game, G: Game, B: BoardState> {
    ours: &'game G,
    position: G::Position,
    theirs: Referee<B>,
    moves: Vec<String>,
}

impl<'game, G, B> Both<'game, G, B>
where
    G: Notation<Move = Move>,
    B: BoardState,
{
    fn new(ours: &'game G, theirs: Referee<B>) -> Self {
        Both {
            ours,
            position: ours.start(),
            theirs,
            moves: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        usize::from(self.theirs.state.board.side_len())
    }

    fn their_play(&self, chosen: Move) -> Play {
        let size = self.size();
        let tile = |cell: u16| {
            Tile::new(
                (usize::from(cell) / size) as u8,
                (usize::from(cell) % size) as u8,
            )
        };
        Play::from_tiles(tile(chosen.from), tile(chosen.to)).expect("a line")
    }

    /// Whether attackers stand between the king and one of his defenders, on every way.
    fn defenders_are_apart(&self) -> bool {
        let diagram = self.ours.diagram(&self.position);
        let size = self.size();
        let mut reached: Vec<usize> = (0..size * size)
            .filter(|&cell| diagram.cells[cell].name == "king")
            .collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let (column, row) = (cell % size, cell / size);
            for (column, row) in [
                (column + 1, row),
                (column, row + 1),
                (column.wrapping_sub(1), row),
                (column, row.wrapping_sub(1)),
            ] {
                let neighbour = row.wrapping_mul(size).wrapping_add(column);
                if column < size
                    && row < size
                    && diagram.cells[neighbour].name != "attacker"
                    && !reached.contains(&neighbour)
                {
                    reached.push(neighbour);
                }
            }
        }
        (0..size * size)
            .any(|cell| diagram.cells[cell].name == "defender" && !reached.contains(&cell))
    }

    fn captured(&self, captures: &B::PieceMap) -> String {
        let size = self.size();
        let mut cells: Vec<usize> = captures
            .occupied()
            .into_iter()
            .map(|tile| usize::from(tile.row) * size + usize::from(tile.col))
            .collect();
        cells.sort_unstable();
        let names: Vec<String> = cells
            .iter()
            .map(|&cell| Cell::from_index(cell, size).to_string())
            .collect();
        names.join("/")
    }

    /// Makes and takes back every legal move here: what is captured, and how the game ends.
    fn try_all_moves(&mut self, comparison: &mut Comparison) {
        self.compare_moves(comparison);
        let mut moves = Vec::new();
        self.ours.moves(&self.position, &mut moves);
        for chosen in moves {
            comparison.plies += 1;
            let text = self.ours.write_move(&self.position, chosen);
            let (state, record) = self
                .theirs
                .logic
                .do_play(self.their_play(chosen), self.theirs.state)
                .expect("a legal move")
                .into();
            let captured = self.captured(&record.effects.captures);
            comparison.captures += usize::from(!captured.is_empty());
            if captured != text.split_once('x').map_or("", |(_, captures)| captures) {
                let example = format!("{}: {text}, theirs {captured:?}", self.example());
                comparison.differ("captures", example);
                continue;
            }
            let undo = self.ours.play(&mut self.position, chosen);
            self.moves.push(text);
            self.compare_endings(state.status, comparison);
            self.moves.pop();
            self.ours.undo(&mut self.position, chosen, undo);
        }
    }

    /// Compares how the game stands; false when there is a difference.
    fn compare_endings(&self, status: GameStatus, comparison: &mut Comparison) -> bool {
        let ours = self
            .ours
            .outcome(&self.position)
            .map(|outcome| (outcome, self.ours.end_reason(&self.position)));
        let theirs = outcome_of(status);
        if ours
            .as_ref()
            .map(|(outcome, reason)| (*outcome, reason.as_str()))
            != theirs
        {
            let reason = ours.as_ref().map_or("none", |(_, reason)| reason);
            if reason == "the defenders are surrounded" && self.defenders_are_apart() {
                comparison.differ(APART, self.example());
            } else {
                let theirs = theirs.map_or("none", |(_, reason)| reason);
                comparison.differ(
                    &format!("ending: ours {reason}, theirs {theirs}"),
                    self.example(),
                );
            }
            return false;
        }
        if let Some((_, reason)) = ours {
            *comparison.endings.entry(reason).or_default() += 1;
        }
        true
    }

    fn example(&self) -> String {
        format!(
            "{} after {}",
            self.ours.write_position(&self.position),
            self.moves.join(" ")
        )
    }

    fn compare_moves(&self, comparison: &mut Comparison) {
        let size = self.size();
        let index = |tile: Tile| u16::from(tile.row) * size as u16 + u16::from(tile.col);
        let mut ours = Vec::new();
        self.ours.moves(&self.position, &mut ours);
        let mut theirs = Vec::new();
        if self.theirs.state.status == GameStatus::Ongoing {
            let side = self.theirs.state.side_to_play;
            for tile in self.theirs.state.board.occupied_by_side(side) {
                for valid in self.theirs.iter_plays(tile).expect("an own piece") {
                    theirs.push(Move {
                        from: index(valid.play.from),
                        to: index(valid.play.to()),
                    });
                }
            }
        }
        ours.sort_unstable();
        theirs.sort_unstable();
        comparison.move_sets += 1;
        if ours != theirs {
            comparison.differ("moves", self.example());
        }
    }

    /// Plays a move on both boards; false when they differ, which ends the comparison of a game.
    fn play(&mut self, chosen: Move, comparison: &mut Comparison) -> bool {
        let text = self.ours.write_move(&self.position, chosen);
        let before = self.example();
        self.moves.push(text.clone());
        let played = self.theirs.do_play(self.their_play(chosen));
        self.ours.play(&mut self.position, chosen);
        comparison.plies += 1;
        let Ok(status) = played else {
            comparison.differ("legality", format!("{before}: {text}: {played:?}"));
            return false;
        };
        let size = self.size();
        let record = self.theirs.play_history.last().expect("just played");
        let captured = self.captured(&record.effects.captures);
        let our_captures = text.split_once('x').map_or("", |(_, captures)| captures);
        comparison.captures += usize::from(!captured.is_empty());
        if captured != our_captures {
            comparison.differ("captures", format!("{before}: {text}, theirs {captured:?}"));
            return false;
        }
        let diagram = self.ours.diagram(&self.position);
        for (cell, ours) in diagram.cells.iter().enumerate() {
            let tile = Tile::new((cell / size) as u8, (cell % size) as u8);
            let theirs = self.theirs.state.board.get_piece(tile);
            let name = theirs.map(|piece| match (piece.piece_type, piece.side) {
                (PieceType::King, _) => "king",
                (_, TheirSide::Attacker) => "attacker",
                (_, TheirSide::Defender) => "defender",
            });
            if ours.owner.map(|_| ours.name) != name {
                comparison.differ("board", self.example());
                return false;
            }
        }
        self.compare_endings(status, comparison)
    }
}

fn outcome_of(status: GameStatus) -> Option<(Outcome, &'static str)> {
    match status {
        GameStatus::Ongoing => None,
        GameStatus::Over(GameOutcome::Draw(reason)) => Some((
            Outcome::DRAW,
            match reason {
                DrawReason::Repetition => "the moves were repeated",
                DrawReason::NoPlays => "no legal move",
            },
        )),
        GameStatus::Over(GameOutcome::Win(reason, side)) => Some((
            Outcome::win(match side {
                TheirSide::Attacker => Side::First,
                TheirSide::Defender => Side::Second,
            }),
            match reason {
                WinReason::KingEscaped => "the king escaped",
                WinReason::ExitFort => "the king is in an exit fort",
                WinReason::KingCaptured => "the king was captured",
                // The king was the last defender.
                WinReason::AllCaptured if side == TheirSide::Attacker => "the king was captured",
                WinReason::AllCaptured => "no attackers left",
                WinReason::Enclosed => "the defenders are surrounded",
                WinReason::NoPlays => "no legal move",
                WinReason::Repetition => "the moves were repeated",
            },
        )),
    }
}

/// Replays recorded games, one a line: moves, two counts, who won.
fn replay<G, B>(ours: &G, theirs: impl Fn() -> Referee<B>, file: &str) -> Comparison
where
    G: Notation<Move = Move>,
    B: BoardState,
{
    let mut comparison = Comparison::default();
    for (number, line) in file.lines().enumerate() {
        let mut columns = line.split(',');
        let moves = columns.next().expect("moves");
        let winner = columns.next_back().expect("a winner");
        let mut both = Both::new(ours, theirs());
        comparison.games += 1;
        let mut agreed = true;
        for word in moves.split_whitespace().filter(|word| *word != "timeout") {
            let chosen = match ours.parse_move(&both.position, word) {
                Ok(chosen) => chosen,
                Err(error) => panic!("game {}: {error}: {}", number + 1, both.example()),
            };
            agreed = both.play(chosen, &mut comparison);
            if !agreed {
                break;
            }
        }
        let by_rules = ours
            .outcome(&both.position)
            .and_then(Outcome::winner)
            .map(|side| ["Black", "White"][side.index()]);
        if agreed && by_rules.is_some_and(|by_rules| by_rules != winner) {
            comparison.differ("recorded winner", format!("{winner}: {}", both.example()));
        }
    }
    comparison
}

/// In the last positions of recorded games, where things happen, makes every legal move.
fn try_all_moves<G, B>(
    ours: &G,
    theirs: impl Fn() -> Referee<B>,
    file: &str,
    positions: usize,
) -> Comparison
where
    G: Notation<Move = Move>,
    B: BoardState,
{
    let mut comparison = Comparison::default();
    for line in file.lines() {
        let words: Vec<&str> = line
            .split(',')
            .next()
            .expect("moves")
            .split_whitespace()
            .filter(|word| *word != "timeout")
            .collect();
        let mut both = Both::new(ours, theirs());
        comparison.games += 1;
        for (number, word) in words.iter().enumerate() {
            if number + positions >= words.len() {
                both.try_all_moves(&mut comparison);
            }
            let chosen = ours.parse_move(&both.position, word).expect("a legal move");
            let played = both.theirs.do_play(both.their_play(chosen));
            assert!(played.is_ok());
            ours.play(&mut both.position, chosen);
        }
    }
    comparison
}

fn play_at_random<G, B>(
    ours: &G,
    theirs: impl Fn() -> Referee<B>,
    games: u64,
    longest: usize,
) -> Comparison
where
    G: Notation<Move = Move>,
    B: BoardState,
{
    let mut comparison = Comparison::default();
    for number in 0..games {
        let mut generator = Seed(2026).child(number).generator();
        let mut both = Both::new(ours, theirs());
        comparison.games += 1;
        let mut moves = Vec::new();
        for _ in 0..longest {
            both.compare_moves(&mut comparison);
            moves.clear();
            ours.moves(&both.position, &mut moves);
            let Some(chosen) = generator.choose(&moves) else {
                break;
            };
            if !both.play(chosen, &mut comparison) {
                break;
            }
        }
    }
    comparison
}

#[test]
fn recorded_copenhagen_games() {
    let comparison = replay(
        &medium("tafl:copenhagen"),
        || Referee::<MediumBoard>::new(rules::COPENHAGEN, boards::COPENHAGEN).expect("a game"),
        include_str!("../../../../testdata/tafl/copenhagen.csv"),
    );
    comparison.report("recorded copenhagen games");
    assert_eq!(comparison.games, 1752);
}

#[test]
fn recorded_brandubh_games() {
    let comparison = replay(
        &small("tafl:brandubh"),
        || Referee::<SmallBoard>::new(rules::BRANDUBH, boards::BRANDUBH).expect("a game"),
        include_str!("../../../../testdata/tafl/brandubh.csv"),
    );
    comparison.report("recorded brandubh games");
    assert_eq!(comparison.games, 525);
}

#[test]
fn random_copenhagen_games() {
    let comparison = play_at_random(
        &medium("tafl:copenhagen"),
        || Referee::<MediumBoard>::new(rules::COPENHAGEN, boards::COPENHAGEN).expect("a game"),
        60,
        400,
    );
    comparison.report("random copenhagen games");
}

#[test]
fn random_brandubh_games() {
    let comparison = play_at_random(
        &small("tafl:brandubh"),
        || Referee::<SmallBoard>::new(rules::BRANDUBH, boards::BRANDUBH).expect("a game"),
        400,
        400,
    );
    comparison.report("random brandubh games");
}

#[test]
fn random_magpie_games() {
    let comparison = play_at_random(
        &small("tafl:magpie"),
        || Referee::<SmallBoard>::new(rules::MAGPIE, boards::MAGPIE).expect("a game"),
        200,
        400,
    );
    comparison.report("random magpie games");
}

#[test]
fn random_tablut_games() {
    let comparison = play_at_random(
        &medium("tafl:tablut"),
        || Referee::<MediumBoard>::new(rules::TABLUT, boards::TABLUT).expect("a game"),
        400,
        400,
    );
    comparison.report("random tablut games");
}

#[test]
fn all_moves_late_in_recorded_games() {
    let comparison = try_all_moves(
        &medium("tafl:copenhagen"),
        || Referee::<MediumBoard>::new(rules::COPENHAGEN, boards::COPENHAGEN).expect("a game"),
        include_str!("../../../../testdata/tafl/copenhagen.csv"),
        4,
    );
    comparison.report("all moves late in recorded games, Copenhagen");
    let comparison = try_all_moves(
        &small("tafl:brandubh"),
        || Referee::<SmallBoard>::new(rules::BRANDUBH, boards::BRANDUBH).expect("a game"),
        include_str!("../../../../testdata/tafl/brandubh.csv"),
        8,
    );
    comparison.report("all moves late in recorded games, Brandubh");
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Region {
    Inside,
    Ring,
    Outside,
}

/// A region grown cell by cell away from the edge, and the cells around it.
fn ring_at_random(size: usize, generator: &mut Generator) -> Vec<Region> {
    let mut regions = vec![Region::Outside; size * size];
    let is_inner = |cell: usize| {
        let (column, row) = (cell % size, cell / size);
        (1..size - 1).contains(&column) && (1..size - 1).contains(&row)
    };
    let mut inside = vec![(1 + generator.below(size - 2)) * size + 1 + generator.below(size - 2)];
    for _ in 0..2 + generator.below(10) {
        let from = generator.choose(&inside).expect("not empty");
        let next = match generator.below(4) {
            0 => from + 1,
            1 => from - 1,
            2 => from + size,
            _ => from - size,
        };
        if is_inner(next) && !inside.contains(&next) {
            inside.push(next);
        }
    }
    for &cell in &inside {
        for next in [cell + 1, cell - 1, cell + size, cell - size] {
            regions[next] = Region::Ring;
        }
    }
    for cell in inside {
        regions[cell] = Region::Inside;
    }
    regions
}

/// Positions that hardly occur in games: crowded edges, king at the edge or boxed in. Every legal
/// move in each of them.
fn try_invented_positions<G, B>(
    ours: &G,
    theirs: impl Fn(&str, TheirSide) -> Referee<B>,
    count: u64,
) -> Comparison
where
    G: Notation<Move = Move>,
    B: BoardState,
{
    let mut comparison = Comparison::default();
    let size = ours.diagram(&ours.start()).columns;
    let last = size - 1;
    let is_corner = |cell: usize| {
        let (column, row) = (cell % size, cell / size);
        (column == 0 || column == last) && (row == 0 || row == last)
    };
    for number in 0..count {
        let mut generator = Seed(7).child(number).generator();
        let mut board = vec![None; size * size];
        // Four recipes: all over the board, along the bottom edge, around a point, in a ring.
        let recipe = generator.below(4);
        let (centre_column, centre_row) = (generator.below(size), generator.below(size));
        let density = 2 + generator.below(4);
        let attackers_in_ten = 3 + generator.below(6);
        let ring = ring_at_random(size, &mut generator);
        for (cell, piece) in board.iter_mut().enumerate() {
            let (column, row) = (cell % size, cell / size);
            if recipe == 3 && !is_corner(cell) && cell != size * size / 2 {
                *piece = match ring[cell] {
                    Region::Ring if generator.below(15) != 0 => Some('t'),
                    Region::Inside if generator.below(3) == 0 => Some('T'),
                    Region::Outside if generator.below(5) == 0 => Some('t'),
                    Region::Outside if generator.below(60) == 0 => Some('T'),
                    _ => None,
                };
                continue;
            }
            let likely = match recipe {
                0 => generator.below(density + 1) == 0,
                1 => row < 3 && generator.below(4) != 0 || generator.below(12) == 0,
                _ => {
                    let distance = column.abs_diff(centre_column).max(row.abs_diff(centre_row));
                    let likely = match distance {
                        0 | 1 => 3,
                        2 => 8,
                        3 => 4,
                        _ => 1,
                    };
                    generator.below(10) < likely
                }
            };
            if likely && !is_corner(cell) && cell != size * size / 2 {
                *piece = Some(if generator.below(10) < attackers_in_ten {
                    't'
                } else {
                    'T'
                });
            }
        }
        let king = match recipe {
            1 => 1 + generator.below(size - 2),
            2 => centre_row * size + centre_column,
            3 => ring
                .iter()
                .position(|region| *region == Region::Inside)
                .unwrap_or(size + 1),
            _ => generator.below(size * size),
        };
        if is_corner(king) {
            continue;
        }
        board[king] = Some('K');
        let rows =
            game::text::BoardRows::from_cells(size, size, |column, row| board[row * size + column]);
        // The other program's first row is our lowest.
        let upside_down = game::text::BoardRows::from_cells(size, size, |column, row| {
            board[(last - row) * size + column]
        });
        for (letter, side) in [("a", TheirSide::Attacker), ("d", TheirSide::Defender)] {
            let Ok(position) = ours.parse_position(&format!("{rows} {letter}")) else {
                panic!("{rows}");
            };
            if ours.outcome(&position).is_some() {
                continue;
            }
            let mut both = Both::new(ours, theirs(&upside_down.to_string(), side));
            both.position = position;
            comparison.games += 1;
            both.try_all_moves(&mut comparison);
        }
    }
    comparison
}

#[test]
fn all_moves_in_invented_positions() {
    let mut comparison = try_invented_positions(
        &medium("tafl:copenhagen"),
        |rows, side| {
            let mut game = Referee::<MediumBoard>::new(rules::COPENHAGEN, rows).expect("a game");
            game.state.side_to_play = side;
            game
        },
        3000,
    );
    comparison.report_but_for("invented positions, Copenhagen", 5);
    let mut comparison = try_invented_positions(
        &small("tafl:brandubh"),
        |rows, side| {
            let mut game = Referee::<SmallBoard>::new(rules::BRANDUBH, rows).expect("a game");
            game.state.side_to_play = side;
            game
        },
        6000,
    );
    comparison.report_but_for("invented positions, Brandubh", 71);
    let comparison = try_invented_positions(
        &medium("tafl:tablut"),
        |rows, side| {
            let mut game = Referee::<MediumBoard>::new(rules::TABLUT, rows).expect("a game");
            game.state.side_to_play = side;
            game
        },
        2000,
    );
    comparison.report("invented positions, Tablut");
    let comparison = try_invented_positions(
        &small("tafl:magpie"),
        |rows, side| {
            let mut game = Referee::<SmallBoard>::new(rules::MAGPIE, rows).expect("a game");
            game.state.side_to_play = side;
            game
        },
        2000,
    );
    comparison.report("invented positions, Magpie");
}
