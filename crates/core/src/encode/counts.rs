//! Tables of counts as textbooks print them: values, documents or words by class, in place of the rows that were counted.
//! Such a table is rewritten as a file of sums.

use super::sums::{SUMS_COLUMNS, read_sums_text};
use crate::problem::Problem;
use crate::recipe::{CountsKind, Prior, Recipe};
use crate::table::{LIMIT, Loaded, Notice, Source, TableError, commonest_in_first_line, read_text, tokens};
use crate::text::{brief, counted, listed, shown};
use csv::StringRecord;
use std::collections::{HashMap, HashSet};
use std::fs;
use toml::Value;

/// A larger file is a table of rows, unless the recipe says otherwise.
const LARGEST: u64 = 1 << 18;
/// So large that sums of many stay exact.
const LARGEST_COUNT: u64 = 1 << 40;
/// The first cells of rows with the size of each class.
const TOTALS: [&str; 8] = ["total", "totals", "sum", "all", "n", "summe", "gesamt", "insgesamt"];
const DOCUMENTS: [&str; 7] = ["documents", "docs", "messages", "emails", "texts", "dokumente", "nachrichten"];
/// Words before the name of a feature that a row lacks.
const NOT: [&str; 6] = ["not", "no", "non", "nicht", "kein", "keine"];

/// Headers of a column of words, and of the two columns of features and values.
const WORDS: [&str; 6] = ["word", "words", "term", "token", "wort", "wörter"];
const FEATURES: [&str; 4] = ["feature", "variable", "attribute", "merkmal"];

/// Reads a table of counts; `None` if the source is none. Without a kind in the recipe, only a table with a row of totals or
/// documents is one, or one of several features with the same sums.
pub(super) fn read_counts(source: &Source, recipe: &Recipe) -> Result<Option<Loaded>, TableError> {
    let is_small = match source {
        Source::Path(path) => fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST),
        Source::Bytes { bytes, .. } => bytes.len() as u64 <= LARGEST,
        Source::Stdin | Source::Sample(_) => false,
    };
    if recipe.counts.is_none() && (recipe.target.is_some() || !is_small) {
        return Ok(None);
    }
    let label = source.label();
    let (text, mut notices) = match read_text(source, LIMIT) {
        Err(_) if recipe.counts.is_none() => return Ok(None),
        read => read?,
    };
    let table = CountTable::read(&label, &text, recipe);
    let table = match (table, recipe.counts) {
        (Err(_), None) => return Ok(None),
        (Ok(table), None) if !table.is_plain() => return Ok(None),
        (table, _) => table?,
    };
    let kind = recipe.counts.or_else(|| table.kind()).ok_or_else(|| table.unclear())?;
    let (sums, note) = table.sums(kind, recipe)?;
    notices.push(Notice::file(note));
    Ok(Some(read_sums_text(&label, &sums, notices)?))
}

pub const UNCLEAR_COUNTS: &str = "unclear_counts";

/// What the counts of a text are that is known to be a table of counts.
///
/// # Errors
/// If the text is none, or the kind is unclear ([`UNCLEAR_COUNTS`]).
pub fn kind_of_counts(label: &str, text: &str) -> Result<CountsKind, Problem> {
    let table = CountTable::read(label, text, &Recipe::default())?;
    let has_sizes = table.totals.is_some() || table.documents.is_some();
    let of_values = !has_sizes && !is_one_of(&WORDS, &table.head);
    table.kind().or(of_values.then_some(CountsKind::Table)).ok_or_else(|| table.unclear())
}

struct CountRow {
    line: Option<u64>,
    feature: String,
    value: String,
    counts: Vec<u64>,
}

struct CountTable<'t> {
    label: &'t str,
    /// The header of the values.
    head: String,
    has_features: bool,
    classes: Vec<String>,
    rows: Vec<CountRow>,
    totals: Option<Vec<u64>>,
    documents: Option<Vec<u64>>,
}

fn is_one_of(names: &[&str], cell: &str) -> bool {
    names.contains(&cell.to_lowercase().as_str())
}

/// Whether a first header begins a table of several features: then the second column has the values.
pub fn names_features(head: &str) -> bool {
    is_one_of(&FEATURES, head)
}

