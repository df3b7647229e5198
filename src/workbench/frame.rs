//! How the terminal's rectangle is shared out, so that the core knows how many lines a page has.
//!
//! Row 1 is the breadcrumb; the last two rows are the sentence and the keys; the panes share the rest.

use super::keys::Action;

pub const LEAST_WIDTH: u16 = 60;
pub const LEAST_HEIGHT: u16 = 15;

const LEAST_RIGHT: u16 = 26;

const ENOUGH_RIGHT: u16 = 46;
const BESIDE_CELLS: u16 = 40;

const LEAST_BELOW: u16 = 7;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    Master,
    Detail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub width: u16,
    pub height: u16,
    pub zoom: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Tiny,
    One,
    Two,
}

impl Frame {
    pub const fn new(width: u16, height: u16) -> Frame {
        Frame { width, height, zoom: false }
    }

    pub fn shape(self) -> Shape {
        if self.width < LEAST_WIDTH || self.height < LEAST_HEIGHT {
            Shape::Tiny
        } else if self.width < 80 || self.zoom {
            Shape::One
        } else {
            Shape::Two
        }
    }

    pub fn body(self) -> u16 {
        self.height.saturating_sub(3)
    }

    pub fn lines(self) -> usize {
        usize::from(self.body().saturating_sub(2))
    }

    /// The lines that a page goes on by, where `other` lines of the pane are none of the list.
    pub fn page(self, other: usize) -> usize {
        self.lines().saturating_sub(other).max(1)
    }

    /// The width of the left pane, with its border, where what it holds needs so many columns between the borders.
    /// `wide` is for screens whose left pane is a table, which gets the larger share at any width, or what it needs.
    pub fn left(self, wide: bool, needed: usize) -> u16 {
        let needed = u16::try_from(needed).unwrap_or(u16::MAX).saturating_add(4);
        match self.shape() {
            Shape::Two if wide || self.width >= 120 => {
                let right = if wide { BESIDE_CELLS } else { ENOUGH_RIGHT };
                needed.min(self.width.saturating_sub(right)).max((u32::from(self.width) * 62 / 100) as u16)
            }
            Shape::Two => needed.clamp(self.width / 2, self.width - LEAST_RIGHT),
            Shape::Tiny | Shape::One => self.width,
        }
    }

    /// Whether a table that needs so many columns stands whole beside the pane that explains it. Where it does not, that
    /// pane stands below it.
    pub fn fits_beside(self, needed: usize) -> bool {
        self.zoom || self.width >= 120 || needed + 4 <= usize::from(self.width - LEAST_RIGHT.min(self.width))
    }

    /// The height of a pane that has another one below it, with its border, where it wants so many lines.
    pub fn upper(self, lines: usize) -> u16 {
        let wanted = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
        wanted.min(self.body().saturating_sub(LEAST_BELOW)).max(self.body() / 2)
    }

    /// The width of what stands beside the left pane and in place of the right one; all of it where there is one pane.
    pub fn beside(self, least: u16) -> u16 {
        match self.width {
            80.. => (self.width - self.width * 62 / 100).max(least),
            width => width,
        }
    }

    /// The size of a dialog that wants `width` by `height`, borders included: the same at 120 columns as at 80.
    pub fn dialog(self, width: u16, height: u16) -> (u16, u16) {
        (width.min(self.width.saturating_sub(4)), height.min(self.body().saturating_sub(2)))
    }
}

/// Moves a scroll position as little as needed for `cursor` to be among the `lines` shown.
pub fn follow(scroll: usize, cursor: usize, lines: usize) -> usize {
    let lines = lines.max(1);
    if cursor < scroll {
        cursor
    } else if cursor >= scroll.saturating_add(lines) {
        cursor + 1 - lines
    } else {
        scroll
    }
}

/// Moves a place in a list whose last place is `last`; whether the action was a movement.
pub fn moves(place: &mut usize, last: usize, page: usize, action: &Action) -> bool {
    let to = moved((*place).min(last), last, page, action);
    *place = to.unwrap_or(*place);
    to.is_some()
}

pub fn moved(at: usize, last: usize, page: usize, action: &Action) -> Option<usize> {
    Some(match action {
        Action::Up => at.saturating_sub(1),
        Action::Down => at.saturating_add(1).min(last),
        Action::PageUp => at.saturating_sub(page),
        Action::PageDown => at.saturating_add(page).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => return None,
    })
}

const LIFE: u8 = 16;
/// Characters that are read in that time; of more, each so many take as long again.
const READ: usize = 76;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    pub text: String,
    left: u8,
}

impl Toast {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let rows = u8::try_from(text.chars().count().div_ceil(READ)).unwrap_or(u8::MAX).max(1);
        Toast { text, left: LIFE.saturating_mul(rows) }
    }

    pub fn tick(self) -> Option<Toast> {
        let left = self.left.checked_sub(1).filter(|left| *left > 0)?;
        Some(Toast { left, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_change_at_the_documented_widths() {
        let shape = |width, height| Frame::new(width, height).shape();
        assert_eq!(shape(59, 40), Shape::Tiny);
        assert_eq!(shape(60, 14), Shape::Tiny);
        assert_eq!(shape(60, 15), Shape::One);
        assert_eq!(shape(79, 24), Shape::One);
        assert_eq!(shape(80, 24), Shape::Two);
        let left = |width, needed| Frame::new(width, 24).left(false, needed);
        assert_eq!([0, 36, 37, 50, 51, 99].map(|needed| left(80, needed)), [40, 40, 41, 54, 54, 54]);
        assert_eq!([50, 51, 99].map(|needed| Frame::new(80, 24).fits_beside(needed)), [true, false, false]);
        assert!(Frame::new(120, 40).fits_beside(99));
        let zoomed = Frame { zoom: true, ..Frame::new(160, 48) };
        assert_eq!((zoomed.shape(), zoomed.left(false, 20)), (Shape::One, 160));
        assert_eq!([3, 12, 40].map(|lines| Frame::new(80, 24).upper(lines)), [10, 14, 14]);
        assert_eq!((left(119, 60), left(120, 60), left(120, 99)), (64, 74, 74));
        assert_eq!([20, 80, 99].map(|needed| left(140, needed)), [86, 86, 94]);
        let table = |width, needed| Frame::new(width, 24).left(true, needed);
        assert_eq!([(80, 99), (118, 60), (118, 73), (118, 99)].map(|(w, n)| table(w, n)), [49, 73, 77, 78]);
    }

    #[test]
    fn scrolling_follows_the_cursor_and_no_further() {
        assert_eq!(follow(0, 9, 10), 0);
        assert_eq!(follow(0, 10, 10), 1);
        assert_eq!(follow(5, 4, 10), 4);
        assert_eq!(follow(5, 8, 10), 5);
        assert_eq!(follow(0, 3, 0), 3);
    }
}
