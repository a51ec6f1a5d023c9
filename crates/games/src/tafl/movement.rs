//! How pieces move: like rooks, with special cells on which some may not stop, or over which some
//! may not pass.

use super::geometry::{Direction, Geometry, with_constant_size};
use super::ruleset::{Kind, Piece, Ruleset};
use super::{ATTACKERS, Board, Move, Position, Tafl};
use game::Side;
use game::bits::Bits;
use std::ops::ControlFlow;

/// How one type of piece moves.
#[derive(Debug, Clone)]
pub(super) struct Mover<B> {
    /// The cells of the board by where a piece comes from: what it may do depends on that where
    /// special cells may not be entered again. Nearly always there is one group, the whole board.
    groups: Vec<Group<B>>,
    /// The greatest number of steps.
    reach: usize,
    /// Where pieces from anywhere may stop; for the cautious question where an enemy could go.
    pub(super) stop: B,
}

/// Pieces that stand on `from` may stop on `stop` and pass over `pass`.
#[derive(Debug, Clone)]
struct Group<B> {
    from: B,
    stop: B,
    pass: B,
}

impl<B: Bits> Mover<B> {
    pub(super) fn new(geometry: &Geometry<B>, rules: &Ruleset, piece: Piece) -> Mover<B> {
        let (mut stop, mut pass, mut outside) = (geometry.all, geometry.all, geometry.all);
        let mut inside = Vec::new();
        for kind in Kind::ALL {
            let special = rules.special(kind);
            let mut cells = geometry.set_of(&special.cells);
            let may_enter = special.reenter.contains(piece);
            let (may_stop, may_pass) = (special.stop.contains(piece), special.pass.contains(piece));
            if !(may_stop && may_enter) {
                stop &= !cells;
            }
            if !(may_pass && may_enter) {
                pass &= !cells;
            }
            // A piece inside a block of cells that it may not enter moves freely in there.
            while !may_enter && (may_stop || may_pass) && !cells.is_zero() {
                let first = B::bit(cells.lowest());
                let block = geometry.flood(first, cells, B::ZERO).unwrap_or(first);
                let if_allowed = |allowed| if allowed { block } else { B::ZERO };
                inside.push((block, if_allowed(may_stop), if_allowed(may_pass)));
                outside &= !block;
                cells &= !block;
            }
        }
        let mut groups = vec![Group {
            from: outside,
            stop,
            pass,
        }];
        groups.extend(inside.into_iter().map(|(from, may_stop, may_pass)| Group {
            from,
            stop: stop | may_stop,
            pass: pass | may_pass,
        }));
        let speed = match piece {
            Piece::Attacker => rules.speed.attackers,
            Piece::Defender => rules.speed.defenders,
            Piece::King => rules.speed.king,
        };
        let longest = geometry.size - 1;
        Mover {
            groups,
            reach: speed.map_or(longest, |speed| longest.min(speed.into())),
            stop,
        }
    }

    /// The cells that pieces can move to in a direction. No two pieces reach the same one, so
    /// counting the cells counts the moves.
    #[inline(always)]
    fn targets(
        &self,
        geometry: &Geometry<B>,
        pieces: B,
        group: &Group<B>,
        empty: B,
        direction: Direction,
        size: usize,
    ) -> B {
        let open = empty & group.pass;
        let filled = if self.reach + 1 == size {
            geometry.slide(pieces, open, direction, size)
        } else {
            (1..self.reach).fold(pieces, |filled, _| {
                filled | geometry.step_on(filled, direction, size) & open
            })
        };
        geometry.step_on(filled, direction, size) & empty & group.stop
    }

    /// The cells that pieces can move to, for each direction.
    #[inline]
    pub(super) fn reached(&self, geometry: &Geometry<B>, pieces: B, empty: B) -> [B; 4] {
        with_constant_size!(B, geometry.size, |size| self
            .reached_on(geometry, pieces, empty, size))
    }

    #[inline(always)]
    pub(super) fn reached_on(
        &self,
        geometry: &Geometry<B>,
        pieces: B,
        empty: B,
        size: usize,
    ) -> [B; 4] {
        let mut reached = [B::ZERO; 4];
        for group in &self.groups {
            let pieces = pieces & group.from;
            if pieces.is_zero() {
                continue;
            }
            for (direction, reached) in Direction::ALL.into_iter().zip(&mut reached) {
                *reached |= self.targets(geometry, pieces, group, empty, direction, size);
            }
        }
        reached
    }

    /// The number of moves of many pieces.
    fn count(&self, geometry: &Geometry<B>, pieces: B, empty: B) -> u32 {
        with_constant_size!(B, geometry.size, |size| self
            .count_on(geometry, pieces, empty, size))
    }

    #[inline(always)]
    fn count_on(&self, geometry: &Geometry<B>, pieces: B, empty: B, size: usize) -> u32 {
        let mut count = 0;
        for group in &self.groups {
            let pieces = pieces & group.from;
            for direction in Direction::ALL {
                count += self
                    .targets(geometry, pieces, group, empty, direction, size)
                    .count();
            }
        }
        count
    }

