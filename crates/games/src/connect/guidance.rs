//! Advice for searches.

use super::Connect;
use game::Guidance;
use game::bits::Bits;

impl<B: Bits> Guidance for Connect<B> {}
