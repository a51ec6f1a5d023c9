//! Who gets where first: territory by queen's and by king's moves, how clearly it belongs to whom,
//! and queens that are hemmed in, mixed by how much of the board is still contested.
//!
//! The terms, for each empty cell with the numbers of moves that each side needs to get there:
//!
//! - `t1`: +1 if we are nearer by queen's moves, −1 if they are; a fifth for the side to move if
//!   both are equally near;
//! - `t2`: the same by king's moves;
//! - `c1`: 2 · (2^−ours − 2^−theirs) by queen's moves, nothing for a side that never gets there
//!   (more than six moves count as never);
//! - `c2`: a sixth of (theirs − ours) by king's moves, between −1 and 1;
//! - `m`: the hemmed-in queens of the enemy less ours, see [`hemmed_in`];
//!
//! and the phase, w: the sum over all cells that both sides can reach of 2^−|ours − theirs| by
//! queen's moves. On a board without arrows nearly every cell counts, in the end none. The
//! published mix of t1, t2 and m for each range of w is used. It does without the contrasts; here
//! they go with t2, because looking one move ahead the evaluator won 447 of 800 games with them
//! against itself without. (Without them, it won 191 of 200 against `mobility`, and no other weight
//! of m that was tried, 0, 0.5 and 2, did better than 1 in 200 games each.)
//!
//! Distances are waves of cells, and all terms are counts of cells in waves, so that no cell is
//! ever looked at alone. Everything is whole numbers: sixtieths of a cell, the mix in fifths.

use super::evaluation::ring;
use super::{DIRECTIONS, Tables};
use game::bits::Bits;
use game::{EvaluatorDeclaration, Feature, Weight};

/// What one cell of territory counts.
const CELL: i32 = 60;
/// What a cell that both sides reach at the same time counts for the side to move.
const TIED: i32 = CELL / 5;
/// By what a term is multiplied where the mix says 1.
const MIXED: i32 = 5;
/// The smallest power of two that counts is 2^−6.
const HALVES: usize = 6;
/// What a queen costs that cannot move at all, before the mix.
const HELPLESS: i32 = 5 * CELL;
/// From this freedom on, in eighths, a queen is not hemmed in.
const FREE: i32 = 160;
/// The widest difference that makes a difference for `c2`.
const CLEAR: usize = 6;

/// The published ranges of w on 10 × 10 and the mix of t1, t2 and m in each, in fifths.
const PHASES: [(i32, [i32; 3]); 6] = [
    (63, [5, 5, 20]),
    (55, [5, 5, 15]),
    (40, [5, 5, 10]),
    (25, [5, 5, 5]),
    (14, [5, 0, 1]),
    (i32::MIN, [5, 0, 0]),
];

/// The evaluator `territory` with its weights.
#[derive(Debug, Clone)]
pub struct Territory {
    /// Of t1, t2, c1, c2 and m.
    weights: [i32; 5],
    unit: i32,
    /// For each but the last of [`PHASES`] the w, in units of 2^−[`HALVES`], above which it is.
    thresholds: [i32; 5],
}

/// How it is listed.
pub(super) fn declaration() -> EvaluatorDeclaration {
    let feature =
        |name: &str, meaning: &str, weight| Feature::new(name, meaning, Weight::integer(weight));
    EvaluatorDeclaration {
        name: "territory",
        meaning: "who gets where first, and queens that are hemmed in, mixed by how much of the \
                  board is contested",
        features: vec![
            feature("t1", "cells nearer by queen's moves", 1),
            feature("t2", "cells nearer by king's moves", 1),
            feature("c1", "how clearly, by queen's moves", 1),
            feature("c2", "how clearly, by king's moves", 1),
            feature("m", "hemmed-in queens of the enemy", 1),
        ],
    }
}

/// How large the terms can become, the mix included.
pub(super) fn bounds(cells: i64) -> [i64; 5] {
    let every_cell = cells * i64::from(CELL * MIXED);
    // All cells may have queens.
    let helpless = cells * i64::from(HELPLESS * PHASES[0].1[2]);
    [every_cell, every_cell, every_cell, every_cell, helpless]
}

