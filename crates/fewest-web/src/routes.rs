//! The addresses, and what answers at each.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use fewest_api::{ApiError, Kind};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::guard::{self, error};
use crate::server::State;
use crate::{assets, events};

/// The routes of the interface: method and path. `openapi.json` describes each of them.
pub const ROUTES: [(&str, &str); 9] = [
    ("get", "/api/v1/about"),
    ("post", "/api/v1/open"),
    ("post", "/api/v1/view"),
    ("post", "/api/v1/walk"),
    ("post", "/api/v1/edit"),
    ("post", "/api/v1/export"),
    ("post", "/api/v1/grid"),
    ("post", "/api/v1/solve"),
    ("delete", "/api/v1/searches/{id}"),
];

pub(crate) fn router(state: Arc<State>) -> Router {
    let mut router = Router::new();
    for (method, path) in ROUTES {
        // The last part of a path is what is called.
        let name = path.rsplit('/').next().unwrap_or_default();
        router = match (method, name) {
            ("get", _) => router.route(path, get(about)),
            ("delete", _) => router.route(path, delete(stop)),
            (_, "solve") => router.route(path, post(solve)),
            (_, name) => router.route(path, post(move |state, body| call(state, name, body))),
        };
    }
    for asset in &assets::ASSETS {
        router = router.route(asset.path, get(move || async { asset.response() }));
    }
    let unknown = || async { error(StatusCode::NOT_FOUND, "unknown address") };
    let mut router = router
        .fallback(unknown)
        .layer(RequestBodyLimitLayer::new(state.limits.body))
        .layer(map_response(guard::say_in_json))
        .layer(from_fn_with_state(state.clone(), guard::check))
        .layer(CatchPanicLayer::custom(|_| {
            error(StatusCode::INTERNAL_SERVER_ERROR, "internal error (please report)")
        }));
    for (name, value) in guard::HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router.with_state(state)
}

async fn about(state: Shared<Arc<State>>) -> Response {
    call(state, "about", Bytes::new()).await
}

/// A request with one answer, worked on in a thread of its own.
async fn call(Shared(state): Shared<Arc<State>>, name: &'static str, body: Bytes) -> Response {
    // The semaphore is never closed.
    let _permit = state.calls.acquire().await.ok();
    let working = {
        let state = state.clone();
        tokio::task::spawn_blocking(move || state.api.call(name, &body))
    };
    // A panic ends only this request.
    let answer = working.await.unwrap_or_else(|_| Err(ApiError::internal(name)));
    match answer {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(error) => {
            let status = match error.kind {
                Kind::Bad => StatusCode::UNPROCESSABLE_ENTITY,
                Kind::Unknown => StatusCode::NOT_FOUND,
                Kind::Limit => StatusCode::PAYLOAD_TOO_LARGE,
                Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            };
            (status, [(header::CONTENT_TYPE, "application/json")], error.json()).into_response()
        }
    }
}

/// A search, as server-sent events.
async fn solve(Shared(state): Shared<Arc<State>>, body: Bytes) -> Response {
    if let Some(started) = state.searches.start(&state.api, body) {
        return events::response(started);
    }
    let message = "too many searches are waiting; try again later";
    let mut response = error(StatusCode::SERVICE_UNAVAILABLE, message);
    response.headers_mut().insert(header::RETRY_AFTER, 5.into());
    response
}

/// Stops a search, which then sends its answer.
async fn stop(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Response {
    let is_known = id.parse().is_ok_and(|id| state.searches.stop(id));
    if is_known {
        StatusCode::NO_CONTENT.into_response()
    } else {
        error(StatusCode::NOT_FOUND, "unknown search")
    }
}
