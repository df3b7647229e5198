//! A property of characters, looked up: the general category of a character is searched for, and texts ask for the same few
//! scripts again and again.

use std::sync::OnceLock;

/// Characters of the basic plane are looked up in blocks, each filled when it is first asked for.
const PLANE: usize = 0x1_0000;
const BLOCK: usize = 256;

pub(crate) struct CharSet {
    blocks: [OnceLock<[bool; BLOCK]>; PLANE / BLOCK],
    has: fn(char) -> bool,
}

impl CharSet {
    /// The characters for which a function is true; it is called once for each of them.
    pub(crate) const fn new(has: fn(char) -> bool) -> CharSet {
        CharSet { blocks: [const { OnceLock::new() }; PLANE / BLOCK], has }
    }

    pub(crate) fn contains(&self, c: char) -> bool {
        let code = u32::from(c);
        let (at, place) = (code as usize / BLOCK, code as usize % BLOCK);
        let Some(block) = self.blocks.get(at) else { return (self.has)(c) };
        let first = code - place as u32;
        let fill = || std::array::from_fn(|at| char::from_u32(first + at as u32).is_some_and(self.has));
        block.get_or_init(fill).get(place).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_what_it_is() {
        let set = CharSet::new(char::is_uppercase);
        let all = (0..=0x1_0fff).step_by(7).filter_map(char::from_u32);
        all.for_each(|c| assert_eq!(set.contains(c), c.is_uppercase(), "{c:?}"));
    }
}
