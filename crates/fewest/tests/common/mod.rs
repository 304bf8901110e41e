//! Small random graphs with known answers, to check every search against.

use fewest::space::{Cost, DEAD_END, Heuristic, Ranking, Reverse, Space, Unranked};

/// A directed graph whose states are its vertices and whose moves are the
/// numbers of a vertex's edges.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub goals: Vec<usize>,
    pub unit_costs: bool,
    /// Whether predecessors are known.
    pub is_reversible: bool,
    /// Whether states have numbers.
    pub is_numbered: bool,
}

impl Space for Graph {
    type State = usize;
    type Move = usize;
    type Undo = usize;

    fn is_goal(&self, vertex: &usize) -> bool {
        self.goals.contains(vertex)
    }
    fn moves(&self, vertex: &usize, out: &mut Vec<usize>) {
        out.extend(0..self.edges[*vertex].len());
    }
    fn apply(&self, vertex: &mut usize, edge: usize) -> usize {
        std::mem::replace(vertex, self.edges[*vertex][edge].0)
    }
    fn undo(&self, vertex: &mut usize, _: usize, before: usize) {
        *vertex = before;
    }
    fn cost(&self, vertex: &usize, edge: usize) -> Cost {
        self.edges[*vertex][edge].1
    }
    fn has_unit_costs(&self) -> bool {
        self.unit_costs
    }
    fn reverse(&self) -> Option<&dyn Reverse<Graph>> {
        self.is_reversible.then_some(self as &dyn Reverse<Graph>)
    }
    fn ranking<'a>(&'a self, _: &usize) -> Result<Box<dyn Ranking<Graph> + 'a>, Unranked> {
        if self.is_numbered {
            Ok(Box::new(self))
        } else {
            Err(Unranked::new("there are no numbers"))
        }
    }
}

impl Reverse<Graph> for Graph {
    fn goals(&self, out: &mut Vec<usize>) {
        out.extend(&self.goals);
    }
    fn predecessors(&self, vertex: &usize, out: &mut Vec<(usize, usize)>) {
        for (from, edges) in self.edges.iter().enumerate() {
            let leads_here = edges.iter().enumerate().filter(|(_, (to, _))| to == vertex);
            out.extend(leads_here.map(|(edge, _)| (from, edge)));
        }
    }
}

impl Ranking<Graph> for Graph {
    fn space(&self) -> &Graph {
        self
    }
    fn len(&self) -> u64 {
        self.edges.len() as u64
    }
    fn rank(&self, vertex: &usize) -> u64 {
        *vertex as u64
    }
    fn unrank(&self, rank: u64) -> usize {
        rank as usize
    }
}

impl Graph {
    /// The cost from each vertex to the nearest goal, by relaxing every edge
    /// until nothing changes.
    pub fn costs_to_go(&self) -> Vec<Cost> {
        let mut costs = vec![DEAD_END; self.edges.len()];
        for &goal in &self.goals {
            costs[goal] = 0;
        }
        loop {
            let before = costs.clone();
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    costs[from] = costs[from].min(costs[to].saturating_add(cost));
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// The number of cheapest plans, by trying every move that stays on one. A plan
    /// ends at the first goal it reaches. Costs must be positive.
    pub fn count_cheapest(&self, start: usize, costs: &[Cost]) -> u64 {
        if self.is_goal(&start) {
            return 1;
        }
        let onward = self.edges[start]
            .iter()
            .filter(|&&(to, cost)| costs[to] != DEAD_END && costs[to] + cost == costs[start]);
        onward.map(|&(to, _)| self.count_cheapest(to, costs)).sum()
    }
}

/// An estimate written down for each vertex: admissible if it is no more than
/// the cost to go, and hardly ever consistent.
#[derive(Debug)]
pub struct Written(pub Vec<Cost>);

impl Heuristic<Graph> for Written {
    type Value = Cost;

    fn evaluate(&self, _: &Graph, vertex: &usize) -> Cost {
        self.0[*vertex]
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        false
    }
}
