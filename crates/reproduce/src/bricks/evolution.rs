//! Weights that evolve: in games inside the population, and in games against heurb.

use super::numbers::{difference, rank_correlation};
use super::published::{self, CHAMPION, PublishedChampion, Weights};
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::{Interval, mean};
use crate::laboratory::{Duel, Laboratory};
use crate::{Experiment, Source};
use arena::Openings;
use report::{Curve, curve_plot};
use tune::{Champion, Field, Tuning};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-evolution",
    source: Source::Bricks,
    title: "Evolution of weights, inside a population and against heurb",
    covers: "tables 10, 11, figures 6, 7",
    asked: "Which weights come out if those who do well stay and have children, and how does the population develop?",
    found: "Inside, the hall of fame is led by 1/0/0/1/1 of the first generation, and the players become alike. Against heurb the best \
            come late.",
    run,
};

const GAME: &str = "bricks:11";
const START: Weights = Weights([1.0; 5]);

/// One of the two evolutions.
struct Kind {
    is_inner: bool,
    part: &'static str,
    table: u32,
    figure: u32,
    /// All of {0, 1}^p: five weights inside, and six, one of them without effect, against heurb.
    population: u32,
    generations: [u32; 2],
}

const KINDS: [Kind; 2] = [
    Kind {
        is_inner: true,
        part: "inner",
        table: 10,
        figure: 6,
        population: 32,
        generations: [30, 220],
    },
    Kind {
        is_inner: false,
        part: "heurb",
        table: 11,
        figure: 7,
        population: 64,
        generations: [15, 760],
    },
];

impl Kind {
    fn title(&self) -> &'static str {
        match self.is_inner {
            true => "inside the population",
            false => "against heurb",
        }
    }

    /// The evolution as a tuning. What the report does not say is as near to its champions as can be guessed: how many
    /// games, how much stays, how far children are from their parents.
    fn experiment(&self, generations: u32, seed: u64) -> Result<tune::Experiment, Trouble> {
        let (against, opponents) = match self.is_inner {
            true => ("each-other", ""),
            false => ("opponents", "\"heurb\""),
        };
        let text = format!(
            "game = \"{GAME}\"\nplayer = \"{}\"\nrange = [0, 1000]\nstep = 0.01\nopponents = [{opponents}]\nopenings = \"start\"\n\
             method = \"evolution:population={},games=2,against={against},fitness=margin,noise=0.005,generations={generations},finals=0\"\n\
             seed = {seed}\n[validation]\ngames = 0\n",
            START.player(),
            self.population,
        );
        tune::Experiment::parse(&text).map_err(Trouble::Failed)
    }
}

/// An evolution that was done.
struct Evolved {
    champions: Vec<Champion>,
    /// Generation by generation.
    fields: Vec<Field>,
}

/// What a player has in a game: the tuner counts by how much it has more than its opponent, whose points are the same
/// with the other sign.
fn points(fitness: f64) -> f64 {
    fitness / 2.0
}

impl Evolved {
    fn new(tuning: &Tuning) -> Evolved {
        Evolved {
            champions: tuning.hall().to_vec(),
            fields: tuning
                .history()
                .iter()
                .filter_map(|it| it.field.clone())
                .collect(),
        }
    }

    /// A number of each generation, with that of the generation.
    fn course(&self, of: impl Fn(&Field) -> f64) -> Vec<[f64; 2]> {
        (1..)
            .zip(&self.fields)
            .map(|(generation, field)| [f64::from(generation), points(of(field))])
            .collect()
    }

    /// A number of each generation.
    fn values(&self, of: impl Fn(&Field) -> f64) -> Vec<f64> {
        self.course(of)
            .into_iter()
            .map(|[_, value]| value)
            .collect()
    }
}

fn weights_of(champion: &Champion) -> Result<Weights, Trouble> {
    let texts: Vec<String> = champion
        .point
        .iter()
        .map(|weight| format!("{weight:.2}"))
        .collect();
    texts.join("/").parse()
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let published = published::evolution()?;
    let mut parts = Vec::new();
    let mut evolved = Vec::new();
    for kind in &KINDS {
        let generations = laboratory.pick(kind.generations[0], kind.generations[1]);
        let experiment = kind.experiment(generations, laboratory.seed(kind.part))?;
        let finish = laboratory.tuning(kind.part, &experiment)?;
        let ours = Evolved::new(&finish.tuning);
        let theirs: Vec<&PublishedChampion> = published
            .iter()
            .filter(|it| it.is_inner == kind.is_inner)
            .collect();
        parts.push(table(kind, &theirs, &ours)?);
        parts.push(figure(kind, &theirs, &ours));
        evolved.push(ours);
    }
    let [inner, heurb] = [&evolved[0], &evolved[1]];
    let claims = vec![
        champion(laboratory, inner)?,
        symmetric(inner),
        alike(inner),
        growing(&published, &evolved),
        late(heurb),
        stable(heurb),
        lower(inner, heurb),
        better(laboratory, heurb)?,
    ];
    Ok(Findings {
        parts,
        claims,
        speeds: Vec::new(),
    })
}

