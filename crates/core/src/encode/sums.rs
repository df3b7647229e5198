//! A file of sums, as an engine or `posterior sums` writes it, read in place of a table. Its columns have names and values
//! and no rows; [`TableSums`] has what was counted.

use super::prepare::without_rows;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Recipe, find_column};
use crate::table::{
    Column, Dictionary, FeatureSums, Kind, LIMIT, Loaded, Notice, Powers, Source, Table, TableError,
    TableSums, ValueSum, WeightedCount, WordSum, is_missing, read_text, similar_values,
};
use crate::text::{brief, shown};
use csv::StringRecord;
use std::collections::{BTreeMap, HashMap};

/// The columns of the file; the name of the first one is the version.
pub const SUMS_COLUMNS: [&str; 10] =
    ["posterior_sums_1", "class", "feature", "value", "n", "w", "tokens", "shift", "s1", "s2"];

/// The places of some of the columns.
const N: usize = 4;
const W: usize = 5;
const TOKENS: usize = 6;
const S2: usize = 9;

const KINDS: &str = "recipe, source, unlabelled, weightless, refused, class, value, missing, text, word, moments, complete, \
    together, product";

/// Reads a file of sums; `None` if the source is none.
pub(super) fn read_sums(source: &Source) -> Result<Option<Loaded>, TableError> {
    if !source.begins_with("posterior_sums_") {
        return Ok(None);
    }
    let (text, notices) = read_text(source, LIMIT)?;
    Ok(Some(read_sums_text(&source.label(), &text, notices)?))
}

pub(super) fn read_sums_text(label: &str, text: &str, mut notices: Vec<Notice>) -> Result<Loaded, Problem> {
    let (table, sums) = SumsReader { label, ..SumsReader::default() }.read(text)?;
    similar_values(&table, &mut notices);
    Ok(without_rows(table, notices, Some(sums)))
}

fn wrong(label: &str, what: String, fix: &str) -> Problem {
    let place = Some(shown(label).into_owned());
    Problem { kind: "bad_sums", what, fix: fix.to_owned(), place, ..Problem::default() }
}

/// A line of the file, with its number from 1 and its cells in the order of [`SUMS_COLUMNS`].
struct SumsLine<'r> {
    label: &'r str,
    number: u64,
    cells: [&'r str; SUMS_COLUMNS.len()],
}

impl<'r> SumsLine<'r> {
    fn cell(&self, column: usize) -> &'r str {
        self.cells.get(column).map(|cell| cell.trim()).unwrap_or_default()
    }

    fn wrong(&self, what: String, fix: &str) -> Problem {
        let place = Some(format!("{}, line {}", shown(self.label), self.number));
        Problem { place, line: Some(self.number), ..wrong(self.label, what, fix) }
    }

    fn wrong_cell(&self, column: usize, what: &str, fix: &str) -> Problem {
        let (text, name) = (self.cell(column), SUMS_COLUMNS.get(column).copied().unwrap_or_default());
        let problem = self.wrong(format!("“{}” in {name} is {what}", brief(text)), fix);
        Problem { column: Some(name.to_owned()), value: Some(text.to_owned()), ..problem }
    }

    fn twice(&self) -> Problem {
        let [kind, ..] = self.cells;
        self.wrong(format!("there is a line `{kind}` like this one before"), "write each sum once")
    }

    /// Returns a count; `or` if nothing is written.
    fn count_or(&self, column: usize, or: u64) -> Result<u64, Problem> {
        let text = self.cell(column);
        if text.is_empty() {
            return Ok(or);
        }
        // Engines write some sums of whole numbers as 12.0.
        let whole = text.strip_suffix(".0").unwrap_or(text);
        let count = whole.parse::<u64>().ok().filter(|count| *count <= 1 << 53);
        let fix = "counts are whole numbers from 0 to 9007199254740992";
        count.ok_or_else(|| self.wrong_cell(column, "not a count", fix))
    }

    fn seen(&self) -> Result<WeightedCount, Problem> {
        if self.cell(N).is_empty() && self.cell(W).is_empty() {
            let fix = "write how many rows it counts, in n and w";
            return Err(self.wrong("there is neither n nor w".into(), fix));
        }
        let w = self.count_or(W, self.count_or(N, 0)?)?;
        Ok(WeightedCount { n: self.count_or(N, w)?, w })
    }

    fn float(&self, column: usize) -> Result<f64, Problem> {
        let number = self.cell(column).parse::<f64>().ok().filter(|number| number.is_finite());
        let fix = "write a number with 17 digits, such as 0.30000000000000004";
        number.ok_or_else(|| self.wrong_cell(column, "not a finite number", fix))
    }
}

