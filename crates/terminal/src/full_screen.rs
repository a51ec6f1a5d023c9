//! Full-screen mode: takes over the terminal, and gives it back as it was, whatever happens.

use crate::app::App;
use crate::input::{Action, action_of};
use crate::record::record_of;
use crate::screen;
use crate::sitting::Sitting;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often to look for news while no key is pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Plays a game in the terminal that the process has, until it is left; returns the record of it, if a move was made.
pub fn full_screen(
    sitting: Sitting<'_>,
    output: &mut (dyn Write + Send),
) -> io::Result<Option<String>> {
    let leave = Arc::clone(&sitting.leave);
    let _guard = Guard::new()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(output))?;
    execute!(
        terminal.backend_mut(),
        EnterAlternateScreen,
        EnableMouseCapture
    )?;
    let mut app = App::new(sitting, Instant::now());
    let mut is_new = true;
    terminal.clear()?;
    while !app.is_left && !leave.load(Ordering::Relaxed) {
        let size = terminal.size()?;
        if app.window != (size.width, size.height) {
            app.window = (size.width, size.height);
            is_new = true;
        }
        if is_new {
            terminal.draw(|frame| screen::draw(frame, &app, Instant::now()))?;
        }
        is_new = false;
        // All that has come, before anything is drawn.
        let mut wait = BETWEEN_LOOKS;
        while event::poll(wait)? {
            wait = Duration::ZERO;
            if let Some(action) = action_of(&event::read()?) {
                if action == Action::Redraw {
                    terminal.clear()?;
                }
                app.act(action, Instant::now());
                is_new = true;
            }
            if app.is_left {
                break;
            }
        }
        is_new |= app.look(Instant::now());
    }
    let session = &app.sitting.session;
    let is_begun = !session.played().is_empty();
    Ok(is_begun.then(|| record_of(session).to_string()))
}

type Hook = Arc<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// The terminal in our hands. Dropped, it is as it was before, and so it is before a panic is told of.
struct Guard {
    /// What to do about panics once this is gone.
    hook: Hook,
    is_active: Arc<AtomicBool>,
}

impl Guard {
    fn new() -> io::Result<Guard> {
        enable_raw_mode()?;
        let hook: Hook = Arc::from(panic::take_hook());
        let is_active = Arc::new(AtomicBool::new(true));
        let screen_thread = thread::current().id();
        let (before, active) = (Arc::clone(&hook), Arc::clone(&is_active));
        panic::set_hook(Box::new(move |information| {
            if active.load(Ordering::SeqCst) {
                // A search that fails in its thread is told of on the screen, which stays.
                if thread::current().id() != screen_thread {
                    return;
                }
                active.store(false, Ordering::SeqCst);
                restore();
            }
            before(information);
        }));
        Ok(Guard { hook, is_active })
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.is_active.swap(false, Ordering::SeqCst) {
            restore();
        }
        // Hooks cannot be changed while one panics; then the process ends anyway.
        if !thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |information| hook(information)));
        }
    }
}

/// Gives the terminal back. There is nothing to be done about a terminal that is gone.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}
