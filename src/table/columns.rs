//! Columns and cells: what a table holds and how it is looked at.
//!
//! A column whose later cells contradict its first ones is read once more, alone: its cells must be kept as written,
//! and the numbers that were read no longer tell `1.0` from `1`.

use super::build::Built;
use super::dialect::{self, Dialect};
use super::error::{Notice, TableError, counted, quoted};
use super::header::Header;
use super::hints;
use super::infer::{self, Look};
use super::load::{Pass, Wanted, pass};
use super::number::number;
use super::number_style::{NumberStyle, Seen, comma_number, with_point};
use super::ragged::{Ragged, RaggedRows};
use super::rows::{Body, RowCounts, Unfit};
use super::source::{Decimal, Options};
use super::store::{Cells, Segment, Table};
use super::texts::{Texts, hash};
use super::unit::{Numbers, Unit};
use crate::math::Name;
use crate::text::{flag_of, flag_pair, is_hidden};
use hashbrown::HashTable;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;
use unicode_normalization::UnicodeNormalization;

/// Reads all columns in one pass, and those that turn out not to be numbers in another.
pub(super) fn read_columns(
    body: &Body<'_>,
    header: &Header,
    looks: Vec<Look>,
    options: &Options,
    notices: &mut Vec<Notice>,
) -> Result<Columns, Stop> {
    let place = |at: usize| body.whole.line_at(at);
    let chosen = |name: &String| options.kinds.get(name).copied();
    let wanted = |(name, look): (&String, &Look)| {
        let style = options.styles.get(name).copied().unwrap_or_else(|| look.style(options.decimal(name)));
        Some((chosen(name).unwrap_or_else(|| look.kind()), style))
    };
    let wanted: Vec<Option<Wanted>> = header.names.iter().zip(&looks).map(wanted).collect();
    let Pass { mut builders, tally, segments, rows, has_quotes } = pass(body, header, &wanted, options)?;
    check_rows(body, &tally, rows, options)?;
    let mut odd: Vec<Option<(usize, String)>> = looks.iter().map(|look| look.odd.clone()).collect();
    let mut refused: Vec<(usize, &str, String, Option<u64>)> = Vec::new();
    // A column of numbers in another style than it seemed may turn out to be no column of numbers.
    for _ in 0..2 {
        let names = header.names.iter().zip(&looks).zip(&mut odd);
        let mut again: Vec<Option<Wanted>> = vec![None; wanted.len()];
        for (((name, look), odd), (builder, again)) in names.zip(builders.iter().flatten().zip(&mut again)) {
            *again = builder.restyle.map(|style| (Kind::Numeric, style));
            let Some((start, value)) = &builder.odd else { continue };
            if chosen(name).is_none() {
                *odd = Some((*start, value.clone()));
                *again = Some((look.kind_of_words(), NumberStyle::Point));
            } else {
                // It may be a number with a unit, which is known when all of them are at hand.
                let row = options.whole.contains_key(name).then_some(builder.before_odd + 1);
                refused.push((*start, name.as_str(), value.clone(), row));
                *again = Some((Kind::Categorical, NumberStyle::Point));
            }
        }
        if again.iter().all(Option::is_none) {
            break;
        }
        let again = pass(body, header, &again, options)?;
        if again.rows != rows || again.segments != segments {
            return Err(changed(body.source).into());
        }
        for (builder, new) in builders.iter_mut().zip(again.builders) {
            if new.is_some() {
                *builder = new;
            }
        }
    }
    let mut built = Vec::with_capacity(builders.len());
    let mut found = hints::Found::default();
    let mut grouped = Vec::with_capacity(builders.len());
    for (builder, name) in builders.into_iter().flatten().zip(&header.names) {
        found.numbers(name, &builder, &place);
        grouped.push(builder.may_be_thousands());
        built.push(builder.finish(name, rows));
    }
    if options.missing.is_none() {
        infer::leave_out_of_categories(&mut built, options);
        infer::tell(&built, notices);
    }
    for ((done, name), odd) in built.iter_mut().zip(&header.names).zip(&odd) {
        let asked = refused.iter().find(|(_, column, _, row)| column == name && row.is_none());
        let start = asked.map(|(start, ..)| *start).or(odd.as_ref().map(|(start, _)| *start));
        let is_asked = asked.is_some();
        if (is_asked || chosen(name).is_none())
            && let Some((text, value)) = read_units(done, name, is_asked, options)
        {
            refused.retain(|(_, column, ..)| column != name);
            found.units(&done.0, start.map(place), &text, value);
        }
    }
    if let Some((start, column, value, row)) = refused.into_iter().min_by_key(|(start, ..)| *start) {
        return Err(no_number(body.source, place(start), column, &value, row).into());
    }
    for ((done, name), odd) in built.iter().zip(&header.names).zip(&odd) {
        match chosen(name) {
            Some(Kind::Binary) if done.0.dictionary.len() > 2 => {
                let values = counted(done.0.dictionary.len() as u64, "different value");
                let what =
                    format!("the column {} cannot be {}: it has {values}", quoted(name), Kind::Binary.word());
                let fix = "A binary column has two values; read it as categorical.";
                let mut error = TableError::new("wrong_kind", body.source, what, fix);
                error.problem.column = Some(name.clone());
                return Err(error.further(Some(format!("column {}", quoted(name)))).into());
            }
            None => found.column(done, odd.as_ref(), rows, &place),
            Some(_) => {}
        }
    }
    found.tell(notices);
    hints::thousands(&built, &grouped, notices);
    Ok(Columns { built, tally, segments, rows, has_quotes })
}

