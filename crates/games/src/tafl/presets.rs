//! The rulesets that have a name.

use super::ruleset::{
    DEFAULT_MOVE_LIMIT, Escape, KingArms, KingStrength, NoMove, Pieces, Repetition,
    RepetitionMeans, RepetitionOf, Ruleset, Shieldwall, SpecialCells, Speed, Surrounded,
};
use std::collections::BTreeSet;

/// A ruleset with a name.
pub(crate) struct Preset {
    pub(crate) name: &'static str,
    pub(crate) ruleset: fn() -> Ruleset,
}

/// Every preset but `fuga`, which has a size.
pub(crate) const PRESETS: &[Preset] = &[
    preset("copenhagen", copenhagen),
    preset("copenhagen-13", copenhagen_13),
    preset("fetlar", fetlar),
    preset("brandubh", brandubh),
    preset("magpie", magpie),
    preset("tablut", tablut),
    preset("tablut-camps", tablut_camps),
    preset("sea-battle", sea_battle),
    preset("tawlbwrdd", tawlbwrdd),
    preset("parlett", parlett),
    preset("tablut-15", tablut_15),
    preset("alea-evangelii", alea_evangelii),
];

const fn preset(name: &'static str, ruleset: fn() -> Ruleset) -> Preset {
    Preset { name, ruleset }
}

const COPENHAGEN_LAYOUT: &str =
    "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3";
const BRANDUBH_LAYOUT: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3";
const TABLUT_LAYOUT: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";

/// The third time that a side plays the same two moves to and fro, it has lost.
const REPEATER_LOSES: Repetition = Repetition {
    of: RepetitionOf::Moves,
    times: 3,
    means: RepetitionMeans::MoverLoses,
};

/// *La Fuga del Rey*, the course's game, on an odd board from 7 to 19.
pub(crate) fn fuga(size: usize) -> Ruleset {
    let mut rules = Ruleset::defaults(size, &fuga_layout(size));
    rules.side_names = ["enemies".to_string(), "guards".to_string()];
    rules.king_strength = KingStrength::ThreeSides;
    // Nobody but the king stops on the throne. He may return.
    rules.throne.pass = if size <= 11 {
        Pieces::ALL
    } else {
        Pieces::ATTACKERS_AND_KING
    };
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.throne.hostile_empty = Pieces::ATTACKERS;
    rules.surrounded = Surrounded::Ignored;
    // The course has no draw; these two are ours, so that every game ends.
    rules.repetition = Repetition {
        of: RepetitionOf::Positions,
        times: 3,
        means: RepetitionMeans::Draw,
    };
    rules.move_limit = 500;
    rules
}

/// Up to 11: eight guards around the king; on each side three enemies on the edge and one in front
/// of them. From 13: four more guards, two more enemies on each side.
fn fuga_layout(size: usize) -> String {
    let middle = size / 2;
    let (wing, guards_reach) = if size <= 11 { (1, 1) } else { (2, 2) };
    let letter = |column: usize, row: usize| {
        let (across, along) = (column.abs_diff(middle), row.abs_diff(middle));
        let (near, far) = (across.min(along), across.max(along));
        if far == 0 {
            Some('K')
        } else if far == 1 || near == 0 && far <= guards_reach {
            Some('T')
        } else if far == middle && near <= wing || far == middle - 1 && near == 0 {
            Some('t')
        } else {
            None
        }
    };
    game::text::BoardRows::from_cells(size, size, letter).to_string()
}

/// Copenhagen, as the crate `hnefatafl` 0.0.2 plays it: there a ring around the defenders must hold
/// to win. (No recorded game went on after a ring was closed, so they do not tell the readings
/// apart.)
fn copenhagen() -> Ruleset {
    let mut rules = Ruleset::defaults(11, COPENHAGEN_LAYOUT);
    rules.corners.hostile_occupied = Pieces::SOLDIERS;
    rules.corners.hostile_empty = Pieces::SOLDIERS;
    rules.shieldwall = Some(Shieldwall {
        corners_close: true,
        flanking: true,
    });
    rules.exit_fort = true;
    rules.surrounded = Surrounded::LosesWhenSecure;
    rules.repetition = REPEATER_LOSES;
    rules
}

/// Copenhagen on 13 × 13. No published layout was at hand: this is the armies of the game on 11 with
/// the attackers' lines moved out to the new edge and the defenders' diamond kept around the king,
/// which is also how *La Fuga del Rey* starts on this size.
fn copenhagen_13() -> Ruleset {
    let layout = "4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4";
    let small = copenhagen();
    let board = Ruleset::defaults(13, layout);
    Ruleset {
        size: board.size,
        layout: board.layout,
        throne: SpecialCells {
            cells: board.throne.cells,
            ..small.throne
        },
        corners: SpecialCells {
            cells: board.corners.cells,
            ..small.corners
        },
        ..small
    }
}

/// Copenhagen without shieldwall and exit fort; the third occurrence of a position is a draw.
fn fetlar() -> Ruleset {
    Ruleset {
        shieldwall: None,
        exit_fort: false,
        repetition: Ruleset::defaults(11, COPENHAGEN_LAYOUT).repetition,
        ..copenhagen()
    }
}

