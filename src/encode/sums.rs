//! A file of sums, as an engine or `posterior sums` writes it: read in the place of a table. Its columns have names and
//! values and no rows; what was counted stands in [`Sums`].

use std::collections::BTreeMap;
use std::sync::Arc;

use csv::StringRecord;

use super::prepare::options;
use crate::problem::Problem;
use crate::recipe::{Recipe, Resolved, find_column};
use crate::table::{
    Column, Dialect, Dictionary, FeatureSums, Kind, LIMIT, Loaded, Powers, RowSums, Seen, Source, Sums,
    Table, TableError, ValueSum, Via, Watch, WordSum, read_text,
};
use crate::text::{brief, shown};

/// How the first cell of such a file begins, and the version that is read and written.
const PREFIX: &str = "posterior_sums_";

/// The columns of the file; the first one's name is its version.
pub const SUMS_COLUMNS: [&str; 11] =
    ["posterior_sums_1", "fold", "class", "feature", "value", "n", "w", "tokens", "shift", "s1", "s2"];

/// Reads a file of sums; `None` where the source is none.
///
/// # Errors
/// When its version is unknown, columns are not there, counts are no whole numbers or do not add up, or its recipe cannot
/// be read.
pub(super) fn read_sums(source: &Source) -> Result<Option<Loaded>, TableError> {
    if !source.begins_with(PREFIX) {
        return Ok(None);
    }
    let (text, notices) = read_text(source, LIMIT)?;
    let loaded = read_text_of_sums(&source.label(), &text, None);
    let loaded =
        loaded.map_err(|problem| TableError { problem: Box::new(problem), ragged: None, row: None })?;
    Ok(Some(Loaded { notices, ..loaded }))
}

/// Reads the text of such a file; the recipe is that of its lines, unless another says by which it was made.
fn read_text_of_sums(label: &str, text: &str, recipe: Option<&Recipe>) -> Result<Loaded, Problem> {
    let reader = Reader { label, recipe: recipe.cloned().unwrap_or_default(), ..Reader::default() };
    let (table, sums) = reader.read(text, recipe.is_some())?;
    Ok(Loaded {
        table: Arc::new(table),
        dialect: Dialect::default(),
        notices: Vec::new(),
        skipped: 0,
        bytes: text.len() as u64,
        stream: None,
        sums: Some(Arc::new(sums)),
    })
}

/// The sums of a table that an engine has, by a recipe in which nothing is open. What was asked before is not asked again.
///
/// # Errors
/// When the engine cannot sum what the recipe reads, or fails.
pub(super) fn ask(
    via: &Via,
    resolved: &Resolved,
    columns: &[Column],
    before: Option<&Arc<Loaded>>,
    watch: Option<&Watch>,
) -> Result<Arc<Loaded>, Problem> {
    let dialect = super::Dialect::named(&via.dialect).unwrap_or(&super::DIALECTS[0]);
    let of = super::TableInEngine { table: via.table.clone(), key: via.key.clone(), folds: None };
    let query = of.sums(dialect, resolved, columns, false)?;
    let same = before.filter(|loaded| loaded.sums.as_ref().is_some_and(|sums| sums.query == query));
    if let Some(loaded) = same {
        return Ok(Arc::clone(loaded));
    }
    let text = String::from_utf8_lossy(&via.ask(&query, watch)?).into_owned();
    let mut loaded = read_text_of_sums(&via.table, &text, Some(&resolved.recipe))?;
    if let Some(sums) = loaded.sums.as_mut().and_then(Arc::get_mut) {
        sums.query = query;
    }
    Ok(Arc::new(loaded))
}

/// A line of the file, with its number from 1.
struct Line<'r> {
    label: &'r str,
    number: u64,
    cells: &'r StringRecord,
    places: &'r [usize; SUMS_COLUMNS.len()],
}