/// What the terms need to know about a board.
#[derive(Debug)]
pub(super) struct Waves<B> {
    /// All cells but those of the first, or last, column.
    not_first: B,
    not_last: B,
    /// For each cell those one, two and three king's steps away.
    rings: Vec<[B; 3]>,
}

impl<B: Bits> Waves<B> {
    pub(super) fn new(columns: usize, rows: usize) -> Waves<B> {
        let without =
            |column: usize| B::of((0..columns * rows).filter(|cell| cell % columns != column));
        Waves {
            not_first: without(0),
            not_last: without(columns - 1),
            rings: (0..columns * rows)
                .map(|cell| [1, 2, 3].map(|distance| ring(columns, rows, cell, distance)))
                .collect(),
        }
    }

    /// Cells some steps away in a direction; what wraps around the edges is the caller's concern.
    #[inline(always)]
    fn shift(set: B, direction: usize, steps: usize, columns: usize) -> B {
        let stride = match direction % 4 {
            0 => 1,
            1 => columns - 1,
            2 => columns,
            _ => columns + 1,
        };
        if direction < 4 {
            set << (stride * steps)
        } else {
            set >> (stride * steps)
        }
    }

    /// The cells that a step in a direction can lead to.
    #[inline(always)]
    fn arrivals(&self, direction: usize, empty: B) -> B {
        match DIRECTIONS[direction].0 {
            1 => empty & self.not_first,
            -1 => empty & self.not_last,
            _ => empty,
        }
    }

    /// The empty cells around those of a set.
    #[inline(always)]
    fn around(&self, set: B, empty: B, columns: usize) -> B {
        let row = set | (set << 1) & self.not_first | (set >> 1) & self.not_last;
        (row | row << columns | row >> columns) & empty
    }
}

/// The empty cells before which 0, 1, 3 and 7 more are empty in a direction, for each direction:
/// what it takes to slide over any distance in a few steps, each twice as long as the one before.
struct Slides<B> {
    runs: [[B; 4]; 8],
}

/// How many times a slide must double its steps, at most.
const DOUBLINGS: usize = 4;

/// The greatest number of steps in a direction.
#[inline(always)]
const fn longest(direction: usize, columns: usize, rows: usize) -> usize {
    match direction % 4 {
        0 => columns - 1,
        2 => rows - 1,
        _ if columns < rows => columns - 1,
        _ => rows - 1,
    }
}

impl<B: Bits> Slides<B> {
    #[inline(always)]
    fn new(waves: &Waves<B>, empty: B, columns: usize, rows: usize) -> Slides<B> {
        let mut runs = [[B::ZERO; 4]; 8];
        for (direction, runs) in runs.iter_mut().enumerate() {
            runs[0] = waves.arrivals(direction, empty);
            for doubling in 1..DOUBLINGS {
                let before = runs[doubling - 1];
                let steps = 1 << (doubling - 1);
                if 2 * steps > longest(direction, columns, rows) {
                    break;
                }
                runs[doubling] = before & Waves::shift(before, direction, steps, columns);
            }
        }
        Slides { runs }
    }

    /// The cells a queen's move from those of a set, and the set itself.
    #[inline(always)]
    fn moves(&self, from: B, columns: usize, rows: usize) -> B {
        let mut reached = from;
        for (direction, runs) in self.runs.iter().enumerate() {
            let mut filled = from;
            for (doubling, &run) in runs.iter().enumerate() {
                let steps = 1 << doubling;
                if steps > longest(direction, columns, rows) {
                    break;
                }
                filled |= run & Waves::shift(filled, direction, steps, columns);
            }
            reached |= filled;
        }
        reached
    }
}

/// What comes out of the distances by queen's moves.
struct ByQueen<B> {
    territory: i32,
    /// In units of 2^−[`HALVES`].
    contested: i32,
    /// For each side the waves of the distances that count for the contrast.
    early: [[B; HALVES + 1]; 2],
}

/// What comes out of the distances by king's moves.
struct ByKing {
    territory: i32,
    contrast: i32,
}

/// Counts the cells of a set.
#[inline(always)]
fn count<B: Bits>(set: B) -> i32 {
    set.count() as i32
}

