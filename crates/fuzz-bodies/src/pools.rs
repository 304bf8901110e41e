//! Pools of attempts.

use arbitrary::Unstructured;
use fewest::search::local::{Limits, Pool, Remains};
use fewest_puzzles::pool_text;

use crate::mutate::mutate;
use crate::{Reached, number, settle};

pub(crate) fn pools(bytes: &mut Unstructured<'_>) -> Reached {
    let limits = match number(bytes, 0..=3) {
        0 => Limits {
            most: number(bytes, 0..=9),
            many: number(bytes, 0..=9),
            capacity: number(bytes, 0..=9),
        },
        _ => Limits::NONE,
    };
    let mut pool = Pool::new(limits);
    for _ in 0..number(bytes, 0..=8) {
        let remains: Vec<u32> =
            (0..number(bytes, 0..=5)).map(|_| number(bytes, 0..=8) as u32).collect();
        let score = bytes.arbitrary().unwrap_or_default();
        let item = ["é", "a b", "\"", ""][number(bytes, 0..=3)].to_string();
        pool.insert(Remains::of(remains), score, item);
    }
    for _ in 0..number(bytes, 0..=3) {
        pool.exhaust_next();
    }
    let text = mutate(bytes, &pool_text::write(&pool).unwrap());
    let read = pool_text::read::<String>(&text);
    if let Ok(pool) = &read {
        let written = pool_text::write(pool).unwrap();
        assert_eq!(pool_text::read(&written).as_ref(), Ok(pool), "{text:?}, {written:?}");
    }
    settle(&text, &read)
}
