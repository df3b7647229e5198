//! The characters formulas are built from, in three tiers.
//!
//! Terminals draw the box characters themselves, so those always join; the mathematical pieces are better shaped in
//! a font that has them; ASCII is for everything else. This module knows characters, not formulas.

/// Which characters a two-dimensional formula may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Fences from the box-drawing block.
    #[default]
    Box,
    /// Fences from the block of mathematical bracket pieces.
    Math,
    /// No character beyond ASCII, except in names from data.
    Ascii,
}

/// A pair of fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    Round,
    Square,
    Bar,
}

/// One side of a tall fence: its top, middle and bottom piece.
pub(super) type Pieces = [&'static str; 3];

impl Fence {
    /// Both sides around something one row tall.
    pub(super) fn flat(self) -> [&'static str; 2] {
        match self {
            Fence::Round => ["(", ")"],
            Fence::Square => ["[", "]"],
            Fence::Bar => ["|", "|"],
        }
    }

    /// Both sides around something taller.
    pub(super) fn tall(self, tier: Tier) -> [Pieces; 2] {
        match (self, tier) {
            (Fence::Round, Tier::Box) => [["╭", "│", "╰"], ["╮", "│", "╯"]],
            (Fence::Round, Tier::Math) => [["⎛", "⎜", "⎝"], ["⎞", "⎟", "⎠"]],
            (Fence::Round, Tier::Ascii) => [["/", "|", "\\"], ["\\", "|", "/"]],
            (Fence::Square, Tier::Box) => [["┌", "│", "└"], ["┐", "│", "┘"]],
            (Fence::Square, Tier::Math) => [["⎡", "⎢", "⎣"], ["⎤", "⎥", "⎦"]],
            (Fence::Square, Tier::Ascii) => [["["; 3], ["]"; 3]],
            (Fence::Bar, Tier::Box | Tier::Math) => [["│"; 3], ["│"; 3]],
            (Fence::Bar, Tier::Ascii) => [["|"; 3], ["|"; 3]],
        }
    }
}

/// The text in superscript characters, if every one of its characters has one that fonts can be relied on to hold.
///
/// Blanks around the signs are dropped: `n − 1` becomes `ⁿ⁻¹`.
pub(super) fn superscript(text: &str) -> Option<String> {
    let mut tight = text.to_owned();
    for sign in ["+", "−", "="] {
        tight = tight.replace(&format!(" {sign} "), sign);
    }
    tight.chars().map(superscript_char).collect()
}

fn superscript_char(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4'..='9' => char::from_u32(u32::from('⁴') + u32::from(c) - u32::from('4'))?,
        '+' => '⁺',
        '−' | '-' => '⁻',
        '=' => '⁼',
        '(' => '⁽',
        ')' => '⁾',
        'i' => 'ⁱ',
        'n' => 'ⁿ',
        'T' => 'ᵀ',
        'd' => 'ᵈ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::superscript;

    #[test]
    fn superscripts_are_all_or_nothing() {
        assert_eq!(superscript("0123456789").as_deref(), Some("⁰¹²³⁴⁵⁶⁷⁸⁹"));
        assert_eq!(superscript("n − 1").as_deref(), Some("ⁿ⁻¹"));
        assert_eq!(superscript("(i)").as_deref(), Some("⁽ⁱ⁾"));
        assert_eq!(superscript("k"), None);
        assert_eq!(superscript("1/2"), None);
        assert_eq!(superscript("n d"), None, "two factors would read as one name");
    }
}