impl Territory {
    /// With weights for t1, t2, c1, c2 and m, in units of the `unit`-th part of 1.
    pub(super) fn new(weights: [i32; 5], unit: i32, cells: i64) -> Territory {
        // The ranges are those of a board of 100 cells.
        let thresholds = std::array::from_fn(|phase| {
            (i64::from(PHASES[phase].0) * cells * (1 << HALVES) / 100) as i32
        });
        Territory {
            weights,
            unit,
            thresholds,
        }
    }

    pub(super) fn unit(&self) -> i32 {
        self.unit * CELL * MIXED
    }

    /// What the position is worth to the owner of the first queens, who is to move.
    #[inline]
    pub(super) fn evaluate<B: Bits>(
        &self,
        tables: &Tables<B>,
        columns: usize,
        rows: usize,
        queens: [B; 2],
        empty: B,
    ) -> i32 {
        // Shifts by constants are several times as fast.
        match (columns, rows) {
            (10, 10) if B::WIDTH == 128 => self.evaluate_on(tables, 10, 10, queens, empty),
            (8, 8) if B::WIDTH == 64 => self.evaluate_on(tables, 8, 8, queens, empty),
            _ => self.evaluate_on(tables, columns, rows, queens, empty),
        }
    }

    #[inline(always)]
    fn evaluate_on<B: Bits>(
        &self,
        tables: &Tables<B>,
        columns: usize,
        rows: usize,
        queens: [B; 2],
        empty: B,
    ) -> i32 {
        let [t1, t2, c1, c2, m] = self.weights;
        let waves = &tables.waves;
        let first_moves = queens.map(|queens| FirstMoves::new(tables, queens, empty));
        let by_queen = by_queen(tables, columns, rows, &first_moves, empty);
        let phase = self
            .thresholds
            .iter()
            .position(|&threshold| by_queen.contested > threshold)
            .unwrap_or(PHASES.len() - 1);
        let [mix_t1, mix_t2, mix_m] = PHASES[phase].1;
        let mut value = mix_t1 * t1 * by_queen.territory;
        if mix_t2 != 0 {
            if c1 != 0 {
                value += mix_t2 * c1 * by_queen.contrast();
            }
            if t2 != 0 || c2 != 0 {
                let by_king = by_king(waves, columns, queens, empty, c2 != 0);
                value += mix_t2 * (t2 * by_king.territory + c2 * by_king.contrast);
            }
        }
        if mix_m != 0 && m != 0 {
            let neighbours = Neighbours::new(waves, empty, columns);
            let [own, enemy] = [0, 1].map(|side| {
                first_moves[side]
                    .of_each(tables, queens[side], empty)
                    .map(|(queen, reach)| hemmed_in(tables, &neighbours, queen, reach))
                    .sum::<i32>()
            });
            value += mix_m * m * (enemy - own);
        }
        value
    }
}

/// Where the queens of a side can go with one move.
struct FirstMoves<B> {
    all: B,
    /// For each of the first queens, in the order of their cells.
    each: [B; FirstMoves::<()>::KEPT],
}

impl FirstMoves<()> {
    /// Of how many queens the moves are kept: as many as there are in a game.
    const KEPT: usize = 4;
}

impl<B: Bits> FirstMoves<B> {
    #[inline(always)]
    fn new(tables: &Tables<B>, queens: B, empty: B) -> FirstMoves<B> {
        let occupied = tables.board & !empty;
        let mut moves = FirstMoves {
            all: B::ZERO,
            each: [B::ZERO; FirstMoves::KEPT],
        };
        for (number, queen) in queens.ones().enumerate() {
            let reach = tables.reach(queen, occupied);
            moves.all |= reach;
            if let Some(place) = moves.each.get_mut(number) {
                *place = reach;
            }
        }
        moves
    }

    /// Each queen of the side and where it can go.
    #[inline(always)]
    fn of_each(&self, tables: &Tables<B>, queens: B, empty: B) -> impl Iterator<Item = (usize, B)> {
        queens.ones().enumerate().map(move |(number, queen)| {
            let kept = self.each.get(number).copied();
            let reach = kept.unwrap_or_else(|| tables.reach(queen, tables.board & !empty));
            (queen, reach)
        })
    }
}

/// So few cells are looked at one by one.
const FEW: usize = 3;

