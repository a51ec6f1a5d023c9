//! Rulesets in the community's one-line notation (OpenTafl's): `dim:9 esc:e … start:/3ttt3/…/`.
//!
//! Fields left out have their defaults ([`Ruleset::defaults`]). The notation knows no move limit,
//! no draw for lack of moves, and only one way to count repetitions, so rules read from it have
//! [`DEFAULT_MOVE_LIMIT`], lose without a move, and count positions; [`write`] says what it had to
//! leave out. Knights, commanders, jumps and berserk moves are not part of our rules.

use super::ruleset::{
    DEFAULT_MOVE_LIMIT, Escape, First, Kind, KingArms, KingStrength, NoMove, Pieces,
    RepetitionMeans, RepetitionOf, Ruleset, Shieldwall, Speed, Surrounded,
};
use game::text::{BoardRows, Cell, TextError, nearest, split_words};
use std::collections::BTreeSet;

/// The fields that are read; `name` is read and forgotten.
const FIELDS: &[&str] = &[
    "dim", "name", "esc", "surf", "atkf", "tfr", "ka", "ks", "spd", "cor", "cen", "afor", "dfor",
    "corh", "cenh", "cenhe", "aforh", "dforh", "corp", "cenp", "aforp", "dforp", "cors", "cens",
    "afors", "dfors", "corre", "cenre", "aforre", "dforre", "sw", "swf", "efe", "linc", "start",
    "starti",
];

/// The letters of piece types that the notation has and we do not: harmless in lists of types.
const FOREIGN_TYPES: [char; 6] = ['c', 'n', 'k', 'm', 'C', 'N'];

const fn prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::Throne => "cen",
        Kind::Corners => "cor",
        Kind::AttackerCamps => "afor",
        Kind::DefenderCamps => "dfor",
    }
}

/// A field of the text: where its value begins, and the value.
#[derive(Clone, Copy)]
struct Field<'text> {
    input: &'text str,
    subject: &'text str,
    offset: usize,
    name: &'text str,
    value: &'text str,
}

impl<'text> Field<'text> {
    fn error(
        &self,
        at: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError::new(
            self.subject,
            self.input,
            self.offset + at,
            problem,
            expected,
        )
    }

    /// One of several values, by their letters.
    fn choice<T: Copy>(&self, choices: &[(&str, T)], expected: &str) -> Result<T, TextError> {
        choices
            .iter()
            .find(|(letter, _)| *letter == self.value)
            .map(|&(_, value)| value)
            .ok_or_else(|| {
                self.error(
                    0,
                    format!("{} cannot be {:?}", self.name, self.value),
                    expected,
                )
            })
    }

    fn yes_or_no(&self) -> Result<bool, TextError> {
        self.choice(&[("y", true), ("n", false)], "y or n")
    }

    fn pieces(&self) -> Result<Pieces, TextError> {
        let known: String = self
            .value
            .chars()
            .filter(|letter| !FOREIGN_TYPES.contains(letter))
            .collect();
        Pieces::parse(self.value)
            .or_else(|_| Pieces::parse(&known))
            .map_err(|_| {
                self.error(
                    0,
                    format!("{:?} is not a list of pieces", self.value),
                    "letters of t, T and K, or all, none, attackers or defenders",
                )
            })
    }

    fn cells(&self, size: usize) -> Result<BTreeSet<(u8, u8)>, TextError> {
        let mut cells = BTreeSet::new();
        let mut offset = 0;
        for part in self.value.split(',') {
            if !part.is_empty() {
                let (cell, end) =
                    Cell::parse_at(self.subject, self.input, self.offset + offset, size, size)?;
                if end != self.offset + offset + part.len() {
                    return Err(TextError::unexpected(
                        self.subject,
                        self.input,
                        end,
                        "a comma and another cell",
                    ));
                }
                cells.insert((cell.column as u8, cell.row as u8));
            }
            offset += part.len() + 1;
        }
        Ok(cells)
    }

    fn speed(&self) -> Result<Speed, TextError> {
        let limits: Option<Vec<Option<u8>>> = self
            .value
            .split(',')
            .map(|number| match number {
                "-1" => Some(None),
                _ => number.parse().ok().filter(|&limit| limit > 0).map(Some),
            })
            .collect();
        let [attackers, defenders, king] = match limits.as_deref() {
            Some(&[all]) => [all; 3],
            Some(&[attackers, defenders]) => [attackers, defenders, defenders],
            // In the order t c n k T C N K.
            Some(&[attackers, _, _, _, defenders, _, _, king]) => [attackers, defenders, king],
            _ => {
                return Err(self.error(
                    0,
                    format!("spd cannot be {:?}", self.value),
                    "one number, one for each side, or eight (t c n k T C N K), -1 for no limit",
                ));
            }
        };
        Ok(Speed {
            attackers,
            defenders,
            king,
        })
    }

