//! `partida serve`: Partida as a page in the browser.

mod own;

use super::cluster::{CLUSTER_VARIABLE, ClusterText};
use super::examples;
use crate::console::Console;
use crate::stores::StoreArguments;
use anyhow::{Context, Result, bail};
use clap::Args;
use own::OwnCommands;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;
use web::Config;

/// Where to listen unless it is said.
const USUAL_PORT: u16 = 8080;
/// How often to look whether somebody wants it to end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Play and analyse in the browser
///
/// Starts a server on this machine and prints its address; Ctrl-C ends it. Games are kept in the store, move by move.
/// Other machines can reach it only if --address says so, and then only with a token.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida serve --port 0                       where there is room"
    "partida serve --port 0 --store games.db --searches 1"
})]
pub(crate) struct Arguments {
    /// Where to listen; with 0 the system chooses. Default: 8080, or if somebody else listens there, as with 0
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// The address to listen on; other than this machine's own it needs --token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,

    /// What those who ask must know
    #[arg(
        long,
        value_name = "TEXT",
        env = "PARTIDA_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,

    /// A name under which the server may be reached, beside its addresses
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,

    /// An outside program that may play, as a player's exact text
    #[arg(long, value_name = "PLAYER")]
    allow: Vec<String>,

    /// How many searches run at a time; default: as many as there are processors
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    searches: Option<u16>,

    /// Have the games of tournaments and tunings played by the workers of this cluster, and show them:
    /// postgres://USER@HOST/DATABASE or sqlite:FILE
    #[arg(long, value_name = "URL", env = CLUSTER_VARIABLE, hide_env_values = true)]
    cluster: Option<ClusterText>,

    #[command(flatten)]
    store: StoreArguments,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    if !arguments.address.is_loopback() && arguments.token.is_none() {
        bail!(
            "anybody could reach the server at {}; give it a --token",
            arguments.address
        );
    }
    if let Some(cluster) = &arguments.cluster {
        // Whoever named it wrongly is told now, not on the page.
        cluster.address()?;
    }
    if arguments
        .token
        .as_ref()
        .is_some_and(|token| !is_plain(token))
    {
        bail!("a token has letters, digits, - and _, eight of them at least");
    }
    let port = arguments.port.unwrap_or(USUAL_PORT);
    let local = Config::local(port);
    let config = Config {
        address: SocketAddr::new(arguments.address, port),
        token: arguments.token.clone(),
        names: arguments.name.clone(),
        programs: arguments.allow.clone(),
        searches: arguments.searches.map_or(local.searches, usize::from),
        commands: Some(Arc::new(OwnCommands {
            store: arguments.store.path()?,
            cluster: arguments.cluster.clone(),
        })),
        ..local
    };
    let store = arguments.store.open()?;
    let stop = console.interrupt.listen();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("threads cannot be started")?;
    runtime.block_on(async {
        let mut listening = TcpListener::bind(config.address).await;
        let is_taken = |error: &io::Error| error.kind() == io::ErrorKind::AddrInUse;
        if arguments.port.is_none() && listening.as_ref().is_err_and(is_taken) {
            console.note(&format!("somebody else listens on port {USUAL_PORT}"));
            listening = TcpListener::bind(SocketAddr::new(arguments.address, 0)).await;
        }
        let listener = listening.with_context(|| format!("cannot listen on {}", config.address))?;
        let address = listener.local_addr()?;
        let token = config.token.as_ref();
        let query = token.map_or_else(String::new, |token| format!("?token={token}"));
        writeln!(console.output, "Partida is at http://{address}/{query}")?;
        console.output.flush()?;
        console.note("Ctrl-C ends it");
        let stopped = async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
        };
        tokio::select! {
            served = web::serve(listener, config, store, std::future::pending()) => Ok(served?),
            // Every change is in the store already: nobody has to be waited for.
            () = stopped => Ok(()),
        }
    })
}

/// Whether a token can stand in an address and in a header as it is.
fn is_plain(token: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    token.len() >= 8 && token.bytes().all(is_plain)
}
