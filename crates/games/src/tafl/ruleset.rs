//! The rules of a tafl game as data.
//!
//! A [`Ruleset`] says everything in which the games of the family differ; the engine reads nothing
//! else. Rulesets come from [`presets`](super::presets), from TOML files and from the community's
//! one-line notation, and all of them pass [`Ruleset::validate`] before a game is built.

use game::text::{BoardRows, Cell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// The sizes that can be played.
pub(crate) const SMALLEST: usize = 5;
/// See [`SMALLEST`].
pub(crate) const LARGEST: usize = 19;
/// After how many plies a game is drawn when nothing else is said. The longest of the 2 277
/// recorded games we test with has fewer plies than half of this, so it ends only games in which
/// nobody makes progress.
pub const DEFAULT_MOVE_LIMIT: u32 = 1000;

/// A set of piece types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pieces(u8);

/// The types of pieces, in the order of tables indexed by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Attacker,
    Defender,
    King,
}

impl Piece {
    pub(crate) const ALL: [Piece; 3] = [Piece::Attacker, Piece::Defender, Piece::King];

    pub(crate) const fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }
}

impl Pieces {
    /// No piece.
    pub const NONE: Pieces = Pieces(0);
    /// The king alone.
    pub const KING: Pieces = Pieces(0b100);
    /// The attackers.
    pub const ATTACKERS: Pieces = Pieces(0b001);
    /// The defenders with their king.
    pub const DEFENDERS: Pieces = Pieces(0b110);
    /// Both sides without the king.
    pub const SOLDIERS: Pieces = Pieces(0b011);
    /// The attackers and the king.
    pub const ATTACKERS_AND_KING: Pieces = Pieces(0b101);
    /// Every piece.
    pub const ALL: Pieces = Pieces(0b111);

    pub(crate) const fn contains(self, piece: Piece) -> bool {
        self.0 >> (piece as u8) & 1 != 0
    }

    pub(crate) fn with(self, piece: Piece) -> Pieces {
        Pieces(self.0 | 1 << (piece as u8))
    }

    /// Reads `tTK` and the words `all`, `none`, `attackers`, `defenders` (the king among them) and
    /// `soldiers`; else the offset of the first letter that is no piece of ours.
    pub(crate) fn parse(text: &str) -> Result<Pieces, usize> {
        match text {
            "all" => return Ok(Pieces::ALL),
            "none" => return Ok(Pieces::NONE),
            "attackers" => return Ok(Pieces::ATTACKERS),
            "defenders" => return Ok(Pieces::DEFENDERS),
            "soldiers" => return Ok(Pieces::SOLDIERS),
            _ => {}
        }
        let mut pieces = Pieces::NONE;
        for (offset, letter) in text.char_indices() {
            let piece = Piece::ALL
                .into_iter()
                .find(|piece| piece.letter() == letter)
                .ok_or(offset)?;
            pieces = pieces.with(piece);
        }
        Ok(pieces)
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Piece::ALL
            .into_iter()
            .filter(|&piece| self.contains(piece))
            .try_for_each(|piece| write!(formatter, "{}", piece.letter()))
    }
}

/// Whether the king takes part in captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingArms {
    /// Like any other piece.
    Armed,
    /// Only as the piece that stands still.
    Anvil,
    /// Only as the piece that moves.
    Hammer,
    /// Not at all.
    Unarmed,
}

impl KingArms {
    pub(crate) fn strikes(self) -> bool {
        matches!(self, KingArms::Armed | KingArms::Hammer)
    }

    pub(crate) fn supports(self) -> bool {
        matches!(self, KingArms::Armed | KingArms::Anvil)
    }
}

