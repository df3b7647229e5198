//! What differs between SQL engines, as a table, and the part of a query that reads the rows.

use crate::encode::{Cuts, ValueCounts, learn};
use crate::problem::Problem;
use crate::recipe::{Bins, ColumnChoice, Convention, Feature, Marks, Recipe, Resolved};
use crate::table::{Column, Kind, Table};
use crate::text::brief;

/// How an engine writes what all of them can do.
pub struct Dialect {
    pub name: &'static str,
    /// What stands around a name; doubled within it.
    quote: char,
    has_escapes: bool,
    pub(crate) text: &'static str,
    pub(crate) float: &'static str,
    pub(crate) whole: &'static str,
    pub(crate) grouping_sets: bool,
    /// What keeps a part of a query from being worked out twice; empty where the engine decides.
    pub(crate) materialized: &'static str,
    pub(crate) by_code_point: &'static str,
    /// A float as text with all digits; `{}` is the float.
    pub(crate) digits: &'static str,
    pub(crate) finite: &'static str,
    pub(crate) greatest: &'static str,
    pub(crate) minus_infinity: &'static str,
    /// The words of a text, one a row: a select list with `{}` for the text, and what is added to FROM. `None` where there
    /// are no regular expressions.
    pub(crate) words: Option<Words>,
}

pub(crate) struct Words {
    pub(crate) select: &'static str,
    /// What joins it, behind `FROM base`.
    pub(crate) from: &'static str,
}

pub const DIALECTS: [Dialect; 4] = [
    Dialect {
        name: "duckdb",
        quote: '"',
        has_escapes: false,
        text: "VARCHAR",
        float: "DOUBLE",
        whole: "BIGINT",
        grouping_sets: true,
        materialized: "MATERIALIZED ",
        by_code_point: "",
        digits: "CAST({} AS VARCHAR)",
        finite: "isfinite({})",
        greatest: "GREATEST",
        minus_infinity: "CAST('-Infinity' AS DOUBLE)",
        words: Some(Words {
            select: r"unnest(regexp_extract_all({}, '[\p{L}\p{N}][\p{L}\p{N}\p{M}\x{200c}\x{200d}]*'))",
            from: "",
        }),
    },
    Dialect {
        name: "postgres",
        quote: '"',
        has_escapes: false,
        text: "TEXT",
        float: "DOUBLE PRECISION",
        whole: "BIGINT",
        grouping_sets: true,
        materialized: "MATERIALIZED ",
        by_code_point: " COLLATE \"C\"",
        digits: "CAST({} AS TEXT)",
        finite: "({} > '-Infinity' AND {} < 'Infinity')",
        greatest: "GREATEST",
        minus_infinity: "CAST('-Infinity' AS DOUBLE PRECISION)",
        words: Some(Words {
            select: "word[1]",
            from: r" CROSS JOIN LATERAL regexp_matches({}, '[[:alnum:]][[:alnum:]\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0971-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u200c\u200d]*', 'g') AS m(word)",
        }),
    },
    Dialect {
        name: "spark",
        quote: '`',
        has_escapes: true,
        text: "STRING",
        float: "DOUBLE",
        whole: "BIGINT",
        grouping_sets: true,
        materialized: "",
        by_code_point: "",
        digits: "CAST({} AS STRING)",
        finite: "({} > double('-Infinity') AND {} < double('Infinity'))",
        greatest: "GREATEST",
        minus_infinity: "double('-Infinity')",
        words: Some(Words {
            select: r"explode(regexp_extract_all({}, '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\x{200c}\\x{200d}]*', 0))",
            from: "",
        }),
    },
    Dialect {
        name: "sqlite",
        quote: '"',
        has_escapes: false,
        text: "TEXT",
        float: "REAL",
        whole: "INTEGER",
        grouping_sets: false,
        materialized: "MATERIALIZED ",
        by_code_point: "",
        digits: "printf('%!.17g', {})",
        finite: "({} BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308)",
        greatest: "MAX",
        minus_infinity: "-9e999",
        words: None,
    },
];

impl Dialect {
    pub const NAMES: [&'static str; DIALECTS.len()] = {
        let [a, b, c, d] = &DIALECTS;
        [a.name, b.name, c.name, d.name]
    };

