//! Advice for searches.

use super::Bricks;
use game::Guidance;
use game::bits::Bits;

impl<B: Bits> Guidance for Bricks<B> {}
