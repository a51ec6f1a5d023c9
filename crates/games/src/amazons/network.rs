//! The evaluator `network`: a small network that sees how many cells each side reaches in how many
//! moves, and how free the queens are.
//!
//! Its inputs are counts, so that boards of all sizes have the same ones and symmetries change
//! nothing. In the eyes of the side to move:
//!
//! - `queen-O-E`: the empty cells that the own queens reach in O moves and those of the enemy in E,
//!   each 1, 2, 3, more or never;
//! - `king-O-E`: the same by king's moves, each 1 to 5, more or never;
//! - `own-freedom-1` to `-4`: the freedom of the own queens in whole cells (see
//!   [`freedom`](super::territory::freedom)), at most 40, the least first;
//! - `own-reach-1` to `-4`: the numbers of cells that they can go to, the least first;
//! - the same of the enemy's;
//! - `empty`: the number of empty cells.
//!
//! docs/networks.md says how the network was trained and what it won.

use super::Tables;
use super::both::{Both, Lanes, Plain};
use super::territory::{Neighbours, Size, Slides, freedom, next_wave};
use game::EvaluatorDeclaration;
use game::bits::Bits;
use game::network::{GREATEST_INPUT, Inputs, LOGIT, Network, padded};
use std::sync::{Arc, LazyLock};

/// Distances by queen's moves that are told apart.
const QUEEN: [&str; 5] = ["1", "2", "3", "more", "never"];
/// Distances by king's moves that are told apart.
const KING: [&str; 7] = ["1", "2", "3", "4", "5", "more", "never"];
/// So many queens of a side are seen: as many as there are in a game.
const QUEENS: usize = 4;
/// Freedom is counted in eighths of a cell, and seen in whole ones, up to this.
const MOST_FREEDOM: i32 = 40;
/// Pairs of distances, freedom and reach of the queens of both sides, empty cells.
const COUNT: usize = QUEEN.len() * QUEEN.len() + KING.len() * KING.len() + 4 * QUEENS + 1;

/// The inputs, and zeros behind them.
type Seen = [i16; padded(COUNT)];

/// The network that comes with the game.
static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("amazons.net"));
    Arc::new(network.expect("a test reads the very same bytes"))
});

/// How the inputs are called.
pub(super) fn inputs() -> Inputs {
    let mut names = Vec::with_capacity(COUNT);
    for (moves, distances) in [("queen", QUEEN.as_slice()), ("king", KING.as_slice())] {
        for own in distances {
            names.extend(
                distances
                    .iter()
                    .map(|enemy| format!("{moves}-{own}-{enemy}")),
            );
        }
    }
    for side in ["own", "enemy"] {
        for what in ["freedom", "reach"] {
            names.extend((1..=QUEENS).map(|number| format!("{side}-{what}-{number}")));
        }
    }
    names.push("empty".to_string());
    Inputs {
        game: "amazons".to_string(),
        names,
    }
}

/// How the evaluator is listed.
pub(super) fn declaration() -> EvaluatorDeclaration {
    EvaluatorDeclaration {
        name: game::NETWORK,
        meaning: "a small network that sees who gets where in how many moves; trained on games \
                  between equals",
        features: Vec::new(),
    }
}

/// The evaluator `network`.
#[derive(Debug, Clone)]
pub struct Judgement(Arc<Network>);

impl Judgement {
    /// With the network that comes with the game.
    pub(super) fn shipped() -> Judgement {
        Judgement(Arc::clone(&SHIPPED))
    }

    /// With another one; `None` if it has other inputs.
    pub(super) fn with(network: &Arc<Network>) -> Option<Judgement> {
        network.check(&inputs()).ok()?;
        Some(Judgement(Arc::clone(network)))
    }

    pub(super) fn unit() -> i32 {
        LOGIT
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
        self.0.evaluate(&see(tables, columns, rows, queens, empty))
    }
}

/// What a network sees when the owner of the first queens is to move.
#[inline]
pub(super) fn see<B: Bits>(
    tables: &Tables<B>,
    columns: usize,
    rows: usize,
    queens: [B; 2],
    empty: B,
) -> Seen {
    // Shifts by constants are several times as fast.
    match (columns, rows) {
        (10, 10) if B::WIDTH == 128 => {
            let size = Size {
                columns: 10,
                rows: 10,
            };
            see_on::<B, Lanes<2>>(tables, size, queens, empty)
        }
        (8, 8) if B::WIDTH == 64 => {
            let size = Size {
                columns: 8,
                rows: 8,
            };
            see_on::<B, Lanes<1>>(tables, size, queens, empty)
        }
        _ => see_on::<B, Plain<B>>(tables, Size { columns, rows }, queens, empty),
    }
}

