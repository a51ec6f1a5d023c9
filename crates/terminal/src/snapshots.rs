//! Whole screens of every game, compared with those in `screens/`. To write new ones:
//! `SCREENS=overwrite cargo test --workspace --lib`, and look at what has changed.

use crate::app::App;
use crate::input::Action;
use crate::look::Look;
use crate::screen;
use crate::session::Setup;
use crate::sitting::{Keeper, Sitting};
use crate::text::Language;
use crate::thinking::Insight;
use games::NoFiles;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// One record, under any name.
#[derive(Debug, Default)]
struct Pocket {
    record: Option<String>,
    keeps: bool,
    aside: usize,
}

impl Keeper for Pocket {
    fn keeps(&self) -> bool {
        self.keeps
    }

    fn save(&mut self, name: Option<&str>, record: &str) -> Result<String, String> {
        self.record = Some(record.to_string());
        Ok(name.unwrap_or("pocket").to_string())
    }

    fn load(&mut self, _name: &str) -> Result<String, String> {
        self.record.clone().ok_or("it is empty".to_string())
    }

    fn set_aside(&mut self) -> Result<Option<String>, String> {
        self.aside += 1;
        Ok(Some("purse".to_string()))
    }
}

const PLAIN: Look = Look {
    color: false,
    ascii: true,
};

struct Shown<'run> {
    app: App<'run>,
    now: Instant,
}

