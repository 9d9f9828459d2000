//! Values that are used in no order.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::{Advice, MmapMut};

use crate::NoMemory;

/// A slice in pages of its own, huge ones (2 MiB) where the system gives them to who asks: a processor finds few small pages of a table of a
/// gigabyte without reading where they are, and waits for that as long as for the value. For what is long-lived and used in no order: all of
/// a huge page is cleared when its first value is written.
pub struct Pages<T> {
    memory: MmapMut,
    values: PhantomData<[T]>,
}

impl<T: Pod> Pages<T> {
    /// So many zeros. Pages that were never written are not taken.
    ///
    /// # Errors
    /// No such memory.
    pub fn zeroed(what: &str, length: usize) -> Result<Self, NoMemory> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= 4096, "a page is aligned as values are") };
        let refused = || NoMemory::of::<T>(what, length);
        let bytes = length.checked_mul(size_of::<T>()).ok_or_else(refused)?;
        let memory = MmapMut::map_anon(bytes).map_err(|_| refused())?;
        // A system without them has small ones.
        let _ = memory.advise(Advice::HugePage);
        Ok(Self { memory, values: PhantomData })
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.memory)
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.memory)
    }
}

impl<T: Pod> Clone for Pages<T> {
    /// # Panics
    /// Without memory for both.
    fn clone(&self) -> Self {
        let mut copy = Self::zeroed("a copy", self.len()).unwrap_or_else(|error| panic!("{error}"));
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Pod> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pages of {} values", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_a_slice() {
        let mut pages = Pages::<u32>::zeroed("numbers", 1_000_001).unwrap();
        assert!(pages.len() == 1_000_001 && pages.iter().all(|number| *number == 0));
        pages[1_000_000] = 7;
        let copy = pages.clone();
        pages[1_000_000] = 8;
        assert_eq!((copy[1_000_000], pages[1_000_000]), (7, 8));
        assert_eq!(Pages::<u64>::zeroed("nothing", 0).unwrap().len(), 0);
        for length in [usize::MAX, usize::MAX / 16] {
            let error = Pages::<u64>::zeroed("a table", length).unwrap_err();
            assert!(error.to_string().starts_with("no memory for a table"), "{error}");
        }
    }
}
