//! What a terminal can show.

/// How things are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether there are colours.
    pub color: bool,
    /// Whether there is nothing but ASCII.
    pub ascii: bool,
}

impl Look {
    /// A text as the terminal can show it: nothing that it would act on, and where it must be, in plain letters.
    pub(crate) fn fit(self, text: &str) -> String {
        let visible = text.chars().map(|character| match character.is_control() {
            true => '?',
            false => character,
        });
        match self.ascii {
            true => visible.map(plain_letter).collect(),
            false => visible.collect(),
        }
    }
}

/// The ASCII character nearest to one.
pub(crate) fn plain_letter(character: char) -> char {
    match character {
        'á' | 'à' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'Á' => 'A',
        'É' => 'E',
        'Í' => 'I',
        'Ó' => 'O',
        'Ú' | 'Ü' => 'U',
        'Ñ' => 'N',
        '×' => 'x',
        '·' => '.',
        '−' => '-',
        '«' | '»' => '"',
        other if other.is_ascii() => other,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_to_fit() {
        let look = |ascii| Look {
            color: false,
            ascii,
        };
        assert_eq!(look(true).fit("Análisis ∞\u{1b}[2J"), "Analisis ??[2J");
        assert_eq!(look(false).fit("Análisis\u{7}"), "Análisis?");
    }
}
