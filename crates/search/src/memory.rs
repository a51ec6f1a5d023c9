//! How memory is asked for where a search waits for it most.

#[cfg(target_os = "linux")]
use rustix::mm::{Advice, madvise};

/// What the smallest page is, at most, on the machines we know. A range that begins inside a page
/// is refused, and then nothing is gained.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// Large tables are read here and there, and almost every look needs another page; the processor
/// finds its way to few large pages sooner than to many small ones. (Connect, a table of 64 MiB: a
/// tenth of the time of a whole search.) Where the system knows nothing of it, nothing happens.
#[cfg(target_os = "linux")]
pub(crate) fn ask_for_large_pages<T>(slots: &[T]) {
    let start = slots.as_ptr();
    let beyond = (start.addr() + size_of_val(slots)) / PAGE * PAGE;
    let first = start.addr().next_multiple_of(PAGE);
    if first >= beyond {
        return;
    }
    // SAFETY: the range lies within memory that we hold, and this advice changes neither what is
    // in it nor who may read or write it: only how the system maps it.
    #[expect(unsafe_code, reason = "measured: see above")]
    let advised = unsafe {
        let range = start.with_addr(first).cast_mut().cast();
        madvise(range, beyond - first, Advice::LinuxHugepage)
    };
    // It was a wish.
    advised.ok();
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn ask_for_large_pages<T>(_slots: &[T]) {}
