//! The functions through which other crates enter the searches.
//!
//! A generic function is compiled in every crate that calls it. A word's own function is compiled
//! only where the word is: the searches over `u64`, which all puzzles use, once, in this crate.

/// The entry points as functions of a word: the defaults of
/// [`PackedState`](super::PackedState), and again in `impl PackedState for u64`.
macro_rules! entry_points {
    () => {
        #[doc(hidden)]
        fn run(
            search: &mut $crate::search::layered::Bidirectional<'_, Self>,
            most: u64,
            report: $crate::search::layered::Report<'_>,
        ) -> $crate::search::layered::End<Self> {
            search.run_here(most, report)
        }
        #[doc(hidden)]
        fn run_backward(
            search: &mut $crate::search::layered::Bidirectional<'_, Self>,
            most: u64,
            report: $crate::search::layered::Report<'_>,
        ) -> Result<$crate::space::Cost, $crate::search::Stop> {
            search.run_backward_here(most, report)
        }
        #[doc(hidden)]
        fn path(
            search: &$crate::search::layered::Bidirectional<'_, Self>,
            meeting: Self,
        ) -> Result<Vec<Self>, $crate::search::Stop> {
            search.path_here(meeting)
        }
        #[doc(hidden)]
        fn advance(
            layers: &mut $crate::search::layered::Layers<'_, Self>,
            report: $crate::search::layered::Report<'_>,
        ) -> Result<Option<$crate::search::layered::Layer>, $crate::search::Stop> {
            layers.advance_here(report)
        }
        #[doc(hidden)]
        fn show_states(
            layers: &$crate::search::layered::Layers<'_, Self>,
            most: usize,
            show: &mut dyn FnMut(&[Self]) -> std::ops::ControlFlow<()>,
        ) {
            layers.show_states_here(most, show);
        }
        #[doc(hidden)]
        fn from_start(
            paths: &$crate::search::layered::Reconstruction<'_, Self>,
            state: Self,
            depth: u32,
        ) -> Result<Vec<Self>, $crate::search::Stop> {
            paths.path_from_start(state, depth)
        }
        #[doc(hidden)]
        fn to_goal(
            paths: &$crate::search::layered::Reconstruction<'_, Self>,
            state: Self,
            depth: u32,
        ) -> Result<Vec<Self>, $crate::search::Stop> {
            paths.path_to_goal(state, depth)
        }
        #[doc(hidden)]
        fn insert(
            visited: &mut $crate::search::layered::Visited<Self>,
            state: Self,
            label: $crate::search::layered::Label,
            reserve: &mut dyn FnMut(usize) -> Result<(), $crate::search::Stop>,
        ) -> Result<(), $crate::search::Stop> {
            visited.insert_here(state, label, reserve)
        }
        #[doc(hidden)]
        fn search_sorted(
            space: &dyn $crate::search::layered::PackedSpace<Self>,
            start: Self,
            plan: Option<Vec<Self>>,
            budget: &$crate::search::Budget,
            report: $crate::search::layered::Report<'_>,
        ) -> $crate::search::layered::Found<Self> {
            $crate::search::layered::found::search_sorted_here(space, start, plan, budget, report)
        }
        #[doc(hidden)]
        fn is_resumable(
            space: &dyn $crate::search::layered::PackedSpace<Self>,
            start: Self,
            budget: &$crate::search::Budget,
        ) -> Result<bool, String> {
            $crate::search::layered::found::is_resumable_here(space, start, budget)
        }
        #[doc(hidden)]
        fn reach(
            space: &dyn $crate::search::layered::PackedSpace<Self>,
            starts: &[Self],
            is_forward: bool,
            farthest: usize,
            budget: &$crate::search::Budget,
            report: $crate::search::layered::Report<'_>,
        ) -> $crate::search::breadth_first::Reached<Self> {
            $crate::search::layered::reach::reach_here(
                space, starts, is_forward, farthest, budget, report,
            )
        }
    };
}
pub(super) use entry_points;
