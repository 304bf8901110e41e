//! What an attempt brought goes into the store: many attempts in one transaction.

use std::time::{SystemTime, UNIX_EPOCH};

use fewest::space::Cost;
use rusqlite::{CachedStatement, OptionalExtension, Transaction, params};

use super::{Store, StoreError};
use crate::message::{Ended, Finding, Job, Spent};
use crate::verify::Checked;

/// An attempt that is over, or a part of the answers of one that is not.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// One answer of a batch.
    Part {
        /// The task.
        task: i64,
        /// The answer.
        answer: Checked,
    },
    /// An attempt.
    Attempt {
        /// What was to be done.
        job: Box<Job>,
        /// Where.
        host: String,
        /// How it ended.
        ended: Box<Ended>,
        /// The answer, if there is one.
        answer: Option<Checked>,
        /// The seconds that it took, as seen from outside.
        seconds: f64,
    },
}

impl Store {
    /// Stores attempts and answers, all of them or none. Returns the number of attempts
    /// that were not there yet: one that comes twice is stored once.
    pub fn record(&mut self, all: &[Recorded]) -> Result<u64, StoreError> {
        let transaction = self.connection.transaction()?;
        let now = now();
        let mut new = 0;
        for recorded in all {
            match recorded {
                Recorded::Part { task, answer } => improve(&transaction, *task, answer, now)?,
                Recorded::Attempt { job, host, ended, answer, seconds } => {
                    if !insert(&transaction, job, host, ended, *seconds, now)? {
                        continue;
                    }
                    new += 1;
                    if let Some(answer) = answer {
                        improve(&transaction, job.task, answer, now)?;
                    }
                }
            }
        }
        transaction.commit()?;
        Ok(new)
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

fn insert(
    transaction: &Transaction<'_>,
    job: &Job,
    host: &str,
    ended: &Ended,
    seconds: f64,
    now: f64,
) -> Result<bool, StoreError> {
    let nothing = Finding::default();
    let (name, reason, finding) = match ended {
        Ended::Answer(finding) if finding.stop == "cancelled" => ("interrupted", None, finding),
        Ended::Answer(finding) => ("answer", finding.details.clone(), finding),
        Ended::Refused(reason) => ("refused", Some(reason.clone()), &nothing),
        Ended::Crash(reason) => ("crash", Some(reason.clone()), &nothing),
    };
    let has_answer = matches!(ended, Ended::Answer(_));
    let text = |text: &str| has_answer.then(|| text.to_string());
    let Spent { expanded, generated, stored, bytes, seconds: searched } = finding.spent;
    let whole = |number: u64| has_answer.then(|| i64::try_from(number).unwrap_or(i64::MAX));
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO attempts
         (uid, task, host, version, ended, reason, finished, seed, time, memory, nodes, threads,
          status, stop, moves, bound, seconds, expanded, generated, stored, bytes,
          algorithm, heuristic)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21, ?22, ?23)",
    )?;
    let limits = &job.limits;
    let large = |number: Option<u64>| number.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
    let inserted = statement.execute(params![
        job.uid,
        job.task,
        host,
        crate::VERSION,
        name,
        reason,
        now,
        large(job.options.seed),
        limits.time,
        large(limits.memory),
        large(limits.nodes),
        limits.threads.unwrap_or(1) as i64,
        text(&finding.status),
        text(&finding.stop),
        large(finding.moves),
        finding.bound,
        if has_answer { searched } else { seconds },
        whole(expanded),
        whole(generated),
        whole(stored),
        whole(bytes),
        text(&finding.algorithm),
        finding.heuristic,
    ])?;
    Ok(inserted == 1)
}

/// What is known of an answer, of which more can only be added.
struct Known {
    status: String,
    cost: Option<Cost>,
    bound: Option<Cost>,
    remaining: Option<u64>,
}

/// Adds what an answer adds to what is known: a cheaper plan, a higher bound, a proof.
fn improve(
    transaction: &Transaction<'_>,
    task: i64,
    new: &Checked,
    now: f64,
) -> Result<(), StoreError> {
    let select = "SELECT status, cost, bound, remaining FROM answers WHERE task = ?1 AND part = ?2";
    let mut select: CachedStatement<'_> = transaction.prepare_cached(select)?;
    let known = select
        .query_row(params![task, new.part], |row| {
            let (status, cost) = (row.get(0)?, row.get(1)?);
            Ok(Known { status, cost, bound: row.get(2)?, remaining: row.get::<_, Option<u64>>(3)? })
        })
        .optional()?;
    let Some(known) = known else {
        let insert = "INSERT INTO answers
            (task, part, status, moves, cost, bound, plan, partial, remaining, found)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        transaction.prepare_cached(insert)?.execute(params![
            task,
            new.part,
            new.status,
            new.moves.map(|moves| moves as i64),
            new.cost,
            new.bound,
            new.plan,
            new.partial,
            new.remaining.map(|remaining| remaining as i64),
            now,
        ])?;
        return Ok(());
    };
    if matches!(known.status.as_str(), "optimal" | "unsolvable") {
        return Ok(());
    }
    let bound = known.bound.max(new.bound);
    let is_cheaper = new.cost.is_some_and(|cost| known.cost.is_none_or(|known| cost < known));
    let cost = if is_cheaper { new.cost } else { known.cost };
    let status = match (cost, bound) {
        (Some(cost), Some(bound)) if bound >= cost => "optimal",
        (Some(_), _) => "solved",
        (None, _) if new.status == "unsolvable" => "unsolvable",
        (None, _) => "unknown",
    };
    let leaves_less = cost.is_none()
        && new.remaining.is_some_and(|left| known.remaining.is_none_or(|known| left < known));
    if !is_cheaper && !leaves_less && status == known.status && bound == known.bound {
        return Ok(());
    }
    let update = "UPDATE answers SET
            status = ?3, cost = ?4, bound = ?5, found = ?6,
            moves = CASE WHEN ?7 THEN ?8 ELSE moves END,
            plan = CASE WHEN ?7 THEN ?9 ELSE plan END,
            partial = CASE WHEN ?10 THEN ?11 WHEN ?4 IS NULL THEN partial END,
            remaining = CASE WHEN ?10 THEN ?12 WHEN ?4 IS NULL THEN remaining END
        WHERE task = ?1 AND part = ?2";
    transaction.prepare_cached(update)?.execute(params![
        task,
        new.part,
        status,
        cost,
        bound,
        now,
        is_cheaper,
        new.moves.map(|moves| moves as i64),
        new.plan,
        leaves_less,
        new.partial,
        new.remaining.map(|remaining| remaining as i64),
    ])?;
    Ok(())
}
