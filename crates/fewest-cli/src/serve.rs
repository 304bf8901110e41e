//! `fewest serve`: the page, on this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use fewest::search::Cancel;
use fewest_puzzles::puzzle::Registry;
use fewest_web::{Server, ServerLimits};

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::interrupt;
use crate::limits::Limits;
use crate::terminal;

/// Play, edit, solve and watch puzzles in the browser
///
/// Serves a page on which every puzzle is played, edited, solved and watched, and opens
/// it in the browser. Only this machine can reach it. The limits are those of each
/// search that the page starts. Ctrl-C ends it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  fewest serve
  fewest serve --port 8080 --no-open
  fewest serve --memory 2G --threads 1
  fewest serve --results pairs.txt")]
pub(crate) struct Serve {
    /// Use this port [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Use this address of this machine
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Offer the levels of this file of results, e.g. all pairs of a coin font
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,
}

/// Searches that run at the same time.
const RUNNING: u64 = 2;

impl Serve {
    /// Serves until Ctrl-C.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        if self.address.is_unspecified() {
            let message = format!("{} is no single address; use one, e.g. 127.0.0.1", self.address);
            return Err(Failure::usage(message));
        }
        let budget = self.limits.long_budget();
        let mut limits = ServerLimits { running: RUNNING as usize, ..ServerLimits::default() };
        limits.each.threads = budget.threads;
        if let Some(time) = budget.time {
            limits.each.max_time = time;
            limits.each.default_time = limits.each.default_time.min(time);
        }
        // The memory is for all searches that run at the same time.
        limits.each.memory = budget.memory.unwrap_or(u64::MAX) / RUNNING;
        let address = SocketAddr::new(self.address, self.port);
        let server = Server::bind(registry.clone(), address, limits)
            .map_err(|error| Failure::file(format!("cannot serve at {address}: {error}")))?;
        let server = match &self.results {
            None => server,
            Some(path) => {
                let source = Source::read(path)?;
                let offered = server.with_results(source.text.clone());
                offered.map_err(|error| Failure::parse(&source, &error))?
            }
        };
        let url = server.url();
        terminal::note(format!("serving {url} (Ctrl-C ends it)"));
        if !self.no_open && open::that_detached(&url).is_err() {
            terminal::note("no browser found; open the address yourself");
        }
        let cancel = Cancel::default();
        interrupt::stops(&cancel);
        server.run(&cancel).map_err(|error| Failure::file(format!("{address}: {error}")))?;
        Ok(Exit::Done)
    }
}
