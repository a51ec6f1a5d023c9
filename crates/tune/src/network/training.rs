//! Training: batches of positions in an order by chance, small steps against the slope of the loss,
//! and an examination on games that were not learnt from.

use super::lessons::{Lessons, NothingToLearn, Position};
use super::model::{Activity, LEAK, Model, error, loss};
use game::network::{LOGIT, Network};
use game::random::{Generator, Seed};
use std::ops::ControlFlow;

/// How to train.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// How many hidden units; when going on from a network, that network's.
    pub hidden: usize,
    /// How often all positions are learnt.
    pub epochs: usize,
    /// So many positions make a step.
    pub batch: usize,
    /// How long steps are at the beginning; at the end they are nothing.
    pub rate: f32,
    /// How much the results of games count; the rest is what the players said.
    pub results: f32,
    /// So many games of a thousand are left for the examination.
    pub examined: u32,
    /// Where all that is by chance starts from.
    pub seed: u64,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            hidden: 32,
            epochs: 20,
            batch: 1024,
            rate: 0.003,
            results: 0.6,
            examined: 50,
            seed: 0,
        }
    }
}

/// How a network does on positions of games it has not learnt from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exam {
    /// The mean of −ln of what it gives to what happened.
    pub loss: f64,
    /// In which part of the positions of games with a winner it knows who wins.
    pub accuracy: f64,
}

/// A part of the training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub number: usize,
    /// The mean loss on what it learnt from, while it learnt.
    pub loss: f64,
    /// How it does now.
    pub exam: Exam,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The best network that was met.
    pub network: Network,
    /// How it did before its numbers were made whole.
    pub floating: Exam,
    /// How it does.
    pub quantised: Exam,
    /// So many positions it learnt from.
    pub learnt: usize,
    /// On so many it was examined.
    pub examined: usize,
    /// All epochs that were done.
    pub epochs: Vec<Epoch>,
}

/// Positions between two questions whether to go on.
const BETWEEN_QUESTIONS: usize = 1 << 14;

/// Trains a network, from one that there is or from scratch. Somebody watches: they are asked many
/// times in each epoch, with those that are done, whether to go on; if not, the best network so far is
/// what comes of it.
pub fn train(
    lessons: &Lessons,
    course: &Course,
    from: Option<&Network>,
    watch: &mut dyn FnMut(&[Epoch], f64) -> ControlFlow<()>,
) -> Result<Trained, NothingToLearn> {
    let [learnt, examined] = lessons.divided(course);
    if learnt.is_empty() || examined.is_empty() {
        return Err(NothingToLearn::TooFew {
            positions: lessons.positions(),
            games: lessons.games(),
        });
    }
    let mut generator = Seed(course.seed).generator();
    let model = match from {
        Some(network) => {
            network.check(lessons.inputs())?;
            Model::of(network)
        }
        None => Model::random(
            lessons.inputs().names.len(),
            course.hidden.max(1),
            &mut generator,
        ),
    };
    let activity = model.activity();
    let mut training = Training {
        steps: Steps::new(model.numbers.len()),
        model,
        activity,
        course,
        learnt: &learnt,
        generator,
    };
    let first = training.examine(&examined);
    let mut best = (first, training.model.clone());
    let mut epochs = Vec::new();
    while epochs.len() < course.epochs {
        let Some(loss) = training.epoch(&epochs, watch) else {
            break;
        };
        let exam = training.examine(&examined);
        if exam.loss < best.0.loss {
            best = (exam, training.model.clone());
        }
        epochs.push(Epoch {
            number: epochs.len() + 1,
            loss,
            exam,
        });
    }
    let network = best.1.quantised(lessons.inputs())?;
    let quantised = examine(&examined, |position| {
        let seen: Vec<i16> = position.numbers.iter().map(|&it| it.into()).collect();
        network.value(&seen) as f32 / LOGIT as f32
    });
    Ok(Trained {
        network,
        floating: best.0,
        quantised,
        learnt: learnt.len(),
        examined: examined.len(),
        epochs,
    })
}

struct Training<'lessons> {
    model: Model,
    steps: Steps,
    activity: Activity,
    course: &'lessons Course,
    learnt: &'lessons [Position<'lessons>],
    generator: Generator,
}