/// Makes numbers of a category whose values are numbers with one unit; gives the first cell, and its number.
fn read_units(
    (column, cells): &mut Built,
    name: &str,
    is_asked: bool,
    options: &Options,
) -> Option<(String, f64)> {
    if column.kind != Kind::Categorical {
        return None;
    }
    let known = |seen: Seen| {
        let decimal = || options.decimal(name).and_then(|mark| seen.with_decimal(mark == Decimal::Comma));
        options.styles.get(name).copied().or_else(decimal)
    };
    let values = column.dictionary.names().iter().map(Name::as_str);
    let numbers = Numbers::of(values, known, is_asked).ok()?;
    let first = column.dictionary.name(0)?.as_str().to_owned();
    for cells in cells {
        if let Cells::Codes(codes) = cells {
            let value = |code: &u32| numbers.values.get(*code as usize).copied().unwrap_or(f64::NAN);
            *cells = Cells::Numbers(codes.iter().map(value).collect());
        }
    }
    column.kind = Kind::Numeric;
    column.dictionary = Dictionary::default();
    (column.unit, column.style, column.decimals) = (numbers.unit, numbers.style, numbers.decimals);
    Some((first, *numbers.values.first()?))
}

pub(super) struct Columns {
    pub built: Vec<Built>,
    pub tally: RowCounts,
    pub segments: Vec<usize>,
    pub rows: usize,
    pub has_quotes: bool,
}

/// Why the columns of a text are not read.
pub(super) enum Stop {
    Failed(TableError),
    /// It is in a file, and more of it must be at hand.
    Short,
    /// It is in a file, and holds what is told only of a text in memory.
    Unusual,
}

impl From<TableError> for Stop {
    fn from(error: TableError) -> Stop {
        Stop::Failed(error)
    }
}

pub(super) fn changed(source: &str) -> TableError {
    let what = format!("{} was changed while it was read", quoted(source));
    TableError::new("no_data", source, what, "Read it again when nothing writes to it any more.")
}

