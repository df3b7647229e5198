//! Reads and checks a file of sums.

use crate::problem::Problem;
use crate::recipe::{Recipe, find_column};
use crate::table::{
    Column, Dictionary, FeatureSums, Kind, Powers, RowSums, Seen, Sums, Table, ValueSum, WordSum, is_missing,
};
use crate::text::{brief, shown};
use csv::StringRecord;
use std::collections::BTreeMap;

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
            let what = format!("“{}” occurs {tokens} times in {} documents", brief(line.value()), seen.w);
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

/// The columns of the file; the first one's name is its version.
pub const SUMS_COLUMNS: [&str; 10] =
    ["posterior_sums_1", "class", "feature", "value", "n", "w", "tokens", "shift", "s1", "s2"];

/// A line of the file, with its number from 1.
pub(super) struct Line<'r> {
    pub(super) label: &'r str,
    pub(super) number: u64,
    pub(super) cells: &'r StringRecord,
    pub(super) places: &'r [usize; SUMS_COLUMNS.len()],
}

impl<'r> Line<'r> {
    pub(super) fn cell(&self, column: usize) -> &'r str {
        let place = self.places.get(column).copied().unwrap_or(usize::MAX);
        self.cells.get(place).unwrap_or_default()
    }

    pub(super) fn kind(&self) -> &'r str {
        self.cell(0)
    }

    pub(super) fn class(&self) -> &'r str {
        self.cell(1)
    }

    pub(super) fn feature(&self) -> &'r str {
        self.cell(2)
    }

    pub(super) fn value(&self) -> &'r str {
        self.cell(3)
    }

    pub(super) fn wrong(&self, what: String, fix: &str) -> Problem {
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
    pub(super) fn count_or(&self, column: usize, or: u64) -> Result<u64, Problem> {
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

    pub(super) fn seen(&self) -> Result<Seen, Problem> {
        if self.cell(4).trim().is_empty() && self.cell(5).trim().is_empty() {
            return Err(
                self.wrong("there is neither n nor w".into(), "write how many rows it counts, in n and w")
            );
        }
        let n = self.count_or(4, 0)?;
        let w = self.count_or(5, n)?;
        Ok(Seen { n: if self.cell(4).trim().is_empty() { w } else { n }, w })
    }

    pub(super) fn float(&self, column: usize) -> Result<f64, Problem> {
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

    pub(super) fn powers(&self, seen: Seen) -> Result<Powers, Problem> {
        Ok(Powers { seen, shift: self.float(7)?, s1: self.float(8)?, s2: self.float(9)? })
    }

    pub(super) fn twice(&self) -> Problem {
        self.wrong(format!("there is a line `{}` like this one before", self.kind()), "write each sum once")
    }
}

impl Reader<'_> {
    /// Checks that the counts of each column add up to the rows of each class.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let fix = "write the sums again: every row of a class has a value or is counted as missing";
        let name = |class: usize| {
            let name = self.classes.names().get(class);
            name.map(|name| brief(name.as_str())).unwrap_or_default()
        };
        let of = &self.of_rows;
        for (feature, sums) in &of.features {
            let mut counted: BTreeMap<usize, Seen> = BTreeMap::new();
            sums.values.iter().for_each(|sum| *counted.entry(sum.class).or_default() += sum.seen);
            let moments = sums.moments.iter().enumerate();
            moments.for_each(|(class, sum)| *counted.entry(class).or_default() += sum.seen);
            for (class, mut seen) in counted {
                let key = (feature.clone(), class);
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
        for ((feature, class), (said, counted)) in &self.tokens {
            if said != counted && *said > 0 {
                let what = format!(
                    "the words of “{}” in {} add up to {counted}, and its line `text` has {said}",
                    brief(feature),
                    name(*class)
                );
                return Err(self.wrong(what, "write all words, or correct the line `text`"));
            }
        }
        Ok(())
    }

    pub(super) fn finish(
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
            numbers: BTreeMap::new(),
            bins: BTreeMap::new(),
            complete_order: std::mem::take(&mut self.complete_order),
            of_rows: std::mem::take(&mut self.of_rows),
        };
        let rows = usize::try_from(sums.rows()).unwrap_or(usize::MAX);
        let mut columns: Vec<Column> = Vec::new();
        for name in &self.order {
            let dictionary = self.columns.remove(name).unwrap_or_default();
            let is = |of: &BTreeMap<String, bool>| of.get(name).copied().unwrap_or(false);
            let missing = self.missing.iter().filter(|((feature, _), _)| feature == name);
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
        let without = sums.of_rows.unlabelled.n + sums.of_rows.weightless_unlabelled;
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
