//! Move pruning: a finite automaton over the last moves that knows which of them can be
//! left out (Taylor and Korf 1993).
//!
//! Searches that remember no states reach the same state by many words of moves. A word
//! is forbidden if another one has the same effect wherever it is legal, and is shorter,
//! or as long and before it in the order of the moves. Of all plans with the fewest
//! moves, the first one in that order contains no forbidden word: with another word in
//! its place, it would be a plan that is shorter or comes before it. So a search that
//! never plays forbidden words still finds every fewest number of moves, and one that
//! tries moves in order finds the same plan first as without pruning.
//!
//! The words are found by breadth-first search from the empty word, so puzzles whose
//! moves have the same effect everywhere can use it.
//!
//! ```
//! use fewest::pruning::{Automaton, LocalMoves};
//!
//! /// Two counters, and moves that raise one of them.
//! struct Counters;
//!
//! impl LocalMoves for Counters {
//!     type Effect = [u32; 2];
//!
//!     fn letters(&self) -> usize {
//!         2
//!     }
//!     fn nothing(&self) -> [u32; 2] {
//!         [0, 0]
//!     }
//!     fn play(&self, effect: &mut [u32; 2], letter: u8) {
//!         effect[letter as usize] += 1;
//!     }
//!     fn fingerprint(&self, effect: &[u32; 2]) -> u64 {
//!         u64::from(effect[0]) << 32 | u64::from(effect[1])
//!     }
//!     fn can_replace(&self, word: &[u32; 2], other: &[u32; 2]) -> bool {
//!         word == other
//!     }
//! }
//!
//! let automaton = Automaton::new(&Counters, 4);
//! let start = Automaton::START;
//! let after_second = automaton.next(start, 1).unwrap();
//! // All moves of the first come before those of the second.
//! assert_eq!(automaton.next(after_second, 0), None);
//! assert!(automaton.next(after_second, 1).is_some());
//! ```

use rustc_hash::FxHashMap;

/// Moves whose effects do not depend on the state that they are played in.
pub trait LocalMoves {
    /// What a word does, and where it is legal.
    type Effect: Clone;

    /// The number of moves. A word is a list of their numbers, in the order in which a
    /// search tries them.
    fn letters(&self) -> usize;

    /// The effect of the empty word.
    fn nothing(&self) -> Self::Effect;

    /// Adds a move to a word.
    fn play(&self, effect: &mut Self::Effect, letter: u8);

    /// A number that is the same for words that change states in the same way.
    fn fingerprint(&self, effect: &Self::Effect) -> u64;

    /// Whether `other` changes every state in which `word` is legal as `word` does, and is
    /// legal there too. Called for words with the same fingerprint.
    fn can_replace(&self, word: &Self::Effect, other: &Self::Effect) -> bool;
}

/// The automaton: a state for what matters of the moves played so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    letters: usize,
    next: Vec<u32>,
}

/// The state after a forbidden word.
const FORBIDDEN: u32 = u32::MAX;

impl Automaton {
    /// The state before the first move.
    pub const START: u32 = 0;

    /// The automaton of all forbidden words of at most `length` moves.
    pub fn new(moves: &impl LocalMoves, length: usize) -> Self {
        Self::forbidding(moves.letters(), &forbidden_words(moves, length))
    }

    /// The automaton of the given [`forbidden_words`]: finding them takes longer than
    /// reading them.
    pub fn forbidding(letters: usize, words: &[Vec<u8>]) -> Self {
        from_words(letters, words)
    }

    /// The state after a move, or `None` if it completes a forbidden word.
    #[inline]
    pub fn next(&self, state: u32, letter: usize) -> Option<u32> {
        let next = self.next[state as usize + letter];
        (next != FORBIDDEN).then_some(next)
    }

    /// The next states of all states: that of a move is at the sum of state and move, or
    /// [`u32::MAX`] after a forbidden word.
    pub fn table(&self) -> &[u32] {
        &self.next
    }

    /// The number of states.
    #[allow(clippy::len_without_is_empty, reason = "there is always the first")]
    pub fn len(&self) -> usize {
        self.next.len() / self.letters
    }
}

/// A word of moves: a digit for each, the last one lowest.
#[derive(Clone, Copy)]
struct Word {
    digits: u64,
    length: u32,
    /// The next word with the same fingerprint.
    other: u32,
}

const NO_WORD: u32 = u32::MAX;