/// A cell that is no number where one must stand; `row` is that of the data, where it must be a whole one.
fn no_number(source: &str, line: u64, column: &str, value: &str, row: Option<u64>) -> TableError {
    let (what, fix) = match row {
        Some(row) => {
            let has = if value.is_empty() { "nothing".to_owned() } else { quoted(value) };
            let fix = format!(
                "Write a whole number such as 0 or 3 there, or leave the column out: {}.",
                flag_of("ignore", column)
            );
            (format!("row {row} has {has}, which is not a whole number of 0 or more"), fix)
        }
        None => {
            let fix = if comma_number(value.as_bytes()).is_some() {
                "Write all numbers of the column with a point, or all with a decimal comma of which one cell at \
                 least, such as 0,5, shows that it marks no thousands."
                    .to_owned()
            } else {
                format!(
                    "Correct the cell, count {} as missing with --missing, or read the column as {}.",
                    quoted(value),
                    flag_pair("kind", column, "categorical"),
                )
            };
            (format!("{} is not a finite number", quoted(value)), fix)
        }
    };
    let error = TableError::new("not_a_number", source, what, fix).at_line(Some(line));
    TableError { row, ..error.in_cell(column, value) }
}

/// Rows that do not fit are an error unless the user said what to do with them; so is a table without rows.
fn check_rows(body: &Body<'_>, tally: &RowCounts, rows: usize, options: &Options) -> Result<(), TableError> {
    if let (Some(unfit), Ragged::Error) = (&tally.unfit, options.ragged) {
        let ragged = RaggedRows { fitting: tally.fitting, ..ragged(body, unfit) };
        let dialect = Dialect { delimiter: body.delimiter, ..Dialect::default() };
        let has_bare_quote = |line: &str| dialect::walk(line, dialect.delimiter).lone.is_some();
        return Err(TableError::of_rows(ragged.explain(dialect.delimiter, has_bare_quote)));
    }
    if rows == 0 {
        let fix = "Make the first line name every column, or keep surplus fields with --ragged extra.";
        let what = "no row of the file fits its header".to_owned();
        return Err(TableError::new("no_data", body.source, what, fix));
    }
    Ok(())
}

pub(super) fn ragged(body: &Body<'_>, unfit: &Unfit) -> RaggedRows {
    let source = body.source.to_owned();
    let rows = RaggedRows::new(source, body.text, unfit.start, unfit.fields, body.width);
    RaggedRows { lines: unfit.lines, ..rows }
}

/// Columns at the end without a name and without a cell come from a delimiter too many; they are left out.
pub(super) fn drop_trailing(
    mut built: Vec<Built>,
    header: &Header,
    rows: usize,
    known: bool,
    notices: &mut Vec<Notice>,
) -> Vec<Built> {
    let before = built.len();
    while built.len() > 1
        && header.blank.get(built.len() - 1) == Some(&true)
        && built.last().is_some_and(|(column, _)| column.missing == rows as u64)
    {
        built.pop();
    }
    let dropped = before - built.len();
    if dropped > 0 {
        let names: Vec<_> = header.names.iter().skip(built.len()).cloned().collect();
        notices.retain(|notice| notice.column.as_ref().is_none_or(|column| !names.contains(column)));
        if !known {
            let what = format!(
                "{} at the end without a name and without a value left out.",
                counted(dropped as u64, "column")
            );
            notices.push(Notice::file(what));
        }
    }
    built
}

pub(super) fn assemble(label: &str, built: Vec<Built>, sizes: &[usize]) -> Table {
    let (mut columns, mut segments, mut start) = (Vec::with_capacity(built.len()), Vec::new(), 0);
    for size in sizes {
        let rows: Range<usize> = start..start + size;
        start = rows.end;
        segments.push(Segment { rows, cells: Vec::with_capacity(built.len()) });
    }
    for (column, cells) in built {
        columns.push(column);
        for (segment, cells) in segments.iter_mut().zip(cells) {
            segment.cells.push(cells);
        }
    }
    Table::new(label.to_owned(), columns, segments)
}

/// How the cells of a column are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Numeric,
    /// Two values, one of which counts as 1.
    Binary,
    Categorical,
    Text,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Numeric, Kind::Categorical, Kind::Binary, Kind::Text];

    pub fn word(self) -> &'static str {
        match self {
            Kind::Numeric => "numeric",
            Kind::Binary => "binary",
            Kind::Categorical => "categorical",
            Kind::Text => "text",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One column of a table: its name, its kind, and the texts its codes stand for.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: Name,
    pub unnamed: bool,
    pub kind: Kind,
    /// Categories, or the words of a text column, in order of first appearance; empty for numbers.
    pub dictionary: Dictionary,
    /// Whether it holds the surplus fields of rows that are longer than the header.
    pub surplus: bool,
    pub missing: u64,
    /// Texts such as `NA` among its missing cells, and how often each; not the empty cell and `?`.
    pub marks: Vec<(String, u64)>,
    pub decimals: u8,
    pub style: NumberStyle,
    pub unit: Option<Unit>,
}