    /// The start as rows from the top.
    fn layout(&self, size: usize, from_top: bool) -> Result<String, TextError> {
        let leading = usize::from(self.value.starts_with('/'));
        let rows = self.value[leading..].trim_end_matches('/');
        let at = |offset: usize| self.offset + leading + offset;
        if let Some(offset) = rows.find(['n', 'N', 'c', 'C', 'm', 'M', 'k']) {
            let piece = match rows.as_bytes()[offset] {
                b'n' | b'N' => "knights",
                b'c' | b'C' => "commanders",
                b'k' => "kings of the attackers",
                _ => "mercenaries",
            };
            return Err(TextError::new(
                self.subject,
                self.input,
                at(offset),
                format!("{piece} are outside our rules"),
                "t, T and K only",
            ));
        }
        let (board, _) = BoardRows::parse(self.subject, rows, "tTK")
            .map_err(|error| error.within(self.subject, self.input, at(0), ""))?;
        board
            .check_size(self.subject, rows, size, size)
            .map_err(|error| error.within(self.subject, self.input, at(0), ""))?;
        let mut rows: Vec<&str> = rows.split('/').collect();
        if !from_top {
            rows.reverse();
        }
        Ok(rows.join("/"))
    }
}

/// Reads rules. Line breaks count as spaces, and lines that begin with `#` are left out.
pub(super) fn parse(subject: &str, input: &str) -> Result<Ruleset, TextError> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut line_start = 0;
    for line in input.split_inclusive('\n') {
        if !line.trim_start().starts_with('#') {
            for (offset, word) in split_words(line) {
                let at = line_start + offset;
                let Some((name, value)) = word.split_once(':') else {
                    return Err(TextError::new(
                        subject,
                        input,
                        at,
                        format!("{word:?} is not a rule"),
                        "name:value",
                    ));
                };
                let field = Field {
                    input,
                    subject,
                    offset: at + name.len() + 1,
                    name,
                    value,
                };
                check_name(&field, at)?;
                if fields.iter().any(|known| known.name == name) {
                    return Err(TextError::new(
                        subject,
                        input,
                        at,
                        format!("{name} is given twice"),
                        "it once",
                    ));
                }
                fields.push(field);
            }
        }
        line_start += line.len();
    }
    let find = |name: &str| fields.iter().find(|field| field.name == name);
    let size = match fields.first() {
        Some(field) if field.name == "dim" => field
            .value
            .parse::<usize>()
            .ok()
            .filter(|size| (5..=19).contains(size) && size % 2 == 1)
            .ok_or_else(|| {
                field.error(
                    0,
                    format!("the board cannot be {:?} cells wide", field.value),
                    "an odd number from 5 to 19",
                )
            })?,
        _ => {
            return Err(TextError::new(
                subject,
                input,
                0,
                "the rules do not begin with the size of the board",
                "dim: and a number",
            ));
        }
    };
    let layout = match (find("start"), find("starti")) {
        (Some(field), None) => field.layout(size, false)?,
        (None, Some(field)) => field.layout(size, true)?,
        (Some(_), Some(field)) => {
            return Err(field.error(0, "there are two starts", "start: or starti:"));
        }
        (None, None) => {
            return Err(TextError::new(
                subject,
                input,
                input.trim_end().len(),
                "the rules have no start",
                "start: and the rows of the board",
            ));
        }
    };
    let mut rules = Ruleset::defaults(size, &layout);
    // `swf` says how the shieldwall of `sw` works, whichever comes first.
    let (flanking, others): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.name == "swf");
    for field in others.into_iter().chain(flanking) {
        apply(&mut rules, field)?;
    }
    rules.validate().map_err(|invalid| {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| invalid.field.starts_with(kind.table()));
        let field = match kind {
            Some(kind) => find(prefix(kind)),
            None if invalid.field == "escape" => find("cor"),
            None => find("start").or(find("starti")),
        };
        let offset = field.map_or(0, |field| field.offset);
        TextError::new(subject, input, offset, invalid.problem, invalid.expected)
    })?;
    Ok(rules)
}