/// A whole number, also as pandas writes it in a column with a missing cell: `9.0`.
fn count(cell: &str) -> Option<u64> {
    let whole = cell.strip_suffix(".0").unwrap_or(cell);
    whole.parse().ok().filter(|count| *count <= LARGEST_COUNT)
}

/// Whether a name is another one after a word such as `not`.
fn is_opposite(name: &str, of: &str) -> bool {
    let (name, of) = (name.to_lowercase(), of.to_lowercase());
    let rest = NOT.iter().find_map(|not| name.strip_prefix(not)?.strip_prefix([' ', '-', '_']));
    rest == Some(of.as_str())
}

/// Turns a table with a class in each row and its size in the last column, such as `Fruit,Long,Not Long,Sweet,Total`, into
/// one with a class in each column. Neighbouring columns that add up to the sizes are the values of one feature; any other
/// column is a feature with the values yes and no. `None` if the last column is the sum of all others, since then the
/// columns are the classes, or if neither a row of totals nor such neighbours confirm that these are counts.
fn with_classes_above(header: &StringRecord, records: &[StringRecord]) -> Option<Vec<StringRecord>> {
    let last = header.len().checked_sub(1).filter(|last| *last > 1)?;
    if !is_one_of(&TOTALS, header.get(last)?) {
        return None;
    }
    let is_total = |record: &&StringRecord| record.get(0).is_some_and(|name| is_one_of(&TOTALS, name));
    let (totals, classes): (Vec<&StringRecord>, Vec<&StringRecord>) = records.iter().partition(is_total);
    let of_class = |at: usize| classes.iter().map(|record| count(record.get(at)?)).collect();
    let columns: Vec<Vec<u64>> = (1..=last).map(of_class).collect::<Option<_>>()?;
    let has_totals = totals.iter().any(|record| {
        let is_sum = |(column, cell): (&Vec<u64>, &str)| count(cell) == Some(column.iter().sum());
        columns.iter().zip(record.iter().skip(1)).all(is_sum)
    });
    let (sizes, columns) = columns.split_last()?;
    let are_all = |columns: &[Vec<u64>]| {
        let sum = |class: usize| columns.iter().filter_map(|column| column.get(class)).sum::<u64>();
        sizes.iter().enumerate().all(|(class, size)| sum(class) == *size)
    };
    let fits = |column: &Vec<u64>| column.iter().zip(sizes).all(|(n, size)| n <= size);
    if are_all(columns) || !columns.iter().all(fits) {
        return None;
    }
    let name = |at: usize| header.get(at + 1).unwrap_or_default();
    let row = |feature: &str, value: &str, counts: &[u64]| {
        [feature, value].map(str::to_owned).into_iter().chain(counts.iter().map(u64::to_string)).collect()
    };
    let names = classes.iter().filter_map(|record| record.get(0));
    let mut table: Vec<StringRecord> = vec![["feature", "value"].into_iter().chain(names).collect()];
    let (mut at, mut has_groups) = (0, false);
    while let Some(column) = columns.get(at) {
        let group = (at + 2..=columns.len()).find(|end| columns.get(at..*end).is_some_and(are_all));
        // Long and Not Long are one flag; male and female are two values.
        let is_flag = group.is_none_or(|end| end == at + 2 && is_opposite(name(at + 1), name(at)));
        let end = group.unwrap_or(at + 1);
        if is_flag {
            let others: Vec<u64> = sizes.iter().zip(column).map(|(size, n)| size - n).collect();
            table.extend([row(name(at), "yes", column), row(name(at), "no", &others)]);
        } else {
            let feature = (at..end).map(name).collect::<Vec<_>>().join("/");
            let values = (at..end).zip(columns.iter().skip(at));
            table.extend(values.map(|(at, counts)| row(&feature, name(at), counts)));
        }
        has_groups |= group.is_some();
        at = end;
    }
    table.push(row("total", "", sizes));
    (has_totals || has_groups).then_some(table)
}

