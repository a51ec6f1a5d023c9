//! Tafl: a king who must get away, his defenders, and twice as many attackers around them; the
//! whole family from *La Fuga del Rey* to Alea Evangelii with one engine.
//!
//! The rules are data ([`Ruleset`]): special cells become masks, and the engine only ever asks the
//! masks. What the family has in common: pieces move like rooks; a soldier is captured by the enemy
//! that moves to one side of it when the opposite side is hostile; all captures of a move happen
//! at once; moving in between two enemies is safe.
//!
//! - [`ruleset`](Ruleset), `presets`, `toml_rules`, `one_line`: the rules as data and as text;
//! - `family`: the names under which all this is registered;
//! - `geometry`, `movement`, `capture`, `endings`, `history`: the engine;
//! - `evaluation`, `lines`: what positions are worth to players who do not see their end;
//! - `guidance`: advice for searches;
//! - `notation`, `board_file`: moves and positions as text.

mod board_file;
mod capture;
mod endings;
mod evaluation;
mod family;
mod geometry;
mod guidance;
mod history;
mod lines;
mod movement;
mod notation;
mod one_line;
mod presets;
mod ruleset;
mod toml_rules;

pub use evaluation::Judge;
pub use family::Any;
pub use ruleset::{
    DEFAULT_MOVE_LIMIT, Escape, First, KingArms, KingStrength, NoMove, Pieces, Repetition,
    RepetitionMeans, RepetitionOf, Ruleset, Shieldwall, SpecialCells, Speed, Surrounded,
};

pub(crate) use family::{FAMILIES, build};

use endings::Ending;
use game::bits::Bits;
use game::random::zobrist_keys;
use game::{CellMaps, Game, Outcome, Side, Symmetry};
use geometry::Geometry;
use movement::Mover;
use ruleset::{Kind, Piece};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) const ATTACKERS: Side = Side::First;
pub(crate) const DEFENDERS: Side = Side::Second;

/// A game of the tafl family on a board that fits the bits `B`.
#[derive(Debug, Clone)]
pub struct Tafl<B> {
    /// Shared, because there is one game and many who play it.
    tables: Arc<Tables<B>>,
}

/// The rules as data, and as tables and masks that follow from them.
#[derive(Debug)]
struct Tables<B> {
    name: String,
    rules: Ruleset,
    geometry: Geometry<B>,
    start: Board<B>,
    /// By type of piece.
    movers: [Mover<B>; 3],
    /// By type of piece: the special cells hostile to it while empty, and while occupied.
    hostile_cells: [[B; 2]; 3],
    throne: B,
    corners: B,
    /// All special cells.
    special: B,
    /// Where the king is safe.
    escape_cells: B,
    /// The cells in a row or column with one of those: from nowhere else he gets there in one move.
    escape_lines: B,
    /// For each cell how much of the way to safety the king has behind him there.
    way_to_safety: Vec<i32>,
    /// Where attackers keep the king from corners that he must reach: the three cells at two steps
    /// from each.
    corner_guards: B,
    /// Where a move can make a shieldwall.
    near_edge: B,
    symmetries: Vec<Symmetry>,
    maps: CellMaps,
    /// For each cell of the king the four quarters of the board around him.
    quadrants: Vec<[B; 4]>,
    /// By cell and type of piece.
    keys: Vec<[u64; 3]>,
    defenders_key: u64,
}

/// What stands where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board<B> {
    attackers: B,
    /// Without the king.
    defenders: B,
    /// One cell, or none when he has been captured.
    king: B,
}

impl<B: Bits> Board<B> {
    #[inline(always)]
    fn king_bit(&self) -> B {
        self.king
    }

    #[inline(always)]
    fn king(&self) -> Option<usize> {
        (!self.king.is_zero()).then(|| self.king.lowest())
    }

    /// The pieces of a side, the king among those of the defenders.
    #[inline(always)]
    fn of(&self, side: Side) -> B {
        if side == ATTACKERS {
            self.attackers
        } else {
            self.defenders | self.king
        }
    }

    #[inline(always)]
    fn occupied(&self) -> B {
        self.attackers | self.defenders | self.king
    }
}

