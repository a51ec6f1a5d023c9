//! Published players do what the reports say they do: each is compared with its definition, worked
//! by plain code that walks over cells.

mod bricks_grid;

use bricks_grid::{Grid, canonical_moves};
use game::arguments::NoFiles;
use game::random::{Generator, Seed, play_randomly};
use game::{Evaluator, Game, Notation, Playable, Score, Side};
use games::bricks::{Brick, Bricks};
use games::connect::Connect;
use games::{GameVisitor, parse_game};
use players::{Decision, Player, Request};

type Board = Bricks<u128>;
type Position = <Board as Game>::Position;

fn player<G: Playable>(game: &G, text: &str) -> Player<G> {
    Player::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn decide<G: Playable>(
    game: &G,
    player: &mut Player<G>,
    position: &G::Position,
) -> Decision<G::Move> {
    let mut request = Request::default();
    player
        .choose(game, position, &mut request)
        .expect("it never fails")
}

fn choose<G: Playable>(
    game: &G,
    player: &mut Player<G>,
    position: &G::Position,
) -> Option<G::Move> {
    decide(game, player, position).chosen
}

/// A position of Bricks after some random moves in which a brick still fits.
fn random_position(game: &Board, plies: usize, generator: &mut Generator) -> Position {
    loop {
        let mut position = game.start();
        play_randomly(game, &mut position, plies, generator);
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

/// About 200 positions of Bricks from 4 × 4 to 11 × 11, at all stages of the game.
fn positions() -> Vec<(Board, Position)> {
    let mut generator = Seed(42).generator();
    (0..200)
        .map(|number| {
            let size = 4 + number % 8;
            let game = Board::new(size);
            // A random game is over after about 0.43 n² plies.
            let plies = generator.below(size * size * 2 / 5);
            let position = random_position(&game, plies, &mut generator);
            (game, position)
        })
        .collect()
}

/// Whether each of these choices came about equally often: the chi-square statistic of counts
/// against its value that is passed once in ten thousand.
fn assert_uniform<M: Copy + PartialEq + std::fmt::Debug>(
    expected: &[M],
    times: usize,
    mut choose: impl FnMut() -> Option<M>,
) {
    let mut counts = vec![0_u32; expected.len()];
    for _ in 0..times {
        let chosen = choose().expect("a move");
        let found = expected.iter().position(|each| *each == chosen);
        counts[found.unwrap_or_else(|| panic!("{chosen:?} is none of {expected:?}"))] += 1;
    }
    let mean = times as f64 / expected.len() as f64;
    let chi_square: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - mean).powi(2) / mean)
        .sum();
    // Wilson and Hilferty's approximation of the quantile.
    let freedom = (expected.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + 3.719 * spread.sqrt()).powi(3);
    assert!(chi_square < limit, "{chi_square} of {limit}: {counts:?}");
}

/// The moves after which the board has the greatest value, in canonical order.
fn maximisers(game: &Board, position: &Position, value: impl Fn(&Grid, Side) -> i64) -> Vec<Brick> {
    let side = game.side_to_move(position);
    let grid = Grid::new(game, position);
    let values: Vec<(Brick, i64)> = canonical_moves(&grid)
        .into_iter()
        .map(|brick| (brick, value(&grid.with(brick, side), side)))
        .collect();
    let greatest = values.iter().map(|(_, value)| *value).max();
    let best = values
        .into_iter()
        .filter(|(_, value)| Some(*value) == greatest);
    best.map(|(brick, _)| brick).collect()
}

// ---- Bricks: one ply ----------------------------------------------------------------------------

#[test]
fn fixed_and_first_take_the_first_brick_that_fits() {
    for (game, position) in positions() {
        let expected = canonical_moves(&Grid::new(&game, &position));
        for text in ["fixed", "first"] {
            let chosen = choose(&game, &mut player(&game, text), &position);
            assert_eq!(chosen, expected.first().copied());
        }
    }
}

#[test]
fn rand_is_uniform() {
    let game = Board::new(5);
    let position = random_position(&game, 3, &mut Seed(5).generator());
    let expected = canonical_moves(&Grid::new(&game, &position));
    for text in ["rand", "random:seed=7"] {
        let mut player = player(&game, text);
        assert_uniform(&expected, 20_000, || choose(&game, &mut player, &position));
    }
}

#[test]
fn heur_and_heurb_choose_uniformly_among_the_maximisers() {
    type Value = fn(&Grid, Side) -> i64;
    let heur: Value = |grid, side| grid.squares(side) - grid.squares(side.other());
    let heurb: Value = |grid, side| grid.liberties(side) - grid.liberties(side.other());
    for (name, value) in [("heur", heur), ("heurb", heurb)] {
        let mut with_ties = 0;
        for (number, (game, position)) in positions().into_iter().enumerate() {
            let best = maximisers(&game, &position, value);
            let mut player = player(&game, &format!("{name}:seed={number}"));
            let chosen = choose(&game, &mut player, &position).expect("a move");
            assert!(
                best.contains(&chosen),
                "{name} plays {chosen:?}, not {best:?}"
            );
            if best.len() > 1 && with_ties < 12 {
                with_ties += 1;
                assert_uniform(&best, 3000, || choose(&game, &mut player, &position));
            }
        }
        assert_eq!(with_ties, 12, "{name}");
    }
}

#[test]
fn solid_is_greedy_and_takes_the_first_maximiser() {
    for (game, position) in positions() {
        let best = maximisers(&game, &position, |grid, side| {
            grid.weighted(side, [4, 2, 5, 4, 2])
        });
        for text in ["solid", "greedy:weights=4/2/5/4/2"] {
            let chosen = choose(&game, &mut player(&game, text), &position);
            assert_eq!(chosen, best.first().copied(), "{text}");
        }
    }
}

#[test]
fn wabi_and_labi_scan_rows_and_columns_together() {
    for (number, (game, position)) in positions().into_iter().enumerate() {
        let grid = Grid::new(&game, &position);
        let size = game.size();
        let mut met = Vec::new();
        for x in 0..size {
            for y in 0..size - 1 {
                let lying = Brick {
                    cell: (x * size + y) as u16,
                    vertical: false,
                };
                let standing = Brick {
                    cell: (y * size + x) as u16,
                    vertical: true,
                };
                met.extend(
                    [lying, standing]
                        .into_iter()
                        .find(|&brick| grid.fits(brick)),
                );
            }
        }
        let chosen = choose(&game, &mut player(&game, "wabi"), &position);
        assert_eq!(chosen, met.first().copied());
        // Every brick is met at some step, unless another of the same step is: none is out of reach.
        let mut labi = player(&game, "labi");
        match met.len() {
            0 => panic!("a brick fits somewhere"),
            1 => assert_eq!(choose(&game, &mut labi, &position), met.first().copied()),
            _ if number < 24 => assert_uniform(&met, 3000, || choose(&game, &mut labi, &position)),
            _ => assert!(met.contains(&choose(&game, &mut labi, &position).expect("a move"))),
        }
    }
}

// ---- Bricks: the adaptive player ----------------------------------------------------------------

/// What the definition of the adaptive player needs at a node.
struct Plain<'plain, V> {
    game: &'plain Board,
    /// What a position is worth to a side.
    value: V,
    width: usize,
    /// The side for which a move is sought.
    root_side: Side,
    nodes: u64,
}

