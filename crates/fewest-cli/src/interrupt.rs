//! Ctrl-C: the first stops the search, which then tells the best it found; the
//! second ends the command at once.

use fewest::search::Cancel;

use crate::exit::Exit;

/// From here on Ctrl-C (and SIGTERM and SIGHUP) stop the search that holds
/// `cancel`. Called only when the search is about to start: a command that is
/// waiting for its input just dies.
pub(crate) fn stops(cancel: &Cancel) {
    let cancel = cancel.clone();
    // If the handler can't be set, Ctrl-C ends the command as it does by
    // default; no reason not to solve.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        cancel.cancel();
    });
}
