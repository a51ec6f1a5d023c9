//! The player language: one word of text, read, checked against a game, and written back.

use crate::kinds::{
    COMMAND, EVAL, FILES, KINDS, Kind, LEVEL, LEVELS, MEMORY, MindKind, NETWORK, PROTOCOL, SEED,
    START, TOLD_DEPTH, TOLD_NODES, TOLD_TIME, TOTAL_CPU, WEIGHTS, WEIGHTS_FIRST, WEIGHTS_SECOND,
};
use crate::networks;
use crate::preset::PlayerPreset;
use crate::process::{Command, Confinement, Protocol, Settings};
use crate::protocol::Limits;
use game::arguments::{Arguments, Files, NoFiles, Parameter, Range, Value};
use game::evaluation::WeightsTooLarge;
use game::text::{TextError, nearest};
use game::{EvaluatorDeclaration, Feature, Playable, PolicyDeclaration, Side, Weight};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

const SUBJECT: &str = "player";
/// The parameters that weigh the features of an evaluator.
const ALL_WEIGHTS: [&str; 3] = [WEIGHTS.name, WEIGHTS_FIRST.name, WEIGHTS_SECOND.name];

/// A player as text, understood: everything chosen is known to exist and to be in range for the
/// game it was read for. Its text form is canonical.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The word it begins with, in canonical spelling.
    word: String,
    /// What it is, in the end.
    pub(crate) base: Base,
    /// What the canonical text says behind the word.
    written: Vec<(&'static str, Value)>,
    /// All values, those of a preset included.
    values: Vec<(&'static str, Value)>,
}

/// What a player's word stands for, in the end.
#[derive(Debug, Clone)]
pub(crate) enum Base {
    Kind(&'static Kind),
    Policy(PolicyDeclaration),
}

impl Base {
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        match self {
            Base::Kind(kind) => kind.parameters.to_vec(),
            Base::Policy(policy) => {
                let mut parameters = policy.parameters.to_vec();
                if !policy.features.is_empty() {
                    parameters.push(WEIGHTS);
                }
                parameters.push(SEED);
                parameters
            }
        }
    }
}

impl Spec {
    /// Reads a player for a game, from a text that stands alone.
    ///
    /// Errors say where, what is known there, and which known word is nearest.
    pub fn parse<G: Playable>(game: &G, text: &str) -> Result<Spec, TextError> {
        Self::read(game, text, &NoFiles)
    }

    /// Reads a player for a game, with the presets that the text names: `@mine`, `@mine:seed=3`,
    /// `greedy:weights=@mine`. Its canonical text has what the presets say, and not their names.
    pub fn read<G: Playable>(game: &G, text: &str, files: &dyn Files) -> Result<Spec, TextError> {
        Self::read_nested(game, text, files, Nesting::Allowed)
    }

    /// Whether a text is the name of a preset file, perhaps with arguments.
    pub(crate) fn is_preset(text: &str) -> bool {
        text.starts_with(PRESET)
    }

    fn read_nested<G: Playable>(
        game: &G,
        text: &str,
        files: &dyn Files,
        nesting: Nesting,
    ) -> Result<Spec, TextError> {
        let (word, offset) = match text.split_once(':') {
            Some((word, _)) => (word, word.len() + 1),
            None => (text, text.len()),
        };
        if offset == text.len() && text.ends_with(':') {
            return Err(TextError::unexpected(
                SUBJECT,
                text,
                offset,
                "an argument behind the colon, or no colon",
            ));
        }
        if let Some(name) = word.strip_prefix(PRESET) {
            return Self::read_preset(game, name, text, offset, files);
        }
        if nesting == Nesting::Allowed {
            let is_named = |name: &str| name.eq_ignore_ascii_case(word);
            if let Some(preset) = game
                .presets()
                .into_iter()
                .find(|preset| is_named(preset.name))
            {
                let inner = Self::read_nested(game, &preset.text, files, Nesting::Refused)?;
                return Self::overridden(game, preset.name, inner, text, offset, files);
            }
            if is_named(LEVELS.name) {
                return Self::parse_level(game, text, offset, &[]);
            }
        }
        let base = Self::find(game, word).ok_or_else(|| unknown_word(game, text, word))?;
        let name = match &base {
            Base::Kind(kind) => kind.name,
            Base::Policy(policy) => policy.name,
        };
        if let Base::Kind(kind) = base
            && kind.mind == MindKind::Process
        {
            return Self::parse_process(game, kind, text, offset);
        }
        // What the game advises is what is used unless something else is written, so it need not be.
        let advised = match &base {
            Base::Kind(kind) if kind.mind == MindKind::Engine => G::SEARCH_NUMBERS,
            _ => &[],
        };
        let inner = Spec {
            word: name.to_string(),
            base,
            written: Vec::new(),
            values: advised
                .iter()
                .map(|&(name, number)| (name, Value::Integer(number)))
                .collect(),
        };
        Self::overridden(game, name, inner, text, offset, files)
    }

    /// The player of a preset file, with some of its values chosen anew by the arguments in `text`.
    fn read_preset<G: Playable>(
        game: &G,
        name: &str,
        text: &str,
        offset: usize,
        files: &dyn Files,
    ) -> Result<Spec, TextError> {
        let preset = load(name, files)
            .map_err(|problem| TextError::new(SUBJECT, text, 0, problem, String::new()))?;
        let inner = Self::read(game, &preset.player, &InsidePreset(files)).map_err(|error| {
            let problem = format!(
                "preset {name:?}, player {:?}: {}",
                preset.player,
                error.problem()
            );
            TextError::new(SUBJECT, text, 0, problem, error.expected())
        })?;
        if offset == text.len() {
            return Ok(inner);
        }
        if inner.is_process() {
            let problem =
                format!("preset {name:?} is an outside program, which takes no arguments");
            return Err(TextError::new(
                SUBJECT,
                text,
                offset,
                problem,
                String::new(),
            ));
        }
        if inner.word == LEVELS.name {
            return Self::parse_level(game, text, offset, &inner.written);
        }
        let (word, before) = (inner.word.clone(), inner.written.clone());
        let spec = Self::overridden(game, &word, inner, text, offset, files)?;
        // What is written now is only what differs from the preset, in the preset's words. The
        // canonical text stands alone: it is that of all choices together.
        let mut chosen = Spec {
            written: Vec::new(),
            ..spec.clone()
        };
        for (name, _) in before.into_iter().chain(spec.written) {
            if let Some(value) = spec.values.iter().find(|(known, _)| *known == name) {
                set(&mut chosen.written, name, value.1.clone());
            }
        }
        Self::parse(game, &chosen.to_string())
    }

    fn find<G: Playable>(game: &G, word: &str) -> Option<Base> {
        let is_named = |name: &&str| name.eq_ignore_ascii_case(word);
        let kind = KINDS.iter().find(|kind| {
            std::iter::once(&kind.name)
                .chain(kind.aliases)
                .any(&is_named)
        });
        let policy = || {
            let mut policies = game.policies().into_iter();
            policies.find(|policy| is_named(&policy.name))
        };
        kind.map(Base::Kind).or_else(|| policy().map(Base::Policy))
    }

    /// A level, and what was chosen before as far as the arguments in `text` leave it.
    fn parse_level<G: Playable>(
        game: &G,
        text: &str,
        offset: usize,
        before: &[(&'static str, Value)],
    ) -> Result<Spec, TextError> {
        let mut arguments = Arguments::parse(SUBJECT, text, offset, LEVELS.parameters)?;
        let mut take = |parameter: &Parameter| {
            let known = before.iter().find(|(name, _)| *name == parameter.name);
            let known = known.map(|(_, value)| value.clone());
            let taken = arguments.take_value(parameter)?;
            Ok::<_, TextError>(taken.map(|(_, value)| value).or(known))
        };
        let (level, seed) = (take(&LEVEL)?, take(&SEED)?);
        arguments.finish()?;
        let level = match level {
            Some(Value::Integer(level)) => level,
            _ => LEVEL.default.parse().unwrap_or(1),
        };
        let levels = game.levels();
        let inner = levels[usize::try_from(level).unwrap_or(1).clamp(1, levels.len()) - 1];
        let mut spec = Self::read_nested(game, inner, &NoFiles, Nesting::Refused)?;
        spec.word = LEVELS.name.to_string();
        spec.written = vec![(LEVEL.name, Value::Integer(level))];
        if let Some(seed) = seed {
            set(&mut spec.values, SEED.name, seed.clone());
            if seed.to_string() != SEED.default {
                spec.written.push((SEED.name, seed));
            }
        }
        Ok(spec)
    }

    /// Options up to the first piece that is none; the rest is a command, commas and all.
    fn parse_process<G: Playable>(
        game: &G,
        kind: &'static Kind,
        text: &str,
        mut offset: usize,
    ) -> Result<Spec, TextError> {
        let error = |offset, problem: String, expected: String| {
            Err(TextError::new(SUBJECT, text, offset, problem, expected))
        };
        let mut given: Vec<(usize, &'static Parameter, Value)> = Vec::new();
        loop {
            let rest = &text[offset..];
            offset += rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            let Some((piece, _)) = rest.split_once(',') else {
                break;
            };
            let Some((name, value)) = piece.split_once('=') else {
                break;
            };
            let is_meant = |parameter: &&Parameter| {
                !parameter.positional && parameter.name.eq_ignore_ascii_case(name)
            };
            let Some(parameter) = kind.parameters.iter().find(is_meant) else {
                break;
            };
            let place = offset + name.len() + 1;
            if given
                .iter()
                .any(|(_, other, _)| other.name == parameter.name)
            {
                let problem = format!("{} is given twice", parameter.name);
                return error(offset, problem, String::new());
            }
            let Some(value) = process_value(parameter, value) else {
                let problem = format!("{} cannot be {value:?}", parameter.name);
                return error(place, problem, parameter.range.to_string());
            };
            given.push((place, parameter, value));
            offset += piece.len() + 1;
        }
        let command = text[offset..].trim();
        if let Err((problem, expected)) = Command::parse(command) {
            return error(offset, problem, expected);
        }
        let mut spec = Spec {
            word: kind.name.to_string(),
            base: Base::Kind(kind),
            written: Vec::new(),
            values: Vec::new(),
        };
        for parameter in kind.parameters {
            let found = given
                .iter()
                .find(|(_, other, _)| other.name == parameter.name);
            let Some((_, _, value)) = found else {
                continue;
            };
            if value.to_string() != parameter.default {
                spec.written.push((parameter.name, value.clone()));
                spec.values.push((parameter.name, value.clone()));
            }
        }
        let command = Value::Word(command.to_string());
        spec.written.push((COMMAND.name, command.clone()));
        spec.values.push((COMMAND.name, command));
        let protocol = Protocol::of(spec.word(&PROTOCOL));
        if let Some(Err(expected)) = protocol.map(|protocol| protocol.check(game)) {
            let place = given
                .iter()
                .find(|(_, other, _)| other.name == PROTOCOL.name);
            let place = place.map_or(0, |(place, ..)| *place);
            let problem = format!(
                "protocol {} is not for {}",
                spec.word(&PROTOCOL),
                game.name()
            );
            return error(place, problem, expected.to_string());
        }
        Ok(spec)
    }

    /// Whether the player is an outside program. Whoever takes players from strangers must not
    /// build it.
    #[must_use]
    pub fn is_process(&self) -> bool {
        matches!(self.base, Base::Kind(kind) if kind.mind == MindKind::Process)
    }

    /// What an outside program is started with; `None` if the player is none.
    pub(crate) fn process_settings(&self) -> Option<Settings> {
        let Some(Value::Word(command)) = self.value(COMMAND.name) else {
            return None;
        };
        let files = self.word(&FILES);
        Some(Settings {
            command: Command::parse(command).ok()?,
            protocol: Protocol::of(self.word(&PROTOCOL))?,
            confinement: Confinement {
                memory: parse_bytes(self.word(&MEMORY))?,
                cpu: self.duration(&TOTAL_CPU)?,
                writable: match files {
                    "off" => None,
                    "private" => Some(Vec::new()),
                    directories => Some(directories.split(':').map(PathBuf::from).collect()),
                },
            },
            start: self.duration(&START)?,
            limits: Limits {
                depth: self
                    .integer(&TOLD_DEPTH)
                    .and_then(|depth| u32::try_from(depth).ok()),
                nodes: self.integer(&TOLD_NODES).map(|nodes| nodes as u64),
                movetime: self.duration(&TOLD_TIME),
                clock: None,
            },
        })
    }

    /// A player with some of its values chosen anew by the arguments in `text`.
    fn overridden<G: Playable>(
        game: &G,
        word: &str,
        inner: Spec,
        text: &str,
        offset: usize,
        files: &dyn Files,
    ) -> Result<Spec, TextError> {
        let parameters = inner.base.parameters();
        let mut arguments = Arguments::parse(SUBJECT, text, offset, &parameters)?;
        let evaluator_before = inner.evaluator_declaration(game);
        let mut spec = Spec {
            word: word.to_string(),
            written: Vec::new(),
            ..inner
        };
        let mut places = Vec::new();
        for parameter in &parameters {
            let Some((offset, written)) = arguments.take(parameter)? else {
                continue;
            };
            let preset = match parameter.range {
                Range::Weights => written.strip_prefix(PRESET),
                _ => None,
            };
            let mut value = match preset {
                Some(name) => load_weights(name, files)
                    .map_err(|problem| arguments.error(offset, problem, String::new()))?,
                None => arguments.read_value(parameter, offset, written)?,
            };
            if parameter.name == EVAL.name {
                value = in_canonical_spelling(game, value);
            }
            if parameter.name == NETWORK.name {
                let named = networks::read(game, written, files);
                value =
                    Value::Word(named.map_err(|(problem, expected)| {
                        arguments.error(offset, problem, expected)
                    })?);
            }
            places.push((parameter.name, offset));
            let now = spec
                .value(parameter.name)
                .map_or_else(|| parameter.default.to_string(), Value::to_string);
            if now != value.to_string() {
                spec.written.push((parameter.name, value.clone()));
            }
            set(&mut spec.values, parameter.name, value);
        }
        let offset_of = |name: &str| {
            let found = places.iter().find(|(known, _)| *known == name);
            found.map(|(_, offset)| *offset)
        };
        let error = |name: &str, problem: String, expected: String| {
            // What is wrong with the values of a preset is so because of another choice.
            let offset = offset_of(name).or_else(|| offset_of(EVAL.name));
            TextError::new(SUBJECT, text, offset.unwrap_or(0), problem, expected)
        };
        arguments.finish()?;
        // The weights of a preset, and its network, belong to its evaluator: with another one they
        // mean nothing.
        let evaluator = spec.evaluator_declaration(game);
        if let (Some(before), Some(after)) = (evaluator_before, evaluator)
            && before.name != after.name
        {
            spec.values.retain(|(name, _)| {
                let belongs = ALL_WEIGHTS.contains(name) || *name == NETWORK.name;
                !belongs || places.iter().any(|(given, _)| given == name)
            });
        }
        spec.check_evaluator(game, error)?;
        Ok(spec)
    }

    /// Makes sure that the evaluator, or the policy, exists and takes these weights.
    fn check_evaluator<G: Playable>(
        &self,
        game: &G,
        error: impl Fn(&str, String, String) -> TextError,
    ) -> Result<(), TextError> {
        let features = match &self.base {
            Base::Policy(policy) => policy.features.clone(),
            Base::Kind(_) => {
                let declarations = game.evaluators();
                if let Some(Value::Word(wanted)) = self.value(EVAL.name)
                    && self.evaluator_declaration(game).is_none()
                {
                    let names: Vec<&str> = declarations.iter().map(|known| known.name).collect();
                    let problem = match nearest(&wanted.to_lowercase(), names.iter().copied()) {
                        Some(near) => {
                            format!("eval cannot be {wanted:?} (did you mean {near:?}?)")
                        }
                        None => format!("eval cannot be {wanted:?}"),
                    };
                    return Err(error(EVAL.name, problem, names.join(", ")));
                }
                match self.evaluator_declaration(game) {
                    Some(declaration) => declaration.features,
                    None => Vec::new(),
                }
            }
        };
        for name in ALL_WEIGHTS {
            let Some(Value::Weights(weights)) = self.value(name) else {
                continue;
            };
            check_weights(&features, weights)
                .map_err(|(problem, expected)| error(name, problem, expected))?;
        }
        if let Some(declaration) = self.evaluator_declaration(game) {
            if self.value(NETWORK.name).is_some() && declaration.name != game::NETWORK {
                let problem = format!("eval={} asks no network", declaration.name);
                return Err(error(
                    NETWORK.name,
                    problem,
                    format!("eval={}", game::NETWORK),
                ));
            }
            for side in Side::BOTH {
                self.evaluator_for(game, &declaration, side)
                    .map_err(|too_large| {
                        let name = self.weights_name(side);
                        error(name, too_large.to_string(), String::new())
                    })?;
            }
        }
        Ok(())
    }

    /// How it judges when playing a side.
    pub(crate) fn evaluator_for<G: Playable>(
        &self,
        game: &G,
        declaration: &EvaluatorDeclaration,
        side: Side,
    ) -> Result<G::Evaluator, WeightsTooLarge> {
        let own = match self.value(NETWORK.name) {
            Some(Value::Word(text)) => networks::named(text),
            _ => None,
        };
        match own.and_then(|network| game.network_evaluator(&network)) {
            Some(evaluator) => Ok(evaluator),
            None => {
                let weights = self.weights_for(side, &declaration.features);
                game.evaluator(declaration.name, &weights)
            }
        }
    }

    /// Chooses a value anew, for the player and for its text.
    pub(crate) fn set_value(&mut self, name: &'static str, value: Value) {
        set(&mut self.values, name, value.clone());
        match self.written.iter_mut().find(|(known, _)| *known == name) {
            Some((_, written)) => *written = value,
            None => self.written.push((name, value)),
        }
    }

    /// The value of a parameter, if it was given.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }

    pub(crate) fn integer(&self, parameter: &Parameter) -> Option<i64> {
        match self.value(parameter.name) {
            Some(Value::Integer(value)) => Some(*value),
            Some(_) => None,
            None => parameter.default.parse().ok(),
        }
    }

    fn duration(&self, parameter: &Parameter) -> Option<Duration> {
        match self.value(parameter.name) {
            Some(Value::Duration(time)) => Some(*time),
            Some(_) => None,
            None => match Value::parse(&Range::Duration, parameter.default) {
                Some(Value::Duration(time)) => Some(time),
                _ => None,
            },
        }
    }

    pub(crate) fn number(&self, parameter: &Parameter) -> Weight {
        match self.value(parameter.name) {
            Some(Value::Number(value)) => *value,
            _ => Weight::parse(parameter.default).unwrap_or(Weight::ZERO),
        }
    }

    pub(crate) fn word(&self, parameter: &Parameter) -> &str {
        match self.value(parameter.name) {
            Some(Value::Word(word)) => word,
            _ => parameter.default,
        }
    }

    pub(crate) fn is_on(&self, parameter: &Parameter) -> bool {
        match self.value(parameter.name) {
            Some(value) => *value == Value::Switch(true),
            None => parameter.default == "on",
        }
    }

    /// The evaluator it uses, if it uses one: the one named; or that of a network, if one is named; or
    /// that of the game's strong players, if it is one; or the first. Where weights are given without
    /// a name, only those that have any count.
    pub(crate) fn evaluator_declaration<G: Playable>(
        &self,
        game: &G,
    ) -> Option<EvaluatorDeclaration> {
        let Base::Kind(kind) = self.base else {
            return None;
        };
        let has = |name: &str| {
            kind.parameters
                .iter()
                .any(|parameter| parameter.name == name)
        };
        if !has(EVAL.name) {
            return None;
        }
        let mut declarations = game.evaluators().into_iter();
        match self.value(EVAL.name) {
            Some(Value::Word(wanted)) => {
                declarations.find(|known| known.name.eq_ignore_ascii_case(wanted))
            }
            _ if self.value(NETWORK.name).is_some() => {
                declarations.find(|known| known.name == game::NETWORK)
            }
            _ => {
                let weighted = ALL_WEIGHTS.iter().any(|name| self.value(name).is_some());
                let fits = |known: &EvaluatorDeclaration| !weighted || !known.features.is_empty();
                let strong = if weighted {
                    game.strong_weighted_evaluator()
                } else {
                    game.strong_evaluator()
                };
                let strong = strong.filter(|_| kind.mind.is_strong());
                let mut all: Vec<_> = declarations.filter(fits).collect();
                let is_strong = |known: &EvaluatorDeclaration| Some(known.name) == strong;
                let place = all.iter().position(is_strong).unwrap_or(0);
                (place < all.len()).then(|| all.swap_remove(place))
            }
        }
    }

    /// Which parameter has the weights for a side.
    fn weights_name(&self, side: Side) -> &'static str {
        let own = match side {
            Side::First => WEIGHTS_FIRST.name,
            Side::Second => WEIGHTS_SECOND.name,
        };
        if self.value(own).is_some() {
            own
        } else {
            WEIGHTS.name
        }
    }

    /// The weights of all features when playing a side.
    pub(crate) fn weights_for(&self, side: Side, features: &[Feature]) -> Vec<Weight> {
        let given = match self.value(self.weights_name(side)) {
            Some(Value::Weights(weights)) => weights.as_slice(),
            _ => &[],
        };
        let defaults = features.iter().map(|feature| feature.default_for(side));
        given
            .iter()
            .copied()
            .chain(defaults.skip(given.len()))
            .collect()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.word)?;
        for (number, (name, value)) in self.written.iter().enumerate() {
            formatter.write_str(if number == 0 { ":" } else { "," })?;
            if [LEVEL.name, COMMAND.name].contains(name) {
                write!(formatter, "{value}")?;
            } else {
                write!(formatter, "{name}={value}")?;
            }
        }
        Ok(())
    }
}

/// Whether a word may stand for another player's text: the texts of presets may not, so that
/// nothing goes round in circles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Allowed,
    Refused,
}

/// What the name of a preset file begins with.
const PRESET: char = '@';

/// What the text of a preset may name: no other preset, so that nothing goes round in circles.
struct InsidePreset<'files>(&'files dyn Files);

