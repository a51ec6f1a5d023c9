//! The player language: what is read, written and read again is the same player, and what is wrong
//! is told with its place.

use game::arguments::{NoFiles, Parameter, Range};
use game::random::{Seed, play_randomly};
use game::{Feature, Game, Playable, Score, Weight, play_text};
use games::bricks::Bricks;
use games::{GameVisitor, parse_game};
use players::{Decision, Player, Request, Spec, kinds, parse_clock, words};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use search::Ended;
use std::sync::LazyLock;

/// Several sizes of every family: small ones, on which players are also asked for moves, and boards
/// of every machine word's width.
const SMALL: [&str; 8] = [
    "connect:7x6,c=4",
    "connect:4x4,c=3",
    "connect:3x3,c=3",
    "bricks:4",
    "bricks:7",
    "amazons:4x4",
    "fuga:7",
    "tafl:brandubh",
];
const LARGE: [&str; 8] = [
    "connect:4x5,c=4",
    "connect:9x9,c=5",
    "connect:20x20,c=4",
    "bricks:11",
    "bricks:20",
    "amazons:10x10",
    "amazons:16x16",
    "tafl:alea-evangelii",
];

fn visit<V: GameVisitor>(game: &str, visitor: V) -> V::Output {
    let game = parse_game(game, &NoFiles).unwrap_or_else(|error| panic!("{game}: {error}"));
    game.visit(visitor)
}

fn read<G: Playable>(game: &G, text: &str) -> Spec {
    Spec::parse(game, text).unwrap_or_else(|error| panic!("{text} in {}: {error}", game.name()))
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

/// The canonical form of a text.
struct Canonical<'text>(&'text str);

