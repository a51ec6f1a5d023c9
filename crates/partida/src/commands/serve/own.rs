//! The program's own commands, for the page: run within the server, with its store.

use crate::commands::Cli;
use crate::commands::cluster::ClusterText;
use crate::console::{Console, Interrupt};
use clap::{ArgAction, Command, CommandFactory};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use web::{Commands, OptionView, Printed, Work};

/// The commands of this program.
#[derive(Debug)]
pub(super) struct OwnCommands {
    /// The store that they use.
    pub(super) store: PathBuf,
    /// The cluster that plays their games, if any.
    pub(super) cluster: Option<ClusterText>,
}

/// A command that has not begun.
struct OwnWork {
    words: Vec<String>,
    input: String,
    interrupt: Interrupt,
}

/// A command by the words that name it, and how many they are.
fn find<'words>(words: impl Iterator<Item = &'words str>) -> (Command, usize) {
    let mut command = Cli::command();
    let mut count = 0;
    for word in words {
        let Some(inner) = command.find_subcommand(word).cloned() else {
            break;
        };
        command = inner;
        count += 1;
    }
    (command, count)
}

impl Commands for OwnCommands {
    fn prepare(&self, mut words: Vec<String>, input: String) -> Box<dyn Work> {
        let (command, count) = find(words.iter().map(String::as_str));
        let takes = |name: &str| command.get_arguments().any(|it| it.get_id() == name);
        if takes("store") {
            words.insert(count, format!("--store={}", self.store.display()));
        }
        if let Some(cluster) = self.cluster.as_ref().filter(|_| takes("cluster")) {
            words.insert(count, cluster.as_word());
        }
        words.insert(0, "partida".to_string());
        Box::new(OwnWork {
            words,
            input,
            interrupt: Interrupt::default(),
        })
    }

    fn options(&self, words: &[&str]) -> Vec<OptionView> {
        let (command, _) = find(words.iter().copied());
        let options = command.get_arguments().map(|argument| OptionView {
            name: argument
                .get_long()
                .map_or_else(|| argument.get_id().to_string(), str::to_string),
            is_positional: argument.is_positional(),
            is_required: argument.is_required_set(),
            is_list: matches!(argument.get_action(), ArgAction::Append)
                || argument
                    .get_num_args()
                    .is_some_and(|range| range.max_values() > 1),
            help: argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default(),
            default: argument
                .get_default_values()
                .first()
                .map(|value| value.to_string_lossy().into_owned()),
            values: argument
                .get_possible_values()
                .iter()
                .map(|value| value.get_name().to_string())
                .collect(),
        });
        options.collect()
    }

    fn has_cluster(&self) -> bool {
        self.cluster.is_some()
    }
}

impl Work for OwnWork {
    fn stopper(&self) -> Arc<dyn Fn() + Send + Sync> {
        let interrupt = self.interrupt.clone();
        Arc::new(move || {
            // Nobody listens yet, or it was told before: then there is nothing to do.
            let _ = interrupt.request();
        })
    }

    fn run(self: Box<Self>) -> Printed {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let code = crate::run(
            &self.words,
            &mut Console {
                input: &mut io::Cursor::new(self.input),
                output: &mut output,
                errors: &mut errors,
                output_is_terminal: false,
                errors_are_terminal: false,
                plain: true,
                interrupt: self.interrupt,
            },
        );
        Printed {
            is_successful: code == 0,
            output: String::from_utf8_lossy(&output).into_owned(),
            errors: String::from_utf8_lossy(&errors).into_owned(),
        }
    }
}
