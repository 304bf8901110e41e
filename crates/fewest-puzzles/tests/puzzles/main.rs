//! The puzzles through the edge and through the engine. They are here, in one program,
//! and not beside the code: what a test in `src/` reaches is compiled a second time,
//! and the edge reaches everything.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod blocks;
mod blocks_pack;
mod blocks_rules;
mod coins;
mod coins_kernel;
mod commands;
mod edge;
mod limits;
mod numbers;
mod scenes;
mod solving_tiles;
mod table;
mod tiles;
mod tiles_constructive;
mod tiles_heuristics;
mod tiles_length;
