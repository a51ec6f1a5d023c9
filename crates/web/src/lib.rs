//! Partida as a local web server: games are set up, played and analysed through JSON and server-sent events.
//!
//! Rules are only here: clients are told what stands on each cell, which moves are legal, and at which cells a
//! person points to make them. Searches wait for their turn in one queue ([`Config::searches`] run at a time), and
//! stop when whoever asked for them is gone. Every change of a table is in the store before anybody sees it.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let config = web::Config::local(8080);
//! let store = store::Store::in_memory().expect("there is memory");
//! let listener = tokio::net::TcpListener::bind(config.address).await?;
//! web::serve(listener, config, store, std::future::pending()).await
//! # }
//! ```

mod api;
mod assets;
mod board;
mod clock;
mod config;
mod engine;
mod exact;
mod guard;
mod problem;
mod runs;
mod sheet;
mod tables;
mod thinking;
mod tree;

pub use config::Config;
pub use runs::{Commands, OptionView, Printed, Work};

use api::App;
use axum::Router;
use axum::middleware::from_fn_with_state;
use engine::Engine;
use runs::Runs;
use std::future::Future;
use std::io;
use std::sync::Arc;
use store::Store;
use tables::Tables;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

/// Everything that the server answers to.
pub fn router(config: Config, store: Store) -> Router {
    let config = Arc::new(config);
    let engine = Engine::new(config.searches);
    let app = App {
        tables: Tables::new(store, engine.clone(), config.most_time),
        engine,
        runs: Runs::new(Arc::clone(&config)),
        config: Arc::clone(&config),
    };
    api::routes(app)
        .merge(assets::routes())
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(config, guard::guard))
}

/// Serves until it is told to stop.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    store: Store,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router(config, store))
        .with_graceful_shutdown(stop)
        .await
}
