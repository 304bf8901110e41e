//! The connection to the server: how it is made, and what becomes of it.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{ClientError, ConnectErrorKind, ConnectOptions, Event};

use super::NatsError;
use crate::run::hand::locked;

/// Where the server is, and who we are.
#[derive(Clone, Debug, Default)]
pub struct NatsOptions {
    /// Its address: `nats://host:4222`, or `tls://host:4222`. It may have a user and a
    /// password in it.
    pub url: String,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A token.
    pub token: Option<String>,
    /// A file with the certificate of the authority that signed the server's.
    pub authority: Option<PathBuf>,
    /// Files with this client's certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// What became of a connection, in sentences.
pub(super) struct Connection {
    pub(super) context: Context,
    notes: Receiver<String>,
}

impl Connection {
    /// What there is to tell since the last time.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        self.notes.try_iter()
    }
}

impl NatsOptions {
    /// The server at an address, without anything to prove who we are.
    pub fn at(url: &str) -> NatsOptions {
        NatsOptions { url: url.into(), ..NatsOptions::default() }
    }

    /// Connects. If the server is not there, this waits in the background.
    pub(super) async fn connect(&self) -> Result<Connection, NatsError> {
        let (sender, notes): (Sender<String>, _) = mpsc::channel();
        let shown = self.shown();
        // Until it is there, nothing is heard of it.
        let _ = sender.send(format!("connecting to {shown}"));
        let last = Mutex::new(String::new());
        let event = move |event: Event| {
            let note = match event {
                Event::Connected => Some(format!("connected to {shown}")),
                Event::Disconnected => {
                    Some(format!("lost the connection to {shown}; waiting for it"))
                }
                Event::ServerError(error) => Some(format!("{shown}: {error}")),
                Event::ClientError(ClientError::Other(reason)) if is_refusal(&reason) => {
                    Some(format!("{shown} does not let this client in ({reason}); trying again"))
                }
                // Other reasons tell no more than that.
                Event::ClientError(_) => Some(format!("cannot reach {shown}; waiting for it")),
                _ => None,
            };
            // It tries again and again; once is enough to know.
            let is_new =
                |note: &String| std::mem::replace(&mut *locked(&last), note.clone()) != *note;
            if let Some(note) = note.filter(is_new) {
                // Nobody listens at the end.
                let _ = sender.send(note);
            }
            async {}
        };
        let mut options = ConnectOptions::new()
            .name("fewest")
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(5))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 * attempts.min(20) as u64)
            })
            .event_callback(event);
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        options = self.protect(options).await?;
        let client = options.connect(&self.url).await.map_err(|error| {
            NatsError::Connect(format!("cannot use the NATS server at {}: {error}", self.shown()))
        })?;
        Ok(Connection { context: jetstream::new(client), notes })
    }

    /// Adds TLS and credentials.
    #[cfg(feature = "nats")]
    async fn protect(&self, mut options: ConnectOptions) -> Result<ConnectOptions, NatsError> {
        if let Some(path) = &self.authority {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        if let Some(path) = &self.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| {
                NatsError::Connect(format!("cannot read {}: {error}", path.display()))
            })?;
        }
        Ok(options)
    }

    /// Refuses what this build does not have.
    #[cfg(not(feature = "nats"))]
    #[expect(clippy::unused_async, reason = "as the other one")]
    async fn protect(&self, options: ConnectOptions) -> Result<ConnectOptions, NatsError> {
        let is_asked = self.authority.is_some()
            || self.certificate.is_some()
            || self.credentials.is_some()
            || self.url.starts_with("tls:");
        if is_asked {
            let what =
                "this program has neither TLS nor credentials; build it with the feature nats";
            return Err(NatsError::Connect(what.into()));
        }
        Ok(options)
    }

    /// The address without what is secret.
    fn shown(&self) -> String {
        match (self.url.split_once("://"), self.url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_string(),
            _ => self.url.clone(),
        }
    }
}

/// Whether the server was reached, but one side refused the other. The client library gives
/// only the text of its reasons.
fn is_refusal(reason: &str) -> bool {
    use ConnectErrorKind::{Authentication, AuthorizationViolation, Tls};
    [Authentication, AuthorizationViolation, Tls].iter().any(|kind| kind.to_string() == reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| NatsOptions { url: url.into(), ..NatsOptions::default() }.shown();
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://host"), "tls://host");
        assert_eq!(shown("me:p@host"), "host");
    }
}
