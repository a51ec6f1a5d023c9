//! How connections to a server are made: what an address asks for, certificates always checked.

use crate::queue::QueueError;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(10);
/// After so long without an acknowledgement, or so many unanswered questions, a connection is dead.
const SILENCE: Duration = Duration::from_secs(20);
const BETWEEN_PROBES: Duration = Duration::from_secs(10);

/// What an address asks for, understood.
pub(crate) struct Settings {
    pub(crate) config: Config,
    pub(crate) connector: MakeRustlsConnect,
}

/// Reads an address. Other than with PostgreSQL's own programs, a server elsewhere must have a certificate that
/// can be trusted unless the address says `sslmode=disable`; one on this machine need not have any.
pub(crate) fn settings(url: &str) -> Result<Settings, QueueError> {
    let (plain, tls) = without_own_parameters(url);
    let mut config: Config = plain
        .parse()
        .map_err(|_| QueueError::Refused("the address is no connection string".to_string()))?;
    let is_local = config.get_hosts().iter().all(is_local) && config.get_hostaddrs().is_empty();
    config.ssl_mode(match tls.mode.as_deref() {
        Some("disable") => SslMode::Disable,
        Some("prefer") => SslMode::Prefer,
        Some("require" | "verify-ca" | "verify-full") => SslMode::Require,
        Some(_) => {
            let expected = "sslmode can be disable, prefer, require or verify-full";
            return Err(QueueError::Refused(expected.to_string()));
        }
        None if is_local => SslMode::Disable,
        None => SslMode::Require,
    });
    config
        .application_name("partida")
        .connect_timeout(CONNECTING)
        .tcp_user_timeout(SILENCE)
        .keepalives(true)
        .keepalives_idle(SILENCE)
        .keepalives_interval(BETWEEN_PROBES)
        .keepalives_retries(2);
    let needs_roots = config.get_ssl_mode() != SslMode::Disable;
    let connector = connector(tls.root.as_deref().map(Path::new), needs_roots)?;
    Ok(Settings { config, connector })
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1" | "[::1]"),
        Host::Unix(_) => true,
    }
}

/// What an address says about certificates in parameters that the client library does not know.
#[derive(Default)]
struct Tls {
    mode: Option<String>,
    root: Option<String>,
}

fn without_own_parameters(url: &str) -> (String, Tls) {
    let mut tls = Tls::default();
    let Some((place, query)) = url.split_once('?') else {
        return (url.to_string(), tls);
    };
    let mut others = Vec::new();
    for parameter in query.split('&') {
        match parameter.split_once('=') {
            Some(("sslmode", mode)) => tls.mode = Some(mode.to_string()),
            Some(("sslrootcert", path)) => tls.root = Some(path.replace("%2F", "/")),
            _ => others.push(parameter),
        }
    }
    let others = others.join("&");
    let mark = if others.is_empty() { "" } else { "?" };
    (format!("{place}{mark}{others}"), tls)
}

/// Trusts the certificates of a file, or those that the system trusts.
fn connector(root: Option<&Path>, is_needed: bool) -> Result<MakeRustlsConnect, QueueError> {
    let refused = |problem: String| QueueError::Refused(problem);
    let mut roots = RootCertStore::empty();
    match root {
        Some(path) => {
            let unreadable = |error: &dyn std::fmt::Display| {
                refused(format!("{} cannot be read: {error}", path.display()))
            };
            let certificates =
                CertificateDer::pem_file_iter(path).map_err(|error| unreadable(&error))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                roots.add(certificate).map_err(|error| unreadable(&error))?;
            }
        }
        None if is_needed => {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
        }
        None => {}
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| refused(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_elsewhere_must_be_trusted() {
        let mode = |url: &str| settings(url).map(|settings| settings.config.get_ssl_mode());
        assert_eq!(mode("postgres://db.example/games"), Ok(SslMode::Require));
        assert_eq!(mode("postgres://localhost/games"), Ok(SslMode::Disable));
        assert_eq!(
            mode("postgres://%2Fvar%2Frun/games?application_name=x"),
            Ok(SslMode::Disable)
        );
        assert_eq!(
            mode("postgres://db.example/games?sslmode=disable&connect_timeout=3"),
            Ok(SslMode::Disable)
        );
        assert!(mode("postgres://db.example/games?sslmode=perhaps").is_err());
        assert!(mode("postgres://db.example/?sslrootcert=/nowhere.pem").is_err());
    }
}