#[derive(Default)]
struct SumsReader<'l> {
    label: &'l str,
    recipe: Recipe,
    classes: Dictionary,
    /// The columns by name, each with its place in the order in which the file names them.
    columns: HashMap<String, (usize, Column)>,
    missing: BTreeMap<(String, usize), WeightedCount>,
    /// Tokens of the documents of each class: those of the line `text`, and the sum over its words.
    tokens: BTreeMap<(String, usize), (u64, u64)>,
    sums: TableSums,
    counted: u64,
}

/// Returns a column, which is new if the file has not named it before. Texts take precedence over numbers.
fn column<'c>(columns: &'c mut HashMap<String, (usize, Column)>, name: &str, kind: Kind) -> &'c mut Column {
    let new = (columns.len(), Column::named(name, Kind::Categorical));
    let (_, column) = columns.entry(name.to_owned()).or_insert(new);
    if kind == Kind::Text || column.kind == Kind::Categorical {
        column.kind = kind;
    }
    column
}

/// Sets the sum of a class; `false` if it has one already.
fn set<T: Clone + Default + PartialEq>(sums: &mut Vec<T>, class: usize, sum: T) -> bool {
    sums.resize(sums.len().max(class + 1), T::default());
    let free = sums.get_mut(class).filter(|old| **old == T::default());
    free.map(|old| *old = sum).is_some()
}

