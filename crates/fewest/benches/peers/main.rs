//! The generic searches beside the crate `pathfinding`: the same graphs, the same
//! heuristics, the same order of ties, in one run.
//!
//! `cargo bench -p fewest --bench peers [-- GRAPH... program=NAME rounds=N time=cpu]`. Times are the least of several runs,
//! memory is what the allocator was asked for at the worst moment. Successors are a `Vec`,
//! as in the documentation of `pathfinding`, or "lazy": an iterator that allocates
//! nothing. "closures" is the module `fewest::closures`, called with the same closures;
//! "fewest" is a `Space`.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

mod bytes;
mod grid;
mod measure;
mod pancakes;
mod tiles;
mod words;

fn main() {
    let mut options = measure::Options::default();
    for arg in std::env::args().skip(1).filter(|arg| !arg.starts_with("--")) {
        match arg.split_once('=') {
            Some(("program", name)) => options.program = Some(name.to_owned()),
            Some(("rounds", rounds)) => options.rounds = Some(rounds.parse().unwrap()),
            Some(("time", "cpu")) => options.cpu = true,
            _ => options.graphs.push(arg),
        }
    }
    let table = measure::Table::new(options);
    tiles::a_star(&table);
    bytes::a_star(&table);
    tiles::threads(&table);
    tiles::ida_star(&table);
    tiles::breadth_first(&table);
    tiles::bidirectional(&table);
    grid::searches(&table);
    pancakes::a_star(&table);
    words::breadth_first(&table);
    println!("speed: how many times as fast as the first program of the graph");
    println!("memory: its bytes, as a part of those of the first program");
    println!("M/s: millions of states generated in a second");
    println!("B/state: the bytes of the whole search for each state that it has stored");
}
