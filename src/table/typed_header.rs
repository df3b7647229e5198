//! Headers with types: a second line of types below the names, Orange's three lines, and its prefixes such as `cD#`.

use super::column::Kind;
use super::dialect;
use super::error::Notice;
use super::rows::Body;
use crate::text::{flag, flag_of, list_item};

/// Words for types in a second line, in lower case. A letter alone is one only where a third line has the roles.
const NUMBERS: &str = "continuous numeric number float double real decimal int integer int64 float64 c";
const OTHERS: &str = "discrete categorical category nominal factor enum string text str varchar object bool boolean logical date datetime \
     time timestamp d s t";

/// Orange's words for types, and those for the roles of its third line.
const ORANGE: &str = "continuous discrete string time c d s t";
const ROLES: &str = "class meta ignore weight c m i w";

/// Rows in which a word for a type would come again if it were a value.
const ROWS: usize = 100;

/// What a header says of its columns beside their names.
#[derive(Default)]
pub(super) struct TypedHeader {
    /// The kinds of columns that hold categories though they may be written in digits.
    pub kinds: Vec<(String, Kind)>,
}

fn is_in(words: &str, cell: &str) -> bool {
    let cell = cell.to_lowercase();
    words.split(' ').any(|word| word == cell)
}

/// Takes types and roles out of the header: leaves the body beginning behind their lines, and the names without prefixes.
pub(super) fn read(
    body: &mut Body<'_>,
    names: &mut [String],
    line: u64,
    notices: &mut Vec<Notice>,
) -> TypedHeader {
    prefixes(names, line, notices).or_else(|| lines(body, names, line, notices)).unwrap_or_default()
}

/// Names such as `mS#name`, `D#lenses` and `cD#choice`: all have the type, and one is the class.
fn prefixes(names: &mut [String], line: u64, notices: &mut Vec<Notice>) -> Option<TypedHeader> {
    let parts = |name: &str| {
        let (prefix, rest) = name.split_once('#').filter(|(_, rest)| !rest.is_empty())?;
        let kind = prefix.trim_start_matches(['c', 'm', 'i', 'w']);
        let role = prefix.get(..prefix.len() - kind.len())?.to_owned();
        let known = role.len() <= 1 && matches!(kind, "" | "C" | "D" | "S" | "T") && !prefix.is_empty();
        known.then(|| (role, kind.to_owned(), rest.to_owned()))
    };
    let found: Vec<Option<(String, String, String)>> = names.iter().map(|name| parts(name)).collect();
    let has_role = found.iter().flatten().any(|(role, ..)| !role.is_empty());
    let fits = found.iter().zip(names.iter()).all(|(found, name)| found.is_some() || !name.contains('#'));
    if !has_role || !fits {
        return None;
    }
    let (mut typed, mut roles) = (TypedHeader::default(), Vec::new());
    for (name, found) in names.iter_mut().zip(found) {
        let Some((role, kind, rest)) = found else { continue };
        *name = rest;
        if kind == "D" {
            typed.kinds.push((name.clone(), Kind::Categorical));
        }
        roles.push((name.clone(), role));
    }
    let what = format!("The prefixes of Orange before # were taken off the names.{}", said(&roles));
    notices.push(Notice::at_line(line, what));
    Some(typed)
}

fn lines(body: &mut Body<'_>, names: &[String], line: u64, notices: &mut Vec<Notice>) -> Option<TypedHeader> {
    let text = body.text.get(body.start..)?;
    let mut reader = dialect::reader(text, body.delimiter);
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    let mut record = csv::ByteRecord::new();
    while rows.len() < ROWS && reader.read_byte_record(&mut record).unwrap_or(false) {
        let cells = record.iter().map(|cell| String::from_utf8_lossy(cell.trim_ascii()).into_owned());
        rows.push((cells.collect(), usize::try_from(reader.position().byte()).ok()?));
    }
    let (types, after_types) = rows.first().filter(|(types, _)| types.len() == names.len())?;
    let roles = rows.get(1).filter(|(roles, _)| {
        let is_role = |cell: &String| cell.is_empty() || is_in(ROLES, cell) || cell.contains('=');
        let is_type = |cell: &String| cell.is_empty() || is_in(ORANGE, cell);
        roles.iter().all(is_role) && roles.iter().any(String::is_empty) && types.iter().all(is_type)
    });
    let is_type = |cell: &String| {
        let is_word = is_in(NUMBERS, cell) || is_in(OTHERS, cell);
        cell.is_empty() || is_word && (cell.len() > 1 || roles.is_some())
    };
    let below = rows.get(if roles.is_some() { 2 } else { 1 }..).filter(|below| !below.is_empty())?;
    let comes_again = (0..names.len()).any(|at| {
        let cell = types.get(at).filter(|cell| !cell.is_empty());
        cell.is_some_and(|cell| below.iter().any(|(row, _)| row.get(at) == Some(cell)))
    });
    let named = types.iter().filter(|cell| !cell.is_empty()).count();
    if named < 2 || 2 * named < types.len() || !types.iter().all(is_type) || comes_again {
        return None;
    }
    let mut typed = TypedHeader::default();
    for (name, cell) in names.iter().zip(types) {
        if is_in("discrete d categorical category nominal factor", cell) && !name.is_empty() {
            typed.kinds.push((name.clone(), Kind::Categorical));
        }
    }
    let after = roles.map_or(*after_types, |(_, after)| *after);
    body.start += after;
    if body.text.as_bytes().get(body.start.saturating_sub(1)..=body.start) == Some(b"\r\n") {
        body.start += 1;
    }
    let what = match roles {
        Some((roles, _)) => {
            let short = |role: &String| match role.to_lowercase().as_str() {
                "class" => "c".to_owned(),
                "meta" => "m".to_owned(),
                "ignore" => "i".to_owned(),
                "weight" => "w".to_owned(),
                other => other.to_owned(),
            };
            let roles: Vec<(String, String)> = names.iter().cloned().zip(roles.iter().map(short)).collect();
            format!(
                "Lines {} and {} are Orange's types and roles, not rows; they were left out.{}",
                line + 1,
                line + 2,
                said(&roles)
            )
        }
        None => format!("Line {} has the types of the columns, not a row; it was left out.", line + 1),
    };
    notices.push(Notice::at_line(line + 1, what));
    Some(typed)
}

fn said(roles: &[(String, String)]) -> String {
    let of = |role: &'static str| {
        roles.iter().filter(move |(_, other)| other == role).map(|(name, _)| name.as_str())
    };
    let mut flags: Vec<String> = of("c").take(1).map(|name| flag_of("target", name)).collect();
    flags.extend(of("w").take(1).map(|name| flag_of("weight", name)));
    let out: Vec<_> = of("m").chain(of("i")).map(list_item).collect();
    if !out.is_empty() {
        flags.push(flag("ignore", &out.join(",")));
    }
    if flags.is_empty() { String::new() } else { format!(" Their roles as flags: {}.", flags.join(" ")) }
}
