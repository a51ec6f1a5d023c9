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
//! against itself without. What the terms are worth beside each other our tuner found (SPSA, 6000
//! games of 3000 nodes a move) for boards of about 10 × 10: by king's moves it matters how clearly a
//! cell belongs to somebody, by queen's moves only to whom, and queens that are hemmed in matter more
//! than was published.
//!
//! Distances are waves of cells, and all terms are counts of cells in waves, so that no cell is
//! ever looked at alone. Everything is whole numbers: sixtieths of a cell, the mix in fifths.

use super::both::{Both, Lanes, Plain};
use super::evaluation::ring;
use super::{DIRECTIONS, Tables};
use game::bits::Bits;
use game::{EvaluatorDeclaration, Feature, Weight};
use std::ops::{BitOr, RangeInclusive};

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

/// What our tuner found on 10 × 10, in hundredths, for boards of so many cells.
const TUNED: [i64; 5] = [111, 65, 0, 234, 243];
const TUNED_CELLS: RangeInclusive<usize> = 81..=100;
/// What serves other boards: all terms alike. (On 7 × 7 the tuned weights lost 49 Elo to these.)
const ALIKE: [i64; 5] = [100; 5];

/// How it is listed on a board of so many cells.
pub(super) fn declaration(cells: usize) -> EvaluatorDeclaration {
    let weights = if TUNED_CELLS.contains(&cells) {
        TUNED
    } else {
        ALIKE
    };
    let features = [
        ("t1", "cells nearer by queen's moves"),
        ("t2", "cells nearer by king's moves"),
        ("c1", "how clearly, by queen's moves"),
        ("c2", "how clearly, by king's moves"),
        ("m", "hemmed-in queens of the enemy"),
    ];
    let features = features.into_iter().zip(weights);
    EvaluatorDeclaration {
        name: "territory",
        meaning: "who gets where first, and queens that are hemmed in, mixed by how much of the \
                  board is contested",
        features: features
            .map(|((name, meaning), hundredths)| {
                Feature::new(name, meaning, Weight::from_millionths(hundredths * 10_000))
            })
            .collect(),
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

    /// The empty cells around those of the sets.
    #[inline(always)]
    pub(super) fn around<T: Both<B>>(&self, sets: T, empty: T, columns: usize) -> T {
        let [not_first, not_last] = [self.not_first, self.not_last].map(T::same);
        let row = sets | (sets << 1) & not_first | (sets >> 1) & not_last;
        (row | row << columns | row >> columns) & empty
    }
}

/// The empty cells before which 0, 1, 3 and 7 more are empty in a direction, for each direction:
/// what it takes to slide over any distance in a few steps, each twice as long as the one before.
pub(super) struct Slides<T> {
    runs: [[T; DOUBLINGS]; 8],
}

/// How many times a slide must double its steps, at most.
const DOUBLINGS: usize = 4;

/// The size of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Size {
    /// The greatest number of steps in a direction.
    #[inline(always)]
    fn longest(self, direction: usize) -> usize {
        match direction % 4 {
            0 => self.columns - 1,
            2 => self.rows - 1,
            _ => self.columns.min(self.rows) - 1,
        }
    }

    /// The cells some steps away in a direction; what wraps around the edges is the caller's
    /// concern.
    #[inline(always)]
    fn shift<B, T: Both<B>>(self, sets: T, direction: usize, steps: usize) -> T {
        let stride = match direction % 4 {
            0 => 1,
            1 => self.columns - 1,
            2 => self.columns,
            _ => self.columns + 1,
        };
        if direction < 4 {
            sets << (stride * steps)
        } else {
            sets >> (stride * steps)
        }
    }
}

/// The same for each direction. A loop would not do: the compiler has to know every direction, for
/// shifts by constants.
macro_rules! each_direction {
    ($direction:ident => $value:expr) => {
        each_direction!($direction => $value; 0, 1, 2, 3, 4, 5, 6, 7)
    };
    ($direction:ident => $value:expr; $($number:literal),*) => {
        [$({
            const $direction: usize = $number;
            $value
        }),*]
    };
}

impl<T> Slides<T> {
    #[inline(always)]
    pub(super) fn new<B: Bits>(waves: &Waves<B>, empty: T, size: Size) -> Slides<T>
    where
        T: Both<B>,
    {
        // The cells that a step in a direction can lead to.
        let to_right = empty & T::same(waves.not_first);
        let to_left = empty & T::same(waves.not_last);
        let arrivals = each_direction!(DIRECTION => match DIRECTIONS[DIRECTION].0 {
            1 => to_right,
            -1 => to_left,
            _ => empty,
        });
        Slides {
            runs: each_direction!(DIRECTION => {
                let first = arrivals[DIRECTION];
                let second = doubled(first, DIRECTION, 1, size);
                let third = doubled(second, DIRECTION, 2, size);
                [first, second, third, doubled(third, DIRECTION, 4, size)]
            }),
        }
    }

