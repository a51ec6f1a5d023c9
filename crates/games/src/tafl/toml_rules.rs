//! Rulesets as TOML files. Everything but `size` and `layout` may be left out and then has its
//! default; `docs/rulesets.md` and `examples/my-rules.toml` describe every field.

use super::ruleset::{
    Escape, First, Kind, KingArms, KingStrength, NoMove, Pieces, Repetition, RepetitionMeans,
    RepetitionOf, Ruleset, Shieldwall, SpecialCells, Speed, Surrounded,
};
use game::text::{Cell, TextError};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    size: Spanned<usize>,
    layout: Spanned<Layout>,
    first: Option<First>,
    side_names: Option<Spanned<[String; 2]>>,
    escape: Option<Spanned<Escape>>,
    surrounded: Option<Surrounded>,
    exit_fort: Option<bool>,
    linnaean_capture: Option<bool>,
    no_move: Option<NoMove>,
    move_limit: Option<Spanned<u32>>,
    king: Option<KingTable>,
    throne: Option<SpecialTable>,
    corners: Option<SpecialTable>,
    attacker_camps: Option<SpecialTable>,
    defender_camps: Option<SpecialTable>,
    shieldwall: Option<ShieldwallTable>,
    repetition: Option<RepetitionTable>,
    speed: Option<Spanned<SpeedTable>>,
}

