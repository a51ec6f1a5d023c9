//! Positions met before, and what was found out about them.

use game::Score;

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
}

/// What is known about a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<M> {
    key: u64,
    /// Seen from the position itself.
    pub(crate) value: Score,
    /// Plies searched below it.
    pub(crate) depth: u16,
    pub(crate) bound: Bound,
    /// Whether the whole game below it was seen, so that greater depth changes nothing.
    pub(crate) whole: bool,
    /// The best move, or the one that cut.
    pub(crate) best: Option<M>,
    /// Which search wrote it.
    age: u8,
}

/// A table of positions with two entries a place: one for the deeper search, one for the later.
#[derive(Debug)]
pub(crate) struct Table<M> {
    places: Vec<[Option<Entry<M>>; 2]>,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table that takes at most so many bytes, but has at least one place.
    pub(crate) fn new(bytes: usize) -> Table<M> {
        let places = (bytes / size_of::<[Option<Entry<M>>; 2]>()).max(1);
        // A power of two, so that a place is found by masking.
        let places = 1 << places.ilog2();
        Table {
            places: (0..places).map(|_| [None, None]).collect(),
            age: 0,
        }
    }

    /// What was written before now gives way more easily.
    pub(crate) fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.places[self.place(key)]
            .iter()
            .flatten()
            .find(|entry| entry.key == key)
    }

    #[inline]
    pub(crate) fn put(
        &mut self,
        key: u64,
        value: Score,
        depth: u16,
        bound: Bound,
        whole: bool,
        best: Option<M>,
    ) {
        let entry = Entry {
            key,
            value,
            depth,
            bound,
            whole,
            best,
            age: self.age,
        };
        let age = self.age;
        let index = self.place(key);
        let [deeper, later] = &mut self.places[index];
        match deeper {
            Some(kept) if kept.key != key && kept.age == age && kept.depth > depth => {
                *later = Some(entry);
            }
            _ => {
                if let Some(kept) = deeper
                    && kept.key != key
                {
                    *later = Some(*kept);
                }
                *deeper = Some(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_entry_stays_and_the_later_one_is_kept_beside_it() {
        let mut table = Table::<u8>::new(1);
        let put = |table: &mut Table<u8>, key, depth| {
            table.put(
                key,
                Score::value(key as i32),
                depth,
                Bound::Exact,
                false,
                Some(1),
            );
        };
        table.begin_search();
        put(&mut table, 1, 5);
        put(&mut table, 2, 3);
        put(&mut table, 3, 4);
        let depth_of = |table: &Table<u8>, key| table.get(key).map(|entry| entry.depth);
        assert_eq!(depth_of(&table, 1), Some(5));
        assert_eq!(depth_of(&table, 2), None);
        assert_eq!(depth_of(&table, 3), Some(4));
        // The same position again: one entry, the newest.
        put(&mut table, 1, 2);
        assert_eq!(depth_of(&table, 1), Some(2));
        // In the next search the old ones give way, deep or not.
        table.begin_search();
        put(&mut table, 4, 1);
        assert_eq!(depth_of(&table, 4), Some(1));
        assert_eq!(depth_of(&table, 1), Some(2));
        assert_eq!(depth_of(&table, 3), None);
    }
}
