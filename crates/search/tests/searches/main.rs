//! Searches as their users see them. One program, since the searches of all games are compiled into each.

mod choice;
mod common;
mod mcts;
mod oracle;
mod published;
mod tactics;
mod time;