/// One string with slashes, or a string for each row.
#[derive(Deserialize)]
#[serde(untagged)]
enum Layout {
    Line(String),
    Rows(Vec<String>),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct KingTable {
    arms: Option<KingArms>,
    strength: Option<KingStrength>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SpecialTable {
    cells: Option<Spanned<Vec<Spanned<String>>>>,
    stop: Option<Spanned<String>>,
    pass: Option<Spanned<String>>,
    reenter: Option<Spanned<String>>,
    hostile: Option<Spanned<String>>,
    hostile_when_empty: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ShieldwallTable {
    captures: Option<bool>,
    corners_close: Option<bool>,
    flanking: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RepetitionTable {
    of: Option<RepetitionOf>,
    times: Option<Spanned<u16>>,
    means: Option<RepetitionMeans>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SpeedTable {
    attackers: Option<u8>,
    defenders: Option<u8>,
    king: Option<u8>,
}

/// Reads a ruleset file; `subject` names it in errors.
pub(super) fn parse(subject: &str, input: &str) -> Result<Ruleset, TextError> {
    let error = |offset: usize, problem: String, expected: String| {
        TextError::new(subject, input, offset, problem, expected)
    };
    let file: File = toml::from_str(input).map_err(|failure| {
        let offset = failure.span().map_or(0, |span| span.start);
        // The parser's message may go over several lines; ours are one.
        let message: Vec<&str> = failure.message().lines().map(str::trim).collect();
        error(offset, message.join(": "), String::new())
    })?;
    let layout = match file.layout.get_ref() {
        Layout::Line(line) => line.clone(),
        Layout::Rows(rows) => rows.join("/"),
    };
    let mut rules = Ruleset::defaults(*file.size.get_ref(), &layout);
    // Where each field that can be wrong stands.
    let mut places = vec![
        ("size".to_string(), file.size.span().start),
        ("layout".to_string(), file.layout.span().start),
    ];
    set(&mut rules.first, file.first);
    if let Some(names) = file.side_names {
        places.push(("side-names".to_string(), names.span().start));
        rules.side_names = names.into_inner();
    }
    if let Some(escape) = file.escape {
        places.push(("escape".to_string(), escape.span().start));
        rules.escape = escape.into_inner();
    }
    set(&mut rules.surrounded, file.surrounded);
    set(&mut rules.exit_fort, file.exit_fort);
    set(&mut rules.linnaean_capture, file.linnaean_capture);
    set(&mut rules.no_move, file.no_move);
    if let Some(limit) = file.move_limit {
        places.push(("move-limit".to_string(), limit.span().start));
        rules.move_limit = limit.into_inner();
    }
    if let Some(king) = file.king {
        set(&mut rules.king_arms, king.arms);
        set(&mut rules.king_strength, king.strength);
    }
    for (kind, table) in [
        (Kind::Throne, file.throne),
        (Kind::Corners, file.corners),
        (Kind::AttackerCamps, file.attacker_camps),
        (Kind::DefenderCamps, file.defender_camps),
    ] {
        let Some(table) = table else {
            continue;
        };
        if let Some(cells) = &table.cells {
            places.push((format!("{}.cells", kind.table()), cells.span().start));
        }
        read_special(rules.special_mut(kind), table)
            .map_err(|(offset, problem, expected)| error(offset, problem, expected))?;
    }
    if let Some(table) = file.shieldwall {
        rules.shieldwall = table.captures.unwrap_or(true).then_some(Shieldwall {
            corners_close: table.corners_close.unwrap_or(false),
            flanking: table.flanking.unwrap_or(true),
        });
    }
    if let Some(table) = file.repetition {
        set(&mut rules.repetition.of, table.of);
        set(&mut rules.repetition.means, table.means);
        if let Some(times) = table.times {
            places.push(("repetition.times".to_string(), times.span().start));
            rules.repetition.times = times.into_inner();
        }
    }
    if let Some(speed) = file.speed {
        for field in ["speed.attackers", "speed.defenders", "speed.king"] {
            places.push((field.to_string(), speed.span().start));
        }
        let speed = speed.into_inner();
        rules.speed = Speed {
            attackers: speed.attackers,
            defenders: speed.defenders,
            king: speed.king,
        };
    }
    rules.validate().map_err(|invalid| {
        let place_of = |name: &str| places.iter().find(|(field, _)| field == name);
        // An escape that is not there stands by default, and the corners contradict it.
        let place = place_of(&invalid.field).or(place_of("corners.cells"));
        let offset = place.map_or(0, |&(_, offset)| offset);
        error(
            offset,
            format!("{}: {}", invalid.field, invalid.problem),
            invalid.expected,
        )
    })?;
    Ok(rules)
}

fn set<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

fn read_special(
    special: &mut SpecialCells,
    table: SpecialTable,
) -> Result<(), (usize, String, String)> {
    if let Some(cells) = table.cells {
        special.cells = cells
            .into_inner()
            .into_iter()
            .map(|name| match Cell::parse_prefix(name.get_ref()) {
                Some((cell, length)) if length == name.get_ref().len() => {
                    Ok((cell.column as u8, cell.row as u8))
                }
                _ => Err((
                    name.span().start,
                    format!("{:?} is not a cell", name.get_ref()),
                    "a cell such as \"a1\"".to_string(),
                )),
            })
            .collect::<Result<BTreeSet<_>, _>>()?;
    }
    let pieces = |text: Spanned<String>| {
        Pieces::parse(text.get_ref()).map_err(|_| {
            (
                text.span().start,
                format!("{:?} is not a list of pieces", text.get_ref()),
                "letters of t, T and K, or all, none, attackers, defenders or soldiers".to_string(),
            )
        })
    };
    if let Some(text) = table.stop {
        special.stop = pieces(text)?;
    }
    if let Some(text) = table.pass {
        special.pass = pieces(text)?;
    }
    if let Some(text) = table.reenter {
        special.reenter = pieces(text)?;
    }
    if let Some(text) = table.hostile {
        // Whatever is hostile with a piece on it is so without, unless the file says otherwise.
        special.hostile_occupied = pieces(text)?;
        special.hostile_empty = special.hostile_occupied;
    }
    if let Some(text) = table.hostile_when_empty {
        special.hostile_empty = pieces(text)?;
    }
    Ok(())
}

/// Writes a ruleset with all its fields.
pub(super) fn write(rules: &Ruleset) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write_to(&mut text, rules);
    text
}

fn write_to(text: &mut String, rules: &Ruleset) -> std::fmt::Result {
    let Ruleset {
        size,
        layout,
        first,
        side_names,
        king_arms,
        king_strength,
        escape,
        throne: _,
        corners: _,
        attacker_camps: _,
        defender_camps: _,
        shieldwall,
        exit_fort,
        surrounded,
        repetition: Repetition { of, times, means },
        linnaean_capture,
        speed,
        no_move,
        move_limit,
    } = rules;
    writeln!(text, "size = {size}")?;
    writeln!(text, "layout = [")?;
    for row in layout.split('/') {
        writeln!(text, "    {row:?},")?;
    }
    writeln!(text, "]")?;
    writeln!(text, "first = {}", word(first))?;
    let names = side_names
        .clone()
        .map(|name| toml::Value::String(name).to_string());
    writeln!(text, "side-names = [{}]", names.join(", "))?;
    writeln!(text, "escape = {}", word(escape))?;
    writeln!(text, "surrounded = {}", word(surrounded))?;
    writeln!(text, "exit-fort = {exit_fort}")?;
    writeln!(text, "linnaean-capture = {linnaean_capture}")?;
    writeln!(text, "no-move = {}", word(no_move))?;
    writeln!(text, "move-limit = {move_limit}")?;
    writeln!(text, "\n[king]")?;
    writeln!(text, "arms = {}", word(king_arms))?;
    writeln!(text, "strength = {}", word(king_strength))?;
    for kind in Kind::ALL {
        let special = rules.special(kind);
        let cells: Vec<String> = special
            .cells
            .iter()
            .map(|&(column, row)| {
                let cell = Cell {
                    column: column.into(),
                    row: row.into(),
                };
                format!("\"{cell}\"")
            })
            .collect();
        writeln!(text, "\n[{}]", kind.table())?;
        writeln!(text, "cells = [{}]", cells.join(", "))?;
        for (field, pieces) in [
            ("stop", special.stop),
            ("pass", special.pass),
            ("reenter", special.reenter),
            ("hostile", special.hostile_occupied),
            ("hostile-when-empty", special.hostile_empty),
        ] {
            writeln!(text, "{field} = \"{pieces}\"")?;
        }
    }
    writeln!(text, "\n[shieldwall]")?;
    writeln!(text, "captures = {}", shieldwall.is_some())?;
    if let Some(rule) = shieldwall {
        writeln!(text, "corners-close = {}", rule.corners_close)?;
        writeln!(text, "flanking = {}", rule.flanking)?;
    }
    writeln!(text, "\n[repetition]")?;
    writeln!(text, "of = {}", word(of))?;
    writeln!(text, "times = {times}")?;
    writeln!(text, "means = {}", word(means))?;
    let limits = [
        ("attackers", speed.attackers),
        ("defenders", speed.defenders),
        ("king", speed.king),
    ];
    if limits.iter().any(|(_, limit)| limit.is_some()) {
        writeln!(text, "\n[speed]")?;
        for (piece, limit) in limits {
            if let Some(limit) = limit {
                writeln!(text, "{piece} = {limit}")?;
            }
        }
    }
    Ok(())
}

/// A choice as it is written in a file, quotes included.
fn word<T: serde::Serialize>(choice: &T) -> String {
    toml::Value::try_from(choice).map_or_else(|_| String::new(), |value| value.to_string())
}
