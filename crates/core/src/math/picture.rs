//! Formulas drawn in two dimensions from characters. All rows of a picture are equally wide. The baseline is the row that is
//! level with the text around it, such as the bar of a fraction.

use super::Quantity;
use crate::text::display_width;

/// What a piece of a formula is, for whoever colours it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SpanRole {
    #[default]
    Plain,
    Number,
    /// A relation or an operator with the blanks around it; a row may be broken before it.
    Operator,
    /// A matrix by its letter, to be drawn bold so that Σ is not taken for ∑.
    Matrix,
    Name,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub role: SpanRole,
    /// The number it stands for, where it has an address.
    pub link: Option<Quantity>,
}

pub type Row = Vec<Span>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The rows, from the top; all are `width` cells wide.
    pub rows: Vec<Row>,
    pub width: usize,
    pub baseline: usize,
}

impl Span {
    pub(super) fn new(text: impl Into<String>, role: SpanRole) -> Self {
        Span { text: text.into(), role, link: None }
    }

    pub(super) fn blank(width: usize) -> Self {
        Span::new(" ".repeat(width), SpanRole::Plain)
    }
}

pub(super) fn row_width(row: &[Span]) -> usize {
    row.iter().map(|span| display_width(&span.text)).sum()
}

pub(super) fn row_text(row: &[Span]) -> String {
    row.iter().map(|span| span.text.as_str()).collect()
}

impl Picture {
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows as text, without blanks at their ends.
    pub fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| row_text(row).trim_end().to_owned()).collect()
    }

    pub(super) fn of_row(row: Row) -> Self {
        Picture { width: row_width(&row), rows: vec![row], baseline: 0 }
    }

    pub(super) fn text(text: impl Into<String>, role: SpanRole) -> Self {
        Picture::of_row(vec![Span::new(text, role)])
    }

    pub(super) fn into_row(self) -> Row {
        self.rows.into_iter().next().unwrap_or_default()
    }

    pub(super) fn beside(pictures: impl IntoIterator<Item = Picture>) -> Self {
        let pictures: Vec<Picture> = pictures.into_iter().collect();
        let above = pictures.iter().map(|p| p.baseline).max().unwrap_or(0);
        let below = pictures.iter().map(|p| p.rows.len().saturating_sub(p.baseline)).max().unwrap_or(0);
        let mut rows: Vec<Row> = vec![Row::new(); above + below];
        let mut width = 0;
        for picture in pictures {
            let top = above - picture.baseline;
            let bottom = top + picture.rows.len();
            for (at, row) in rows.iter_mut().enumerate() {
                if (at < top || at >= bottom) && picture.width > 0 {
                    row.push(Span::blank(picture.width));
                }
            }
            for (row, more) in rows.iter_mut().skip(top).zip(picture.rows) {
                row.extend(more);
            }
            width += picture.width;
        }
        Picture { rows, width, baseline: above }
    }

    /// Pictures above each other, centred with the odd column on the left, so that units stand under units.
    pub(super) fn stack(pictures: impl IntoIterator<Item = Picture>, baseline: usize) -> Self {
        Picture::pile(pictures, baseline, |room| room.div_ceil(2))
    }

    pub(super) fn flush_left(pictures: impl IntoIterator<Item = Picture>, baseline: usize) -> Self {
        Picture::pile(pictures, baseline, |_| 0)
    }

    fn pile(
        pictures: impl IntoIterator<Item = Picture>,
        baseline: usize,
        left_of: impl Fn(usize) -> usize,
    ) -> Self {
        let pictures: Vec<Picture> = pictures.into_iter().collect();
        let width = pictures.iter().map(|p| p.width).max().unwrap_or(0);
        let mut rows = Vec::new();
        for picture in pictures {
            let room = width - picture.width;
            let left = left_of(room);
            let blank = |width: usize| (width > 0).then(|| Span::blank(width));
            let padded = |row: Row| blank(left).into_iter().chain(row).chain(blank(room - left)).collect();
            rows.extend(picture.rows.into_iter().map(padded));
        }
        let baseline = baseline.min(rows.len().saturating_sub(1));
        Picture { rows, width, baseline }
    }

    pub(super) fn with_corner(self, corner: impl Into<String>) -> Self {
        let baseline = self.baseline;
        let base = Picture { baseline: 0, ..self };
        Picture { baseline, ..Picture::beside([base, Picture::text(corner, SpanRole::Plain)]) }
    }

    pub(super) fn with_raised(self, raised: Picture) -> Self {
        let baseline = raised.height() + self.baseline;
        let left = Picture { width: self.width, rows: vec![vec![Span::blank(self.width)]], baseline: 0 };
        let upper = Picture::beside([left, Picture { baseline: 0, ..raised }]);
        Picture::flush_left([upper, self], baseline)
    }

    pub(super) fn gap() -> Self {
        Picture::of_row(Row::new())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    Round,
    Square,
    Bar,
}

impl Fence {
    /// The left and the right side: the piece of a single row, and the top, middle and bottom of several.
    pub(super) fn sides(self, ascii: bool) -> [[&'static str; 4]; 2] {
        match (self, ascii) {
            (Fence::Round, false) => [["(", "╭", "│", "╰"], [")", "╮", "│", "╯"]],
            (Fence::Round, true) => [["(", "/", "|", "\\"], [")", "\\", "|", "/"]],
            (Fence::Square, false) => [["[", "┌", "│", "└"], ["]", "┐", "│", "┘"]],
            (Fence::Square, true) => [["["; 4], ["]"; 4]],
            (Fence::Bar, false) => [["|", "│", "│", "│"]; 2],
            (Fence::Bar, true) => [["|"; 4]; 2],
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
    let raised = |c: char| {
        let at = "0123456789+−-=()inTd".chars().position(|plain| plain == c)?;
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿᵀᵈ".chars().nth(at)
    };
    tight.chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
