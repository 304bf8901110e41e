//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983), repeated.

use super::{Acceptance, Advice, Draws, Score, Standing};

/// Accepts a change for the worse with the probability exp(−change / temperature).
/// The temperature falls in a straight line from `hot` to `cold` and starts again:
/// a walk that has frozen at the wrong place is warmed up, not thrown away.
#[derive(Clone, Debug)]
pub struct Annealing {
    hot: f64,
    cold: f64,
    /// The steps from hot to cold.
    cycle: u64,
    temperature: f64,
    logarithms: Vec<u32>,
    factor: u64,
}

/// The size of the table of −ln r that draws are taken from, evenly spread over r.
const TABLE: usize = 4096;

/// The number of fractional bits in the table.
const POINT: u32 = 20;

impl Annealing {
    /// Temperatures are in the unit of the score. At 0, no change for the worse is
    /// accepted.
    pub fn new(hot: f64, cold: f64, cycle: u64) -> Self {
        let middle = |i: usize| (i as f64 + 0.5) / TABLE as f64;
        let fixed = f64::from(1_u32 << POINT);
        let logarithms = (0..TABLE).map(|i| (-middle(i).ln() * fixed) as u32).collect();
        let mut annealing =
            Annealing { hot, cold, cycle: cycle.max(1), temperature: hot, logarithms, factor: 0 };
        annealing.set(hot);
        annealing
    }

    fn set(&mut self, temperature: f64) {
        self.temperature = temperature;
        // As large as scores may well be, and no product below overflows.
        self.factor = (temperature * 1024.0).clamp(0.0, f64::from(u32::MAX)) as u64;
    }
}

impl Acceptance for Annealing {
    #[inline]
    fn limit(&mut self, _score: Score, draws: &mut Draws) -> Score {
        let logarithm = self.logarithms[draws.index(TABLE)];
        ((u64::from(logarithm) * self.factor) >> (POINT + 10)) as Score
    }

    fn check(&mut self, standing: &Standing) -> Advice {
        let part = (standing.step % self.cycle) as f64 / self.cycle as f64;
        self.set(self.hot + (self.cold - self.hot) * part);
        Advice::Go
    }

    fn parameter(&self) -> f64 {
        self.temperature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_as_likely_as_metropolis_says() {
        let mut annealing = Annealing::new(300.0, 300.0, 1);
        let mut draws = Draws::new(1);
        let limits: Vec<Score> = (0..100_000).map(|_| annealing.limit(0, &mut draws)).collect();
        for change in [0, 100, 300, 900] {
            let accepted = limits.iter().filter(|&&limit| change <= limit).count() as f64;
            let expected = (-(change as f64) / 300.0).exp() * limits.len() as f64;
            assert!((accepted - expected).abs() < 1000.0, "{change}: {accepted}, {expected}");
        }
    }

    #[test]
    fn the_temperature_falls_and_starts_again() {
        let mut annealing = Annealing::new(8.0, 4.0, 4096);
        let at = |annealing: &mut Annealing, step| {
            annealing.check(&Standing { step, idle: 0, remaining: 1, size: 1 });
            annealing.parameter()
        };
        let levels = [0, 1024, 2048, 4096].map(|step| at(&mut annealing, step));
        assert!(levels.iter().zip([8.0, 7.0, 6.0, 8.0]).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn nothing_overflows() {
        let mut draws = Draws::new(1);
        for temperature in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            let mut annealing = Annealing::new(temperature, temperature, 0);
            assert!(annealing.limit(0, &mut draws) >= 0);
        }
    }
}
