//! Whether to write in colour: help, errors, boards and progress alike.

use std::ffi::{OsStr, OsString};

use clap::ColorChoice;

/// The option, without its dashes.
pub(crate) const OPTION: &str = "color";

/// The choice on a command line. It must be known before the command line is parsed, since
/// help and usage errors are in colour too; an invalid value is rejected later.
pub(crate) fn asked(words: &[OsString]) -> ColorChoice {
    let option = format!("--{OPTION}");
    let mut words = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix(&option) {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        choice = match value {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            Some("auto") => ColorChoice::Auto,
            _ => choice,
        };
    }
    choice
}

/// Colours what this command writes, or does not. By default terminals have colours,
/// unless `NO_COLOR` is set.
pub(crate) fn apply(choice: ColorChoice) {
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| value != OsStr::new(""));
    let wanted = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if is_unwanted => false,
        // As the terminal is.
        ColorChoice::Auto => return,
    };
    console::set_colors_enabled(wanted);
    console::set_colors_enabled_stderr(wanted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_found_wherever_it_stands() {
        for (line, expected) in [
            ("fewest list", ColorChoice::Auto),
            ("fewest --color never list", ColorChoice::Never),
            ("fewest list --color=always", ColorChoice::Always),
            ("fewest list --color", ColorChoice::Auto),
            ("fewest list --color=pink", ColorChoice::Auto),
            ("fewest list --colors always", ColorChoice::Auto),
            ("fewest show -- --color never", ColorChoice::Auto),
        ] {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(asked(&words), expected, "{line}");
        }
    }
}
