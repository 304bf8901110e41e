//! The files of the page are those that belong to this version.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::{env, fs};

use fewest_web::assets::ASSETS;

fn page(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page").join(file)
}

/// `UPDATE_PAGE=1 cargo test -p fewest-web --test assets` writes it anew.
#[test]
fn the_colours_are_those_of_the_renderer() {
    let colours = fewest_render::sprites::page_colours();
    if env::var_os("UPDATE_PAGE").is_some() {
        fs::write(page("colours.css"), &colours).unwrap();
    }
    let written = fs::read_to_string(page("colours.css")).unwrap();
    assert!(written == colours, "page/colours.css is old; UPDATE_PAGE=1 writes it anew");
}

#[test]
fn every_script_is_served_and_no_script_is_in_the_text() {
    for entry in fs::read_dir(page("js")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // These are for WebAssembly; the server makes GIFs itself.
        let path = format!("/js/{name}");
        let is_served = ASSETS.iter().any(|asset| asset.path == path);
        assert_eq!(is_served, !["worker.js", "gif.js"].contains(&&*name), "{name}");
    }
    let html = ASSETS.iter().find(|asset| asset.path == "/").unwrap().content;
    assert!(!html.contains("<script>") && !html.contains("onclick=") && !html.contains("style="));
    for link in html.split("src=\"").chain(html.split("href=\"")).skip(1) {
        assert!(!link.starts_with("http"), "everything comes from here: {link:.40}");
    }
}
