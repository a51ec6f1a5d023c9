//! Every sentence that the terminal says, in English and in Spanish.

use crate::words;
use game::text::TextError;

/// What people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// The language of a word such as `es`, or of a locale such as `es_ES.UTF-8`; `None` for any other.
    ///
    /// ```
    /// use terminal::Language;
    /// assert_eq!(Language::of("es_ES.UTF-8"), Some(Language::Spanish));
    /// assert_eq!(Language::of("en"), Some(Language::English));
    /// assert_eq!(Language::of("eo"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Language> {
        let word = text.split(['_', '.', '@', '-']).next();
        match word.unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "es" => Some(Language::Spanish),
            _ => None,
        }
    }

    /// A sentence with its places filled.
    pub(crate) fn say(self, text: Text, parts: &[&str]) -> String {
        // In one pass: what is put in may itself look like a place.
        let mut said = String::new();
        let mut rest = text.in_language(self);
        while let Some((before, place)) = rest.split_once('{') {
            let (number, after) = place.split_once('}').unwrap_or((place, ""));
            let part = number
                .parse()
                .ok()
                .and_then(|index: usize| parts.get(index));
            said += before;
            said += part.copied().unwrap_or_default();
            rest = after;
        }
        said + rest
    }

    /// What a game or player says in English: names of sides, reasons, facts.
    pub(crate) fn word(self, english: &str) -> String {
        match self {
            Language::English => english.to_string(),
            Language::Spanish => words::spanish(english),
        }
    }

    /// What is wrong with a text, and what was expected.
    pub(crate) fn error(self, error: &TextError) -> String {
        let problem = self.word(error.problem());
        let mut said = match error.subject() {
            // Whoever has just typed a move knows where.
            "move" => problem,
            subject => {
                let column = error.place().column.to_string();
                self.say(Text::Wrong, &[&self.word(subject), &column, &problem])
            }
        };
        if !error.expected().is_empty() {
            said += &self.say(Text::Expected, &[&self.word(error.expected())]);
        }
        said
    }
}

macro_rules! texts {
    ($($name:ident: $english:literal, $spanish:literal;)*) => {
        /// A sentence. `{0}` and so on are places for what differs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Text { $($name),* }

        impl Text {
            #[cfg(test)]
            const ALL: &[Text] = &[$(Text::$name),*];

            fn in_language(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Text::$name, Language::English) => $english,
                        (Text::$name, Language::Spanish) => $spanish,
                    )*
                }
            }
        }
    };
}

texts! {
    Person: "person", "persona";
    ToMove: "To move: {0}", "Turno de {0}";
    Thinking: "Thinking: {0}", "Piensa {0}";
    Played: "Move of {0}: {1}", "Jugada de {0}: {1}";
    WinFor: "Win for {0}", "Victoria de {0}";
    WinBy: "Win for {0} by {1}", "Victoria de {0} por {1}";
    Draw: "Draw", "Empate";
    Because: "{0}: {1}", "{0}: {1}";
    Moves: "Moves", "Jugadas";
    NoMoves: "none yet", "ninguna todavía";
    Analysis: "Analysis", "Análisis";
    Depth: "depth {0}, value {1}", "profundidad {0}, valor {1}";
    Line: "line: {0}", "línea: {0}";
    Hint: "Hint: {0}", "Sugerencia: {0}";
    Searching: "searching", "buscando";
    Hinting: "Looking for a good move", "Buscando una buena jugada";
    Keys: "F1 help  F2 undo  F3 hint  F4 analysis  F5 flip  F6 save  Ctrl-C quit", "F1 ayuda  F2 deshacer  F3 sugerencia  F4 análisis  F5 girar  F6 guardar  Ctrl-C salir";
    AnyKey: "Any key goes back to the game", "Cualquier tecla vuelve a la partida";
    Wrong: "{0}, column {1}: {2}", "{0}, columna {1}: {2}";
    Expected: "; expected: {0}", "; se esperaba: {0}";
    NeitherMoveNorWord: "{0} (for all commands: help)", "{0} (todas las órdenes: ayuda)";
    GameIsOver: "The game is over", "La partida ha terminado";
    NotYourTurn: "Wait: a machine is thinking", "Espere: una máquina está pensando";
    NothingToUndo: "There is nothing to take back", "No hay nada que deshacer";
    Undone: "Taken back", "Deshecho";
    NobodyResigns: "No person plays, so nobody resigns", "No juega ninguna persona: nadie abandona";
    NewGame: "A new game", "Una partida nueva";
    SetAside: "A new game; the one before is in {0}", "Una partida nueva; la anterior está en {0}";
    Saved: "Saved: {0}", "Guardada: {0}";
    Loaded: "Loaded: {0}", "Cargada: {0}";
    SaveWhere: "Say where: save FILE", "Diga dónde: guardar ARCHIVO";
    LoadWhat: "Say which: load FILE", "Diga cuál: cargar ARCHIVO";
    NotSaved: "Not saved: {0}", "No se guardó: {0}";
    NotLoaded: "Not loaded: {0}", "No se cargó: {0}";
    NoRecord: "it is no game record", "no es un registro de partida";
    NoSearch: "There is nothing to look for: {0}", "No hay nada que buscar: {0}";
    NoSuchCell: "No move goes on there", "Ninguna jugada sigue por ahí";
    TooSmall: "The window is {0} x {1}.", "La ventana es de {0} x {1}.";
    Needed: "Needed: {0} x {1}.", "Se necesita: {0} x {1}.";
    AskMove: "Your move (or help): ", "Su jugada (o ayuda): ";
    AskWord: "What next (or help): ", "Y ahora (o ayuda): ";
    Legal: "Legal moves: {0}", "Jugadas legales: {0}";
    Clock: "Time left: {0} {1}, {2} {3}", "Tiempo restante: {0} {1}, {2} {3}";
    Bye: "The game is left as it is.", "La partida queda como está.";
    Flipped: "The board is turned", "El tablero está girado";
    Versus: "{0} ({1}) against {2} ({3})", "{0} ({1}) contra {2} ({3})";
}

