//! The server as other programs see it: over a socket of this machine.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fewest::search::Cancel;
use fewest_api::Limits;
use fewest_puzzles::Registry;
use fewest_web::assets::ASSETS;
use fewest_web::{ROUTES, Server, ServerLimits};
use serde_json::{Value, json};

mod panicking;

/// A server that ends with its test.
struct Running {
    address: SocketAddr,
    cancel: Cancel,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

fn start(running: usize, waiting: usize) -> Running {
    let each = Limits { memory: 256 << 20, ..Limits::default() };
    let limits = ServerLimits { running, waiting, each, ..ServerLimits::default() };
    let registry = Registry::standard().with_puzzle(&panicking::Panicking);
    let server = Server::bind(registry, ([127, 0, 0, 1], 0).into(), limits).unwrap();
    let url = server.url();
    let address = url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let thread = Some(std::thread::spawn(move || server.run(&flag)));
    Running { address, cancel, thread }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.cancel();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap().unwrap();
        }
    }
}

/// An answer that is being read.
struct Answer {
    status: u16,
    head: String,
    rest: BufReader<TcpStream>,
}

impl Running {
    fn send(&self, method: &str, path: &str, more: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut headers = vec![("Host", self.address.to_string())];
        headers.push(("Content-Type", "application/json".into()));
        for &(name, value) in more {
            headers.retain(|(known, _)| *known != name);
            headers.push((name, value.to_string()));
        }
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        // A server that refuses a long body may close before it is sent.
        let _ = stream.write_all((head + body).as_bytes());
        let mut rest = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(rest.read_line(&mut head).unwrap() > 0, "no answer: {head}");
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), rest }
    }

    fn post(&self, name: &str, body: &Value) -> (u16, Value) {
        let answer = self.send("POST", &format!("/api/v1/{name}"), &[], &body.to_string());
        (answer.status, answer.json())
    }

    fn solve(&self, puzzle: &str, text: &str, seconds: f64) -> Answer {
        let body = json!({ "position": { "puzzle": puzzle, "text": text }, "seconds": seconds });
        self.send("POST", "/api/v1/solve", &[], &body.to_string())
    }
}

impl Answer {
    fn json(mut self) -> Value {
        let mut text = String::new();
        self.rest.read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The next event: its name and its content.
    fn event(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.rest.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(text) = line.strip_prefix("event: ") {
                name = Some(text.trim().to_string());
            } else if let Some(text) = line.strip_prefix("data: ") {
                return Some((name.unwrap(), serde_json::from_str(text).unwrap()));
            }
        }
    }

    /// The last event, with that of a name before it.
    fn until(&mut self, wanted: &str) -> Value {
        while let Some((name, event)) = self.event() {
            if name == wanted {
                return event;
            }
            assert!(name != "error", "{event}");
        }
        panic!("no event {wanted}");
    }
}

const EIGHT: &str = "7 3 8\n_ 2 6\n4 1 5\n";
/// A 24-puzzle, which takes long to prove.
const HARD: &str = "14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13\n";

#[test]
fn the_page_and_every_asset_are_served_with_a_policy() {
    let server = start(1, 1);
    for asset in &ASSETS {
        let mut answer = server.send("GET", asset.path, &[], "");
        assert_eq!(answer.status, 200, "{}", asset.path);
        let policy = "content-security-policy: default-src 'none'; script-src 'self'";
        assert!(answer.head.contains(policy), "{}", answer.head);
        assert!(!answer.head.contains("unsafe-inline") && !answer.head.contains("'unsafe-eval'"));
        assert!(answer.head.contains("x-content-type-options: nosniff"));
        let mut text = String::new();
        answer.rest.read_to_string(&mut text).unwrap();
        assert_eq!(text, asset.content);
    }
    for path in ["/nothing", "/js/", "/../Cargo.toml", "/js/..%2f..%2fCargo.toml", "/etc/passwd"] {
        assert_eq!(server.send("GET", path, &[], "").status, 404, "{path}");
    }
}

