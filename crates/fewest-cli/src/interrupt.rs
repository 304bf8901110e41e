//! Ctrl-C: the first stops the search, which then reports the best it found; the second
//! ends the command at once.

use std::time::{Duration, Instant};

use fewest::search::Cancel;

use crate::exit::Exit;

/// A signal within this time of the first is the same one: `timeout` sends it to the
/// process and to its group, and both reach it.
const SAME: Duration = Duration::from_millis(500);

/// From here on Ctrl-C (and SIGTERM and SIGHUP) stop the search that holds `cancel`.
/// Called only when the search is about to start: a command that waits for input simply
/// ends.
pub(crate) fn stops(cancel: &Cancel) {
    let cancel = cancel.clone();
    let mut first = None;
    // If the handler can't be set, Ctrl-C ends the command as it does by
    // default; no reason not to solve.
    let _ = ctrlc::set_handler(move || {
        if is_another(&mut first, Instant::now()) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        cancel.cancel();
    });
}

/// Whether a signal at this time is another one after the first.
fn is_another(first: &mut Option<Instant>, now: Instant) -> bool {
    now.duration_since(*first.get_or_insert(now)) >= SAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_at_once_are_one() {
        let (start, mut first) = (Instant::now(), None);
        assert!(!is_another(&mut first, start));
        assert!(!is_another(&mut first, start + Duration::from_millis(1)));
        assert!(!is_another(&mut first, start + SAME.mul_f64(0.99)));
        assert!(is_another(&mut first, start + SAME));
        assert!(is_another(&mut first, start + Duration::from_secs(3600)));
    }
}