    /// The number of moves of the piece on one cell.
    fn count_from(&self, geometry: &Geometry<B>, from: usize, empty: B) -> u32 {
        let mut count = 0;
        let _ = self.visit(geometry, from, empty, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether any of the pieces can move. Nearly always one of them can go to the next cell.
    #[inline(always)]
    fn any(&self, geometry: &Geometry<B>, pieces: B, empty: B) -> bool {
        self.groups.iter().any(|group| {
            let (pieces, free) = (pieces & group.from, empty & group.stop);
            Direction::ALL
                .into_iter()
                .any(|direction| geometry.step(pieces, direction).meets(free))
        }) || self.count(geometry, pieces, empty) > 0
    }

    /// Visits the moves of the piece on a cell: by direction, then by distance.
    #[inline(always)]
    fn visit<V>(
        &self,
        geometry: &Geometry<B>,
        from: usize,
        empty: B,
        visit: &mut V,
    ) -> ControlFlow<()>
    where
        V: FnMut(Move) -> ControlFlow<()>,
    {
        let Some(group) = self.groups.iter().find(|group| group.from.test(from)) else {
            return ControlFlow::Continue(());
        };
        let ordinary = empty & group.stop & group.pass;
        for direction in Direction::ALL {
            let stride = geometry.stride(direction);
            let mut cell = from;
            for _ in 0..geometry.room(from, direction).min(self.reach) {
                cell = cell.wrapping_add(stride);
                let is_ordinary = ordinary.test(cell);
                if is_ordinary || empty.test(cell) && group.stop.test(cell) {
                    visit(Move {
                        from: from as u16,
                        to: cell as u16,
                    })?;
                }
                if !(is_ordinary || empty.test(cell) && group.pass.test(cell)) {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the piece on `from` may go to `to`, found out by looking at the line between them.
    fn allows(&self, geometry: &Geometry<B>, from: usize, to: usize, empty: B) -> bool {
        let Some(group) = self.groups.iter().find(|group| group.from.test(from)) else {
            return false;
        };
        let size = geometry.size;
        let (low, high) = (from.min(to), from.max(to));
        let (step, steps) = if low / size == high / size {
            (1, high - low)
        } else if low % size == high % size {
            (size, (high - low) / size)
        } else {
            return false;
        };
        let between = B::of((1..steps).map(|number| low + number * step));
        from != to
            && steps <= self.reach
            && empty.test(to)
            && group.stop.test(to)
            && (between & !(empty & group.pass)).is_zero()
    }
}

impl<B: Bits> Tafl<B> {
    pub(super) fn count_moves_of(&self, position: &Position<B>, side: Side) -> u64 {
        let (geometry, board) = (&self.tables.geometry, &position.board);
        let empty = self.empty(board);
        let [attacker, defender, king] = &self.tables.movers;
        u64::from(if side == ATTACKERS {
            attacker.count(geometry, board.attackers, empty)
        } else {
            defender.count(geometry, board.defenders, empty)
                + board
                    .king()
                    .map_or(0, |from| king.count_from(geometry, from, empty))
        })
    }

    pub(super) fn has_move(&self, position: &Position<B>, side: Side) -> bool {
        let (geometry, board) = (&self.tables.geometry, &position.board);
        let empty = self.empty(board);
        let [attacker, defender, king] = &self.tables.movers;
        if side == ATTACKERS {
            attacker.any(geometry, board.attackers, empty)
        } else {
            defender.any(geometry, board.defenders, empty)
                || king.any(geometry, board.king_bit(), empty)
        }
    }

    pub(super) fn visit_moves_of<V>(&self, position: &Position<B>, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Move) -> ControlFlow<()>,
    {
        let (geometry, board) = (&self.tables.geometry, &position.board);
        let empty = self.empty(board);
        let [attacker, defender, king] = &self.tables.movers;
        if position.side == ATTACKERS {
            return board
                .attackers
                .ones()
                .try_for_each(|from| attacker.visit(geometry, from, empty, &mut visit));
        }
        if let Some(from) = board.king() {
            king.visit(geometry, from, empty, &mut visit)?;
        }
        board
            .defenders
            .ones()
            .try_for_each(|from| defender.visit(geometry, from, empty, &mut visit))
    }

    /// Visits the moves of a side's pieces to an empty cell.
    pub(super) fn visit_moves_to<V>(&self, board: &Board<B>, side: Side, to: usize, mut visit: V)
    where
        V: FnMut(Move),
    {
        let geometry = &self.tables.geometry;
        let (empty, own) = (self.empty(board), board.of(side));
        for direction in Direction::ALL {
            let stride = geometry.stride(direction);
            let mut from = to;
            for _ in 0..geometry.room(to, direction) {
                from = from.wrapping_add(stride);
                if empty.test(from) {
                    continue;
                }
                if own.test(from)
                    && self.piece_at(board, from).is_some_and(|piece| {
                        self.tables.movers[piece as usize].allows(geometry, from, to, empty)
                    })
                {
                    visit(Move {
                        from: from as u16,
                        to: to as u16,
                    });
                }
                break;
            }
        }
    }

    /// Whether the rules of movement allow a move; the end of the game is not looked at.
    pub(super) fn allows(&self, position: &Position<B>, chosen: Move) -> bool {
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        if from.max(to) >= self.tables.geometry.cells() {
            return false;
        }
        self.piece_at(&position.board, from).is_some_and(|piece| {
            (piece == Piece::Attacker) == (position.side == ATTACKERS)
                && self.tables.movers[piece as usize].allows(
                    &self.tables.geometry,
                    from,
                    to,
                    self.empty(&position.board),
                )
        })
    }
}
