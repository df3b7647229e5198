//! What differs between SQL engines, as a table, and the part of a query that reads the rows. Names and texts of the data
//! are quoted, never pasted.

use super::bins::{Cuts, learn};
use super::value_counts::ValueCounts;
use crate::problem::Problem;
use crate::recipe::{Bins, CutSide, Feature, Marks, Resolved};
use crate::table::{Column, Kind};
use crate::text::brief;
use std::collections::BTreeSet;

/// How an engine writes what all of them can do; `{}` in a template is an expression.
pub struct Dialect {
    pub name: &'static str,
    /// What encloses a name; doubled within it.
    quote: char,
    has_escapes: bool,
    text: &'static str,
    float: &'static str,
    pub(super) whole: &'static str,
    pub(super) grouping_sets: bool,
    /// What keeps a part of a query from being evaluated twice; empty where the engine decides.
    pub(crate) materialized: &'static str,
    pub(super) by_code_point: &'static str,
    pub(super) digits: &'static str,
    pub(super) finite: &'static str,
    pub(crate) greatest: &'static str,
    pub(crate) minus_infinity: &'static str,
    /// The words of a text, one a row: a select list, and what is added to `FROM base`. `None` where there are no regular
    /// expressions.
    words: Option<[&'static str; 2]>,
}

const DUCKDB: Dialect = Dialect {
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
    words: Some([r"unnest(regexp_extract_all({}, '[\p{L}\p{N}][\p{L}\p{N}\p{M}\x{200c}\x{200d}]*'))", ""]),
};

pub const DIALECTS: [Dialect; 4] = [
    DUCKDB,
    Dialect {
        name: "postgres",
        text: "TEXT",
        float: "DOUBLE PRECISION",
        by_code_point: " COLLATE \"C\"",
        digits: "CAST({} AS TEXT)",
        finite: "({} > '-Infinity' AND {} < 'Infinity')",
        minus_infinity: "CAST('-Infinity' AS DOUBLE PRECISION)",
        words: Some([
            "word[1]",
            r" CROSS JOIN LATERAL regexp_matches({}, '[[:alnum:]][[:alnum:]\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0971-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u200c\u200d]*', 'g') AS m(word)",
        ]),
        ..DUCKDB
    },
    Dialect {
        name: "spark",
        quote: '`',
        has_escapes: true,
        text: "STRING",
        materialized: "",
        digits: "CAST({} AS STRING)",
        finite: "({} > double('-Infinity') AND {} < double('Infinity'))",
        minus_infinity: "double('-Infinity')",
        words: Some([
            r"explode(regexp_extract_all({}, '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\x{200c}\\x{200d}]*', 0))",
            "",
        ]),
        ..DUCKDB
    },
    Dialect {
        name: "sqlite",
        text: "TEXT",
        float: "REAL",
        whole: "INTEGER",
        grouping_sets: false,
        digits: "printf('%!.17g', {})",
        finite: "({} BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308)",
        greatest: "MAX",
        minus_infinity: "-9e999",
        words: None,
        ..DUCKDB
    },
];

impl Dialect {
    pub const NAMES: [&'static str; DIALECTS.len()] = {
        let [a, b, c, d] = &DIALECTS;
        [a.name, b.name, c.name, d.name]
    };