impl Column {
    /// A number of the column as it was written or typed, with its unit or without, as a number with a point; `None` where
    /// that is how it is written, and for other text. What a `file` has is written as the column is.
    pub(crate) fn with_point(&self, text: &str, file: bool) -> Option<String> {
        let stripped = self.unit.as_ref().and_then(|unit| unit.strip(text)).filter(|number| number != text);
        let number = stripped.as_deref().unwrap_or(text);
        with_point(number, self.style, file).or(stripped)
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.style == NumberStyle::Point && self.unit.is_none()
    }
}

/// Texts and their codes, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    names: Vec<Name>,
    codes: HashTable<u32>,
    /// The codes by what equal values have in common; `None` where several do. Made when it is first asked for.
    alike: OnceLock<HashMap<String, Option<u32>>>,
}

impl Dictionary {
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn names(&self) -> &[Name] {
        &self.names
    }

    pub fn name(&self, code: u32) -> Option<&Name> {
        self.names.get(code as usize)
    }

    pub fn code(&self, text: &str) -> Option<u32> {
        self.find(hash(text.as_bytes()), text.as_bytes())
    }

    /// The code of the value that a text means: the one that is written so, else the only one that equals it but for case,
    /// blanks, Unicode form or the notation of a number.
    pub fn meant(&self, text: &str) -> Option<u32> {
        self.code(text).or_else(|| {
            let all = self.alike.get_or_init(|| {
                let mut all: HashMap<String, Option<u32>> = HashMap::new();
                for (code, name) in (0..).zip(&self.names) {
                    let key = alike(name.as_str()).into_owned();
                    all.entry(key).and_modify(|code| *code = None).or_insert(Some(code));
                }
                all
            });
            all.get(alike(text).as_ref()).copied().flatten()
        })
    }

    pub(super) fn find(&self, hash: u64, text: &[u8]) -> Option<u32> {
        let is_it = |code: &u32| self.name(*code).is_some_and(|name| name.as_str().as_bytes() == text);
        self.codes.find(hash, is_it).copied()
    }

    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        let hash = hash(text.as_bytes());
        self.find(hash, text.as_bytes()).unwrap_or_else(|| self.add(hash, Name::new(text)))
    }

    fn add(&mut self, hash_of_name: u64, name: Name) -> u32 {
        let code = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name);
        self.alike.take();
        let names = &self.names;
        let hash_of = |code: &u32| names.get(*code as usize).map_or(0, |name| hash(name.as_str().as_bytes()));
        self.codes.insert_unique(hash_of_name, code, hash_of);
        code
    }
}

impl From<Texts> for Dictionary {
    fn from(texts: Texts) -> Self {
        let all = texts.iter();
        let mut dictionary = Dictionary {
            names: Vec::with_capacity(all.len()),
            codes: HashTable::with_capacity(all.len()),
            ..Dictionary::default()
        };
        for (hash, text) in all {
            dictionary.add(hash, Name::new(String::from_utf8_lossy(text)));
        }
        dictionary
    }
}

