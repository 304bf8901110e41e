//! Reading a campaign: all that is known of each answer, and how many there are of each
//! kind.

use rusqlite::Row as SqlRow;
use serde::Serialize;

use super::{Store, StoreError, parsed};
use crate::task::Question;

/// What is known of one answer: the columns of an export.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "docs/campaigns.md documents the columns")]
pub struct Row {
    pub task: i64,
    pub setting: String,
    pub source: String,
    pub puzzle: String,
    pub description: String,
    pub size: u64,
    pub part: String,
    /// `optimal`, `solved`, `unsolvable`, `unknown`, `failed` or `open`.
    pub status: String,
    pub moves: Option<u64>,
    pub cost: Option<u32>,
    pub bound: Option<u32>,
    pub remaining: Option<u64>,
    pub attempts: u64,
    pub seconds: f64,
    pub expanded: u64,
    pub bytes: u64,
    pub algorithm: Option<String>,
    pub heuristic: Option<String>,
    pub reason: Option<String>,
    pub found: Option<f64>,
    pub plan: Option<String>,
    #[serde(skip)]
    pub question: Question,
}

/// The numbers of answers of a kind of task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "each is the number of answers of this name")]
pub struct Tally {
    pub setting: String,
    pub puzzle: String,
    pub description: String,
    pub all: u64,
    pub optimal: u64,
    pub solved: u64,
    pub unsolvable: u64,
    pub unknown: u64,
    pub failed: u64,
    pub open: u64,
}

impl Tally {
    /// The heads of a table of tallies.
    pub const HEAD: [&str; 10] = [
        "setting",
        "puzzle",
        "size",
        "tasks",
        "optimal",
        "solved",
        "unsolvable",
        "no plan",
        "failed",
        "open",
    ];

    /// Its texts, under the first heads.
    pub fn texts(&self) -> [&str; 3] {
        [&self.setting, &self.puzzle, &self.description]
    }

    /// Its numbers, under the other heads.
    pub fn numbers(&self) -> [u64; 7] {
        let &Tally { all, optimal, solved, unsolvable, unknown, failed, open, .. } = self;
        [all, optimal, solved, unsolvable, unknown, failed, open]
    }
}

/// The sums of each setting and puzzle.
pub fn by_puzzle(sizes: &[Tally]) -> Vec<Tally> {
    let mut sums: Vec<Tally> = Vec::new();
    for size in sizes {
        match sums.last_mut() {
            Some(sum) if sum.setting == size.setting && sum.puzzle == size.puzzle => {
                sum.description = "all sizes".into();
                sum.all += size.all;
                sum.optimal += size.optimal;
                sum.solved += size.solved;
                sum.unsolvable += size.unsolvable;
                sum.unknown += size.unknown;
                sum.failed += size.failed;
                sum.open += size.open;
            }
            _ => sums.push(size.clone()),
        }
    }
    sums
}

/// The last attempt counts for what was spent on an answer, all of them for the time.
const ROWS: &str = "
    SELECT t.id, s.name, t.source, t.puzzle, t.description, t.size, coalesce(n.part, ''),
        coalesce(n.status, 'open'), n.moves, n.cost, n.bound, n.remaining,
        count(a.id), coalesce(sum(a.seconds), 0), coalesce(sum(a.expanded), 0),
        coalesce(max(a.bytes), 0), max(a.algorithm), max(a.heuristic),
        max(CASE WHEN a.ended IN ('crash', 'refused') THEN a.reason END), n.found, n.plan,
        t.question
    FROM tasks t
    JOIN settings s ON s.id = t.setting
    LEFT JOIN answers n ON n.task = t.id
    LEFT JOIN attempts a ON a.task = t.id
    GROUP BY t.id, n.part
    ORDER BY t.id, n.part";

impl Store {
    /// Calls `with` for each answer, and each task that has none.
    pub fn each_row<E: From<StoreError>>(
        &self,
        mut with: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut select = self.connection.prepare(ROWS).map_err(StoreError::from)?;
        let mut rows = select.query([]).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            with(read(row)?)?;
        }
        Ok(())
    }

    /// The numbers of answers by setting, puzzle and description, the smallest first.
    pub fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        let mut select = self.connection.prepare(
            "SELECT s.name, t.puzzle, t.description, sum(t.parts),
                 sum(coalesce(n.optimal, 0)), sum(coalesce(n.solved, 0)),
                 sum(coalesce(n.unsolvable, 0)), sum(coalesce(n.unknown, 0)),
                 sum(n.task IS NULL AND EXISTS (SELECT 1 FROM attempts a
                     WHERE a.task = t.id AND a.ended IN ('crash', 'refused')))
             FROM tasks t
             JOIN settings s ON s.id = t.setting
             LEFT JOIN (SELECT task, sum(status = 'optimal') AS optimal,
                     sum(status = 'solved') AS solved, sum(status = 'unsolvable') AS unsolvable,
                     sum(status = 'unknown') AS unknown
                 FROM answers GROUP BY task) n ON n.task = t.id
             GROUP BY s.id, t.puzzle, t.description
             ORDER BY s.id, t.puzzle, min(t.size), t.description",
        )?;
        let rows = select.query_map([], |row| {
            let mut tally = Tally {
                setting: row.get(0)?,
                puzzle: row.get(1)?,
                description: row.get(2)?,
                all: row.get(3)?,
                optimal: row.get(4)?,
                solved: row.get(5)?,
                unsolvable: row.get(6)?,
                unknown: row.get(7)?,
                failed: row.get(8)?,
                open: 0,
            };
            let known = tally.optimal + tally.solved + tally.unsolvable + tally.unknown;
            tally.open = tally.all.saturating_sub(known + tally.failed);
            Ok(tally)
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// When each answer was found, by setting: seconds since 1970.
    pub fn found(&self) -> Result<Vec<(String, f64)>, StoreError> {
        let mut select = self.connection.prepare(
            "SELECT s.name, n.found FROM answers n JOIN tasks t ON t.id = n.task
             JOIN settings s ON s.id = t.setting
             WHERE n.status IN ('optimal', 'solved', 'unsolvable') ORDER BY n.found",
        )?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The task of each batch, its puzzle and its question.
    pub fn batches(&self) -> Result<Vec<(i64, String, Question)>, StoreError> {
        let select = "SELECT id, puzzle, question FROM tasks WHERE kind = 'batch' ORDER BY id";
        let mut select = self.connection.prepare(select)?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.map(|row| {
            let (task, puzzle, question): (i64, String, String) = row?;
            Ok((task, puzzle, parsed(&question)?))
        })
        .collect()
    }
}

fn read(row: &SqlRow<'_>) -> Result<Row, StoreError> {
    let question: String = row.get(21)?;
    let mut answer = Row {
        task: row.get(0)?,
        setting: row.get(1)?,
        source: row.get(2)?,
        puzzle: row.get(3)?,
        description: row.get(4)?,
        size: row.get(5)?,
        part: row.get(6)?,
        status: row.get(7)?,
        moves: row.get(8)?,
        cost: row.get(9)?,
        bound: row.get(10)?,
        remaining: row.get(11)?,
        attempts: row.get(12)?,
        seconds: row.get(13)?,
        expanded: row.get(14)?,
        bytes: row.get(15)?,
        algorithm: row.get(16)?,
        heuristic: row.get(17)?,
        reason: row.get(18)?,
        found: row.get(19)?,
        plan: row.get(20)?,
        question: parsed(&question)?,
    };
    if answer.status == "open" && answer.reason.is_some() {
        answer.status = "failed".into();
    }
    Ok(answer)
}
