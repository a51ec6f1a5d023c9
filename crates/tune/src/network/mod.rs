//! Networks, trained on games that were played before.

mod lessons;
mod model;
mod training;

pub use lessons::{Lessons, NothingToLearn};
pub use training::{Course, Epoch, Exam, Trained, train};