fn table(kind: &Kind, theirs: &[&PublishedChampion], ours: &Evolved) -> Result<Part, Trouble> {
    let mut part = Part::new(
        format!(
            "Table {}: the hall of fame of the evolution {}",
            kind.table,
            kind.title()
        ),
        &[
            "place",
            "published",
            "points",
            "generation",
            "ours",
            "points of a game",
            "games",
            "generation",
        ],
    );
    for place in 0..theirs.len().max(ours.champions.len()) {
        let mut row = vec![(place + 1).to_string()];
        match theirs.get(place) {
            Some(it) => row.extend([
                it.weights.to_string(),
                format!("{:.2}", it.points),
                it.generation.to_string(),
            ]),
            None => row.extend(["–"; 3].map(str::to_string)),
        }
        match ours.champions.get(place) {
            Some(it) => row.extend([
                weights_of(it)?.to_string(),
                format!("{:.2}", points(it.fitness)),
                it.answer.games().to_string(),
                it.generation.to_string(),
            ]),
            None => row.extend(["–"; 4].map(str::to_string)),
        }
        part.row(row);
    }
    part.remarks.push(format!(
        "Ours: {} players, {} generations, two games of each in a generation, half of them stay, children lie 5 from the mean of their \
         parents. The report does not say how many games, how many stay or how far children go; ours are judged by all their games, \
         theirs by those of one generation, it seems.",
        kind.population,
        ours.fields.len()
    ));
    Ok(part)
}

fn figure(kind: &Kind, theirs: &[&PublishedChampion], ours: &Evolved) -> Part {
    let curve = |label: &str, points: Vec<[f64; 2]>| Curve {
        label: label.to_string(),
        points,
        band: Vec::new(),
    };
    let mut published: Vec<[f64; 2]> = theirs
        .iter()
        .map(|it| [f64::from(it.generation), it.points])
        .collect();
    published.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let title = format!(
        "Figure {}: points by generation {}",
        kind.figure,
        kind.title()
    );
    let plot = curve_plot(
        &title,
        "generation",
        "points of a game",
        &[
            curve("the published champions", published),
            curve("ours, best", ours.course(|field| field.best)),
            curve("ours, mean", ours.course(|field| field.mean)),
            curve("ours, worst", ours.course(|field| field.worst)),
        ],
    );
    Part {
        title,
        plots: vec![plot],
        ..Part::default()
    }
}

/// A match from random openings, since from the empty board greedy players always play the same two games.
fn duel(
    laboratory: &mut Laboratory<'_>,
    part: &str,
    one: &str,
    other: &str,
) -> Result<Duel, Trouble> {
    let pairs = laboratory.pick(100, 500);
    laboratory.duel(part, GAME, [one, other], Openings::Random(2), pairs)
}

fn champion(laboratory: &mut Laboratory<'_>, inner: &Evolved) -> Result<Claim, Trouble> {
    let first = Weights([1.0, 0.0, 0.0, 1.0, 1.0]);
    let match_of_both = duel(
        laboratory,
        "first-generation",
        &first.player(),
        &CHAMPION.player(),
    )?;
    let elo = match_of_both.elo();
    let own = inner.champions.first().map_or(0, |it| it.generation);
    Ok(Claim {
        then: format!(
            "Inside, {first} of the first generation is the best; {CHAMPION} is the eighth."
        ),
        now: format!(
            "Our hall of fame is led by one of generation {own}. In {} games between those two the first scores {:.1} %: {elo} Elo.",
            match_of_both.games(),
            100.0 * match_of_both.score(),
        ),
        verdict: elo.is_positive(),
    })
}

