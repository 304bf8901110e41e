//! The generic searches beside the crate `pathfinding`: the same graphs, the same
//! heuristics, the same order of ties, in one run.
//!
//! `cargo bench -p fewest --bench peers [-- NAME]`. Times are the least of several runs,
//! memory is what the allocator was asked for at the worst moment. Successors are a `Vec`,
//! as in the documentation of `pathfinding`, or "lazy": an iterator that allocates
//! nothing. "closures" is the module `fewest::closures`, called with the same closures;
//! "fewest" is a `Space`.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

mod grid;
mod measure;
mod pancakes;
mod tiles;
mod words;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let table = measure::Table::new(wanted);
    tiles::a_star(&table);
    tiles::threads(&table);
    tiles::ida_star(&table);
    tiles::breadth_first(&table);
    tiles::bidirectional(&table);
    grid::searches(&table);
    pancakes::a_star(&table);
    words::breadth_first(&table);
    println!("speed: how many times as fast as the first program of the graph");
    println!("memory: its bytes, as a part of those of the first program");
}