impl CountTable<'_> {
    fn read<'t>(label: &'t str, text: &str, recipe: &Recipe) -> Result<CountTable<'t>, Problem> {
        let usual = || commonest_in_first_line(text, b"|\t;,");
        let delimiter = recipe.delimiter.map_or_else(usual, |delimiter| delimiter.0);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All).delimiter(delimiter);
        let wrong = |what: String, fix: &str| wrong(label, None, what, fix);
        let records = reader.from_reader(text.as_bytes()).into_records().collect::<Result<Vec<_>, _>>();
        let records = records.map_err(|error| {
            wrong(format!("the counts cannot be read: {error}"), "write them as CSV with commas")
        })?;
        let mut records = records.into_iter().filter(|record| record.iter().any(|cell| !cell.is_empty()));
        let mut header = records.next().unwrap_or_default();
        let mut records: Vec<StringRecord> = records.collect();
        if matches!(recipe.counts, None | Some(CountsKind::Table))
            && let Some(turned) = with_classes_above(&header, &records)
        {
            header = turned.first().cloned().unwrap_or_default();
            records = turned.into_iter().skip(1).collect();
        }
        let cell = |record: &StringRecord, at: usize| record.get(at).unwrap_or_default().to_owned();
        let head = cell(&header, 0);
        // A feature has several values, so its name is in several rows.
        let names: HashSet<String> = records.iter().map(|record| cell(record, 0)).collect();
        let has_features = names_features(&head)
            || header.len() > 3
                && names.len() < records.len()
                && records.iter().all(|record| count(&cell(record, 1)).is_none());
        let labels = if has_features { 2 } else { 1 };
        let mut classes: Vec<String> = header.iter().skip(labels).map(str::to_owned).collect();
        // Sums over the classes add nothing new.
        let has_sums = classes.last().is_some_and(|last| is_one_of(&TOTALS, last));
        classes.truncate(classes.len() - usize::from(has_sums));
        if let Some(at) = classes.iter().position(String::is_empty) {
            let what = format!("column {} of the counts has no name", at + labels + 1);
            return Err(wrong(what, "write the class above each column of counts"));
        }
        let mut table = CountTable {
            label,
            // R writes no name above the names of rows.
            head: Some(cell(&header, labels - 1)).filter(|name| !name.is_empty()).unwrap_or("value".into()),
            has_features,
            classes,
            rows: Vec::new(),
            totals: None,
            documents: None,
        };
        for record in &records {
            let line = record.position().map(csv::Position::line);
            let cells = record.iter().skip(labels).take(table.classes.len());
            let mut counts = Vec::new();
            for (text, class) in cells.zip(&table.classes) {
                let fix = "write how often it was counted: a whole number from 0 to 2⁴⁰";
                counts.push(count(text).ok_or_else(|| {
                    let what = format!("“{}” in the column {} is not a count", brief(text), brief(class));
                    let (column, value) = (Some(class.clone()), Some(text.to_owned()));
                    Problem { column, value, ..self::wrong(label, line, what, fix) }
                })?);
            }
            let name = cell(record, 0);
            if record.len() != header.len() || counts.is_empty() {
                let [cells, wanted] = [record, &header].map(|row| counted(row.len(), "cell", "cells"));
                let what = format!("the row {} has {cells}", brief(&name));
                return Err(self::wrong(label, line, what, &format!("write {wanted}, as in the header")));
            }
            let is_size = cell(record, labels - 1) == name || cell(record, labels - 1).is_empty();
            match (is_size, is_one_of(&TOTALS, &name), is_one_of(&DOCUMENTS, &name)) {
                (true, true, _) => table.totals = Some(counts),
                (true, _, true) => table.documents = Some(counts),
                _ => {
                    let feature = if has_features { name } else { String::new() };
                    table.rows.push(CountRow { line, feature, value: cell(record, labels - 1), counts });
                }
            }
        }
        if table.rows.is_empty() {
            let fix = "write a row for each value or word, with one count in each class";
            return Err(wrong("there is no row of counts".into(), fix));
        }
        let mut names = HashSet::new();
        if let Some(row) = table.rows.iter().find(|row| !names.insert((&row.feature, &row.value))) {
            let what = format!("{} has two rows", brief(&row.value));
            return Err(self::wrong(label, row.line, what, "write each value or word once"));
        }
        Ok(table)
    }

    /// Whether the table is one of counts without being called one: it has class sizes, and names for all classes.
    fn is_plain(&self) -> bool {
        let is_name = |class: &String| !class.is_empty() && class.parse::<f64>().is_err();
        let has_sizes = self.totals.is_some() || self.documents.is_some();
        // Two features of the same rows add up to the same class sizes.
        (has_sizes || self.features().len() > 1 && self.equal_sums().is_ok())
            && self.classes.len() > 1
            && self.classes.iter().all(is_name)
            && self.rows.iter().all(|row| row.value.parse::<f64>().is_err())
    }

    /// The sum of each class over the rows of a feature.
    fn sum(&self, feature: &str) -> Vec<u64> {
        let rows = || self.rows.iter().filter(|row| row.feature == feature);
        let counts = |class: usize| rows().filter_map(move |row| row.counts.get(class));
        let of = |class: usize| counts(class).fold(0, |sum: u64, count| sum.saturating_add(*count));
        (0..self.classes.len()).map(of).collect()
    }

    fn features(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rows.iter().map(|row| row.feature.as_str()).collect();
        names.dedup();
        names
    }

    /// What was counted; `None` if that is unclear.
    fn kind(&self) -> Option<CountsKind> {
        let (sum, totals) = (self.sum(""), self.totals.as_ref());
        let most = self.documents.as_ref().or(totals);
        let exceeds =
            |row: &CountRow| row.counts.iter().zip(most.into_iter().flatten()).any(|(n, of)| n > of);
        let is_above = self.rows.iter().any(exceeds);
        let is_of_words = is_one_of(&WORDS, &self.head);
        match (self.has_features, &self.documents) {
            (true, _) => Some(CountsKind::Table),
            (_, Some(_)) if is_above || totals.is_some() => Some(CountsKind::Tokens),
            (_, Some(documents)) if !is_of_words && sum == *documents => Some(CountsKind::Table),
            (_, Some(_)) => None,
            (_, None) if Some(&sum) == totals => {
                Some(if is_of_words { CountsKind::Tokens } else { CountsKind::Table })
            }
            (_, None) if is_above => Some(CountsKind::Tokens),
            (_, None) => None,
        }
    }

    fn unclear(&self) -> Problem {
        let what = format!("{} is a table of counts, but what was counted is unclear", shown(self.label));
        let fix = "pass --counts documents if each count is a number of documents with the word, --counts tokens if it is how often the word occurs, or --counts table for the values of a feature";
        Problem { kind: UNCLEAR_COUNTS, ..wrong(self.label, None, what, fix) }
    }

    /// The file of sums, and what was assumed.
    fn sums(&self, kind: CountsKind, recipe: &Recipe) -> Result<(String, String), Problem> {
        let wrong = |what: String, fix: &str| wrong(self.label, None, what, fix);
        let sizes = match (kind, &self.documents, &self.totals) {
            (_, Some(documents), _) => documents.clone(),
            (CountsKind::Table | CountsKind::Documents, None, Some(totals)) => totals.clone(),
            (CountsKind::Table, None, None) => self.equal_sums()?,
            (CountsKind::Documents, ..) => {
                let fix = "add a row: documents, and the number of documents of each class";
                return Err(wrong("the number of documents of each class is missing".into(), fix));
            }
            (CountsKind::Tokens, ..) if matches!(recipe.prior, Some(Prior::Uniform | Prior::Given(_))) => {
                vec![1; self.classes.len()]
            }
            (CountsKind::Tokens, ..) => {
                let fix = "add a row: documents, and the number of documents of each class. Or pass --prior uniform";
                return Err(wrong("the priors are unknown, since no row has the documents".into(), fix));
            }
        };
        let mut out = SumsText::new(self, kind);
        for (class, size) in self.classes.iter().zip(&sizes) {
            out.line("class", class, "", "", &[*size, *size]);
        }
        let what = match kind {
            CountsKind::Table => self.values(&sizes, &mut out)?,
            CountsKind::Documents => self.flags(&sizes, &mut out)?,
            CountsKind::Tokens => self.words(recipe, &mut out)?,
        };
        let classes = self.classes.iter().zip(&sizes);
        let classes: Vec<_> = classes.map(|(class, size)| format!("{} {size}", brief(class))).collect();
        let classes = listed(classes.iter().map(String::as_str));
        let of = if kind == CountsKind::Table { "rows" } else { "documents" };
        let others = CountsKind::WORDS.iter().filter(|word| **word != kind.word());
        let others = others.map(|word| format!("--counts {word}")).collect::<Vec<_>>().join(" or ");
        let other = match self.has_features {
            true => String::new(),
            false => format!(" If something else was counted, pass {others}."),
        };
        let note = format!("Read as a table of counts: {what}. The {of} of each class: {classes}.{other}");
        Ok((out.text(), format!("{note} If each line is a row, pass --target COL.")))
    }

    /// The sums of the first feature, which those of the others must equal.
    fn equal_sums(&self) -> Result<Vec<u64>, Problem> {
        let features = self.features();
        let first = features.first().copied().unwrap_or_default();
        let sums = self.sum(first);
        let Some(other) = features.iter().find(|feature| self.sum(feature) != sums) else { return Ok(sums) };
        let (one, other) = (brief(first), brief(other));
        let what = format!("the counts of {one} and of {other} do not add up to the same class sizes");
        let fix = "correct them, or add a row: total, and the rows of each class. Rows that are left over have no value";
        Err(wrong(self.label, None, what, fix))
    }

    fn at_most(&self, counts: &[u64], sizes: &[u64], what: &str) -> Result<(), Problem> {
        let mut classes = self.classes.iter().zip(counts.iter().zip(sizes));
        let Some((class, (count, size))) = classes.find(|(_, (count, size))| count > size) else {
            return Ok(());
        };
        let what = format!("{what} counts {count} of {}, which has {size}", brief(class));
        Err(wrong(self.label, None, what, "correct the count or the size of the class"))
    }

    fn values(&self, sizes: &[u64], out: &mut SumsText) -> Result<String, Problem> {
        let features = self.features();
        for feature in &features {
            let name = if self.has_features { feature } else { self.head.as_str() };
            let sums = self.sum(feature);
            self.at_most(&sums, sizes, brief(name).as_ref())?;
            for row in self.rows.iter().filter(|row| row.feature == *feature) {
                for (class, n) in self.classes.iter().zip(&row.counts) {
                    out.line("value", class, name, &row.value, &[*n, *n]);
                }
            }
            for (class, (sum, size)) in self.classes.iter().zip(sums.iter().zip(sizes)) {
                out.line("missing", class, name, "", &[size - sum, size - sum]);
            }
        }
        let values = counted(self.rows.len(), "value", "values");
        Ok(format!("{values} of {}", counted(features.len(), "feature", "features")))
    }

    fn flags(&self, sizes: &[u64], out: &mut SumsText) -> Result<String, Problem> {
        for row in &self.rows {
            self.at_most(&row.counts, sizes, brief(&row.value).as_ref())?;
            for (class, (n, size)) in self.classes.iter().zip(row.counts.iter().zip(sizes)) {
                out.line("value", class, &row.value, "yes", &[*n, *n]);
                out.line("value", class, &row.value, "no", &[size - n, size - n]);
            }
        }
        Ok(format!("documents with each of {}", counted(self.rows.len(), "word", "words")))
    }

    fn words(&self, recipe: &Recipe, out: &mut SumsText) -> Result<String, Problem> {
        let sums = self.sum("");
        let totals = self.totals.as_ref().unwrap_or(&sums);
        if let Some(total) = &self.totals {
            self.at_most(&sums, total, "the words together")?;
        }
        let lower = recipe.lower_case.unwrap_or(true);
        let others = CountRow {
            line: None,
            feature: String::new(),
            value: OTHERS.to_owned(),
            counts: totals.iter().zip(&sums).map(|(total, sum)| total - sum).collect(),
        };
        let mut names: HashMap<String, &str> = HashMap::new();
        let mut unnamed = Vec::new();
        for row in &self.rows {
            let mut parts = tokens(&row.value, lower);
            let word = parts.next().unwrap_or_default().into_owned();
            let whole = if lower { row.value.to_lowercase() } else { row.value.clone() };
            if parts.next().is_some() || word != whole {
                unnamed.push(row.value.as_str());
            } else if let Some(other) = names.insert(word, &row.value) {
                let (one, other) = (brief(other), brief(&row.value));
                let what = format!("{one} and {other} are one word without capitals");
                let fix = "add their counts in one row, or pass --lower-case=false";
                return Err(self::wrong(self.label, row.line, what, fix));
            }
        }
        let has_others = others.counts.iter().any(|n| *n > 0);
        for (class, total) in self.classes.iter().zip(totals) {
            out.line("text", class, TEXT, "", &[0, 0, *total]);
        }
        for row in self.rows.iter().chain(Some(&others).filter(|_| has_others)) {
            let word = if lower { row.value.to_lowercase() } else { row.value.clone() };
            for (class, n) in self.classes.iter().zip(&row.counts) {
                out.line("word", class, TEXT, &word, &[0, 0, *n]);
            }
        }
        let mut what = format!("occurrences of {}", counted(self.rows.len(), "word", "words"));
        if has_others {
            what += "; the rest of the totals counts as one more word";
        }
        if !unnamed.is_empty() {
            what += &format!("; queries are split into words and never contain: {}", listed(unnamed));
        }
        Ok(what)
    }
}

