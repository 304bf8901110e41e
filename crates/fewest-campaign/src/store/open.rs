//! What is left to do within limits, and the jobs for it.

use rusqlite::{Row, params};

use super::{Store, StoreError, parsed};
use crate::message::Job;
use crate::task::{Limits, Options};

/// A task that is left to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// The task.
    pub task: i64,
    /// The limits of its next attempt.
    pub limits: Limits,
    /// Whether it is a batch.
    pub is_batch: bool,
    /// The attempts so far, and those of them that did not survive.
    pub attempts: u32,
    /// The crashes among them.
    pub crashes: u32,
}

/// What a run has for all its tasks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The number of threads that search at a time.
    pub threads: usize,
    /// Bytes of memory for all searches at a time.
    pub memory: u64,
}

impl Room {
    /// The threads of a task: all for a batch, and one for any other, unless it says
    /// otherwise.
    pub(crate) fn threads_of(self, limits: &Limits, is_batch: bool) -> usize {
        let all = self.threads.max(1);
        limits.threads.unwrap_or(if is_batch { all } else { 1 }).clamp(1, all)
    }

    /// The memory of a task without a limit: that of its threads.
    pub(crate) fn share_of(self, limits: &Limits, is_batch: bool) -> u64 {
        let threads = self.threads_of(limits, is_batch);
        if threads == self.threads { self.memory } else { self.share() * threads as u64 }
    }

    /// The memory of one thread.
    pub(crate) fn share(self) -> u64 {
        self.memory / self.threads.max(1) as u64
    }
}

/// A task is open if not all of it is proved, it was not refused, it did not crash too
/// often, and more can come of another attempt: none ended by itself, nor at a limit
/// that is no larger now.
const OPEN: &str = "
    SELECT t.id, t.kind,
        (SELECT count(*) FROM attempts a WHERE a.task = t.id) AS attempts,
        (SELECT count(*) FROM attempts a WHERE a.task = t.id AND a.ended = 'crash') AS crashes
    FROM tasks t
    WHERE t.setting = :setting
    AND crashes < :crashes
    AND (SELECT count(*) FROM answers n
         WHERE n.task = t.id AND n.status IN ('optimal', 'unsolvable')) < t.parts
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.task = t.id AND (
        a.ended = 'refused' OR a.ended = 'answer' AND (
            a.stop = 'done'
            OR a.stop = 'time' AND :time IS NOT NULL AND (a.time IS NULL OR a.time >= :time)
            OR a.stop = 'nodes' AND :nodes IS NOT NULL AND (a.nodes IS NULL OR a.nodes >= :nodes)
            OR a.stop = 'memory' AND (a.memory IS NULL
                OR a.memory >= CASE t.kind WHEN 'batch' THEN :of_batch ELSE :memory END))))";

impl Store {
    /// The open tasks, in an order that is always the same but mixes easy and hard ones:
    /// so that those that are done tell how long the rest takes.
    ///
    /// `limits` take the place of those of the settings where they are given; `room` has
    /// the memory of tasks without a limit, if that is known, and `crashes` is the number
    /// after which a task is given up.
    pub fn open_tasks(
        &self,
        limits: Limits,
        room: Option<Room>,
        crashes: u32,
    ) -> Result<Vec<Open>, StoreError> {
        let mut settings = self.connection.prepare("SELECT id, options FROM settings")?;
        let rows = settings.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        let mut all = Vec::new();
        let mut select = self.connection.prepare(OPEN)?;
        for row in rows {
            let (setting, options): (i64, String) = row?;
            let limits = limits.or(parsed::<Options>(&options)?.limits);
            let memory =
                |is_batch| limits.memory.or_else(|| Some(room?.share_of(&limits, is_batch)));
            // If nobody knows how much there will be, it is no more than before.
            let known = |is_batch| {
                memory(is_batch).map_or(0, |memory| i64::try_from(memory).unwrap_or(i64::MAX))
            };
            let time = limits.time.filter(|time| time.is_finite());
            let open = |row: &Row<'_>| {
                let is_batch = row.get_ref(1)?.as_str()? == "batch";
                Ok(Open {
                    task: row.get(0)?,
                    limits: Limits { time, memory: memory(is_batch), ..limits },
                    is_batch,
                    attempts: row.get(2)?,
                    crashes: row.get(3)?,
                })
            };
            let parameters = rusqlite::named_params! {
                ":setting": setting,
                ":crashes": crashes,
                ":time": time,
                ":nodes": limits.nodes.map(|nodes| nodes as i64),
                ":memory": known(false),
                ":of_batch": known(true),
            };
            for task in select.query_map(parameters, open)? {
                all.push(task?);
            }
        }
        all.sort_by_key(|open| (open.task as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Ok(all)
    }

    /// The job of an open task.
    pub fn job(&self, campaign: &str, open: &Open) -> Result<Job, StoreError> {
        let select = "SELECT t.puzzle, t.question, s.options
                      FROM tasks t JOIN settings s ON s.id = t.setting WHERE t.id = ?1";
        let mut statement = self.connection.prepare_cached(select)?;
        let (puzzle, question, options): (String, String, String) =
            statement.query_row([open.task], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let known = if open.is_batch { self.lines(open.task)? } else { Vec::new() };
        Ok(Job {
            uid: format!("{campaign}-{}-{}", open.task, open.attempts + 1),
            options: parsed(&options)?,
            limits: open.limits,
            known,
            ..Job::new(open.task, puzzle, parsed(&question)?)
        })
    }

    /// The lines of results that a batch has so far.
    pub fn lines(&self, task: i64) -> Result<Vec<String>, StoreError> {
        let select = "SELECT plan FROM answers WHERE task = ?1 AND plan IS NOT NULL";
        let mut statement = self.connection.prepare_cached(select)?;
        let lines = statement.query_map(params![task], |row| row.get(0))?;
        Ok(lines.collect::<Result<_, _>>()?)
    }
}

#[cfg(feature = "nats-plain")]
impl Store {
    /// The job of an attempt that another process published, unless it is recorded or
    /// its task is not here.
    pub(crate) fn job_of(&self, task: i64, uid: &str) -> Result<Option<Job>, StoreError> {
        use rusqlite::OptionalExtension;

        let select = "SELECT kind FROM tasks WHERE id = ?1
                      AND NOT EXISTS (SELECT 1 FROM attempts WHERE uid = ?2)";
        let mut statement = self.connection.prepare_cached(select)?;
        let kind = statement.query_row(params![task, uid], |row| row.get::<_, String>(0));
        let Some(kind) = kind.optional()? else { return Ok(None) };
        let (limits, is_batch) = (Limits::default(), kind == "batch");
        let open = Open { task, limits, is_batch, attempts: 0, crashes: 0 };
        Ok(Some(Job { uid: uid.to_string(), ..self.job("", &open)? }))
    }
}
