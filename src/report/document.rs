//! A result or the text of a pane as a list of blocks that any format can render; and numbers as text.

use crate::math::{Chain, Expr, FIGURES, Number, Precision, Quantity, Rounded, Sentence, sentence};
use crate::plot::{RasterStyle, Scene, class_sign};
use crate::text::{counted, grouped};
use crate::worked::Tableau;
use std::borrow::Cow;
use std::fmt::Display;

/// Space to write by hand: a line of dots, or a rule where the format has one.
pub const BLANK: &str = "……………………………";

/// Two matrices with more columns than this are printed one below the other.
const BESIDE: usize = 3;

#[derive(Clone, Debug, Default)]
pub struct Document {
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub enum Block {
    Title(Sentence),
    Heading(Sentence),
    Text(Sentence),
    Item(Sentence),
    Grid(Grid),
    Formula(Chain),
    Line(Chain),
    /// A step of a derivation: a pane puts its numbers below its formula and highlights its own address.
    Working(Chain, Quantity),
    /// A new page, with its footer where the format has one.
    Page(String),
    Paragraph(Paragraph),
    /// A picture; formats that cannot draw it rely on the text beside it.
    Picture(Box<Picture>),
    Tableau(Tableau),
    /// A blank line in a pane; printed formats put one between all blocks anyway.
    Blank,
    Indent(usize),
}

#[derive(Clone, Debug, Default)]
pub struct Picture {
    pub scene: Scene,
    pub look: RasterStyle,
    pub size: Option<(usize, usize)>,
}

/// The emphasis of a text, where the format can show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Text,
    Strong,
    Secondary,
    Number,
    Warning,
    Good,
    Bad,
    Selected,
    Class(usize),
}

#[derive(Clone, Debug, Default)]
pub struct Paragraph {
    pub role: Role,
    /// Printed before the first line; further lines are indented to the text.
    pub label: String,
    pub label_role: Role,
    pub text: Sentence,
    pub item: bool,
    /// The most lines in a pane; a longer text keeps its ends.
    pub most: Option<usize>,
}

pub fn class_mark(class: usize) -> char {
    class_sign(class, 0, false, false)
}

#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub columns: Vec<(String, Align)>,
    pub rows: Vec<Vec<Sentence>>,
    pub roles: Vec<Role>,
}

/// The alignment of a column: words left, numbers right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    Right,
}

impl Document {
    pub fn titled(text: impl Into<Sentence>) -> Document {
        Document { blocks: vec![Block::Title(text.into())] }
    }

    pub fn headed(text: impl Into<Sentence>) -> Document {
        Document { blocks: vec![Block::Heading(text.into())] }
    }

    pub fn title(&mut self, text: impl Into<Sentence>) {
        self.blocks.push(Block::Title(text.into()));
    }

    pub fn heading(&mut self, text: impl Into<Sentence>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    pub fn text(&mut self, text: impl Into<Sentence>) {
        self.blocks.push(Block::Text(text.into()));
    }

    pub fn texts(&mut self, texts: impl IntoIterator<Item = impl Into<Sentence>>) {
        texts.into_iter().for_each(|text| self.text(text));
    }

    pub fn item(&mut self, text: impl Into<Sentence>) {
        self.blocks.push(Block::Item(text.into()));
    }

    pub fn items(&mut self, texts: impl IntoIterator<Item = impl Into<Sentence>>) {
        texts.into_iter().for_each(|text| self.item(text));
    }

    pub fn grid(&mut self, grid: Grid) {
        self.blocks.push(Block::Grid(grid));
    }

    pub fn formula(&mut self, chain: &Chain) {
        self.blocks.push(Block::Formula(chain.clone()));
    }

    pub fn line(&mut self, chain: &Chain) {
        self.blocks.push(Block::Line(chain.clone()));
    }

    pub fn page(&mut self, foot: impl Into<String>) {
        self.blocks.push(Block::Page(foot.into()));
    }

    /// Adds a blank line, unless one is there.
    pub fn blank(&mut self) {
        if !matches!(self.blocks.last(), Some(Block::Blank)) {
            self.blocks.push(Block::Blank);
        }
    }

    pub fn indent(&mut self, columns: usize) {
        self.blocks.push(Block::Indent(columns));
    }

    pub fn say(&mut self, role: Role, text: impl Into<Sentence>) {
        self.labelled("", role, text);
    }

    pub fn labelled(&mut self, label: impl Into<String>, role: Role, text: impl Into<Sentence>) {
        let (label, label_role, text) = (label.into(), Role::Secondary, text.into());
        let paragraph = Paragraph { role, label, label_role, text, ..Paragraph::default() };
        self.blocks.push(Block::Paragraph(paragraph));
    }

    /// Says how many more there are than the `shown` first: `… and 3 more rows.`
    pub(super) fn more(&mut self, all: usize, shown: usize, noun: &str, rest: impl Display) {
        let more = all.saturating_sub(shown);
        if more > 0 {
            self.text(format!("… and {}{rest}", plural(more, &format!("more {noun}"))));
        }
    }

    pub fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks);
    }

    /// The blocks for print: those that only a pane has become text or are dropped.
    pub(super) fn printed(&self) -> Vec<Cow<'_, Block>> {
        self.blocks.iter().flat_map(Block::printed).collect()
    }
}