impl GameVisitor for Canonical<'_> {
    type Output = Result<String, String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        match Spec::parse(game, self.0) {
            Ok(spec) => Ok(spec.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn canonical(game: &str, text: &str) -> Result<String, String> {
    visit(game, Canonical(text))
}

// ---- Texts of all that can be written -----------------------------------------------------------

/// What a word may be followed by: all that a text of it can be made from, without the game's type.
#[derive(Debug, Clone)]
struct Entry {
    game: &'static str,
    word: String,
    parameters: Vec<Parameter>,
    /// The features that weights belong to: of a policy, or of the evaluator of a preset.
    features: Option<Vec<Feature>>,
    /// Evaluators that may be chosen, with their features.
    evaluators: Vec<(&'static str, Vec<Feature>)>,
}

struct Entries(&'static str);

impl GameVisitor for Entries {
    type Output = Vec<Entry>;

    fn visit<G: Playable>(self, game: &G) -> Vec<Entry> {
        let evaluators: Vec<_> = game
            .evaluators()
            .into_iter()
            .map(|evaluator| (evaluator.name, evaluator.features))
            .collect();
        let seed = kinds()
            .find(|kind| kind.name == "random")
            .map(|kind| kind.parameters[0])
            .expect("the random player has a seed");
        let weights = *kinds()
            .flat_map(|kind| kind.parameters)
            .find(|parameter| parameter.name == "weights")
            .expect("there are weights");
        let mut entries = Vec::new();
        // The words behind `process:` are a command.
        for kind in kinds().filter(|kind| kind.name != "process") {
            let mut evaluators = evaluators.clone();
            // Weights alone are those of the evaluator that the strong players have.
            if ["engine", "mcts", "solver"].contains(&kind.name)
                && let Some(strong) = game.strong_weighted_evaluator()
            {
                evaluators.sort_by_key(|(name, _)| *name != strong);
            }
            for word in std::iter::once(&kind.name).chain(kind.aliases) {
                entries.push(Entry {
                    game: self.0,
                    word: (*word).to_string(),
                    parameters: kind.parameters.to_vec(),
                    features: None,
                    evaluators: evaluators.clone(),
                });
            }
        }
        for policy in game.policies() {
            let mut parameters = policy.parameters.to_vec();
            parameters.push(seed);
            if !policy.features.is_empty() {
                parameters.push(weights);
            }
            entries.push(Entry {
                game: self.0,
                word: policy.name.to_string(),
                parameters,
                features: Some(policy.features),
                evaluators: Vec::new(),
            });
        }
        // A preset may be changed in all that the player may be which it stands for.
        for preset in game.presets() {
            let base = preset.text.split(':').next().unwrap_or_default();
            let base = entries.iter().find(|entry| entry.word == base);
            let mut entry = base.expect("presets stand for known players").clone();
            entry.word = preset.name.to_string();
            if entry.features.is_none() {
                let chosen = preset
                    .text
                    .split([':', ','])
                    .find_map(|part| part.strip_prefix("eval="));
                let chosen = chosen.and_then(|name| {
                    let mut evaluators = evaluators.iter();
                    evaluators.find(|(known, _)| *known == name)
                });
                entry.features = chosen.map(|(_, features)| features.clone());
            }
            entries.push(entry);
        }
        entries
    }
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let games = SMALL.into_iter().chain(LARGE);
    games.flat_map(|game| visit(game, Entries(game))).collect()
});

/// Any mixture of upper and lower case.
fn in_any_case(text: String) -> impl Strategy<Value = String> {
    prop_oneof![
        Just(text.clone()),
        Just(text.to_ascii_uppercase()),
        any::<u64>().prop_map(move |bits| {
            let letters = text.chars().enumerate();
            letters
                .map(|(place, letter)| match bits >> (place % 64) & 1 {
                    0 => letter,
                    _ => letter.to_ascii_uppercase(),
                })
                .collect()
        }),
    ]
}

fn integer(least: i64, greatest: i64) -> impl Strategy<Value = i64> {
    prop_oneof![
        Just(least),
        Just(greatest),
        least..=greatest.min(least.saturating_add(50)),
        least..=greatest
    ]
}

/// A decimal number as somebody might write it.
fn decimal(least: Weight, greatest: Weight, finest: i64) -> impl Strategy<Value = String> {
    let (least, greatest) = (least.millionths() / finest, greatest.millionths() / finest);
    (integer(least, greatest), select(vec!["", "0", "00"])).prop_map(move |(number, zeros)| {
        let number = Weight::from_millionths(number * finest).to_string();
        match number.contains('.') {
            true => number + zeros,
            false if zeros.is_empty() => number,
            false => format!("{number}.{zeros}"),
        }
    })
}

/// Weights for these features: all of them, or the first few.
fn weights(features: Vec<Feature>) -> BoxedStrategy<String> {
    (1..=features.len())
        .prop_flat_map(move |count| {
            let each: Vec<_> = features[..count]
                .iter()
                .map(|feature| {
                    let most = Weight::integer(20);
                    let least = feature.least.max(Weight::integer(-20));
                    decimal(least, feature.greatest.min(most), 100_000)
                })
                .collect();
            each.prop_map(|numbers| numbers.join("/"))
        })
        .boxed()
}

/// A value of a parameter as text.
fn value(range: Range, features: &[Feature]) -> BoxedStrategy<String> {
    match range {
        Range::Integer(least, greatest) => (integer(least, greatest), select(vec!["", "0", "+"]))
            .prop_map(|(value, prefix)| match prefix {
                // Nothing goes before a sign.
                prefix if value >= 0 => format!("{prefix}{value}"),
                _ => value.to_string(),
            })
            .boxed(),
        Range::OddInteger(least, greatest) => (least / 2..=(greatest - 1) / 2)
            .prop_map(|half| (2 * half + 1).to_string())
            .boxed(),
        Range::Size(least, greatest) => (least..=greatest, least..=greatest)
            .prop_map(|(columns, rows)| format!("{columns}x{rows}"))
            .boxed(),
        Range::Number(least, greatest) => decimal(least, greatest, 1).boxed(),
        Range::Choice(words) => select(words.to_vec())
            .prop_flat_map(|word| in_any_case(word.to_string()))
            .boxed(),
        Range::Switch => select(vec!["on", "off", "yes", "no", "true", "false", "1", "0"])
            .prop_flat_map(|word| in_any_case(word.to_string()))
            .boxed(),
        // All below a year.
        Range::Duration => prop_oneof![
            (1_u32..=8760, select(vec!["us", "ms", "s", "m", "h", ""]))
                .prop_map(|(number, unit)| format!("{number}{unit}")),
            (1_i64..=31_536_000_000_000)
                .prop_map(|microseconds| { format!("{}s", Weight::from_millionths(microseconds)) }),
            (1_u32..=999).prop_map(|thousandths| format!("0.{thousandths:03}M")),
        ]
        .boxed(),
        Range::Weights => weights(features.to_vec()),
        Range::Text(_) => unreachable!("evaluators are chosen before"),
    }
}

/// Texts of one word.
fn texts_of(entry: Entry) -> BoxedStrategy<String> {
    let has_evaluators = entry.parameters.iter().any(|each| each.name == "eval");
    let evaluator = match has_evaluators {
        true => prop_oneof![Just(None), select(entry.evaluators.clone()).prop_map(Some)].boxed(),
        false => Just(None).boxed(),
    };
    evaluator
        .prop_flat_map(move |evaluator| {
            let features = match &evaluator {
                Some((_, features)) => features.clone(),
                // Weights alone ask for the first evaluator that has any.
                None => entry.features.clone().unwrap_or_else(|| {
                    let mut all = entry
                        .evaluators
                        .iter()
                        .map(|(_, features)| features.clone());
                    all.find(|features| !features.is_empty())
                        .unwrap_or_default()
                }),
            };
            let others: Vec<Parameter> = entry
                .parameters
                .iter()
                .copied()
                .filter(|parameter| match parameter.range {
                    Range::Weights => !features.is_empty(),
                    Range::Text(_) => false,
                    _ => true,
                })
                .collect();
            let count = others.len();
            let word = entry.word.clone();
            subsequence(others, 0..=count)
                .prop_flat_map(move |chosen| {
                    let mut arguments: Vec<BoxedStrategy<String>> = chosen
                        .into_iter()
                        .map(|parameter| {
                            let key = in_any_case(parameter.name.to_string());
                            let value = value(parameter.range, &features);
                            let may_be_bare = parameter.positional;
                            (key, value, any::<bool>())
                                .prop_map(move |(key, value, bare)| match bare && may_be_bare {
                                    true => value,
                                    false => format!("{key}={value}"),
                                })
                                .boxed()
                        })
                        .collect();
                    if let Some((name, _)) = evaluator {
                        let name = in_any_case(name.to_string());
                        arguments.push(name.prop_map(|name| format!("eval={name}")).boxed());
                    }
                    (in_any_case(word.clone()), arguments.prop_shuffle())
                })
                .prop_map(|(word, arguments)| match arguments.is_empty() {
                    true => word,
                    false => format!("{word}:{}", arguments.join(",")),
                })
        })
        .boxed()
}

/// A game and a text of one of its players.
fn texts() -> impl Strategy<Value = (&'static str, String)> {
    (0..ENTRIES.len()).prop_flat_map(|number| {
        let entry = ENTRIES[number].clone();
        (Just(entry.game), texts_of(entry))
    })
}

/// Reads a text, writes it, reads it again: the same text, and a player made of the same parts.
struct RoundTrip<'text>(&'text str);

impl GameVisitor for RoundTrip<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let spec = read(game, self.0);
        let canonical = spec.to_string();
        let again = read(game, &canonical);
        assert_eq!(again.to_string(), canonical, "from {}", self.0);
        assert!(!canonical.contains(char::is_uppercase), "{canonical}");
        // Tables may be as large as a computer, and the levels of most games have one too.
        let tables = [&spec, &again].map(|spec| spec.value("table").map(ToString::to_string));
        let [table, same_table] = tables.map(|table| table.unwrap_or_else(|| "0".to_string()));
        assert_eq!(table, same_table, "{canonical}");
        if table != "0" {
            return;
        }
        let parts = [&spec, &again].map(|spec| {
            let player = Player::new(game, spec).expect("it was read for this game");
            assert_eq!(player.text(), canonical);
            format!("{player:?}")
        });
        assert_eq!(parts[0], parts[1], "{} and {canonical}", self.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        // Failures are shown in full; there is no place for a file of them here.
        failure_persistence: None,
        ..ProptestConfig::with_cases(3000)
    })]

    #[test]
    fn texts_with_any_arguments_read_back_as_the_same_player((game, text) in texts()) {
        visit(game, RoundTrip(&text));
    }

    #[test]
    fn no_text_makes_it_panic(
        game in select(SMALL.to_vec()),
        text in prop_oneof![
            any::<String>(),
            "[a-z]{0,9}[:=,/]{0,3}[ -~]{0,20}",
            "(alphabeta|greedy|adaptive|level|line|h2|champion):[a-z=,/0-9.ñ-]{0,30}",
        ],
    ) {
        if let Ok(canonical_text) = canonical(game, &text) {
            prop_assert_eq!(canonical(game, &canonical_text), Ok(canonical_text));
        }
    }

    #[test]
    fn slips_in_good_texts_do_not_make_it_panic(
        (game, text) in texts(),
        place in any::<prop::sample::Index>(),
        slip in any::<Option<char>>(),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        let place = place.index(letters.len());
        match slip {
            Some(letter) => letters.insert(place, letter),
            None => {
                letters.remove(place);
            }
        }
        let text: String = letters.into_iter().collect();
        if let Ok(canonical_text) = canonical(game, &text) {
            prop_assert_eq!(canonical(game, &canonical_text), Ok(canonical_text));
        }
    }
}

