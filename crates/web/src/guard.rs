//! Who may ask: the page itself, on this machine, or whoever has the token.

use crate::Config;
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The name of the cookie that has the token.
pub(crate) const COOKIE_NAME: &str = "partida";

/// Nothing but what this server sends itself; no script that stands in a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Refuses whoever may not ask, and says to browsers what pages may do.
pub(crate) async fn guard(
    State(config): State<Arc<Config>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = check(&config, request.headers(), request.uri().query());
    let mut response = match &checked {
        Ok(_) => next.run(request).await,
        Err(problem) => problem.clone().into_response(),
    };
    let headers = response.headers_mut();
    if let (Ok(Known::ByAddress), Some(token)) = (checked, &config.token) {
        // Whatever the page asks for from now on has it.
        let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.insert(SET_COOKIE, cookie);
        }
    }
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        // Who answers may know better what its own page may do.
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// How somebody is known who may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// By the token in the address: the one that the server printed.
    ByAddress,
    /// Otherwise.
    Else,
}

fn check(config: &Config, headers: &HeaderMap, query: Option<&str>) -> Result<Known, Problem> {
    let host = text(headers, HOST.as_str())?;
    let Some(host) = host.filter(|host| config.is_own_host(host)) else {
        // A name that somebody else had lead to this machine.
        return Err(Problem::forbidden("this server has another name"));
    };
    if let Some(origin) = text(headers, ORIGIN.as_str())? {
        let own = origin.strip_prefix("http://");
        let own = own.or_else(|| origin.strip_prefix("https://"));
        if own != Some(host) {
            return Err(Problem::forbidden("another page may not ask this server"));
        }
    }
    let Some(token) = &config.token else {
        return Ok(Known::Else);
    };
    let bearer = text(headers, AUTHORIZATION.as_str())?.and_then(|it| it.strip_prefix("Bearer "));
    let cookies = text(headers, COOKIE.as_str())?.unwrap_or_default();
    let in_cookie = cookies.split(';').find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE_NAME).then_some(value)
    });
    let in_query =
        query.and_then(|query| query.split('&').find_map(|it| it.strip_prefix("token=")));
    let is_right = |given: Option<&str>| given.is_some_and(|given| is_same(given, token));
    if is_right(bearer) || is_right(in_cookie) {
        Ok(Known::Else)
    } else if is_right(in_query) {
        Ok(Known::ByAddress)
    } else {
        Err(Problem::unauthorised())
    }
}

fn text<'headers>(
    headers: &'headers HeaderMap,
    name: &str,
) -> Result<Option<&'headers str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Problem::wrong(format!("there are several headers {name}")));
    }
    match first.map(HeaderValue::to_str) {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(text)),
        Some(Err(_)) => Err(Problem::wrong(format!("the header {name} is no text"))),
    }
}

/// Compares without telling by the time it takes how much was right.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let differences = pairs.fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Whether a name in a request is one of this machine's own that cannot be somebody else's: an address, or
/// localhost. Port and brackets are left out.
pub(crate) fn is_local_name(host: &str) -> bool {
    let name = host_name(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    let is_loopback = address.parse::<IpAddr>().is_ok_and(|it| it.is_loopback());
    is_loopback || name.eq_ignore_ascii_case("localhost")
}

/// A host without its port.
pub(crate) fn host_name(host: &str) -> &str {
    match host.rfind(']') {
        Some(end) => &host[..=end],
        None => host.split(':').next().unwrap_or(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_are_known() {
        for host in [
            "localhost:8080",
            "127.0.0.1",
            "127.0.0.1:80",
            "[::1]:9",
            "LOCALHOST",
        ] {
            assert!(is_local_name(host), "{host}");
        }
        for host in [
            "",
            "evil.example:80",
            "localhost.evil.example",
            "10.0.0.1:80",
            "[::2]",
        ] {
            assert!(!is_local_name(host), "{host}");
        }
    }
}
