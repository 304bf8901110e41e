//! `fewest campaign status`: what is solved, proved, open and failed.

use std::path::PathBuf;

use clap::Args;
use fewest_campaign::{Tally, by_puzzle};

use super::{failed, read};
use crate::exit::Exit;
use crate::failure::Result;
use crate::json;
use crate::output::Output;
use crate::words;

/// Tell what is solved, proved, open and failed
#[derive(Args, Clone, Debug)]
pub(super) struct Status {
    /// Look at this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Tell it for each size of a puzzle
    #[arg(long)]
    sizes: bool,

    /// Print a line of JSON for each row
    #[arg(long)]
    json: bool,
}

impl Status {
    /// Tells it.
    pub(super) fn run(&self) -> Result<Exit> {
        let store = read(&self.file)?;
        let sizes = store.tallies().map_err(|error| failed(&self.file, &error))?;
        let rows = if self.sizes { sizes } else { by_puzzle(&sizes) };
        let mut output = Output::open(None, None)?;
        if self.json {
            for row in &rows {
                output.write(&json::line(row)?)?;
            }
        } else {
            output.write(&table(&rows))?;
        }
        Ok(Exit::Done)
    }
}

/// The rows with their heads, lined up.
fn table(rows: &[Tally]) -> String {
    let mut cells: Vec<Vec<String>> = vec![Tally::HEAD.map(String::from).into()];
    for row in rows {
        let texts = row.texts().map(String::from);
        cells.push(texts.into_iter().chain(row.numbers().map(words::grouped)).collect());
    }
    let width = |column: usize| {
        let widths = cells.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..Tally::HEAD.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < 3 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    cells.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_summed_and_lined_up() {
        let tally = |description: &str, optimal, open| Tally {
            setting: "default".into(),
            puzzle: "tiles".into(),
            description: description.into(),
            all: optimal + open,
            optimal,
            open,
            ..Tally::default()
        };
        let rows = by_puzzle(&[tally("3 × 3", 1000, 0), tally("4 × 4", 2, 7)]);
        let expected = "\
setting  puzzle  size       tasks  optimal  solved  unsolvable  no plan  failed  open
default  tiles   all sizes  1,009    1,002       0           0        0       0     7
";
        assert_eq!(table(&rows), expected);
    }
}
