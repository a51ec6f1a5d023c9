//! Alpha-beta search to the end of the game. With one question at a time the window is always
//! closed: a position is done with as soon as one move is good enough.
//!
//! Before anything is searched, all children are looked at: one that is known to be lost for the
//! other side ends the matter. The others are sorted by how hard they look for the other side, and
//! by what was good elsewhere.

use super::table::{Scrambled, Table};
use super::{Looks, Problem, Stopped};
use crate::Solution;
use std::cmp::Reverse;

const HABITS: usize = 1 << 12;
/// What was good elsewhere is forgotten the faster, the smaller this is.
const MEMORY: i32 = 512;
/// What a unit of weight counts in the order of moves, beside what was good elsewhere.
const PER_WEIGHT: i32 = 200;

/// How good moves were, by their [`Problem::habit`].
#[derive(Debug)]
pub(super) struct Habits(Box<[i32]>);

impl Default for Habits {
    fn default() -> Habits {
        Habits(vec![0; HABITS].into_boxed_slice())
    }
}

impl Habits {
    fn of(&self, habit: u64) -> i32 {
        self.0[Self::place(habit)]
    }

    fn place(habit: u64) -> usize {
        (habit.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % HABITS
    }

    fn learn(&mut self, habit: u64, change: i32) {
        let value = &mut self.0[Self::place(habit)];
        *value += change - *value * change.abs() / MEMORY;
    }
}

/// What is proven about a position.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: i32,
    most: i32,
}

impl Bounds {
    const OPEN: Bounds = Bounds { least: -1, most: 1 };

    /// Whether the side to move gets at least this much, if it is known.
    fn answer(self, wanted: i32) -> Option<bool> {
        if self.least >= wanted {
            Some(true)
        } else if self.most < wanted {
            Some(false)
        } else {
            None
        }
    }

    fn with(self, wanted: i32, answer: bool) -> Bounds {
        if answer {
            Bounds {
                least: self.least.max(wanted),
                ..self
            }
        } else {
            Bounds {
                most: self.most.min(wanted - 1),
                ..self
            }
        }
    }

    fn to_data(self) -> u64 {
        1 | ((self.least + 1) as u64) << 1 | ((self.most + 1) as u64) << 3
    }

    fn from_data(data: u64) -> Bounds {
        Bounds {
            least: (data >> 1 & 3) as i32 - 1,
            most: (data >> 3 & 3) as i32 - 1,
        }
    }
}

/// Where a move stands in [`Problem::moves`], behind the bounds.
const MOVE_SHIFT: u32 = 5;
const MOVE_BITS: u32 = 20;

#[derive(Debug, Clone, Copy)]
struct Candidate<M> {
    chosen: M,
    /// Among the moves of the position, before they were sorted.
    number: u32,
    promise: i32,
}

/// A position on the current line.
#[derive(Debug)]
struct Frame<S> {
    position: S,
    key: Scrambled,
    bounds: Bounds,
    /// The side to move wants at least this.
    wanted: i32,
    /// Where its candidates begin, and which of them is being searched.
    candidates_at: usize,
    current: usize,
    nodes_before: u64,
}

struct Search<'ask, 'watch, P: Problem> {
    problem: &'ask mut P,
    table: &'ask Table,
    habits: &'ask mut Habits,
    looks: &'ask mut Looks<'watch>,
    stack: Vec<Frame<P::Position>>,
    /// Those of all positions on the line, one behind the other.
    candidates: Vec<Candidate<P::Move>>,
    moves: Vec<P::Move>,
}

/// What the table says of a position.
pub(super) fn known<P: Problem>(
    problem: &P,
    table: &Table,
    position: &P::Position,
) -> Option<Solution> {
    let data = table.get(Scrambled::new(problem.key(position)))?;
    let Bounds { least, most } = Bounds::from_data(data);
    let nodes = 0;
    Some(match problem.has_draws() {
        true => Solution { least, most, nodes },
        // Not lost is won then, and not won is lost.
        false if least >= 0 => Solution::known(1),
        false if most <= 0 => Solution::known(-1),
        false => Solution { least, most, nodes },
    })
}

/// Whether the side to move gets at least `wanted`, 1 or 0, from a position that is not decided.
pub(super) fn ask<P: Problem>(
    problem: &mut P,
    table: &Table,
    habits: &mut Habits,
    position: &P::Position,
    wanted: i32,
    looks: &mut Looks<'_>,
) -> Result<bool, Stopped> {
    let mut search = Search {
        problem,
        table,
        habits,
        looks,
        stack: Vec::new(),
        candidates: Vec::new(),
        moves: Vec::new(),
    };
    let mut answer = search.enter(position.clone(), wanted)?;
    loop {
        answer = match answer {
            // The position above has its answer, or another move to try.
            Some(known) => match search.hand_up(known) {
                Up::Answer(known) => Some(known),
                Up::Next => search.down()?,
                Up::Done => return Ok(known),
            },
            None => search.down()?,
        };
    }
}