impl<'r> Line<'r> {
    fn cell(&self, column: usize) -> &'r str {
        let place = self.places.get(column).copied().unwrap_or(usize::MAX);
        self.cells.get(place).unwrap_or_default()
    }

    fn kind(&self) -> &'r str {
        self.cell(0)
    }

    fn class(&self) -> &'r str {
        self.cell(2)
    }

    fn feature(&self) -> &'r str {
        self.cell(3)
    }

    fn value(&self) -> &'r str {
        self.cell(4)
    }

    fn wrong(&self, what: String, fix: &str) -> Problem {
        Problem {
            kind: "bad_sums",
            what,
            fix: fix.to_owned(),
            place: Some(format!("{}, line {}", shown(self.label), self.number)),
            line: Some(self.number),
            ..Problem::default()
        }
    }

    /// A count; `or` where nothing is written.
    fn count_or(&self, column: usize, or: u64) -> Result<u64, Problem> {
        let text = self.cell(column).trim();
        let name = SUMS_COLUMNS.get(column).copied().unwrap_or_default();
        if text.is_empty() {
            return Ok(or);
        }
        // Engines write some sums of whole numbers as 12.0.
        let whole = text.strip_suffix(".0").unwrap_or(text);
        let count = whole.parse::<u64>().ok().filter(|count| *count <= 1 << 53);
        count.ok_or_else(|| {
            let fix = "counts are whole numbers from 0 to 9007199254740992";
            Problem {
                column: Some(name.to_owned()),
                value: Some(text.to_owned()),
                ..self.wrong(format!("“{}” in {name} is no count", brief(text)), fix)
            }
        })
    }

    fn seen(&self) -> Result<Seen, Problem> {
        if self.cell(5).trim().is_empty() && self.cell(6).trim().is_empty() {
            return Err(
                self.wrong("there is neither n nor w".into(), "write how many rows it counts, in n and w")
            );
        }
        let n = self.count_or(5, 0)?;
        let w = self.count_or(6, n)?;
        Ok(Seen { n: if self.cell(5).trim().is_empty() { w } else { n }, w })
    }

    fn float(&self, column: usize) -> Result<f64, Problem> {
        let text = self.cell(column).trim();
        let name = SUMS_COLUMNS.get(column).copied().unwrap_or_default();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| {
            let fix = "write a number with 17 digits, such as 0.30000000000000004";
            Problem {
                column: Some(name.to_owned()),
                value: Some(text.to_owned()),
                ..self.wrong(format!("“{}” in {name} is no finite number", brief(text)), fix)
            }
        })
    }

    fn powers(&self, seen: Seen) -> Result<Powers, Problem> {
        Ok(Powers { seen, shift: self.float(8)?, s1: self.float(9)?, s2: self.float(10)? })
    }
}

/// Tokens of the documents of a class, as the file says them: what its words must add up to.
type Tokens = BTreeMap<(usize, String, usize), (u64, u64)>;

#[derive(Default)]
struct Reader<'l> {
    label: &'l str,
    recipe: Recipe,
    classes: Dictionary,
    columns: BTreeMap<String, Dictionary>,
    /// The names of columns in the order in which they are first met.
    order: Vec<String>,
    numeric: BTreeMap<String, bool>,
    texts: BTreeMap<String, bool>,
    /// Rows without a value, by fold, feature and class.
    missing: BTreeMap<(usize, String, usize), Seen>,
    tokens: Tokens,
    folds: Vec<RowSums>,
    complete_order: Vec<usize>,
}

