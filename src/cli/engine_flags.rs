//! The flags that say which engine has the rows, and how it is asked.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::Args;

use super::flags::Words;
use crate::encode::Dialect;
use crate::problem::Problem;
use crate::table::Via;
use crate::text::brief;

/// The engine that has the rows, and how it is asked.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Rows in a database")]
pub(super) struct EngineFlags {
    /// The command that reads a query and writes CSV; DATA is then a table of it: --via "duckdb shop.db -csv" orders
    #[arg(long, value_name = "COMMAND", hide_short_help = true)]
    via: Option<String>,
    /// duckdb, postgres, spark or sqlite [default: by the command]
    #[arg(long, value_name = "NAME", value_parser = Words(&Dialect::NAMES), hide_possible_values = true, hide_short_help = true)]
    dialect: Option<String>,
    /// A column that tells rows apart: classes and values stand in its order
    #[arg(long, value_name = "COLUMN", hide_short_help = true)]
    pub(super) key: Option<String>,
}

/// Rows of a table by which it is decided how its columns are read.
const SAMPLED: usize = 10_000;

impl EngineFlags {
    /// Whether the data lie here.
    pub(super) fn is_none(&self) -> bool {
        self.via.is_none()
    }

    /// Whether nobody said how queries are written.
    pub(super) fn is_open(&self) -> bool {
        self.via.is_none() && self.dialect.is_none()
    }

    /// How queries are written: as was said, or as the program behind --via reads them.
    pub(super) fn dialect(&self) -> Result<&'static Dialect, Problem> {
        let program = self.via.as_deref().and_then(shlex::split).and_then(|words| words.into_iter().next());
        let program = program.as_deref().map(|program| program.rsplit('/').next().unwrap_or(program));
        let name = match (&self.dialect, program) {
            (Some(name), _) => name.as_str(),
            (None, Some(program)) if program.starts_with("psql") => "postgres",
            (None, Some(program)) if program.starts_with("sqlite") => "sqlite",
            (None, Some(program)) if program.starts_with("spark") || program == "beeline" => "spark",
            (None, _) => "duckdb",
        };
        Dialect::asked(name)
    }

    /// The table of the engine; `None` where there is no `--via`.
    pub(super) fn table(&self, table: &OsStr) -> Result<Option<Arc<Via>>, Problem> {
        let Some(via) = &self.via else { return Ok(None) };
        let command = shlex::split(via).filter(|words| !words.is_empty()).ok_or_else(|| {
            Problem::usage(
                format!("“{}” is no command", brief(via)),
                "write it as for a shell, with its quotes closed",
            )
        })?;
        let (dialect, table) = (self.dialect()?, table.to_string_lossy().into_owned());
        let sample = format!("SELECT * FROM {} AS s LIMIT {SAMPLED};\n", dialect.table(&table));
        let dialect = dialect.name.to_owned();
        Ok(Some(Arc::new(Via { command, dialect, table, key: self.key.clone(), sample })))
    }
}