    pub fn named(name: &str) -> Option<&'static Dialect> {
        DIALECTS.iter().find(|dialect| dialect.name == name)
    }

    pub fn asked(name: &str) -> Result<&'static Dialect, Problem> {
        Dialect::named(name).ok_or_else(|| {
            let fix = format!("choose one of: {}", Dialect::NAMES.join(", "));
            Problem::usage(format!("“{}” is no dialect", brief(name)), fix)
        })
    }

    pub fn name(&self, name: &str) -> String {
        let twice = format!("{0}{0}", self.quote);
        format!("{0}{1}{0}", self.quote, name.replace(self.quote, &twice))
    }

    pub fn text(&self, text: &str) -> String {
        match self.has_escapes {
            true => format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'")),
            false => format!("'{}'", text.replace('\'', "''")),
        }
    }

    pub fn table(&self, table: &str) -> String {
        let query = table.trim();
        if query.starts_with('(') && query.ends_with(')') {
            return query.to_owned();
        }
        self.name(table)
    }

    pub(crate) fn number(&self, number: f64) -> String {
        match number {
            f64::NEG_INFINITY => self.minus_infinity.to_owned(),
            // Without an exponent engines take a number for a decimal of few digits.
            number => format!("{number:e}"),
        }
    }

    pub(crate) fn filled(template: &str, with: &str) -> String {
        template.replace("{}", with)
    }
}

pub(crate) enum Read {
    Value,
    Number,
    /// How often its word stands there: `x0`.
    Times,
    /// A text, lower-cased where words are: `t0`.
    Text,
}

/// The parts of a query that read the rows.
pub(crate) struct Base<'a> {
    pub(crate) dialect: &'a Dialect,
    pub(crate) table: &'a str,
    pub(crate) resolved: &'a Resolved,
    pub(crate) columns: &'a [Column],
    pub(crate) features: Vec<(&'a Feature, Read)>,
}

impl<'a> Base<'a> {
    pub(crate) fn new(
        dialect: &'a Dialect,
        table: &'a str,
        resolved: &'a Resolved,
        columns: &'a [Column],
    ) -> Result<Base<'a>, Problem> {
        let mut features = Vec::new();
        for feature in &resolved.features {
            let read = match feature.kind {
                Kind::Text if dialect.words.is_none() => {
                    return Err(Problem {
                        feature: Some(feature.name.as_str().to_owned()),
                        ..Problem::usage(
                            format!(
                                "{} has no regular expressions, which the words of “{}” need",
                                dialect.name,
                                brief(feature.name.as_str())
                            ),
                            "take another dialect, or leave the column out: --ignore",
                        )
                    });
                }
                Kind::Text => Read::Text,
                Kind::Categorical | Kind::Binary => Read::Value,
                Kind::Numeric if resolved.is_word_counts() => Read::Times,
                Kind::Numeric if feature.bins.is_none() => Read::Number,
                Kind::Numeric => match &feature.bins {
                    Some(Bins::Cuts(_)) => Read::Value,
                    bins => {
                        let word = bins.as_ref().map(ToString::to_string).unwrap_or_default();
                        return Err(Problem {
                            feature: Some(feature.name.as_str().to_owned()),
                            ..Problem::usage(
                                format!(
                                    "bins = “{word}” of “{}” needs the numbers themselves, which an engine has",
                                    brief(feature.name.as_str())
                                ),
                                "write the cuts: --bins COLUMN=cuts:10,20",
                            )
                        });
                    }
                },
            };
            features.push((feature, read));
        }
        Ok(Base { dialect, table, resolved, columns, features })
    }

    pub(crate) fn name_of(&self, column: usize) -> &'a str {
        self.columns.get(column).map_or("", |column| column.name.as_str())
    }

    fn cell(&self, name: &str) -> String {
        format!("s.{}", self.dialect.name(name))
    }

    fn trimmed(&self, name: &str) -> String {
        format!("trim(CAST({} AS {}))", self.cell(name), self.dialect.text)
    }

    /// Whether a cell has a value: it is not empty, and none of what the recipe lists as missing.
    fn is_known(&self, name: &str) -> String {
        // Where nothing is listed, what is missing in the rows that the recipe was made for.
        let found = self.columns.iter().filter(|column| column.name.as_str() == name);
        let found = found.flat_map(|column| column.marks.iter().map(|(mark, _)| mark.clone()));
        let listed = self.resolved.recipe.missing_in(name);
        let marks = listed.unwrap_or_else(|| Marks(found.collect()).all());
        let mut marks: Vec<&str> = marks.iter().map(|mark| mark.trim()).collect();
        marks.sort_unstable();
        marks.dedup();
        let marks: Vec<String> = marks.into_iter().map(|mark| self.dialect.text(mark)).collect();
        match marks.as_slice() {
            [] => format!("{} IS NOT NULL", self.cell(name)),
            marks => format!("{} NOT IN ({})", self.trimmed(name), marks.join(", ")),
        }
    }

    fn value(&self, name: &str) -> String {
        format!("CASE WHEN {} THEN {} END", self.is_known(name), self.trimmed(name))
    }

    fn number(&self, name: &str) -> String {
        format!(
            "CASE WHEN {} THEN CAST({} AS {}) END",
            self.is_known(name),
            self.cell(name),
            self.dialect.float
        )
    }

    fn bin(&self, feature: &Feature, convention: Convention) -> String {
        let cuts: Cuts = feature
            .bins
            .as_ref()
            .map_or_else(Cuts::none, |bins| learn(bins, &ValueCounts::new(), convention));
        let number = self.number(feature.name.as_str());
        let below = if cuts.side == crate::recipe::CutSide::Above { "<" } else { "<=" };
        let mut text = "CASE WHEN b IS NULL THEN NULL".to_owned();
        for (bin, cut) in cuts.values().iter().enumerate() {
            let label = self.dialect.text(cuts.label(bin).as_str());
            text.push_str(&format!(" WHEN b {below} {} THEN {label}", self.dialect.number(*cut)));
        }
        let last = self.dialect.text(cuts.label(cuts.bins() - 1).as_str());
        text.push_str(&format!(" ELSE {last} END"));
        text.replace("WHEN b ", &format!("WHEN ({number}) "))
    }

    pub(crate) fn weight(&self) -> Option<&'a str> {
        self.resolved.weight.map(|at| self.name_of(at))
    }

    pub(crate) fn has_texts(&self) -> bool {
        self.features.iter().any(|(_, read)| matches!(read, Read::Text))
    }

    pub(crate) fn read_as(&self, is: impl Fn(&Read) -> bool) -> Vec<usize> {
        self.features.iter().enumerate().filter(|(_, (_, read))| is(read)).map(|(at, _)| at).collect()
    }

    pub(crate) fn feature_name(&self, at: usize) -> &'a str {
        self.features.get(at).map_or("", |(feature, _)| feature.name.as_str())
    }

    /// `base`: `y` the class, `w` the weight, and a column for each feature; `id` numbers rows that
    /// have texts. `more` stands before them; only rows that are counted have a class and a weight.
    pub(crate) fn query(&self, more: &[String], numbered: bool, counted: bool) -> String {
        let dialect = self.dialect;
        let mut select: Vec<String> = more.to_vec();
        if counted {
            select.push(format!("{} AS y", self.value(self.name_of(self.resolved.target))));
            select.push(match self.weight() {
                None => "1 AS w".to_owned(),
                Some(name) => format!("{} AS w", self.number(name)),
            });
        }
        if numbered {
            select.push("ROW_NUMBER() OVER () AS id".to_owned());
        }
        let convention = self.resolved.recipe.convention();
        for (at, (feature, read)) in self.features.iter().enumerate() {
            let name = feature.name.as_str();
            select.push(match read {
                Read::Value if feature.kind == Kind::Numeric => {
                    format!("{} AS f{at}", self.bin(feature, convention))
                }
                Read::Value => format!("{} AS f{at}", self.value(name)),
                Read::Number | Read::Times => format!("{} AS x{at}", self.number(name)),
                Read::Text if self.resolved.recipe.lower_case.unwrap_or(true) => {
                    format!("lower(CAST({} AS {})) AS t{at}", self.cell(name), dialect.text)
                }
                Read::Text => format!("CAST({} AS {}) AS t{at}", self.cell(name), dialect.text),
            });
        }
        format!("SELECT {}\n  FROM {} AS s", select.join(",\n    "), dialect.table(self.table))
    }
}