/// A position of a tafl game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position<B> {
    board: Board<B>,
    side: Side,
    key: u64,
    /// Why the game is over.
    ending: Option<Ending>,
    /// Whether a ring of attackers keeps all defenders from the edge. Follows from the board; kept
    /// because most moves cannot change it.
    enclosed: bool,
    /// How often this position has occurred, now included, and how often that one has which
    /// occurred most often since the last capture. Follow from the history; 1 where the rules do
    /// not count positions.
    occurrences: u16,
    most_occurrences: u16,
    history: Vec<Past>,
}

/// A position of the past and the move made in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Past {
    key: u64,
    chosen: Move,
    /// How often the position had occurred by then.
    occurrences: u16,
    captured: bool,
}

/// A move from cell to cell, both numbered row by row from the bottom left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
}

/// What it takes to take back a move.
#[derive(Debug, Clone, Copy)]
pub struct Undo<B> {
    board: Board<B>,
    ending: Option<Ending>,
    enclosed: bool,
    most_occurrences: u16,
}

impl<B> Position<B> {
    /// What happened before, from the first move on: the key of each position, the move made in it
    /// and whether that captured anything.
    pub fn past(&self) -> impl ExactSizeIterator<Item = (u64, Move, bool)> {
        let past = self.history.iter();
        past.map(|past| (past.key, past.chosen, past.captured))
    }
}

impl<B: Bits> Tafl<B> {
    /// The game by these rules, which must be valid. The name must lead back to them.
    fn new(name: String, rules: Ruleset) -> Tafl<B> {
        let size = rules.size;
        let geometry: Geometry<B> = Geometry::new(size);
        let cells_of = |kind| geometry.set_of(&rules.special(kind).cells);
        let hostile_cells = Piece::ALL.map(|piece| {
            [false, true].map(|occupied| {
                Kind::ALL.into_iter().fold(B::ZERO, |cells, kind| {
                    let special = rules.special(kind);
                    let hostile = if occupied {
                        special.hostile_occupied
                    } else {
                        special.hostile_empty
                    };
                    if hostile.contains(piece) {
                        cells | cells_of(kind)
                    } else {
                        cells
                    }
                })
            })
        });
        let corners = cells_of(Kind::Corners);
        let flanking_only = rules.shieldwall.is_none_or(|rule| rule.flanking);
        let near_edge = if flanking_only {
            geometry.edge
        } else {
            geometry.edge | geometry.beside(geometry.edge)
        };
        let symmetries = Symmetry::SQUARE
            .into_iter()
            .filter(|symmetry| {
                Kind::ALL.into_iter().all(|kind| {
                    let cells = &rules.special(kind).cells;
                    cells.iter().all(|&(column, row)| {
                        let (column, row) = symmetry.apply(column.into(), row.into(), size, size);
                        cells.contains(&(column as u8, row as u8))
                    })
                })
            })
            .collect();
        let mut start = Board {
            attackers: B::ZERO,
            defenders: B::ZERO,
            king: B::ZERO,
        };
        if let Some(rows) = rules.start_rows() {
            for cell in 0..geometry.cells() {
                match rows.at(cell % size, cell / size) {
                    Some('t') => start.attackers |= B::bit(cell),
                    Some('T') => start.defenders |= B::bit(cell),
                    Some(_) => start.king |= B::bit(cell),
                    None => {}
                }
            }
        }
        let escape_cells = Self::escape_cells(geometry.edge, corners, rules.escape);
        let in_line =
            |one: usize, other: usize| one / size == other / size || one % size == other % size;
        let keys = zobrist_keys(0x7AF1, geometry.cells() * 3 + 1);
        let tables = Tables {
            name,
            start,
            movers: Piece::ALL.map(|piece| Mover::new(&geometry, &rules, piece)),
            hostile_cells,
            throne: cells_of(Kind::Throne),
            corners,
            special: Kind::ALL
                .into_iter()
                .fold(B::ZERO, |cells, kind| cells | cells_of(kind)),
            escape_cells,
            escape_lines: B::of(
                (0..geometry.cells())
                    .filter(|&cell| escape_cells.ones().any(|escape| in_line(cell, escape))),
            ),
            corner_guards: lines::corner_guards(&geometry, escape_cells),
            way_to_safety: evaluation::way_to_safety(size, escape_cells),
            near_edge,
            symmetries,
            maps: CellMaps::new(size, size, |column, row| row * size + column),
            quadrants: evaluation::quadrants(&geometry),
            keys: keys
                .chunks_exact(3)
                .map(|keys| [keys[0], keys[1], keys[2]])
                .collect(),
            defenders_key: keys[keys.len() - 1],
            rules,
            geometry,
        };
        Tafl {
            tables: Arc::new(tables),
        }
    }

