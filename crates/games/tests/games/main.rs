//! The games: rules, texts and evaluators. One program, which is built sooner than one for each.

mod amazons;
mod amazons_evaluation;
mod bricks;
mod bricks_evaluation;
mod bricks_guidance;
mod common;
mod conformance;
mod connect;
mod connect_evaluation;
mod connect_threats;
mod evaluation_support;
mod registry;
mod tafl_conformance;
mod tafl_evaluation;
mod tafl_formations;
mod tafl_history;
mod tafl_lines;
mod tafl_perft;
mod tafl_referee;
mod tafl_rules;
mod tafl_support;
mod tafl_text;
