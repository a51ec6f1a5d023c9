//! Advice for searches.

use super::Amazons;
use game::Guidance;
use game::bits::Bits;

impl<B: Bits> Guidance for Amazons<B> {}
