//! What there is to play, and who plays it: from the declarations of games and players themselves.

use super::{App, Query};
use crate::board::Line;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use game::Playable;
use game::arguments::Parameter;
use games::{GameVisitor, families};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize)]
pub(super) struct FamilyView {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    parameters: Vec<ParameterView>,
    variants: Vec<VariantView>,
}

#[derive(Debug, Serialize)]
struct VariantView {
    text: &'static str,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct ParameterView {
    name: &'static str,
    meaning: &'static str,
    default: &'static str,
    range: String,
}

impl ParameterView {
    fn all(parameters: &[Parameter]) -> Vec<ParameterView> {
        let views = parameters.iter().map(|it| ParameterView {
            name: it.name,
            meaning: it.meaning,
            default: it.default,
            range: it.range.to_string(),
        });
        views.collect()
    }
}

/// The games.
pub(super) async fn games() -> Json<Vec<FamilyView>> {
    let views = families().map(|family| FamilyView {
        name: family.name,
        title: family.title,
        summary: family.summary,
        parameters: ParameterView::all(family.parameters),
        variants: family
            .variants
            .iter()
            .map(|variant| VariantView {
                text: variant.text,
                summary: variant.summary,
            })
            .collect(),
    });
    Json(views.collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayersQuery {
    game: String,
}

/// Who plays a game.
#[derive(Debug, Serialize)]
pub(super) struct PlayersView {
    game: String,
    /// How many levels there are for people.
    levels: u8,
    players: Vec<PlayerView>,
}

#[derive(Debug, Serialize)]
struct PlayerView {
    text: String,
    meaning: String,
    parameters: Vec<ParameterView>,
}

/// The players of a game, outside programs only as far as the server was started with them.
pub(super) async fn players(
    State(app): State<App>,
    Query(query): Query<PlayersQuery>,
) -> Result<Json<PlayersView>, Problem> {
    let line = Line {
        game: query.game,
        position: None,
        moves: Vec::new(),
    };
    let programs = &app.config.programs;
    Ok(Json(line.open()?.visit(ListPlayers { programs })))
}

struct ListPlayers<'config> {
    programs: &'config [String],
}

impl GameVisitor for ListPlayers<'_> {
    type Output = PlayersView;

    fn visit<G: Playable>(self, game: &G) -> PlayersView {
        let kinds = players::kinds().filter(|kind| !["process", "level"].contains(&kind.name));
        let kinds = kinds.map(|kind| PlayerView {
            text: kind.name.to_string(),
            meaning: kind.meaning.to_string(),
            parameters: ParameterView::all(kind.parameters),
        });
        let policies = game.policies().into_iter().map(|policy| PlayerView {
            text: policy.name.to_string(),
            meaning: policy.meaning.to_string(),
            parameters: ParameterView::all(policy.parameters),
        });
        let presets = game.presets().into_iter().map(|preset| PlayerView {
            text: preset.name.to_string(),
            meaning: preset.meaning.to_string(),
            parameters: Vec::new(),
        });
        let programs = self.programs.iter().map(|text| PlayerView {
            text: text.clone(),
            meaning: String::new(),
            parameters: Vec::new(),
        });
        PlayersView {
            game: game.name(),
            levels: 10,
            players: presets
                .chain(policies)
                .chain(kinds)
                .chain(programs)
                .collect(),
        }
    }
}
