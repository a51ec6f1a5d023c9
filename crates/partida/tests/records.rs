//! What is kept of games: listed, shown, exported, rated, and made a page of.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory with a store of its own.
struct Place {
    directory: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the test");
        Place { directory }
    }

    fn partida(&self, line: &str) -> Command {
        let mut command = Command::cargo_bin("partida").expect("the program is built");
        command
            .args(line.split(' '))
            .env("NO_COLOR", "1")
            .env("PARTIDA_STORE", self.directory.join("store.db"))
            .current_dir(&self.directory);
        command
    }

    /// What a successful run writes, whatever it notes beside it.
    fn output(&self, line: &str) -> String {
        let assert = self.partida(line).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.output(line)).expect("the output is JSON")
    }

    fn refusal(&self, line: &str) -> String {
        let assert = self.partida(line).assert().code(2).stdout("");
        String::from_utf8(assert.get_output().stderr.clone()).expect("the message is text")
    }

    fn file(&self, name: &str) -> String {
        let path = self.directory.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// A match of eight games, and a tournament of three players and two rounds of everybody.
fn played(name: &str) -> Place {
    let place = Place::new(name);
    place.output("match connect:4x4,c=3 alphabeta:depth=3 random --games 8 --name pair");
    place.output(
        "tournament run round-robin bricks:3 greedy random first --rounds 2 --name three --seed 5",
    );
    place
}

#[test]
fn games_are_listed_by_tournament_round_and_player() {
    let place = played("records-list");
    assert_eq!(place.output("records list").lines().count(), 8 + 12);
    let listed = place.output("records list --tournament pair --most 2");
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("pair/0  "), "{listed}");
    assert!(
        lines[1].contains("connect:4x4,c=3  random - alphabeta:depth=3"),
        "{listed}"
    );
    let games = place.json("records list --tournament 2 --round 2 --json");
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), 2, "a round of three players is one meeting");
    assert!(
        games
            .iter()
            .all(|game| game["round"] == 2 && game["tournament"] == "three")
    );
    let games = place.json("records list --player greedy --json");
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), 8);
    for game in games {
        let margin = game["margin"].as_i64().expect("a number");
        let result = match margin.signum() {
            1 => "1-0",
            0 => "1/2-1/2",
            _ => "0-1",
        };
        assert_eq!(game["result"], result);
    }
    place
        .partida("records list --player nobody")
        .assert()
        .success()
        .stdout("")
        .stderr(
            "there are no such games; a player is named by its whole text, as `partida tournament table` \
             has it\n",
        );
    assert!(
        place
            .refusal("records list --tournament nothing")
            .contains("no tournament")
    );
}