impl<V: Fn(&Position, Side) -> i64> Plain<'_, V> {
    /// The best children in the eyes of the side to move, best first, equal ones in canonical
    /// order.
    fn kept(&self, position: &Position) -> Vec<(Brick, Position)> {
        let mover = self.game.side_to_move(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut children: Vec<(i64, Brick, Position)> = moves
            .into_iter()
            .map(|brick| {
                let child = self.game.after(position, brick);
                ((self.value)(&child, mover), brick, child)
            })
            .collect();
        // The sort is stable.
        children.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
        children.truncate(self.width);
        let without_values = children.into_iter().map(|(_, brick, child)| (brick, child));
        without_values.collect()
    }

    /// Minimax over the children kept, with no cuts at all.
    fn minimax(&self, position: &Position, height: u32) -> i64 {
        let children = if height == 0 {
            Vec::new()
        } else {
            self.kept(position)
        };
        let values = children
            .iter()
            .map(|(_, child)| self.minimax(child, height - 1));
        let best = if self.game.side_to_move(position) == self.root_side {
            values.max()
        } else {
            values.min()
        };
        // Leaves and final boards are both judged by the evaluator.
        best.unwrap_or_else(|| (self.value)(position, self.root_side))
    }

    /// The same with one-sided cuts: a node knows the best that its parent has so far, and stops
    /// when its own best reaches it.
    fn one_sided(&mut self, position: &Position, height: u32, parents_best: Option<i64>) -> i64 {
        self.nodes += 1;
        let children = if height == 0 {
            Vec::new()
        } else {
            self.kept(position)
        };
        let maximises = self.game.side_to_move(position) == self.root_side;
        let mut best = None;
        for (_, child) in children {
            let value = self.one_sided(&child, height - 1, best);
            let now = match best {
                None => value,
                Some(best) if maximises => value.max(best),
                Some(best) => value.min(best),
            };
            best = Some(now);
            let enough = parents_best.is_some_and(|parents| {
                if maximises {
                    now >= parents
                } else {
                    now <= parents
                }
            });
            if enough {
                break;
            }
        }
        best.unwrap_or_else(|| (self.value)(position, self.root_side))
    }

    /// The first of the best moves, by minimax.
    fn choose(&self, position: &Position, height: u32) -> Option<Brick> {
        let mut best: Option<(i64, Brick)> = None;
        for (brick, child) in self.kept(position) {
            let value = self.minimax(&child, height - 1);
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, brick));
            }
        }
        best.map(|(_, brick)| brick)
    }

    /// The first of the best moves with one-sided cuts.
    fn choose_one_sided(&mut self, position: &Position, height: u32) -> Option<Brick> {
        self.nodes = 1;
        let mut best: Option<(i64, Brick)> = None;
        for (brick, child) in self.kept(position) {
            let value = self.one_sided(&child, height - 1, best.map(|(value, _)| value));
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, brick));
            }
        }
        best.map(|(_, brick)| brick)
    }
}

