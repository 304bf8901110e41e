//! Campaigns on several workers through a real NATS server, which `NATS_SERVER` names or
//! the search path has. Everything is killed at random moments, and nothing is lost.
//!
//! `KILL_TIMES` is the number of moments.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use scratch::{Scratch, children};

/// A process that is killed at the end.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server and those who use it.
struct World {
    scratch: Scratch,
    program: String,
    port: u16,
    store: String,
    /// What the server asks of its clients.
    server: Vec<String>,
    /// What clients answer.
    client: Vec<String>,
}

impl World {
    /// `None` where there is no server to test with.
    fn new(name: &str) -> Option<World> {
        let program = std::env::var("NATS_SERVER").unwrap_or("nats-server".into());
        if Command::new(&program).arg("--version").output().is_err() {
            println!("nats {name}: SKIPPED, no nats-server (set NATS_SERVER)");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let scratch = Scratch::new(&format!("nats-{name}"));
        let store = scratch.file("c.db");
        Some(World { scratch, program, port, store, server: Vec::new(), client: Vec::new() })
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.scratch.file(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn server(&self) -> Running {
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string(), "--jetstream"]);
        command.args(["--store_dir", &self.scratch.file("jetstream")]).args(&self.server);
        Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn coordinator(&self) -> Running {
        let url = self.url();
        let args = ["campaign", "run", &self.store, "--nats", &url, "--crashes", "999", "--quiet"];
        Running(fewest(&args).args(&self.client).stderr(Stdio::null()).spawn().unwrap())
    }

    fn worker(&self) -> Running {
        let url = self.url();
        let args = ["worker", "--nats", &url, "--threads", "1", "--memory", "200M", "--quiet"];
        Running(fewest(&args).args(&self.client).stderr(Stdio::null()).spawn().unwrap())
    }

    fn new_campaign(&self, seeds: &str) {
        let args = ["campaign", "new", &self.store, "tiles:3x3", "--seeds", seeds, "-a", "idastar"];
        let output = run(&args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn status(&self, key: &str) -> u64 {
        let line = run_text(&["campaign", "status", &self.store, "--json"]);
        let row: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
        row[key].as_u64().unwrap()
    }

    /// Solves a few boards through the server, or fails.
    fn solves_boards(&self) {
        self.new_campaign("1..20");
        let _server = self.server();
        let mut coordinator = self.coordinator();
        let _worker = self.worker();
        self.wait(&mut coordinator, Duration::from_secs(60));
        assert_eq!(self.status("optimal"), 20);
    }

    /// What a worker says that the server doesn't let in.
    fn refusal(&self, client: &[&str]) -> String {
        let _server = self.server();
        std::thread::sleep(Duration::from_millis(500));
        let url = self.url();
        let args = [&["worker", "--nats", &url, "--idle", "2s"], client].concat();
        String::from_utf8(run(&args).stderr).unwrap()
    }

    fn wait(&self, coordinator: &mut Running, within: Duration) {
        let started = Instant::now();
        while !coordinator.is_over() {
            let open = self.status("open");
            assert!(started.elapsed() < within, "{open} tasks are still open");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn run(args: &[&str]) -> Output {
    fewest(args).output().unwrap()
}

fn run_text(args: &[&str]) -> String {
    String::from_utf8(run(args).stdout).unwrap()
}

fn fewest(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What `fewest solve --nats` answers, while something happens to its workers.
fn together(
    world: &World,
    puzzle: &str,
    args: &[&str],
    happens: impl FnOnce(),
) -> serde_json::Value {
    let (url, file) = (world.url(), world.scratch.file("puzzle.txt"));
    fs::write(&file, puzzle).unwrap();
    let args = [&["solve", &file, "--json", "--time", "300s", "--nats", &url], args].concat();
    let solver = fewest(&args).spawn().unwrap();
    happens();
    let output = solver.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Numbers that look random, always the same.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

#[test]
fn killed_at_any_moment_nothing_is_lost() {
    let Some(world) = World::new("kill") else { return };
    let times = std::env::var("KILL_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let all = 300 * times;
    world.new_campaign(&format!("1..{all}"));
    let mut draws = Draws(7);
    let mut killed = [0; 5];
    let mut server = world.server();
    let mut coordinator = world.coordinator();
    let mut workers = [world.worker(), world.worker()];
    let mut before = 0;
    for _ in 0..times {
        std::thread::sleep(Duration::from_millis(100 + draws.below(500)));
        let what = draws.below(5) as usize;
        match what {
            0 => {
                server.kill();
                std::thread::sleep(Duration::from_millis(draws.below(300)));
                server = world.server();
            }
            1 => {
                coordinator.kill();
                coordinator = world.coordinator();
            }
            2 | 3 => {
                workers[what - 2].kill();
                workers[what - 2] = world.worker();
            }
            _ => {
                let Some(&child) = children(workers[0].0.id()).first() else { continue };
                let _ = Command::new("kill").args(["-9", &child.to_string()]).status();
            }
        }
        killed[what] += 1;
        let now = world.status("optimal");
        assert!(now >= before, "{now} of {before} answers are left");
        before = now;
    }
    if coordinator.is_over() {
        coordinator = world.coordinator();
    }
    world.wait(&mut coordinator, Duration::from_secs(120));
    assert_eq!((world.status("optimal"), world.status("open")), (all, 0));
    let checked = run(&["campaign", "check", &world.store]);
    let told = String::from_utf8(checked.stderr).unwrap();
    assert!(told.starts_with(&format!("{} plans", grouped(all))), "{told}");
    assert_eq!(checked.status.code(), Some(0), "{told}");
    println!(
        "nats kill: {times} moments (server {}, coordinator {}, workers {}, children {}); {before} answers before the last run",
        killed[0],
        killed[1],
        killed[2] + killed[3],
        killed[4]
    );
}

fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

/// The subtrees of the worker that dies are searched by the other ones: the same fewest
/// moves, proved.
#[test]
fn several_workers_prove_one_board_together() {
    let Some(world) = World::new("together") else { return };
    let _server = world.server();
    let mut workers = [world.worker(), world.worker(), world.worker()];
    // Korf's fourteenth board: more than this machine alone expands in a second.
    let board = "4 0 14 1\n3 7 12 13\n6 2 11 5\n15 8 10 9\n";
    let args = ["-a", "idastar", "-H", "manhattan"];
    let answer = together(&world, board, &args, || {
        let started = Instant::now();
        while children(workers[1].0.id()).is_empty() {
            assert!(started.elapsed().as_secs() < 60, "the worker has no part of the search");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(300));
        workers[1].kill();
    });
    assert_eq!((&answer["status"], &answer["moves"]), (&"optimal".into(), &59.into()), "{answer}");
    // Nothing is left in the queue.
    let again = together(&world, "1 2 3\n4 5 6\n_ 7 8\n", &[], || {});
    assert_eq!(again["moves"], 2);
}

#[test]
fn several_workers_solve_one_level_of_numbers_together() {
    let Some(world) = World::new("numbers") else { return };
    let _server = world.server();
    let _workers = [world.worker(), world.worker()];
    let level = run_text(&["show", "numbers:450"]);
    let answer = together(&world, &level, &["-a", "strategies"], || {});
    assert_eq!(answer["status"], "solved", "{answer}");
}

/// A worker fetches many short jobs at a time. Those behind a long one go to the other worker.
#[test]
fn short_jobs_do_not_wait_for_a_long_one() {
    let Some(world) = World::new("behind") else { return };
    let long = world.file("long.txt", &run_text(&["generate", "tiles", "5x5", "--seed", "1"]));
    let args = ["campaign", "new", &world.store, "tiles:3x3", "--seeds", "1..200", &long];
    let limits = ["-a", "idastar", "-H", "manhattan", "--time", "20s"];
    assert!(run(&[&args[..], &limits].concat()).status.success());
    let _server = world.server();
    let _coordinator = world.coordinator();
    let _workers = [world.worker(), world.worker()];
    while world.status("optimal") < 200 {
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(world.status("unknown"), 0, "the long job is done first");
    }
}

#[test]
fn a_server_that_is_away_is_waited_for() {
    let Some(world) = World::new("away") else { return };
    world.new_campaign("1..20");
    let mut coordinator = world.coordinator();
    let _worker = world.worker();
    std::thread::sleep(Duration::from_millis(700));
    assert!(!coordinator.is_over());
    let _server = world.server();
    world.wait(&mut coordinator, Duration::from_secs(60));
    assert_eq!(world.status("optimal"), 20);
}

#[test]
fn a_server_that_lost_everything_gets_it_again() {
    let Some(world) = World::new("lost") else { return };
    world.new_campaign("1..50");
    let mut server = world.server();
    let mut coordinator = world.coordinator();
    std::thread::sleep(Duration::from_millis(800));
    server.kill();
    fs::remove_dir_all(world.scratch.file("jetstream")).unwrap();
    let _server = world.server();
    let _worker = world.worker();
    world.wait(&mut coordinator, Duration::from_secs(60));
    assert_eq!(world.status("optimal"), 50);
}

#[test]
fn a_token_lets_in_those_who_have_it() {
    let Some(mut world) = World::new("token") else { return };
    world.server = ["--auth", "long-and-secret"].map(String::from).to_vec();
    let wrong = world.file("wrong", "short\n");
    for client in [&[][..], &["--nats-token", &wrong]] {
        let told = world.refusal(client);
        assert!(told.contains("does not let this client in (authorization violation)"), "{told}");
    }
    let token = world.file("token", "long-and-secret\n");
    world.client = vec!["--nats-token".into(), token];
    world.solves_boards();
}

/// The server shows its certificate and asks for the client's; both are of an authority that
/// nobody else knows.
#[test]
fn certificates_let_in_those_who_have_them() {
    let Some(mut world) = World::new("tls") else { return };
    if !cfg!(feature = "nats") {
        return println!("nats tls: SKIPPED, no TLS in this build (--features nats)");
    }
    if Command::new("openssl").arg("version").output().is_err() {
        return println!("nats tls: SKIPPED, no openssl to make certificates with");
    }
    let path = |name: &str| world.scratch.file(name);
    let openssl = |args: &str| {
        let output = Command::new("openssl")
            .args(args.split(' '))
            .current_dir(std::path::Path::new(&path("ca.pem")).parent().unwrap())
            .output()
            .unwrap();
        assert!(output.status.success(), "{args}: {output:?}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    openssl(&format!("req -x509 {key} -subj /CN=authority -keyout ca.key -out ca.pem"));
    for name in ["server", "client"] {
        openssl(&format!(
            "req -x509 {key} -subj /CN={name} -addext subjectAltName=IP:127.0.0.1 \
             -addext basicConstraints=critical,CA:FALSE \
             -CA ca.pem -CAkey ca.key -keyout {name}.key -out {name}.pem"
        ));
    }
    let given = |pairs: &[(&str, &str)]| -> Vec<String> {
        pairs.iter().flat_map(|(option, name)| [(*option).to_string(), path(name)]).collect()
    };
    let authority = given(&[("--nats-ca", "ca.pem")]);
    let client = given(&[("--nats-cert", "client.pem"), ("--nats-key", "client.key")]);
    let shown =
        [("--tlscacert", "ca.pem"), ("--tlscert", "server.pem"), ("--tlskey", "server.key")];
    let server = [vec!["--tlsverify".to_string()], given(&shown)].concat();
    world.server = server;
    // The server is not trusted; the client shows nothing.
    for client in [&[][..], &[&*authority[0], &*authority[1]]] {
        let told = world.refusal(client);
        assert!(told.contains("cannot reach") && !told.contains("connected"), "{told}");
    }
    world.client = [authority, client].concat();
    world.solves_boards();
}
