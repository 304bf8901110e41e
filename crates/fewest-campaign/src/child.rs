//! A child process that solves: one after another, until its standard input ends.
//!
//! A crash, or the kernel's out-of-memory killer, ends the child and costs one attempt;
//! the runner starts another child.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use fewest::search::Cancel;
use fewest_puzzles::puzzle::Registry;

use crate::message::{Ended, Job, Order, Report};
use crate::run::hand::locked;
use crate::solve::{self, Listener};

/// Solves what standard input asks for, and reports on standard output: what a program
/// does that a runner starts with [`Workers::Processes`](crate::Workers::Processes).
pub fn serve(registry: &Registry) -> io::Result<()> {
    prefer_to_be_killed();
    let (orders, jobs) = mpsc::channel::<Job>();
    let cancel = Arc::new(Mutex::new(Cancel::default()));
    let current = Arc::clone(&cancel);
    let near = Arc::new(Mutex::new(Vec::new()));
    let others = Arc::clone(&near);
    // Orders are read while a search runs: one of them stops it, and so does the end of
    // the runner, which ends standard input.
    thread::spawn(move || {
        let stop = || {
            if let Ok(cancel) = current.lock() {
                cancel.cancel();
            }
        };
        for line in io::stdin().lock().lines() {
            match line.ok().and_then(|line| serde_json::from_str(&line).ok()) {
                Some(Order::Solve(job)) => {
                    if orders.send(*job).is_err() {
                        return;
                    }
                }
                Some(Order::Near(attempts)) => locked(&others).extend(attempts),
                Some(Order::Stop) => stop(),
                None => break,
            }
        }
        drop(orders);
        stop();
    });
    let mut output = BufWriter::new(io::stdout().lock());
    tell(&mut output, &Report::Ready { version: crate::VERSION.into() })?;
    for job in jobs {
        let fresh = Cancel::default();
        if let Ok(mut cancel) = cancel.lock() {
            *cancel = fresh.clone();
        }
        // What is there is of an earlier job.
        locked(&near).clear();
        let mut pipe = Pipe { output: &mut output, near: &near, cancel: &fresh, failed: None };
        let ended = solve::attempt(registry, &job, &fresh, &mut pipe);
        if let Some(error) = pipe.failed {
            return Err(error);
        }
        let is_crash = matches!(ended, Ended::Crash(_));
        tell(&mut output, &Report::Done(Box::new(ended)))?;
        if is_crash {
            // Who knows what it left behind.
            break;
        }
    }
    Ok(())
}

/// The pipe to the runner, while a search runs.
struct Pipe<'a, W> {
    output: &'a mut W,
    near: &'a Mutex<Vec<String>>,
    cancel: &'a Cancel,
    failed: Option<io::Error>,
}

impl<W: Write> Pipe<'_, W> {
    fn tell(&mut self, report: &Report) {
        if let Err(error) = tell(self.output, report) {
            self.failed = Some(error);
            self.cancel.cancel();
        }
    }
}

impl<W: Write> Listener for Pipe<'_, W> {
    fn part(&mut self, line: String) {
        self.tell(&Report::Part(line));
    }

    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        if !new.is_empty() {
            self.tell(&Report::Near(new));
        }
        std::mem::take(&mut locked(self.near))
    }
}

fn tell(output: &mut impl Write, report: &Report) -> io::Result<()> {
    serde_json::to_writer(&mut *output, report)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// If memory runs out, the kernel is to end this process before the runner.
fn prefer_to_be_killed() {
    // Other systems have no such file, and the runner survives there by luck.
    let _ = std::fs::write("/proc/self/oom_score_adj", "800");
}

/// How a runner starts a child.
pub type Start = dyn Fn() -> Command + Send + Sync;

/// A child, seen by the runner that started it.
pub(crate) struct Running {
    pub(crate) handle: Handle,
    replies: BufReader<ChildStdout>,
    line: String,
}

/// What stops a child from another thread.
#[derive(Clone)]
pub(crate) struct Handle {
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    child: Arc<Mutex<Child>>,
}

impl Running {
    /// Starts a child, and waits until it is ready.
    pub(crate) fn start(start: &Start) -> Result<Running, String> {
        let mut command = start();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the runner, which tells its children.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let spawned = command.spawn();
        let mut child =
            spawned.map_err(|error| format!("a child process cannot be started: {error}"))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stdout = stdout.ok_or("a child process without standard output")?;
        let handle =
            Handle { stdin: Arc::new(Mutex::new(stdin)), child: Arc::new(Mutex::new(child)) };
        let mut running = Running { handle, replies: BufReader::new(stdout), line: String::new() };
        match running.next() {
            Ok(Report::Ready { version }) if version == crate::VERSION => Ok(running),
            Ok(Report::Ready { version }) => {
                Err(format!("a child process has version {version}, not {}", crate::VERSION))
            }
            Ok(_) => Err("a child process did not say that it is ready".into()),
            Err(reason) => Err(reason),
        }
    }

    /// Gives it a job.
    pub(crate) fn give(&mut self, job: &Job) -> Result<(), String> {
        self.handle.order(&Order::Solve(Box::new(job.clone())))
    }

    /// Its next report, or why there is none.
    pub(crate) fn next(&mut self) -> Result<Report, String> {
        self.line.clear();
        match self.replies.read_line(&mut self.line) {
            Ok(read) if read > 0 && self.line.ends_with('\n') => serde_json::from_str(&self.line)
                .map_err(|error| format!("a child process wrote something else: {error}")),
            _ => Err(self.handle.end()),
        }
    }
}

impl Handle {
    pub(crate) fn order(&self, order: &Order) -> Result<(), String> {
        let line = serde_json::to_string(order).map_err(|error| error.to_string())? + "\n";
        let mut stdin = self.stdin.lock().map_err(|error| error.to_string())?;
        let stdin = stdin.as_mut().ok_or("the child process is ending")?;
        let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
        written.map_err(|error| error.to_string())
    }

    /// Ends it at once.
    pub(crate) fn kill(&self) {
        if let Ok(mut child) = self.child.lock() {
            // It may have ended by itself.
            let _ = child.kill();
        }
    }

    /// Waits for its end, and says why it ended.
    fn end(&self) -> String {
        if let Ok(mut stdin) = self.stdin.lock() {
            *stdin = None;
        }
        let Ok(mut child) = self.child.lock() else { return "it is gone".into() };
        child.wait().map_or_else(|error| error.to_string(), reason)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Without standard input an idle child ends; one that still searches is stopped.
        self.handle.kill();
        let _ = self.handle.end();
    }
}

/// Why a process ended, in words.
fn reason(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let cause = match signal {
            6 => " (SIGABRT): it aborted",
            9 => " (SIGKILL): by hand, or by the kernel because memory ran out",
            11 => " (SIGSEGV): a stack overflow or an invalid access to memory",
            _ => "",
        };
        return format!("the process was killed by signal {signal}{cause}");
    }
    match status.code() {
        Some(code) => format!("the process ended with exit code {code}"),
        None => "the process ended".into(),
    }
}
