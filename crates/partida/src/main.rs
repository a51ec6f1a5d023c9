//! The program `partida`: the library's [`partida::run`] with the process's own streams.

use partida::{Console, Interrupt};
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Outside programs are started by this very program, called again in another part.
    if let Some(code) = players::run_launcher(std::env::args_os()) {
        return ExitCode::from(code);
    }
    if let Ok(own) = std::env::current_exe() {
        players::use_launcher(own);
    }
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let (output_is_terminal, errors_are_terminal) =
        (io::stdout().is_terminal(), io::stderr().is_terminal());
    let interrupt = Interrupt::default();
    let requested = interrupt.clone();
    // Without a handler Ctrl-C simply ends the program, which is no reason to refuse to work.
    let _ = ctrlc::set_handler(move || {
        if !requested.request() {
            std::process::exit(130);
        }
    });
    let code = partida::run(
        std::env::args_os(),
        &mut Console {
            input: &mut io::stdin(),
            output: &mut BufWriter::new(io::stdout()),
            errors: &mut io::stderr().lock(),
            output_is_terminal,
            errors_are_terminal,
            // https://no-color.org: any value but an empty one.
            plain: !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb",
            interrupt,
        },
    );
    ExitCode::from(code)
}