    /// The rules the game is played by.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.tables.rules
    }

    #[inline(always)]
    fn empty(&self, board: &Board<B>) -> B {
        self.tables.geometry.all & !board.occupied()
    }

    #[inline(always)]
    fn piece_at(&self, board: &Board<B>, cell: usize) -> Option<Piece> {
        if board.attackers.test(cell) {
            Some(Piece::Attacker)
        } else if board.defenders.test(cell) {
            Some(Piece::Defender)
        } else if board.king.test(cell) {
            Some(Piece::King)
        } else {
            None
        }
    }

    fn key_of(&self, board: &Board<B>, side: Side) -> u64 {
        let sets = [board.attackers, board.defenders, board.king];
        let key = sets.into_iter().enumerate().fold(0, |key, (piece, set)| {
            set.ones()
                .fold(key, |key, cell| key ^ self.tables.keys[cell][piece])
        });
        if side == ATTACKERS {
            key
        } else {
            key ^ self.tables.defenders_key
        }
    }

    /// The position with this board, as if play began here.
    fn position(&self, board: Board<B>, side: Side) -> Position<B> {
        let mut position = Position {
            board,
            side,
            key: self.key_of(&board, side),
            ending: None,
            enclosed: self.is_enclosed(&board),
            occurrences: 1,
            most_occurrences: 1,
            history: Vec::new(),
        };
        position.ending = self.ending(&position);
        position
    }

    fn map_set(&self, symmetry: Symmetry, set: B) -> B {
        self.tables.maps.set(symmetry, set)
    }

    fn map_cell(&self, symmetry: Symmetry, cell: usize) -> usize {
        self.tables.maps.cell(symmetry, cell)
    }

    /// What a legal move captures.
    fn captures_of(&self, position: &Position<B>, chosen: Move) -> capture::Captured<B> {
        let mut board = position.board;
        let mover = self.move_piece(&mut board, chosen);
        self.captures(&board, mover, chosen.to.into())
    }

    #[inline(always)]
    fn move_piece(&self, board: &mut Board<B>, chosen: Move) -> Piece {
        let (from, to) = (
            B::bit(usize::from(chosen.from)),
            B::bit(usize::from(chosen.to)),
        );
        let both = from | to;
        if board.attackers.meets(from) {
            board.attackers ^= both;
            Piece::Attacker
        } else if board.defenders.meets(from) {
            board.defenders ^= both;
            Piece::Defender
        } else {
            board.king = to;
            Piece::King
        }
    }
}

impl<B: Bits> Game for Tafl<B> {
    type Position = Position<B>;
    type Move = Move;
    type Undo = Undo<B>;

    fn start(&self) -> Position<B> {
        let side = match self.tables.rules.first {
            First::Attackers => ATTACKERS,
            First::Defenders => DEFENDERS,
        };
        self.position(self.tables.start, side)
    }

