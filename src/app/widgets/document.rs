//! A document as lines of a pane, beside its renderers for paper in `report`.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::Problem;
use crate::app::prelude::*;
use crate::app::words::worded;
use crate::math::{
    Chain, Expr, FIGURES, Picture, Rel, Row, SentencePiece, SpanRole as Part, Stacked, ToSentence,
};
use crate::report::text::{Laid, Room, laid};
use crate::report::{Block, Paragraph};
use crate::text::shorten;
use crate::worked::Tableau;

const BESIDE: usize = 14;
const FEWEST: usize = 2;
const BELOW: usize = 2;

pub struct Writer<'a> {
    pub theme: &'a Theme,
    pub ascii: bool,
    pub face: Face,
    pub columns: usize,
    pub lines: Vec<Line<'static>>,
    pub selected: Option<usize>,
    indent: usize,
}

impl<'a> Writer<'a> {
    pub fn new(app: &App, theme: &'a Theme, columns: usize) -> Writer<'a> {
        let (ascii, face) = (app.settings.ascii, app.settings.face());
        Writer { theme, ascii, face, columns, lines: Vec::new(), selected: None, indent: 0 }
    }

    pub fn text(&mut self, text: &(impl ToSentence + ?Sized), style: Style) {
        for line in wrap(&self.text_of(&text.to_sentence()), self.columns.saturating_sub(self.indent)) {
            self.indented(Line::styled(line, style));
        }
    }

    fn safe(&self, text: &str) -> String {
        let parts: Vec<_> = text.split('\u{a0}').map(shown).collect();
        worded(&parts.join("\u{a0}"), self.ascii).into_owned()
    }

    fn text_of(&self, sentence: &Sentence) -> String {
        let text = |piece: &SentencePiece| match piece {
            SentencePiece::Words(words) => self.safe(words),
            piece => piece.text(self.face),
        };
        sentence.pieces().iter().map(text).collect()
    }

    pub fn paragraph(&mut self, text: &(impl ToSentence + ?Sized), style: Style) {
        self.blank();
        self.text(text, style);
    }

    pub fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    pub fn line(&mut self, text: impl Into<String>, style: Style) {
        self.lines.push(Line::styled(text.into(), style));
    }

    pub fn problem(&mut self, problem: &Problem) {
        let theme = self.theme;
        self.paragraph(&problem.what, theme.strong);
        if !problem.what.contains(&problem.place) {
            self.text(&problem.place, theme.secondary);
        }
        if !problem.excerpt.is_empty() {
            self.blank();
        }
        problem.excerpt.iter().for_each(|line| self.line(shown(line), theme.text));
        if !problem.fix.is_empty() {
            self.paragraph(&problem.fix, theme.text);
        }
    }

    pub fn dense(&mut self) {
        self.lines.retain(|line| line.width() > 0);
    }

    pub fn document(&mut self, document: &Document) {
        document.blocks.iter().for_each(|block| self.block(block));
        self.indent = 0;
    }

    pub fn spaced(&mut self, document: &Document) {
        let mut before = None;
        for block in &document.blocks {
            if !block.is_tight(before) {
                self.blank();
            }
            let is_indented = matches!(block, Block::Formula(_) | Block::Line(_) | Block::Grid(_));
            self.indent = if is_indented { BELOW } else { 0 };
            self.block(block);
            before = Some(block);
        }
        self.indent = 0;
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Title(text) => self.text(text, self.theme.strong),
            Block::Heading(text) => self.text(text, self.theme.heading),
            Block::Text(text) => self.text(text, self.theme.text),
            Block::Item(text) => {
                self.labelled("• ", self.theme.text, self.text_of(text), self.theme.text, None);
            }
            Block::Paragraph(Paragraph { role, label, label_role, text, most, .. }) => {
                let (label_style, style) = (self.theme.role(*label_role), self.theme.role(*role));
                self.labelled(label, label_style, self.text_of(text), style, *most);
            }
            Block::Grid(grid) => self.grid(grid),
            Block::Formula(chain) => self.stacked(chain),
            Block::Line(chain) => self.formula(chain),
            Block::Working(chain, of) => self.working(chain, of),
            Block::Tableau(tableau) => self.tableau(tableau),
            Block::Page(_) | Block::Picture(_) => {}
            Block::Blank => self.blank(),
            Block::Indent(columns) => self.indent = *columns,
        }
    }

    fn indented(&mut self, mut line: Line<'static>) {
        if self.indent > 0 {
            line.spans.insert(0, Span::raw(" ".repeat(self.indent)));
        }
        self.lines.push(line);
    }

    fn labelled(&mut self, label: &str, label_style: Style, text: String, style: Style, most: Option<usize>) {
        let label = worded(label, self.ascii).into_owned();
        let columns = self.columns.saturating_sub(self.indent);
        let beside = label.trim().is_empty() || columns >= width(&label) + BESIDE;
        let before = if beside { width(&label) } else { BELOW };
        let room = columns.saturating_sub(before);
        let mut rows = wrap(&text, room);
        if most.is_some_and(|most| rows.len() > most) {
            rows = vec![shorten(&text, room).into_owned()];
        }
        if !beside {
            self.indented(Line::styled(label.clone(), label_style));
        }
        for (at, row) in rows.into_iter().enumerate() {
            let head = if at == 0 && beside { label.clone() } else { " ".repeat(before) };
            let mut line = Line::from(vec![Span::styled(row, style)]);
            if before > 0 {
                line.spans.insert(0, Span::styled(head, label_style));
            }
            self.indented(line);
        }
    }