/// What it takes to capture the king. The attacker that moves must in any case end beside him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingStrength {
    /// All four neighbours hostile; at the edge of the board he is safe.
    Strong,
    /// All neighbours hostile, be they four or, at the edge, three.
    Confined,
    /// Four on the throne; beside it the other three (the throne counts as the fourth); elsewhere
    /// two, like any other piece.
    ByThrone,
    /// Two, like any other piece.
    Weak,
    /// At least three of the four neighbours hostile, and the fourth no empty ordinary cell: a
    /// piece, a special cell or the edge (*La Fuga del Rey*).
    ThreeSides,
}

/// Where the king is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// On a corner cell.
    Corners,
    /// On any cell of the edge.
    Edge,
}

/// Which side moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// As in most rules.
    Attackers,
    /// The king's side.
    Defenders,
}

/// What happens when the attackers have all defenders surrounded, away from the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surrounded {
    /// Nothing.
    Ignored,
    /// The attackers have won.
    Loses,
    /// The attackers have won if no piece of the ring can be captured from inside.
    LosesWhenSecure,
}

/// What happens to a side that has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// What is counted as a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionOf {
    /// A position with the same side to move: the rule applies when it occurs for the n-th time.
    Positions,
    /// A side that plays the same two moves to and fro, without capturing: the rule applies when
    /// it repeats them for the n-th time. What the other side does is no excuse.
    Moves,
}

/// What a repetition means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionMeans {
    /// Nothing.
    Nothing,
    /// A draw.
    Draw,
    /// The side that moved last has won.
    MoverWins,
    /// The side that moved last has lost.
    MoverLoses,
}

/// The rule about repetitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// What is counted.
    pub of: RepetitionOf,
    /// How often it must happen.
    pub times: u16,
    /// What it means.
    pub means: RepetitionMeans,
}

/// Capture of a row of pieces against the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shieldwall {
    /// Whether an empty corner closes an end of the row (a *strong* shieldwall).
    pub corners_close: bool,
    /// Whether the capturing move must be the one that closes an end of the row.
    pub flanking: bool,
}

/// A kind of special cells, and what it means to each type of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecialCells {
    /// Which cells; as (column, row) from the bottom left.
    pub cells: BTreeSet<(u8, u8)>,
    /// Who may stop there.
    pub stop: Pieces,
    /// Who may pass over them.
    pub pass: Pieces,
    /// Who may enter them from outside, to stop there or to pass; the others, if they start inside,
    /// move about inside their block of adjoining cells, and once they have left it stay out.
    pub reenter: Pieces,
    /// To whom they are hostile while something stands on them, whosever it is.
    pub hostile_occupied: Pieces,
    /// To whom they are hostile while they are empty.
    pub hostile_empty: Pieces,
}

/// The kinds of special cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Throne,
    Corners,
    AttackerCamps,
    DefenderCamps,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [
        Kind::Throne,
        Kind::Corners,
        Kind::AttackerCamps,
        Kind::DefenderCamps,
    ];

    /// The table of a ruleset file.
    pub(crate) const fn table(self) -> &'static str {
        match self {
            Kind::Throne => "throne",
            Kind::Corners => "corners",
            Kind::AttackerCamps => "attacker-camps",
            Kind::DefenderCamps => "defender-camps",
        }
    }

    /// The defaults of the community's notation.
    pub(crate) fn defaults(self, size: usize) -> SpecialCells {
        let (middle, last) = (size as u8 / 2, size.max(1) as u8 - 1);
        let (cells, stop, pass, hostile_occupied, hostile_empty) = match self {
            Kind::Throne => (
                BTreeSet::from([(middle, middle)]),
                Pieces::KING,
                Pieces::ALL,
                Pieces::ATTACKERS,
                Pieces::ALL,
            ),
            Kind::Corners => (
                BTreeSet::from([(0, 0), (0, last), (last, 0), (last, last)]),
                Pieces::KING,
                Pieces::KING,
                Pieces::ALL,
                Pieces::ALL,
            ),
            Kind::AttackerCamps => (
                BTreeSet::new(),
                Pieces::ALL,
                Pieces::ALL,
                Pieces::DEFENDERS,
                Pieces::DEFENDERS,
            ),
            Kind::DefenderCamps => (
                BTreeSet::new(),
                Pieces::DEFENDERS,
                Pieces::ALL,
                Pieces::ATTACKERS,
                Pieces::ATTACKERS,
            ),
        };
        SpecialCells {
            cells,
            stop,
            pass,
            reenter: Pieces::ALL,
            hostile_occupied,
            hostile_empty,
        }
    }
}

