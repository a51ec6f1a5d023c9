//! What the games say, in Spanish: as far as it is shown in a terminal.

/// Phrases as they are.
const PHRASES: &[(&str, &str)] = &[
    // On the board and beside it.
    ("White", "Blancas"),
    ("Black", "Negras"),
    ("attackers", "atacantes"),
    ("defenders", "defensores"),
    ("enemies", "enemigos"),
    ("guards", "guardias"),
    ("first", "primero"),
    ("second", "segundo"),
    ("plies", "jugadas"),
    ("arrows", "flechas"),
    ("attackers captured", "atacantes capturados"),
    ("defenders captured", "defensores capturados"),
    ("S(first)", "S(primero)"),
    ("S(second)", "S(segundo)"),
    ("score of first", "puntos del primero"),
    ("score of second", "puntos del segundo"),
    // How games end.
    ("resigned", "abandono"),
    ("out of time", "se agotó el tiempo"),
    ("the board is full", "el tablero está lleno"),
    ("no pieces left", "no quedan fichas"),
    ("no brick fits any more", "ya no cabe ningún ladrillo"),
    ("the king escaped", "el rey escapó"),
    ("the king was captured", "el rey fue capturado"),
    (
        "the king is in an exit fort",
        "el rey está en un fuerte de salida",
    ),
    ("the position was repeated", "la posición se repitió"),
    ("the moves were repeated", "las jugadas se repitieron"),
    ("no legal move", "no hay jugada legal"),
    ("it found no move", "no encontró jugada"),
    ("the search failed", "la búsqueda falló"),
    ("the game is over", "la partida ha terminado"),
    // What texts are about, and what is wrong with them.
    ("position", "posición"),
    ("move", "jugada"),
    ("moves", "jugadas"),
    ("game", "juego"),
    ("player", "jugador"),
    ("clock", "reloj"),
    ("game record", "registro de partida"),
    ("the text ends", "el texto termina"),
    ("the end of the move", "el final de la jugada"),
    ("no more moves", "ninguna jugada más"),
    ("the column is full", "la columna está llena"),
    ("a column with room", "una columna con espacio"),
    (
        "two cells that share an edge",
        "dos casillas que comparten un lado",
    ),
    ("two empty cells", "dos casillas vacías"),
    ("a closing ')'", "un ')' que cierre"),
    (
        "a queen's move over empty cells",
        "un movimiento de reina por casillas vacías",
    ),
    (
        "a cell in line that the piece can reach and stop on",
        "una casilla en línea a la que la ficha pueda llegar y en la que pueda detenerse",
    ),
    (
        "x and what is captured, or the end of the move",
        "x y lo que se captura, o el final de la jugada",
    ),
    (
        "no captures: this move makes none",
        "ninguna captura: esta jugada no captura nada",
    ),
    ("a cell", "una casilla"),
    ("a move", "una jugada"),
];

/// Sentences with something put in, the first that fits; what stands for `<>` is put in Spanish too.
const PATTERNS: &[(&str, &str)] = &[
    ("<> in a row", "<> en línea"),
    ("<> has no move left", "<> sin jugadas"),
    ("no <> left", "no quedan <>"),
    ("the <> are surrounded", "los <> están rodeados"),
    ("<> moves were played", "se jugaron <> jugadas"),
    ("win in <>", "gana en <>"),
    ("loss in <>", "pierde en <>"),
    ("<> is not a column", "<> no es una columna"),
    (
        "a column from a to <> (or 1 to <>)",
        "una columna de a a <> (o de 1 a <>)",
    ),
    ("a cell from a1 to <>", "una casilla de a1 a <>"),
    ("<> is not on the board", "<> no está en el tablero"),
    ("<> and <> are not side by side", "<> y <> no son contiguas"),
    ("<> is covered already", "<> ya está cubierta"),
    ("the arrow is shot from <>", "la flecha se dispara desde <>"),
    ("<>, where the queen went", "<>, adonde fue la reina"),
    ("<> has no queen on <>", "no hay reina de <> en <>"),
    ("a queen's cell: <>", "una casilla con reina: <>"),
    (
        "the queen cannot go from <> to <>",
        "la reina no puede ir de <> a <>",
    ),
    (
        "the arrow cannot fly from <> to <>",
        "la flecha no puede volar de <> a <>",
    ),
    ("nothing on <>", "nada en <>"),
    ("the king on <>", "el rey en <>"),
    ("one of the <> on <>", "uno de los <> en <>"),
    ("a piece of the <>", "una ficha de los <>"),
    ("<> cannot go to <>", "<> no puede ir a <>"),
    ("the move does not capture <>", "la jugada no captura <>"),
    ("<> is there already", "<> ya existe"),
    ("found <>", "hay <>"),
];

/// A text of a game in Spanish; the text itself if nobody has translated it.
pub(crate) fn spanish(english: &str) -> String {
    if let Some((_, spanish)) = PHRASES.iter().find(|(known, _)| *known == english) {
        return (*spanish).to_string();
    }
    for (pattern, spanish) in PATTERNS {
        if let Some(parts) = parts(pattern, english) {
            let mut parts = parts.into_iter().map(self::spanish);
            let mut pieces = spanish.split("<>");
            let mut said = pieces.next().unwrap_or_default().to_string();
            for piece in pieces {
                said += &parts.next().unwrap_or_default();
                said += piece;
            }
            return said;
        }
    }
    english.to_string()
}

/// What stands for each `<>` of a pattern, if the text is one of its kind.
fn parts<'text>(pattern: &str, text: &'text str) -> Option<Vec<&'text str>> {
    let mut pieces = pattern.split("<>");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut parts = Vec::new();
    let pieces: Vec<&str> = pieces.collect();
    for (index, piece) in pieces.iter().enumerate() {
        let is_last = index + 1 == pieces.len();
        let end = match is_last {
            true => rest.len().checked_sub(piece.len())?,
            false => rest.find(piece)?,
        };
        if !rest.is_char_boundary(end) || &rest[end..end + piece.len()] != *piece || end == 0 {
            return None;
        }
        parts.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_and_patterns_are_put_in_spanish() {
        for (english, expected) in [
            ("4 in a row", "4 en línea"),
            ("White has no move left", "Blancas sin jugadas"),
            ("no pieces left", "no quedan fichas"),
            ("no attackers left", "no quedan atacantes"),
            ("\"q\" is not a column", "\"q\" no es una columna"),
            (
                "a column from a to g (or 1 to 7)",
                "una columna de a a g (o de 1 a 7)",
            ),
            ("one of the guards on d4", "uno de los guardias en d4"),
            ("+3.5", "+3.5"),
            ("ñ", "ñ"),
            ("", ""),
        ] {
            assert_eq!(spanish(english), expected);
        }
    }

    #[test]
    fn nothing_is_translated_twice_or_loses_a_place() {
        let places = |text: &str| text.matches("<>").count();
        for (english, spanish) in PATTERNS {
            assert_eq!(places(english), places(spanish), "{english}");
        }
        for table in [PHRASES, PATTERNS] {
            for (index, (english, _)) in table.iter().enumerate() {
                let again = table[index + 1..]
                    .iter()
                    .find(|(other, _)| other == english);
                assert_eq!(again, None);
            }
        }
    }
}