impl Files for InsidePreset<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        NoFiles.read(path)
    }

    fn preset(&self, _name: &str) -> Result<String, String> {
        Err("a preset cannot name another one".to_string())
    }

    fn network(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.network(path)
    }
}

/// The preset of a name, or what is wrong with it.
fn load(name: &str, files: &dyn Files) -> Result<PlayerPreset, String> {
    let content = files.preset(name);
    content
        .and_then(|content| PlayerPreset::parse(&content))
        .map_err(|problem| format!("preset {name:?}: {problem}"))
}

/// The weights of the preset of a name, or why there are none.
fn load_weights(name: &str, files: &dyn Files) -> Result<Value, String> {
    let weights = load(name, files)?.weights;
    let weights = weights.filter(|weights| !weights.is_empty());
    weights
        .map(Value::Weights)
        .ok_or_else(|| format!("preset {name:?} has no weights"))
}

fn set(values: &mut Vec<(&'static str, Value)>, name: &'static str, value: Value) {
    values.retain(|(known, _)| *known != name);
    values.push((name, value));
}

/// The value of an option of an outside program, in canonical spelling.
fn process_value(parameter: &Parameter, text: &str) -> Option<Value> {
    let value = Value::parse(&parameter.range, text)?;
    if parameter.name == MEMORY.name {
        return parse_bytes(text).map(|bytes| Value::Word(write_bytes(bytes)));
    }
    if parameter.name == FILES.name {
        let words = ["private", "off"];
        let word = words
            .into_iter()
            .find(|word| word.eq_ignore_ascii_case(text));
        let is_text = !text.chars().any(char::is_control) && text.trim() == text;
        return match word {
            Some(word) => Some(Value::Word(word.to_string())),
            None => (is_text && text.split(':').all(|path| !path.is_empty())).then_some(value),
        };
    }
    Some(value)
}

/// From the largest.
const BYTE_UNITS: [(u64, char); 3] = [(1 << 30, 'G'), (1 << 20, 'M'), (1 << 10, 'K')];
/// Nothing starts with less.
const LEAST_BYTES: u64 = 1 << 20;

/// An amount of memory: a whole number and K, M or G.
fn parse_bytes(text: &str) -> Option<u64> {
    let letter = text.chars().last()?.to_ascii_uppercase();
    let (unit, _) = BYTE_UNITS.into_iter().find(|(_, known)| *known == letter)?;
    let digits = &text[..text.len() - 1];
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let bytes = digits.parse::<u64>().ok()?.checked_mul(unit)?;
    (LEAST_BYTES..=1 << 50).contains(&bytes).then_some(bytes)
}

/// In the largest unit that leaves a whole number.
fn write_bytes(bytes: u64) -> String {
    let unit = BYTE_UNITS
        .into_iter()
        .find(|(unit, _)| bytes.is_multiple_of(*unit));
    let (unit, letter) = unit.unwrap_or(BYTE_UNITS[2]);
    format!("{}{letter}", bytes / unit)
}

/// The name of an evaluator as it is declared; other names as they are, for an error to show.
fn in_canonical_spelling<G: Playable>(game: &G, value: Value) -> Value {
    let declared = game.evaluators().into_iter().find_map(|known| {
        let is_meant = matches!(&value, Value::Word(word) if known.name.eq_ignore_ascii_case(word));
        is_meant.then(|| Value::Word(known.name.to_string()))
    });
    declared.unwrap_or(value)
}

/// The problem and what was expected, if these weights do not fit the features.
fn check_weights(features: &[Feature], weights: &[Weight]) -> Result<(), (String, String)> {
    if weights.len() > features.len() {
        let names: Vec<&str> = features
            .iter()
            .map(|feature| feature.name.as_str())
            .collect();
        let expected = if names.is_empty() {
            "none: this evaluator has no features".to_string()
        } else {
            format!("at most {}: {}", names.len(), names.join("/"))
        };
        let problem = match weights.len() {
            1 => "a weight is given".to_string(),
            count => format!("{count} weights are given"),
        };
        return Err((problem, expected));
    }
    for (feature, weight) in features.iter().zip(weights) {
        if !(feature.least..=feature.greatest).contains(weight) {
            return Err((
                format!("the weight of {} cannot be {weight}", feature.name),
                format!("a number from {} to {}", feature.least, feature.greatest),
            ));
        }
    }
    Ok(())
}

fn unknown_word<G: Playable>(game: &G, text: &str, word: &str) -> TextError {
    let known = words(game);
    let aliases = KINDS.iter().flat_map(|kind| kind.aliases).copied();
    let candidates = known.iter().map(String::as_str).chain(aliases);
    let near = nearest(&word.to_lowercase(), candidates);
    let problem = match near {
        Some(near) => format!("there is no player {word:?} (did you mean {near:?}?)"),
        None => format!("there is no player {word:?}"),
    };
    TextError::new(SUBJECT, text, 0, problem, known.join(", "))
}

/// All words a player of this game can begin with.
pub fn words<G: Playable>(game: &G) -> Vec<String> {
    let kinds = crate::kinds().map(|kind| kind.name);
    let policies = game.policies();
    let presets = game.presets();
    kinds
        .chain(policies.iter().map(|policy| policy.name))
        .chain(presets.iter().map(|preset| preset.name))
        .map(str::to_string)
        .collect()
}