#[test]
fn the_interface_is_as_described() {
    let openapi = ASSETS.iter().find(|asset| asset.path.ends_with("openapi.json")).unwrap();
    let openapi: Value = serde_json::from_str(openapi.content).unwrap();
    let mut described: Vec<(String, String)> = Vec::new();
    for (path, methods) in openapi["paths"].as_object().unwrap() {
        described.extend(methods.as_object().unwrap().keys().map(|m| (m.clone(), path.clone())));
    }
    described.sort();
    let mut routes = ROUTES.map(|(method, path)| (method.to_string(), path.to_string())).to_vec();
    routes.sort();
    assert_eq!(described, routes);
    let server = start(1, 1);
    for (method, path) in ROUTES {
        let path = path.replace("{id}", "999");
        let answer = server.send(&method.to_uppercase(), &path, &[], "{\"unknown\": 1}");
        // No route is missing: requests are answered, or refused in a sentence.
        let expected = match (method, path.as_str()) {
            ("delete", _) => 404,
            ("get", _) | (_, "/api/v1/solve") => 200,
            _ => 422,
        };
        assert_eq!(answer.status, expected, "{method} {path}");
        let known = openapi["paths"]
            .as_object()
            .unwrap()
            .iter()
            .find(|(known, _)| known.replace("{id}", "999") == path)
            .map(|(_, methods)| &methods[method]["responses"][answer.status.to_string()]);
        assert!(known.is_some_and(Value::is_object), "{method} {path} {}", answer.status);
    }
    // What the description requires is what is sent.
    let required = |schema: &Value| -> Vec<String> {
        let list = schema["required"].as_array().unwrap();
        list.iter().map(|name| name.as_str().unwrap().to_string()).collect()
    };
    let position = json!({ "puzzle": "tiles", "text": EIGHT });
    let requests = [
        ("open", json!({ "text": EIGHT })),
        ("view", json!({ "position": position })),
        ("walk", json!({ "position": position, "plan": ["L"] })),
        ("edit", json!({ "puzzle": "tiles", "text": EIGHT })),
        ("export", json!({ "position": position, "form": "picture" })),
    ];
    for (name, body) in requests {
        let (status, answer) = server.post(name, &body);
        assert_eq!(status, 200, "{name}: {answer}");
        let response = &openapi["paths"][format!("/api/v1/{name}")]["post"]["responses"]["200"];
        let mut schema = &response["content"]["application/json"]["schema"];
        if let Some(reference) = schema["$ref"].as_str() {
            schema = openapi.pointer(reference.trim_start_matches('#')).unwrap();
        }
        for field in required(schema) {
            assert!(answer.get(&field).is_some(), "{name} has no {field}");
        }
    }
}

#[test]
fn strangers_get_403() {
    let server = start(1, 1);
    let status = |more: &[(&str, &str)]| server.send("GET", "/api/v1/about", more, "").status;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    assert_eq!(status(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "cross-site")]), 403);
    let own = format!("http://localhost:{}", server.address.port());
    assert_eq!(status(&[("Origin", &own)]), 200);
    let form = [("Content-Type", "text/plain")];
    let body = json!({ "text": EIGHT }).to_string();
    assert_eq!(server.send("POST", "/api/v1/open", &form, &body).status, 403);
    assert_eq!(server.send("POST", "/api/v1/solve", &[("Origin", "null")], &body).status, 403);
}

#[test]
fn bad_requests_get_a_sentence() {
    let server = start(1, 1);
    let (status, answer) = server.post("open", &json!({ "text": "1 2 3\n4 5 6\n7 _ 9\n" }));
    assert_eq!((status, answer["error"]["line"].as_u64()), (422, Some(3)));
    let long = "1 ".repeat(3 << 20);
    let body = json!({ "text": long }).to_string();
    let said = |method: &str, body: &str| {
        let answer = server.send(method, "/api/v1/open", &[], body);
        (answer.status, answer.head.clone(), answer.json()["error"]["message"].clone())
    };
    let (status, _, message) = said("POST", &body);
    assert_eq!((status, message), (413, json!("the request is too long")));
    let (status, head, message) = said("PUT", "{}");
    assert_eq!((status, message), (405, json!("this address does not take this method")));
    assert!(head.contains("allow: post"), "{head}");
    let wide = format!("400 400\n{}", ("1 ".repeat(400) + "\n").repeat(400));
    let (status, answer) = server.post("open", &json!({ "puzzle": "numbers", "text": wide }));
    assert_eq!(status, 413, "{answer}");
    let position = json!({ "puzzle": "tiles", "text": EIGHT, "moves": ["X"] });
    let (status, answer) = server.post("view", &json!({ "position": position }));
    assert_eq!(status, 422);
    assert!(answer["error"]["message"].as_str().unwrap().starts_with("move 1 is not legal"));
    for body in ["", "[", "null", "{\"position\": 7}"] {
        assert_eq!(server.send("POST", "/api/v1/view", &[], body).status, 422, "{body}");
    }
}

#[test]
fn a_search_reports_and_answers() {
    let server = start(1, 1);
    let mut answer = server.solve("tiles", EIGHT, 20.0);
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: text/event-stream"));
    assert_eq!(answer.until("started")["waiting"], false);
    let best = answer.until("improved");
    assert_eq!(best["plan"].as_array().unwrap().len() as u64, best["cost"].as_u64().unwrap());
    let answer = answer.until("answer");
    assert_eq!((answer["status"].as_str(), answer["cost"].as_u64()), (Some("optimal"), Some(25)));
    assert_eq!(answer["headline"], "solved in 25 moves");
    assert_eq!(answer["proved"], "optimal (proved)");
}

