//! What is asked when a file is opened for the first time: of each column what it is taken as, and why; what cannot be known
//! from the data alone comes first.

use super::noticed::{few_numbers, of_notice};
use super::{
    ColumnRole, DataWarning, Fix, Recipe, RecipeChange, candidates, resolve, role, target, target_column,
};
use crate::table::found_or;
use crate::table::{Column, Kind, Loaded, Notice, RowName, Table, Topic};
use crate::text::{brief, grouped};
use std::collections::HashSet;

/// Columns that are asked about.
const COLUMNS: usize = 1_000;
/// Values that are counted, and cells that are shown.
const COUNTED: usize = 3;

/// What the data are taken as: the class, then columns and texts such as `NA`, first what is unclear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub lines: Vec<OpeningLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// A column, or a text; `class` for the class.
    pub name: String,
    pub choices: Vec<Fix>,
    pub chosen: usize,
    pub suggested: usize,
    /// Whether the data alone do not show it.
    pub unclear: bool,
    pub examples: Vec<String>,
}

pub const CLASS: &str = "class";

impl Opening {
    /// If the class column is not clear, the last that may be one is suggested.
    pub fn of(recipe: &Recipe, loaded: &Loaded) -> Opening {
        let table = &loaded.table;
        let found = target_column(recipe, table).ok();
        let open = Recipe { target: None, ..recipe.clone() };
        let mut classes = candidates(&open, table).unwrap_or_default();
        let target = found.or_else(|| classes.last().copied());
        let recipe = Recipe { target: target.map(|at| table.name_of(at).to_owned()), ..recipe.clone() };
        let mut lines = Vec::new();
        if let Some(target) = target {
            classes.extend((!classes.contains(&target)).then_some(target));
            classes.sort_unstable();
            let choice = |at: &usize| {
                let name = table.name_of(*at);
                let because = format!("{}; {}", counts(table, *at), target::place(&open, table, *at));
                Fix::new(name, because, RecipeChange::Target(name.to_owned()))
            };
            let suggested = classes.iter().position(|at| *at == target).unwrap_or(0);
            let choices = classes.iter().map(choice).collect();
            lines.push(OpeningLine::new(CLASS.to_owned(), choices, suggested, found.is_none()));
        }
        let resolved = resolve(&recipe, table).ok();
        let noticed = loaded.notices.iter().flat_map(Notice::each);
        let noticed = noticed.map(|notice| of_notice(&notice, &recipe, loaded));
        let few = few_numbers(&recipe, table, resolved.as_ref());
        let of_recipe = target::weight_warning(&recipe, table);
        let warnings: Vec<DataWarning> = noticed.chain(few).chain(of_recipe).collect();
        lines.extend(warnings.iter().filter_map(first_line));
        let columns = (0..table.columns().len()).filter(|at| Some(*at) != target).take(COLUMNS);
        lines.extend(columns.filter_map(|at| column(&recipe, table, at, &warnings)));
        lines.extend(warnings.iter().filter_map(mark));
        // The class stays first.
        if let Some(rest) = lines.get_mut(usize::from(target.is_some())..) {
            rest.sort_by_key(|line| !line.unclear);
        }
        Opening { lines }
    }

    pub fn is_unclear(&self) -> bool {
        self.lines.iter().any(|line| line.unclear)
    }

    /// Returns the recipe with what was chosen on the lines that are unclear or were changed.
    #[must_use]
    pub fn applied(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let changed = self.lines.iter().filter(|line| line.unclear || line.chosen != line.suggested);
        let changes = changed.filter_map(|line| Some(&line.choices.get(line.chosen)?.change));
        // With another first line, the columns have other names.
        let is_other = |change: &&RecipeChange| matches!(change, RecipeChange::Header(false));
        if let Some(header) = changes.clone().find(is_other) {
            return header.apply(recipe, table);
        }
        changes.fold(recipe.clone(), |recipe, change| change.apply(&recipe, table))
    }

    #[must_use]
    pub fn suggested(mut self) -> Opening {
        self.lines.iter_mut().for_each(|line| line.chosen = line.suggested);
        self
    }
}

impl OpeningLine {
    fn new(name: String, choices: Vec<Fix>, suggested: usize, unclear: bool) -> OpeningLine {
        OpeningLine { name, choices, chosen: suggested, suggested, unclear, examples: Vec::new() }
    }

    pub fn now(&self) -> Option<&Fix> {
        self.choices.get(self.chosen)
    }
}

/// Returns the values of a column with how often each occurs, `no 42, yes 18`; of many only their number.
fn counts(table: &Table, at: usize) -> String {
    let distinct = table.distinct(at);
    if distinct > COUNTED {
        return format!("{} values", grouped(distinct as u64));
    }
    let mut counts: Vec<(String, u64)> = Vec::new();
    for row in 0..table.rows() {
        let text = table.cell_text(row, at);
        if !text.is_empty() {
            found_or(&mut counts, |(known, _)| *known == text, || (text.clone().into_owned(), 0)).1 += 1;
        }
    }
    let counts = counts.iter().map(|(text, count)| format!("{} {}", brief(text), grouped(*count)));
    counts.collect::<Vec<_>>().join(", ")
}

