//! What there is to play, and who plays it: from the declarations of games and players themselves.

use super::{App, Query};
use crate::board::{Line, PieceView, Pieces};
use crate::problem::{Problem, ProblemView};
use axum::Json;
use axum::extract::State;
use game::Playable;
use games::{GameVisitor, families};
use report::{FamilyView, ParameterView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The games.
#[utoipa::path(get, path = "/api/games", tag = "catalogue", responses((status = 200, body = Vec<FamilyView>)))]
pub(super) async fn games() -> Json<Vec<FamilyView>> {
    Json(families().map(FamilyView::from).collect())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayersQuery {
    /// The game's text.
    game: String,
}

/// Who plays a game, and with what.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlayersView {
    game: String,
    /// How many levels there are for people.
    levels: u8,
    players: Vec<PlayerView>,
    /// How positions can be judged; the first one is the usual one.
    evaluators: Vec<EvaluatorView>,
    /// What can be put on the cells of a position that is set up by hand; nothing where none can.
    pieces: Vec<PieceView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerView {
    text: String,
    meaning: String,
    parameters: Vec<ParameterView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct EvaluatorView {
    name: &'static str,
    meaning: &'static str,
}

/// The players of a game, outside programs only as far as the server was started with them; and its pieces.
#[utoipa::path(
    get, path = "/api/players", tag = "catalogue", params(PlayersQuery),
    responses((status = 200, body = PlayersView), (status = "4XX", body = ProblemView)),
)]
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
    let game = line.open()?;
    Ok(Json(game.visit(ListPlayers {
        programs,
        pieces: game.visit(Pieces),
    })))
}

struct ListPlayers<'config> {
    programs: &'config [String],
    pieces: Vec<PieceView>,
}

impl GameVisitor for ListPlayers<'_> {
    type Output = PlayersView;

    fn visit<G: Playable>(self, game: &G) -> PlayersView {
        let named =
            |text: &str, meaning: &str, parameters: &[game::arguments::Parameter]| PlayerView {
                text: text.to_string(),
                meaning: meaning.to_string(),
                parameters: parameters.iter().map(ParameterView::from).collect(),
            };
        let kinds = players::kinds().filter(|kind| !["process", "level"].contains(&kind.name));
        let kinds = kinds.map(|kind| named(kind.name, kind.meaning, kind.parameters));
        let policies = game.policies().into_iter();
        let policies = policies.map(|policy| named(policy.name, policy.meaning, policy.parameters));
        let presets = game.presets().into_iter();
        let presets = presets.map(|preset| named(preset.name, preset.meaning, &[]));
        let programs = self.programs.iter().map(|text| named(text, "", &[]));
        PlayersView {
            game: game.name(),
            levels: 10,
            players: presets
                .chain(policies)
                .chain(kinds)
                .chain(programs)
                .collect(),
            evaluators: game
                .evaluators()
                .iter()
                .map(|it| EvaluatorView {
                    name: it.name,
                    meaning: it.meaning,
                })
                .collect(),
            pieces: self.pieces,
        }
    }
}