/// The weights of the course champion in hundredths.
const CHAMPION: [i64; 5] = [18_700, 16_300, 22_112, 21_120, 20_262];
const CHAMPION_TEXT: &str = "eval=islands,weights=187/163/221.12/211.2/202.62";

/// Positions of 11 × 11 at all stages of the game, with either side to move.
fn large_positions(count: usize) -> Vec<Position> {
    let game = Board::new(11);
    let mut generator = Seed(1111).generator();
    (0..count)
        .map(|number| random_position(&game, number % 50, &mut generator))
        .collect()
}

/// Compares the player with its definition on some positions of 11 × 11.
fn compare(text: &str, width: usize, height: impl Fn(usize) -> u32, positions: &[Position]) {
    let game = Board::new(11);
    let names = ["187", "163", "221.12", "211.2", "202.62", "0", "0"];
    let weights = names.map(|text| game::Weight::parse(text).expect("a number"));
    let evaluator = game.evaluator("islands", &weights).expect("they fit");
    let mut adaptive = player(&game, text);
    for (number, position) in positions.iter().enumerate() {
        let mut plain = Plain {
            game: &game,
            value: |position: &Position, viewer| {
                i64::from(evaluator.evaluate(&game, position, viewer))
            },
            width,
            root_side: game.side_to_move(position),
            nodes: 0,
        };
        let height = height(game.count_moves(position) as usize);
        let expected = plain.choose(position, height);
        let where_ = || format!("{text} in {}", game.write_position(position));
        let decision = decide(&game, &mut adaptive, position);
        assert_eq!(decision.chosen, expected, "{}", where_());
        if number % 4 == 0 {
            let with_cuts = plain.choose_one_sided(position, height);
            assert_eq!(with_cuts, expected, "cuts change nothing: {}", where_());
            let nodes = decision.report.map(|report| report.nodes);
            assert_eq!(nodes, Some(plain.nodes), "{}", where_());
        }
    }
}

