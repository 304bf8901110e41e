//! Solving a level as a request asks: by the portfolio, by the kernel's bidirectional
//! search or beam, or by any algorithm of the engine.

use fewest::search::{Algorithm, layered};

use super::domain::BlocksPuzzle;
use super::level::Level;
use super::packed::Packed;
use super::portfolio::Portfolio;
use super::space::Blocks;
use super::word::{Word, with_word};
use super::{Direction, beam, bidirectional};
use crate::puzzle::solve::{by_engine, task};
use crate::puzzle::{Adapter, Method, Request, RequestError, Solved, Wanted, Watch};

/// The observer of searches of blocks.
pub(super) type BlocksAdapter<'a, W> = Adapter<'a, BlocksPuzzle, Blocks<W>>;

/// The algorithms of the kernel.
#[derive(Clone, Copy)]
enum Kernel {
    Portfolio,
    Bidirectional,
    Beam { width: usize },
}

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Direction>, RequestError> {
    let kernel = match request.method {
        _ if request.wanted != Wanted::One => None,
        Method::Automatic => Some(Kernel::Portfolio),
        // The kernels show no single expansions.
        _ if request.expansions => None,
        Method::Algorithm(Algorithm::Bidirectional) => Some(Kernel::Bidirectional),
        // The engine's beam is taken if a heuristic is named.
        Method::Algorithm(Algorithm::Beam) if request.heuristic.is_none() => {
            Some(Kernel::Beam { width: task(request, Algorithm::Beam).width })
        }
        _ => None,
    };
    let Some(kernel) = kernel else { return by_engine::<BlocksPuzzle>(level, request, watch) };
    with_word!(level.width(), level.height(), W => kernel.solve::<W>(level, request, watch))
}

impl Kernel {
    fn solve<W: Word>(
        self,
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Direction>, RequestError> {
        let budget = &request.budget;
        let (space, start) = Blocks::<W>::of(level);
        let adapter = &mut BlocksAdapter::new(level, watch);
        let space = &space;
        let packed = Packed::new(space, start);
        let is_resumable =
            layered::is_resumable(&packed, start, budget).map_err(RequestError::file)?;
        Ok(match self {
            Kernel::Portfolio => {
                Portfolio { space, start, budget, request, is_resumable }.solve(adapter)
            }
            Kernel::Bidirectional => {
                let (outcome, reason) = bidirectional::find(space, start, budget, adapter);
                Solved { reason, ..Solved::by(Algorithm::Bidirectional.name(), outcome) }
            }
            Kernel::Beam { width } => {
                let outcome = beam::search(space, start, width, budget, adapter);
                Solved::by(Algorithm::Beam.name(), outcome)
            }
        })
    }
}
