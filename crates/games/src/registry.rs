//! All the games by name: the one place where a game is registered.

use crate::{amazons, bricks, connect, tafl};
use game::Playable;
use game::arguments::{Arguments, Files, Parameter};
use game::text::{TextError, nearest};

/// What errors about the text of a game are about.
pub(crate) const SUBJECT: &str = "game";

/// A game family as people meet it: its names and what can be chosen.
#[derive(Debug)]
pub struct Family {
    /// The word that begins the game's text.
    pub name: &'static str,
    /// Other words for it, in English and Spanish.
    pub aliases: &'static [&'static str],
    /// A headline.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub summary: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    /// Choices worth a name.
    pub variants: &'static [Variant],
}

/// A variant worth listing.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The game's text, in canonical form.
    pub text: &'static str,
    /// What it is.
    pub summary: &'static str,
}

/// Something to do with a game, whatever its type.
pub trait GameVisitor {
    /// What comes out of it.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self, game: &G) -> Self::Output;
}

/// What a game is built from, besides its arguments.
pub(crate) struct Context<'context> {
    pub(crate) files: &'context dyn Files,
    /// The position (or the file with a position) that the game will be used with, so that a game
    /// without a stated size can take the size of its board.
    pub(crate) position: Option<&'context str>,
}

/// Registers the games: for each module its variant of [`AnyGame`]. The module must offer
/// `FAMILIES`, a type `Any` with `visit`, and `build(family, arguments, context)`.
macro_rules! register {
    ($($(#[$documentation:meta])* $variant:ident from $module:ident;)*) => {
        /// Any of the games, of any size.
        #[derive(Debug, Clone)]
        pub enum AnyGame {
            $($(#[$documentation])* $variant($module::Any),)*
        }

        impl AnyGame {
            /// Runs a visitor on the game as its own type.
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(AnyGame::$variant(game) => game.visit(visitor),)*
                }
            }
        }

        /// All game families, in the order they are listed.
        pub fn families() -> impl Iterator<Item = &'static Family> {
            [$($module::FAMILIES),*].into_iter().flatten()
        }

        fn build(
            family: &'static Family,
            arguments: Arguments<'_>,
            context: &Context<'_>,
        ) -> Result<AnyGame, TextError> {
            $(
                if $module::FAMILIES.iter().any(|known| std::ptr::eq(known, family)) {
                    return $module::build(family, arguments, context).map(AnyGame::$variant);
                }
            )*
            unreachable!("every family comes from a registered module");
        }
    };
}

register! {
    /// C in a row.
    Connect from connect;
    /// Islands of bricks.
    Bricks from bricks;
    /// The king's escape and the whole tafl family.
    Tafl from tafl;
    /// Queens that shoot.
    Amazons from amazons;
}

/// Calls a macro with the types of all games, each width of board one of its own: for code that is to
/// be compiled once for each of them. Whoever calls it needs the crate `game`.
#[macro_export]
macro_rules! every_type {
    ($callback:ident) => {
        $callback!(
            $crate::connect::Connect<u64>,
            $crate::connect::Connect<u128>,
            $crate::connect::Connect<::game::bits::Wide<4>>,
            $crate::connect::Connect<::game::bits::Wide<7>>,
            $crate::bricks::Bricks<u64>,
            $crate::bricks::Bricks<u128>,
            $crate::bricks::Bricks<::game::bits::Wide<4>>,
            $crate::bricks::Bricks<::game::bits::Wide<7>>,
            $crate::amazons::Amazons<u64>,
            $crate::amazons::Amazons<u128>,
            $crate::amazons::Amazons<::game::bits::Wide<4>>,
            $crate::tafl::Tafl<u64>,
            $crate::tafl::Tafl<u128>,
            $crate::tafl::Tafl<::game::bits::Wide<4>>,
            $crate::tafl::Tafl<::game::bits::Wide<6>>,
        )
    };
}

/// Defines the type `Any` of a module from its game: one variant per board width, with `visit`. A
/// game whose boards go beyond 256 bits says how many words its largest one takes.
macro_rules! any_width {
    ($game:ident) => {
        $crate::registry::any_width!(@ $game,);
    };
    ($game:ident, $words:literal) => {
        $crate::registry::any_width!(@ $game, /** The largest boards. */ Huge(game::bits::Wide<$words>));
    };
    (@ $game:ident, $($(#[$documentation:meta])* $huge:ident($bits:ty))?) => {
        /// The game on a board of any size, in as many bits as it takes.
        #[derive(Debug, Clone)]
        pub enum Any {
            /// Up to 64 bits.
            Small($game<u64>),
            /// Up to 128 bits.
            Medium($game<u128>),
            /// Up to 256 bits.
            Large($game<game::bits::Wide<4>>),
            $($(#[$documentation])* $huge($game<$bits>),)?
        }

        impl Any {
            /// Runs a visitor on the game as its own type.
            pub fn visit<V: $crate::GameVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    Any::Small(game) => visitor.visit(game),
                    Any::Medium(game) => visitor.visit(game),
                    Any::Large(game) => visitor.visit(game),
                    $(Any::$huge(game) => visitor.visit(game),)?
                }
            }
        }
    };
}
pub(crate) use any_width;

/// A game as the narrowest variant of its module's `Any` that has so many bits. `Huge` where the
/// module has boards beyond 256.
macro_rules! narrowest {
    ($bits:expr, $game:expr $(, $huge:ident)?) => {
        match $bits {
            ..=64 => Any::Small($game),
            65..=128 => Any::Medium($game),
            $(257.. => Any::$huge($game),)?
            _ => Any::Large($game),
        }
    };
}
pub(crate) use narrowest;

/// Reads a game's text: `connect`, `connect:8x7,c=4`, `ladrillos:10`.
pub fn parse_game(text: &str, files: &dyn Files) -> Result<AnyGame, TextError> {
    parse_in_context(
        text,
        &Context {
            files,
            position: None,
        },
    )
}

/// Reads a game's text for use with a given position: where the text leaves the board size open,
/// the position decides it.
pub fn parse_game_for(text: &str, files: &dyn Files, position: &str) -> Result<AnyGame, TextError> {
    parse_in_context(
        text,
        &Context {
            files,
            position: Some(position),
        },
    )
}

fn parse_in_context(text: &str, context: &Context<'_>) -> Result<AnyGame, TextError> {
    let (name, arguments_at) = match text.split_once(':') {
        Some((name, _)) => (name, name.len() + 1),
        None => (text, text.len()),
    };
    let family = find_family(name).ok_or_else(|| {
        let names =
            families().flat_map(|family| std::iter::once(&family.name).chain(family.aliases));
        let problem = match nearest(&name.to_lowercase(), names.copied()) {
            Some(near) => format!("there is no game {name:?} (did you mean {near:?}?)"),
            None => format!("there is no game {name:?}"),
        };
        let known: Vec<&str> = families().map(|family| family.name).collect();
        TextError::new(SUBJECT, text, 0, problem, known.join(", "))
    })?;
    if arguments_at == text.len() && text.ends_with(':') {
        return Err(TextError::unexpected(
            SUBJECT,
            text,
            text.len(),
            "an argument behind the colon, or no colon",
        ));
    }
    let arguments = Arguments::parse(SUBJECT, text, arguments_at, family.parameters)?;
    build(family, arguments, context)
}

fn find_family(name: &str) -> Option<&'static Family> {
    families().find(|family| {
        std::iter::once(&family.name)
            .chain(family.aliases)
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}
