//! Takes the lines of a file of sums one after the other.

use std::collections::BTreeMap;

use csv::StringRecord;

use super::line::{Line, SUMS_COLUMNS};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::table::{Dictionary, Kind, Powers, RowSums, Seen, Sums, Table, ValueSum, WordSum, is_missing};
use crate::text::{brief, shown};

/// Tokens of the documents of a class, as the file says them: what its words must add up to.
type Tokens = BTreeMap<(String, usize), (u64, u64)>;

#[derive(Default)]
pub(super) struct Reader<'l> {
    pub(super) label: &'l str,
    pub(super) recipe: Recipe,
    pub(super) classes: Dictionary,
    pub(super) columns: BTreeMap<String, Dictionary>,
    pub(super) order: Vec<String>,
    pub(super) numeric: BTreeMap<String, bool>,
    pub(super) texts: BTreeMap<String, bool>,
    pub(super) missing: BTreeMap<(String, usize), Seen>,
    pub(super) tokens: Tokens,
    pub(super) of_rows: RowSums,
    pub(super) complete_order: Vec<usize>,
    counted: u64,
}

impl<'l> Reader<'l> {
    pub(super) fn new(label: &'l str) -> Self {
        Self { label, ..Self::default() }
    }

    pub(super) fn read(mut self, text: &str) -> Result<(Table, Sums), Problem> {
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
            recipe.push((line.count_or(4, line.number)?, line.value()));
        }
        recipe.sort_by_key(|(number, _)| *number);
        let recipe: String = recipe.into_iter().map(|(_, text)| format!("{text}\n")).collect();
        self.recipe = Recipe::from_toml(&recipe, &format!("the recipe in {}", shown(self.label)))?;
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
                kind => {
                    self.count(line)?;
                    if kind == "class" { self.class(line)? } else { self.line(line)? }
                }
            }
        }
        if self.classes.is_empty() {
            return Err(
                self.wrong("there is no line `class`: no row has a class".into(), "write the sums again")
            );
        }
        self.check()?;
        self.finish(&target, recipe, engine, asked)
    }

    pub(super) fn wrong(&self, what: String, fix: &str) -> Problem {
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

    /// Adds the counts of a line, so that no sum of some of them is more than can be counted.
    fn count(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        for column in 4..=6 {
            let sum = self.counted.checked_add(line.count_or(column, 0)?);
            self.counted = sum.ok_or_else(|| {
                let what = format!("the counts up to this line add up to more than {}", u64::MAX);
                line.wrong(what, "write the sums again, of rows that there are")
            })?;
        }
        Ok(())
    }

    fn meet(&mut self, column: &str) {
        if !self.columns.contains_key(column) {
            self.columns.insert(column.to_owned(), Dictionary::default());
            self.order.push(column.to_owned());
        }
    }

    /// A line `class`: classes stand in the order of these.
    fn class(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let code = self.classes.intern(line.class()) as usize;
        let seen = line.seen()?;
        let of = &mut self.of_rows;
        of.classes.resize(of.classes.len().max(code + 1), Seen::default());
        match of.classes.get_mut(code) {
            Some(counted) if *counted == Seen::default() => *counted = seen,
            _ => {
                let what = format!("the class “{}” has two lines `class`", brief(line.class()));
                return Err(line.wrong(what, "write one line for each class"));
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let kind = line.kind();
        if kind == "refused" {
            let count = line.count_or(5, 0)?.max(line.count_or(4, 0)?);
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
            let of = &mut self.of_rows;
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
            let (of, Some(code)) = (&mut self.of_rows, class) else { return Ok(()) };
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
            ("value", class) => self.value(line, class),
            ("missing", Some(class)) => {
                let seen = line.seen()?;
                *self.missing.entry((feature.to_owned(), class)).or_default() += seen;
                Ok(())
            }
            ("text", Some(class)) => {
                let tokens = line.count_or(6, 0)?;
                self.tokens.entry((feature.to_owned(), class)).or_default().0 += tokens;
                self.texts.insert(feature.to_owned(), true);
                Ok(())
            }
            ("word", class) => self.word(line, class),
            ("moments" | "together", Some(class)) => self.powers(line, class),
            ("product", Some(class)) => {
                let (sum, other) = (line.float(9)?, line.value());
                let (a, b) = if feature <= other { (feature, other) } else { (other, feature) };
                let key = (class, a.to_owned(), b.to_owned());
                let twice = self.of_rows.products.insert(key, sum);
                twice.map_or(Ok(()), |_| Err(line.twice()))
            }
            _ => Ok(()),
        }
    }

    fn value(&mut self, line: &Line<'_>, class: Option<usize>) -> Result<(), Problem> {
        let (feature, text) = (line.feature(), line.value());
        // Whoever summed the rows knew what is missing: what is a line of its own, such as `-`, is a value.
        let missing = is_missing(text.trim().as_bytes(), self.recipe.missing_in(feature).as_deref());
        let dictionary = self.columns.entry(feature.to_owned()).or_default();
        let seen = line.seen()?;
        if missing {
            let class = class.into_iter();
            class.for_each(|class| *self.missing.entry((feature.to_owned(), class)).or_default() += seen);
            return Ok(());
        }
        let value = dictionary.intern(text);
        let of = self.of_rows.features.entry(feature.to_owned()).or_default();
        of.values.extend(class.map(|class| ValueSum { value, class, seen }));
        Ok(())
    }

    fn word(&mut self, line: &Line<'_>, class: Option<usize>) -> Result<(), Problem> {
        let (feature, seen, tokens) = (line.feature(), line.seen()?, line.count_or(6, 0)?);
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
            self.tokens.entry((feature.to_owned(), class)).or_default().1 += tokens;
        }
        let of = self.of_rows.features.entry(feature.to_owned()).or_default();
        of.words.push(WordSum { word, class, seen, tokens });
        Ok(())
    }

    fn powers(&mut self, line: &Line<'_>, class: usize) -> Result<(), Problem> {
        let feature = line.feature();
        let together = line.kind() == "together";
        let of = &mut self.of_rows;
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