#[inline(always)]
fn see_on<B: Bits, T: Both<B>>(tables: &Tables<B>, size: Size, queens: [B; 2], empty: B) -> Seen {
    let by_king = by_king::<B, T>(tables, size, queens, empty);
    let [.., never] = by_king;
    let by_queen = by_queen(tables, size, queens, empty, never);
    let mut seen = [0; padded(COUNT)];
    let (queen_pairs, rest) = seen.split_at_mut(QUEEN.len() * QUEEN.len());
    let (king_pairs, rest) = rest.split_at_mut(KING.len() * KING.len());
    count_pairs(by_queen.map(T::sets), queen_pairs);
    count_pairs(by_king.map(T::sets), king_pairs);
    let neighbours = Neighbours::new(&tables.waves, T::same(empty), size.columns);
    let occupied = tables.board & !empty;
    for (side, queens) in queens.into_iter().enumerate() {
        let mut free = Lowest::default();
        let mut reaches = Lowest::default();
        for (number, queen) in queens.ones().enumerate() {
            let reach = tables.reach(queen, occupied);
            let freedom = freedom(tables, &neighbours, queen, reach) / 8;
            free.add(number, freedom.min(MOST_FREEDOM) as i16);
            reaches.add(number, reach.count() as i16);
        }
        let place = 2 * QUEENS * side;
        rest[place..place + QUEENS].copy_from_slice(&free.sorted());
        rest[place + QUEENS..place + 2 * QUEENS].copy_from_slice(&reaches.sorted());
    }
    rest[4 * QUEENS] = empty.count() as i16;
    if B::WIDTH > GREATEST_INPUT as usize {
        // A board of 256 cells without a piece on it.
        seen = seen.map(|number| number.min(GREATEST_INPUT));
    }
    seen
}

/// The cells by the number of king's moves that each side needs to get there; the last are those
/// that it never reaches.
#[inline(always)]
fn by_king<B: Bits, T: Both<B>>(
    tables: &Tables<B>,
    size: Size,
    queens: [B; 2],
    empty: B,
) -> [T; KING.len()] {
    let mut cells = [T::same(B::ZERO); KING.len()];
    let everything = T::same(empty);
    let mut reached = T::same(B::ZERO);
    let mut wave = tables
        .waves
        .around(T::new(queens), everything, size.columns);
    for distance in &mut cells[..KING.len() - 2] {
        *distance = wave & !reached;
        reached = reached | wave;
        wave = tables.waves.around(reached, everything, size.columns);
    }
    let early = reached;
    while !(wave & !reached).are_zero() {
        reached = reached | wave;
        wave = tables.waves.around(reached, everything, size.columns);
    }
    cells[KING.len() - 2] = reached & !early;
    cells[KING.len() - 1] = everything & !reached;
    cells
}

/// The cells by the number of queen's moves that each side needs to get there; those that it never
/// reaches are known.
#[inline(always)]
fn by_queen<B: Bits, T: Both<B>>(
    tables: &Tables<B>,
    size: Size,
    queens: [B; 2],
    empty: B,
    never: T,
) -> [T; QUEEN.len()] {
    let mut cells = [T::same(B::ZERO); QUEEN.len()];
    let everything = T::same(empty);
    let slides = Slides::new(&tables.waves, everything, size);
    let mut frontier = slides.moves(T::new(queens), size) & everything;
    let mut open = everything & !never & !frontier;
    cells[0] = frontier;
    for distance in &mut cells[1..QUEEN.len() - 2] {
        frontier = next_wave(tables, &slides, size, frontier, open, empty);
        open = open & !frontier;
        *distance = frontier;
    }
    cells[QUEEN.len() - 2] = open;
    cells[QUEEN.len() - 1] = never;
    cells
}

/// How many cells have each pair of distances.
#[inline(always)]
fn count_pairs<B: Bits, const DISTANCES: usize>(cells: [[B; 2]; DISTANCES], counts: &mut [i16]) {
    let rows = counts.chunks_exact_mut(DISTANCES);
    for (row, [own, _]) in rows.zip(cells) {
        if own.is_zero() {
            continue;
        }
        for (count, [_, enemy]) in row.iter_mut().zip(cells) {
            *count = (own & enemy).count() as i16;
        }
    }
}

/// The lowest of some numbers, whatever their order; zeros where there are fewer.
#[derive(Debug, Clone, Copy, Default)]
struct Lowest([i16; QUEENS]);

impl Lowest {
    /// Adds one, of which there were so many before.
    #[inline(always)]
    fn add(&mut self, before: usize, value: i16) {
        match self.0.get_mut(before) {
            Some(place) => *place = value,
            None => {
                *self = Lowest(self.sorted());
                let last = &mut self.0[QUEENS - 1];
                *last = value.min(*last);
            }
        }
    }

    #[inline(always)]
    fn sorted(self) -> [i16; QUEENS] {
        let mut values = self.0;
        for (one, two) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (low, high) = (values[one].min(values[two]), values[one].max(values[two]));
            values[one] = low;
            values[two] = high;
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_network_has_the_declared_inputs() {
        assert_eq!(inputs().names.len(), COUNT);
        assert_eq!(SHIPPED.check(&inputs()), Ok(()));
        assert!(Judgement::with(&SHIPPED).is_some());
        let mut other = inputs();
        other.names.swap(0, 1);
        let other = Network::new(other, &SHIPPED.weights()).expect("fitting weights");
        assert!(Judgement::with(&Arc::new(other)).is_none());
    }

    #[test]
    fn the_lowest_are_kept_in_any_order() {
        for shift in 0..6 {
            let mut lowest = Lowest::default();
            for number in 0..6 {
                lowest.add(number, [9, 3, 7, 5, 3, 8][(number + shift) % 6]);
            }
            assert_eq!(lowest.sorted(), [3, 3, 5, 7]);
        }
    }
}