#[test]
fn a_game_is_shown_with_its_final_board() {
    let place = played("records-show");
    let shown = place.json("records show pair/3 --json");
    assert_eq!(shown["id"], "pair/3");
    let moves = shown["record"]["moves"].as_array().expect("a list");
    let words: Vec<&str> = moves
        .iter()
        .map(|played| played["text"].as_str().expect("a text"))
        .collect();
    let mut show = place.partida("show connect:4x4,c=3 --json --moves");
    let replayed = show.arg(words.join(" ")).assert().success();
    let replayed: Value = serde_json::from_slice(&replayed.get_output().stdout).expect("JSON");
    assert_eq!(shown["last"], replayed);
    // The same by number, and for people.
    assert_eq!(place.json("records show 1/3 --json"), shown);
    let text = place.output("records show pair/3 --ascii");
    assert!(text.starts_with("4 "), "{text}");
    for part in ["id        pair/3\n", "first     random\n", "given", "depth"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let rows = text
        .lines()
        .skip_while(|line| !line.contains("side"))
        .skip(1);
    assert_eq!(rows.count(), words.len());
    for (id, said) in [
        ("pair/8", "pair has no game 8; it has 8, counted from 0"),
        ("pair", "names no game"),
        ("pair/x", "is no number of a game"),
        ("nobody/1", "there is no tournament"),
    ] {
        let message = place.refusal(&format!("records show {id}"));
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn exports_do_not_depend_on_workers_and_names() {
    let place = Place::new("records-export");
    for (name, workers) in [("one", 1), ("four", 4)] {
        place.output(&format!(
            "tournament run round-robin connect:4x4,c=3 greedy random alphabeta:depth=2 --openings random:2 \
             --name {name} --workers {workers}"
        ));
    }
    for format in ["text", "json", "csv"] {
        for name in ["one", "four"] {
            place.output(&format!(
                "records export --tournament {name} --format {format} --output {name}.{format}"
            ));
        }
        let exported = place.file(&format!("one.{format}"));
        assert_eq!(exported, place.file(&format!("four.{format}")), "{format}");
        let printed = place.output(&format!(
            "records export --tournament one --format {format}"
        ));
        assert_eq!(exported, printed, "to a file or not is the same");
    }
    // A mistake does not cost what was there.
    place.refusal("records export --tournament nobody --output one.json");
    assert_eq!(place.file("one.json"), place.file("four.json"));
    let timed = place.output("records export --tournament one --times --most 1");
    // However little it was.
    assert!(timed.contains("[FirstSeconds \"0"), "{timed}");
    let timed = place.output("records export --tournament one --times --format json --most 1");
    assert!(timed.contains("\"time\":"), "{timed}");
}

/// A header's value in an exported game.
fn header(game: &str, name: &str) -> String {
    let line = game
        .lines()
        .find_map(|line| line.strip_prefix(&format!("[{name} ")));
    let value = line.and_then(|line| line.strip_suffix(']'));
    serde_json::from_str(value.unwrap_or_else(|| panic!("no {name} in {game}"))).expect("a text")
}

#[test]
fn exported_games_can_be_read_back() {
    let place = played("records-read");
    place.output("match amazons:4x4 greedy random --games 2");
    place.output("match fuga:7 first random --games 2 --most-plies 60");
    let text = place.output("records export");
    let lines = place.output("records export --format json");
    let mut table = csv_rows(&place.output("records export --format csv"));
    table.remove(0);
    let games: Vec<&str> = text.split("\n\n").collect();
    let records: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!((games.len(), records.len(), table.len()), (24, 24, 24));
    for ((game, record), row) in games.iter().zip(&records).zip(&table) {
        assert_eq!(record["game"], header(game, "Game"));
        assert_eq!(record["players"][0], header(game, "First"));
        assert_eq!(record["players"][1], header(game, "Second"));
        assert_eq!(record["margin"].to_string(), header(game, "Margin"));
        assert!(row.contains(&header(game, "Seed")), "{row}");
        let moves: Vec<&str> = game.lines().filter(|line| !line.starts_with('[')).collect();
        assert!(moves.iter().all(|line| line.chars().count() <= 80));
        let mut show = place.partida("show");
        let shown = show
            .args([&header(game, "Game"), "--json", "--moves"])
            .arg(moves.join("\n"))
            .assert()
            .success();
        let shown: Value = serde_json::from_slice(&shown.get_output().stdout).expect("JSON");
        let played = record["moves"].as_array().expect("a list").iter();
        let played: Vec<Value> = played.map(|played| played["text"].clone()).collect();
        assert_eq!(shown["moves"], Value::Array(played));
    }
}

/// Lines of a table; no text of these tests has line ends in it.
fn csv_rows(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

#[test]
fn players_are_rated_in_every_way() {
    let place = played("records-rate");
    for method in ["bradley-terry", "bayes", "glicko2", "trueskill"] {
        let rated = place.json(&format!("rate three --method {method} --json"));
        assert_eq!(rated["method"], method);
        assert_eq!(rated["games"], 12);
        let players = rated["players"].as_array().expect("a list");
        assert_eq!(players.len(), 3);
        let ratings: Vec<f64> = players
            .iter()
            .map(|player| player["rating"].as_f64().expect("a number"))
            .collect();
        assert!(
            ratings.is_sorted_by(|one, other| one >= other),
            "{ratings:?}"
        );
        assert!(players.iter().all(|player| player["games"] == 8), "{rated}");
    }
    // The last one unless told otherwise, which is the same by its number.
    assert_eq!(place.output("rate"), place.output("rate 2"));
    let text = place.output("rate three --most 1");
    assert!(text.contains("… and 2 more"), "{text}");
    let csv = place.output("rate three --csv");
    assert!(csv.starts_with("rank,player,rating,error,games,"), "{csv}");
    assert_eq!(csv.lines().count(), 4);
}

#[test]
fn players_with_the_same_text_are_one() {
    let place = played("records-together");
    let rated = place.json("rate pair three pair --json");
    assert_eq!(rated["tournaments"], serde_json::json!(["pair", "three"]));
    assert_eq!(rated["games"], 20);
    let players = rated["players"].as_array().expect("a list");
    let random = players.iter().find(|player| player["player"] == "random");
    assert_eq!(players.len(), 4);
    assert_eq!(random.expect("it is there")["games"], 16);
}

#[test]
fn who_won_everything_gets_a_sentence() {
    let place = Place::new("records-unlinked");
    place.output("match connect:4x4,c=3 alphabeta:depth=6 first --games 2 --openings start");
    let text = place.output("rate");
    assert!(
        text.contains("each group was given a virtual draw"),
        "{text}"
    );
    let rated = place.json("rate --json");
    assert_eq!(
        (&rated["groups"], &rated["virtual_draws"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn nothing_to_rate_is_said() {
    let place = Place::new("records-nothing");
    assert!(place.refusal("rate").contains("there are no tournaments"));
    let assert = place.partida("records list").assert().success().stdout("");
    assert.stderr("there are no games in the store\n");
}

#[test]
fn a_tournament_becomes_a_page() {
    let place = played("records-page");
    place.output("tournament report three --output three.html --plots plots");
    let page = place.file("three.html");
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(
        !page.contains("<script") && !page.contains("src="),
        "nothing from elsewhere"
    );
    for name in ["points", "wins", "ratings", "rounds"] {
        let svg = place.file(&format!("plots/{name}.svg"));
        assert!(svg.starts_with("<svg ") && page.contains(&svg), "{name}");
        for player in ["greedy", "random", "first"] {
            assert!(svg.contains(player), "{name}: {player}");
        }
    }
    assert!(page.contains("<dt>winner</dt>") && page.contains("<dd>12 games</dd>"));
    assert_eq!(place.output("tournament report three"), page);
    // A match has one round, and so no lines over rounds; one player alone can be shown.
    place.output("tournament report pair --top 1 --plots few");
    assert!(!Path::new(&place.directory).join("few/rounds.svg").exists());
    let svg = place.file("few/points.svg");
    assert!(svg.contains("alphabeta:depth=3") && !svg.contains("random"));
    let message = place.refusal("tournament report three --output nowhere/three.html");
    assert!(
        message.contains("cannot write nowhere/three.html"),
        "{message}"
    );
}