impl Reader<'_> {
    fn read(mut self, text: &str, has_recipe: bool) -> Result<(Table, Sums), Problem> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut records: Vec<(u64, StringRecord)> = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| {
                let what = format!("{} cannot be read: {error}", shown(self.label));
                self.wrong(what, "write it as CSV with commas, in UTF-8")
            })?;
            let line = record.position().map_or(0, csv::Position::line);
            records.push((line, record));
        }
        let Some(((_, header), rest)) = records.split_first() else {
            return Err(self.wrong("the file is empty".into(), "write the sums again"));
        };
        let places = self.places(header)?;
        let label = self.label;
        let lines: Vec<Line<'_>> = rest
            .iter()
            .map(|(number, cells)| Line { label, number: *number, cells, places: &places })
            .collect();
        let mut recipe: Vec<(u64, &str)> = Vec::new();
        for line in lines.iter().filter(|line| line.kind() == "recipe") {
            recipe.push((line.count_or(5, line.number)?, line.value()));
        }
        recipe.sort_by_key(|(number, _)| *number);
        let recipe: String = recipe.into_iter().map(|(_, text)| format!("{text}\n")).collect();
        if !has_recipe {
            self.recipe = Recipe::from_toml(&recipe, &format!("the recipe in {}", shown(self.label)))?;
        }
        let Some(target) = self.recipe.target.clone() else {
            let fix = "the lines `recipe` hold the recipe that the rows were summed by, as `posterior sums` writes it";
            return Err(self.wrong("the file has no recipe that names the class".into(), fix));
        };
        for column in self.recipe.columns.clone() {
            self.meet(&column.name);
            self.numeric
                .insert(column.name.clone(), column.kind == Some(Kind::Numeric) || column.is_binned());
            self.texts.insert(column.name, column.kind == Some(Kind::Text));
        }
        let (mut engine, mut asked) = (String::new(), String::new());
        for line in &lines {
            match line.kind() {
                "recipe" => {}
                "source" if engine.is_empty() => {
                    (engine, asked) = (line.feature().to_owned(), line.value().to_owned());
                }
                // In which order classes and values stand, for a person to read.
                "source" => {}
                "class" => self.class(line)?,
                _ => self.line(line)?,
            }
        }
        if self.classes.is_empty() {
            return Err(
                self.wrong("there is no line `class`: no row has a class".into(), "write the sums again")
            );
        }
        self.check(rest.len() as u64)?;
        self.finish(&target, recipe, engine, asked)
    }

    fn wrong(&self, what: String, fix: &str) -> Problem {
        let place = Some(shown(self.label).into_owned());
        Problem { kind: "bad_sums", what, fix: fix.to_owned(), place, ..Problem::default() }
    }

    fn places(&self, header: &StringRecord) -> Result<[usize; SUMS_COLUMNS.len()], Problem> {
        let names: Vec<&str> = header.iter().map(|name| name.trim_start_matches('\u{feff}').trim()).collect();
        let version = names.first().copied().unwrap_or_default();
        let [known, ..] = SUMS_COLUMNS;
        if version != known {
            let what =
                format!("the sums are of version “{}”, and this program reads {known}", brief(version));
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

    fn meet(&mut self, column: &str) {
        if !self.columns.contains_key(column) {
            self.columns.insert(column.to_owned(), Dictionary::default());
            self.order.push(column.to_owned());
        }
    }

    fn fold(&mut self, fold: &str) -> usize {
        let at = self.folds.iter().position(|of| of.fold == fold);
        at.unwrap_or_else(|| {
            self.folds.push(RowSums { fold: fold.to_owned(), ..RowSums::default() });
            self.folds.len() - 1
        })
    }

    /// A line `class`: classes stand in the order of these.
    fn class(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let fold = self.fold(line.cell(1));
        let code = self.classes.intern(line.class()) as usize;
        let seen = line.seen()?;
        let Some(of) = self.folds.get_mut(fold) else { return Ok(()) };
        of.classes.resize(of.classes.len().max(code + 1), Seen::default());
        match of.classes.get_mut(code) {
            Some(counted) if *counted == Seen::default() => *counted = seen,
            _ => {
                let what = format!("the class “{}” has two lines `class`", brief(line.class()));
                return Err(line.wrong(what, "write one line for each class (and fold)"));
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let fold = self.fold(line.cell(1));
        let kind = line.kind();
        if kind == "refused" {
            let count = line.count_or(6, 0)?.max(line.count_or(5, 0)?);
            if count == 0 {
                return Ok(());
            }
            let what = format!(
                "{count} cells of “{}” are infinite, not a number, or a weight below 0",
                brief(line.feature())
            );
            let fix = "correct them where the rows are, or leave these rows out in the query";
            return Err(Problem { column: Some(line.feature().to_owned()), ..line.wrong(what, fix) });
        }
        if matches!(kind, "unlabelled" | "weightless") {
            let seen = line.seen()?;
            let of_class = !line.feature().is_empty();
            let Some(of) = self.folds.get_mut(fold) else { return Ok(()) };
            match (kind, of_class) {
                ("unlabelled", _) => of.unlabelled += seen,
                (_, false) => of.weightless += seen.n,
                (_, true) => of.weightless_unlabelled += seen.n,
            }
            return Ok(());
        }
        let known = ["value", "missing", "text", "word", "moments", "complete", "together", "product"];
        if !known.contains(&kind) {
            let what = format!("“{}” is no line of a file of sums", brief(kind));
            let fix = format!(
                "a line begins with recipe, source, unlabelled, weightless, refused, class, {}",
                known.join(", ")
            );
            return Err(line.wrong(what, &fix));
        }
        let class = match line.class() {
            // Documents without a class have words, too; and a value may be in rows without one only.
            "" if matches!(kind, "word" | "value") => None,
            name => Some(self.classes.code(name).map(|code| code as usize).ok_or_else(|| {
                let what = format!("the class “{}” has no line `class` before this one", brief(name));
                line.wrong(what, "write the lines `class` first, one for each class")
            })?),
        };
        if kind == "complete" {
            let seen = line.seen()?;
            let Some((of, code)) = self.folds.get_mut(fold).zip(class) else { return Ok(()) };
            of.complete.resize(of.complete.len().max(code + 1), Seen::default());
            of.complete.get_mut(code).into_iter().for_each(|counted| *counted += seen);
            if !self.complete_order.contains(&code) {
                self.complete_order.push(code);
            }
            return Ok(());
        }
        let feature = line.feature();
        if feature.is_empty() {
            return Err(
                line.wrong(format!("the line `{kind}` names no column"), "name it in the column feature")
            );
        }
        self.meet(feature);
        match (kind, class) {
            ("value", class) => self.value(line, fold, class),
            ("missing", Some(class)) => {
                let seen = line.seen()?;
                *self.missing.entry((fold, feature.to_owned(), class)).or_default() += seen;
                Ok(())
            }
            ("text", Some(class)) => {
                let tokens = line.count_or(7, 0)?;
                self.tokens.entry((fold, feature.to_owned(), class)).or_default().0 += tokens;
                self.texts.insert(feature.to_owned(), true);
                Ok(())
            }
            ("word", class) => self.word(line, fold, class),
            ("moments" | "together", Some(class)) => self.powers(line, (fold, class)),
            ("product", Some(class)) => {
                let (sum, other) = (line.float(10)?, line.value());
                let (a, b) = if feature <= other { (feature, other) } else { (other, feature) };
                let key = (class, a.to_owned(), b.to_owned());
                let twice = self.folds.get_mut(fold).and_then(|of| of.products.insert(key, sum));
                twice.map_or(Ok(()), |_| Err(line.twice()))
            }
            _ => Ok(()),
        }
    }

    fn value(&mut self, line: &Line<'_>, fold: usize, class: Option<usize>) -> Result<(), Problem> {
        let (feature, text) = (line.feature(), line.value());
        let options = options(&self.recipe);
        let listed = options.missing_in.get(feature).or(options.missing.as_ref()).map(Vec::as_slice);
        let dictionary = self.columns.entry(feature.to_owned()).or_default();
        let column =
            Column { dictionary: std::mem::take(dictionary), ..Column::named(feature, Kind::Categorical) };
        let missing = column.is_missing(text.trim(), listed);
        *dictionary = column.dictionary;
        let seen = line.seen()?;
        if missing {
            let class = class.into_iter();
            class.for_each(|class| {
                *self.missing.entry((fold, feature.to_owned(), class)).or_default() += seen
            });
            return Ok(());
        }
        let value = dictionary.intern(text);
        let of = self.folds.get_mut(fold).map(|of| of.features.entry(feature.to_owned()).or_default());
        of.zip(class).into_iter().for_each(|(of, class)| of.values.push(ValueSum { value, class, seen }));
        Ok(())
    }

    fn word(&mut self, line: &Line<'_>, fold: usize, class: Option<usize>) -> Result<(), Problem> {
        let (feature, seen, tokens) = (line.feature(), line.seen()?, line.count_or(7, 0)?);
        if tokens < seen.w {
            let what = format!("“{}” stands {tokens} times in {} documents", brief(line.value()), seen.w);
            return Err(
                line.wrong(what, "tokens counts the words, n and w the documents that have one at least")
            );
        }
        // A column of a document-term table is a word by its name.
        let word = match line.value() {
            "" => 0,
            word => {
                self.texts.insert(feature.to_owned(), true);
                self.columns.entry(feature.to_owned()).or_default().intern(word)
            }
        };
        if let Some(class) = class {
            self.tokens.entry((fold, feature.to_owned(), class)).or_default().1 += tokens;
        }
        let of = self.folds.get_mut(fold).map(|of| of.features.entry(feature.to_owned()).or_default());
        of.into_iter().for_each(|of| of.words.push(WordSum { word, class, seen, tokens }));
        Ok(())
    }

    fn powers(&mut self, line: &Line<'_>, (fold, class): (usize, usize)) -> Result<(), Problem> {
        let feature = line.feature();
        let together = line.kind() == "together";
        let Some(of) = self.folds.get_mut(fold) else { return Ok(()) };
        let complete = of.complete.get(class).copied();
        let feature_sums = of.features.entry(feature.to_owned()).or_default();
        let seen = if together { complete.unwrap_or_default() } else { line.seen()? };
        let powers = line.powers(seen)?;
        let sums = if together { &mut feature_sums.together } else { &mut feature_sums.moments };
        sums.resize(sums.len().max(class + 1), Powers::default());
        match sums.get_mut(class) {
            Some(sum) if *sum == Powers::default() => *sum = powers,
            _ => return Err(line.twice()),
        }
        self.numeric.insert(feature.to_owned(), true);
        Ok(())
    }
}

impl Line<'_> {
    fn twice(&self) -> Problem {
        self.wrong(format!("there is a line `{}` like this one before", self.kind()), "write each sum once")
    }
}

impl Reader<'_> {
    /// What is said of a column must be said of every row of a class.
    fn check(&self, lines: u64) -> Result<(), Problem> {
        let fix = "write the sums again: every row of a class has a value or is counted as missing";
        let name = |class: usize| {
            let name = self.classes.names().get(class);
            name.map(|name| brief(name.as_str())).unwrap_or_default()
        };
        for (at, of) in self.folds.iter().enumerate() {
            for (feature, sums) in &of.features {
                let mut counted: BTreeMap<usize, Seen> = BTreeMap::new();
                sums.values.iter().for_each(|sum| *counted.entry(sum.class).or_default() += sum.seen);
                let moments = sums.moments.iter().enumerate();
                moments.for_each(|(class, sum)| *counted.entry(class).or_default() += sum.seen);
                for (class, mut seen) in counted {
                    let key = (at, feature.clone(), class);
                    seen += self.missing.get(&key).copied().unwrap_or_default();
                    let rows = of.classes.get(class).copied().unwrap_or_default();
                    if seen.w != rows.w {
                        let what = format!(
                            "the rows of {} with a value of “{}” and without add up to {}, and {} has {}",
                            name(class),
                            brief(feature),
                            seen.w,
                            name(class),
                            rows.w
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
        }
        for ((_, feature, class), (said, counted)) in &self.tokens {
            if said != counted && *said > 0 {
                let what = format!(
                    "the words of “{}” in {} add up to {counted}, and its line `text` says {said}",
                    brief(feature),
                    name(*class)
                );
                return Err(self.wrong(what, "write all words, or correct the line `text`"));
            }
        }
        let counts = self.columns.values().map(|column| column.len() as u64).sum::<u64>();
        debug_assert!(counts <= lines);
        Ok(())
    }

    fn finish(
        mut self,
        target: &str,
        recipe: String,
        engine: String,
        asked: String,
    ) -> Result<(Table, Sums), Problem> {
        let mut sums = Sums {
            recipe,
            engine,
            asked,
            query: String::new(),
            numbers: BTreeMap::new(),
            bins: BTreeMap::new(),
            complete_order: std::mem::take(&mut self.complete_order),
            folds: std::mem::take(&mut self.folds),
        };
        let rows = usize::try_from(sums.rows()).unwrap_or(usize::MAX);
        let mut columns: Vec<Column> = Vec::new();
        for name in &self.order {
            let dictionary = self.columns.remove(name).unwrap_or_default();
            let is = |of: &BTreeMap<String, bool>| of.get(name).copied().unwrap_or(false);
            let missing = self.missing.iter().filter(|((_, feature, _), _)| feature == name);
            let missing = missing.map(|(_, seen)| seen.n).sum();
            let kind = match (is(&self.texts), is(&self.numeric)) {
                (true, _) => Kind::Text,
                (_, true) => Kind::Numeric,
                _ => Kind::Categorical,
            };
            let dictionary = match kind {
                Kind::Numeric => {
                    let texts = dictionary.names();
                    match texts
                        .iter()
                        .map(|text| text.as_str().parse::<f64>().ok())
                        .collect::<Option<Vec<f64>>>()
                    {
                        Some(numbers) => _ = sums.numbers.insert(name.clone(), numbers),
                        None => {
                            let labels = texts.iter().map(|label| label.as_str().to_owned()).collect();
                            sums.bins.insert(name.clone(), labels);
                        }
                    }
                    Dictionary::default()
                }
                _ => dictionary,
            };
            columns.push(Column { dictionary, missing, ..Column::named(name, kind) });
        }
        let without = sums.folds.iter().map(|of| of.unlabelled.n + of.weightless_unlabelled).sum();
        columns.retain(|column| column.name.as_str() != target);
        columns.push(Column {
            dictionary: std::mem::take(&mut self.classes),
            missing: without,
            ..Column::named(target, Kind::Categorical)
        });
        let weight = self.recipe.weight.iter().filter(|name| !self.order.contains(name));
        columns.extend(weight.map(|name| Column::named(name, Kind::Numeric)));
        let table = Table::new(self.label.to_owned(), columns, Vec::new()).of_rows_elsewhere(rows);
        for name in self.recipe.features.iter().flatten() {
            let at = find_column(&table, name)?;
            let name = table.columns().get(at).map_or("", |column| column.name.as_str());
            let has =
                |of: &RowSums| of.features.get(name).is_some_and(|sums| *sums != FeatureSums::default());
            let missing = self.missing.keys().any(|(_, feature, _)| feature == name);
            if !sums.folds.iter().any(has) && !missing {
                let what = format!("the recipe reads “{}”, and the sums have no line of it", brief(name));
                let fix = "write the sums again by the recipe, or leave the column out of it";
                return Err(Problem { feature: Some(name.to_owned()), ..self.wrong(what, fix) });
            }
        }
        Ok((table, sums))
    }
}