impl Block {
    pub(super) fn printed(&self) -> Vec<Cow<'_, Block>> {
        vec![match self {
            Block::Blank | Block::Indent(_) => return Vec::new(),
            Block::Tableau(tableau) => {
                let [left, right] = tableau.matrices(FIGURES);
                let sides = if tableau.left.len() > BESIDE {
                    vec![left, right]
                } else {
                    vec![Expr::Juxt(vec![left, right])]
                };
                return sides.into_iter().map(|side| Cow::Owned(Block::Formula(Chain::new(side)))).collect();
            }
            Block::Working(chain, _) => Cow::Owned(Block::Formula(chain.clone())),
            Block::Paragraph(Paragraph { label, text, item, .. }) => {
                let text = match label.trim() {
                    "" => text.clone(),
                    label => format!("{label} {}", text.plain()).trim().into(),
                };
                Cow::Owned(if *item { Block::Item(text) } else { Block::Text(text) })
            }
            block => Cow::Borrowed(block),
        }]
    }

    pub(super) fn role(&self) -> Role {
        match self {
            Block::Title(_) | Block::Heading(_) => Role::Strong,
            Block::Paragraph(paragraph) => paragraph.role,
            _ => Role::Text,
        }
    }

    /// Whether this follows the block before it without a blank line.
    pub fn is_tight(&self, before: Option<&Block>) -> bool {
        matches!(
            (before, self),
            (None, _) | (Some(Block::Item(_)), Block::Item(_)) | (Some(Block::Line(_)), Block::Line(_))
        )
    }
}