fn check_name(field: &Field<'_>, at: usize) -> Result<(), TextError> {
    let outside = match (field.name, field.value) {
        ("kj", "n") | ("ber", "n") => return Ok(()),
        ("kj", _) => "jumps of the king",
        ("nj", _) => "knights and their jumps",
        ("cj", _) => "commanders and their jumps",
        ("ber", _) => "berserk moves",
        (name, _) if FIELDS.contains(&name) => return Ok(()),
        (name, _) => {
            let problem = match nearest(name, FIELDS.iter().copied()) {
                Some(near) => format!("there is no rule {name:?} (did you mean {near:?}?)"),
                None => format!("there is no rule {name:?}"),
            };
            return Err(TextError::new(
                field.subject,
                field.input,
                at,
                problem,
                FIELDS.join(", "),
            ));
        }
    };
    Err(TextError::new(
        field.subject,
        field.input,
        at,
        format!("{outside} are outside our rules"),
        "rules without them",
    ))
}

fn apply(rules: &mut Ruleset, field: &Field<'_>) -> Result<(), TextError> {
    match field.name {
        "esc" => {
            rules.escape =
                field.choice(&[("c", Escape::Corners), ("e", Escape::Edge)], "c or e")?;
        }
        "surf" => {
            rules.surrounded = if field.yes_or_no()? {
                Surrounded::Loses
            } else {
                Surrounded::Ignored
            };
        }
        "atkf" => {
            rules.first = if field.yes_or_no()? {
                First::Attackers
            } else {
                First::Defenders
            };
        }
        "tfr" => rules.repetition.means = field.choice(THREEFOLD, "i, d, w or l")?,
        "ka" => rules.king_arms = field.choice(ARMS, "y, n, a or h")?,
        // Older texts say yes and no.
        "ks" if field.value == "y" => rules.king_strength = KingStrength::Strong,
        "ks" if field.value == "n" => rules.king_strength = KingStrength::Weak,
        "ks" => rules.king_strength = field.choice(STRENGTHS, "s, c, m or w")?,
        "spd" => rules.speed = field.speed()?,
        "sw" => {
            let corners_close = field.choice(
                &[("n", None), ("w", Some(false)), ("s", Some(true))],
                "n, w or s",
            )?;
            let flanking = rules.shieldwall.is_none_or(|rule| rule.flanking);
            rules.shieldwall = corners_close.map(|corners_close| Shieldwall {
                corners_close,
                flanking,
            });
        }
        "swf" => {
            let flanking = field.yes_or_no()?;
            if let Some(rule) = &mut rules.shieldwall {
                rule.flanking = flanking;
            }
        }
        "efe" => rules.exit_fort = field.yes_or_no()?,
        "linc" => rules.linnaean_capture = field.yes_or_no()?,
        name => {
            for kind in Kind::ALL {
                if let Some(aspect) = name.strip_prefix(prefix(kind)) {
                    apply_special(rules, kind, aspect, field)?;
                }
            }
        }
    }
    Ok(())
}

const THREEFOLD: &[(&str, RepetitionMeans)] = &[
    ("i", RepetitionMeans::Nothing),
    ("d", RepetitionMeans::Draw),
    ("w", RepetitionMeans::MoverWins),
    ("l", RepetitionMeans::MoverLoses),
];
const ARMS: &[(&str, KingArms)] = &[
    ("y", KingArms::Armed),
    ("n", KingArms::Unarmed),
    ("a", KingArms::Anvil),
    ("h", KingArms::Hammer),
];
const STRENGTHS: &[(&str, KingStrength)] = &[
    ("s", KingStrength::Strong),
    ("c", KingStrength::ByThrone),
    ("m", KingStrength::Confined),
    ("w", KingStrength::Weak),
];