#[test]
fn every_range_of_a_parameter_is_generated() {
    for entry in ENTRIES.iter() {
        let names: Vec<&str> = entry.parameters.iter().map(|each| each.name).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{}: {names:?}", entry.word);
    }
    let words_of = |game: &str| ENTRIES.iter().filter(|entry| entry.game == game).count();
    // Ten kinds, two aliases, the levels; three policies; h1 to h3, grid and genetic.
    assert_eq!(words_of("connect:7x6,c=4"), 13 + 3 + 5);
    assert_eq!(words_of("bricks:4"), 13 + 2 + 6);
}

/// Plays what a text and its canonical form choose against each other.
struct SameMoves;

impl GameVisitor for SameMoves {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let levels = (1..=2).map(|level| format!("level:{level}"));
        for word in words(game)
            .into_iter()
            .filter(|word| word != "level" && word != "process")
            .chain(levels)
        {
            let limited = ["nodes=500", "playouts=500"].map(|limit| format!("{word}:{limit}"));
            let mut limited = limited.into_iter();
            let limited = limited.find(|text| Spec::parse(game, text).is_ok());
            let text = limited.unwrap_or(word);
            let spelled = text.to_uppercase();
            let canonical = read(game, &spelled).to_string();
            assert_eq!(canonical, text);
            let [mut player, mut again] = [&spelled, &canonical].map(|text| {
                Player::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
            });
            let mut generator = Seed(3).generator();
            for plies in [0, 3, 6] {
                let mut position = game.start();
                play_randomly(game, &mut position, plies, &mut generator);
                for _ in 0..2 {
                    let [one, other] =
                        [&mut player, &mut again].map(|player| decide(game, player, &position));
                    assert_eq!(one.chosen, other.chosen, "{text} in {}", game.name());
                    let nodes = |decision: &Decision<G::Move>| {
                        decision
                            .report
                            .as_ref()
                            .map(|report| (report.score(), report.nodes))
                    };
                    assert_eq!(nodes(&one), nodes(&other), "{text} in {}", game.name());
                    let Some(chosen) = one.chosen else {
                        assert!(game.outcome(&position).is_some(), "{text}");
                        break;
                    };
                    assert!(game.is_legal(&position, chosen), "{text}");
                    game.play(&mut position, chosen);
                }
            }
        }
    }
}