/// Printed blocks that belong together: neighbouring items, or lines of formulas. Every other block is alone.
pub(super) fn groups<'a>(printed: &'a [Cow<'a, Block>]) -> impl Iterator<Item = &'a [Cow<'a, Block>]> {
    printed.chunk_by(|before, block| block.is_tight(Some(before)))
}

pub(super) fn items<'a>(group: &'a [Cow<'a, Block>]) -> impl Iterator<Item = &'a Sentence> {
    group.iter().filter_map(|block| if let Block::Item(text) = &**block { Some(text) } else { None })
}

pub(super) fn chains<'a>(group: &'a [Cow<'a, Block>]) -> impl Iterator<Item = &'a Chain> + Clone {
    group.iter().filter_map(|block| match &**block {
        Block::Formula(chain) | Block::Line(chain) => Some(chain),
        _ => None,
    })
}

/// Cells of a row, from words, numbers and sentences.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { [$($crate::math::Sentence::from($cell)),*] };
}
pub(crate) use cells;

impl Grid {
    pub fn new<T: Into<String>>(columns: impl IntoIterator<Item = (T, Align)>) -> Self {
        let columns = columns.into_iter().map(|(name, align)| (name.into(), align)).collect();
        Grid { columns, ..Grid::default() }
    }

    /// A table without rows; columns of numbers have `>` before their headings.
    pub fn of<'a>(columns: impl IntoIterator<Item = &'a str>) -> Self {
        Grid::new(columns.into_iter().map(|name| match name.strip_prefix('>') {
            Some(name) => (name, Align::Right),
            None => (name, Align::Left),
        }))
    }

    #[must_use]
    pub fn words(self, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.with(Align::Left, names)
    }

    #[must_use]
    pub fn numbers(self, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.with(Align::Right, names)
    }

    fn with(mut self, align: Align, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.columns.extend(names.into_iter().map(|name| (name.to_string(), align)));
        self
    }

    pub(super) fn plain(&self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(Sentence::plain).collect()).collect()
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<Sentence>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Adds a row of its first cell and the `others`.
    pub fn named(
        &mut self,
        first: impl Into<Sentence>,
        others: impl IntoIterator<Item = impl Into<Sentence>>,
    ) {
        self.rows.push([first.into()].into_iter().chain(others.into_iter().map(Into::into)).collect());
    }

    pub fn push(&mut self, role: Role, cells: impl IntoIterator<Item = impl Into<Sentence>>) {
        self.roles.resize(self.rows.len(), Role::Text);
        self.roles.push(role);
        self.row(cells);
    }
}

pub fn decimal(value: &Number) -> Sentence {
    to(value, Precision::Share)
}

/// A number in a cell, with `≈` only before a rounded 1.
pub fn to(value: &Number, precision: Precision) -> Sentence {
    let text = value.rounded(precision);
    if !text.is_exact() && text.pointed() == "1" { sentence!("≈{}", text) } else { text.into() }
}

/// A count with its noun: `1 row`, `3 rows`.
pub(super) fn plural<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    counted(count, noun, &format!("{noun}s"))
}

/// `1 row`, `50,000 rows`.
pub(super) fn many(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A text with its first letter as a capital.
pub(super) fn with_capital(mut text: String) -> String {
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
    }
    text
}

/// The first names of so many: `a, b and 3 more`.
pub(super) fn first_of(names: impl IntoIterator<Item = impl Display>, all: usize) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match all.saturating_sub(names.len()) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// Marks with at most two decimals, without trailing zeros: `4`, `2.5`.
pub fn mark_words(marks: f64) -> String {
    ((marks * 100.0).round() / 100.0).to_string()
}

/// A share in percent, to one decimal: `80.0`.
pub fn percent(share: &Number) -> Rounded {
    share.mul(&Number::from_int(100)).fixed(1)
}

/// `= 0.5` or `≈ 0.3571`: a decimal whose sign shows whether it was rounded.
pub fn equals(value: &Number) -> Sentence {
    let decimal = value.rounded(Precision::Share);
    // Of floats only 0 is known to be exact: one that prints as 1 may be 1 − 1e-18.
    let exact = if value.is_exact() { decimal.is_exact() } else { value.is_zero() };
    sentence!("{} {}", if exact { "=" } else { "≈" }, decimal)
}

/// The natural logarithm; 0 has none.
pub fn ln(value: &Number) -> Sentence {
    if value.is_zero() { "ln 0".into() } else { Number::Float(value.ln()).rounded(Precision::Share).into() }
}

/// A number as counted beside its decimal: `4/8  0.5`; `0/0  undefined` where it has no value.
pub fn written(shown: &Expr, value: Option<&Number>, precision: Precision) -> Sentence {
    match value {
        None => sentence!("{}  undefined", shown),
        Some(value) if !value.is_exact() => to(value, precision),
        Some(value) => sentence!("{}  {}", shown, to(value, precision)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_says_whether_something_was_rounded() {
        for (value, sign) in [
            (Number::ratio(1, 2).unwrap(), "="),
            (Number::ratio(1, 3).unwrap(), "≈"),
            (Number::ratio(0, 3).unwrap(), "="),
            (Number::ratio(3, 3).unwrap(), "="),
            // Prints as 1 but is less.
            (Number::ratio(99_999, 100_000).unwrap(), "≈"),
            (Number::Float(0.0), "="),
            (Number::Float(0.5), "≈"),
            (Number::Float(1.0), "≈"),
        ] {
            assert_eq!(equals(&value).plain().split(' ').next(), Some(sign), "{value:?}");
        }
    }
}
