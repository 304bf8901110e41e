//! What a search reports, as server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::header;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;

use crate::searches::Started;

/// A reader that is gone is noticed when something is sent to it.
const KEEP_ALIVE: Duration = Duration::from_secs(2);

/// The events of a search; it is cancelled when the stream is dropped.
struct Events(Started);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = |(name, json): (&str, String)| Ok(Event::default().event(name).data(json));
        self.0.events.poll_recv(context).map(|received| received.map(event))
    }
}

pub(crate) fn response(started: Started) -> Response {
    let stream = Sse::new(Events(started)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    ([(header::CACHE_CONTROL, "no-store")], stream).into_response()
}
