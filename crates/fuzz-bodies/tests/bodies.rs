//! Each fuzz target for some thousand inputs that are always the same; for `N` times as
//! many with `FUZZ_TIMES=N`.

use fuzz_bodies::{BODIES, Body, Reached};

/// Bytes that are always the same for a seed (`SplitMix64`: Steele, Lea and Flood 2014).
fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    (0..length).map(|_| next() as u8).collect()
}

/// Runs a body for a number of inputs. Some must be read and some refused, and of the
/// refused ones enough beyond the first line: an input that fails at once tests little.
fn run(name: &str, inputs: u64) {
    let times = std::env::var("FUZZ_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let inputs = inputs * times;
    let body: Body = BODIES.iter().find(|(known, _)| *known == name).expect("a body").1;
    let (mut read, mut refused, mut refused_later) = (0, 0, 0);
    for seed in 0..inputs {
        match body(&bytes(seed, 400)) {
            Reached::Read => read += 1,
            Reached::Refused(line) => {
                refused += 1;
                refused_later += u64::from(line > 1);
            }
        }
    }
    println!("{name}: {read} read, {refused} refused, {refused_later} of them beyond line 1");
    assert!(read * 10 >= inputs, "only {read} of {inputs} were read");
    assert!(refused * 10 >= inputs, "only {refused} of {inputs} were refused");
    if name != "generators" {
        assert!(refused_later * 10 >= refused, "only {refused_later} of {refused} beyond line 1");
    }
}

macro_rules! tests {
    ($($name:ident: $inputs:expr),* $(,)?) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), $inputs);
        })*

        #[test]
        fn every_body_is_run() {
            let run = [$(stringify!($name)),*];
            assert!(BODIES.iter().map(|(name, _)| *name).eq(run));
        }
    };
}

tests! {
    tiles_boards: 3000,
    tiles_plans: 3000,
    blocks_boards: 3000,
    blocks_plans: 3000,
    coins_boards: 3000,
    coins_plans: 3000,
    coins_fonts: 3000,
    coins_results: 3000,
    numbers_boards: 3000,
    numbers_plans: 3000,
    pools: 3000,
    traces: 1000,
    generators: 600,
}

/// Few bytes and none are inputs, too.
#[test]
fn short_inputs_are_inputs() {
    for (_, body) in BODIES {
        for length in 0..16 {
            body(&bytes(7, length));
            body(&vec![0xff; length]);
        }
    }
}
