//! Commands as words, in either language.

use crate::look::plain_letter;

/// What can be asked for besides moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Undo,
    Hint,
    Analysis,
    Resign,
    Flip,
    Board,
    Moves,
    Save(Option<String>),
    Load(Option<String>),
    New,
    Help,
    Quit,
}

impl Command {
    /// The command that a line begins with; `None` if it is none.
    pub(crate) fn parse(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word: String = word.to_lowercase().chars().map(plain_letter).collect();
        let name = || {
            Some(rest.trim())
                .filter(|name| !name.is_empty())
                .map(str::to_string)
        };
        let command = match word.as_str() {
            "save" | "guardar" => return Some(Command::Save(name())),
            "load" | "cargar" => return Some(Command::Load(name())),
            "undo" | "deshacer" => Command::Undo,
            "hint" | "sugerencia" | "pista" => Command::Hint,
            "analysis" | "analyse" | "analyze" | "analisis" | "analizar" => Command::Analysis,
            "resign" | "abandonar" => Command::Resign,
            "flip" | "girar" => Command::Flip,
            "board" | "tablero" => Command::Board,
            "moves" | "jugadas" => Command::Moves,
            "new" | "nueva" | "nuevo" => Command::New,
            "help" | "ayuda" | "?" => Command::Help,
            "quit" | "exit" | "salir" => Command::Quit,
            _ => return None,
        };
        rest.trim().is_empty().then_some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_languages_are_commands() {
        for (line, command) in [
            ("undo", Some(Command::Undo)),
            (" Análisis ", Some(Command::Analysis)),
            ("save", Some(Command::Save(None))),
            (
                "guardar una partida.txt ",
                Some(Command::Save(Some("una partida.txt".to_string()))),
            ),
            ("d4", None),
            ("new d4", None),
            ("", None),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