    pub fn named(name: &str) -> Result<&'static Dialect, Problem> {
        DIALECTS.iter().find(|dialect| dialect.name == name).ok_or_else(|| {
            let fix = format!("choose one of: {}", Dialect::NAMES.join(", "));
            Problem::usage(format!("“{}” is not a dialect", brief(name)), fix)
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
        if query.starts_with('(') && query.ends_with(')') { query.to_owned() } else { self.name(table) }
    }

    pub(crate) fn number(&self, number: f64) -> String {
        match number {
            f64::NEG_INFINITY => self.minus_infinity.to_owned(),
            // Without an exponent engines take a number for a decimal of few digits.
            number => format!("{number:e}"),
        }
    }

    pub(super) fn as_text(&self, of: &str) -> String {
        format!("CAST({of} AS {})", self.text)
    }

    /// Returns the select list for the words of a text and what joins it; `None` if the engine cannot split a text.
    pub(crate) fn words(&self, text: &str) -> Option<[String; 2]> {
        Some(self.words?.map(|template| template.replace("{}", text)))
    }
}

/// How the column of a feature is read, and the name of the result.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ReadAs {
    /// A category or a bin: `f0`.
    Value,
    /// A number: `x0`.
    Number,
    /// How often its word occurs: `x0`.
    Times,
    /// A text, in lower case if the words are: `t0`.
    Text,
}

/// The part of a query that reads the rows.
pub(crate) struct BaseQuery<'a> {
    pub(crate) dialect: &'a Dialect,
    pub(super) table: &'a str,
    pub(super) resolved: &'a Resolved,
    columns: &'a [Column],
    features: Vec<(&'a Feature, ReadAs)>,
}

impl<'a> BaseQuery<'a> {
    pub(crate) fn new(
        dialect: &'a Dialect,
        table: &'a str,
        resolved: &'a Resolved,
        columns: &'a [Column],
    ) -> Result<BaseQuery<'a>, Problem> {
        let read = |feature: &'a Feature| {
            let name = brief(feature.name.as_str());
            if resolved.recipe.map_named(feature.name.as_str()).is_some() {
                let what = format!("“{name}” is computed by this program, and the query cannot compute it");
                let fix = "leave it out of the features, or add it to the table as a column";
                return Err(Problem::usage(what, fix));
            }
            let (what, fix) = match (feature.kind, &feature.bins) {
                (Kind::Text, _) if dialect.words.is_none() => (
                    format!("{} has no regular expressions, which the words of “{name}” need", dialect.name),
                    "take another dialect, or leave the column out: --ignore",
                ),
                (Kind::Text, _) => return Ok((feature, ReadAs::Text)),
                (Kind::Numeric, _) if resolved.is_word_counts() => return Ok((feature, ReadAs::Times)),
                (Kind::Numeric, None) => return Ok((feature, ReadAs::Number)),
                (Kind::Categorical | Kind::Binary, _) | (Kind::Numeric, Some(Bins::Cuts(_))) => {
                    return Ok((feature, ReadAs::Value));
                }
                (Kind::Numeric, Some(bins)) => (
                    format!("bins = “{bins}” of “{name}” needs the numbers themselves, which an engine has"),
                    "write the cuts: --bins COLUMN=cuts:10,20",
                ),
            };
            let feature = Some(feature.name.as_str().to_owned());
            Err(Problem { feature, ..Problem::usage(what, fix) })
        };
        let features = resolved.features.iter().map(read).collect::<Result<_, Problem>>()?;
        Ok(BaseQuery { dialect, table, resolved, columns, features })
    }

    fn name_of(&self, column: usize) -> &'a str {
        self.columns.get(column).map_or("", |column| column.name.as_str())
    }

    fn cell(&self, name: &str) -> String {
        format!("s.{}", self.dialect.name(name))
    }

    fn text(&self, name: &str) -> String {
        self.dialect.as_text(&self.cell(name))
    }

    /// Returns whether a cell has a value: it is not empty, and none of what the recipe lists as missing.
    fn is_known(&self, name: &str) -> String {
        // If nothing is listed, what is missing in the rows that the recipe was made for.
        let found = self.columns.iter().filter(|column| column.name.as_str() == name);
        let found = found.flat_map(|column| column.marks.iter().map(|(mark, _)| mark.clone()));
        let listed = self.resolved.recipe.missing_in(name);
        let marks = listed.unwrap_or_else(|| Marks(found.collect()).all());
        let marks: BTreeSet<&str> = marks.iter().map(|mark| mark.trim()).collect();
        if marks.is_empty() {
            return format!("{} IS NOT NULL", self.cell(name));
        }
        let marks: Vec<String> = marks.into_iter().map(|mark| self.dialect.text(mark)).collect();
        format!("trim({}) NOT IN ({})", self.text(name), marks.join(", "))
    }

    fn value(&self, name: &str) -> String {
        format!("CASE WHEN {} THEN trim({}) END", self.is_known(name), self.text(name))
    }

    fn number(&self, name: &str) -> String {
        let (is_known, cell) = (self.is_known(name), self.cell(name));
        format!("CASE WHEN {is_known} THEN CAST({cell} AS {}) END", self.dialect.float)
    }

    fn bin(&self, feature: &Feature) -> String {
        let learned = |bins| learn(bins, &ValueCounts::default(), self.resolved.recipe.convention());
        let cuts = feature.bins.as_ref().map_or_else(Cuts::none, learned);
        let number = self.number(feature.name.as_str());
        let below = if cuts.side == CutSide::Above { "<" } else { "<=" };
        let label = |bin: usize| self.dialect.text(cuts.label(bin).as_str());
        let mut bins = String::new();
        for (bin, cut) in cuts.values.iter().enumerate() {
            let cut = self.dialect.number(*cut);
            bins += &format!(" WHEN ({number}) {below} {cut} THEN {}", label(bin));
        }
        format!("CASE WHEN ({number}) IS NULL THEN NULL{bins} ELSE {} END", label(cuts.bins() - 1))
    }

    pub(super) fn target(&self) -> &'a str {
        self.name_of(self.resolved.target)
    }

    pub(super) fn weight(&self) -> Option<&'a str> {
        self.resolved.weight.map(|at| self.name_of(at))
    }

    pub(crate) fn has_texts(&self) -> bool {
        self.features.iter().any(|(_, read)| *read == ReadAs::Text)
    }

    /// Returns the places of the features that are read in one of these ways, each with its name as a text.
    pub(super) fn read_as(&self, kinds: &[ReadAs]) -> Vec<(usize, String)> {
        let name = |feature: &Feature| self.dialect.text(feature.name.as_str());
        let features = self.features.iter().enumerate().filter(|(_, (_, read))| kinds.contains(read));
        features.map(|(at, (feature, _))| (at, name(feature))).collect()
    }

    /// Returns `base`: a column for each feature, and `id` to number rows that have texts. `more` comes before them; only
    /// rows that are counted have `y`, the class, and `w`, the weight.
    pub(crate) fn query(&self, more: &[String], counted: bool) -> String {
        let mut select: Vec<String> = more.to_vec();
        if counted {
            select.push(format!("{} AS y", self.value(self.target())));
            let weight = self.weight().map_or("1".to_owned(), |name| self.number(name));
            select.push(format!("{weight} AS w"));
        }
        if self.has_texts() {
            select.push("ROW_NUMBER() OVER () AS id".to_owned());
        }
        for (at, (feature, read)) in self.features.iter().enumerate() {
            let name = feature.name.as_str();
            select.push(match read {
                ReadAs::Value if feature.kind == Kind::Numeric => format!("{} AS f{at}", self.bin(feature)),
                ReadAs::Value => format!("{} AS f{at}", self.value(name)),
                ReadAs::Number | ReadAs::Times => format!("{} AS x{at}", self.number(name)),
                ReadAs::Text if self.resolved.recipe.lower_case.unwrap_or(true) => {
                    format!("lower({}) AS t{at}", self.text(name))
                }
                ReadAs::Text => format!("{} AS t{at}", self.text(name)),
            });
        }
        format!("SELECT {}\n  FROM {} AS s", select.join(",\n    "), self.dialect.table(self.table))
    }
}
