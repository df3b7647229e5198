//! Codes of words, of which a text has one for each word: two bytes each, as long as all of them fit.

/// The codes, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub enum WordIds {
    /// Each below 2¹⁶.
    Short(Vec<u16>),
    /// Of any size.
    Long(Vec<u32>),
}

/// Some of the codes, in reading order.
#[derive(Clone, Debug)]
pub enum Words<'a> {
    /// Each below 2¹⁶.
    Short(std::slice::Iter<'a, u16>),
    /// Of any size.
    Long(std::slice::Iter<'a, u32>),
}

impl WordIds {
    /// None yet.
    pub const fn new() -> WordIds {
        WordIds::Short(Vec::new())
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            WordIds::Short(ids) => ids.len(),
            WordIds::Long(ids) => ids.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more at the end.
    #[inline]
    pub fn push(&mut self, id: u32) {
        match self {
            WordIds::Long(ids) => ids.push(id),
            WordIds::Short(ids) => match u16::try_from(id) {
                Ok(id) => ids.push(id),
                Err(_) => {
                    let mut long: Vec<u32> = ids.iter().map(|id| u32::from(*id)).collect();
                    long.push(id);
                    *self = WordIds::Long(long);
                }
            },
        }
    }

    /// Puts another code in the place of each.
    pub fn recode(&mut self, code: impl Fn(u32) -> u32) {
        match self {
            WordIds::Long(ids) => ids.iter_mut().for_each(|id| *id = code(*id)),
            WordIds::Short(ids) => {
                let is_long = |id: &mut u16| match u16::try_from(code(u32::from(*id))) {
                    Ok(new) => {
                        *id = new;
                        false
                    }
                    Err(_) => true,
                };
                if let Some(at) = ids.iter_mut().position(is_long) {
                    let (new, old) = ids.split_at(at);
                    let new = new.iter().map(|id| u32::from(*id));
                    *self = WordIds::Long(new.chain(old.iter().map(|id| code(u32::from(*id)))).collect());
                }
            }
        }
    }

    /// Those of a document that begins and ends at these places; none outside.
    pub fn from_to(&self, from: usize, to: usize) -> Words<'_> {
        match self {
            WordIds::Short(ids) => Words::Short(ids.get(from..to).unwrap_or_default().iter()),
            WordIds::Long(ids) => Words::Long(ids.get(from..to).unwrap_or_default().iter()),
        }
    }

    /// Gives back the room that no code takes.
    pub fn shrink(&mut self) {
        match self {
            WordIds::Short(ids) => ids.shrink_to_fit(),
            WordIds::Long(ids) => ids.shrink_to_fit(),
        }
    }
}

impl Default for WordIds {
    fn default() -> Self {
        WordIds::new()
    }
}

impl Default for Words<'_> {
    fn default() -> Self {
        Words::Short([].iter())
    }
}

impl Iterator for Words<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        match self {
            Words::Short(ids) => ids.next().map(|id| u32::from(*id)),
            Words::Long(ids) => ids.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Words::Short(ids) => ids.size_hint(),
            Words::Long(ids) => ids.size_hint(),
        }
    }

    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, mut each: F) -> B {
        match self {
            Words::Short(ids) => ids.fold(init, |all, id| each(all, u32::from(*id))),
            Words::Long(ids) => ids.fold(init, |all, id| each(all, *id)),
        }
    }
}

impl ExactSizeIterator for Words<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_below_two_to_the_sixteenth_take_two_bytes_and_the_next_one_makes_all_of_them_longer() {
        let mut ids = WordIds::new();
        [3, 65_534, 65_535].into_iter().for_each(|id| ids.push(id));
        assert_eq!(ids, WordIds::Short(vec![3, 65_534, 65_535]));
        ids.push(65_536);
        ids.push(7);
        assert_eq!(ids, WordIds::Long(vec![3, 65_534, 65_535, 65_536, 7]));
        assert_eq!(ids.from_to(2, 4).collect::<Vec<_>>(), [65_535, 65_536]);
        assert_eq!((ids.from_to(4, 6).len(), ids.from_to(1, 4).len()), (0, 3));
        let mut ids = WordIds::Short(vec![0, 1, 0]);
        ids.recode(|id| 9 - id);
        assert_eq!(ids, WordIds::Short(vec![9, 8, 9]));
        ids.recode(|id| id + 65_527);
        assert_eq!(ids, WordIds::Long(vec![65_536, 65_535, 65_536]));
        ids.recode(|id| id - 65_535);
        assert_eq!(ids, WordIds::Long(vec![1, 0, 1]));
    }
}
