//! Who may ask, and what a page may load.
//!
//! The server is for the person at this machine. A page of another site can make a
//! browser send requests here; so a request must be for the server's own name (`Host`,
//! against names that point here for a while: DNS rebinding) and come from its own page
//! (`Origin`, `Sec-Fetch-Site`).

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::server::State;

/// What the page may load: only what comes from the same place, and no script in the
/// text of the page. WebAssembly is compiled in a worker of its own.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
pub(crate) const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Lets a request pass, or answers 403.
pub(crate) async fn check(
    axum::extract::State(state): axum::extract::State<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    match refusal(state.address, request.method(), request.headers()) {
        None => next.run(request).await,
        Some(why) => error(StatusCode::FORBIDDEN, why),
    }
}

/// Why a request is refused.
fn refusal(address: SocketAddr, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let own = names(address);
    let is_own = |name: &str| own.iter().any(|known| known.eq_ignore_ascii_case(name));
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    if !text(header::HOST).is_some_and(is_own) {
        return Some("this server answers only under its own address");
    }
    let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
    if text(header::ORIGIN).is_some_and(|origin| !is_own_page(origin)) {
        return Some("this server answers only its own page");
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    // A link from elsewhere may open the page, but not ask for anything.
    let is_foreign = site.is_some_and(|site| site != "same-origin" && site != "none");
    let is_link = text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    if is_foreign && !(is_link && method == Method::GET) {
        return Some("this server answers only its own page");
    }
    let is_json = text(header::CONTENT_TYPE)
        .is_some_and(|media| media.split(';').next().is_some_and(|m| m.trim() == JSON));
    if method == Method::POST && !is_json {
        return Some("a request has the content type application/json");
    }
    None
}

/// The names that this server answers to.
fn names(address: SocketAddr) -> Vec<String> {
    let mut names = vec![address.to_string()];
    if address.ip().is_loopback() {
        names.push(format!("localhost:{}", address.port()));
    }
    if address.port() == 80 {
        let short = names.iter().filter_map(|name| name.strip_suffix(":80")).map(String::from);
        names.extend(short.collect::<Vec<_>>());
    }
    names
}

/// Says in JSON what the layers below answer in a bare word or not at all: wrong methods, long
/// bodies, and bodies that break off.
pub(crate) async fn say_in_json(response: Response) -> Response {
    let status = response.status();
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|media| media == JSON);
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this address does not take this method",
        StatusCode::PAYLOAD_TOO_LARGE => "the request is too long",
        StatusCode::BAD_REQUEST => "the request cannot be read",
        _ => status.canonical_reason().unwrap_or("the request failed"),
    };
    let mut said = error(status, message);
    // It names the methods that are allowed.
    if let Some(allow) = response.headers().get(header::ALLOW) {
        said.headers_mut().insert(header::ALLOW, allow.clone());
    }
    said
}

const JSON: &str = "application/json";

/// An error as JSON.
pub(crate) fn error(status: StatusCode, message: &str) -> Response {
    let body = json!({ "error": { "message": message } }).to_string();
    (status, [(header::CONTENT_TYPE, JSON)], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: &Method, pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        refusal(([127, 0, 0, 1], 4000).into(), method, &headers).is_some()
    }

    #[test]
    fn only_its_own_host_and_page_may_ask() {
        const HOST: (&str, &str) = ("host", "127.0.0.1:4000");
        const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");
        let get = |pairs: &[_]| refused(&Method::GET, pairs);
        let post = |pairs: &[_]| refused(&Method::POST, pairs);
        assert!(!get(&[HOST]) && !get(&[("host", "LOCALHOST:4000")]));
        for host in ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "localhost", ""] {
            assert!(get(&[("host", host)]), "{host}");
        }
        assert!(get(&[]));
        assert!(!post(&[HOST, JSON, ("origin", "http://localhost:4000")]));
        for origin in
            ["http://evil.example", "null", "https://127.0.0.1:4000", "http://127.0.0.1:1"]
        {
            assert!(post(&[HOST, JSON, ("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert!(get(&[HOST, ("sec-fetch-site", site)]), "{site}");
            let navigate = ("sec-fetch-mode", "navigate");
            assert!(!get(&[HOST, ("sec-fetch-site", site), navigate]), "{site}");
            assert!(post(&[HOST, JSON, ("sec-fetch-site", site), navigate]), "{site}");
        }
        assert!(!get(&[HOST, ("sec-fetch-site", "none")]));
        assert!(post(&[HOST]) && post(&[HOST, ("content-type", "text/plain")]));
    }

    #[test]
    fn the_default_port_may_be_left_out() {
        assert!(names(([127, 0, 0, 1], 80).into()).contains(&"localhost".to_string()));
        assert!(names("[::1]:90".parse().unwrap()).contains(&"[::1]:90".to_string()));
    }
}
