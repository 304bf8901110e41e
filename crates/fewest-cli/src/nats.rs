//! `fewest worker`, and the options of both sides for a NATS server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use fewest::search::Cancel;
use fewest_campaign::{NatsError, NatsOptions, Together, WorkerOptions};
use fewest_puzzles::puzzle::{Answer, Position, Registry, Request, Watch};

use crate::campaign::{self, run::workers};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::limits::Machine;
use crate::number::{self, Limit};
use crate::progress::Screen;
use crate::terminal;
use crate::words;

/// How to reach a NATS server.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "NATS")]
pub(crate) struct Nats {
    /// Use the workers of the NATS server at this address: `nats://host:4222`, or
    /// `tls://host:4222`
    #[arg(long = "nats", value_name = "URL")]
    url: Option<String>,

    /// Use the credentials in this file
    #[arg(long = "nats-creds", value_name = "FILE", requires = "url")]
    credentials: Option<PathBuf>,

    /// Use the token in this file
    #[arg(long = "nats-token", value_name = "FILE", requires = "url")]
    token: Option<PathBuf>,

    /// Trust the authority whose certificate is in this file
    #[arg(long = "nats-ca", value_name = "FILE", requires = "url")]
    authority: Option<PathBuf>,

    /// Use the client certificate in this file
    #[arg(long = "nats-cert", value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,

    /// Use the key of the client certificate in this file
    #[arg(long = "nats-key", value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
}

impl Nats {
    /// The options, if a server is named.
    pub(crate) fn options(&self) -> Result<Option<NatsOptions>> {
        let Some(url) = &self.url else { return Ok(None) };
        let token = self.token.as_deref().map(|path| {
            let text = std::fs::read_to_string(path);
            text.map(|text| text.trim().to_string())
                .map_err(|error| crate::input::unreadable(&path.display().to_string(), &error))
        });
        Ok(Some(NatsOptions {
            url: url.clone(),
            credentials: self.credentials.clone(),
            token: token.transpose()?,
            authority: self.authority.clone(),
            certificate: self.certificate.clone().zip(self.key.clone()),
        }))
    }
}

/// What is wrong with a server or what came from it.
pub(crate) fn failure(error: NatsError, store: Option<&Path>) -> Failure {
    match (error, store) {
        (NatsError::Store(error), Some(path)) => campaign::failed(path, &error),
        (error @ NatsError::Version { .. }, _) => {
            Failure::usage(error.to_string()).with_help("build both from the same version")
        }
        (error @ NatsError::Unfit(_), _) => Failure::usage(error.to_string()),
        (error, _) => Failure::file(error.to_string()),
    }
}

/// Has one puzzle solved by the workers of a server. `memory` is for each search.
pub(crate) fn together<'a>(
    nats: &'a NatsOptions,
    goal: Option<&'a str>,
    memory: Option<u64>,
    quiet: bool,
) -> impl Fn(&dyn Position, &Request, &mut dyn Watch, &Screen) -> Result<Answer> + 'a {
    move |position, request, watch, screen| {
        let note = &mut |text: &str| {
            if !quiet {
                screen.aside(|| terminal::note(text));
            }
        };
        let together = Together { position, goal, request, memory };
        together.solve(nats, watch, note).map_err(|error| failure(error, None))
    }
}

const EXAMPLES: &str = "\
Examples:
  fewest worker --nats nats://coordinator:4222
  fewest worker --nats nats://coordinator:4222 --threads 4 --memory 8G --idle 10m";

/// Work for the campaigns of a NATS server
///
/// Takes tasks that `fewest campaign run --nats` and `fewest solve --nats` publish, as far
/// as they fit the memory of this worker, and gives the answers back. Ctrl-C stops; unfinished tasks go to other
/// workers.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Worker {
    #[command(flatten)]
    nats: Nats,

    #[command(flatten)]
    machine: Machine,

    /// End after this time without a task: 30s, 10m
    #[arg(long, value_name = "TIME", value_parser = number::time, help_heading = "Limits")]
    #[arg(allow_negative_numbers = true)]
    idle: Option<Limit<Duration>>,

    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

impl Worker {
    /// Works.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let Some(nats) = self.nats.options()? else {
            return Err(Failure::usage("a worker needs the address of a server: --nats URL"));
        };
        let options = WorkerOptions {
            workers: workers()?,
            threads: self.machine.threads(),
            memory: self.machine.memory(),
            idle: self.idle.and_then(Limit::get),
            cancel: Cancel::default(),
        };
        interrupt::stops(&options.cancel);
        let note = &mut |text: &str| {
            if !self.quiet {
                terminal::note(text);
            }
        };
        let done = fewest_campaign::work(registry, &options, &nats, note);
        let done = done.map_err(|error| failure(error, None))?;
        if !self.quiet {
            terminal::note(format_args!("{} done", words::plural(done, "task")));
        }
        let stopped = options.cancel.is_cancelled();
        Ok(if stopped { Exit::Interrupted } else { Exit::Done })
    }
}
