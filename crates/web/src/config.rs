//! What a server is started with.

use crate::guard::{host_name, is_local_name};
use crate::runs::Commands;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// What whoever asks must know, if anything. Without it the server answers to this machine only.
    pub token: Option<String>,
    /// Names under which it may be asked, beside addresses of this machine and `localhost`.
    pub names: Vec<String>,
    /// Outside programs that may be players, by their exact texts.
    pub programs: Vec<String>,
    /// How many searches run at a time.
    pub searches: usize,
    /// How long one may take.
    pub most_time: Duration,
    /// The program's own commands, for tournaments and tunings; without them there are none.
    pub commands: Option<Arc<dyn Commands>>,
}

impl Config {
    /// On this machine only.
    #[must_use]
    pub fn local(port: u16) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            token: None,
            names: Vec::new(),
            programs: Vec::new(),
            searches: std::thread::available_parallelism().map_or(1, usize::from),
            most_time: Duration::from_secs(60),
            commands: None,
        }
    }

    /// Whether requests may name this host.
    pub(crate) fn is_own_host(&self, host: &str) -> bool {
        let name = host_name(host);
        let is_named = self.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        // With a token it does not matter which of its addresses somebody uses; a name could be anybody's.
        let address = name.trim_start_matches('[').trim_end_matches(']');
        let is_address = self.token.is_some() && address.parse::<std::net::IpAddr>().is_ok();
        is_local_name(host) || is_named || is_address
    }
}
