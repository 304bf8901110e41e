//! The pool against a list in which everything is compared with everything.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

type Attempt = (BTreeSet<u32>, Score, u32);

/// The attempts that no other one makes pointless.
fn minimal(attempts: &[Attempt]) -> Vec<(BTreeSet<u32>, Score)> {
    let pointless = |(remains, score, _): &Attempt| {
        attempts.iter().any(|(other, better, _)| {
            other.is_subset(remains) && (other != remains || better < score)
        })
    };
    let mut kept: Vec<(BTreeSet<u32>, Score)> = attempts
        .iter()
        .filter(|attempt| !pointless(attempt))
        .map(|(remains, score, _)| (remains.clone(), *score))
        .collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

fn filled(limits: Limits, attempts: &[Attempt]) -> Pool<u32> {
    let mut pool = Pool::new(limits);
    for (remains, score, item) in attempts {
        let remains = Remains::of(remains.iter().copied());
        let wanted = pool.wants(&remains, *score);
        assert_eq!(pool.insert(remains, *score, *item), wanted);
        check(&pool);
    }
    pool
}

/// What holds at any time.
fn check<T>(pool: &Pool<T>) {
    let Limits { most, many, capacity } = pool.limits;
    assert!(pool.len() <= capacity);
    assert!(pool.iter().all(|kept| kept.remains.len() <= most));
    assert!(pool.iter().map(Kept::rank).is_sorted());
    for (i, a) in pool.iter().enumerate() {
        let others = pool.iter().enumerate().filter(|&(j, _)| i != j);
        assert!(others.into_iter().all(|(_, b)| !a.remains.is_subset(&b.remains)));
    }
    for least in pool.iter().map(|kept| kept.remains.len()) {
        let few = pool.iter().filter(|kept| kept.remains.len() <= least).count();
        assert!(few < many.max(1) || few == pool.len());
    }
}

fn contents(pool: &Pool<u32>) -> Vec<(BTreeSet<u32>, Score)> {
    let mut contents: Vec<_> =
        pool.iter().map(|kept| (kept.remains.iter().collect(), kept.score)).collect();
    contents.sort_unstable();
    contents
}

fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let attempt = (prop::collection::btree_set(0..12_u32, 0..7), 0..5_i64, any::<u32>());
    prop::collection::vec(attempt, 0..40)
}

fn limits() -> impl Strategy<Value = Limits> {
    (0..8_usize, 0..12_usize, 0..12_usize).prop_map(|(most, many, capacity)| Limits {
        most,
        many,
        capacity,
    })
}

proptest! {
    #[test]
    fn subsets_are_subsets(
        a in prop::collection::btree_set(0..200_u32, 0..9),
        b in prop::collection::btree_set(0..200_u32, 0..30),
        some: u32,
    ) {
        let of = |set: &BTreeSet<u32>| Remains::of(set.iter().copied());
        prop_assert_eq!(of(&a).is_subset(&of(&b)), a.is_subset(&b));
        let part = b.iter().copied().filter(|member| some >> (member % 32) & 1 == 1).collect();
        prop_assert!(of(&part).is_subset(&of(&b)));
    }

    #[test]
    fn without_limits_the_minimal_ones_are_kept(
        (attempts, shuffled) in attempts().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        let pool = filled(Limits::NONE, &attempts);
        prop_assert_eq!(contents(&pool), minimal(&attempts));
        prop_assert_eq!(contents(&filled(Limits::NONE, &shuffled)), contents(&pool));
    }

    #[test]
    fn limits_are_kept(limits in limits(), attempts in attempts()) {
        let pool = filled(limits, &attempts);
        for (remains, score) in contents(&pool) {
            prop_assert!(attempts.iter().any(|(r, s, _)| (r, s) == (&remains, &score)));
        }
    }

    #[test]
    fn merging_is_inserting(a in attempts(), b in attempts()) {
        let mut merged = filled(Limits::NONE, &a);
        merged.merge(filled(Limits::NONE, &b));
        let all = [a, b].concat();
        prop_assert_eq!(contents(&merged), minimal(&all));
    }
}

#[test]
fn what_leaves_less_is_drawn_more_often() {
    let attempts = [([1, 2].into(), 0, 2), ([3].into(), 9, 1), ([4, 5, 6].into(), 0, 3)];
    let pool = filled(Limits::NONE, &attempts);
    let mut draws = Draws::new(1);
    let mut counts = [0; 4];
    for _ in 0..7000 {
        counts[pool.sample(&mut draws).unwrap().item as usize] += 1;
    }
    assert!((3700..4300).contains(&counts[1]) && (1800..2200).contains(&counts[2]), "{counts:?}");
    assert_eq!(pool.sample(&mut Draws::new(5)), pool.sample(&mut Draws::new(5)));
    assert!(Pool::<u32>::new(Limits::NONE).sample(&mut draws).is_none());
}

#[test]
fn a_better_attempt_is_tried_again() {
    let mut pool = filled(Limits::NONE, &[([1, 2].into(), 5, 1), ([3].into(), 9, 2)]);
    let next = |pool: &mut Pool<u32>| pool.exhaust_next().map(|kept| kept.item);
    assert_eq!([next(&mut pool), next(&mut pool), next(&mut pool)], [Some(2), Some(1), None]);
    assert_eq!(pool.fresh().count(), 0);
    assert!(!pool.insert(Remains::of([1, 2]), 5, 3));
    assert!(pool.insert(Remains::of([2, 1]), 4, 4));
    assert_eq!((next(&mut pool), pool.len()), (Some(4), 2));
}

#[test]
fn more_can_be_allowed_but_not_less() {
    let mut pool = Pool::new(Limits { most: 2, ..Limits::NONE });
    assert!(!pool.insert(Remains::of([1, 2, 3]), 90, "a"));
    pool.allow(3);
    pool.allow(1);
    assert_eq!(pool.most(), 3);
    assert!(pool.insert(Remains::of([1, 2, 3]), 90, "a"));
}
