//! Work shared between threads.

use std::sync::{Mutex, PoisonError};

/// Does `work` on each item, with one thread for each element of `own`.
pub(super) fn parallel<T: Send, O: Send>(
    own: &mut [O],
    items: Vec<T>,
    work: impl Fn(T, &mut O) + Sync,
) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |own: &mut O| {
        while let Some(item) = next() {
            work(item, own);
        }
    };
    std::thread::scope(|scope| {
        let (first, others) = own.split_at_mut(1.min(own.len()));
        for own in others {
            let run = &run;
            scope.spawn(move || run(own));
        }
        first.iter_mut().for_each(&run);
    });
}
