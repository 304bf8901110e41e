//! The files of the page, which are part of the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// A file.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path on the server.
    pub path: &'static str,
    media_type: &'static str,
    /// Its content.
    pub content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

macro_rules! assets {
    ($($path:literal $file:literal $media_type:ident,)*) => {
        [$(Asset {
            path: $path,
            media_type: $media_type,
            content: include_str!(concat!("../../../page/", $file)),
        }),*]
    };
}

/// All of them.
#[rustfmt::skip]
pub static ASSETS: [Asset; 26] = assets![
    "/" "index.html" HTML,
    "/style.css" "style.css" STYLE,
    "/colours.css" "colours.css" STYLE,
    "/icon.svg" "icon.svg" SVG,
    "/manifest.json" "manifest.json" JSON,
    "/api/v1/openapi.json" "openapi.json" JSON,
    "/js/app.js" "js/app.js" SCRIPT,
    "/js/backward.js" "js/backward.js" SCRIPT,
    "/js/board.js" "js/board.js" SCRIPT,
    "/js/canvas.js" "js/canvas.js" SCRIPT,
    "/js/dom.js" "js/dom.js" SCRIPT,
    "/js/edit.js" "js/edit.js" SCRIPT,
    "/js/engine.js" "js/engine.js" SCRIPT,
    "/js/game.js" "js/game.js" SCRIPT,
    "/js/grid.js" "js/grid.js" SCRIPT,
    "/js/hands.js" "js/hands.js" SCRIPT,
    "/js/levels.js" "js/levels.js" SCRIPT,
    "/js/menu.js" "js/menu.js" SCRIPT,
    "/js/run.js" "js/run.js" SCRIPT,
    "/js/share.js" "js/share.js" SCRIPT,
    "/js/solve.js" "js/solve.js" SCRIPT,
    "/js/tree.js" "js/tree.js" SCRIPT,
    "/js/types.js" "js/types.js" SCRIPT,
    "/js/watch.js" "js/watch.js" SCRIPT,
    "/js/words.js" "js/words.js" SCRIPT,
    "/js/zoom.js" "js/zoom.js" SCRIPT,
];

impl Asset {
    pub(crate) fn response(&self) -> Response {
        let headers =
            [(header::CONTENT_TYPE, self.media_type), (header::CACHE_CONTROL, "no-cache")];
        (headers, self.content).into_response()
    }
}