#[test]
fn plots_and_plans_are_sent() {
    let server = start(1, 1);
    let body = json!({
        "position": { "puzzle": "tiles", "text": EIGHT }, "algorithm": "astar", "plans": 3,
        "plots": { "tree": true, "table": true },
    });
    let mut answer = server.send("POST", "/api/v1/solve", &[], &body.to_string());
    let (mut plans, mut seen) = (0, Vec::new());
    while let Some((name, event)) = answer.event() {
        plans += usize::from(name == "plan");
        match name.as_str() {
            "plots" => {
                let plots = event["plots"].as_array().unwrap();
                let svg = |plot: &Value| plot["svg"].as_str().unwrap().starts_with("<svg");
                assert!(plots.len() >= 3 && plots.iter().all(svg));
            }
            "tree" => assert!(event["nodes"][0]["state"].is_string()),
            "table" => assert!(event["csv"].as_str().unwrap().lines().count() > 100),
            "error" => panic!("{event}"),
            _ => {}
        }
        seen.push(name);
    }
    assert_eq!(plans, 3);
    for name in ["plots", "tree", "table", "answer"] {
        assert!(seen.iter().any(|seen| seen == name), "{name}");
    }
}

#[test]
fn a_stopped_search_sends_its_best() {
    let server = start(1, 1);
    let mut search = server.solve("tiles", HARD, 60.0);
    let number = search.until("started")["search"].to_string();
    let best = search.until("improved")["cost"].as_u64().unwrap();
    let path = format!("/api/v1/searches/{number}");
    assert_eq!(server.send("DELETE", &path, &[], "").status, 204);
    let answer = search.until("answer");
    assert_eq!(
        (answer["stop"].as_str(), answer["status"].as_str()),
        (Some("cancelled"), Some("solved"))
    );
    assert!(answer["cost"].as_u64().unwrap() <= best);
    // The request may cross the answer on its way: a search that has ended is stopped.
    assert_eq!(server.send("DELETE", &path, &[], "").status, 204);
}

#[test]
fn a_closed_connection_cancels_and_others_wait_their_turn() {
    let server = start(1, 1);
    let mut first = server.solve("tiles", HARD, 60.0);
    first.until("improved");
    let mut second = server.solve("tiles", EIGHT, 20.0);
    assert_eq!(second.until("started")["waiting"], true);
    // There is room for one that waits.
    let third = server.solve("tiles", EIGHT, 20.0);
    assert_eq!(third.status, 503);
    assert!(third.head.contains("retry-after: "));
    let began = Instant::now();
    drop(first);
    assert_eq!(second.until("answer")["cost"], 25);
    assert!(began.elapsed() < Duration::from_secs(20), "the first search went on");
}

#[test]
fn a_panic_ends_only_its_request() {
    let server = start(1, 1);
    let mut search = server.solve("panicking", "any", 5.0);
    search.until("started");
    let (name, error) = search.event().unwrap();
    assert_eq!(name, "error");
    assert!(error["error"]["message"].as_str().unwrap().starts_with("internal error"));
    assert_eq!(server.post("open", &json!({ "puzzle": "panicking", "text": "any" })).0, 500);
    assert_eq!(server.solve("tiles", EIGHT, 20.0).until("answer")["cost"], 25);
}

#[test]
fn a_shutdown_loses_nothing() {
    let server = start(1, 1);
    let mut search = server.solve("tiles", HARD, 60.0);
    search.until("improved");
    let began = Instant::now();
    server.cancel.cancel();
    let answer = search.until("answer");
    assert_eq!(answer["stop"], "cancelled");
    assert!(answer["plan"].is_array());
    drop(server);
    assert!(began.elapsed() < Duration::from_secs(20));
}

/// Fifty clients, ten searches each: every one is answered, or was told to try again.
#[test]
fn five_hundred_searches_are_answered() {
    let server = &start(2, 100);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..50 {
            scope.spawn(move || {
                for number in 0..10 {
                    let settings = json!({ "scramble": "14" });
                    let made = json!({ "size": "3x3", "seed": client * 10 + number, "settings": settings });
                    let made = json!({ "puzzle": "tiles", "generate": made });
                    let (_, opened) = server.post("open", &made);
                    let text = opened["position"]["text"].as_str().unwrap();
                    let answer = server.solve("tiles", text, 20.0).until("answer");
                    assert_eq!(answer["status"], "optimal", "{answer}");
                }
            });
        }
    });
    println!("500 searches of 50 clients in {:.1} s", began.elapsed().as_secs_f64());
}
