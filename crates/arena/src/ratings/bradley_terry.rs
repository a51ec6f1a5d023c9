//! Ratings of a whole field, the most likely ones given all games at once.

use super::elo::Estimate;
use super::field::{self, Encounter, FieldError};
use super::linear;
use super::normal::DEVIATIONS_OF_95_PERCENT;
use std::f64::consts::LN_10;

/// How results depend on ratings. δ is the lead of the player who moves first, in Elo, and f(δ) =
/// 1/(1 + 10^(−δ/400)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FieldModel {
    /// Bradley and Terry's: f(δ) is the probability of a win, and a draw is half a win and half a
    /// loss.
    #[default]
    DrawIsHalf,
    /// That of BayesElo: moving first is an advantage a, and d makes draws; a win has the
    /// probability f(δ + a − d), a loss f(−δ − a − d), a draw what is left. Both are found together
    /// with the ratings.
    AdvantageAndDraws,
}

/// Where a player stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerRating {
    /// Above or below the mean of all players, which is 0.
    pub elo: f64,
    /// With 95 % confidence it is no farther off than this.
    pub error: f64,
}

/// What [`rate_field`] found.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldRatings {
    /// A rating for each player.
    pub players: Vec<PlayerRating>,
    /// What moving first is worth, in Elo. `None` if the model has none, or if the games cannot tell
    /// it from the strength of who moved first.
    pub advantage: Option<Estimate>,
    /// The d of the model, in Elo. `None` if the model has none, or if nothing was drawn.
    pub draw_elo: Option<Estimate>,
    /// How many groups of players there are that are not linked by results both ways. More than one
    /// means that most likely ratings do not exist, and that each group got a virtual draw.
    pub groups: usize,
    /// How many virtual draws were needed in all; 0 where the ratings are the most likely ones.
    pub virtual_draws: usize,
    /// Whether the errors take into account that the ratings of opponents are uncertain, too. For
    /// large fields they do not, and are somewhat too small.
    pub joint_errors: bool,
}

/// In larger fields, errors are those of each rating with the others known.
const LARGEST_WITH_JOINT_ERRORS: usize = 500;
/// Elo of a factor e in the odds.
const UNIT: f64 = 400.0 / LN_10;
/// An advantage or d beyond this (2000 Elo, in the unit above) is on its way to infinity.
const FAR: f64 = 2000.0 / UNIT;
/// A step so small is the last one: each doubles the number of right digits.
const STILL: f64 = 1e-8;
/// It takes about ten.
const MOST_STEPS: usize = 100;

/// Finds the ratings, and where the model has them advantage and draw parameter, under which the
/// results of all games together are most likely. The mean rating is 0.
///
/// The likelihood has a single maximum, which Newton's method finds, its steps by conjugate gradients:
/// the time grows with the number of encounters, not with the square of that of players.
///
/// **Errors** are 95 % intervals from the observed information: the inverse of the matrix of second
/// derivatives, for ratings with the mean 0. Up to 500 players that is done in full. In larger
/// fields a player's error is taken with all other ratings as known
/// ([`joint_errors`](FieldRatings::joint_errors) is false then), which makes it somewhat too small:
/// among 7776 players with twelve games each, on average, it held for 92 % of them. Those of the advantage and of
/// d are still in full. Where a draw is half a win, draws count as if they scattered as much as wins and
/// losses, so that errors are too large rather than too small.
///
/// **Where there is no maximum.** Somebody who won everything is infinitely strong by this measure,
/// and of players who are not linked by games nothing can be said. So players are put into groups
/// linked by results both ways, and if there are several, each group gets one virtual draw against a
/// virtual player, shared evenly among its members: ratings become finite, and within a large group
/// hardly change. If the advantage, or d, has no maximum (the first player always won, everything
/// was drawn), it gets a virtual draw, too: one between 0 and itself as a difference in strength.
/// [`virtual_draws`](FieldRatings::virtual_draws) says how many there were.
///
/// ```
/// use arena::ratings::{Encounter, FieldModel, Tally, rate_field};
/// let games = |first, second, results: [u64; 3]| Encounter { first, second, results: results.into() };
/// let field = [games(0, 1, [2, 2, 6]), games(1, 2, [3, 2, 5]), games(2, 0, [7, 2, 1])];
/// let ratings = rate_field(3, &field, FieldModel::DrawIsHalf)?;
/// assert!(ratings.players[0].elo > ratings.players[1].elo);
/// assert_eq!(ratings.virtual_draws, 0);
///
/// // Player 3 lost its only game: no rating is low enough, but for the virtual draw.
/// let more = [field[0], field[1], field[2], games(3, 0, [1, 0, 0])];
/// let ratings = rate_field(4, &more, FieldModel::DrawIsHalf)?;
/// assert_eq!((ratings.groups, ratings.virtual_draws), (2, 2));
/// assert!(ratings.players[3].elo.is_finite());
/// # Ok::<(), arena::ratings::FieldError>(())
/// ```
pub fn rate_field(
    players: usize,
    encounters: &[Encounter],
    model: FieldModel,
) -> Result<FieldRatings, FieldError> {
    let pairings = encounters.iter();
    field::check(
        players,
        pairings.map(|encounter| (encounter.first, encounter.second)),
    )?;
    let (group_of, groups) = field::groups(players, encounters);
    let mut problem = Problem::new(players, encounters, model, &group_of, groups);
    let mut virtual_draws = if groups > 1 { groups } else { 0 };
    let mut point = problem.climb();
    if problem.is_far(&point) {
        virtual_draws += problem.tame();
        point = problem.climb();
    }
    Ok(problem.ratings(&point, groups, virtual_draws))
}

