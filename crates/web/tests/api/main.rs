//! The server as clients see it: requests in, documents and events out.

mod clocks;
mod fuzzing;
mod serving;
mod setting_up;
mod support;
mod thinking;
