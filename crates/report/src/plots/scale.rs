//! From values to places, and which values are worth a tick.

use super::written_to;

/// A stretch of values on a stretch of the picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    values: [f64; 2],
    places: [f64; 2],
    step: f64,
}

/// About so many ticks.
const TICKS: f64 = 6.0;
/// The finest step where numbers are written to a thousandth.
const FINEST: f64 = 0.001;
/// Larger numbers may have no finite distance.
const LARGEST: f64 = 1e300;

impl Scale {
    /// One that begins and ends at ticks around some values.
    pub(super) fn new([low, high]: [f64; 2], places: [f64; 2]) -> Scale {
        // Something to show even where all values are the same.
        let span = if high > low { high - low } else { 1.0 };
        let step = round_step(span / TICKS, FINEST);
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
            step: round_step((values[1] - values[0]) / TICKS, FINEST),
        }
    }

    /// One that begins and ends at some values, however close they are; around a single one, with
    /// room to either side.
    pub(super) fn fitted([low, high]: [f64; 2], places: [f64; 2]) -> Scale {
        let size = low.abs().max(high.abs());
        // What is closer differs by how it was computed.
        let values = if high - low > (size * 1e-12).max(1.0 / LARGEST) {
            [low, high]
        } else {
            let room = if size > 1.0 / LARGEST {
                size / 2.0
            } else {
                0.5
            };
            [low - room, low + room]
        };
        Scale {
            values,
            places,
            step: round_step((values[1] - values[0]) / TICKS, 0.0),
        }
    }

    /// The same up to the next ticks.
    pub(super) fn widened(self) -> Scale {
        let [low, high] = self.values.map(|value| value / self.step);
        // Three tenths are a bit less than three times a tenth.
        let ticks = [(low + 1e-9).floor(), (high - 1e-9).ceil()];
        Scale {
            values: ticks.map(|tick| tick * self.step),
            ..self
        }
    }

    /// A number with a digit more than the ticks have.
    pub(super) fn written(&self, value: f64) -> String {
        written_to(value, self.step / 10.0)
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.values;
        let [from, to] = self.places;
        from + (value - low) / (high - low) * (to - from)
    }

    /// The values to mark, and how they are written.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let [low, high] = self.values.map(|value| value / self.step);
        let first = (low - 1e-9).ceil();
        let count = ((high + 1e-9).floor() - first).max(0.0) as usize;
        let tick = |number: usize| {
            let value = (first + number as f64) * self.step;
            (value, written_to(value, self.step))
        };
        (0..=count).map(tick).collect()
    }
}

/// The least and the greatest of the numbers that can be drawn.
pub(super) fn extent(numbers: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    numbers
        .filter(|&number| is_drawable(number))
        .fold(None, |extent: Option<[f64; 2]>, number| match extent {
            None => Some([number, number]),
            Some([low, high]) => Some([low.min(number), high.max(number)]),
        })
}

/// Whether a number has a place on a scale.
pub(super) fn is_drawable(number: f64) -> bool {
    number.abs() <= LARGEST
}

/// The numbers from 1 on that are worth a tick.
pub(super) fn whole_ticks(last: usize) -> impl Iterator<Item = usize> {
    let step = (round_step(last as f64 / 12.0, FINEST) as usize).max(1);
    (1..=last).filter(move |number| step == 1 || number % step == 0 || *number == 1)
}

/// The next larger one of 1, 2, 5, 10, 20, … and 0.5, 0.2, 0.1, …, down to the finest one.
pub(super) fn round_step(step: f64, finest: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return 1.0;
    }
    let unit = 10_f64.powf(step.log10().floor()).max(finest);
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
    fn fitted_scales_are_as_fine_as_their_values() {
        let texts = |low, high, is_widened| {
            let scale = Scale::fitted([low, high], [0.0, 100.0]);
            let scale = if is_widened { scale.widened() } else { scale };
            let texts = scale.ticks().into_iter().map(|(_, text)| text);
            texts.collect::<Vec<String>>()
        };
        assert_eq!(
            texts(0.3, 0.52, true),
            ["0.3", "0.35", "0.4", "0.45", "0.5", "0.55"]
        );
        assert_eq!(texts(0.31, 0.52, false), ["0.35", "0.4", "0.45", "0.5"]);
        assert_eq!(
            texts(0.0, 2e-9, false),
            ["0", "5e−10", "1e−9", "1.5e−9", "2e−9"]
        );
        assert_eq!(
            texts(100.0, 600.0, false),
            ["100", "200", "300", "400", "500", "600"]
        );
        assert_eq!(texts(4.0, 4.0, false), ["2", "3", "4", "5", "6"]);
        assert_eq!(texts(0.0, 0.0, false).len(), 5);
        let odd = [
            [-1e300, 1e300],
            [0.0, f64::MIN_POSITIVE],
            [1e300, 1e300],
            [1.0, 1.0 + 1e-15],
        ];
        for [low, high] in odd {
            let count = texts(low, high, true).len();
            assert!((2..=9).contains(&count), "{low} {high}: {count}");
        }
    }

    #[test]
    fn only_what_can_be_drawn_extends() {
        let numbers = [f64::NAN, 2.0, f64::INFINITY, -1.0, f64::MAX];
        assert_eq!(extent(numbers.into_iter()), Some([-1.0, 2.0]));
        assert_eq!(extent([f64::NEG_INFINITY].into_iter()), None);
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