#[test]
fn the_champion_plays_by_the_definition() {
    compare("champion", 11, |_| 4, &large_positions(200));
}

#[test]
fn adaptive_players_of_other_widths_and_heights_play_by_the_definition() {
    let positions = large_positions(200);
    for (text, width, height) in [
        ("adaptive:x=1,k=3", 11, 2),
        ("adaptive:x=0.5,k=3", 3, 4),
        ("adaptive:x=2,k=3", 121, 1),
        // 11^0.7 = 5.36, 2 / 0.7 = 2.86.
        ("adaptive:x=0.7,k=3", 5, 2),
        // 11^0.25 = 1.82: a single line, 8 plies long.
        ("adaptive:x=0.25,k=3", 1, 8),
        // 11^1.5 = 36.48, 4 / 1.5 = 2.67.
        ("adaptive:x=1.5,k=4", 36, 2),
    ] {
        compare(
            &format!("{text},{CHAMPION_TEXT}"),
            width,
            |_| height,
            &positions,
        );
    }
}

#[test]
fn the_improved_variant_looks_deeper_when_few_moves_are_left() {
    // The greatest h with (h + 4) · log_11(moves) ≤ 2k, that is moves^(h + 4) ≤ 11^(2k).
    fn height(moves: usize) -> u32 {
        const PLAIN: u32 = 4;
        if !(2..11).contains(&moves) {
            return PLAIN;
        }
        let most = 11_u128.pow(8);
        let deepest = (1..40)
            .rev()
            .find(|&height| (moves as u128).saturating_pow(height + 4) <= most);
        deepest.expect("ten moves give four plies")
    }
    assert_eq!([10, 9, 8, 7, 5, 2].map(height), [4, 4, 5, 5, 7, 23]);
    let game = Board::new(11);
    let mut generator = Seed(7).generator();
    let mut late = Vec::new();
    let mut depths = Vec::new();
    while late.len() < 60 {
        let plies = 40 + generator.below(14);
        let position = random_position(&game, plies, &mut generator);
        let moves = game.count_moves(&position) as usize;
        if moves < 13 {
            depths.push(height(moves));
            late.push(position);
        }
    }
    depths.sort_unstable();
    depths.dedup();
    assert!(depths.len() >= 4, "several heights: {depths:?}");
    compare("champion:improved=on", 11, height, &late);
}

#[test]
fn the_champion_plays_by_the_definition_with_features_worked_cell_by_cell() {
    let game = Board::new(11);
    let mut champion = player(&game, "champion:k=3");
    for position in large_positions(100).into_iter().step_by(10) {
        let plain = Plain {
            game: &game,
            value: |position: &Position, viewer| {
                Grid::new(&game, position).weighted(viewer, CHAMPION)
            },
            width: 11,
            root_side: game.side_to_move(&position),
            nodes: 0,
        };
        let chosen = choose(&game, &mut champion, &position);
        assert_eq!(chosen, plain.choose(&position, 2));
    }
}

// ---- All games ----------------------------------------------------------------------------------

const GAMES: [&str; 6] = [
    "connect",
    "connect:4x4,c=3",
    "bricks:6",
    "amazons:4x4",
    "fuga:7",
    "tafl:brandubh",
];

/// Greedy players choose what their evaluator likes best one ply ahead.
struct GreedyIsArgmax;