impl Training<'_> {
    /// Learns all positions once, and says how large the loss was; `None` if the watcher has had
    /// enough.
    fn epoch(
        &mut self,
        epochs: &[Epoch],
        watch: &mut dyn FnMut(&[Epoch], f64) -> ControlFlow<()>,
    ) -> Option<f64> {
        let mut order: Vec<u32> = (0..self.learnt.len() as u32).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, self.generator.below(last + 1));
        }
        let leak = if 2 * epochs.len() < self.course.epochs {
            LEAK
        } else {
            0.0
        };
        let mut gradient = vec![0.0; self.model.numbers.len()];
        let (mut total, mut done, mut asked) = (0.0, 0, None);
        for batch in order.chunks(self.course.batch.max(1)) {
            let part = done as f64 / order.len() as f64;
            if asked != Some(done / BETWEEN_QUESTIONS) {
                asked = Some(done / BETWEEN_QUESTIONS);
                if watch(epochs, part).is_break() {
                    return None;
                }
            }
            gradient.fill(0.0);
            for &place in batch {
                let position = &self.learnt[place as usize];
                let logit = self.model.logit(position.numbers, leak, &mut self.activity);
                total += f64::from(loss(logit, position.target));
                let error = error(logit, position) / batch.len() as f32;
                let activity = &mut self.activity;
                self.model
                    .learn(position.numbers, error, activity, &mut gradient);
            }
            // Half a wave of the cosine, from 1 to 0.
            let way = (epochs.len() as f64 + part) / self.course.epochs as f64;
            let rate = self.course.rate * (0.5 + 0.5 * (std::f64::consts::PI * way).cos()) as f32;
            self.steps.take(&mut self.model.numbers, &gradient, rate);
            self.model.confine();
            done += batch.len();
        }
        Some(total / order.len() as f64)
    }

    fn examine(&mut self, examined: &[Position<'_>]) -> Exam {
        examine(examined, |position| {
            self.model.logit(position.numbers, 0.0, &mut self.activity)
        })
    }
}

fn examine(examined: &[Position<'_>], mut logit: impl FnMut(&Position<'_>) -> f32) -> Exam {
    let (mut total, mut right, mut decided) = (0.0, 0_u64, 0_u64);
    for position in examined {
        let logit = logit(position);
        total += f64::from(loss(logit, position.target));
        if position.result != 0.5 {
            decided += 1;
            right += u64::from((logit > 0.0) == (position.result > 0.5));
        }
    }
    Exam {
        loss: total / examined.len() as f64,
        accuracy: right as f64 / decided.max(1) as f64,
    }
}

/// Adam: steps of about the same length for all numbers, whatever the size of their slopes.
struct Steps {
    means: Vec<f32>,
    squares: Vec<f32>,
    taken: i32,
}

impl Steps {
    const MEMORY: f32 = 0.9;
    const LONG_MEMORY: f32 = 0.999;
    const SMALLEST: f32 = 1e-8;

    fn new(count: usize) -> Steps {
        Steps {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            taken: 0,
        }
    }