/// What there is to know, for a screen or for lines.
pub(crate) fn help(language: Language, is_full_screen: bool) -> Vec<String> {
    let (keys, commands): (&[&str], &[&str]) = match language {
        Language::English => (
            &[
                "Arrows move the cursor; Enter or Space points at a cell;",
                "Esc takes a step back. The mouse points too, also by dragging.",
                "Typing starts a line: a move as text, or a command.",
                "",
                "F1 help       F2 undo       F3 hint",
                "F4 analysis   F5 turn the board   F6 save   Ctrl-C quit",
                "",
                "On the board: [x] cursor, (x) chosen, : can come next,",
                "<x> last move, ?x? hint, *x* decided the game.",
                "",
            ],
            &[
                "A move is written in the game's notation: d, a1b1, d4-d7, d1-d7/g7.",
                "Commands:",
                "  undo         take back until a person is to move",
                "  hint         a good move",
                "  analysis     what a strong player thinks of the position",
                "  resign       give up",
                "  flip         turn the board",
                "  board        show the board again",
                "  moves        list the legal moves",
                "  save [FILE]  write the game to a file",
                "  load FILE    go on with the game of a file",
                "  new          start again",
                "  quit         leave",
            ],
        ),
        Language::Spanish => (
            &[
                "Las flechas mueven el cursor; Intro o Espacio señala una casilla;",
                "Esc da un paso atrás. El ratón también señala, también arrastrando.",
                "Escribir empieza una línea: una jugada como texto, o una orden.",
                "",
                "F1 ayuda      F2 deshacer   F3 sugerencia",
                "F4 análisis   F5 girar el tablero   F6 guardar   Ctrl-C salir",
                "",
                "En el tablero: [x] cursor, (x) elegida, : puede seguir,",
                "<x> última jugada, ?x? sugerencia, *x* decidió la partida.",
                "",
            ],
            &[
                "Una jugada se escribe en la notación del juego: d, a1b1, d4-d7, d1-d7/g7.",
                "Órdenes:",
                "  deshacer           hasta que le toque a una persona",
                "  sugerencia         una buena jugada",
                "  análisis           lo que un jugador fuerte piensa de la posición",
                "  abandonar          rendirse",
                "  girar              girar el tablero",
                "  tablero            mostrar el tablero otra vez",
                "  jugadas            las jugadas legales",
                "  guardar [ARCHIVO]  escribir la partida en un archivo",
                "  cargar ARCHIVO     seguir con la partida de un archivo",
                "  nueva              empezar otra vez",
                "  salir              irse",
            ],
        ),
    };
    let keys = if is_full_screen { keys } else { &[] };
    let lines = keys.iter().chain(commands);
    lines.map(|line| (*line).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}').map(|(place, _)| place))
            .collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn both_languages_say_everything_with_the_same_places() {
        for &text in Text::ALL {
            let [english, spanish] =
                [Language::English, Language::Spanish].map(|language| text.in_language(language));
            assert!(!english.is_empty() && !spanish.is_empty(), "{text:?}");
            assert_eq!(places(english), places(spanish), "{text:?}");
        }
        let [english, spanish] =
            [Language::English, Language::Spanish].map(|language| help(language, true));
        assert_eq!(english.len(), spanish.len());
        let is_too_wide = |line: &&String| line.chars().count() > 78;
        assert_eq!(english.iter().chain(&spanish).find(is_too_wide), None);
    }

    #[test]
    fn places_are_filled_once() {
        let said = Language::English.say(Text::Played, &["{1}", "d{0}"]);
        assert_eq!(said, "Move of {1}: d{0}");
    }
}
