//! The program `partida`: the library's [`partida::run`] with the process's own streams.

use partida::{Console, Interrupt};
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
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
            input: &mut io::stdin().lock(),
            output: &mut BufWriter::new(io::stdout().lock()),
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
