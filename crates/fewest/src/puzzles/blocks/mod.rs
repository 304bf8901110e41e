//! `SolveThis`+: all blocks move together, until they cover the goals.

mod beam;
pub mod bidirectional;
mod direction;
mod expand;
mod frontier;
mod perimeter;
mod rules;
mod sieve;
mod space;
mod subsets;
mod visited;
mod walk;
mod wide;
mod word;

#[cfg(test)]
mod rules_tests;

pub use direction::Direction;
pub use perimeter::{Perimeter, Perimetric};
pub use rules::Rules;
pub use space::{Blocks, Variant};
pub use subsets::SubsetTable;
pub use wide::Wide;
pub use word::{Cells, Word};

#[doc(hidden)]
pub fn trial(space: &Blocks<u64>, start: u64, perimeter: u64, width: usize, k: u32, budget: &crate::search::Budget) {
    let mut meter = crate::search::Meter::start(budget);
    let p = Perimeter::new(space, start, perimeter, budget).unwrap();
    println!("perimeter depth {} {:?}", p.depth(), p.counts);
    let score = SubsetTable::new(space, k, &mut meter).unwrap();
    let beam = beam::Beam { space, start, perimeter: p.visited(), score: &score, width, upper: 100, bound: 0 };
    let plan = beam.run(&mut meter, &mut ());
    println!("{:?} {:?}", plan.map(|p| p.map(|p| p.len())), meter.finish());
}
