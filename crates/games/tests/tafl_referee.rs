//! Tafl against an independent referee, the crate `hnefatafl`: on the real games that come with it
//! (`testdata/tafl`), and on random ones.

use game::random::Seed;
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
            let kind = format!(
                "ending: ours {}, theirs {}",
                ours.as_ref().map_or("none", |(_, reason)| reason),
                theirs.map_or("none", |(_, reason)| reason)
            );
            comparison.differ(&kind, self.example());
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
        include_str!("../../../testdata/tafl/copenhagen.csv"),
    );
    comparison.report("recorded copenhagen games");
    assert_eq!(comparison.games, 1752);
}

#[test]
fn recorded_brandubh_games() {
    let comparison = replay(
        &small("tafl:brandubh"),
        || Referee::<SmallBoard>::new(rules::BRANDUBH, boards::BRANDUBH).expect("a game"),
        include_str!("../../../testdata/tafl/brandubh.csv"),
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
        include_str!("../../../testdata/tafl/copenhagen.csv"),
        4,
    );
    comparison.report("all moves late in recorded games, Copenhagen");
    let comparison = try_all_moves(
        &small("tafl:brandubh"),
        || Referee::<SmallBoard>::new(rules::BRANDUBH, boards::BRANDUBH).expect("a game"),
        include_str!("../../../testdata/tafl/brandubh.csv"),
        8,
    );
    comparison.report("all moves late in recorded games, Brandubh");
}