#[test]
fn every_player_plays_as_its_canonical_form_does() {
    for game in SMALL {
        visit(game, SameMoves);
    }
}

struct NamedPlayers;

impl GameVisitor for NamedPlayers {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        for preset in game.presets() {
            assert_eq!(read(game, preset.name).to_string(), preset.name);
            RoundTrip(&preset.text).visit(game);
            RoundTrip(preset.name).visit(game);
        }
        for (number, player) in game.levels().into_iter().enumerate() {
            let text = format!("level:{}", number + 1);
            assert_eq!(read(game, &text).to_string(), text);
            RoundTrip(player).visit(game);
        }
        for word in words(game) {
            let parsed = Spec::parse(game, &word);
            // A program has to be named.
            assert_eq!(parsed.is_ok(), word != "process", "{word}");
        }
    }
}

#[test]
fn presets_and_levels_stand_for_players() {
    for game in SMALL.into_iter().chain(LARGE) {
        visit(game, NamedPlayers);
    }
}

#[test]
fn canonical_forms() {
    for (game, text, expected) in [
        // The texts of the guide.
        (
            "connect",
            "alphabeta:depth=10,eval=h2,cut=one-sided",
            "alphabeta:depth=10,eval=h2,cut=one-sided",
        ),
        ("bricks", "minimax", "minimax"),
        // Outside programs: options as long as there are any, then a command as it stands there.
        (
            "connect",
            "process:./jugador --alphabeta",
            "process:./jugador --alphabeta",
        ),
        (
            "bricks",
            "PROCESS:  Protocol=Bricks-Judge,MEMORY=1024m, ./Jugador 'a, b' ",
            "process:protocol=bricks-judge,./Jugador 'a, b'",
        ),
        (
            "connect",
            "process:files=off,cpu=60s,start=10s,memory=1536M,depth=3,protocol=connect-judge,x,y=1,z",
            "process:protocol=connect-judge,depth=3,memory=1536M,cpu=1m,files=off,x,y=1,z",
        ),
        (
            "amazons",
            "process:files=/tmp/a:./b,time=100ms,nodes=5,memory=5",
            "process:nodes=5,time=100ms,files=/tmp/a:./b,memory=5",
        ),
        (
            "bricks",
            "greedy:weights=4/2/5/4/2",
            "greedy:weights=4/2/5/4/2",
        ),
        (
            "bricks:11",
            "adaptive:x=1,k=4,weights=187/163/221.12/211.2/202.62",
            "adaptive:k=4,weights=187/163/221.12/211.2/202.62",
        ),
        ("fuga", "random", "random"),
        ("bricks", "heurb", "heurb"),
        ("bricks", "champion", "champion"),
        ("amazons", "level:7", "level:7"),
        // Aliases, case, order, numbers.
        ("connect", "negamax", "alphabeta"),
        ("connect", "perfect", "solver"),
        ("connect", "NegaMax:DEPTH=06", "alphabeta:depth=6"),
        (
            "connect",
            "alphabeta:eval=H3,depth=+4",
            "alphabeta:depth=4,eval=h3",
        ),
        (
            "connect",
            "alphabeta:time=1500ms,cpu=2",
            "alphabeta:time=1500ms,cpu=2s",
        ),
        ("connect", "alphabeta:time=0.25", "alphabeta:time=250ms"),
        (
            "connect",
            "alphabeta:time=3600.000001",
            "alphabeta:time=3600.000001s",
        ),
        (
            "connect",
            "alphabeta:symmetry=YES,deepening=1",
            "alphabeta:symmetry=on,deepening=on",
        ),
        ("connect", "staff:q=0.50", "staff"),
        ("connect", "staff:q=.250", "staff:q=0.25"),
        // What is the default anyway.
        (
            "connect",
            "alphabeta:cut=full,ties=FIRST,table=0,symmetry=off,seed=0,order=canonical",
            "alphabeta",
        ),
        ("bricks", "adaptive:x=1.0,k=3,improved=no", "adaptive"),
        ("bricks", "height:k=2", "height"),
        ("bricks", "random:seed=0", "random"),
        // A game may advise other numbers than the defaults: then those are what need not be said.
        ("bricks", "engine:promise=100", "engine:promise=100"),
        ("bricks", "engine:promise=300", "engine"),
        ("connect", "engine:promise=100", "engine"),
        ("connect", "engine:promise=120", "engine:promise=120"),
        // Players with a name, changed.
        ("connect", "h2:depth=8", "h2:depth=8"),
        ("connect", "H2:depth=10", "h2"),
        ("connect", "h2:eval=H2", "h2"),
        ("connect", "h2:eval=h3,ties=first", "h2:eval=h3,ties=first"),
        ("bricks:11", "champion:k=3", "champion:k=3"),
        ("bricks:11", "champion:x=1,k=4", "champion"),
        (
            "bricks:11",
            "champion:weights=187.0/163/221.120/211.2/202.62",
            "champion",
        ),
        ("bricks:11", "champion:weights=1", "champion:weights=1"),
        // The weights of the preset belong to its evaluator.
        ("bricks:11", "champion:eval=score", "champion:eval=score"),
        ("bricks", "rand:seed=5", "rand:seed=5"),
        ("connect", "grid:open=0.1", "grid"),
        ("connect", "grid:open=1", "grid:open=1"),
        // Levels.
        ("connect", "level", "level:5"),
        ("connect", "level:07,seed=3", "level:7,seed=3"),
        ("connect", "LEVEL:seed=3,LEVEL=10", "level:10,seed=3"),
        ("connect", "level:7,seed=0", "level:7"),
        // Weights: few, for one side only, alone.
        ("bricks", "greedy:weights=1", "greedy:weights=1"),
        (
            "bricks",
            "greedy:weights-first=1/2",
            "greedy:weights-first=1/2",
        ),
        (
            "fuga",
            "greedy:weights-second=1.50/-0,eval=h3",
            "greedy:eval=h3,weights-second=1.5/0",
        ),
        (
            "connect",
            "line:weights=+1/.5/-0.25",
            "line:weights=1/0.5/-0.25",
        ),
    ] {
        assert_eq!(canonical(game, text), Ok(expected.to_string()), "{text}");
        assert_eq!(
            canonical(game, expected),
            Ok(expected.to_string()),
            "{expected}"
        );
    }
}

