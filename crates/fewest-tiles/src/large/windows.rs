//! Shortens windows of a plan by beams that know what tiles are in each other's way.
//!
//! The boards at both ends of a window are known. The tables of groups serve any board as a
//! goal, so a beam between the two boards has the same score as one that solves the whole
//! board. It is a smaller problem, in which a beam of the same width comes nearer to the fewest
//! moves. Threads work on windows that overlap: what one finds is taken if the plan of then
//! still leads over both ends, and by a longer way.

use std::sync::{MutexGuard, PoisonError};

use super::super::geometry::Direction;
use super::attempt::directions;
use super::compact::CompactBeam;
use super::map::{Map, Sliding};
use super::whole::{Between, Whole};
use super::{Effort, Large};
use crate::puzzle::Worker;
use fewest::space::Cost;

/// What is tried, in order: the moves of a window, and the width of its beams.
pub(super) const EFFORTS: [Effort; 7] = [
    Effort { moves: 60, width: 4_000 },
    Effort { moves: 130, width: 8_000 },
    Effort { moves: 70, width: 16_000 },
    Effort { moves: 110, width: 32_000 },
    Effort { moves: 160, width: 64_000 },
    Effort { moves: 90, width: 128_000 },
    Effort { moves: 220, width: 256_000 },
];

/// The number of efforts that come before wide beams.
pub(super) const EARLY: usize = 4;

/// A pass through the plan is repeated with other windows if it gained this many moves.
const GAIN: usize = 2;

/// A plan that threads shorten, and what they try next.
pub(super) struct Shared {
    start: Sliding,
    pub(super) moves: Vec<u8>,
    /// The efforts that were tried.
    tried: usize,
    /// The passes through the plan, the place in this one, and the moves when it began.
    passes: usize,
    at: usize,
    before: usize,
}

/// A window of the plan: its boards at both ends, and its moves.
pub(super) struct Window {
    pub(super) from: Sliding,
    pub(super) to: Sliding,
    pub(super) moves: usize,
    width: usize,
    /// The number of the pass.
    pass: usize,
}

impl Shared {
    pub(super) fn new(start: Sliding) -> Self {
        Shared { start, moves: Vec::new(), tried: 0, passes: 0, at: 0, before: 0 }
    }

    /// Begins again with a plan that was found elsewhere.
    pub(super) fn renew(&mut self, moves: Vec<u8>) {
        (self.tried, self.at, self.before) = (0, 0, moves.len());
        self.moves = moves;
    }

    /// The next window, of the first of all efforts; `None` if all of them were tried.
    pub(super) fn next(&mut self, map: &Map, efforts: usize) -> Option<Window> {
        let Effort { mut moves, width } = *EFFORTS[..efforts].get(self.tried)?;
        moves = moves.min(self.moves.len());
        // It moves on by half of its moves, and from pass to pass to others.
        let step = (moves / 2).max(1);
        let first = self.at * step;
        let offset = if self.at == 0 { 0 } else { self.passes % 4 * step / 4 };
        let begin = (first + offset).min(self.moves.len() - moves);
        let pass = self.passes;
        self.at += 1;
        if begin + moves >= self.moves.len() {
            let gained = self.before.saturating_sub(self.moves.len());
            self.tried += usize::from(gained < GAIN);
            (self.at, self.before) = (0, self.moves.len());
            self.passes += 1;
        }
        let mut from = self.start.clone();
        self.moves[..begin].iter().for_each(|&step| from.play(map, step));
        let mut to = from.clone();
        self.moves[begin..begin + moves].iter().for_each(|&step| to.play(map, step));
        Some(Window { from, to, moves, width, pass })
    }

    /// Takes another way between two boards, if the plan has them and it is shorter. Returns
    /// whether it is.
    pub(super) fn take(&mut self, map: &Map, window: &Window, moves: &[u8]) -> bool {
        let mut board = self.start.clone();
        let mut begin = None;
        for at in 0..=self.moves.len() {
            if board.tiles == window.from.tiles {
                begin = Some(at);
            }
            if let Some(begin) = begin
                && board.tiles == window.to.tiles
            {
                let is_shorter = moves.len() < at - begin;
                if is_shorter {
                    self.moves.splice(begin..at, moves.iter().copied());
                }
                return is_shorter;
            }
            if let Some(&step) = self.moves.get(at) {
                board.play(map, step);
            }
        }
        false
    }
}

impl Whole<'_> {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next window of the best plan.
    fn next_window(&self, efforts: usize) -> Option<Window> {
        let best = self.large.best;
        let mut shared = self.lock();
        if shared.moves.is_empty() || best.upper() < shared.moves.len() as Cost {
            let plan = best.plan()?;
            shared.renew(plan.moves().iter().map(|&direction| direction as u8).collect());
        }
        shared.next(&self.map, efforts)
    }

    /// Shortens windows of the plan until some efforts were tried.
    pub(super) fn windows(&self, efforts: usize, worker: &mut Worker<'_, '_, Direction>) {
        let Large { space, start, best, .. } = *self.large;
        while !worker.is_over()
            && let Some(window) = self.next_window(efforts)
        {
            let max_moves = window.moves.saturating_sub(2);
            let max_width = self.large.max_width(CompactBeam::bytes(1, max_moves));
            let width = window.width.min(max_width);
            let between = Between { from: &window.from, to: &window.to, max_moves };
            let found = self.search(between, window.pass, width, usize::MAX, worker);
            let Some(moves) = found else { continue };
            let mut shared = self.lock();
            if shared.take(&self.map, &window, &moves) {
                let moves = directions(shared.moves.clone());
                drop(shared);
                best.offer(space, start, moves, "beams over the whole board and its plan");
            }
        }
    }
}
