//! An engine that needs no installation: SQLite, which is bundled, and a command that answers as it did.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::fs;

use posterior::encode::{Dialect, TableInEngine};
use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::table::{Dealt, Kind, Source};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Value as Cell, ValueRef};
use tempfile::TempDir;

/// A table in SQLite with the rows of a CSV, and `rowkey`, which numbers them. Numbers are stored as numbers.
pub fn engine(name: &str, study: &Study) -> Connection {
    let base = Connection::open_in_memory().unwrap();
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    base.create_scalar_function("EXP", 1, flags, |of| of.get::<f64>(0).map(f64::exp)).unwrap();
    base.create_scalar_function("LN", 1, flags, |of| of.get::<f64>(0).map(f64::ln)).unwrap();
    let dialect = Dialect::named("sqlite").unwrap();
    let table = &study.loaded.table;
    let columns: Vec<String> =
        table.columns().iter().map(|column| dialect.name(column.name.as_str())).collect();
    let create = format!("CREATE TABLE {} ({}, rowkey)", dialect.name(name), columns.join(", "));
    base.execute(&create, []).unwrap();
    let places = vec!["?"; columns.len() + 1].join(", ");
    let insert = format!("INSERT INTO {} VALUES ({places})", dialect.name(name));
    for row in 0..table.rows() {
        let mut cells: Vec<Cell> = Vec::new();
        for (at, column) in table.columns().iter().enumerate() {
            let text = table.cell_text(row, at).into_owned();
            cells.push(match (text.as_str(), column.kind) {
                ("", _) => Cell::Null,
                (text, Kind::Numeric) => Cell::Real(text.parse().unwrap()),
                _ => Cell::Text(text),
            });
        }
        cells.push(Cell::Integer(row as i64));
        base.execute(&insert, rusqlite::params_from_iter(cells)).unwrap();
    }
    base
}

/// The answer to a query as CSV.
pub fn answer(base: &Connection, query: &str) -> String {
    let mut statement = base.prepare(query).unwrap_or_else(|error| panic!("{error}\n{query}"));
    let mut out = csv::Writer::from_writer(Vec::new());
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    out.write_record(&names).unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let cell = |at: usize| match row.get_ref(at).unwrap() {
            ValueRef::Null => String::new(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => format!("{number:?}"),
            ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
            ValueRef::Blob(_) => panic!("a blob"),
        };
        out.write_record((0..names.len()).map(cell)).unwrap();
    }
    String::from_utf8(out.into_inner().unwrap()).unwrap()
}

/// The folds that the command below deals rows to, by `id` or by the column `part`.
pub const FOLDS: u32 = 3;

/// How a table is read that [`folder`] makes; `part` says the same folds as the hash of `id` does.
pub const RECIPE: &str = "target = \"class\"\nmodel = \"mixed\"\nweight = \"n\"\n[[feature]]\nname = \"height\"\nkind = \"numeric\"\n[[feature]]\nname = \"colour\"\nkind = \"categorical\"\n";

/// Three classes, a number and a category with missing cells, weights from 0 on, and some rows without a class.
fn rows() -> String {
    let mut rows = String::from("id,height,colour,n,part,class\n");
    for at in 0..90_i64 {
        let class = at * at % 7 % 3;
        let height = if at % 11 == 0 { String::new() } else { format!("{}", class * 2 + at * 37 % 11) };
        let colour = if at % 9 == 4 { "" } else { ["red", "green", "blue"][(at / 3 + class) as usize % 3] };
        let name = if at % 17 == 3 { "" } else { ["low", "middle", "high"][class as usize] };
        let part = (at * 2_654_435_761 % 4_294_967_291).abs() % i64::from(FOLDS);
        rows.push_str(&format!("{at},{height},{colour},{},p{part},{name}\n", at % 4));
    }
    rows
}

/// A folder with a table, its recipe, and `sh engine.sh`, which answers queries of the table `t` as SQLite answers them.
pub fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let csv = rows();
    let source = || Source::bytes("rows.csv", csv.as_bytes());
    let study = Study::open(source(), Recipe::from_toml(RECIPE, "recipe.toml").unwrap()).unwrap();
    let model = study.fitted.clone().unwrap();
    let (dialect, base) = (Dialect::named("sqlite").unwrap(), engine("t", &study));
    for (name, folds) in [
        ("", None),
        ("hash_", Dealt::by_hash(FOLDS, Some("id")).ok()),
        ("part_", Some(Dealt::Column("part".into()))),
    ] {
        let of = TableInEngine { table: "t".into(), key: Some("id".into()), folds };
        let sums = of.sums(dialect, &model.data.resolved, model.data.table.columns(), true).unwrap();
        let sums = answer(&base, &sums);
        write(&format!("{name}sums.csv"), &sums);
        let summed = Study::open(Source::bytes("sums.csv", sums.as_bytes()), Recipe::default()).unwrap();
        let summed = summed.fitted.unwrap();
        let folds = of.folds.as_ref().map(|_| summed.of_other_folds().unwrap());
        let counts = of.judged(dialect, &summed, folds.as_ref()).unwrap();
        write(&format!("{name}counts.csv"), &answer(&base, &counts));
    }
    write("rows.csv", &csv);
    write("recipe.toml", RECIPE);
    let script = "query=$(cat)\ncase \"$query\" in *'s.\"part\"'*) of=part_ ;; *'2654435761'*) of=hash_ ;; *) of= ;; esac\n\
                  case \"$query\" in\n  *log_loss_sum*) cat ${of}counts.csv ;;\n  *posterior_sums_1*) cat ${of}sums.csv ;;\n  \
                  *LIMIT*) cat rows.csv ;;\n  *) echo 'no such table' >&2; exit 7 ;;\nesac\n";
    write("engine.sh", script);
    folder
}
