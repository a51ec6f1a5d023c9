//! What people look at, compared with what they should see. One program, since searches are compiled into each.

mod common;
mod invariants;
mod plots;
mod support;
mod trees;
