//! The puzzles and the solver as WebAssembly: a plain C interface with JSON in and out.
//!
//! The host takes memory with `take`, writes the name of a request and its body there, and
//! calls `call`. Everything that comes back goes through the host's `emit`: the events of a
//! search as they come, then `answer`, or `error`. The host lends its clock as `now`, in
//! milliseconds.
//!
//! A crate with a puzzle of its own exports its puzzles with [`export!`], as
//! examples/lights-out does.

#[cfg(target_family = "wasm")]
mod host;

use std::sync::OnceLock;
use std::time::Duration;

use fewest::search::Cancel;
use fewest_api::{Api, ApiError, Limits};
use fewest_puzzles::Registry;

/// What a browser gives at most is 4 GiB; a search takes less, so that the page lives on.
const MEMORY: u64 = 1 << 30;

static API: OnceLock<Api> = OnceLock::new();

/// The interface to these puzzles, within the limits of a browser.
fn interface(puzzles: Registry) -> Api {
    let max_time = Duration::from_secs(3600);
    Api::new(puzzles, Limits { memory: MEMORY, max_time, ..Limits::default() }).named("wasm")
}

/// Offers these puzzles instead of the standard ones. Has an effect only before the first
/// request.
pub fn set_puzzles(puzzles: Registry) {
    API.get_or_init(|| interface(puzzles));
}

/// Exports a function `start`, which the host calls first, and which offers the puzzles of a
/// [`Registry`].
#[macro_export]
macro_rules! export {
    ($puzzles:expr) => {
        #[unsafe(no_mangle)]
        extern "C" fn start() {
            $crate::set_puzzles($puzzles);
        }
    };
}

/// Answers a request by its name; each event and the answer are given as they come.
pub fn answer(name: &str, body: &[u8], emit: &mut dyn FnMut(&str, &str)) {
    let api = API.get_or_init(|| interface(Registry::standard()));
    let ended: Result<(), ApiError> = if name == "solve" {
        api.solve(body, &Cancel::default(), &mut |name, json| emit(name, &json))
    } else {
        api.call(name, body).map(|json| emit("answer", &json))
    };
    if let Err(error) = ended {
        emit("error", &error.json());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(name: &str, body: &str) -> (String, String) {
        let mut last = (String::new(), String::new());
        answer(name, body.as_bytes(), &mut |name, json| {
            last = (name.to_string(), json.to_string());
        });
        last
    }

    #[test]
    fn requests_are_answered() {
        let position = r#"{"position": {"puzzle": "numbers", "text": "4 1\n1 3 0 2\n"}}"#;
        let (name, json) = last("solve", position);
        assert_eq!(name, "answer");
        assert!(json.contains(r#""headline":"solved in 2 moves""#), "{json}");
        assert_eq!(last("about", "").0, "answer");
        assert_eq!(last("open", "{").0, "error");
        assert_eq!(last("nothing", "{}").0, "error");
    }
}
