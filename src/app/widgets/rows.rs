//! Rows of the data: one on a line, as far as the model reads it, or all of them to be counted.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::terminal::theme::{Theme, class_mark};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{cell, cell_right, wrap};
use crate::app::widgets::table;
use crate::app::widgets::table::TableCell;
use crate::app::words;
use crate::app::words::{clip, shown, width};
use crate::app::{App, NumberForm};
use crate::math::{Expr, Face, Linear, Number, Precision};
use crate::model::{Factor, Fitted};
use crate::practice::worksheet::{Question, Right};
use crate::practice::{Verdict, Worksheet};
use crate::report;
use crate::report::{ln, to};
use crate::table::{Kind, Table};
use crate::text::counted;

const ROWS: usize = 400;
/// Columns of the number of a row.
const NUMBER: usize = 4;
const NARROW: usize = 4;

#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub at: usize,
    pub wide: usize,
    /// Whether it holds documents, which run to the end of the line: none is known by its first word.
    pub document: bool,
    /// Whether it holds numbers, which end under each other as in screen 1.
    pub number: bool,
}

/// The columns that the model reads, as wide as screen 1 draws them at least.
pub fn columns(app: &App, fitted: &Fitted) -> Vec<Column> {
    let read = |factor: &'_ Factor| {
        let document = factor.is_words() && !factor.is_word_counts();
        factor.table_columns().iter().map(move |at| (*at, document)).collect::<Vec<_>>()
    };
    let wide = |at: usize| app.screens.data.widths.get(at).map_or(8, |width| width.least(0, 0));
    let kind = |at: usize| fitted.data.table.columns().get(at).map(|column| column.kind);
    let column = |(at, document)| {
        let number = kind(at) == Some(Kind::Numeric);
        Column { at, wide: wide(at), document, number }
    };
    let together =
        fitted.features.iter().filter(|_| !fitted.is_naive()).map(|feature| (feature.column, false));
    fitted.factors().iter().flat_map(read).chain(together).map(column).collect()
}

pub fn name(fitted: &Fitted, column: usize) -> String {
    let about = fitted.data.table.columns().get(column);
    about.map(|about| shown(about.name.as_str()).into_owned()).unwrap_or_default()
}

/// A text of each column side by side, `gap` blanks apart, cut to `most` columns.
pub fn line(list: &[Column], gap: usize, most: usize, text: impl Fn(usize) -> String) -> String {
    let mut line = String::new();
    let mut used = 0;
    for column in list {
        if used >= most {
            break;
        }
        let wide = if column.document { column.wide.max(most.saturating_sub(used)) } else { column.wide };
        let text = text(column.at);
        line.push_str(&if column.number { cell_right(&text, wide) } else { cell(&text, wide) });
        line.push_str(&" ".repeat(gap));
        used += wide + gap;
    }
    clip(line.trim_end(), most).into_owned()
}

/// The most columns that are listed.
const BESIDE: usize = 60;

/// The columns that the model reads, as columns of a table.
pub struct FeatureColumns {
    list: Vec<Column>,
}

impl FeatureColumns {
    pub fn new(app: &App, fitted: &Fitted) -> FeatureColumns {
        FeatureColumns { list: columns(app, fitted).into_iter().take(BESIDE).collect() }
    }

    pub fn columns(&self, fitted: &Fitted) -> Vec<table::Column> {
        let column = |column: &Column| match name(fitted, column.at) {
            name if column.number => table::Column::number(name),
            name if column.document => table::Column::prose(name),
            name => table::Column::text(name),
        };
        self.list.iter().map(column).collect()
    }

    pub fn cells(&self, table: &Table, row: usize) -> Vec<TableCell> {
        self.list.iter().map(|column| words::cell(table, row, column.at).into()).collect()
    }

    /// The cells of the query of the recipe.
    pub fn query(&self, app: &App, fitted: &Fitted) -> Vec<TableCell> {
        let query = app.session.study.as_ref().and_then(|study| study.recipe.query.as_ref());
        let cell = |column: &Column| {
            let name = fitted.data.table.columns().get(column.at).map(|about| about.name.as_str());
            let given = query.into_iter().flatten().find(|(given, _)| Some(given.as_str()) == name);
            given.map_or_else(|| "·".into(), |(_, text)| shown(text).into_owned().into())
        };
        self.list.iter().map(cell).collect()
    }
}

/// A class with its mark, and its style; `?` where a row has none.
pub fn class(fitted: &Fitted, class: Option<usize>, theme: &Theme) -> (String, Style) {
    match class.and_then(|class| Some((class, fitted.classes.get(class)?))) {
        Some((class, name)) => (named(class, name.as_str()), theme.class(class)),
        None => ("?".to_owned(), theme.secondary),
    }
}

/// `● No`
pub fn named(class: usize, name: &str) -> String {
    format!("{} {}", class_mark(class), shown(name))
}

fn class_columns(fitted: &Fitted, columns: usize) -> usize {
    let target = name(fitted, fitted.data.resolved.target);
    let names = fitted.classes.iter().map(|class| width(&shown(class.as_str())) + 2);
    names.chain([width(&target)]).max().unwrap_or(0).min(columns / 3)
}