// ---- Weights ------------------------------------------------------------------------------------

/// The value and the number of nodes of one ply from a position, by several players.
struct Values<'text> {
    moves: &'text str,
    players: &'text [&'text str],
}

impl GameVisitor for Values<'_> {
    type Output = Vec<Option<Score>>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut position = game.start();
        play_text(game, &mut position, self.moves).expect("legal moves");
        let value = |text: &&str| {
            let mut player = Player::parse(game, text).expect(text);
            decide(game, &mut player, &position)
                .report
                .and_then(|report| report.score())
        };
        self.players.iter().map(value).collect()
    }
}

#[test]
fn each_side_can_have_its_own_weights() {
    // The same weights are used in the whole search, for its own moves and for those of the other.
    for (game, own, other, first, second) in [
        (
            "bricks:6",
            "1/2/3",
            "7/0/1/5",
            "a6b6 c6d6",
            "a6b6 c6d6 a5b5",
        ),
        ("fuga:7", "3/1", "1/2/0.5", "", "c1-c2"),
    ] {
        for kind in ["greedy:", "alphabeta:depth=2,", "adaptive:", "height:k=3,"] {
            let eval = if game == "fuga:7" { "eval=h2," } else { "" };
            let text = |key: &str| format!("{kind}{eval}{key}");
            let players = [
                text(&format!("weights-first={own},weights-second={other}")),
                text(&format!("weights={own}")),
                text(&format!("weights={other}")),
                // What is said for one side only leaves the other its own, or the defaults.
                text(&format!("weights={other},weights-first={own}")),
                text(&format!("weights-second={other}")),
            ];
            let players: Vec<&str> = players.iter().map(String::as_str).collect();
            let as_first = visit(
                game,
                Values {
                    moves: first,
                    players: &players,
                },
            );
            let as_second = visit(
                game,
                Values {
                    moves: second,
                    players: &players,
                },
            );
            assert_eq!(as_first[0], as_first[1], "{kind} in {game}");
            assert_eq!(as_first[3], as_first[1], "{kind} in {game}");
            assert_ne!(as_first[0], as_first[2], "{kind} in {game}");
            assert_ne!(as_first[4], as_first[2], "{kind} in {game}");
            assert_eq!(as_second[0], as_second[2], "{kind} in {game}");
            assert_eq!(as_second[3], as_second[2], "{kind} in {game}");
            assert_eq!(as_second[4], as_second[2], "{kind} in {game}");
            assert_ne!(as_second[0], as_second[1], "{kind} in {game}");
        }
    }
}

