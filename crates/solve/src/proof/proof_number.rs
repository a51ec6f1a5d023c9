//! Depth-first proof-number search.
//!
//! Every position has two numbers: about how many more positions have to be decided until the side
//! to move has proven what it wants, and until the other side has proven the opposite. The search
//! goes down to the move that needs least, and stays below it as long as it does, or not much
//! longer (a quarter more, so that it does not jump between two moves all the time).
//!
//! The numbers of all children along the current line are kept outside the table. So whatever the
//! table forgets, each return to a position adds to the least of its children's numbers, and the
//! search comes to an end even without any table; it only has to find things out again.

use super::table::{DATA_BITS, Scrambled, Table};
use super::{Looks, Problem, Stopped};

const NUMBER_BITS: u32 = DATA_BITS / 2;
/// Nothing can prove it.
const NEVER: u32 = (1 << NUMBER_BITS) - 1;
/// What larger numbers are cut down to.
const MOST: u32 = NEVER - 1;

/// What is left to do: for the side to move, and for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    own: u32,
    other: u32,
}

impl Numbers {
    fn decided(proven: bool) -> Numbers {
        if proven {
            Numbers {
                own: 0,
                other: NEVER,
            }
        } else {
            Numbers {
                own: NEVER,
                other: 0,
            }
        }
    }

    fn to_data(self) -> u64 {
        u64::from(self.own) << NUMBER_BITS | u64::from(self.other)
    }

    fn from_data(data: u64) -> Numbers {
        Numbers {
            own: (data >> NUMBER_BITS) as u32,
            other: data as u32 & NEVER,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Child<M> {
    chosen: M,
    /// Seen by the side to move there.
    numbers: Numbers,
}

/// A position on the current line.
#[derive(Debug)]
struct Frame<S> {
    position: S,
    key: Scrambled,
    /// The side to move wants at least this.
    wanted: i32,
    /// Where its children begin.
    children_at: usize,
    /// The child that is being searched.
    current: usize,
    /// The search returns as soon as one of the numbers is as great.
    limits: Numbers,
    nodes_before: u64,
}

/// Of a position's children: the numbers of the position, which child to search, and the second
/// least number of those that decide it.
#[derive(Debug, Clone, Copy)]
struct Summary {
    numbers: Numbers,
    best: usize,
    second: u32,
}

impl Summary {
    fn of<M>(children: &[Child<M>]) -> Summary {
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        let mut sum = 0_u32;
        let mut never = false;
        for (number, child) in children.iter().enumerate() {
            let Numbers { own, other } = child.numbers;
            never |= own == NEVER;
            sum = (sum + own).min(MOST);
            if other < least {
                second = least;
                (best, least) = (number, other);
            } else {
                second = second.min(other);
            }
        }
        Summary {
            numbers: Numbers {
                own: least,
                other: if never { NEVER } else { sum },
            },
            best,
            second,
        }
    }
}

struct Search<'ask, 'watch, P: Problem> {
    problem: &'ask mut P,
    table: &'ask Table,
    looks: &'ask mut Looks<'watch>,
    stack: Vec<Frame<P::Position>>,
    /// Those of all positions on the line, one behind the other.
    children: Vec<Child<P::Move>>,
    moves: Vec<P::Move>,
}

/// Whether the side to move gets at least `wanted`, 1 or 0, from a position that is not decided.
pub(super) fn ask<P: Problem>(
    problem: &mut P,
    table: &Table,
    position: &P::Position,
    wanted: i32,
    looks: &mut Looks<'_>,
) -> Result<bool, Stopped> {
    let mut search = Search {
        problem,
        table,
        looks,
        stack: Vec::new(),
        children: Vec::new(),
        moves: Vec::new(),
    };
    let unlimited = Numbers {
        own: NEVER,
        other: NEVER,
    };
    search.enter(position.clone(), wanted, unlimited)?;
    loop {
        if let Some(numbers) = search.step()? {
            return Ok(numbers.own == 0);
        }
    }
}

/// The two questions about a position have entries of their own.
fn key_of<P: Problem>(problem: &P, position: &P::Position, wanted: i32) -> Scrambled {
    Scrambled::new(problem.key(position) << 1 | u128::from(wanted > 0))
}

impl<P: Problem> Search<'_, '_, P> {
    /// Goes to a position, with what is known of its children.
    fn enter(
        &mut self,
        position: P::Position,
        wanted: i32,
        limits: Numbers,
    ) -> Result<(), Stopped> {
        let nodes_before = self.looks.nodes();
        let children_at = self.children.len();
        self.moves.clear();
        self.problem.moves(&position, &mut self.moves);
        self.looks.count(self.moves.len() as u64)?;
        let wanted_after = 1 - wanted;
        for &chosen in &self.moves {
            let after = self.problem.after(&position, chosen);
            let numbers = match self.problem.value(&after) {
                Some(value) => Numbers::decided(value >= wanted_after),
                None => {
                    let key = key_of(self.problem, &after, wanted_after);
                    match self.table.get(key) {
                        Some(data) => Numbers::from_data(data),
                        None => {
                            let [own, other] = self.problem.weight(&after);
                            Numbers { own, other }
                        }
                    }
                }
            };
            if numbers.other == 0 {
                // Nothing else matters.
                self.children.truncate(children_at);
                self.children.push(Child { chosen, numbers });
                break;
            }
            if numbers.own > 0 {
                self.children.push(Child { chosen, numbers });
            }
        }
        self.stack.push(Frame {
            key: key_of(self.problem, &position, wanted),
            position,
            wanted,
            children_at,
            current: 0,
            limits,
            nodes_before,
        });
        Ok(())
    }

    /// One step down or up; the numbers of the position that was asked about when it is decided.
    fn step(&mut self) -> Result<Option<Numbers>, Stopped> {
        let Some(frame) = self.stack.last_mut() else {
            return Ok(None);
        };
        let children = &self.children[frame.children_at..];
        let Summary {
            numbers,
            best,
            second,
        } = Summary::of(children);
        let limits = frame.limits;
        if numbers.own >= limits.own || numbers.other >= limits.other {
            let nodes = self.looks.nodes() - frame.nodes_before;
            self.table.put(frame.key, numbers.to_data(), nodes);
            self.children.truncate(frame.children_at);
            self.stack.pop();
            let Some(parent) = self.stack.last() else {
                return Ok(Some(numbers));
            };
            self.children[parent.children_at + parent.current].numbers = numbers;
            return Ok(None);
        }
        let child = children[best];
        // Until it is clearly worse than the second best …
        let patience = second.saturating_add(1 + second / 4).min(NEVER);
        let child_limits = Numbers {
            // … or the other side is done with this position.
            own: if limits.other == NEVER {
                NEVER
            } else {
                limits.other - (numbers.other - child.numbers.own)
            },
            other: limits.own.min(patience),
        };
        frame.current = best;
        let wanted = 1 - frame.wanted;
        let after = self.problem.after(&frame.position, child.chosen);
        self.enter(after, wanted, child_limits)?;
        Ok(None)
    }
}
