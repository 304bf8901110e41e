//! A plan as a graph: which numbers move onto which, as links without direction.
//!
//! Fewer links are fewer moves. A part of the graph is freed and gets other links by annealing,
//! at a price for each of them, while all others stay ([`Part`]): at first the whole level, at
//! a price at which some numbers remain unbalanced; then what is around these; then parts
//! anywhere, in search of fewer links.

use crate::forest::part::{Cooling, Part};
use crate::forest::{Edges, is_playable};
use crate::{Level, Shift};
use fewest::search::Budget;
use fewest::search::local::Draws;

const NONE: u32 = u32::MAX;

/// The whole level is cooled at a high price, then once more at a low one for a part of the
/// steps, where most of what is unbalanced is mended.
const FIRST: (f64, f64) = (0.2, 0.09);
const SECOND: (f64, f64) = (0.12, 0.09);
const SECOND_PRICE: f64 = 0.6;
const SECOND_MORE: f64 = 1.4;
const SECOND_PART: u64 = 3;

/// Parts that are mended, and others: the price of a link, what an unbalanced number costs
/// more, the temperatures, the steps for each number.
const MENDING: f64 = 0.6;
const IMPROVING: f64 = 0.8;
const MORE: f64 = 0.8;
const WARM: (f64, f64) = (0.2, 0.12);
const STEPS: u64 = 1000;

/// The steps for each number of the level after which what is still unbalanced is left so.
const MENDING_STEPS: u64 = 40_000;

/// The numbers of a part, from and to.
const MENDED: (usize, usize) = (100, 300);
const IMPROVED: (usize, usize) = (80, 200);

/// A number that a part could not balance costs so much more in the next one, so that others
/// take its place.
const AGE: f64 = 0.1;

/// A part grows from numbers to others nearer than this in their rows and columns, or along
/// links.
const NEAR: usize = 20;

/// Where a part has two numbers to mend, it has others up to this far from the line between
/// them.
const BESIDE: usize = 5;

/// Who may stop what takes long, and what it may use.
pub(super) struct Leave<'a> {
    pub(super) budget: Budget,
    pub(super) may_continue: &'a mut dyn FnMut() -> bool,
}

pub(super) struct Links<'a> {
    level: &'a Level,
    cells: Vec<usize>,
    /// The number in each cell.
    at: Vec<u32>,
    near: Vec<Vec<u32>>,
    /// How often each number stayed unbalanced.
    ages: Vec<u32>,
}

impl<'a> Links<'a> {
    /// The links of a plan.
    pub(super) fn of(level: &'a Level, moves: &[Shift]) -> Self {
        let cells: Vec<usize> =
            (0..level.cells().len()).filter(|&cell| level.cells()[cell] != 0).collect();
        let mut at = vec![NONE; level.cells().len()];
        cells.iter().zip(0..).for_each(|(&cell, number)| at[cell] = number);
        let (near, ages) = (vec![Vec::new(); cells.len()], vec![0; cells.len()]);
        let mut links = Links { level, cells, at, near, ages };
        let mut after = level.clone();
        for &shift in moves {
            if let Ok((from, to)) = after.ends(shift) {
                // It was just found legal.
                let _ = after.play(shift);
                links.add(links.at[from], links.at[to]);
            }
        }
        links
    }

    fn add(&mut self, a: u32, b: u32) {
        self.near[a as usize].push(b);
        self.near[b as usize].push(a);
    }