/// How far each type of piece may move; no limit where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Speed {
    /// The attackers.
    pub attackers: Option<u8>,
    /// The defenders without the king.
    pub defenders: Option<u8>,
    /// The king.
    pub king: Option<u8>,
}

/// The rules of one game of the tafl family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// The side of the board, odd.
    pub size: usize,
    /// The start, as rows from the top: `t` attacker, `T` defender, `K` king.
    pub layout: String,
    /// Who moves first.
    pub first: First,
    /// What the attackers and the defenders are called.
    pub side_names: [String; 2],
    /// Whether the king captures.
    pub king_arms: KingArms,
    /// How the king is captured.
    pub king_strength: KingStrength,
    /// Where the king gets away.
    pub escape: Escape,
    /// The king's seat.
    pub throne: SpecialCells,
    /// The corners.
    pub corners: SpecialCells,
    /// The attackers' camps.
    pub attacker_camps: SpecialCells,
    /// The defenders' camps.
    pub defender_camps: SpecialCells,
    /// Captures against the edge.
    pub shieldwall: Option<Shieldwall>,
    /// Whether a king who cannot be driven out of a fort at the edge has won.
    pub exit_fort: bool,
    /// What a closed ring around all defenders means.
    pub surrounded: Surrounded,
    /// What repetitions mean.
    pub repetition: Repetition,
    /// Whether a defender beside the king on his throne is captured against the throne when the
    /// king's other three neighbours are hostile.
    pub linnaean_capture: bool,
    /// How far pieces move.
    pub speed: Speed,
    /// What it means to have no move.
    pub no_move: NoMove,
    /// After how many plies the game is drawn.
    pub move_limit: u32,
}

/// What is wrong with a ruleset: the field, the problem, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid {
    /// As in a ruleset file: `layout`, `throne.cells`.
    pub(crate) field: String,
    pub(crate) problem: String,
    pub(crate) expected: String,
}