/// Two players and how often either has the better of it: `up` times the logarithm of f(x), `down`
/// times that of f(y), with x = δ + a − d and y = −δ − a − d. A draw of the richer model counts in
/// both, since its probability is f(x)·f(y)·(e^2d − 1).
#[derive(Debug, Clone, Copy)]
struct Link {
    first: usize,
    second: usize,
    up: f64,
    down: f64,
    /// Whether advantage and d have to do with it: 1 or 0.
    advantage: f64,
    drawing: f64,
}

/// What is to be maximised, in units of the logarithm of odds. Unknown are the ratings, that of the
/// virtual player if there is one, then the advantage, then d.
#[derive(Debug)]
struct Problem {
    players: usize,
    ratings: usize,
    links: Vec<Link>,
    advantage: Option<usize>,
    drawing: Option<usize>,
    draws: f64,
    /// Weight of the virtual draws of the advantage and of d.
    tamed: f64,
}

/// The curvature of the likelihood at a point: what every link contributes along its x and its y, and
/// what is on the diagonal for the advantage and d.
struct Curvature<'problem> {
    problem: &'problem Problem,
    links: Vec<[f64; 2]>,
    extra: Vec<(usize, f64)>,
}

/// ln f(x), without overflow.
fn logarithm(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}

/// f(x).
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Problem {
    fn new(
        players: usize,
        encounters: &[Encounter],
        model: FieldModel,
        group_of: &[usize],
        groups: usize,
    ) -> Problem {
        let is_rich = model == FieldModel::AdvantageAndDraws;
        let has_virtual = groups > 1;
        let ratings = players + usize::from(has_virtual);
        let draws: f64 = encounters
            .iter()
            .map(|encounter| encounter.results.draws as f64)
            .sum();
        let has_advantage = is_rich && (has_virtual || field::tells_advantage(players, encounters));
        let has_draws = is_rich && draws > 0.0;
        let share_of_draw = if is_rich { 1.0 } else { 0.5 };
        let flag = |is_set: bool| if is_set { 1.0 } else { 0.0 };
        let mut links: Vec<Link> = encounters
            .iter()
            .map(|encounter| {
                let results = encounter.results;
                let drawn = share_of_draw * results.draws as f64;
                Link {
                    first: encounter.first,
                    second: encounter.second,
                    up: results.wins as f64 + drawn,
                    down: results.losses as f64 + drawn,
                    advantage: flag(has_advantage),
                    drawing: flag(has_draws),
                }
            })
            .collect();
        if has_virtual {
            let mut sizes = vec![0.0; groups];
            group_of.iter().for_each(|&group| sizes[group] += 1.0);
            links.extend(group_of.iter().enumerate().map(|(player, &group)| Link {
                first: player,
                second: players,
                up: 0.5 / sizes[group],
                down: 0.5 / sizes[group],
                advantage: 0.0,
                drawing: 0.0,
            }));
        }
        Problem {
            players,
            ratings,
            links,
            advantage: has_advantage.then_some(ratings),
            drawing: has_draws.then_some(ratings + usize::from(has_advantage)),
            draws: if has_draws { draws } else { 0.0 },
            tamed: 0.0,
        }
    }

    /// The places of advantage and d in a point.
    fn extras(&self) -> impl Iterator<Item = usize> {
        self.advantage.into_iter().chain(self.drawing)
    }

    /// Gives advantage and d a virtual draw each; returns how many that are.
    fn tame(&mut self) -> usize {
        self.tamed = 1.0;
        self.extras().count()
    }

    /// Whether advantage or d are on their way to infinity, or lost there.
    fn is_far(&self, point: &[f64]) -> bool {
        let is_near = |index: usize| point[index].abs() < FAR;
        !self.extras().all(is_near)
    }

    /// x and y of a link.
    fn arguments(&self, link: &Link, point: &[f64]) -> [f64; 2] {
        let at = |index: Option<usize>| index.map_or(0.0, |index| point[index]);
        let lead = point[link.first] - point[link.second] + link.advantage * at(self.advantage);
        let drawing = link.drawing * at(self.drawing);
        [lead - drawing, -lead - drawing]
    }

    /// Adds a change of x and of y, times how much there is of each, to the unknowns of a link.
    fn spread(&self, link: &Link, [along_x, along_y]: [f64; 2], into: &mut [f64]) {
        let lead = along_x - along_y;
        into[link.first] += lead;
        into[link.second] -= lead;
        if let Some(index) = self.advantage {
            into[index] += link.advantage * lead;
        }
        if let Some(index) = self.drawing {
            into[index] -= link.drawing * (along_x + along_y);
        }
    }

    fn likelihood(&self, point: &[f64]) -> f64 {
        let mut sum: f64 = self
            .links
            .iter()
            .map(|link| {
                let [x, y] = self.arguments(link, point);
                link.up * logarithm(x) + link.down * logarithm(y)
            })
            .sum();
        if let Some(index) = self.drawing {
            let drawing = point[index];
            if drawing <= 0.0 {
                return f64::NEG_INFINITY;
            }
            sum += self.draws * (2.0 * drawing + (-(-2.0 * drawing).exp()).ln_1p());
        }
        for index in self.extras() {
            let value = point[index];
            sum += self.tamed / 2.0 * (logarithm(value) + logarithm(-value));
        }
        sum
    }

    fn slope_and_curvature(&self, point: &[f64]) -> (Vec<f64>, Curvature<'_>) {
        let mut slope = vec![0.0; point.len()];
        let mut curvatures = Vec::with_capacity(self.links.len());
        for link in &self.links {
            let [x, y] = self.arguments(link, point);
            // How likely it is to fall short, both ways: f(−x) has more digits than 1 − f(x).
            let (short_x, short_y) = (logistic(-x), logistic(-y));
            self.spread(link, [link.up * short_x, link.down * short_y], &mut slope);
            curvatures.push([
                link.up * short_x * logistic(x),
                link.down * short_y * logistic(y),
            ]);
        }
        let mut extra = Vec::new();
        if let Some(index) = self.drawing {
            let smaller = (-2.0 * point[index]).exp();
            slope[index] += 2.0 * self.draws / (1.0 - smaller);
            extra.push((index, 4.0 * self.draws * smaller / (1.0 - smaller).powi(2)));
        }
        for index in self.extras() {
            let value = point[index];
            slope[index] += self.tamed * (0.5 - logistic(value));
            extra.push((index, self.tamed * logistic(value) * logistic(-value)));
        }
        let curvature = Curvature {
            problem: self,
            links: curvatures,
            extra,
        };
        (slope, curvature)
    }

    /// Newton's method: up to where the slope is 0, or to where advantage or d are lost.
    fn climb(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.ratings + self.extras().count()];
        if let Some(index) = self.drawing {
            point[index] = 0.5;
        }
        let mut height = self.likelihood(&point);
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = self.slope_and_curvature(&point);
            let step = curvature.solve(&slope);
            let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            let mut length = 1.0;
            let (next, next_height) = loop {
                let next = point.iter().zip(&step).map(|(at, step)| at + length * step);
                let next: Vec<f64> = next.collect();
                let next_height = self.likelihood(&next);
                // Near the top differences are below what rounding leaves: a short step is right.
                if next_height >= height || longest * length < 1e-6 {
                    break (next, next_height);
                }
                length /= 2.0;
            };
            point = next;
            height = next_height;
            if longest < STILL || self.is_far(&point) {
                break;
            }
        }
        point
    }

    fn ratings(&self, point: &[f64], groups: usize, virtual_draws: usize) -> FieldRatings {
        let (_, curvature) = self.slope_and_curvature(point);
        let real = &point[..self.players];
        let mean = real.iter().sum::<f64>() / (self.players as f64).max(1.0);
        let scale = DEVIATIONS_OF_95_PERCENT * UNIT;
        let error = |variance: f64| scale * variance.max(0.0).sqrt();
        let joint_errors = self.players <= LARGEST_WITH_JOINT_ERRORS;
        let variances = if joint_errors {
            curvature.joint_variances()
        } else {
            curvature.conditional_variances()
        };
        let rated = real.iter().zip(&variances);
        let players = rated.map(|(rating, &variance)| PlayerRating {
            elo: (rating - mean) * UNIT,
            error: error(variance),
        });
        let players = players.collect();
        let extra = |index: Option<usize>| {
            let index = index?;
            let mut unit = vec![0.0; point.len()];
            unit[index] = 1.0;
            let variance = curvature.solve(&unit)[index];
            Some(Estimate::around(point[index] * UNIT, error(variance)))
        };
        FieldRatings {
            players,
            advantage: extra(self.advantage),
            draw_elo: extra(self.drawing),
            groups,
            virtual_draws,
            joint_errors,
        }
    }
}

