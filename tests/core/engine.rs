//! An engine that needs no installation: SQLite, which is bundled.

use posterior::encode::Dialect;
use posterior::model::Study;
use posterior::table::Kind;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Value as Cell, ValueRef};

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