fn invalid<T>(
    field: impl Into<String>,
    problem: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, Invalid> {
    Err(Invalid {
        field: field.into(),
        problem: problem.into(),
        expected: expected.into(),
    })
}

impl Ruleset {
    /// The defaults of the community's notation on a board of this size: corner escape, a strong
    /// armed king, surrounding fatal, the third occurrence of a position drawn.
    #[must_use]
    pub fn defaults(size: usize, layout: &str) -> Ruleset {
        Ruleset {
            size,
            layout: layout.to_string(),
            first: First::Attackers,
            side_names: ["attackers".to_string(), "defenders".to_string()],
            king_arms: KingArms::Armed,
            king_strength: KingStrength::Strong,
            escape: Escape::Corners,
            throne: Kind::Throne.defaults(size),
            corners: Kind::Corners.defaults(size),
            attacker_camps: Kind::AttackerCamps.defaults(size),
            defender_camps: Kind::DefenderCamps.defaults(size),
            shieldwall: None,
            exit_fort: false,
            surrounded: Surrounded::Loses,
            repetition: Repetition {
                of: RepetitionOf::Positions,
                times: 3,
                means: RepetitionMeans::Draw,
            },
            linnaean_capture: false,
            speed: Speed::default(),
            no_move: NoMove::Loss,
            move_limit: DEFAULT_MOVE_LIMIT,
        }
    }

    pub(crate) fn special(&self, kind: Kind) -> &SpecialCells {
        match kind {
            Kind::Throne => &self.throne,
            Kind::Corners => &self.corners,
            Kind::AttackerCamps => &self.attacker_camps,
            Kind::DefenderCamps => &self.defender_camps,
        }
    }

    pub(crate) fn special_mut(&mut self, kind: Kind) -> &mut SpecialCells {
        match kind {
            Kind::Throne => &mut self.throne,
            Kind::Corners => &mut self.corners,
            Kind::AttackerCamps => &mut self.attacker_camps,
            Kind::DefenderCamps => &mut self.defender_camps,
        }
    }

    /// The start as rows of letters. Only valid rulesets have one.
    pub(crate) fn start_rows(&self) -> Option<BoardRows> {
        let (rows, end) = BoardRows::parse("layout", &self.layout, "tTK").ok()?;
        (end == self.layout.len()).then_some(rows)
    }

    /// Finds what keeps the rules from being played.
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        if !(SMALLEST..=LARGEST).contains(&self.size) || self.size.is_multiple_of(2) {
            return invalid(
                "size",
                format!("the board cannot be {} cells wide", self.size),
                format!("an odd number from {SMALLEST} to {LARGEST}"),
            );
        }
        self.validate_layout()?;
        let mut taken = BTreeSet::new();
        for kind in Kind::ALL {
            for &(column, row) in &self.special(kind).cells {
                let cell = Cell {
                    column: column.into(),
                    row: row.into(),
                };
                let field = format!("{}.cells", kind.table());
                if cell.column.max(cell.row) >= self.size {
                    return invalid(
                        field,
                        format!("{cell} is not on the board"),
                        format!("a cell of a board of {0} x {0}", self.size),
                    );
                }
                if !taken.insert((column, row)) {
                    return invalid(
                        field,
                        format!("{cell} is special in two ways"),
                        "each cell in one list at most",
                    );
                }
            }
        }
        if self.escape == Escape::Corners && self.corners.cells.is_empty() {
            return invalid(
                "escape",
                "the king escapes to the corners, but there are none",
                "corner cells, or escape to the edge",
            );
        }
        for (name, speed) in [
            ("speed.attackers", self.speed.attackers),
            ("speed.defenders", self.speed.defenders),
            ("speed.king", self.speed.king),
        ] {
            if speed == Some(0) {
                return invalid(name, "a piece that cannot move", "a number from 1");
            }
        }
        if self.repetition.times < 2 {
            return invalid(
                "repetition.times",
                format!("{} is no repetition", self.repetition.times),
                "a number from 2",
            );
        }
        if !(1..=1_000_000).contains(&self.move_limit) {
            return invalid(
                "move-limit",
                format!("a limit of {} plies", self.move_limit),
                "a number from 1 to 1000000",
            );
        }
        if let Some(name) = self.side_names.iter().find(|name| name.trim().is_empty()) {
            return invalid("side-names", format!("{name:?} is no name"), "two names");
        }
        Ok(())
    }

    fn validate_layout(&self) -> Result<(), Invalid> {
        let parsed = BoardRows::parse("layout", &self.layout, "tTK");
        let (rows, end) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                return invalid(
                    "layout",
                    format!("column {}: {}", error.place().column, error.problem()),
                    error.expected(),
                );
            }
        };
        let sides = format!("{0} rows of {0} cells", self.size);
        if end < self.layout.len() {
            return invalid(
                "layout",
                format!("{:?} behind the rows", &self.layout[end..]),
                sides,
            );
        }
        if (rows.columns(), rows.rows()) != (self.size, self.size) {
            return invalid(
                "layout",
                format!("{} rows of {} cells", rows.rows(), rows.columns()),
                sides,
            );
        }
        let count = |letter| {
            (0..self.size * self.size)
                .filter(|cell| rows.at(cell % self.size, cell / self.size) == Some(letter))
                .count()
        };
        if count('K') != 1 {
            return invalid("layout", format!("{} kings", count('K')), "one king");
        }
        if count('t') == 0 {
            return invalid("layout", "no attackers", "at least one attacker");
        }
        Ok(())
    }
}