fn symmetric(inner: &Evolved) -> Claim {
    let sums: Vec<f64> = inner.values(|field| field.best + field.worst);
    let spread = mean(&inner.values(|field| field.best - field.worst));
    let sum = Interval::of_mean(&sums);
    Claim {
        then: "Inside, the best and the worst of a generation lie alike above and below 0, since what one wins another loses.".to_string(),
        now: format!(
            "Best and worst together come to {sum:.2} points in the mean of all generations, and are {spread:.2} apart. (Alike: within a \
             tenth of that. Each meets one other in a generation, with both sides.)"
        ),
        verdict: sum.is_within(spread / 10.0),
    }
}

fn alike(inner: &Evolved) -> Claim {
    let trend = rank_correlation(&inner.course(|field| field.worst - field.best));
    let spreads = inner.values(|field| field.best - field.worst);
    let (early, later) = spreads.split_at(spreads.len() / 2);
    Claim {
        then:
            "Inside, the players become alike: the best and the worst part for ever shorter times."
                .to_string(),
        now: format!(
            "They are {:.1} points apart in the first half of the generations and {:.1} in the second. Spearman's correlation of the \
             generation with how near they are is {trend:.2}.",
            mean(early),
            mean(later)
        ),
        verdict: trend.is_positive(),
    }
}

fn growing(published: &[PublishedChampion], evolved: &[Evolved]) -> Claim {
    let then: Vec<[f64; 2]> = published
        .iter()
        .map(|it| [f64::from(it.generation), mean(&it.weights.0)])
        .collect();
    let now: Vec<[f64; 2]> = evolved
        .iter()
        .flat_map(|it| &it.champions)
        .map(|it| [f64::from(it.generation), mean(&it.point)])
        .collect();
    let [then, now] = [then, now].map(|pairs| rank_correlation(&pairs));
    Claim {
        then: "The weights grow together from generation to generation.".to_string(),
        now: format!(
            "Spearman's correlation of the generation of a champion with the mean of its weights is {now:.2}; of the published ones it is \
             {then:.2}. (Players whose weights have the same ratios are the same player.)"
        ),
        verdict: now.is_positive(),
    }
}

fn late(heurb: &Evolved) -> Claim {
    let trend = rank_correlation(&heurb.course(|field| field.best));
    Claim {
        then: "Against heurb the highest points come in late generations: the peaks are above those of the beginning.".to_string(),
        now: format!("Spearman's correlation of the generation with the points of its best is {trend:.2}."),
        verdict: trend.is_positive(),
    }
}

fn stable(heurb: &Evolved) -> Claim {
    let trend = rank_correlation(&heurb.course(|field| field.mean));
    Claim {
        then: "Against heurb the points of the population show no trend, but a certain stability."
            .to_string(),
        now: format!(
            "Spearman's correlation of the generation with its mean points is {trend:.2}. (No trend: within ± 0.3.)"
        ),
        verdict: trend.is_within(0.3),
    }
}

fn lower(inner: &Evolved, heurb: &Evolved) -> Claim {
    let [inside, against] =
        [inner, heurb].map(|it| Interval::of_mean(&it.values(|field| field.best)));
    let apart = difference(&inside, &against);
    Claim {
        then: "The highest points of a generation are lower against heurb than inside.".to_string(),
        now: format!(
            "{against:.1} and {inside:.1} points a game in the mean of all generations: {apart:.1} more inside."
        ),
        verdict: apart.is_positive(),
    }
}

fn better(laboratory: &mut Laboratory<'_>, heurb: &Evolved) -> Result<Claim, Trouble> {
    let own = match heurb.champions.first() {
        Some(champion) => weights_of(champion)?,
        None => START,
    };
    let evolved = duel(laboratory, "champion-heurb", &own.player(), "heurb")?;
    let start = duel(laboratory, "start-heurb", &START.player(), "heurb")?;
    let gain = difference(&evolved.elo(), &start.elo());
    Ok(Claim {
        then: "The adjustment was of use against heurb.".to_string(),
        now: format!(
            "In {} games each from random openings our champion {own} scores {:.1} % against heurb, {START} {:.1} %: {gain} Elo.",
            evolved.games(),
            100.0 * evolved.score(),
            100.0 * start.score(),
        ),
        verdict: gain.is_positive(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_evolutions_can_be_done() {
        for kind in &KINDS {
            let experiment = kind.experiment(3, 1).expect("it can be read");
            assert!(
                tune::Study::new(experiment, &games::NoFiles).is_ok(),
                "{}",
                kind.part
            );
        }
    }
}