    #[inline]
    fn side_to_move(&self, position: &Position<B>) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        position
            .ending
            .map(|ending| self.outcome_of(ending, position.side))
    }

    #[inline]
    fn visit_moves<V>(&self, position: &Position<B>, visit: V) -> ControlFlow<()>
    where
        V: FnMut(Move) -> ControlFlow<()>,
    {
        if position.ending.is_some() {
            return ControlFlow::Continue(());
        }
        self.visit_moves_of(position, visit)
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        if position.ending.is_some() {
            0
        } else {
            self.count_moves_of(position, position.side)
        }
    }

    fn is_legal(&self, position: &Position<B>, chosen: Move) -> bool {
        position.ending.is_none() && self.allows(position, chosen)
    }

    fn play(&self, position: &mut Position<B>, chosen: Move) -> Undo<B> {
        let undo = Undo {
            board: position.board,
            ending: position.ending,
            enclosed: position.enclosed,
            most_occurrences: position.most_occurrences,
        };
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let key_before = position.key;
        let board = &mut position.board;
        let mover = self.move_piece(board, chosen);
        let captured = self.captures(board, mover, to);
        let any_captured = captured.king || !captured.soldiers.is_zero();
        let mut key = key_before
            ^ self.tables.keys[from][mover as usize]
            ^ self.tables.keys[to][mover as usize]
            ^ self.tables.defenders_key;
        if any_captured {
            let victim = if mover == Piece::Attacker {
                board.defenders ^= captured.soldiers;
                Piece::Defender
            } else {
                board.attackers ^= captured.soldiers;
                Piece::Attacker
            };
            for cell in captured.soldiers.ones() {
                key ^= self.tables.keys[cell][victim as usize];
            }
            if captured.king {
                key ^= self.tables.keys[board.king.lowest()][Piece::King as usize];
                board.king = B::ZERO;
            }
        }
        position.key = key;
        position.side = position.side.other();
        position.history.push(Past {
            key: key_before,
            chosen,
            occurrences: position.occurrences,
            captured: any_captured,
        });
        self.count_occurrences(position, any_captured);
        // Defenders who move stay on their side of any ring, and a capture by them can only open
        // one; so only these moves can change whether the defenders are enclosed.
        let may_change = if mover == Piece::Attacker {
            any_captured || position.enclosed || self.may_have_closed_ring(&position.board, to)
        } else {
            any_captured && position.enclosed
        };
        if may_change {
            position.enclosed = self.is_enclosed(&position.board);
        }
        position.ending = self.ending(position);
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position<B>, _chosen: Move, undo: Undo<B>) {
        position.board = undo.board;
        position.ending = undo.ending;
        position.enclosed = undo.enclosed;
        position.side = position.side.other();
        if let Some(past) = position.history.pop() {
            position.key = past.key;
            position.occurrences = past.occurrences;
        }
        position.most_occurrences = undo.most_occurrences;
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> u64 {
        position.key
    }

    fn move_universe(&self) -> Vec<Move> {
        let size = self.tables.geometry.size;
        let mut moves = Vec::new();
        for from in 0..self.tables.geometry.cells() {
            for to in 0..self.tables.geometry.cells() {
                if from != to && (from / size == to / size || from % size == to % size) {
                    moves.push(Move {
                        from: from as u16,
                        to: to as u16,
                    });
                }
            }
        }
        moves
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.tables.symmetries
    }

    fn map_move(&self, symmetry: Symmetry, chosen: Move) -> Move {
        Move {
            from: self.map_cell(symmetry, chosen.from.into()) as u16,
            to: self.map_cell(symmetry, chosen.to.into()) as u16,
        }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<B>) -> Position<B> {
        let board = Board {
            attackers: self.map_set(symmetry, position.board.attackers),
            defenders: self.map_set(symmetry, position.board.defenders),
            king: self.map_set(symmetry, position.board.king),
        };
        self.position(board, position.side)
    }

    /// Most positions are told apart by the king's cell or the first piece without an image.
    fn is_symmetric(&self, position: &Position<B>, symmetry: Symmetry) -> bool {
        // A symmetry takes different cells to different cells, so a set that it takes into itself
        // it takes onto itself.
        let Board {
            attackers,
            defenders,
            king,
        } = position.board;
        [king, defenders, attackers].into_iter().all(|set| {
            set.ones()
                .all(|cell| set.test(self.map_cell(symmetry, cell)))
        })
    }

    #[inline]
    fn history_key(&self, position: &Position<B>, plies: u32) -> u64 {
        self.key_of_history(position, plies)
    }

    fn forget_history(&self, position: &Position<B>) -> Position<B> {
        self.position(position.board, position.side)
    }
}
