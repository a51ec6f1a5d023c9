//! The ten levels are those whose strength `docs/levels.md` says was measured, and neighbours are as far
//! apart as people need them to be.

use game::Playable;
use game::arguments::NoFiles;
use games::{GameVisitor, parse_game};

const PAGE: &str = include_str!("../../../docs/levels.md");
/// How many Elo a level is better than the one below it: enough to notice, not too much to climb.
const APART: std::ops::RangeInclusive<i32> = 80..=250;

/// One line of a table: the level, its player, its rating, and how much that is above the one below.
#[derive(Debug)]
struct Row {
    level: usize,
    player: String,
    rating: i32,
    above: Option<i32>,
}

/// The tables of the page: each game's text, and its rows.
fn tables() -> Vec<(&'static str, Vec<Row>)> {
    let mut tables = Vec::new();
    for section in PAGE.split("\n## ").skip(1) {
        let game = section.split('`').nth(1).expect("a game's text");
        let rows = section.lines().filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [level, player, rating, _error, above] = cells[..] else {
                return None;
            };
            let number = |text: &str| text.replace('−', "-").trim_start_matches('+').parse().ok();
            Some(Row {
                level: level.parse().ok()?,
                player: player.trim_matches('`').to_string(),
                rating: number(rating).expect("a rating"),
                above: number(above),
            })
        });
        tables.push((game, rows.collect()));
    }
    tables
}

struct Levels;

impl GameVisitor for Levels {
    type Output = Vec<&'static str>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        game.levels().to_vec()
    }
}

#[test]
fn the_levels_are_those_that_were_measured() {
    let tables = tables();
    let measured: Vec<&str> = tables.iter().map(|(game, _)| *game).collect();
    let games = [
        "connect:7x6,c=4",
        "bricks:10",
        "tafl:copenhagen",
        "amazons:10x10",
    ];
    assert_eq!(measured, games);
    for (name, rows) in tables {
        let players = parse_game(name, &NoFiles).expect(name).visit(Levels);
        let measured: Vec<&str> = rows.iter().map(|row| row.player.as_str()).collect();
        assert_eq!(measured, players, "{name}");
        let levels: Vec<usize> = rows.iter().map(|row| row.level).collect();
        assert_eq!(levels, (1..=players.len()).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn neighbours_are_as_far_apart_as_they_should_be() {
    for (name, rows) in tables() {
        assert_eq!(rows[0].above, None, "{name}");
        for pair in rows.windows(2) {
            let [below, row] = pair else {
                continue;
            };
            assert_eq!(row.above, Some(row.rating - below.rating), "{name} {row:?}");
            assert!(
                APART.contains(&(row.rating - below.rating)),
                "{name} {row:?}"
            );
        }
    }
}
