//! Rows of the data: one on a line, as far as the model reads it, or all of them to be counted.

use crate::app::prelude::*;
use crate::app::words;
use crate::math::Expr;
use crate::practice::worksheet::Right;
use crate::report::{Align, ln, to};
use crate::table::Table;

const ROWS: usize = 400;
const NUMBER: usize = 4;

#[derive(Clone, Copy, Debug)]
pub struct ReadColumn {
    pub at: usize,
    pub wide: usize,
    /// Whether it holds documents, which run to the end of the line: none is known by its first word.
    pub document: bool,
    /// Whether it holds numbers, which end under each other as in screen 1.
    pub number: bool,
}

/// The columns that the model reads, as wide as screen 1 draws them at least.
pub fn columns(app: &App, fitted: &Fitted) -> Vec<ReadColumn> {
    let read = |factor: &'_ Factor| {
        let document = factor.is_words() && !factor.is_word_counts();
        factor.table_columns().iter().map(move |at| (*at, document)).collect::<Vec<_>>()
    };
    let wide = |at: usize| app.screens.data.widths.get(at).map_or(8, |width| width.least(0, 0));
    let kind = |at: usize| fitted.data.table.columns().get(at).map(|column| column.kind);
    let column = |(at, document)| {
        let number = kind(at) == Some(Kind::Numeric);
        ReadColumn { at, wide: wide(at), document, number }
    };
    let together =
        fitted.features.iter().filter(|_| !fitted.is_naive()).map(|feature| (feature.column, false));
    fitted.factors().iter().flat_map(read).chain(together).map(column).collect()
}

pub fn name(fitted: &Fitted, column: usize) -> String {
    let about = fitted.data.table.columns().get(column);
    about.map(|about| shown(about.name.as_str()).into_owned()).unwrap_or_default()
}

const MANY: usize = 60;

/// The columns that are listed, of those that the model reads.
pub fn features(app: &App, fitted: &Fitted) -> Vec<ReadColumn> {
    columns(app, fitted).into_iter().take(MANY).collect()
}

pub fn heads(features: &[ReadColumn], fitted: &Fitted) -> Vec<Column> {
    let column = |column: &ReadColumn| match name(fitted, column.at) {
        name if column.number => Column::number(name),
        name if column.document => Column::prose(name),
        name => Column::text(name),
    };
    features.iter().map(column).collect()
}

pub fn cells<'a>(
    features: &'a [ReadColumn],
    table: &'a Table,
    row: usize,
) -> impl Iterator<Item = TableCell> + 'a {
    features.iter().map(move |column| words::cell(table, row, column.at).into())
}

/// `● No`
pub fn named(class: usize, name: &str) -> String {
    format!("{} {}", class_mark(class), shown(name))
}

/// Whether the rows to be counted are whole beside the lines: nothing is cut but documents, which go on below.
pub fn fits(app: &App, sheet: &Worksheet, columns: usize) -> bool {
    let fitted = &sheet.questions.fitted;
    let list = self::columns(app, fitted);
    let classes = fitted.classes.iter().map(|class| width(&shown(class.as_str())) + 2).max();
    let predicted = if predicted(sheet).is_some() { PREDICTED.len() + 2 } else { 0 };
    let wide: usize = list.iter().map(|column| column.wide + 1).sum();
    let room = columns.saturating_sub(NUMBER + 2 + classes.unwrap_or(0) + predicted);
    fitted.data.table.rows() <= ROWS
        && (wide <= room + 1 || matches!(list.as_slice(), [column] if column.document))
}

const PREDICTED: &str = "predicted";

fn predicted(sheet: &Worksheet) -> Option<Vec<String>> {
    sheet.questions.exercise.as_ref()?.predicted_names()
}

