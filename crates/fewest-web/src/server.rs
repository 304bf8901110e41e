//! The socket, the runtime and the shutdown.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use fewest::search::Cancel;
use fewest_api::{Api, Limits};
use fewest_puzzles::Registry;
use fewest_puzzles::text::ParseError;

use crate::routes;
use crate::searches::Searches;

/// How often the server looks whether it should stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long it waits for open connections before it stops anyway.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the server as a whole may take.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The searches that run at the same time; further ones wait.
    pub running: usize,
    /// The searches that wait; further ones are refused.
    pub waiting: usize,
    /// The other requests that are worked on at the same time.
    pub calls: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// What one search may take.
    pub each: Limits,
}

impl Default for ServerLimits {
    fn default() -> Self {
        ServerLimits { running: 2, waiting: 100, calls: 8, body: 4 << 20, each: Limits::default() }
    }
}

/// The server of the page, bound to its address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: State,
}

/// What all requests share.
pub(crate) struct State {
    pub(crate) api: Api,
    pub(crate) address: SocketAddr,
    pub(crate) limits: ServerLimits,
    pub(crate) searches: Arc<Searches>,
    pub(crate) calls: tokio::sync::Semaphore,
}

impl Server {
    /// Binds to an address; port 0 is any free one.
    pub fn bind(
        registry: Registry,
        address: SocketAddr,
        limits: ServerLimits,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let state = State {
            api: Api::new(registry, limits.each.clone()),
            address,
            searches: Searches::new(&limits),
            calls: tokio::sync::Semaphore::new(limits.calls),
            limits,
        };
        Ok(Server { listener, address, state })
    }

    /// Offers the levels of a file of results.
    pub fn with_results(mut self, text: String) -> Result<Server, ParseError> {
        self.state.api = self.state.api.with_results(text)?;
        Ok(self)
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until somebody cancels: then it stops all searches, which send what they
    /// have found, and returns.
    pub fn run(self, cancel: &Cancel) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let state = Arc::new(self.state);
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let searches = state.searches.clone();
            let cancelled = || async {
                while !cancel.is_cancelled() {
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            };
            let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
            let serving =
                axum::serve(listener, routes::router(state)).with_graceful_shutdown(async move {
                    // The sender may be gone only after the server.
                    let _ = stopped.await;
                });
            let impatient = async {
                cancelled().await;
                searches.close();
                let _ = stop.send(());
                tokio::time::sleep(PATIENCE).await;
            };
            tokio::select! {
                ended = serving.into_future() => ended,
                () = impatient => Ok(()),
            }
        });
        runtime.shutdown_timeout(PATIENCE);
        ended
    }
}
