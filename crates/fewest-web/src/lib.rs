//! The page of `fewest`, served on this machine: every puzzle of a registry is played,
//! edited, solved and watched in a browser, with all cores and all memory.
//!
//! ```no_run
//! use fewest::search::Cancel;
//! use fewest_puzzles::Registry;
//! use fewest_web::{Server, ServerLimits};
//!
//! let address = ([127, 0, 0, 1], 0).into();
//! let server = Server::bind(Registry::standard(), address, ServerLimits::default())?;
//! println!("{}", server.url());
//! server.run(&Cancel::default())?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `server.rs` | the socket, the runtime, the shutdown |
//! | `routes.rs` | the addresses, and what answers at each |
//! | `guard.rs` | who may ask, and what a page may load |
//! | `searches.rs` | running and waiting searches |
//! | `events.rs` | what a search reports, as server-sent events |
//! | `assets.rs` | the files of the page, which are part of the program |

pub mod assets;
mod events;
mod guard;
mod routes;
mod searches;
mod server;

pub use routes::ROUTES;
pub use server::{Server, ServerLimits};
