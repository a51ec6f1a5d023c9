//! Advice for searches.

use super::Tafl;
use game::Guidance;
use game::bits::Bits;

impl<B: Bits> Guidance for Tafl<B> {}
