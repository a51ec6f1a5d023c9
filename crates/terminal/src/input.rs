//! Keys and mouse, and what they mean.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

/// What somebody at the keyboard or with a mouse wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// The cursor so far to the right and down.
    Step(isize, isize),
    /// What Enter does: point, or take the line that was typed.
    Enter,
    /// A letter; a space points where no line was begun.
    Type(char),
    /// The last letter away.
    Erase,
    /// The whole line away.
    EraseLine,
    /// A step back.
    Back,
    /// The mouse was pressed at a column and a line.
    Press(u16, u16),
    /// And let go.
    Release(u16, u16),
    Help,
    Undo,
    Hint,
    Analysis,
    Flip,
    Save,
    Quit,
    /// Everything is to be drawn anew.
    Redraw,
    /// Nothing, but the window may have changed.
    Look,
}

/// What an event means; nothing for most.
pub(crate) fn action_of(event: &Event) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
            Some(match key.code {
                KeyCode::Char('c' | 'd') if is_control => Action::Quit,
                KeyCode::Char('l') if is_control => Action::Redraw,
                KeyCode::Char('u') if is_control => Action::EraseLine,
                KeyCode::Char('h') if is_control => Action::Erase,
                KeyCode::Char('j' | 'm') if is_control => Action::Enter,
                KeyCode::Char(_) if is_control || key.modifiers.contains(KeyModifiers::ALT) => {
                    return None;
                }
                KeyCode::Char(letter) => Action::Type(letter),
                KeyCode::Left => Action::Step(-1, 0),
                KeyCode::Right => Action::Step(1, 0),
                KeyCode::Up => Action::Step(0, -1),
                KeyCode::Down => Action::Step(0, 1),
                KeyCode::Home => Action::Step(isize::MIN, 0),
                KeyCode::End => Action::Step(isize::MAX, 0),
                KeyCode::PageUp => Action::Step(0, isize::MIN),
                KeyCode::PageDown => Action::Step(0, isize::MAX),
                KeyCode::Enter => Action::Enter,
                KeyCode::Backspace => Action::Erase,
                KeyCode::Esc => Action::Back,
                KeyCode::F(1) => Action::Help,
                KeyCode::F(2) => Action::Undo,
                KeyCode::F(3) => Action::Hint,
                KeyCode::F(4) => Action::Analysis,
                KeyCode::F(5) => Action::Flip,
                KeyCode::F(6) => Action::Save,
                _ => return None,
            })
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Action::Press(mouse.column, mouse.row)),
            MouseEventKind::Up(MouseButton::Left) => Some(Action::Release(mouse.column, mouse.row)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Back),
            _ => None,
        },
        Event::Resize(..) => Some(Action::Look),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyEvent;

    #[test]
    fn keys_mean_what_the_help_says() {
        let meant = |code, modifiers| action_of(&Event::Key(KeyEvent::new(code, modifiers)));
        let none = KeyModifiers::NONE;
        assert_eq!(meant(KeyCode::Char('d'), none), Some(Action::Type('d')));
        assert_eq!(
            meant(KeyCode::Char('c'), KeyModifiers::CONTROL),
            Some(Action::Quit)
        );
        assert_eq!(meant(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(meant(KeyCode::F(2), none), Some(Action::Undo));
        assert_eq!(meant(KeyCode::F(12), none), None);
        assert_eq!(meant(KeyCode::Up, none), Some(Action::Step(0, -1)));
    }
}