fn letter_of<T: PartialEq>(choices: &[(&'static str, T)], value: &T) -> Option<&'static str> {
    choices
        .iter()
        .find(|(_, choice)| choice == value)
        .map(|&(letter, _)| letter)
}

fn apply_special(
    rules: &mut Ruleset,
    kind: Kind,
    aspect: &str,
    field: &Field<'_>,
) -> Result<(), TextError> {
    let size = rules.size;
    let special = rules.special_mut(kind);
    match aspect {
        "" if field.value == "default" => {}
        "" => special.cells = field.cells(size)?,
        "h" => {
            special.hostile_occupied = field.pieces()?;
            // Only the centre tells apart whether it is empty.
            if kind != Kind::Throne {
                special.hostile_empty = special.hostile_occupied;
            }
        }
        "he" => special.hostile_empty = field.pieces()?,
        "p" => special.pass = field.pieces()?,
        "s" => special.stop = field.pieces()?,
        "re" => special.reenter = field.pieces()?,
        _ => {}
    }
    Ok(())
}

/// Rules as one line, and what the notation cannot say of them.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) left_out: Vec<String>,
}

/// Writes rules, fields with their default values left out.
pub(super) fn write(rules: &Ruleset) -> Written {
    let defaults = Ruleset::defaults(rules.size, &rules.layout);
    let mut words = vec![format!("dim:{}", rules.size)];
    let mut left_out = Vec::new();
    let mut add = |differs: bool, name: &str, value: &str| {
        if differs {
            words.push(format!("{name}:{value}"));
        }
    };
    add(rules.escape != defaults.escape, "esc", "e");
    add(rules.surrounded == Surrounded::Ignored, "surf", "n");
    add(rules.first == First::Defenders, "atkf", "n");
    let threefold = letter_of(THREEFOLD, &rules.repetition.means).unwrap_or("d");
    add(threefold != "d", "tfr", threefold);
    let arms = letter_of(ARMS, &rules.king_arms).unwrap_or("y");
    add(arms != "y", "ka", arms);
    match letter_of(STRENGTHS, &rules.king_strength) {
        Some(letter) => add(letter != "s", "ks", letter),
        None => left_out.push("the king is taken from three sides".to_string()),
    }
    let speed = [
        rules.speed.attackers,
        rules.speed.defenders,
        rules.speed.king,
    ]
    .map(|limit| limit.map_or("-1".to_string(), |limit| limit.to_string()));
    let [attackers, defenders, king] = &speed;
    add(
        rules.speed != Speed::default(),
        "spd",
        &format!("{attackers},-1,-1,-1,{defenders},-1,-1,{king}"),
    );
    for kind in Kind::ALL {
        let (special, usual) = (rules.special(kind), defaults.special(kind));
        let name = prefix(kind);
        let cells: String = special
            .cells
            .iter()
            .map(|&(column, row)| {
                let cell = Cell {
                    column: column.into(),
                    row: row.into(),
                };
                format!("{cell},")
            })
            .collect();
        add(special.cells != usual.cells, name, &cells);
        let mut add_pieces = |aspect: &str, value: Pieces, usual: Pieces| {
            add(
                value != usual,
                &format!("{name}{aspect}"),
                &value.to_string(),
            );
        };
        add_pieces("h", special.hostile_occupied, usual.hostile_occupied);
        if kind == Kind::Throne {
            add_pieces("he", special.hostile_empty, usual.hostile_empty);
        } else if special.hostile_empty != special.hostile_occupied {
            left_out.push(format!(
                "{}: hostile to {:?} when empty",
                kind.table(),
                special.hostile_empty.to_string()
            ));
        }
        add_pieces("p", special.pass, usual.pass);
        add_pieces("s", special.stop, usual.stop);
        add_pieces("re", special.reenter, usual.reenter);
    }
    if let Some(rule) = rules.shieldwall {
        add(true, "sw", if rule.corners_close { "s" } else { "w" });
        add(!rule.flanking, "swf", "n");
    }
    add(rules.exit_fort, "efe", "y");
    add(rules.linnaean_capture, "linc", "y");
    let mut rows: Vec<&str> = rules.layout.split('/').collect();
    rows.reverse();
    add(true, "start", &format!("/{}/", rows.join("/")));

    if rules.surrounded == Surrounded::LosesWhenSecure {
        left_out.push("a ring around the defenders wins only if it cannot be broken".to_string());
    }
    if rules.repetition.means != RepetitionMeans::Nothing {
        if rules.repetition.of == RepetitionOf::Moves {
            left_out.push(format!(
                "the {} repetition of moves counts, not of positions",
                ordinal(rules.repetition.times)
            ));
        } else if rules.repetition.times != 3 {
            left_out.push(format!(
                "the {} occurrence of a position counts",
                ordinal(rules.repetition.times)
            ));
        }
    }
    if rules.no_move == NoMove::Draw {
        left_out.push("a side without a move draws".to_string());
    }
    if rules.move_limit != DEFAULT_MOVE_LIMIT {
        left_out.push(format!(
            "the game is drawn after {} plies",
            rules.move_limit
        ));
    }
    if rules.side_names != defaults.side_names {
        left_out.push(format!(
            "the sides are called {}",
            rules.side_names.join(" and ")
        ));
    }
    Written {
        text: words.join(" "),
        left_out,
    }
}

fn ordinal(number: u16) -> String {
    let ending = match (number % 10, number % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The rules with what could not be written as comments in front: [`parse`] skips them.
pub(super) fn write_with_comments(rules: &Ruleset) -> String {
    let Written { text, left_out } = write(rules);
    let mut lines: Vec<String> = left_out
        .into_iter()
        .map(|rule| format!("# not in this notation: {rule}"))
        .collect();
    lines.push(text);
    lines.join("\n") + "\n"
}