    /// The cells a queen's move from those of the sets, and the sets themselves.
    #[inline(always)]
    pub(super) fn moves<B: Bits>(&self, from: T, size: Size) -> T
    where
        T: Both<B>,
    {
        let filled = each_direction!(DIRECTION => {
            let [first, second, third, fourth] = self.runs[DIRECTION];
            let filled = slid(from, first, DIRECTION, 1, size);
            let filled = slid(filled, second, DIRECTION, 2, size);
            let filled = slid(filled, third, DIRECTION, 4, size);
            slid(filled, fourth, DIRECTION, 8, size)
        });
        filled.into_iter().fold(from, BitOr::bitor)
    }
}

/// The ends of runs twice as long, given those of runs of so many steps.
#[inline(always)]
fn doubled<B: Bits, T: Both<B>>(runs: T, direction: usize, steps: usize, size: Size) -> T {
    if 2 * steps > size.longest(direction) {
        runs
    } else {
        runs & size.shift(runs, direction, steps)
    }
}

/// Cells and those so many steps on at the end of a run.
#[inline(always)]
fn slid<B: Bits, T: Both<B>>(from: T, runs: T, direction: usize, steps: usize, size: Size) -> T {
    if steps > size.longest(direction) {
        from
    } else {
        from | runs & size.shift(from, direction, steps)
    }
}

/// What comes out of the distances by queen's moves.
struct ByQueen<T> {
    territory: i32,
    /// In units of 2^−[`HALVES`].
    contested: i32,
    /// The waves of the distances that count for the contrast, and how many of them there are.
    early: [T; HALVES + 1],
    waves: usize,
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
            (10, 10) if B::WIDTH == 128 => {
                let size = Size {
                    columns: 10,
                    rows: 10,
                };
                self.evaluate_on::<B, Lanes<2>>(tables, size, queens, empty)
            }
            (8, 8) if B::WIDTH == 64 => {
                let size = Size {
                    columns: 8,
                    rows: 8,
                };
                self.evaluate_on::<B, Lanes<1>>(tables, size, queens, empty)
            }
            _ => {
                let size = Size { columns, rows };
                self.evaluate_on::<B, Plain<B>>(tables, size, queens, empty)
            }
        }
    }

    #[inline(always)]
    fn evaluate_on<B: Bits, T: Both<B>>(
        &self,
        tables: &Tables<B>,
        size: Size,
        queens: [B; 2],
        empty: B,
    ) -> i32 {
        let [t1, t2, c1, c2, m] = self.weights;
        let waves = &tables.waves;
        let by_queen = by_queen(tables, size, T::new(queens), empty);
        let phase = self
            .thresholds
            .iter()
            .position(|&threshold| by_queen.contested > threshold)
            .unwrap_or(PHASES.len() - 1);
        let [mix_t1, mix_t2, mix_m] = PHASES[phase].1;
        let mut value = mix_t1 * t1 * by_queen.territory;
        if mix_t2 != 0 {
            if c1 != 0 {
                value += mix_t2 * c1 * by_queen.contrast::<B>();
            }
            if t2 != 0 || c2 != 0 {
                let by_king = by_king(waves, size.columns, T::new(queens), T::same(empty));
                value += mix_t2 * (t2 * by_king.territory + c2 * by_king.contrast);
            }
        }
        if mix_m != 0 && m != 0 {
            let neighbours = Neighbours::new(waves, T::same(empty), size.columns);
            let [own, enemy] = queens.map(|queens| {
                let each = queens.ones();
                each.map(|queen| hemmed_in(tables, &neighbours, queen, empty))
                    .sum::<i32>()
            });
            value += mix_m * m * (enemy - own);
        }
        value
    }
}

/// So few cells are looked at one by one.
const FEW: i32 = 4;

/// The cells of `open`, which are empty, that are a queen's move from those of `frontier`.
#[inline(always)]
pub(super) fn next_wave<B: Bits, T: Both<B>>(
    tables: &Tables<B>,
    slides: &Slides<T>,
    size: Size,
    frontier: T,
    open: T,
    empty: B,
) -> T {
    let [own, other] = open.counts();
    if own + other > FEW {
        return slides.moves(frontier, size) & open;
    }
    let occupied = tables.board & !empty;
    let (open, frontier) = (open.sets(), frontier.sets());
    T::new([0, 1].map(|side| {
        open[side]
            .ones()
            .filter(|&cell| tables.reach(cell, occupied).meets(frontier[side]))
            .fold(B::ZERO, |wave, cell| wave | B::bit(cell))
    }))
}