    /// Writes a formula on one line, broken before its relations where it is too long; in two dimensions where that does
    /// not help.
    pub fn formula(&mut self, chain: &Chain) {
        let room = self.columns.saturating_sub(self.indent);
        let rows = Linear(self.face).sides(chain, room);
        let wide = |row: &Row| row.iter().map(|span| width(&span.text)).sum::<usize>() > room;
        if rows.iter().any(wide) {
            return self.picture(&self.pen(room).chain(chain), "", None);
        }
        rows.iter().for_each(|row| self.formula_row("", row, None));
    }

    /// Writes a formula in two dimensions where that fits; else on lines that are broken at relations and operators.
    pub fn stacked(&mut self, chain: &Chain) {
        let room = self.columns.saturating_sub(self.indent);
        let picture = self.pen(room).chain(chain);
        if picture.width <= room {
            return self.picture(&picture, "", None);
        }
        self.linear(chain);
    }

    pub fn linear(&mut self, chain: &Chain) {
        for row in Linear(self.face).lines(chain, self.columns.saturating_sub(self.indent)) {
            self.indented(Line::styled(shown(&row).into_owned(), self.theme.number));
        }
    }

    /// Writes a step: on one row where the width allows it. Where not, the formula is by itself and its numbers
    /// follow together: one equal sign a row would not fit above what is below.
    fn working(&mut self, chain: &Chain, of: &Quantity) {
        let stacked = self.pen(self.columns);
        let whole = stacked.chain(chain);
        let parts =
            chain.rest.split_first().and_then(|(formula, numbers)| Some((formula, numbers.split_first()?)));
        let Some(((_, formula), ((relation, first), rest))) = parts else {
            return self.picture(&whole, "", Some(of));
        };
        let tall = stacked.expr(formula).height();
        let sign = match relation {
            Rel::Eq => "  = ",
            Rel::Approx if self.ascii => "  ~ ",
            Rel::Approx => "  ≈ ",
        };
        let numbers = Chain { lhs: first.clone(), rest: rest.to_vec() };
        let numbers = self.pen(self.columns.saturating_sub(width(sign))).chain(&numbers);
        if whole.height() <= tall.max(3) + 1 || numbers.height() > 3 {
            return self.picture(&whole, "", Some(of));
        }
        let head = Chain { lhs: chain.lhs.clone(), rest: chain.rest.iter().take(1).cloned().collect() };
        self.picture(&stacked.chain(&head), "", Some(of));
        self.blank();
        self.picture(&numbers, sign, Some(of));
    }

    fn tableau(&mut self, tableau: &Tableau) {
        let drawn = |expr: Expr, columns: usize| self.pen(columns).chain(&Chain::new(expr));
        // Drawn with room to spare, a matrix shows how wide it is; without, it is written on one line.
        let whole = |expr: Expr| {
            Some(drawn(expr, usize::from(u16::MAX))).filter(|picture| picture.width <= self.columns)
        };
        let below = |figures: usize| {
            let [left, right] = tableau.matrices(figures).map(whole);
            Some([left?, right?])
        };
        if let Some(beside) = whole(Expr::Juxt(tableau.matrices(FIGURES).into())) {
            return self.picture(&beside, "", None);
        }
        let cramped = || tableau.matrices(FEWEST).map(|side| drawn(side, self.columns));
        let [left, right] = (FEWEST..=FIGURES).rev().find_map(below).unwrap_or_else(cramped);
        self.picture(&left, "", None);
        self.blank();
        self.picture(&right, "", None);
    }

    fn pen(&self, width: usize) -> Stacked {
        Stacked { width, face: Face { ascii: self.ascii, ..self.face } }
    }

    fn picture(&mut self, picture: &Picture, sign: &str, of: Option<&Quantity>) {
        for (at, row) in picture.rows.iter().enumerate() {
            let before = if at == picture.baseline { sign.to_owned() } else { " ".repeat(width(sign)) };
            self.formula_row(&before, row, of);
        }
    }

    fn formula_row(&mut self, before: &str, row: &Row, of: Option<&Quantity>) {
        let theme = self.theme;
        let mut line = Line::raw(before.to_owned());
        for span in row {
            let style = match span.role {
                _ if span.link.is_some() && span.link.as_ref() == of => theme.strong,
                Part::Number => theme.number,
                Part::Matrix => theme.strong,
                Part::Plain | Part::Operator | Part::Name => theme.text,
            };
            line.push_span(Span::styled(shown(&span.text).into_owned(), style));
        }
        self.indented(line);
    }

    pub fn grid(&mut self, grid: &Grid) {
        let room = Room { columns: self.columns.saturating_sub(self.indent) + GAP, ..Room::open(GAP) };
        let Face { ascii, sign } = self.face;
        let written = |cell: &Sentence| worded(&cell.written(sign), ascii).into_owned();
        let Laid { header, rows, gap } = laid(grid, room, written);
        let gap = " ".repeat(gap);
        if grid.columns.iter().any(|(name, _)| !name.is_empty()) {
            self.indented(Line::styled(header.join(&gap).trim_end().to_owned(), self.theme.heading));
        }
        for (at, row) in rows.iter().enumerate() {
            let role = grid.roles.get(at).copied().unwrap_or_default();
            if role == Role::Selected {
                self.selected = Some(self.lines.len());
            }
            let style = self.theme.role(role);
            self.indented(Line::styled(row.join(&gap).trim_end().to_owned(), style));
        }
    }
}

pub const GAP: usize = 2;
