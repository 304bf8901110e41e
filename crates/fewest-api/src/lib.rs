//! Every puzzle of a registry as JSON in and JSON out: what a page needs to play, edit,
//! solve and watch it.
//!
//! There is no HTTP here and no state: each request holds its position, as a text and the
//! moves played since. So a server and a WebAssembly module offer the same interface.
//!
//! ```
//! use fewest_api::Api;
//! use fewest_puzzles::Registry;
//!
//! let api = Api::new(Registry::standard(), fewest_api::Limits::default());
//! let opened = api.call("open", br#"{"text": "1 2 3\n4 5 6\n7 _ 8\n"}"#)?;
//! assert!(opened.contains(r#""description":"3 × 3 sliding tiles""#));
//! let error = api.call("open", br#"{"text": "1 2 3\n4 5 6\n7 _ 9\n"}"#).unwrap_err();
//! assert!(error.json().contains(r#""line":3"#));
//! # Ok::<(), fewest_api::ApiError>(())
//! ```
//!
//! A search reports while it runs:
//!
//! ```
//! use fewest_api::Api;
//! use fewest_puzzles::Registry;
//! use fewest::search::Cancel;
//!
//! let api = Api::new(Registry::standard(), fewest_api::Limits::default());
//! let body = br#"{"position": {"puzzle": "tiles", "text": "1 2 3\n4 5 6\n7 _ 8\n"}}"#;
//! let mut last = String::new();
//! api.solve(body, &Cancel::default(), &mut |_, event| last = event)?;
//! assert!(last.contains(r#""headline":"solved in 1 move""#));
//! # Ok::<(), fewest_api::ApiError>(())
//! ```

mod about;
mod board;
mod edit;
mod error;
mod export;
mod grid;
mod limits;
mod open;
mod plots;
mod position;
mod search;
mod solve;
mod view;
mod walk;

use std::sync::Arc;

use fewest_puzzles::Registry;
use fewest_puzzles::text::ParseError;
use serde::de::DeserializeOwned;

pub use error::{ApiError, Kind};
pub use limits::Limits;
pub use solve::EventName;

/// The version of the interface, which is part of its addresses.
pub const VERSION: &str = "v1";

/// The requests with one answer, by name.
pub const CALLS: [&str; 7] = ["about", "open", "view", "walk", "edit", "export", "grid"];

/// A registry of puzzles behind the interface.
#[derive(Clone)]
pub struct Api {
    registry: Registry,
    limits: Limits,
    engine: &'static str,
    results: Option<Arc<grid::Results>>,
}

impl Api {
    /// The interface to these puzzles, within these limits.
    pub fn new(registry: Registry, limits: Limits) -> Self {
        Api { registry, limits, engine: "native", results: None }
    }

    /// Sets what the engine calls itself.
    #[must_use]
    pub fn named(mut self, engine: &'static str) -> Self {
        self.engine = engine;
        self
    }

    /// Offers the levels of a file of results.
    pub fn with_results(mut self, text: String) -> Result<Self, ParseError> {
        self.results = Some(Arc::new(grid::Results::read(&self.registry, text)?));
        Ok(self)
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Answers one of [`CALLS`].
    pub fn call(&self, name: &str, body: &[u8]) -> Result<String, ApiError> {
        match name {
            "about" => text(&about::about(self)),
            "open" => text(&open::open(self, read(body)?)?),
            "view" => text(&view::view(self, &read(body)?)?),
            "walk" => text(&walk::walk(self, &read(body)?)?),
            "edit" => text(&edit::edit(self, read(body)?)?),
            "export" => text(&export::export(self, &read(body)?)?),
            "grid" => text(&grid::grid(self, &read(body)?)?),
            _ => Err(ApiError::unknown(name)),
        }
    }
}

/// Reads a request.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::bad(format!("the request: {error}")))
}

/// Writes an answer.
fn text(answer: &impl serde::Serialize) -> Result<String, ApiError> {
    serde_json::to_string(answer).map_err(|error| ApiError::internal(&error.to_string()))
}
