//! Estimates of what remains to be done, which make the informed searches informed.
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{BestFirst, Linear};
//! use fewest::space::{Blind, Max};
//!
//! let search = BestFirst::new(&Pancakes, &[2, 0, 3, 1], &Max(Gaps, Blind), Linear::A_STAR);
//! assert_eq!(search.solve().cost(), Some(4));
//! ```

use crate::space::{Cost, Space};

/// An estimate of the cost that remains from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// What is carried from a state to its successor, so that the estimate after a move
    /// need not be computed from scratch. Often the estimate itself.
    type Value: Copy;

    /// Whether [`Heuristic::update`] is as slow as [`Heuristic::evaluate`]. Then searches
    /// without memory do more to look at a state once only.
    const IS_FROM_SCRATCH: bool = false;

    /// Values a state from scratch.
    fn evaluate(&self, space: &S, state: &S::State) -> Self::Value;

    /// The estimate in a value; [`DEAD_END`](crate::space::DEAD_END) where no goal can be reached.
    fn estimate(&self, value: Self::Value) -> Cost;

    /// Values `state`, which `mv` has just reached, from its predecessor's value.
    ///
    /// Must equal [`Heuristic::evaluate`] of that state, only faster.
    fn update(
        &self,
        space: &S,
        _value: Self::Value,
        _mv: S::Move,
        _undo: &S::Undo,
        state: &S::State,
    ) -> Self::Value {
        self.evaluate(space, state)
    }

    /// Values a state whose estimate is known, from when it was reached. Override it where
    /// the estimate is all there is to a value: searches don't keep values.
    fn revalue(&self, space: &S, state: &S::State, _estimate: Cost) -> Self::Value {
        self.evaluate(space, state)
    }

    /// Whether the estimate never exceeds the true cost. Only then may a search
    /// call a plan optimal or an estimate a bound.
    fn is_admissible(&self) -> bool;

    /// Whether the estimate never falls by more than a move costs, so that the
    /// first path to a state that A* expands is a cheapest one.
    fn is_consistent(&self) -> bool;
}

/// A borrowed heuristic.
impl<S: Space, H: Heuristic<S>> Heuristic<S> for &H {
    type Value = H::Value;

    const IS_FROM_SCRATCH: bool = H::IS_FROM_SCRATCH;

    fn evaluate(&self, space: &S, state: &S::State) -> H::Value {
        (**self).evaluate(space, state)
    }
    #[inline]
    fn estimate(&self, value: H::Value) -> Cost {
        (**self).estimate(value)
    }
    #[inline]
    fn update(
        &self,
        space: &S,
        value: H::Value,
        mv: S::Move,
        undo: &S::Undo,
        state: &S::State,
    ) -> H::Value {
        (**self).update(space, value, mv, undo, state)
    }
    #[inline]
    fn revalue(&self, space: &S, state: &S::State, estimate: Cost) -> H::Value {
        (**self).revalue(space, state, estimate)
    }
    fn is_admissible(&self) -> bool {
        (**self).is_admissible()
    }
    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }
}

/// The heuristic that knows nothing: zero everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: Space> Heuristic<S> for Blind {
    type Value = ();

    fn evaluate(&self, _: &S, _: &S::State) {}
    fn estimate(&self, (): ()) -> Cost {
        0
    }
    fn update(&self, _: &S, (): (), _: S::Move, _: &S::Undo, _: &S::State) {}
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

/// A function of the state as a consistent heuristic: it never says more than the true
/// cost, and never falls by more than a move costs.
///
/// ```
/// use fewest::example::Pancakes;
/// use fewest::search::{Budget, ida_star};
/// use fewest::space::{Consistent, Cost};
///
/// // The largest pancake must get to the bottom.
/// let heuristic = Consistent(|_: &Pancakes<6>, stack: &[u8; 6]| Cost::from(stack[5] != 5));
/// let stack = [4, 2, 5, 0, 3, 1];
/// let outcome = ida_star::search(&Pancakes, &stack, &heuristic, &Budget::default(), &mut ());
/// assert_eq!(outcome.cost(), Some(7));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Consistent<F>(pub F);

impl<S: Space, F: Fn(&S, &S::State) -> Cost> Heuristic<S> for Consistent<F> {
    type Value = Cost;

    const IS_FROM_SCRATCH: bool = true;

    fn evaluate(&self, space: &S, state: &S::State) -> Cost {
        (self.0)(space, state)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn revalue(&self, _: &S, _: &S::State, estimate: Cost) -> Cost {
        estimate
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

/// The larger of two heuristics. Admissible or consistent if both are.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<S: Space, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Max<A, B> {
    type Value = (A::Value, B::Value);

    const IS_FROM_SCRATCH: bool = A::IS_FROM_SCRATCH || B::IS_FROM_SCRATCH;

    fn evaluate(&self, space: &S, state: &S::State) -> Self::Value {
        (self.0.evaluate(space, state), self.1.evaluate(space, state))
    }
    fn estimate(&self, value: Self::Value) -> Cost {
        self.0.estimate(value.0).max(self.1.estimate(value.1))
    }
    fn update(
        &self,
        space: &S,
        value: Self::Value,
        mv: S::Move,
        undo: &S::Undo,
        state: &S::State,
    ) -> Self::Value {
        (
            self.0.update(space, value.0, mv, undo, state),
            self.1.update(space, value.1, mv, undo, state),
        )
    }
    fn is_admissible(&self) -> bool {
        self.0.is_admissible() && self.1.is_admissible()
    }
    fn is_consistent(&self) -> bool {
        self.0.is_consistent() && self.1.is_consistent()
    }
}