    fn take(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32) {
        self.taken = self.taken.saturating_add(1);
        // Both begin with nothing, and are too small for a while.
        let mean_part = 1.0 - Self::MEMORY.powi(self.taken);
        let square_part = 1.0 - Self::LONG_MEMORY.powi(self.taken);
        let memories = self.means.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(memories) {
            *mean += (1.0 - Self::MEMORY) * (slope - *mean);
            *square += (1.0 - Self::LONG_MEMORY) * (slope * slope - *square);
            let size = (*square / square_part).sqrt() + Self::SMALLEST;
            *number -= rate * (*mean / mean_part) / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{Ending, Played, Record};
    use game::{Game, Notation, Outcome, Side};
    use games::amazons::Amazons;
    use games::{NoFiles, parse_game};

    /// A game of random moves, whose players say something now and then.
    fn record(game: &Amazons<u64>, seed: u64) -> Record {
        let mut generator = Seed(seed).generator();
        let mut position = game.start();
        let mut moves = Vec::new();
        let mut legal = Vec::new();
        let outcome: Outcome = loop {
            if let Some(outcome) = game.outcome(&position) {
                break outcome;
            }
            legal.clear();
            game.moves(&position, &mut legal);
            let chosen = generator.choose(&legal).expect("the game is not over");
            let mut played = Played::given(game.write_move(&position, chosen));
            played.score = match generator.below(4) {
                0 => Some("+1.5".to_string()),
                1 => Some("win in 3".to_string()),
                2 => Some("what?".to_string()),
                _ => None,
            };
            moves.push(played);
            game.play(&mut position, chosen);
        };
        Record {
            game: game.name(),
            players: ["one", "other"].map(str::to_string),
            seed,
            opening: 2,
            moves,
            margin: outcome.margin_for(Side::First),
            points: [0; 2],
            ending: Ending::Rules {
                reason: String::new(),
            },
        }
    }

    fn lessons(games: u64) -> Lessons {
        let game = parse_game("amazons:5x5", &NoFiles).expect("amazons");
        let mut lessons = Lessons::new(&game).expect("inputs");
        for seed in 0..games {
            let record = record(&Amazons::new(5, 5), seed);
            lessons.add(&record).expect("by the rules");
        }
        lessons
    }

    fn course() -> Course {
        Course {
            hidden: 8,
            epochs: 12,
            batch: 64,
            rate: 0.01,
            results: 0.9,
            examined: 200,
            seed: 3,
        }
    }

    #[test]
    fn networks_learn_who_wins() {
        let lessons = lessons(400);
        assert_eq!(lessons.games(), 400);
        let go_on = &mut |_: &[Epoch], _| ControlFlow::Continue(());
        let trained = train(&lessons, &course(), None, go_on).expect("enough to learn");
        assert_eq!(trained.learnt + trained.examined, lessons.positions());
        assert_eq!(trained.epochs.len(), 12);
        // A coin would be right half of the time, and lose ln 2; random moves leave much to chance.
        assert!(trained.floating.accuracy > 0.6, "{:?}", trained.floating);
        assert!(trained.floating.loss < 0.63, "{:?}", trained.floating);
        let (floating, quantised) = (trained.floating, trained.quantised);
        assert!(
            (floating.loss - quantised.loss).abs() < 0.002,
            "{quantised:?}"
        );
        assert!(
            (floating.accuracy - quantised.accuracy).abs() < 0.02,
            "{quantised:?}"
        );
        let best = trained.epochs.iter().map(|epoch| epoch.exam.loss);
        assert_eq!(best.fold(f64::INFINITY, f64::min), floating.loss);
        // The same again.
        let again = train(&lessons, &course(), None, go_on).expect("enough to learn");
        assert_eq!(again.network, trained.network);
        // Another one goes on from there, and forgets nothing if it learns nothing.
        let stopped = train(&lessons, &course(), Some(&trained.network), &mut |_, _| {
            ControlFlow::Break(())
        })
        .expect("enough to learn");
        assert!(stopped.epochs.is_empty());
        assert_eq!(stopped.network, trained.network);
        assert_eq!(stopped.quantised, trained.quantised);
        let bytes = lessons.export(&course());
        let each = lessons.inputs().names.len() + 9;
        assert_eq!(bytes.len(), each * lessons.positions());
        let examined = bytes.chunks_exact(each).filter(|it| it[each - 1] == 1);
        assert_eq!(examined.count(), trained.examined);
    }

    #[test]
    fn what_cannot_be_learnt_is_refused() {
        let connect = parse_game("connect:4x4,c=3", &NoFiles).expect("connect");
        let error = Lessons::new(&connect).expect_err("no inputs");
        assert!(
            error.to_string().ends_with("has no inputs for networks"),
            "{error}"
        );
        let go_on = &mut |_: &[Epoch], _| ControlFlow::Continue(());
        let error = train(&lessons(1), &course(), None, go_on).expect_err("too few");
        assert!(
            matches!(error, NothingToLearn::TooFew { games: 1, .. }),
            "{error}"
        );
        let mut lessons = lessons(2);
        let (games, positions) = (lessons.games(), lessons.positions());
        let mut other = record(&Amazons::new(6, 6), 1);
        lessons.add(&other).expect("passed over");
        assert_eq!((lessons.games(), lessons.positions()), (games, positions));
        other.game = "amazons:5x5".to_string();
        other.moves[0].text = "a1-b2/c3".to_string();
        assert!(matches!(
            lessons.add(&other),
            Err(NothingToLearn::Unplayable(_))
        ));
    }
}
