//! From values to places, and which values are worth a tick.

use super::written;

/// A stretch of values on a stretch of the picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    values: [f64; 2],
    places: [f64; 2],
    step: f64,
}

/// About so many ticks.
const TICKS: f64 = 6.0;

impl Scale {
    /// One that begins and ends at ticks around some values.
    pub(super) fn new([low, high]: [f64; 2], places: [f64; 2]) -> Scale {
        // Something to show even where all values are the same.
        let span = if high > low { high - low } else { 1.0 };
        let step = round_step(span / TICKS);
        let high = low + span;
        Scale {
            values: [(low / step).floor() * step, (high / step).ceil() * step],
            places,
            step,
        }
    }

    /// One that begins and ends at some values.
    pub(super) fn exact(values: [f64; 2], places: [f64; 2]) -> Scale {
        Scale {
            values,
            places,
            step: round_step((values[1] - values[0]) / TICKS),
        }
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.values;
        let [from, to] = self.places;
        from + (value - low) / (high - low) * (to - from)
    }

    /// The values to mark, and how they are written.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let [low, high] = self.values;
        let count = ((high - low) / self.step).round().max(0.0) as usize;
        let first = (low / self.step).round();
        let tick = |number: usize| {
            let value = (first + number as f64) * self.step;
            (value, written(value))
        };
        (0..=count).map(tick).collect()
    }
}

/// The numbers from 1 on that are worth a tick.
pub(super) fn whole_ticks(last: usize) -> impl Iterator<Item = usize> {
    let step = (round_step(last as f64 / 12.0) as usize).max(1);
    (1..=last).filter(move |number| step == 1 || number % step == 0 || *number == 1)
}

/// The next larger one of 1, 2, 5, 10, 20, … and 0.5, 0.2, 0.1, …
fn round_step(step: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return 1.0;
    }
    // Numbers are written to a thousandth.
    let unit = 10_f64.powf(step.log10().floor()).max(0.001);
    let larger = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * unit);
    let next = larger.into_iter().find(|&it| it >= step * (1.0 - 1e-9));
    next.unwrap_or(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64) -> Vec<String> {
        let scale = Scale::new([low, high], [0.0, 100.0]);
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        assert_eq!(texts(0.0, 10.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(-1.2, 0.3), ["−1.5", "−1", "−0.5", "0", "0.5"]);
        assert_eq!(texts(0.0, 0.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(
            texts(-750.0, 700.0).first().map(String::as_str),
            Some("−1000")
        );
        for (low, high) in [(0.0, 1e-9), (0.0, 1e12), (-1e300, 1e300), (3.0, 3.0)] {
            let count = texts(low, high).len();
            assert!((2..=14).contains(&count), "{low} {high}: {count}");
        }
    }

    #[test]
    fn places_are_in_proportion() {
        let scale = Scale::exact([1.0, 5.0], [10.0, 50.0]);
        assert_eq!(scale.place(1.0), 10.0);
        assert_eq!(scale.place(4.0), 40.0);
    }

    #[test]
    fn not_every_round_has_a_tick() {
        assert_eq!(whole_ticks(4).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(
            whole_ticks(50).collect::<Vec<_>>(),
            [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]
        );
        assert_eq!(whole_ticks(0).count(), 0);
    }
}
