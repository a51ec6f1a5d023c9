//! A launcher of outside programs and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    let code = players::run_launcher(std::env::args_os());
    ExitCode::from(code.unwrap_or(2))
}