pub fn described(recipe: &Recipe, name: &str) -> Result<Table, Problem> {
    let unsaid = |what: &str| {
        Problem::usage(
            format!("the recipe does not say {what}, and there are no rows to infer it from"),
            "name rows or sums with the same columns: --model-from DATA; or write it into the recipe",
        )
    };
    let target = recipe.target.as_ref().ok_or_else(|| unsaid("which column is the class: target = \"…\""))?;
    let features = recipe.features.clone().unwrap_or_else(|| {
        recipe.columns.iter().map(|choice| choice.name.clone()).filter(|name| name != target).collect()
    });
    if features.is_empty() {
        return Err(unsaid("which columns are read: [[feature]] with name and kind"));
    }
    let mut columns = Vec::new();
    for name in &features {
        let said = recipe.column(name);
        let binned = said.is_some_and(ColumnChoice::is_binned);
        let kind = said.and_then(|said| said.kind).or(binned.then_some(Kind::Numeric));
        let kind = kind.ok_or_else(|| unsaid(&format!("how “{}” is read: kind = \"…\"", brief(name))))?;
        columns.push(Column::named(name, if kind == Kind::Binary { Kind::Categorical } else { kind }));
    }
    columns.push(Column::named(target, Kind::Categorical));
    columns.extend(recipe.weight.iter().map(|name| Column::named(name, Kind::Numeric)));
    Ok(Table::new(name.to_owned(), columns, Vec::new()))
}
