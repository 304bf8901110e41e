//! The exit codes: one for each way of ending.

use std::process::ExitCode;

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success.
    Done = 0,
    /// `check`: the plan doesn't solve the puzzle.
    NotSolved = 1,
    /// The options are wrong or contradict each other. The same as clap's own.
    Usage = 2,
    /// A text could not be parsed.
    Input = 3,
    /// A file could not be read or written.
    File = 4,
    /// Unsolvable (proved).
    Unsolvable = 10,
    /// The search ended before it was done.
    Limit = 11,
    /// An internal error. `EX_SOFTWARE` of sysexits.h.
    Internal = 70,
    /// Ctrl-C. What a shell makes of a command that died of SIGINT.
    Interrupted = 130,
}

/// The part of the help texts that lists the codes.
pub(crate) const HELP: &str = "\
Exit codes:
    0  solved, or done
    1  check: the plan does not solve the puzzle
    2  usage error: unknown or conflicting options, unknown names
    3  input error: a text that cannot be parsed
    4  file error: a file cannot be read or written
   10  unsolvable (proved)
   11  stopped early, usually at a limit; the best plan so far and the bound
       are still printed
   70  internal error (please report)
  130  interrupted; the best plan so far is still printed
With several puzzles, the worst of their codes.";

impl Exit {
    /// The worse of two codes, for a batch.
    pub(crate) fn or_worse(self, other: Exit) -> Exit {
        let order = [
            Exit::Done,
            Exit::NotSolved,
            Exit::Unsolvable,
            Exit::Limit,
            Exit::Usage,
            Exit::Input,
            Exit::File,
            Exit::Interrupted,
            Exit::Internal,
        ];
        let badness = |exit| order.iter().position(|&known| known == exit);
        if badness(other) > badness(self) { other } else { self }
    }

    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_help() {
        let all = [
            Exit::Done,
            Exit::NotSolved,
            Exit::Usage,
            Exit::Input,
            Exit::File,
            Exit::Unsolvable,
            Exit::Limit,
            Exit::Internal,
            Exit::Interrupted,
        ];
        for exit in all {
            let line = format!("\n{:>5}  ", exit.code());
            assert!(HELP.contains(&line), "{exit:?} is not in the help");
        }
    }
}
