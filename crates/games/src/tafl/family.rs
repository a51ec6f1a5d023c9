//! What is registered: two families of games, and how their texts are read.

use super::ruleset::Ruleset;
use super::{Tafl, board_file, one_line, presets, toml_rules};
use crate::registry::{Context, Family, SUBJECT, Variant, any_width, narrowest};
use game::arguments::{Arguments, Parameter, Range};
use game::text::{TextError, nearest};

const SIZE: Parameter = Parameter {
    name: "size",
    meaning: "the side of the board",
    default: "11",
    range: Range::OddInteger(7, 19),
    positional: true,
};
const RULES: Parameter = Parameter {
    name: "rules",
    meaning: "the ruleset",
    default: "fuga",
    range: Range::Text(
        "a preset, an odd size from 7 to 19, @file, or rules in the one-line notation (dim:9 esc:e …)",
    ),
    positional: true,
};

/// What is registered.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "fuga",
        aliases: &["fuga-del-rey", "la-fuga-del-rey"],
        title: "La Fuga del Rey",
        summary: "Bring the king to a corner tower, or capture him: enemies surround the king and \
                  his guards in the middle of the board. Pieces move like rooks and capture by \
                  closing in from two sides; the king is captured from three.",
        parameters: &[SIZE],
        variants: &[
            Variant {
                text: "fuga:11",
                summary: "the course's game",
            },
            Variant {
                text: "fuga:7",
                summary: "the smallest board",
            },
            Variant {
                text: "fuga:9",
                summary: "a small board",
            },
            Variant {
                text: "fuga:13",
                summary: "twelve guards against twenty-four enemies",
            },
        ],
    },
    Family {
        name: "tafl",
        aliases: &["hnefatafl"],
        title: "Tafl",
        summary: "The whole tafl family: a king and his defenders against twice as many attackers, \
                  by one of the named rulesets, or by rules of your own.",
        parameters: &[RULES],
        variants: &[
            Variant {
                text: "tafl:copenhagen",
                summary: "Copenhagen hnefatafl, 11 × 11",
            },
            Variant {
                text: "tafl:copenhagen-13",
                summary: "Copenhagen hnefatafl, 13 × 13",
            },
            Variant {
                text: "tafl:fetlar",
                summary: "Fetlar hnefatafl, 11 × 11",
            },
            Variant {
                text: "tafl:brandubh",
                summary: "Brandubh, 7 × 7",
            },
            Variant {
                text: "tafl:magpie",
                summary: "Magpie, 7 × 7: a slow, strong king",
            },
            Variant {
                text: "tafl:tablut",
                summary: "Tablut after Linnaeus, 9 × 9",
            },
            Variant {
                text: "tafl:tablut-camps",
                summary: "Tablut with camps after Ashton, 9 × 9",
            },
            Variant {
                text: "tafl:sea-battle",
                summary: "Sea battle, 9 × 9: no special cells",
            },
            Variant {
                text: "tafl:tawlbwrdd",
                summary: "Tawlbwrdd, 11 × 11: a weak king",
            },
            Variant {
                text: "tafl:parlett",
                summary: "Parlett's game, 13 × 13",
            },
            Variant {
                text: "tafl:tablut-15",
                summary: "Large tablut, 15 × 15",
            },
            Variant {
                text: "tafl:alea-evangelii",
                summary: "Alea Evangelii, 19 × 19",
            },
        ],
    },
];

any_width!(Tafl, 6);

/// Builds the game from its arguments.
pub(crate) fn build(
    family: &Family,
    mut arguments: Arguments<'_>,
    context: &Context<'_>,
) -> Result<Any, TextError> {
    let fuga = |size: usize| (format!("fuga:{size}"), presets::fuga(size));
    let size_of_position = || {
        context
            .position
            .and_then(board_file::size_of)
            .filter(|size| (7..=19).contains(size) && size % 2 == 1)
    };
    let (name, rules) = if family.name == "fuga" {
        let size = arguments.take_integer(&SIZE)?.map(|size| size as usize);
        arguments.finish()?;
        fuga(size.or_else(size_of_position).unwrap_or(11))
    } else {
        let Some((offset, text)) = arguments.whole() else {
            return Ok(any(fuga(size_of_position().unwrap_or(11))));
        };
        let (offset, text) = match text.strip_prefix("rules=") {
            Some(rest) => (offset + "rules=".len(), rest),
            None => (offset, text),
        };
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            match text.parse() {
                Ok(size) if (7..=19).contains(&size) && size % 2 == 1 => fuga(size),
                _ => {
                    return Err(arguments.error(
                        offset,
                        format!("there is no board of {text} x {text}"),
                        "an odd number from 7 to 19",
                    ));
                }
            }
        } else if let Some(path) = text.strip_prefix('@') {
            let content = context.files.read(path).map_err(|reason| {
                arguments.error(offset, format!("{path}: {reason}"), "a file with a ruleset")
            })?;
            (format!("tafl:@{path}"), parse_ruleset(path, &content)?)
        } else if text.trim_start().starts_with("dim:") {
            let rules = one_line::parse(SUBJECT, text)
                .map_err(|error| error.within(SUBJECT, arguments.input(), offset, ""))?;
            (format!("tafl:{}", one_line::write(&rules).text), rules)
        } else {
            named(text).ok_or_else(|| {
                let names: Vec<&str> = preset_names().collect();
                let problem = match nearest(text, names.iter().copied()) {
                    Some(near) => format!("there is no ruleset {text:?} (did you mean {near:?}?)"),
                    None => format!("there is no ruleset {text:?}"),
                };
                arguments.error(
                    offset,
                    problem,
                    format!("{}, an odd size, @file or dim:…", names.join(", ")),
                )
            })?
        }
    };
    Ok(any((name, rules)))
}

/// The names of all presets.
fn preset_names() -> impl Iterator<Item = &'static str> {
    std::iter::once("fuga").chain(presets::PRESETS.iter().map(|preset| preset.name))
}

/// A preset, as the canonical name of the game and its rules.
fn named(name: &str) -> Option<(String, Ruleset)> {
    if name.eq_ignore_ascii_case("fuga") {
        return Some(("fuga:11".to_string(), presets::fuga(11)));
    }
    presets::PRESETS
        .iter()
        .find(|preset| preset.name.eq_ignore_ascii_case(name))
        .map(|preset| (format!("tafl:{}", preset.name), (preset.ruleset)()))
}

/// Reads a ruleset from the content of a file, in TOML or in the one-line notation.
fn parse_ruleset(subject: &str, content: &str) -> Result<Ruleset, TextError> {
    let first_line = content
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    if first_line.is_some_and(|line| line.starts_with("dim:")) {
        one_line::parse(subject, content)
    } else {
        toml_rules::parse(subject, content)
    }
}

/// The game in as few bits as its board takes. The rules must be valid.
fn any((name, rules): (String, Ruleset)) -> Any {
    narrowest!(rules.size * rules.size, Tafl::new(name, rules), Huge)
}
