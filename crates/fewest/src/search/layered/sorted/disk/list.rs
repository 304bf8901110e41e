//! The list of the finished layers, as a text.

use crate::space::Cost;

use super::super::super::packed::PackedState;

/// The first line of the list: the format and its version.
pub(super) const FORMAT: &str = "fewest layers 2";

/// What the list says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Listed {
    /// Which search it is.
    pub(in super::super) fingerprint: u64,
    /// It was for plans of fewer moves than this.
    pub(in super::super) upper: Cost,
    /// The states of a plan of `upper` moves, if one was known, as [`to_text`] writes them.
    pub(in super::super) plan: Vec<String>,
    /// For each side, the backward one first, its layers: the files of each and their
    /// bytes.
    pub(in super::super) sides: [Vec<Vec<(String, u64)>>; 2],
}

impl Listed {
    pub(super) fn to_text(&self) -> String {
        let mut text =
            format!("{FORMAT}\npuzzle {:016x}\nupper {}\nplan", self.fingerprint, self.upper);
        for state in &self.plan {
            text.extend([" ", state]);
        }
        text.push('\n');
        for (side, layers) in ["backward", "forward"].iter().zip(&self.sides) {
            for files in layers {
                text += side;
                for (name, bytes) in files {
                    text.extend([" ", name, " ", &bytes.to_string()]);
                }
                text.push('\n');
            }
        }
        text += "end\n";
        text
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let fingerprint = u64::from_str_radix(lines.next()?.strip_prefix("puzzle ")?, 16).ok()?;
        let upper = lines.next()?.strip_prefix("upper ")?.parse().ok()?;
        let mut plan = lines.next()?.split(' ');
        plan.next().filter(|&word| word == "plan")?;
        let plan = plan.map(str::to_string).collect();
        let mut sides = [Vec::new(), Vec::new()];
        loop {
            let mut parts = lines.next()?.split(' ');
            let side = match parts.next()? {
                "backward" => &mut sides[0],
                "forward" => &mut sides[1],
                "end" => return Some(Listed { fingerprint, upper, plan, sides }),
                _ => return None,
            };
            let mut files = Vec::new();
            while let Some(name) = parts.next() {
                // No path out of the directory.
                name.strip_prefix("run-")?.parse::<u64>().ok()?;
                files.push((name.to_string(), parts.next()?.parse().ok()?));
            }
            side.push(files);
        }
    }
}

/// A word in hexadecimal digits.
pub(in super::super) fn to_text<W: PackedState>(word: W) -> String {
    let limbs = (0..size_of::<W>() as u32 / 8).rev();
    limbs.map(|limb| format!("{:016x}", word.down(64 * limb).low())).collect()
}

/// The word that [`to_text`] wrote so.
pub(in super::super) fn from_text<W: PackedState>(text: &str) -> Option<W> {
    if text.len() != 2 * size_of::<W>() {
        return None;
    }
    text.as_bytes().chunks(16).try_fold(W::EMPTY, |word, limb| {
        let limb = u64::from_str_radix(std::str::from_utf8(limb).ok()?, 16).ok()?;
        // In two steps: a word may have no more bits than these.
        Some(word.up(32).up(32) | W::from_low(limb))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let file = |name: &str, bytes| (name.to_string(), bytes);
        let listed = Listed {
            fingerprint: 77,
            upper: 53,
            plan: vec![to_text(7_u64), to_text(u64::MAX)],
            sides: [
                vec![vec![file("run-0", 17)], vec![]],
                vec![vec![file("run-3", 1), file("run-12", 5)]],
            ],
        };
        let text = listed.to_text();
        assert_eq!(Listed::parse(&text), Some(listed));
        // A list that was cut or names other files is damaged.
        for end in 0..text.len() - 1 {
            assert_eq!(Listed::parse(&text[..end]), None, "{end}");
        }
        assert_eq!(Listed::parse(&text.replace("run-3", "../run-3")), None);
    }

    #[test]
    fn words_are_read_as_they_were_written() {
        for word in [0, 1, u128::MAX, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321] {
            assert_eq!(from_text(&to_text(word)), Some(word));
            let word = word as u64;
            assert_eq!(from_text(&to_text(word)), Some(word));
        }
        for text in ["", "7", "000000000000000g", "00000000000000011"] {
            assert_eq!(from_text::<u64>(text), None, "{text}");
        }
    }
}
