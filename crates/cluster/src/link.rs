//! A connection that is made again when it breaks.

use crate::address::Address;
use crate::postgres::Postgres;
use crate::queue::{Queue, QueueError};
use crate::sqlite::Sqlite;
use std::time::Duration;

/// How long to wait before a connection is made anew: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Opens the queue of a cluster whose tables are there.
pub fn open(address: &Address) -> Result<Box<dyn Queue>, QueueError> {
    connect(address, true)
}

/// Opens the queue of a cluster that may have no tables yet.
pub(crate) fn connect(address: &Address, is_checked: bool) -> Result<Box<dyn Queue>, QueueError> {
    let opened = match address {
        Address::Postgres(url) => Postgres::connect(url).and_then(|mut queue| {
            if is_checked {
                queue.check()?;
            }
            Ok(Box::new(queue) as Box<dyn Queue>)
        }),
        Address::Sqlite(path) => Sqlite::open(path).and_then(|mut queue| {
            if is_checked {
                queue.check()?;
            }
            Ok(Box::new(queue) as Box<dyn Queue>)
        }),
    };
    opened.map_err(|error| scrubbed(address, error))
}

fn scrubbed(address: &Address, error: QueueError) -> QueueError {
    match error {
        QueueError::Unreachable(text) => QueueError::Unreachable(address.scrubbed(&text)),
        QueueError::Refused(text) => QueueError::Refused(address.scrubbed(&text)),
        other => other,
    }
}

/// Waits for a connection, told what is the matter and how long to wait; whether to go on.
pub(crate) type Wait<'wait> = &'wait mut dyn FnMut(&QueueError, Duration) -> bool;

/// The queue of a cluster, over a connection that is made again whenever it breaks.
pub struct Link {
    address: Address,
    queue: Option<Box<dyn Queue>>,
    pause: Duration,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Link")
            .field("address", &self.address)
            .field("is_connected", &self.queue.is_some())
            .finish_non_exhaustive()
    }
}

impl Link {
    /// Connects, and makes the tables.
    pub fn prepare(address: &Address) -> Result<(), QueueError> {
        let prepared = connect(address, false)?.prepare();
        prepared.map_err(|error| scrubbed(address, error))
    }

    /// Connects for the first time: what is wrong now is told at once.
    pub(crate) fn open(address: &Address) -> Result<Link, QueueError> {
        Ok(Link {
            queue: Some(open(address)?),
            address: address.clone(),
            pause: FIRST_PAUSE,
        })
    }

    /// A connection that is made when it is needed.
    pub(crate) fn later(address: &Address) -> Link {
        Link {
            queue: None,
            address: address.clone(),
            pause: FIRST_PAUSE,
        }
    }

    /// Does something, again and again until the cluster can be reached or `wait` says that it is enough. So
    /// whatever is done must do no harm when it is done twice.
    pub(crate) fn with<T>(
        &mut self,
        wait: Wait<'_>,
        mut act: impl FnMut(&mut dyn Queue) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        loop {
            let done = self.queue().and_then(&mut act);
            match done {
                Err(error) if error.is_transient() => {
                    let error = scrubbed(&self.address, error);
                    self.queue = None;
                    if !wait(&error, self.pause) {
                        return Err(error);
                    }
                    self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => return Err(scrubbed(&self.address, error)),
                Ok(value) => {
                    self.pause = FIRST_PAUSE;
                    return Ok(value);
                }
            }
        }
    }

    fn queue(&mut self) -> Result<&mut dyn Queue, QueueError> {
        if self.queue.is_none() {
            self.queue = Some(open(&self.address)?);
        }
        match &mut self.queue {
            Some(queue) => Ok(queue.as_mut()),
            None => Err(QueueError::Unreachable("not connected".to_string())),
        }
    }
}