#[inline(always)]
fn by_queen<B: Bits, T: Both<B>>(
    tables: &Tables<B>,
    size: Size,
    queens: T,
    empty: B,
) -> ByQueen<T> {
    let nothing = T::same(B::ZERO);
    let everything = T::same(empty);
    let slides = Slides::new(&tables.waves, everything, size);
    // The cells reached so far, and the latest waves, each in the place of the other side's; a wave
    // stands at its distance modulo their number.
    let mut reached = nothing;
    let mut latest = [nothing; HALVES + 1];
    let mut early = latest;
    let mut frontier = slides.moves(queens, size) & everything;
    // Whose cells are whose: no cell is in two waves of a side, so they can be counted in the end.
    let mut nearer = nothing;
    let mut tied = nothing;
    // The cells that one side reaches one, two, ... moves before the other.
    let mut ahead = [nothing; HALVES];
    let mut distance = 1;
    while !frontier.are_zero() {
        reached = reached | frontier;
        let exchanged = frontier.exchanged();
        tied = tied | frontier & exchanged;
        nearer = nearer | frontier & !reached.exchanged();
        for (difference, cells) in (1..distance).zip(&mut ahead) {
            let before = latest[(distance - difference) % (HALVES + 1)];
            *cells = *cells | frontier & before;
        }
        if let Some(early) = early.get_mut(distance) {
            *early = frontier;
        }
        latest[distance % (HALVES + 1)] = exchanged;
        distance += 1;
        let open = everything & !reached;
        frontier = next_wave(tables, &slides, size, frontier, open, empty);
    }
    let [tied, _] = tied.counts();
    let contested = (1..distance).zip(&ahead).map(|(difference, cells)| {
        let [own, other] = cells.counts();
        (own + other) << (HALVES - difference)
    });
    let [own, other] = nearer.counts();
    ByQueen {
        territory: (own - other) * CELL + tied * TIED,
        contested: contested.sum::<i32>() + (tied << HALVES),
        early,
        waves: (distance - 1).min(HALVES),
    }
}

impl<T> ByQueen<T> {
    /// How clearly cells are nearer.
    #[inline(always)]
    fn contrast<B>(&self) -> i32
    where
        T: Both<B>,
    {
        let mut contrast = 0;
        for (distance, wave) in self.early.iter().enumerate().take(self.waves + 1).skip(1) {
            let [own, other] = wave.counts();
            contrast += (own - other) << (HALVES - distance);
        }
        2 * contrast * CELL / (1 << HALVES)
    }
}

#[inline(always)]
fn by_king<B: Bits, T: Both<B>>(waves: &Waves<B>, columns: usize, queens: T, empty: T) -> ByKing {
    let nothing = T::same(B::ZERO);
    let mut reached = nothing;
    let mut next = waves.around(queens, empty, columns);
    let mut nearer = nothing;
    let mut tied = nothing;
    let mut lead = Lead([nothing; 3]);
    loop {
        let frontier = next & !reached;
        if frontier.are_zero() {
            break;
        }
        reached = next;
        let exchanged = reached.exchanged();
        tied = tied | frontier & frontier.exchanged();
        nearer = nearer | frontier & !exchanged;
        lead.grow(reached ^ exchanged);
        next = reached | waves.around(reached, empty, columns);
    }
    lead.clear(reached ^ reached.exchanged());
    let [tied, _] = tied.counts();
    let [own, other] = nearer.counts();
    let [own_lead, other_lead] = lead.sums(nearer);
    ByKing {
        territory: (own - other) * CELL + tied * TIED,
        contrast: (own_lead - other_lead) * (CELL / CLEAR as i32),
    }
}

/// For each cell by how many waves the nearer side is ahead, cut off at [`CLEAR`], as three binary
/// digits, lowest first; the same for both sides.
struct Lead<T>([T; 3]);

impl<T> Lead<T> {
    /// One more, for these cells.
    #[inline(always)]
    fn grow<B>(&mut self, cells: T)
    where
        T: Both<B>,
    {
        let [ones, twos, fours] = self.0;
        // Six is four and two.
        let cells = cells & !(twos & fours);
        let carry = ones & cells;
        self.0 = [ones ^ cells, twos ^ carry, fours | twos & carry];
    }

