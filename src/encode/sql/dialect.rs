//! What differs between engines that read SQL, as a table.

use crate::problem::Problem;
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
    /// The names of all of them.
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