enum Up {
    /// What is known of the position above.
    Answer(bool),
    /// It has another move.
    Next,
    /// There is none above.
    Done,
}

impl<P: Problem> Search<'_, '_, P> {
    /// Goes to a position, unless the question can be answered at once.
    fn enter(&mut self, position: P::Position, wanted: i32) -> Result<Option<bool>, Stopped> {
        let key = Scrambled::new(self.problem.key(&position));
        let data = self.table.get(key);
        let bounds = data.map_or(Bounds::OPEN, Bounds::from_data);
        if let Some(answer) = bounds.answer(wanted) {
            return Ok(Some(answer));
        }
        let remembered = data.map_or(0, |data| data >> MOVE_SHIFT & ((1 << MOVE_BITS) - 1));
        let nodes_before = self.looks.nodes();
        self.moves.clear();
        self.problem.moves(&position, &mut self.moves);
        self.looks.count(self.moves.len() as u64)?;
        let candidates_at = self.candidates.len();
        let wanted_after = 1 - wanted;
        for (number, &chosen) in self.moves.iter().enumerate() {
            let after = self.problem.after(&position, chosen);
            let answer = match self.problem.value(&after) {
                Some(value) => Some(value >= wanted_after),
                None => {
                    let key = Scrambled::new(self.problem.key(&after));
                    let data = self.table.get(key);
                    data.and_then(|data| Bounds::from_data(data).answer(wanted_after))
                }
            };
            match answer {
                Some(true) => continue,
                Some(false) => {
                    let bounds = bounds.with(wanted, true);
                    let nodes = self.looks.nodes() - nodes_before;
                    self.table.put(key, bounds.to_data(), nodes);
                    self.candidates.truncate(candidates_at);
                    return Ok(Some(true));
                }
                None => {}
            }
            let number = number as u32;
            let promise = if u64::from(number) + 1 == remembered {
                i32::MAX
            } else {
                let [own, other] = self.problem.weight(&after).map(|weight| weight as i32);
                self.habits.of(self.problem.habit(chosen)) + PER_WEIGHT * (own - other)
            };
            self.candidates.push(Candidate {
                chosen,
                number,
                promise,
            });
        }
        self.candidates[candidates_at..].sort_by_key(|candidate| Reverse(candidate.promise));
        self.stack.push(Frame {
            position,
            key,
            bounds,
            wanted,
            candidates_at,
            current: 0,
            nodes_before,
        });
        if self.candidates.len() == candidates_at {
            return Ok(Some(self.leave(false)));
        }
        Ok(None)
    }

    /// Goes to the child that is next in the position at the end of the line.
    fn down(&mut self) -> Result<Option<bool>, Stopped> {
        let Some(frame) = self.stack.last() else {
            return Ok(None);
        };
        let candidate = self.candidates[frame.candidates_at + frame.current];
        let wanted = 1 - frame.wanted;
        let after = self.problem.after(&frame.position, candidate.chosen);
        self.enter(after, wanted)
    }

    /// Tells the position at the end of the line what its child's answer was.
    fn hand_up(&mut self, answer: bool) -> Up {
        let Some(frame) = self.stack.last_mut() else {
            return Up::Done;
        };
        if !answer {
            return Up::Answer(self.leave(true));
        }
        frame.current += 1;
        if frame.candidates_at + frame.current < self.candidates.len() {
            Up::Next
        } else {
            Up::Answer(self.leave(false))
        }
    }

    /// Is done with the position at the end of the line; returns the answer again.
    fn leave(&mut self, answer: bool) -> bool {
        if let Some(frame) = self.stack.pop() {
            let nodes = self.looks.nodes() - frame.nodes_before;
            let mut data = frame.bounds.with(frame.wanted, answer).to_data();
            let tried = &self.candidates[frame.candidates_at..];
            if answer && let Some((good, bad)) = tried[..=frame.current].split_last() {
                let number = u64::from(good.number) + 1;
                data |= number.min((1 << MOVE_BITS) - 1) << MOVE_SHIFT;
                let change = (nodes | 1).ilog2() as i32;
                self.habits.learn(self.problem.habit(good.chosen), change);
                for candidate in bad {
                    self.habits
                        .learn(self.problem.habit(candidate.chosen), -change);
                }
            }
            self.table.put(frame.key, data, nodes);
            self.candidates.truncate(frame.candidates_at);
        }
        answer
    }
}
