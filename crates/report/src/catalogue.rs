//! Games and parameters as documents, made from their declarations; names of fields are names in JSON.

use game::arguments::Parameter;
use games::{Family, Variant};
use serde::Serialize;
use utoipa::ToSchema;

/// A family of games.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyView {
    /// The word that begins the game's text.
    pub name: &'static str,
    /// Other words for it.
    #[schema(value_type = Vec<String>)]
    pub aliases: &'static [&'static str],
    /// A headline.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub summary: &'static str,
    /// What can be chosen.
    pub parameters: Vec<ParameterView>,
    /// Choices worth a name.
    pub variants: Vec<VariantView>,
}

/// A variant worth listing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VariantView {
    /// The game's text.
    pub text: &'static str,
    /// What it is.
    pub summary: &'static str,
}

/// A parameter of a game or a player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ParameterView {
    /// The key in `key=value`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// What it is when not given.
    pub default: &'static str,
    /// What it may be, in words.
    pub range: String,
    /// Whether it can be given without its name.
    pub positional: bool,
}

impl From<&Parameter> for ParameterView {
    fn from(parameter: &Parameter) -> ParameterView {
        ParameterView {
            name: parameter.name,
            meaning: parameter.meaning,
            default: parameter.default,
            range: parameter.range.to_string(),
            positional: parameter.positional,
        }
    }
}

impl From<&Variant> for VariantView {
    fn from(variant: &Variant) -> VariantView {
        VariantView {
            text: variant.text,
            summary: variant.summary,
        }
    }
}

impl From<&Family> for FamilyView {
    fn from(family: &Family) -> FamilyView {
        FamilyView {
            name: family.name,
            aliases: family.aliases,
            title: family.title,
            summary: family.summary,
            parameters: family.parameters.iter().map(ParameterView::from).collect(),
            variants: family.variants.iter().map(VariantView::from).collect(),
        }
    }
}