/// One cell, as the table holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    Missing,
    Number(f64),
    Category(&'a Name),
    Text(&'a str),
}

impl Column {
    /// A column of which only the name and the kind are known.
    pub fn named(name: &str, kind: Kind) -> Column {
        Column {
            name: Name::new(name),
            unnamed: false,
            kind,
            dictionary: Dictionary::default(),
            surplus: false,
            missing: 0,
            marks: Vec::new(),
            decimals: 0,
            style: NumberStyle::default(),
            unit: None,
        }
    }

    /// Whether a text, as a case or another file has it, stands for a missing cell of this column; `listed` is what the
    /// recipe lists as missing.
    pub fn is_missing(&self, text: &str, listed: Option<&[String]>) -> bool {
        let is_value = || self.dictionary.code(text).is_some();
        is_missing(text.as_bytes(), listed) || listed.is_none() && is_mark(text) && !is_value()
    }
}

/// The texts of a missing cell where a recipe lists none.
pub const ALWAYS_MISSING: [&str; 2] = ["", "?"];

/// Whether a trimmed cell is missing in every column: one of the listed texts, or empty or `?` where none are listed.
pub fn is_missing(cell: &[u8], listed: Option<&[String]>) -> bool {
    match listed {
        Some(listed) => listed.iter().any(|text| text.trim().as_bytes() == cell),
        None => matches!(cell, b"" | b"?"),
    }
}

pub(super) fn is_mark(cell: &str) -> bool {
    // “none” is left out: it is a value of its own in many questionnaires.
    const MARKS: [&str; 8] = ["nan", "-nan", "na", "n/a", "#n/a", "null", "-", "."];
    cell.len() <= 4 && MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(cell))
}

/// What equal values have in common: the number they write, or their words without case, hidden characters and Unicode
/// form. Texts of more than 200 bytes equal only themselves.
pub(super) fn alike(value: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    if value.len() > LONGEST {
        return value.into();
    }
    if let Some(number) = number(value.as_bytes()) {
        // Minus zero is zero.
        return (number + 0.0).to_string().into();
    }
    let form: String = value.nfkc().collect();
    let words: Vec<&str> = form.split_whitespace().collect();
    let seen = words.join(" ");
    seen.chars().filter(|c| !is_hidden(*c)).flat_map(char::to_lowercase).nfkc().collect::<String>().into()
}

/// A cell as it is written for spreadsheets: with `'` before what they would run as a formula. [`unguarded`] undoes it.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if would_run(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the `'` that guards it.
pub(super) fn unguarded(cell: &[u8]) -> &[u8] {
    match cell {
        // Blanks before a value are no part of it, so none was guarded for their sake.
        [b'\'', rest @ ..]
            if !rest.first().is_some_and(u8::is_ascii_whitespace)
                && std::str::from_utf8(rest).is_ok_and(would_run) =>
        {
            rest
        }
        _ => cell,
    }
}

/// Whether a spreadsheet would take a cell for a formula: it begins like one, and is no number and no dash. So would what is
/// guarded, once the guard is taken away.
fn would_run(cell: &str) -> bool {
    let rest = cell.trim_start_matches('\'');
    let is_sign = rest.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    cell.starts_with(['\t', '\r', '\n']) || is_sign && rest != "-" && !is_signed_number(rest)
}

/// Whether a cell is a sign and digits, with a decimal mark and an exponent if need be; or minus infinity, as it is written
/// here.
fn is_signed_number(cell: &str) -> bool {
    let Some(number) = cell.strip_prefix(['+', '-']) else { return false };
    let (number, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    cell == "-inf" || digits(exponent) && digits(&number.replacen(['.', ','], "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guarded_is_read_back() {
        for cell in ["+", "=1+1", "-a", "'=1", "''+", "-", "-1", "'a", "'", "", "＝1", "-inf"] {
            assert_eq!(unguarded(guarded(cell).as_bytes()), cell.as_bytes(), "{cell}");
        }
        // No value begins with a blank, so nobody guarded these for what they are.
        assert_eq!(unguarded(b"'\r'"), b"'\r'");
    }

    #[test]
    fn equal_values_have_one_key() {
        for (one, other) in
            [("TEA", "tea"), ("1", "1.0"), ("0", "-0.0"), ("a  b", "A b"), ("ﬁ", "fi"), ("1e3", "1000")]
        {
            assert_eq!(alike(one), alike(other));
        }
        for (one, other) in [("1 0", "10"), ("a b", "ab"), ("1", "1.01"), ("é", "e")] {
            assert_ne!(alike(one), alike(other));
        }
    }
}