/// Brandubh by the rules of the World Tafl Federation, as the crate `hnefatafl` 0.0.2 plays it.
fn brandubh() -> Ruleset {
    let mut rules = Ruleset::defaults(7, BRANDUBH_LAYOUT);
    rules.king_strength = KingStrength::ByThrone;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.throne.hostile_empty = Pieces::SOLDIERS;
    rules.surrounded = Surrounded::LosesWhenSecure;
    rules.repetition = REPEATER_LOSES;
    rules
}

/// Magpie, as the crate `hnefatafl` 0.0.2 plays it, layout included; OpenTafl plays it on
/// Brandubh's layout, and there takes the king at the edge from three sides.
fn magpie() -> Ruleset {
    let mut rules = Ruleset::defaults(7, "3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3");
    rules.throne.pass = Pieces::KING;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.surrounded = Surrounded::Ignored;
    rules.repetition.means = RepetitionMeans::Nothing;
    rules.speed = Speed {
        king: Some(1),
        ..Speed::default()
    };
    rules
}

/// Linnaeus' Tablut without camps, as the crate `hnefatafl` 0.0.2 plays it.
fn tablut() -> Ruleset {
    let mut rules = Ruleset::defaults(9, TABLUT_LAYOUT);
    rules.escape = Escape::Edge;
    rules.king_strength = KingStrength::ByThrone;
    rules.corners.cells = BTreeSet::new();
    rules.throne.stop = Pieces::NONE;
    rules.throne.pass = Pieces::NONE;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.surrounded = Surrounded::Ignored;
    rules.repetition = Repetition {
        means: RepetitionMeans::Draw,
        ..REPEATER_LOSES
    };
    rules.linnaean_capture = true;
    rules.no_move = NoMove::Draw;
    rules
}

/// Tablut with the attackers' camps, after Ashton's reading of Linnaeus. The parameters follow
/// OpenTafl's, with the camps' re-entry closed: they may be left but not entered again.
fn tablut_camps() -> Ruleset {
    let mut rules = Ruleset::defaults(9, TABLUT_LAYOUT);
    rules.escape = Escape::Edge;
    rules.corners.cells = BTreeSet::new();
    rules.throne.stop = Pieces::NONE;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.throne.hostile_empty = Pieces::KING;
    let camps = &mut rules.attacker_camps;
    for [column, row] in [[0, 3], [0, 4], [0, 5], [1, 4]] {
        camps.cells.extend([
            (column, row),
            (8 - column, row),
            (row, column),
            (row, 8 - column),
        ]);
    }
    camps.reenter = Pieces::NONE;
    camps.pass = Pieces::ATTACKERS;
    camps.hostile_occupied = Pieces::KING;
    camps.hostile_empty = Pieces::KING;
    rules
}

/// Sea battle: no special cells, and the king takes no part in captures.
fn sea_battle() -> Ruleset {
    let mut rules = without_special_cells(Ruleset::defaults(9, TABLUT_LAYOUT));
    rules.king_arms = KingArms::Unarmed;
    rules
}

/// Tawlbwrdd in Bell's layout: a weak king, no special cells.
fn tawlbwrdd() -> Ruleset {
    let mut rules = without_special_cells(Ruleset::defaults(
        11,
        "4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4",
    ));
    rules.king_strength = KingStrength::Weak;
    rules
}

/// Parlett's game on 13 × 13: an unarmed king, no special cells.
fn parlett() -> Ruleset {
    let mut rules = without_special_cells(Ruleset::defaults(
        13,
        "4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4",
    ));
    rules.king_arms = KingArms::Unarmed;
    rules
}

/// Tablut on 15 × 15: nobody stops on the throne, which is hostile to all while it is empty.
fn tablut_15() -> Ruleset {
    let mut rules = Ruleset::defaults(
        15,
        "5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5",
    );
    rules.escape = Escape::Edge;
    rules.king_strength = KingStrength::ByThrone;
    rules.corners.cells = BTreeSet::new();
    rules.throne.stop = Pieces::NONE;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules
}

/// Alea Evangelii: the corners are blocks of four cells; repetition as in Copenhagen.
fn alea_evangelii() -> Ruleset {
    let mut rules = Ruleset::defaults(
        19,
        "2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2",
    );
    let side = [0, 1, 17, 18];
    rules.corners.cells = side
        .into_iter()
        .flat_map(|column| side.map(|row| (column, row)))
        .collect();
    rules.throne.stop = Pieces::NONE;
    rules.throne.hostile_occupied = Pieces::NONE;
    rules.repetition = REPEATER_LOSES;
    rules.move_limit = 2 * DEFAULT_MOVE_LIMIT;
    rules
}

/// Escape to the edge on a board on which all cells are alike.
fn without_special_cells(mut rules: Ruleset) -> Ruleset {
    rules.escape = Escape::Edge;
    rules.corners.cells = BTreeSet::new();
    rules.throne.cells = BTreeSet::new();
    rules
}