/// The cells of `open`, which are empty, that are a queen's move from those of `frontier`.
#[inline(always)]
fn next_wave<B: Bits>(
    tables: &Tables<B>,
    slides: &Slides<B>,
    (columns, rows): (usize, usize),
    frontier: B,
    open: B,
    empty: B,
) -> B {
    if frontier.is_zero() || open.is_zero() {
        return B::ZERO;
    }
    if !(0..FEW)
        .fold(open, |open, _| open.without_lowest())
        .is_zero()
    {
        return slides.moves(frontier, columns, rows) & open;
    }
    let occupied = tables.board & !empty;
    open.ones()
        .filter(|&cell| tables.reach(cell, occupied).meets(frontier))
        .fold(B::ZERO, |wave, cell| wave | B::bit(cell))
}

#[inline(always)]
fn by_queen<B: Bits>(
    tables: &Tables<B>,
    columns: usize,
    rows: usize,
    first_moves: &[FirstMoves<B>; 2],
    empty: B,
) -> ByQueen<B> {
    let slides = Slides::new(&tables.waves, empty, columns, rows);
    // The cells reached so far, and the latest waves; a wave stands at its distance modulo their
    // number.
    let mut reached = [B::ZERO; 2];
    let mut latest = [[B::ZERO; HALVES + 1]; 2];
    let mut early = latest;
    let mut frontier = [first_moves[0].all, first_moves[1].all];
    // Whose cells are whose: no cell is in two waves of a side, so they can be counted in the end.
    let mut nearer = [B::ZERO; 2];
    let mut tied = B::ZERO;
    // The cells that one side reaches one, two, ... moves before the other.
    let mut ahead = [B::ZERO; HALVES];
    for distance in 1_usize.. {
        for side in 0..2 {
            if distance > 1 {
                let open = empty & !reached[side];
                let size = (columns, rows);
                frontier[side] = next_wave(tables, &slides, size, frontier[side], open, empty);
            }
            reached[side] |= frontier[side];
        }
        let [own, enemy] = frontier;
        if own.is_zero() && enemy.is_zero() {
            break;
        }
        tied |= own & enemy;
        nearer[0] |= own & !reached[1];
        nearer[1] |= enemy & !reached[0];
        for (difference, cells) in (1..distance).zip(&mut ahead) {
            let before = (distance - difference) % (HALVES + 1);
            *cells |= own & latest[1][before] | enemy & latest[0][before];
        }
        if distance <= HALVES {
            early[0][distance] = own;
            early[1][distance] = enemy;
        }
        latest[0][distance % (HALVES + 1)] = own;
        latest[1][distance % (HALVES + 1)] = enemy;
    }
    let tied = count(tied);
    let contested = (1..).zip(&ahead).map(|(difference, &cells)| {
        if cells.is_zero() {
            0
        } else {
            count(cells) << (HALVES - difference)
        }
    });
    ByQueen {
        territory: (count(nearer[0]) - count(nearer[1])) * CELL + tied * TIED,
        contested: contested.sum::<i32>() + (tied << HALVES),
        early,
    }
}

impl<B: Bits> ByQueen<B> {
    /// How clearly cells are nearer.
    #[inline(always)]
    fn contrast(&self) -> i32 {
        let mut contrast = 0;
        for distance in 1..=HALVES {
            let [own, enemy] = [self.early[0][distance], self.early[1][distance]];
            if !(own | enemy).is_zero() {
                contrast += (count(own) - count(enemy)) << (HALVES - distance);
            }
        }
        2 * contrast * CELL / (1 << HALVES)
    }
}

#[inline(always)]
fn by_king<B: Bits>(
    waves: &Waves<B>,
    columns: usize,
    queens: [B; 2],
    empty: B,
    with_contrast: bool,
) -> ByKing {
    let mut reached = [B::ZERO; 2];
    let mut next = queens.map(|queens| waves.around(queens, empty, columns));
    let mut nearer = [B::ZERO; 2];
    let mut tied = B::ZERO;
    let mut lead = Lead([B::ZERO; 3]);
    loop {
        let [own, enemy] = [next[0] & !reached[0], next[1] & !reached[1]];
        if (own | enemy).is_zero() {
            break;
        }
        reached = next;
        tied |= own & enemy;
        nearer[0] |= own & !reached[1];
        nearer[1] |= enemy & !reached[0];
        if with_contrast {
            lead.grow(reached[0] ^ reached[1]);
        }
        next = reached.map(|reached| reached | waves.around(reached, empty, columns));
    }
    if with_contrast {
        lead.clear(reached[0] ^ reached[1]);
    }
    ByKing {
        territory: (count(nearer[0]) - count(nearer[1])) * CELL + count(tied) * TIED,
        contrast: (lead.sum(nearer[0]) - lead.sum(nearer[1])) * (CELL / CLEAR as i32),
    }
}