impl GameVisitor for GreedyIsArgmax {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let mut generator = Seed(8).generator();
        for declaration in game.evaluators() {
            let weights: Vec<_> = declaration
                .features
                .iter()
                .map(|each| each.default)
                .collect();
            let evaluator = game
                .evaluator(declaration.name, &weights)
                .expect("defaults fit");
            let mut greedy = player(game, &format!("greedy:eval={}", declaration.name));
            for plies in 0..20 {
                let mut position = game.start();
                play_randomly(game, &mut position, plies, &mut generator);
                let viewer = game.side_to_move(&position);
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut best: Option<(Score, G::Move)> = None;
                for chosen in moves {
                    let next = game.after(&position, chosen);
                    let value = match game.outcome(&next) {
                        Some(outcome) => evaluator.finished(game, &next, outcome, viewer, 1),
                        None => Score::value(evaluator.evaluate(game, &next, viewer)),
                    };
                    if best.is_none_or(|(greatest, _)| value > greatest) {
                        best = Some((value, chosen));
                    }
                }
                let decision = decide(game, &mut greedy, &position);
                let found = decision.report.and_then(|report| report.score());
                assert_eq!(
                    (found, decision.chosen),
                    (best.map(|(value, _)| value), best.map(|(_, chosen)| chosen)),
                    "{} in {} of {}",
                    declaration.name,
                    game.write_position(&position),
                    game.name()
                );
            }
        }
    }
}

/// The height-k player looks k - 1 plies ahead.
struct HeightIsDepth;

impl GameVisitor for HeightIsDepth {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let mut generator = Seed(9).generator();
        for (height, others) in [
            ("height", ["greedy", "minimax:depth=1"]),
            ("height:k=3", ["alphabeta:depth=2", "minimax:depth=2"]),
            (
                "height:k=3,cut=one-sided",
                ["alphabeta:depth=2", "negamax:depth=2,cut=one-sided"],
            ),
        ] {
            for plies in 0..12 {
                let mut position = game.start();
                play_randomly(game, &mut position, plies, &mut generator);
                let value = |text: &str| {
                    let decision = decide(game, &mut player(game, text), &position);
                    let score = decision.report.and_then(|report| report.score());
                    (score, decision.chosen)
                };
                for other in others {
                    assert_eq!(value(height), value(other), "{height} and {other}");
                }
            }
        }
    }
}

#[test]
fn greedy_players_choose_what_their_evaluator_likes_best() {
    for game in GAMES {
        parse_game(game, &NoFiles)
            .expect(game)
            .visit(GreedyIsArgmax);
    }
}

#[test]
fn the_height_player_looks_one_ply_less_than_its_height() {
    for game in GAMES {
        parse_game(game, &NoFiles).expect(game).visit(HeightIsDepth);
    }
}

// ---- Connect ------------------------------------------------------------------------------------

/// The first column that wins at once.
fn wins_now(game: &Connect<u64>, position: &<Connect<u64> as Game>::Position) -> Option<u8> {
    let side = game.side_to_move(position);
    let mut columns = Vec::new();
    game.moves(position, &mut columns);
    let winning = columns.into_iter().find(|&column| {
        let outcome = game.outcome(&game.after(position, column));
        outcome.is_some_and(|outcome| outcome.margin_for(side) > 0)
    });
    winning.map(|column| column.0)
}

#[test]
fn course_players_of_connect_win_when_they_can_and_finish_their_games() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut generator = Seed(10).generator();
    for text in [
        "grid",
        "genetic",
        "staff:q=1",
        "plain",
        "h1:depth=3",
        "h2:depth=3",
        "h3:depth=3",
    ] {
        let mut player = player(&game, text);
        let mut wins = 0;
        for number in 0..30 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mine = game.side_to_move(&position).index() == number % 2;
                let chosen = if mine {
                    let chosen = choose(&game, &mut player, &position).expect("a move");
                    assert!(game.is_legal(&position, chosen), "{text}");
                    if let Some(column) = wins_now(&game, &position) {
                        let next = game.after(&position, chosen);
                        assert!(game.outcome(&next).is_some(), "{text} misses {column}");
                    }
                    chosen
                } else {
                    let mut columns = Vec::new();
                    game.moves(&position, &mut columns);
                    generator.choose(&columns).expect("a move")
                };
                game.play(&mut position, chosen);
            }
            let outcome = game.outcome(&position).expect("over");
            let own = Side::BOTH[number % 2];
            wins += usize::from(outcome.margin_for(own) > 0);
        }
        assert!(wins >= 20, "{text} won {wins} of 30 games against chance");
    }
}
