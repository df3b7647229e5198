//! What is asked when a file is opened for the first time: of each column what it is taken as, and why; what nobody can know
//! from the data alone comes first.

use super::noticed::{few_numbers, of_notice};
use super::{Change, Recipe, Role, Warning, candidates, resolve, role, target, target_column};
use crate::table::{Column, Kind, Loaded, Notice, RowName, Table, Topic};
use crate::text::{brief, grouped};

/// Columns that are asked about.
const COLUMNS: usize = 1_000;
/// Values that are counted, and cells that are shown.
const COUNTED: usize = 3;

/// What the data are taken as, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The class, then the columns, then texts such as `NA`; of these first what is unclear.
    pub lines: Vec<OpeningLine>,
}

/// One thing that is taken as something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// A column, or a text; `class` for the class.
    pub name: String,
    pub choices: Vec<Choice>,
    pub chosen: usize,
    pub suggested: usize,
    /// Whether the data alone do not say.
    pub unclear: bool,
    pub examples: Vec<String>,
}

/// What a line may be taken as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub taken: String,
    pub because: String,
    pub change: Change,
}

/// What the first line is called.
pub(crate) const CLASS: &str = "class";

impl Opening {
    /// What data are taken as under a recipe. Where no column speaks for being the class, the last that may be one is
    /// suggested.
    pub fn of(recipe: &Recipe, loaded: &Loaded) -> Opening {
        let table = &loaded.table;
        let found = target_column(recipe, table).ok();
        let all = candidates(&Recipe { target: None, ..recipe.clone() }, table).unwrap_or_default();
        let target = found.or_else(|| all.last().copied());
        let recipe = Recipe { target: target.map(|at| table.name_of(at).to_owned()), ..recipe.clone() };
        let mut lines: Vec<OpeningLine> =
            class(&recipe, table, &all, (target, found.is_none())).into_iter().collect();
        let resolved = resolve(&recipe, table).ok();
        let noticed = loaded.notices.iter().flat_map(Notice::each);
        let noticed = noticed.map(|notice| of_notice(&notice, &recipe, loaded));
        let few = few_numbers(&recipe, table, resolved.as_ref());
        let of_recipe = target::hint(&recipe, table);
        let warnings: Vec<Warning> = noticed.chain(few).chain(of_recipe).collect();
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

    /// A recipe that says what was chosen: of what is unclear, and of what was changed.
    #[must_use]
    pub fn applied(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let said = self.lines.iter().filter(|line| line.unclear || line.chosen != line.suggested);
        let changes = said.filter_map(|line| Some(&line.choices.get(line.chosen)?.change));
        changes.fold(recipe.clone(), |recipe, change| change.apply(&recipe, table))
    }

    #[must_use]
    pub fn suggested(mut self) -> Opening {
        self.lines.iter_mut().for_each(|line| line.chosen = line.suggested);
        self
    }
}

impl OpeningLine {
    fn new(name: String, choices: Vec<Choice>, suggested: usize, unclear: bool) -> OpeningLine {
        OpeningLine { name, choices, chosen: suggested, suggested, unclear, examples: Vec::new() }
    }

    pub fn now(&self) -> Option<&Choice> {
        self.choices.get(self.chosen)
    }
}

fn class(
    recipe: &Recipe,
    table: &Table,
    all: &[usize],
    (target, unclear): (Option<usize>, bool),
) -> Option<OpeningLine> {
    let target = target?;
    let open = Recipe { target: None, ..recipe.clone() };
    let mut all = all.to_vec();
    if !all.contains(&target) {
        all.push(target);
        all.sort_unstable();
    }
    let choice = |at: &usize| {
        let place = target::place(&open, table, *at);
        Choice {
            taken: table.name_of(*at).to_owned(),
            because: format!("{}; {place}", counts(table, *at)),
            change: Change::Target(table.name_of(*at).to_owned()),
        }
    };
    let suggested = all.iter().position(|at| *at == target).unwrap_or(0);
    Some(OpeningLine::new(CLASS.to_owned(), all.iter().map(choice).collect(), suggested, unclear))
}

/// The values of a column with how often each stands there, `no 42, yes 18`; of many only their number.
fn counts(table: &Table, at: usize) -> String {
    let distinct = table.distinct(at);
    if distinct > COUNTED {
        return format!("{} values", grouped(distinct as u64));
    }
    let mut counts: Vec<(String, u64)> = Vec::new();
    for row in 0..table.rows() {
        let text = table.cell_text(row, at);
        if text.is_empty() {
            continue;
        }
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => counts.push((text.into_owned(), 1)),
        }
    }
    let told: Vec<String> =
        counts.iter().map(|(text, count)| format!("{} {}", brief(text), grouped(*count))).collect();
    told.join(", ")
}