impl SumsReader<'_> {
    fn wrong(&self, what: String, fix: &str) -> Problem {
        wrong(self.label, what, fix)
    }

    fn read(mut self, text: &str) -> Result<(Table, TableSums), Problem> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let records = reader.records().collect::<Result<Vec<StringRecord>, _>>().map_err(|error| {
            let what = format!("{} cannot be read: {error}", shown(self.label));
            self.wrong(what, "write it as CSV with commas, in UTF-8")
        })?;
        let Some((header, rest)) = records.split_first() else {
            return Err(self.wrong("the file is empty".into(), "write the sums again"));
        };
        let (label, places) = (self.label, self.places(header)?);
        let (mut lines, mut recipe) = (Vec::new(), Vec::new());
        for record in rest {
            let number = record.position().map_or(0, csv::Position::line);
            let cells = places.map(|place| record.get(place).unwrap_or_default());
            let line = SumsLine { label, number, cells };
            match cells {
                ["recipe", _, _, text, ..] => recipe.push((line.count_or(N, number)?, format!("{text}\n"))),
                ["source", _, feature, value, ..] if self.sums.engine.is_empty() => {
                    (self.sums.engine, self.sums.asked) = (feature.to_owned(), value.to_owned());
                }
                // The second line `source` is about the order of classes and values, for a person to read.
                ["source", ..] => {}
                _ => lines.push(line),
            }
        }
        recipe.sort_by_key(|(number, _)| *number);
        self.sums.recipe = recipe.into_iter().map(|(_, text)| text).collect();
        self.recipe = Recipe::from_toml(&self.sums.recipe, &format!("the recipe in {}", shown(self.label)))?;
        let Some(target) = self.recipe.target.clone() else {
            let fix = "the lines `recipe` hold the recipe that the rows were summed by, as `posterior sums` writes it";
            return Err(self.wrong("the file has no recipe that names the class".into(), fix));
        };
        for choice in &self.recipe.columns {
            let kind = choice.kind.filter(|kind| matches!(kind, Kind::Text | Kind::Numeric));
            let kind = kind.or(choice.is_binned().then_some(Kind::Numeric));
            column(&mut self.columns, &choice.name, kind.unwrap_or(Kind::Categorical));
        }
        for line in &lines {
            self.count(line)?;
            self.line(line)?;
        }
        if self.classes.is_empty() {
            let what = "there is no line `class`: no row has a class".into();
            return Err(self.wrong(what, "write the sums again"));
        }
        self.check()?;
        self.finish(&target)
    }

    fn places(&self, header: &StringRecord) -> Result<[usize; SUMS_COLUMNS.len()], Problem> {
        let names: Vec<&str> = header.iter().map(|name| name.trim_start_matches('\u{feff}').trim()).collect();
        let version = names.first().copied().unwrap_or_default();
        let [known, ..] = SUMS_COLUMNS;
        if version != known {
            let version = brief(version);
            let what = format!("the sums are of version “{version}”, and this program reads {known}");
            return Err(self.wrong(what, "write them again with this program, or use a newer one"));
        }
        let mut places = [0; SUMS_COLUMNS.len()];
        for (place, name) in places.iter_mut().zip(SUMS_COLUMNS) {
            let found = names.iter().position(|other| *other == name);
            *place = found.ok_or_else(|| {
                let fix = format!("the first line must be: {}", SUMS_COLUMNS.join(","));
                let what = format!("the file of sums has no column “{name}”");
                Problem { column: Some(name.to_owned()), ..self.wrong(what, &fix) }
            })?;
        }
        Ok(places)
    }

    /// Adds the counts of a line, so that no sum of some of them is more than can be counted.
    fn count(&mut self, line: &SumsLine<'_>) -> Result<(), Problem> {
        for column in [N, W, TOKENS] {
            let sum = self.counted.checked_add(line.count_or(column, 0)?);
            self.counted = sum.ok_or_else(|| {
                let what = format!("the counts up to this line add up to more than {}", u64::MAX);
                line.wrong(what, "write the sums again, of rows that there are")
            })?;
        }
        Ok(())
    }

    fn line(&mut self, line: &SumsLine<'_>) -> Result<(), Problem> {
        let [kind, class_name, feature, value, ..] = line.cells;
        let of = &mut self.sums.of_rows;
        match kind {
            // Classes are in the order of these lines.
            "class" => {
                let class = self.classes.intern(class_name) as usize;
                if set(&mut of.classes, class, line.seen()?) {
                    return Ok(());
                }
                let what = format!("the class “{}” has two lines `class`", brief(class_name));
                return Err(line.wrong(what, "write one line for each class"));
            }
            "refused" => {
                let count = line.count_or(W, 0)?.max(line.count_or(N, 0)?);
                if count == 0 {
                    return Ok(());
                }
                let name = brief(feature);
                let what =
                    format!("{count} cells of “{name}” are infinite, not a number, or a weight below 0");
                let fix = "correct them where the rows are, or leave these rows out in the query";
                return Err(Problem { column: Some(feature.to_owned()), ..line.wrong(what, fix) });
            }
            "unlabelled" => return line.seen().map(|seen| of.unlabelled += seen),
            "weightless" if feature.is_empty() => return line.seen().map(|seen| of.weightless += seen.n),
            "weightless" => return line.seen().map(|seen| of.weightless_unlabelled += seen.n),
            kind if !KINDS.split(", ").any(|known| known == kind) => {
                let what = format!("“{}” is not a line of a file of sums", brief(kind));
                return Err(line.wrong(what, &format!("a line begins with {KINDS}")));
            }
            _ => {}
        }
        let class = match class_name {
            // Documents without a class have words, too; and a value may be in rows without one only.
            "" if matches!(kind, "word" | "value") => None,
            name => Some(self.classes.code(name).map(|code| code as usize).ok_or_else(|| {
                let what = format!("the class “{}” has no line `class` before this one", brief(name));
                line.wrong(what, "write the lines `class` first, one for each class")
            })?),
        };
        if let ("complete", Some(class)) = (kind, class) {
            let seen = line.seen()?;
            of.complete.resize(of.complete.len().max(class + 1), WeightedCount::default());
            of.complete.get_mut(class).into_iter().for_each(|counted| *counted += seen);
            if !self.sums.complete_order.contains(&class) {
                self.sums.complete_order.push(class);
            }
            return Ok(());
        }
        if feature.is_empty() {
            let what = format!("the line `{kind}` names no column");
            return Err(line.wrong(what, "name it in the column feature"));
        }
        let column_kind = match kind {
            "text" => Kind::Text,
            // A column of a document-term table is a word by its name.
            "word" if !value.is_empty() => Kind::Text,
            "moments" | "together" => Kind::Numeric,
            _ => Kind::Categorical,
        };
        let column = column(&mut self.columns, feature, column_kind);
        let sums = of.features.entry(feature.to_owned()).or_default();
        let of_class = class.map(|class| (feature.to_owned(), class));
        // Whoever summed the rows knew what is missing: what is a line of its own, such as `-`, is a value.
        let is_missing = || is_missing(value.trim().as_bytes(), self.recipe.missing_in(feature).as_deref());
        match (kind, class) {
            ("value", class) if !is_missing() => {
                let (value, seen) = (column.dictionary.intern(value), line.seen()?);
                sums.values.extend(class.map(|class| ValueSum { value, class, seen }));
            }
            ("value" | "missing", _) => {
                let seen = line.seen()?;
                if let Some(of_class) = of_class {
                    column.missing += seen.n;
                    *self.missing.entry(of_class).or_default() += seen;
                }
            }
            ("text", _) => {
                let tokens = line.count_or(TOKENS, 0)?;
                of_class.into_iter().for_each(|key| self.tokens.entry(key).or_default().0 += tokens);
            }
            ("word", class) => {
                let (seen, tokens) = (line.seen()?, line.count_or(TOKENS, 0)?);
                if tokens < seen.w {
                    let what = format!("“{}” occurs {tokens} times in {} documents", brief(value), seen.w);
                    let fix = "tokens counts the words, n and w the documents that have one at least";
                    return Err(line.wrong(what, fix));
                }
                let word = if value.is_empty() { 0 } else { column.dictionary.intern(value) };
                of_class.into_iter().for_each(|key| self.tokens.entry(key).or_default().1 += tokens);
                sums.words.push(WordSum { word, class, seen, tokens });
            }
            ("product", Some(class)) => {
                let (a, b) = (feature.min(value).to_owned(), feature.max(value).to_owned());
                if of.products.insert((class, a, b), line.float(S2)?).is_some() {
                    return Err(line.twice());
                }
            }
            (kind, Some(class)) => {
                let (all, seen) = match kind {
                    "together" => (&mut sums.together, of.complete.get(class).copied().unwrap_or_default()),
                    _ => (&mut sums.moments, line.seen()?),
                };
                let powers = Powers { seen, shift: line.float(7)?, s1: line.float(8)?, s2: line.float(S2)? };
                if !set(all, class, powers) {
                    return Err(line.twice());
                }
            }
            (_, None) => {}
        }
        Ok(())
    }

    /// Checks that the counts of each column add up to the rows of each class.
    fn check(&self) -> Result<(), Problem> {
        let fix = "write the sums again: every row of a class has a value or is counted as missing";
        let name = |class: usize| {
            let name = self.classes.names().get(class);
            name.map(|name| brief(name.as_str())).unwrap_or_default()
        };
        let of = &self.sums.of_rows;
        for (feature, sums) in &of.features {
            let mut counted: BTreeMap<usize, WeightedCount> = BTreeMap::new();
            let values = sums.values.iter().map(|sum| (sum.class, sum.seen));
            let moments = sums.moments.iter().enumerate().map(|(class, sum)| (class, sum.seen));
            values.chain(moments).for_each(|(class, seen)| *counted.entry(class).or_default() += seen);
            for (class, mut seen) in counted {
                seen += self.missing.get(&(feature.clone(), class)).copied().unwrap_or_default();
                let rows = of.classes.get(class).copied().unwrap_or_default();
                if seen.w != rows.w {
                    let (class, value, w, rows) = (name(class), brief(feature), seen.w, rows.w);
                    let what = format!(
                        "the rows of {class} with a value of “{value}” and without add up to {w}, and {class} has {rows}"
                    );
                    return Err(Problem { feature: Some(feature.clone()), ..self.wrong(what, fix) });
                }
            }
        }
        for (class, complete) in of.complete.iter().enumerate() {
            let rows = of.classes.get(class).copied().unwrap_or_default();
            if complete.w > rows.w {
                let what = format!("{} has {} complete rows of {}", name(class), complete.w, rows.w);
                return Err(self.wrong(what, fix));
            }
        }
        for ((feature, class), (written, counted)) in &self.tokens {
            if written != counted && *written > 0 {
                let of = format!("the words of “{}” in {}", brief(feature), name(*class));
                let what = format!("{of} add up to {counted}, and its line `text` has {written}");
                return Err(self.wrong(what, "write all words, or correct the line `text`"));
            }
        }
        Ok(())
    }

    fn finish(mut self, target: &str) -> Result<(Table, TableSums), Problem> {
        let weight = self.recipe.weight.iter().filter(|name| !self.columns.contains_key(*name));
        let weight: Vec<Column> = weight.map(|name| Column::named(name, Kind::Numeric)).collect();
        let mut sums = std::mem::take(&mut self.sums);
        let mut columns: Vec<(usize, Column)> = std::mem::take(&mut self.columns).into_values().collect();
        columns.sort_by_key(|(place, _)| *place);
        let mut columns: Vec<Column> = columns.into_iter().map(|(_, column)| column).collect();
        for column in columns.iter_mut().filter(|column| column.kind == Kind::Numeric) {
            let (name, values) = (column.name.as_str().to_owned(), std::mem::take(&mut column.dictionary));
            let texts = || values.names().iter().map(Name::as_str);
            match texts().map(|text| text.parse::<f64>().ok()).collect::<Option<Vec<f64>>>() {
                Some(numbers) => _ = sums.numbers.insert(name, numbers),
                None => _ = sums.bins.insert(name, texts().map(str::to_owned).collect()),
            }
        }
        columns.retain(|column| column.name.as_str() != target);
        columns.push(Column {
            dictionary: std::mem::take(&mut self.classes),
            missing: sums.of_rows.unlabelled.n + sums.of_rows.weightless_unlabelled,
            ..Column::named(target, Kind::Categorical)
        });
        columns.extend(weight);
        let rows = usize::try_from(sums.rows()).unwrap_or(usize::MAX);
        let table = Table::new(self.label.to_owned(), columns, Vec::new()).of_rows_elsewhere(rows);
        for name in self.recipe.features.iter().flatten() {
            let name = table.name_of(find_column(&table, name)?);
            let has = sums.of_rows.features.get(name).is_some_and(|sums| *sums != FeatureSums::default());
            let missing = self.missing.keys().any(|(feature, _)| feature == name);
            if !has && !missing {
                let what = format!("the recipe reads “{}”, and the sums have no line of it", brief(name));
                let fix = "write the sums again with this recipe, or leave the column out of it";
                return Err(Problem { feature: Some(name.to_owned()), ..self.wrong(what, fix) });
            }
        }
        Ok((table, sums))
    }
}