#[test]
fn weights_left_out_keep_their_defaults() {
    let game = Bricks::<u64>::new(6);
    let defaults = ["4", "2", "5", "4", "2", "0", "0"];
    for given in 1..=7 {
        let mut few = vec!["3"; given];
        let short = format!("greedy:eval=islands,weights={}", few.join("/"));
        few.extend(&defaults[given..]);
        let long = format!("greedy:eval=islands,weights={}", few.join("/"));
        let parts = [short, long].map(|text| {
            let player = Player::parse(&game, &text).expect("weights");
            let parts = format!("{player:?}");
            parts.replace(player.text(), "")
        });
        assert_eq!(parts[0], parts[1]);
    }
}

// ---- Clocks -------------------------------------------------------------------------------------

#[test]
fn searches_share_out_a_clock_and_keep_their_own_limits() {
    let game = games::connect::Connect::<u64>::new(7, 6, 4, None);
    let ended = |text: &str, clock: &str| {
        let mut player = Player::parse(&game, text).expect("a player");
        let mut request = Request {
            clock: Some(parse_clock(clock).expect("a clock")),
            ..Request::default()
        };
        let decision = player
            .choose(&game, &game.start(), &mut request)
            .expect("a decision");
        assert!(decision.chosen.is_some(), "{text} with {clock}");
        decision.report.expect("it searches").ended
    };
    // None of these would end in our days without a clock.
    for clock in ["1us", "20ms", "300ms", "1ms+20ms"] {
        assert_eq!(ended("minimax", clock), Ended::Time, "{clock}");
        assert_eq!(ended("alphabeta:depth=40", clock), Ended::Time, "{clock}");
        assert_eq!(ended("alphabeta:time=1h", clock), Ended::Time, "{clock}");
    }
    assert_eq!(ended("alphabeta:time=1ms", "1000h"), Ended::Time);
    assert_eq!(ended("alphabeta:depth=1", "1000h+10s"), Ended::Depth);
    assert_eq!(ended("alphabeta:nodes=100", "1000h"), Ended::Nodes);
}

#[test]
fn clocks_have_a_time_and_perhaps_an_increment() {
    for (text, place) in [
        ("", 1),
        ("+", 1),
        ("0", 1),
        ("-1s", 1),
        ("1s+", 4),
        ("1s+1s+1s", 4),
        ("60s + 1s", 1),
        ("ten", 1),
    ] {
        let error = parse_clock(text).expect_err(text);
        assert_eq!(
            (error.subject(), error.place().column),
            ("clock", place),
            "{text}"
        );
    }
}