/// The forbidden words of at most `length` moves that contain no shorter one, by length.
pub fn forbidden_words<M: LocalMoves>(moves: &M, length: usize) -> Vec<Vec<u8>> {
    let letters = moves.letters() as u64;
    let mut forbidden = Vec::new();
    // The allowed words of all lengths, and those of one length less than the next.
    let mut words = vec![Word { digits: 0, length: 0, other: NO_WORD }];
    let mut by_fingerprint: FxHashMap<u64, u32> = FxHashMap::default();
    by_fingerprint.insert(moves.fingerprint(&moves.nothing()), 0);
    let mut first = 0;
    let mut is_allowed = Bits::new(1);
    is_allowed.set(0);
    let mut suffixes = 1;
    let mut beginnings = Beginnings::new(moves, length);
    let mut effect = moves.nothing();
    for length in 1..=length as u32 {
        let last = words.len();
        let mut is_allowed_now = Bits::new(suffixes * letters);
        for prefix in first..last {
            let before = words[prefix].digits;
            beginnings.go_to(before, length - 1);
            for letter in 0..letters {
                let digits = before * letters + letter;
                // A word is minimal if it is allowed without its first move, too.
                if length > 1 && !is_allowed.get(digits % suffixes) {
                    continue;
                }
                effect.clone_from(beginnings.effect(length - 1));
                moves.play(&mut effect, letter as u8);
                let entry = by_fingerprint.entry(moves.fingerprint(&effect)).or_insert(NO_WORD);
                let mut known = *entry;
                while known != NO_WORD {
                    let Word { digits, length, other: next } = words[known as usize];
                    let mut other = moves.nothing();
                    for letter in spell(digits, length, letters) {
                        moves.play(&mut other, letter);
                    }
                    if moves.can_replace(&effect, &other) {
                        break;
                    }
                    known = next;
                }
                if known == NO_WORD {
                    words.push(Word { digits, length, other: *entry });
                    *entry = words.len() as u32 - 1;
                    is_allowed_now.set(digits);
                } else {
                    forbidden.push(spell(digits, length, letters).collect());
                }
            }
        }
        (first, suffixes, is_allowed) = (last, suffixes * letters, is_allowed_now);
    }
    forbidden
}

/// The letters of a word.
fn spell(digits: u64, length: u32, letters: u64) -> impl Iterator<Item = u8> {
    (0..length).rev().map(move |place| (digits / letters.pow(place) % letters) as u8)
}

/// The effects of all beginnings of a word: the next word shares most of them.
struct Beginnings<'a, M: LocalMoves> {
    moves: &'a M,
    digits: u64,
    /// By length; those up to `length` are the word's.
    effects: Vec<M::Effect>,
    length: u32,
}

impl<'a, M: LocalMoves> Beginnings<'a, M> {
    fn new(moves: &'a M, longest: usize) -> Self {
        Beginnings { moves, digits: 0, effects: vec![moves.nothing(); longest + 1], length: 0 }
    }

    fn effect(&self, length: u32) -> &M::Effect {
        &self.effects[length as usize]
    }

    /// Makes a word the one whose beginnings these are.
    fn go_to(&mut self, digits: u64, length: u32) {
        let letters = self.moves.letters() as u64;
        let begins = |digits: u64, length: u32, part: u32| digits / letters.pow(length - part);
        let mut same = self.length.min(length);
        while begins(self.digits, self.length, same) != begins(digits, length, same) {
            same -= 1;
        }
        for part in same..length {
            let letter = begins(digits, length, part + 1) % letters;
            let (before, after) = self.effects.split_at_mut(part as usize + 1);
            after[0].clone_from(&before[part as usize]);
            self.moves.play(&mut after[0], letter as u8);
        }
        (self.digits, self.length) = (digits, length);
    }
}

struct Bits(Vec<u64>);

impl Bits {
    fn new(count: u64) -> Self {
        Bits(vec![0; count.div_ceil(64) as usize])
    }

    fn set(&mut self, bit: u64) {
        self.0[bit as usize / 64] |= 1 << (bit % 64);
    }

    fn get(&self, bit: u64) -> bool {
        self.0[bit as usize / 64] >> (bit % 64) & 1 == 1
    }
}

/// The automaton that finds any of these words (Aho and Corasick 1975).
fn from_words(letters: usize, words: &[Vec<u8>]) -> Automaton {
    const NONE: u32 = u32::MAX - 1;
    let mut next = vec![NONE; letters];
    for word in words {
        let mut state = 0;
        for (place, &letter) in word.iter().enumerate() {
            let at = state * letters + letter as usize;
            if place + 1 == word.len() {
                next[at] = FORBIDDEN;
            } else {
                if next[at] == NONE {
                    next[at] = (next.len() / letters) as u32;
                    next.extend(std::iter::repeat_n(NONE, letters));
                }
                state = next[at] as usize;
            }
        }
    }
    // The longest proper suffix of a state's word that is a state too, in order of length.
    let mut suffix = vec![0; next.len() / letters];
    let mut queue = std::collections::VecDeque::from([0_u32]);
    while let Some(state) = queue.pop_front() {
        for letter in 0..letters {
            let at = state as usize * letters + letter;
            let by_suffix = match state {
                0 => 0,
                _ => next[suffix[state as usize] as usize * letters + letter],
            };
            match next[at] {
                NONE => next[at] = by_suffix,
                FORBIDDEN => {}
                child => {
                    // Minimal words have no forbidden part, so the suffix is allowed.
                    suffix[child as usize] = if by_suffix == FORBIDDEN { 0 } else { by_suffix };
                    queue.push_back(child);
                }
            }
        }
    }
    // A state is the place of its row, so that no search has to multiply.
    for next in next.iter_mut().filter(|next| **next != FORBIDDEN) {
        *next *= letters as u32;
    }
    Automaton { letters, next }
}
