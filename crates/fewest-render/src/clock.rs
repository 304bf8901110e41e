//! The times of an animation.

use super::animation::AnimationOptions;

/// The time before the first move, in seconds.
const START: f64 = 0.8;

/// The part of a move's time in which pieces travel; then they rest.
const MOVING: f64 = 0.72;

/// The maximum time of travel, however slow the animation is.
const LONGEST_PATH: f64 = 0.9;

/// Times in seconds from the start of an animation of some moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    moves: usize,
    /// The time of a move.
    pub(super) step: f64,
    pause: f64,
}

impl Clock {
    pub(super) fn new(options: &AnimationOptions, moves: usize) -> Clock {
        let speed = if options.speed.is_finite() { options.speed } else { 1.0 };
        let pause = if options.pause.is_finite() { options.pause } else { 0.0 };
        Clock {
            moves,
            step: 1.0
                / speed.clamp(*AnimationOptions::SPEEDS.start(), *AnimationOptions::SPEEDS.end()),
            pause: pause.clamp(*AnimationOptions::PAUSES.start(), *AnimationOptions::PAUSES.end()),
        }
    }

    /// When a move begins, counted from 0; after the last, when the pause does.
    pub(super) fn begins(self, index: usize) -> f64 {
        START + index as f64 * self.step
    }

    /// When the pieces of a move are where they go.
    pub(super) fn arrives(self, index: usize) -> f64 {
        self.begins(index) + self.moving()
    }

    /// The time of travel.
    pub(super) fn moving(self) -> f64 {
        (MOVING * self.step).min(LONGEST_PATH)
    }

    /// When it is over.
    pub(super) fn ends(self) -> f64 {
        self.begins(self.moves) + self.pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_follow_each_other() {
        for (speed, pause) in
            [(2.0, 1.0), (0.0, -1.0), (f64::NAN, f64::INFINITY), (1e9, 1e9), (-3.0, f64::NAN)]
        {
            let clock =
                Clock::new(&AnimationOptions { speed, pause, ..AnimationOptions::default() }, 10);
            assert!(clock.begins(0) > 0.0 && clock.begins(9) < clock.arrives(9));
            assert!(clock.arrives(9) < clock.begins(10) && clock.begins(10) <= clock.ends());
            assert!(clock.ends() < 300.0);
        }
    }
}