/// Whether the rows to be counted are whole beside the lines: nothing is cut but documents, which go on below.
pub fn fits(app: &App, sheet: &Worksheet, columns: usize) -> bool {
    let fitted = &sheet.questions.fitted;
    let class_wide = class_columns(fitted, columns) + called_columns(called(sheet).as_deref(), columns);
    let most = columns.saturating_sub(NUMBER + 1 + 1 + class_wide);
    let list = self::columns(app, fitted);
    let wide = list.iter().map(|column| column.wide + 1).sum::<usize>();
    fitted.data.table.rows() <= ROWS
        && (wide <= most + 1 || matches!(list.as_slice(), [column] if column.document))
}

const CALLED: &str = "predicted";

fn called(sheet: &Worksheet) -> Option<Vec<String>> {
    sheet.questions.exercise.as_ref()?.called()
}

fn called_columns(called: Option<&[String]>, columns: usize) -> usize {
    let Some(called) = called else { return 0 };
    let wide = called.iter().map(|name| width(&shown(name))).chain([width(CALLED)]).max();
    wide.unwrap_or(0).min(columns / 3) + 2
}

/// The names of the columns, and the rows to be counted. What the selected line of a worksheet is about is first where
/// not every column fits.
pub fn listed(app: &App, sheet: &Worksheet, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let fitted = &sheet.questions.fitted;
    if fitted.data.is_given() {
        return out.document(&report::given_tables(&fitted.data.resolved.recipe));
    }
    let table = &fitted.data.table;
    let target = name(fitted, fitted.data.resolved.target);
    let class_wide = class_columns(fitted, columns);
    let called = called(sheet);
    let called_wide = called_columns(called.as_deref(), columns);
    let most = columns.saturating_sub(NUMBER + 1 + 1 + class_wide + called_wide);
    let (list, gap) = fitting(self::columns(app, fitted), asked(app, sheet), most);
    let used = list.iter().map(|column| column.wide + gap).sum::<usize>();
    let most = if list.iter().any(|column| column.document) { most } else { most.min(used) };
    let head = line(&list, gap, most, |column| name(fitted, column));
    let (target, last) = match called {
        Some(_) => (cell(&target, class_wide), format!("  {CALLED}")),
        None => (clip(&target, class_wide).into_owned(), String::new()),
    };
    out.line(format!("{:NUMBER$} {} {target}{last}", "", cell(&head, most)), theme.heading);
    // Words are counted one by one, so a document alone goes on below.
    let whole = matches!(list.as_slice(), [column] if column.document);
    for row in 0..table.rows().min(ROWS) {
        let (class, style) = self::class(fitted, fitted.class_of_row(row), theme);
        let text = |column| words::cell(table, row, column);
        let features = match list.first().filter(|_| whole) {
            Some(column) => wrap(&shown(&text(column.at)), most),
            None => vec![line(&list, gap, most, text)],
        };
        let mut parts = features.iter().map(|part| cell(part, most));
        let first = parts.next().unwrap_or_default();
        out.lines.push(Line::from(vec![
            Span::styled(format!("{:>NUMBER$} {first} ", row + 1), theme.text),
            Span::styled(
                if called.is_some() {
                    cell(&class, class_wide)
                } else {
                    clip(&class, class_wide).into_owned()
                },
                style,
            ),
            Span::styled(
                called
                    .iter()
                    .flat_map(|called| called.get(row))
                    .map(|name| format!("  {}", shown(name)))
                    .collect::<String>(),
                theme.text,
            ),
        ]));
        parts.for_each(|part| out.line(format!("{:NUMBER$} {part}", ""), theme.text));
    }
    if let Some(more) = table.rows().checked_sub(ROWS).filter(|more| *more > 0) {
        out.line(format!("      and {}", counted(more, "more row", "more rows")), theme.secondary);
    }
}

fn asked(app: &App, sheet: &Worksheet) -> Option<usize> {
    let feature = sheet.questions.quantity(app.screens.practice.cursor)?.feature()?;
    let columns = sheet.questions.fitted.data.table.columns();
    columns.iter().position(|column| column.name.as_str() == feature.as_str())
}

/// The columns as they fit into `most`, and the blanks after each: closer together first, then the widest are cut, and
/// then the one asked about is put first and the last ones are left out.
fn fitting(mut list: Vec<Column>, asked: Option<usize>, most: usize) -> (Vec<Column>, usize) {
    let total = |list: &[Column], gap: usize| list.iter().map(|column| column.wide + gap).sum::<usize>();
    let Some(gap) = [2, 1].into_iter().find(|gap| total(&list, *gap) <= most + gap) else {
        while total(&list, 1) > most + 1 {
            let widest =
                list.iter_mut().filter(|column| column.wide > NARROW).max_by_key(|column| column.wide);
            let Some(widest) = widest else { break };
            widest.wide -= 1;
        }
        if total(&list, 1) > most + 1 {
            list.sort_by_key(|column| Some(column.at) != asked);
        }
        return (list, 1);
    };
    (list, gap)
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

pub fn right(app: &App, question: &Question, room: usize) -> String {
    written(app, &question.right, room)
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