/// The names of the columns, and the rows to be counted. The column that the selected line of a worksheet asks about comes
/// first where not every column fits.
pub fn listed(app: &App, sheet: &Worksheet, out: &mut Writer<'_>) {
    let fitted = &sheet.questions.fitted;
    if fitted.data.table.rows() == 0 {
        let known = report::without_rows(fitted);
        return if fitted.data.is_given() { out.document(&known) } else { out.spaced(&known) };
    }
    let (table, predicted) = (&fitted.data.table, predicted(sheet));
    let mut list: Vec<ReadColumn> = features(app, fitted);
    if !fits(app, sheet, out.columns) {
        list.sort_by_key(|column| Some(column.at) != asked(app, sheet));
    }
    // Words are counted one by one, so a document alone goes on below.
    let document = list.first().filter(|column| list.len() == 1 && column.document).map(|column| column.at);
    let target = name(fitted, fitted.data.resolved.target);
    let classes =
        fitted.classes.iter().map(|class| width(&shown(class.as_str())) + 2).chain([width(&target)]);
    let classes = classes.max().unwrap_or(0);
    let room = out.columns.saturating_sub(NUMBER + classes + 2 + if predicted.is_some() { 11 } else { 0 });
    let align = |number: bool| if number { Align::Right } else { Align::Left };
    let mut grid = Grid::new([("", Align::Right)]);
    grid.columns.extend(list.iter().map(|column| (name(fitted, column.at), align(column.number))));
    grid.columns.push((target, Align::Left));
    grid.columns.extend(predicted.iter().map(|_| (PREDICTED.to_owned(), Align::Left)));
    for row in 0..table.rows().min(ROWS) {
        let class = fitted.class_of_row(row);
        let role = class.map_or(Role::Secondary, Role::Class);
        let named = class.and_then(|class| Some(named(class, fitted.classes.get(class)?.as_str())));
        let mut texts = vec![(row + 1).to_string()];
        let mut parts = Vec::new();
        match document {
            Some(column) => {
                parts = wrap(&words::cell(table, row, column), room);
                texts.push(if parts.is_empty() { String::new() } else { parts.remove(0) });
            }
            None => texts.extend(list.iter().map(|column| words::cell(table, row, column.at))),
        }
        texts.push(named.unwrap_or_else(|| "?".to_owned()));
        texts.extend(predicted.iter().filter_map(|names| Some(shown(names.get(row)?).into_owned())));
        grid.push(role, texts);
        parts.into_iter().for_each(|part| grid.push(role, [String::new(), part]));
    }
    out.grid(&grid);
    if let Some(more) = table.rows().checked_sub(ROWS).filter(|more| *more > 0) {
        out.line(format!("      and {}", counted(more, "more row", "more rows")), out.theme.secondary);
    }
}

fn asked(app: &App, sheet: &Worksheet) -> Option<usize> {
    let feature = sheet.questions.quantity(app.screens.practice.cursor)?.feature()?;
    let columns = sheet.questions.fitted.data.table.columns();
    columns.iter().position(|column| column.name.as_str() == feature.as_str())
}

/// Fractions with more characters than this are left to the decimal.
const LONGEST: usize = 24;

#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub form: NumberForm,
    pub face: Face,
}

impl Form {
    pub fn of(app: &App) -> Form {
        Form { form: app.settings.form, face: app.settings.face() }
    }

    /// A number in at most `most` columns where it can be: a fraction that is too long becomes a decimal. No number is
    /// ever cut.
    pub fn write(self, shown: &Expr, value: Option<&Number>, most: usize, precision: Precision) -> String {
        let decimal = |value: &Number| to(value, precision);
        match (value, self.form) {
            (None, _) => "0/0".to_owned(),
            (Some(value), NumberForm::Ln) => ln(value).written(self.face.sign),
            (Some(value), NumberForm::Decimal) => decimal(value).written(self.face.sign),
            (Some(value), NumberForm::Fraction) => {
                let readable = value.to_fraction().is_some_and(|text| text.len() <= LONGEST);
                let fraction = readable.then(|| Linear(self.face).expr(shown));
                fraction
                    .filter(|text| width(text) <= most)
                    .unwrap_or_else(|| decimal(value).written(self.face.sign))
            }
        }
    }

    pub fn product(self, value: &Number) -> String {
        let text = if self.form == NumberForm::Ln { ln(value) } else { to(value, Precision::FACTOR) };
        text.written(self.face.sign)
    }
}

pub fn sign(verdict: Verdict, ascii: bool) -> &'static str {
    if ascii { verdict.ascii() } else { verdict.glyph() }
}

pub fn written(app: &App, right: &Right, room: usize) -> String {
    let form = Form::of(app);
    match right {
        Right::Class(name) => clip(&shown(name), room).into_owned(),
        Right::Number(shown, value) => {
            let text = form.write(shown, value.as_ref(), room, Precision::FACTOR);
            let fits = |text: &String| width(text) <= room;
            let shorter =
                value.as_ref().filter(|_| form.form != NumberForm::Ln && !fits(&text)).and_then(|value| {
                    let figures = (3..5).rev().map(|figures| to(value, Precision::Figures(figures)));
                    figures.map(|text| text.written(form.face.sign)).find(fits)
                });
            shorter.unwrap_or(text)
        }
    }
}