/// For each cell by how many waves the nearer side is ahead, cut off at [`CLEAR`], as three binary
/// digits, lowest first.
struct Lead<B>([B; 3]);

impl<B: Bits> Lead<B> {
    /// One more, for these cells.
    #[inline(always)]
    fn grow(&mut self, cells: B) {
        let [ones, twos, fours] = &mut self.0;
        // Six is four and two.
        let cells = cells & !(*twos & *fours);
        let carry = *ones & cells;
        *ones ^= cells;
        *fours |= *twos & carry;
        *twos ^= carry;
    }

    /// As many as count, for these cells.
    #[inline(always)]
    fn clear(&mut self, cells: B) {
        let [ones, twos, fours] = &mut self.0;
        *ones &= !cells;
        *twos |= cells;
        *fours |= cells;
    }

    #[inline(always)]
    fn sum(&self, set: B) -> i32 {
        let digits = self.0.iter().enumerate();
        digits
            .map(|(digit, &cells)| count(cells & set) << digit)
            .sum()
    }
}

/// For each cell the number of empty cells around it, as binary digits, lowest first.
struct Neighbours<B>([B; 4]);

impl<B: Bits> Neighbours<B> {
    #[inline(always)]
    fn new(waves: &Waves<B>, empty: B, columns: usize) -> Neighbours<B> {
        let sides = [
            (empty << 1) & waves.not_first,
            (empty >> 1) & waves.not_last,
        ];
        // Above and below stand the same three cells.
        let row = add(sides[0], sides[1], empty);
        let above = row.map(|digit| digit << columns);
        let below = row.map(|digit| digit >> columns);
        let (ones, carry) = full(above[0], below[0], sides[0] ^ sides[1]);
        let (twos, high) = full(above[1], below[1], sides[0] & sides[1]);
        let (twos, high_again) = (twos ^ carry, twos & carry);
        Neighbours([ones, twos, high ^ high_again, high & high_again])
    }
}

/// The sum of three bits as two digits, for each cell.
#[inline(always)]
fn add<B: Bits>(one: B, two: B, three: B) -> [B; 2] {
    let (sum, carry) = full(one, two, three);
    [sum, carry]
}

#[inline(always)]
fn full<B: Bits>(one: B, two: B, three: B) -> (B, B) {
    let half = one ^ two;
    (half ^ three, one & two | half & three)
}

/// What it costs that a queen is hemmed in.
///
/// Its freedom is the sum over the cells that it can go to, at most three away, of the number of
/// empty cells around them, halved for each step of the way: a queen in the open has a freedom of
/// about fifty. Below twenty the cost grows with the square of what is missing.
#[inline]
fn hemmed_in<B: Bits>(
    tables: &Tables<B>,
    neighbours: &Neighbours<B>,
    queen: usize,
    reach: B,
) -> i32 {
    let rings = &tables.waves.rings[queen];
    let [near, middle, far] = [0, 1, 2].map(|distance| reach & rings[distance]);
    // Cells farther away count half, and digits one higher count twice: so several sets have the
    // same weight, and since no cell is in two rings they are counted together. Around the cells
    // next to the queen at most seven are empty. Most queens are free by the heaviest alone.
    let [ones, twos, fours, eights] = neighbours.0;
    let mut freedom = count(fours & near | eights & middle) << 4;
    freedom += count(twos & near | fours & middle | eights & far) << 3;
    if freedom >= FREE {
        return 0;
    }
    freedom += count(ones & near | twos & middle | fours & far) << 2;
    freedom += count(ones & middle | twos & far) << 1;
    freedom += count(ones & far);
    if freedom >= FREE {
        return 0;
    }
    let missing = FREE - freedom;
    HELPLESS * missing * missing / (FREE * FREE)
}