    /// The number of links.
    pub(super) fn len(&self) -> usize {
        self.near.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The moves, if they can be played.
    pub(super) fn moves(&self) -> Vec<Shift> {
        let of = |a: usize| self.near[a].iter().map(move |&b| (a as u32, b));
        let all = (0..self.near.len()).flat_map(of);
        Edges::of(all.filter(|(a, b)| a < b).collect()).moves(self.level)
    }

    fn value(&self, number: usize) -> u32 {
        self.level.cells()[self.cells[number]]
    }

    fn place(&self, number: usize) -> (usize, usize) {
        (self.cells[number] % self.level.width(), self.cells[number] / self.level.width())
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    fn lengths(&self, number: usize) -> impl Iterator<Item = u32> + '_ {
        self.near[number].iter().map(move |&other| self.distance(number, other as usize) as u32)
    }

    /// Whether a number and its links split into two halves of equal sum.
    fn is_balanced(&self, number: usize) -> bool {
        let mut sums = vec![self.value(number)];
        for length in self.lengths(number) {
            sums = sums.iter().flat_map(|&sum| [sum + length, sum.abs_diff(length)]).collect();
            sums.sort_unstable();
            sums.dedup();
        }
        sums.contains(&0)
    }

    /// An odd one can only be balanced together with another odd one.
    fn is_odd(&self, number: usize) -> bool {
        (self.value(number) + self.lengths(number).sum::<u32>()) % 2 == 1
    }

    fn unbalanced(&self) -> Vec<usize> {
        (0..self.near.len()).filter(|&number| !self.is_balanced(number)).collect()
    }

    /// New links for the whole level, which clear it; returns whether there are any.
    pub(super) fn renew(
        &mut self,
        price: f64,
        steps: u64,
        draws: &mut Draws,
        leave: &mut Leave<'_>,
    ) -> bool {
        let all: Vec<u32> = (0..self.near.len() as u32).collect();
        for (price, more, (hot, cold), steps) in
            [(price, 0.0, FIRST, steps), (SECOND_PRICE, SECOND_MORE, SECOND, steps / SECOND_PART)]
        {
            let rule = Cooling { price, more, hot, cold, steps };
            let part = self.part(&all);
            if let Some(edges) =
                part.rework(&rule, all.len(), draws, &leave.budget, leave.may_continue)
            {
                self.replace(&all, &edges);
            }
        }
        self.mend(draws, leave)
    }

    /// Balances what is not; returns whether all is balanced.
    pub(super) fn mend(&mut self, draws: &mut Draws, leave: &mut Leave<'_>) -> bool {
        self.ages.fill(0);
        let mut left = MENDING_STEPS * self.near.len() as u64;
        let mut unbalanced = self.unbalanced();
        while !unbalanced.is_empty() && left > 0 && (leave.may_continue)() {
            let first = unbalanced[draws.index(unbalanced.len())];
            let mut others: Vec<usize> = unbalanced.clone();
            others.retain(|&other| other != first && self.is_odd(other));
            others.sort_by_key(|&other| self.distance(first, other));
            let nearest = if draws.index(4) == 0 { others.len() } else { 1.min(others.len()) };
            let other = (self.is_odd(first) && nearest > 0).then(|| others[draws.index(nearest)]);
            let size = draw_size(MENDED, draws);
            let numbers = self.around(first, other, size, draws);
            left = left.saturating_sub(STEPS * numbers.len() as u64);
            self.rework(&numbers, MENDING, draws, leave);
            unbalanced = self.unbalanced();
            for &number in &unbalanced {
                let was_freed = numbers.binary_search(&(number as u32)).is_ok();
                self.ages[number] += u32::from(was_freed);
            }
        }
        self.ages.fill(0);
        unbalanced.is_empty()
    }

    /// Looks for fewer links in some part.
    pub(super) fn improve(&mut self, draws: &mut Draws, leave: &mut Leave<'_>) {
        if !self.near.is_empty() {
            let (first, size) = (draws.index(self.near.len()), draw_size(IMPROVED, draws));
            let mut numbers = vec![first as u32];
            self.grow(&mut numbers, None, size, draws);
            numbers.sort_unstable();
            self.rework(&numbers, IMPROVING, draws, leave);
        }
    }

    /// Other links between some numbers, in order, if they can be played and are not worse.
    fn rework(&mut self, numbers: &[u32], price: f64, draws: &mut Draws, leave: &mut Leave<'_>) {
        let steps = STEPS * numbers.len() as u64;
        let rule = Cooling { price, more: MORE, hot: WARM.0, cold: WARM.1, steps };
        let is_wrong = |&&number: &&u32| !self.is_balanced(number as usize);
        let most = numbers.iter().filter(is_wrong).count();
        let part = self.part(numbers);
        let Some(edges) = part.rework(&rule, most, draws, &leave.budget, leave.may_continue) else {
            return;
        };
        let before: Vec<Vec<u32>> =
            numbers.iter().map(|&number| self.near[number as usize].clone()).collect();
        let stuck = self.stuck(numbers);
        self.replace(numbers, &edges);
        if self.stuck(numbers) > stuck {
            for (&number, before) in numbers.iter().zip(before) {
                self.near[number as usize] = before;
            }
        }
    }

    /// How many of these numbers are balanced and have no order.
    fn stuck(&self, numbers: &[u32]) -> usize {
        let is_stuck = |&&number: &&u32| {
            let number = number as usize;
            let lengths: Vec<u32> = self.lengths(number).collect();
            !is_playable(self.value(number), &lengths) && self.is_balanced(number)
        };
        numbers.iter().filter(is_stuck).count()
    }

    /// Replaces the links between some numbers, in order.
    fn replace(&mut self, numbers: &[u32], edges: &Edges) {
        for &number in numbers {
            self.near[number as usize].retain(|other| numbers.binary_search(other).is_err());
        }
        for &(a, b) in edges.as_slice() {
            self.add(numbers[a as usize], numbers[b as usize]);
        }
    }

    /// Some numbers, in order, as a part of the forest.
    fn part(&self, numbers: &[u32]) -> Part {
        let place = |number: u32| numbers.binary_search(&number).ok();
        let mut cells = vec![0; self.level.cells().len()];
        let (mut kept, mut joined) = (vec![Vec::new(); numbers.len()], Vec::new());
        // The set of each number outside.
        let mut set = vec![NONE; self.near.len()];
        let mut edges = Vec::new();
        for (index, &number) in numbers.iter().enumerate() {
            cells[self.cells[number as usize]] = self.value(number as usize);
            for &other in &self.near[number as usize] {
                if let Some(other) = place(other) {
                    edges.extend((index < other).then_some((index as u32, other as u32)));
                    continue;
                }
                kept[index].push(self.distance(number as usize, other as usize) as u32);
                if set[other as usize] == NONE {
                    let name = joined.len() as u32;
                    joined.push(Vec::new());
                    set[other as usize] = name;
                    let mut open = vec![other];
                    while let Some(next) = open.pop() {
                        for &far in &self.near[next as usize] {
                            if set[far as usize] == NONE && place(far).is_none() {
                                set[far as usize] = name;
                                open.push(far);
                            }
                        }
                    }
                }
                joined[set[other as usize] as usize].push(index as u32);
            }
        }
        joined.retain(|set| set.len() > 1);
        let extra = numbers.iter().map(|&number| f64::from(self.ages[number as usize]) * AGE);
        let extra = extra.collect();
        // The level has these numbers, and more.
        let (width, height) = (self.level.width(), self.level.height());
        let level = Level::new(width, height, cells).unwrap_or_else(|_| self.level.clone());
        Part { level, kept, joined, extra, edges: Edges::of(edges) }
    }

    /// Numbers around one, or between two, in order. Most of what is in their lines is among
    /// them: a large number needs what is far away.
    fn around(
        &self,
        first: usize,
        other: Option<usize>,
        size: usize,
        draws: &mut Draws,
    ) -> Vec<u32> {
        let (width, height) = (self.level.width(), self.level.height());
        let mut numbers: Vec<u32> = std::iter::once(first).chain(other).map(|n| n as u32).collect();
        for end in std::iter::once(first).chain(other) {
            let (x, y) = self.place(end);
            let row = (0..width).map(|x| y * width + x);
            for cell in row.chain((0..height).map(|y| y * width + x)) {
                if self.at[cell] != NONE && draws.index(4) != 0 {
                    numbers.push(self.at[cell]);
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        self.grow(&mut numbers, other.map(|other| (first, other)), size, draws);
        numbers.sort_unstable();
        numbers
    }

    /// Adds numbers to others, near them or between two of them, up to some number.
    fn grow(
        &self,
        numbers: &mut Vec<u32>,
        between: Option<(usize, usize)>,
        size: usize,
        draws: &mut Draws,
    ) {
        let mut is_in = vec![false; self.near.len()];
        for &number in &*numbers {
            is_in[number as usize] = true;
        }
        for _ in 0..50 * size {
            if numbers.len() >= size {
                break;
            }
            let from = numbers[draws.index(numbers.len())] as usize;
            let next = match between {
                Some((a, b)) if draws.index(2) == 0 => self.beside(a, b, draws),
                _ if draws.index(2) == 0 => {
                    self.near[from].get(draws.index(self.near[from].len())).copied()
                }
                _ => self.ahead(from, draws),
            };
            if let Some(next) = next
                && !std::mem::replace(&mut is_in[next as usize], true)
            {
                numbers.push(next);
            }
        }
    }

    fn number_at(&self, x: usize, y: usize) -> Option<u32> {
        let is_inside = x < self.level.width() && y < self.level.height();
        let number = if is_inside { self.at[y * self.level.width() + x] } else { NONE };
        (number != NONE).then_some(number)
    }

    /// A number in one direction.
    fn ahead(&self, from: usize, draws: &mut Draws) -> Option<u32> {
        let ((x, y), far) = (self.place(from), 1 + draws.index(NEAR));
        match draws.index(4) {
            0 => self.number_at(x + far, y),
            1 => self.number_at(x.checked_sub(far)?, y),
            2 => self.number_at(x, y + far),
            _ => self.number_at(x, y.checked_sub(far)?),
        }
    }

    /// A number near the line between two others.
    fn beside(&self, a: usize, b: usize, draws: &mut Draws) -> Option<u32> {
        const PARTS: usize = 1024;
        let ((ax, ay), (bx, by), part) = (self.place(a), self.place(b), draws.index(PARTS + 1));
        let mut near = |a: usize, b: usize| {
            let on = (a * (PARTS - part) + b * part) / PARTS;
            (on + draws.index(2 * BESIDE + 1)).checked_sub(BESIDE)
        };
        self.number_at(near(ax, bx)?, near(ay, by)?)
    }
}

fn draw_size((least, most): (usize, usize), draws: &mut Draws) -> usize {
    least + draws.index(most - least + 1)
}
