//! A fifth game in one file: Domineering. The first side lays bricks upright, the second side flat;
//! whoever cannot lay one loses. Run it: `cargo run --example domineering -p partida-game`.

use game::evaluation::WeightsTooLarge;
use game::random::{Seed, mix, play_randomly};
use game::text::{BoardRows, Cell, TextError, parse_side};
use game::{ByOutcome, EvaluatorDeclaration, Guidance, Playable, Weight};
use game::{CellMaps, Diagram, DiagramCell, Game, Notation, Outcome, Side, Symmetry};
use std::io::Write;
use std::ops::ControlFlow;

/// The variant: a square board of 2 to 8 cells a side, numbered row by row from a1.
#[derive(Debug, Clone)]
pub struct Domineering {
    size: usize,
    maps: CellMaps,
}

/// Covered cells, one bit each, and the side to move.
pub type Position = (u64, Side);

impl Domineering {
    /// The game on `size` × `size`.
    pub fn new(size: usize) -> Domineering {
        let maps = CellMaps::new(size, size, |column, row| row * size + column);
        Domineering { size, maps }
    }

    fn covered_by(&self, side: Side, cell: u8) -> u64 {
        let neighbour = [self.size, 1][side.index()];
        (1 | 1 << neighbour) << cell
    }

    fn is_covered(&self, position: &Position, column: usize, row: usize) -> bool {
        position.0 >> (row * self.size + column) & 1 != 0
    }
}

impl Game for Domineering {
    type Position = Position;
    type Move = (Side, u8);
    type Undo = ();

    fn start(&self) -> Position {
        (0, Side::First)
    }
    fn side_to_move(&self, position: &Position) -> Side {
        position.1
    }
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (self.count_moves(position) == 0).then(|| Outcome::win(position.1.other()))
    }
    fn visit_moves<V>(&self, &(covered, side): &Position, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut((Side, u8)) -> ControlFlow<()>,
    {
        (0..(self.size * self.size) as u8)
            .filter(|&cell| match side {
                Side::First => usize::from(cell) / self.size + 1 < self.size,
                Side::Second => usize::from(cell) % self.size + 1 < self.size,
            })
            .filter(|&cell| covered & self.covered_by(side, cell) == 0)
            .try_for_each(|cell| visit((side, cell)))
    }
    fn play(&self, position: &mut Position, (side, cell): (Side, u8)) {
        *position = (position.0 | self.covered_by(side, cell), side.other());
    }
    fn undo(&self, position: &mut Position, (side, cell): (Side, u8), _undo: ()) {
        *position = (position.0 ^ self.covered_by(side, cell), side);
    }
    fn key(&self, position: &Position) -> u64 {
        mix(mix(position.0) ^ position.1.index() as u64)
    }
    fn move_universe(&self) -> Vec<(Side, u8)> {
        let mut universe = Vec::new();
        for side in Side::BOTH {
            self.moves(&(0, side), &mut universe);
        }
        universe
    }
    fn symmetries(&self) -> &[Symmetry] {
        // A quarter turn would exchange the sides.
        &Symmetry::RECTANGLE
    }
    fn map_move(&self, symmetry: Symmetry, (side, cell): (Side, u8)) -> (Side, u8) {
        let image = self.maps.set(symmetry, self.covered_by(side, cell));
        (side, image.trailing_zeros() as u8)
    }
    fn map_position(&self, symmetry: Symmetry, position: &Position) -> Position {
        (self.maps.set(symmetry, position.0), position.1)
    }
}

impl Notation for Domineering {
    fn name(&self) -> String {
        format!("domineering:{}", self.size)
    }
    fn write_move(&self, _position: &Position, (_, cell): (Side, u8)) -> String {
        Cell::from_index(cell.into(), self.size).to_string()
    }
    fn parse_move(&self, position: &Position, text: &str) -> Result<(Side, u8), TextError> {
        let (cell, end) = Cell::parse_at("move", text, 0, self.size, self.size)?;
        let chosen = (position.1, cell.index(self.size) as u8);
        let fits = (end == text.len() && self.is_legal(position, chosen)).then_some(chosen);
        let expected = "the lower or left of two empty cells";
        fits.ok_or_else(|| TextError::new("move", text, 0, "no brick fits there", expected))
    }
    fn write_position(&self, position: &Position) -> String {
        let board = BoardRows::from_cells(self.size, self.size, |column, row| {
            self.is_covered(position, column, row).then_some('#')
        });
        format!("{board} {}", ["x", "o"][position.1.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (board, end) = BoardRows::parse("position", text, "#")?;
        board.check_size("position", text, self.size, self.size)?;
        let cells = (0..self.size * self.size)
            .filter(|cell| board.at(cell % self.size, cell / self.size).is_some())
            .fold(0, |cells, cell| cells | 1 << cell);
        Ok((cells, parse_side("position", text, end, ["x", "o"])?))
    }
    fn diagram(&self, position: &Position) -> Diagram {
        let brick = DiagramCell::new(None, '#', '■', "brick");
        Diagram::from_cells(self.size, self.size, |column, row| {
            [DiagramCell::EMPTY, brick][usize::from(self.is_covered(position, column, row))]
        })
    }
}

impl Guidance for Domineering {}
impl Playable for Domineering {
    type Evaluator = ByOutcome;
    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        vec![ByOutcome::DECLARATION]
    }
    fn evaluator(&self, _name: &str, _weights: &[Weight]) -> Result<ByOutcome, WeightsTooLarge> {
        Ok(ByOutcome)
    }
}

fn main() -> std::io::Result<()> {
    let game = Domineering::new(6);
    let mut position = game.start();
    let moves = play_randomly(&game, &mut position, usize::MAX, &mut Seed(5).generator());
    let mut out = std::io::stdout().lock();
    let played = game.write_moves(&game.start(), &moves);
    writeln!(out, "{played}\n{}", game.write_position(&position))?;
    writeln!(out, "The {} side cannot move.", position.1)
}