    /// As many as count, for these cells.
    #[inline(always)]
    fn clear<B>(&mut self, cells: T)
    where
        T: Both<B>,
    {
        let [ones, twos, fours] = self.0;
        self.0 = [ones & !cells, twos | cells, fours | cells];
    }

    /// The sums over the cells of the sets.
    #[inline(always)]
    fn sums<B>(&self, sets: T) -> [i32; 2]
    where
        T: Both<B>,
    {
        let mut sums = [0; 2];
        for (digit, &cells) in self.0.iter().enumerate() {
            let [own, other] = (cells & sets).counts();
            sums[0] += own << digit;
            sums[1] += other << digit;
        }
        sums
    }
}

/// For each cell the number of empty cells around it, as binary digits, lowest first.
pub(super) struct Neighbours<B>([B; 4]);

impl<B: Bits> Neighbours<B> {
    /// With the empty cells in both places.
    #[inline(always)]
    pub(super) fn new<T: Both<B>>(waves: &Waves<B>, empty: T, columns: usize) -> Neighbours<B> {
        let sides = [
            (empty << 1) & T::same(waves.not_first),
            (empty >> 1) & T::same(waves.not_last),
        ];
        // Above and below stand the same three cells.
        let row = add(sides[0], sides[1], empty);
        let above = row.map(|digit| digit << columns);
        let below = row.map(|digit| digit >> columns);
        let (ones, carry) = full(above[0], below[0], sides[0] ^ sides[1]);
        let (twos, high) = full(above[1], below[1], sides[0] & sides[1]);
        let (twos, high_again) = (twos ^ carry, twos & carry);
        let digits = [ones, twos, high ^ high_again, high & high_again];
        Neighbours(digits.map(|digit| digit.sets()[0]))
    }
}

/// The sum of three bits as two digits, for each cell.
#[inline(always)]
fn add<B, T: Both<B>>(one: T, two: T, three: T) -> [T; 2] {
    let (sum, carry) = full(one, two, three);
    [sum, carry]
}

#[inline(always)]
fn full<B, T: Both<B>>(one: T, two: T, three: T) -> (T, T) {
    let half = one ^ two;
    (half ^ three, one & two | half & three)
}

/// How free a queen is to go to the cells next to it, in eighths. Around these at most seven are empty.
#[inline(always)]
fn freedom_near<B: Bits>(neighbours: &Neighbours<B>, near: B) -> i32 {
    let [ones, twos, fours, _] = neighbours.0;
    let heaviest = count(fours & near) << 4;
    let heavy = count(twos & near) << 3;
    heaviest + heavy + (count(ones & near) << 2)
}

/// How free it is to go to those two and three steps away, in eighths.
#[inline(always)]
fn freedom_beyond<B: Bits>(neighbours: &Neighbours<B>, middle: B, far: B) -> i32 {
    let [ones, twos, fours, eights] = neighbours.0;
    // Cells farther away count half, and digits one higher count twice: so several sets have the
    // same weight, and since no cell is in two rings they are counted together.
    let mut freedom = count(eights & middle) << 4;
    freedom += count(fours & middle | eights & far) << 3;
    freedom += count(twos & middle | fours & far) << 2;
    freedom += count(ones & middle | twos & far) << 1;
    freedom + count(ones & far)
}

/// How free a queen is, in eighths: the sum over the cells that it can go to, at most three away, of
/// the number of empty cells around them, halved for each step of the way. A queen in the open has a
/// freedom of about fifty.
#[inline(always)]
pub(super) fn freedom<B: Bits>(
    tables: &Tables<B>,
    neighbours: &Neighbours<B>,
    queen: usize,
    reach: B,
) -> i32 {
    let [near, middle, far] = tables.waves.rings[queen].map(|ring| ring & reach);
    freedom_near(neighbours, near) + freedom_beyond(neighbours, middle, far)
}

/// What it costs that a queen is hemmed in: below a [`freedom`] of twenty it grows with the square of
/// what is missing.
#[inline(always)]
fn hemmed_in<B: Bits>(
    tables: &Tables<B>,
    neighbours: &Neighbours<B>,
    queen: usize,
    empty: B,
) -> i32 {
    let [near, middle, far] = tables.waves.rings[queen];
    // Many queens are free by the cells next to them alone, and where else they can go need not be
    // found out.
    let mut freedom = freedom_near(neighbours, near & empty);
    if freedom >= FREE {
        return 0;
    }
    let reach = tables.reach(queen, tables.board & !empty);
    freedom += freedom_beyond(neighbours, reach & middle, reach & far);
    if freedom >= FREE {
        return 0;
    }
    let missing = FREE - freedom;
    HELPLESS * missing * missing / (FREE * FREE)
}