fn column(recipe: &Recipe, table: &Table, at: usize, warnings: &[Warning]) -> Option<OpeningLine> {
    let about = table.columns().get(at)?;
    let name = about.name.as_str();
    let of_it = |warning: &&Warning| match &warning.notice.topic {
        Topic::Counts => warning.fixes.iter().any(|fix| fix.change == Change::Weight(name.to_owned())),
        Topic::Mark(..) => false,
        _ => warning.notice.column.as_deref() == Some(name),
    };
    let mut of_column = warnings.iter().filter(of_it).filter(|warning| !warning.fixes.is_empty());
    let warning = of_column.clone().find(|warning| warning.is_unclear()).or_else(|| of_column.next());
    let out = |because: &str| Choice {
        taken: "left out".into(),
        because: because.into(),
        change: Change::LeaveOut(name.to_owned()),
    };
    let is_out = role(recipe, table, None, at) == Role::Ignored;
    let is_number = |warning: &&Warning| matches!(warning.notice.topic, Topic::Decimal(_));
    let mut line = match warning.filter(|warning| !is_out || is_number(warning)) {
        Some(warning) => {
            let choice = |(place, fix): (usize, &super::Fix)| Choice {
                taken: fix.taken.clone(),
                because: if place == warning.suggested { reason(warning, about) } else { fix.words.clone() },
                change: fix.change.clone(),
            };
            let mut choices: Vec<Choice> = warning.fixes.iter().enumerate().map(choice).collect();
            choices.push(out("it is not read"));
            OpeningLine::new(name.to_owned(), choices, warning.suggested, warning.is_unclear())
        }
        None => {
            let mut kinds: Vec<Kind> = vec![Kind::Categorical];
            match about.kind {
                Kind::Numeric => kinds.insert(0, Kind::Numeric),
                Kind::Text => kinds.insert(0, Kind::Text),
                Kind::Categorical | Kind::Binary => kinds.push(Kind::Text),
            }
            let now = kinds.iter().position(|kind| *kind == about.kind).unwrap_or(0);
            let choice = |(place, kind): (usize, &Kind)| Choice {
                taken: word(*kind).into(),
                because: if place == now && !is_out { as_it_looks(table, at) } else { meaning(*kind).into() },
                change: Change::Kind(name.to_owned(), *kind),
            };
            let mut choices: Vec<Choice> = kinds.iter().enumerate().map(choice).collect();
            let why = table.row_name(at).map(|why| names_rows(table, at, why));
            choices.push(out(why.as_deref().filter(|_| is_out).unwrap_or("it is not read")));
            let now = if is_out { choices.len() - 1 } else { now };
            let unsure = matches!(table.row_name(at), Some(RowName::Seldom | RowName::Consecutive)) && is_out;
            OpeningLine::new(name.to_owned(), choices, now, unsure && recipe.ignore.is_empty())
        }
    };
    line.examples = examples(table, at);
    Some(line)
}

/// What a text such as `NA` is taken for.
fn mark(warning: &Warning) -> Option<OpeningLine> {
    let Topic::Mark(text, rows) = &warning.notice.topic else { return None };
    let column = warning.notice.column.clone().unwrap_or_default();
    let choice = |(place, fix): (usize, &super::Fix)| Choice {
        taken: fix.taken.clone(),
        because: match place == warning.suggested {
            true => format!("{} of {}: a value, or missing?", cells(*rows), brief(&column)),
            false => format!("{}: {}", brief(&column), fix.words),
        },
        change: fix.change.clone(),
    };
    let choices = warning.fixes.iter().enumerate().map(choice).collect();
    Some(OpeningLine::new(format!("“{text}”"), choices, warning.suggested, true))
}

fn cells(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "cell" } else { "cells" })
}

fn reason(warning: &Warning, column: &Column) -> String {
    match &warning.notice.topic {
        Topic::Codes => "a number begins with a zero: codes".into(),
        Topic::Counts => "it says how often each row was seen, by its name".into(),
        Topic::Styled(_) if column.unit.is_some() => "numbers with a unit".into(),
        Topic::Styled(_) if column.style.is_comma() => "numbers with a decimal comma".into(),
        Topic::Styled(_) => "numbers with marks between thousands".into(),
        Topic::Decimal(_) => {
            warning.fixes.get(warning.suggested).map(|fix| fix.words.clone()).unwrap_or_default()
        }
        _ => warning.notice.what.trim_end_matches('.').to_owned(),
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "number",
        Kind::Categorical => "category",
        Kind::Binary => "yes/no",
        Kind::Text => "text",
    }
}

fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "a mean and a spread of each class",
        Kind::Categorical => "each value is a category",
        Kind::Binary => "one value counts as 1",
        Kind::Text => "its words are counted",
    }
}

fn as_it_looks(table: &Table, at: usize) -> String {
    let Some(column) = table.columns().get(at) else { return String::new() };
    let known = match column.kind {
        Kind::Numeric if table.could_be_binary(at).is_some() => "0 and 1, which may be no and yes".to_owned(),
        Kind::Numeric => "numbers".to_owned(),
        Kind::Text => format!("texts of {} words", grouped(column.dictionary.len() as u64)),
        Kind::Categorical | Kind::Binary => match column.dictionary.len() {
            1 => "1 value".to_owned(),
            many => format!("{} values", grouped(many as u64)),
        },
    };
    match column.missing {
        0 => known,
        missing => format!("{known}, {} missing", grouped(missing)),
    }
}

fn names_rows(table: &Table, at: usize, why: RowName) -> String {
    let Some(column) = table.columns().get(at) else { return String::new() };
    let known = (table.rows() as u64).saturating_sub(column.missing);
    match why {
        RowName::Unique | RowName::Seldom => {
            format!("{} values in {} cells", grouped(column.dictionary.len() as u64), grouped(known))
        }
        RowName::Numbers => "it numbers the rows".to_owned(),
        RowName::Consecutive => "consecutive numbers: it may number the rows".to_owned(),
        RowName::Called => "named like an identifier".to_owned(),
        RowName::Times => "dates or times".to_owned(),
        RowName::Unnamed => "no name in the header".to_owned(),
    }
}

fn examples(table: &Table, at: usize) -> Vec<String> {
    const ROWS: usize = 1_000;
    let mut first: Vec<String> = Vec::new();
    for row in 0..table.rows().min(ROWS) {
        let text = table.cell_text(row, at);
        if !text.is_empty() && !first.iter().any(|known| *known == *text) {
            first.push(brief(&text));
        }
        if first.len() == COUNTED {
            break;
        }
    }
    first
}