/// The feature of words, and the word for those that are not listed.
const TEXT: &str = "text";
const OTHERS: &str = "(other words)";

fn wrong(label: &str, line: Option<u64>, what: String, fix: &str) -> Problem {
    let place =
        line.map_or_else(|| shown(label).into_owned(), |line| format!("{}, line {line}", shown(label)));
    Problem { kind: "bad_counts", what, fix: fix.to_owned(), place: Some(place), line, ..Problem::default() }
}

struct SumsText(csv::Writer<Vec<u8>>);

impl SumsText {
    /// The header and the recipe.
    fn new(table: &CountTable<'_>, kind: CountsKind) -> SumsText {
        let model = match kind {
            CountsKind::Table => "categorical",
            CountsKind::Documents => "bernoulli",
            CountsKind::Tokens => "multinomial",
        };
        let quoted = |name: &str| Value::String(name.to_owned()).to_string();
        let feature = |name: &str, more: &str| format!("[[feature]]\nname = {}\n{more}", quoted(name));
        let features: String = match kind {
            CountsKind::Table if !table.has_features => feature(&table.head, "kind = \"categorical\"\n"),
            CountsKind::Table => {
                table.features().iter().map(|name| feature(name, "kind = \"categorical\"\n")).collect()
            }
            CountsKind::Documents => {
                let flag = |row: &CountRow| feature(&row.value, "kind = \"binary\"\none = \"yes\"\n");
                table.rows.iter().map(flag).collect()
            }
            CountsKind::Tokens => feature(TEXT, "kind = \"text\"\nevent = \"multinomial\"\n"),
        };
        let is_taken = table.head == "class"
            || table.rows.iter().any(|row| row.feature == "class" || row.value == "class");
        let target = if is_taken { "class of the table" } else { "class" };
        let recipe =
            format!("target = {}\nmodel = \"{model}\"\ncounts = \"{kind}\"\n{features}", quoted(target));
        let mut out = SumsText(csv::Writer::from_writer(Vec::new()));
        // Writing to memory cannot fail.
        let _ = out.0.write_record(SUMS_COLUMNS);
        for (line, text) in (1..).zip(recipe.lines()) {
            out.line("recipe", "", "", text, &[line]);
        }
        out.line("source", "", "counts", "", &[]);
        out
    }

    fn line(&mut self, kind: &str, class: &str, feature: &str, value: &str, counts: &[u64]) {
        let cells = [kind, class, feature, value].map(str::to_owned).into_iter();
        let counts = counts.iter().map(u64::to_string).chain(std::iter::repeat(String::new()));
        let _ = self.0.write_record(cells.chain(counts).take(SUMS_COLUMNS.len()));
    }

    fn text(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}