fn column(recipe: &Recipe, table: &Table, at: usize, warnings: &[DataWarning]) -> Option<OpeningLine> {
    let about = table.columns().get(at)?;
    let name = about.name.as_str();
    let of_it = |warning: &&DataWarning| match &warning.notice.topic {
        Topic::Counts => warning.fixes.iter().any(|fix| fix.change == RecipeChange::Weight(name.to_owned())),
        Topic::Mark(..) => false,
        _ => warning.notice.column.as_deref() == Some(name),
    };
    let mut of_column = warnings.iter().filter(of_it).filter(|warning| !warning.fixes.is_empty());
    let warning = of_column.clone().find(|warning| warning.is_unclear()).or_else(|| of_column.next());
    let is_out = role(recipe, table, None, at) == ColumnRole::Ignored;
    let is_number = |warning: &&DataWarning| matches!(warning.notice.topic, Topic::Decimal(_));
    let mut out = Fix::new("left out", "it is not read", RecipeChange::LeaveOut(name.to_owned()));
    let (mut choices, suggested, unclear);
    if let Some(warning) = warning.filter(|warning| !is_out || is_number(warning)) {
        (choices, suggested, unclear) = (warning.fixes.clone(), warning.suggested, warning.is_unclear());
        choices.get_mut(suggested).into_iter().for_each(|fix| fix.words = reason(warning, about, &fix.words));
    } else {
        let choice = |word, meaning, kind| Fix::new(word, meaning, RecipeChange::Kind(name.to_owned(), kind));
        let number = choice("number", "a mean and a spread of each class", Kind::Numeric);
        let category = choice("category", "each value is a category", Kind::Categorical);
        let text = choice("text", "its words are counted", Kind::Text);
        choices = match about.kind {
            Kind::Numeric => vec![number, category],
            Kind::Text => vec![text, category],
            Kind::Categorical | Kind::Binary => vec![category, text],
        };
        let why = table.row_name(at).filter(|_| is_out);
        match choices.first_mut() {
            Some(first) if !is_out => first.words = as_it_looks(table, about, at),
            _ => out.words = why.map_or(out.words, |why| names_rows(table, about, why)),
        }
        suggested = if is_out { choices.len() } else { 0 };
        let unsure = matches!(why, Some(RowName::Seldom | RowName::Consecutive));
        unclear = unsure && recipe.ignore.is_empty();
    }
    choices.push(out);
    let line = OpeningLine::new(name.to_owned(), choices, suggested, unclear);
    Some(OpeningLine { examples: examples(table, at), ..line })
}

/// Returns the line about a first line that may have names or be a row.
fn first_line(warning: &DataWarning) -> Option<OpeningLine> {
    let Topic::FirstLine(why, is_row) = &warning.notice.topic else { return None };
    let mut choices = warning.fixes.clone();
    choices.get_mut(warning.suggested)?.words = format!("{why}: names, or a row?");
    let line = warning.notice.line.unwrap_or(1);
    (!is_row).then(|| OpeningLine::new(format!("line {line}"), choices, warning.suggested, true))
}

/// Returns the line of a text such as `NA`, which may be a missing cell.
fn mark(warning: &DataWarning) -> Option<OpeningLine> {
    let Topic::Mark(text, rows) = &warning.notice.topic else { return None };
    let column = brief(warning.notice.column.as_deref().unwrap_or_default());
    let cells = format!("{} {}", grouped(*rows), if *rows == 1 { "cell" } else { "cells" });
    let choice = |(place, fix): (usize, &Fix)| {
        let words = match place == warning.suggested {
            true => format!("{cells} of {column}: a value, or missing?"),
            false => format!("{column}: {}", fix.words),
        };
        Fix { words, ..fix.clone() }
    };
    let choices = warning.fixes.iter().enumerate().map(choice).collect();
    Some(OpeningLine::new(format!("“{text}”"), choices, warning.suggested, true))
}

fn reason(warning: &DataWarning, column: &Column, words: &str) -> String {
    let reason = match &warning.notice.topic {
        Topic::Codes => "a number begins with a zero: codes",
        Topic::Counts => "it says how often each row was seen, by its name",
        Topic::Styled(_) if column.unit.is_some() => "numbers with a unit",
        Topic::Styled(_) if column.style.is_comma() => "numbers with a decimal comma",
        Topic::Styled(_) => "numbers with marks between thousands",
        Topic::Decimal(_) => words,
        _ => warning.notice.what.trim_end_matches('.'),
    };
    reason.to_owned()
}

fn as_it_looks(table: &Table, column: &Column, at: usize) -> String {
    let is_binary = || table.could_be_binary(at).is_some();
    let known = match (column.kind, column.dictionary.len()) {
        (Kind::Numeric, _) if is_binary() => "0 and 1, which may be no and yes".to_owned(),
        (Kind::Numeric, _) => "numbers".to_owned(),
        (Kind::Text, words) => format!("texts of {} words", grouped(words as u64)),
        (_, 1) => "1 value".to_owned(),
        (_, values) => format!("{} values", grouped(values as u64)),
    };
    match column.missing {
        0 => known,
        missing => format!("{known}, {} missing", grouped(missing)),
    }
}

fn names_rows(table: &Table, column: &Column, why: RowName) -> String {
    let text = match why {
        RowName::Unique | RowName::Seldom => {
            let known = (table.rows() as u64).saturating_sub(column.missing);
            return format!("{} values in {} cells", grouped(column.dictionary.len() as u64), grouped(known));
        }
        RowName::Numbers => "it numbers the rows",
        RowName::Consecutive => "consecutive numbers: it may number the rows",
        RowName::Called => "named like an identifier",
        RowName::Times => "dates or times",
        RowName::Unnamed => "no name in the header",
    };
    text.to_owned()
}

fn examples(table: &Table, at: usize) -> Vec<String> {
    const ROWS: usize = 1_000;
    let cells = (0..table.rows().min(ROWS)).map(|row| table.cell_text(row, at));
    let mut seen = HashSet::new();
    let new = cells.filter(|text| !text.is_empty() && seen.insert(text.clone()));
    new.take(COUNTED).map(|text| brief(&text)).collect()
}