impl Curvature<'_> {
    fn size(&self) -> usize {
        self.problem.ratings + self.problem.extras().count()
    }

    fn multiply(&self, vector: &[f64], image: &mut [f64]) {
        image.fill(0.0);
        for (link, [along_x, along_y]) in self.problem.links.iter().zip(&self.links) {
            let [x, y] = self.problem.arguments(link, vector);
            self.problem.spread(link, [along_x * x, along_y * y], image);
        }
        for &(index, value) in &self.extra {
            image[index] += value * vector[index];
        }
    }

    fn diagonal(&self) -> Vec<f64> {
        let mut diagonal = vec![0.0; self.size()];
        for (link, [along_x, along_y]) in self.problem.links.iter().zip(&self.links) {
            let sum = along_x + along_y;
            diagonal[link.first] += sum;
            diagonal[link.second] += sum;
            if let Some(index) = self.problem.advantage {
                diagonal[index] += link.advantage * sum;
            }
            if let Some(index) = self.problem.drawing {
                diagonal[index] += link.drawing * sum;
            }
        }
        for &(index, value) in &self.extra {
            diagonal[index] += value;
        }
        diagonal
    }

    /// Solves for a right side. What it says about the mean of all ratings, which no game could
    /// tell, is only rounding, but enough for there to be no solution: that is taken out.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let ratings = self.problem.ratings;
        let mut right = right.to_vec();
        let mean = right[..ratings].iter().sum::<f64>() / ratings.max(1) as f64;
        right[..ratings].iter_mut().for_each(|part| *part -= mean);
        linear::solve(
            |vector, image| self.multiply(vector, image),
            &self.diagonal(),
            &right,
        )
    }

    /// Variances of the players' ratings around their mean. Infinite if nothing can be told.
    fn joint_variances(&self) -> Vec<f64> {
        let size = self.size();
        let players = self.problem.players;
        let mut matrix = vec![vec![0.0; size]; size];
        let mut unit = vec![0.0; size];
        for (index, row) in matrix.iter_mut().enumerate() {
            unit[index] = 1.0;
            self.multiply(&unit, row);
            unit[index] = 0.0;
        }
        // Nothing changes if all ratings grow alike. Taking away that freedom changes only what is
        // common to all ratings, which is then taken out again.
        let ratings = self.problem.ratings;
        let diagonal = (0..ratings).map(|index| matrix[index][index]);
        let typical = (diagonal.sum::<f64>() / ratings.max(1) as f64).max(f64::MIN_POSITIVE);
        for row in &mut matrix[..ratings] {
            let added = typical / ratings as f64;
            row[..ratings].iter_mut().for_each(|value| *value += added);
        }
        let Some(covariance) = linear::inverse(matrix) else {
            return vec![f64::INFINITY; players];
        };
        let average = |row: &[f64]| row[..players].iter().sum::<f64>() / players.max(1) as f64;
        let averages: Vec<f64> = covariance[..players]
            .iter()
            .map(|row| average(row))
            .collect();
        let common = average(&averages);
        let variance = |player: usize| covariance[player][player] - 2.0 * averages[player] + common;
        (0..players).map(variance).collect()
    }

    /// Variances of the ratings, each with all others known.
    fn conditional_variances(&self) -> Vec<f64> {
        let diagonal = self.diagonal().into_iter();
        diagonal
            .map(f64::recip)
            .take(self.problem.players)
            .collect()
    }
}
