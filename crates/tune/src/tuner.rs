//! What all methods have in common.

use crate::hall::Champion;
use crate::history::{Field, Window};
use crate::space::{Point, Space};
use crate::trial::{Answer, Trial};
use game::random::Generator;
use std::fmt::Debug;

/// What a tuner is told with each question.
pub(crate) struct Context<'tuning> {
    pub(crate) space: &'tuning Space,
    /// The same for a question and its answer.
    pub(crate) generator: Generator,
    /// Games that may still be played; when an answer comes, after it.
    pub(crate) left: u64,
}

/// A method at work.
pub(crate) trait Tuner: Debug {
    /// The games to be played next; nothing when it is over.
    fn ask(&self, context: &mut Context<'_>) -> Vec<Trial>;

    /// How many games that will be, without asking.
    fn cost(&self) -> u64;

    /// What came of them; whether a generation is over now.
    fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step;

    /// The best so far.
    fn best(&self, space: &Space) -> Point;

    /// The best there ever were, from the best on.
    fn hall(&self) -> &[Champion] {
        &[]
    }

    /// Windows of a grid.
    fn windows(&self) -> &[Window] {
        &[]
    }
}

/// What an answer led to.
#[derive(Debug)]
pub(crate) enum Step {
    /// More games are needed to know.
    Within,
    /// Something was decided, among these players if there are any.
    Decided(Option<Field>),
}