impl<'run> Shown<'run> {
    fn new(
        game: &str,
        moves: &str,
        language: Language,
        look: Look,
        pocket: &'run mut Pocket,
    ) -> Shown<'run> {
        let setup = Setup {
            game: game.to_string(),
            moves: moves.split_whitespace().map(str::to_string).collect(),
            players: ["human", "human"].map(str::to_string),
            ..Setup::default()
        };
        let leave = Arc::new(AtomicBool::new(false));
        let sitting = Sitting::open(&setup, language, look, pocket, &NoFiles, leave);
        let now = Instant::now();
        Shown {
            app: App::new(sitting.expect("it can be set up"), now),
            now,
        }
    }

    fn act(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            self.app.act(action, self.now);
        }
    }

    fn type_line(&mut self, line: &str) {
        self.act(line.chars().map(Action::Type));
        self.act([Action::Enter]);
    }

    fn terminal(&mut self, width: u16, height: u16) -> Terminal<TestBackend> {
        self.app.window = (width, height);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory");
        let drawn = terminal.draw(|frame| screen::draw(frame, &self.app, self.now));
        drawn.expect("memory");
        terminal
    }

    fn screen(&mut self, width: u16, height: u16) -> String {
        let terminal = self.terminal(width, height);
        let buffer = terminal.backend().buffer();
        let mut text = String::new();
        for row in buffer.content.chunks(usize::from(width)) {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

fn check(name: &str, screen: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("screens")
        .join(name)
        .with_extension("txt");
    if std::env::var_os("SCREENS").is_some_and(|value| value == "overwrite") {
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
        std::fs::write(&path, screen).expect("it can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, expected, "{name}:\n{screen}");
}

#[test]
fn every_game_is_seen_as_it_is_played() {
    let steps = [Action::Step(1, 0), Action::Step(0, 1)];
    for (name, game, moves, actions) in [
        ("connect", "connect", "d d c e", &steps[..]),
        ("bricks", "bricks:6", "a1b1 c1d1", &[Action::Enter]),
        ("amazons", "amazons:6x6", "", &[]),
        ("fuga", "fuga", "", &[]),
        ("tafl", "tafl:brandubh", "", &steps),
    ] {
        let mut pocket = Pocket::default();
        let mut shown = Shown::new(game, moves, Language::English, PLAIN, &mut pocket);
        shown.act(actions.iter().copied());
        check(name, &shown.screen(80, 24));
    }
}

#[test]
fn glyphs_and_spanish_are_seen() {
    let look = Look {
        color: true,
        ascii: false,
    };
    let mut pocket = Pocket::default();
    let mut shown = Shown::new(
        "connect",
        "a b a b a b a",
        Language::Spanish,
        look,
        &mut pocket,
    );
    check("connect-over", &shown.screen(100, 20));
    let terminal = shown.terminal(100, 20);
    let is_coloured = |color: Color| color != Color::Reset;
    let mut cells = terminal.backend().buffer().content.iter();
    assert!(cells.any(|cell| is_coloured(cell.fg) && is_coloured(cell.bg)));
    shown.app.sitting.look = PLAIN;
    let terminal = shown.terminal(100, 20);
    let buffer = terminal.backend().buffer();
    for cell in &buffer.content {
        assert!(cell.symbol().is_ascii());
        assert!(!is_coloured(cell.fg) && !is_coloured(cell.bg));
    }
}

#[test]
fn choices_targets_and_lines_are_seen() {
    let mut pocket = Pocket::default();
    let mut shown = Shown::new("amazons:6x6", "", Language::English, PLAIN, &mut pocket);
    let queen = *shown.app.pointing.next_cells(&[]).first().expect("a queen");
    shown.app.cursor = queen;
    shown.act([Action::Enter, Action::Step(0, -1), Action::Type('d')]);
    shown.app.is_analysed = true;
    shown.app.insight = Some(Insight {
        depth: 5,
        value: "win in 3".to_string(),
        line: ["d1-d4/a4", "c6-c5/b4", "d4-d3/d4"]
            .map(str::to_string)
            .to_vec(),
    });
    check("amazons-chosen", &shown.screen(80, 24));
}

#[test]
fn windows_of_all_sizes_show_what_they_can() {
    let mut pocket = Pocket::default();
    let mut shown = Shown::new(
        "tafl:alea-evangelii",
        "",
        Language::English,
        PLAIN,
        &mut pocket,
    );
    check("large-beside", &shown.screen(90, 26));
    check("large-narrow", &shown.screen(50, 40));
    check("large-scrolled", &shown.screen(42, 14));
    check("too-small", &shown.screen(39, 11));
    for (width, height) in [(1, 0), (1, 1), (3, 2), (39, 50), (200, 3), (250, 90)] {
        shown.screen(width, height);
    }
    shown.act([Action::Help]);
    check("help", &shown.screen(80, 26));
    shown.screen(60, 12);
    shown.act([Action::Step(0, isize::MAX)]);
    assert!(shown.screen(60, 12).contains("  quit         leave"));
    shown.act([Action::Enter]);
    assert_eq!(shown.app.help, None);
}

#[test]
fn a_game_is_played_with_keys_mouse_and_words() {
    let mut pocket = Pocket::default();
    let mut shown = Shown::new("bricks:4", "", Language::English, PLAIN, &mut pocket);
    shown.screen(80, 24);
    // Cells are three columns wide behind two for the numbers; the first line is the game's name.
    let at = |column: u16, row: u16| (2 + 3 * column + 1, 1 + 3 - row);
    let press = |(x, y)| Action::Press(x, y);
    let release = |(x, y)| Action::Release(x, y);
    let played = |shown: &Shown<'_>| -> Vec<String> {
        let played = shown.app.sitting.session.played().iter();
        played.map(|it| it.text.clone()).collect()
    };
    // Two clicks, each let go where it was made.
    for place in [at(1, 0), at(0, 0)] {
        shown.act([press(place), release(place)]);
    }
    assert_eq!(played(&shown), ["a1b1"]);
    // Dragged.
    shown.act([press(at(2, 0)), release(at(2, 1))]);
    assert_eq!(played(&shown), ["a1b1", "c1c2"]);
    shown.type_line("a2-b2");
    shown.type_line("a1b1");
    assert!(shown.app.message.contains("covered already"));
    assert_eq!(shown.app.typed, "");
    assert_eq!(played(&shown).len(), 3);
    shown.act([Action::Undo]);
    assert_eq!(played(&shown).len(), 2);
    shown.act([Action::Save]);
    assert_eq!(shown.app.typed, "save ");
    shown.type_line("here");
    assert_eq!(shown.app.message, "Saved: here");
    shown.type_line("resign");
    assert!(shown.screen(80, 24).contains("Win for second: resigned"));
    shown.type_line("nueva");
    assert_eq!(played(&shown).len(), 0);
    shown.type_line("load here");
    assert_eq!(played(&shown), ["a1b1", "c1c2"]);
    shown.type_line("nonsense");
    assert!(
        shown.app.message.contains("expected"),
        "{}",
        shown.app.message
    );
    shown.type_line("quit");
    assert!(shown.app.is_left);
}

#[test]
fn hints_and_analyses_come_by_themselves() {
    let mut pocket = Pocket {
        keeps: true,
        ..Pocket::default()
    };
    let mut shown = Shown::new("connect:4x4,c=3", "", Language::English, PLAIN, &mut pocket);
    let wait = |shown: &mut Shown<'_>, is_there: fn(&App<'_>) -> bool| {
        let began = Instant::now();
        while !is_there(&shown.app) {
            assert!(began.elapsed().as_secs() < 60, "it never comes");
            shown.app.look(shown.now);
            std::thread::yield_now();
        }
    };
    shown.act([Action::Hint]);
    wait(&mut shown, |app| !app.hint.is_empty());
    assert!(shown.app.message.starts_with("Hint: "));
    shown.act([Action::Analysis]);
    wait(&mut shown, |app| app.insight.is_some());
    shown.type_line("a");
    assert!(shown.app.hint.is_empty());
    wait(&mut shown, |app| app.insight.is_some());
    shown.act([Action::Analysis]);
    assert_eq!(shown.app.insight, None);
    // What is kept is put aside before another game begins.
    shown.type_line("new");
    assert!(shown.app.message.contains("purse"));
    drop(shown);
    assert_eq!(pocket.aside, 1);
    assert!(pocket.record.is_some_and(|record| record.contains("1. a")));
}
