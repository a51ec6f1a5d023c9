//! Where a cluster is. What is written of an address never shows its secrets.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// What stands for what is not shown.
const HIDDEN: &str = "…";

/// Where a cluster is: a PostgreSQL server for many machines, or an SQLite file for one.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A connection string, `postgres://…`.
    Postgres(String),
    /// A file.
    Sqlite(PathBuf),
}

/// A text that is no address. The text is not repeated: it may have a password in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a cluster is postgres://USER:PASSWORD@HOST/DATABASE or sqlite:FILE")]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Address, NoAddress> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Address::Postgres(text.to_string()));
        }
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Address::Sqlite(path.into())),
            _ => Err(NoAddress),
        }
    }
}

impl Address {
    /// What must not be shown to anybody, in all its spellings.
    fn secrets(&self) -> Vec<String> {
        let Address::Postgres(url) = self else {
            return Vec::new();
        };
        let mut secrets = vec![url.clone()];
        let after_scheme = url.split_once("://").map_or("", |(_, rest)| rest);
        let authority = after_scheme.split(['/', '?']).next().unwrap_or("");
        let user_info = authority.rsplit_once('@').map_or("", |(before, _)| before);
        if let Some((_, password)) = user_info.split_once(':') {
            secrets.push(password.to_string());
        }
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let given = query
            .split('&')
            .filter_map(|it| it.strip_prefix("password="));
        secrets.extend(given.map(str::to_string));
        let decoded: Vec<String> = secrets.iter().map(|it| without_percents(it)).collect();
        secrets.extend(decoded);
        secrets.retain(|secret| !secret.is_empty());
        secrets
    }

    /// A text without anything that must not be shown.
    #[must_use]
    pub fn scrubbed(&self, text: &str) -> String {
        let mut text = text.to_string();
        for secret in self.secrets() {
            text = text.replace(&secret, HIDDEN);
        }
        text
    }
}

/// A text of an address as it is meant.
fn without_percents(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = match (first, behind) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = &behind[if code.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Sqlite(path) => write!(formatter, "sqlite:{}", path.display()),
            Address::Postgres(url) => {
                let after_scheme = url.split_once("://").map_or("", |(_, rest)| rest);
                let place = after_scheme.split('?').next().unwrap_or("");
                let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
                write!(formatter, "postgres://{HIDDEN}@{place}")
            }
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_never_shown() {
        for text in [
            "postgres://ann:s%40cret@db.example:5433/games?sslmode=require",
            "postgresql://db/games?user=ann&password=s%40cret",
        ] {
            let address: Address = text.parse().expect("an address");
            for shown in [
                format!("{address} {address:?} {:?}", Some(&address)),
                address.scrubbed(&format!("cannot open {text}: s%40cret, s@cret")),
            ] {
                assert!(
                    !shown.contains("s@cret") && !shown.contains("s%40cret"),
                    "{shown}"
                );
            }
        }
        let address: Address = "postgres://ann:secret@db/games"
            .parse()
            .expect("an address");
        assert_eq!(address.to_string(), "postgres://…@db/games");
    }

    #[test]
    fn other_texts_are_no_addresses() {
        for text in ["", "sqlite:", "mysql://x", "/tmp/file.db"] {
            assert_eq!(text.parse::<Address>(), Err(NoAddress));
        }
    }
}
