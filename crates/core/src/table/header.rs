//! What the header and the first rows say of the columns: names, types, and the kinds that the cells suggest.
//!
//! Whether cells are numbers is checked again on every row; whether a column of words holds categories or documents
//! depends on the first rows alone.

use super::build::Spot;
use super::error::{capped, quoted, shortened};
use super::number::{PossibleStyles, Short, is_code, number};
use super::rows::TextBody;
use super::{Decimal, Kind, Notice, NumberStyle, Options, Ragged, TableError};
use super::{dialect, is_mark, is_missing};
use crate::text::{flag, flag_of, list_item};
use foldhash::fast::FixedState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// Names the columns as the header does; an empty name becomes `column 3`, a second `age` becomes `age (2)`. The first
/// column may have the names of the rows, which the header leaves out.
pub(super) fn name_columns(
    cells: &[String],
    line: u64,
    row_names: bool,
    notices: &mut Vec<Notice>,
) -> Vec<String> {
    let written: HashSet<&String> = cells.iter().collect();
    let mut taken: HashSet<String> = HashSet::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let (mut names, mut blanks, mut doubles) = (Vec::with_capacity(cells.len()), Vec::new(), Vec::new());
    for (i, cell) in cells.iter().enumerate() {
        let blank = cell.is_empty();
        let mut name = if blank { format!("column {}", i + 1) } else { cell.clone() };
        let times = seen.entry(cell.as_str()).or_insert(0);
        *times += 1;
        let clash = |name: &String| taken.contains(name) || written.contains(name) && name != cell;
        if !blank && *times > 1 || clash(&name) {
            let base = name;
            *times = (*times).max(2);
            name = format!("{base} ({times})");
            while clash(&name) {
                *times += 1;
                name = format!("{base} ({times})");
            }
        }
        let notice = |what: &str| Notice::column(&name, Some(line), what);
        // Programs write the names of rows into a first column without a name, which is reported elsewhere.
        if blank && row_names && i == 0 {
            blanks.push(notice("Every row has one field more than the header, as R's write.table writes it: the first one names the row."));
        } else if blank && i > 0 {
            blanks.push(notice("The header has no name here, so the column got this one."));
        } else if !blank && name != *cell {
            let earlier = format!("An earlier column is named {} too", quoted(cell));
            doubles.push(notice(&format!("{earlier}, so this column got this name.")));
        }
        taken.insert(name.clone());
        names.push(name);
    }
    notices.extend(capped(blanks, 5, "the header has no name for them either"));
    notices.extend(capped(doubles, 5, "their names repeat others too"));
    names
}

/// Why the first line may be a row.
pub(super) struct Doubt {
    pub why: String,
    /// Whether no cell of it is like a name.
    pub is_certain: bool,
}

/// Why the first line looks like a row: numbers are above numbers, or several cells occur again in their columns, or one
/// does beside a sentence above texts. Numbers that only rise or only fall may be names, such as years.
pub(super) fn row_of_data(cells: &[String], looks: &[FirstCells]) -> Option<Doubt> {
    /// A name above texts with as many words is probably one of them.
    const WORDS: usize = 4;
    let (mut numbers, mut values, mut repeated, mut sentence) = (Vec::new(), Vec::new(), Vec::new(), None);
    let (mut is_name, mut unseen) = (false, 0);
    for (cell, look) in cells.iter().zip(looks) {
        if look.known == 0 || is_missing(cell.as_bytes(), None) || is_mark(cell) {
            continue;
        }
        let value = number(cell.as_bytes()).filter(|_| !is_code(cell.as_bytes()));
        match (look.kind(), value) {
            (Kind::Numeric, Some(value)) => {
                numbers.push(cell);
                values.push(value);
            }
            (Kind::Numeric, None) => is_name = true,
            _ if look.distinct.contains(&FixedState::default().hash_one(cell.as_bytes())) => {
                repeated.push(cell)
            }
            (Kind::Text, _) if cell.split_whitespace().count() >= WORDS => sentence = Some(cell),
            // Where every row has a value of its own, a value that no other row has is not a sign of a name.
            _ => unseen += usize::from((look.distinct.len() as u64) < look.others),
        }
    }
    let (cell, is) = match (numbers.as_slice(), repeated.as_slice(), sentence) {
        ([cell, ..], ..) => (*cell, "is a number above numbers"),
        ([], [cell, _, ..], _) => (*cell, "occurs again below itself, and so do other cells"),
        ([], [cell], Some(_)) => (*cell, "is also a value of its column, beside texts"),
        _ => return None,
    };
    let fits = numbers.len() + repeated.len() + usize::from(sentence.is_some());
    let steps: Vec<f64> = values.windows(2).filter_map(|pair| Some(pair.last()? - pair.first()?)).collect();
    let is_sequence = steps.iter().all(|step| *step > 0.0) || steps.iter().all(|step| *step < 0.0);
    // Years and places are names.
    let has_equal_steps = match steps.as_slice() {
        [] => false,
        [step] => *step == 1.0,
        [step, rest @ ..] => *step > 0.0 && rest.iter().all(|other| other == step),
    };
    let are_places = has_equal_steps && values.iter().all(|value| value.fract() == 0.0);
    if are_places && repeated.is_empty() && (is_name || unseen > 0) {
        return None;
    }
    let is_certain = !is_name && 4 * unseen <= fits && !(repeated.is_empty() && is_sequence);
    Some(Doubt { why: format!("{} {is}", quoted(cell)), is_certain })
}

/// Names columns `column 1`, `column 2` and so on; columns at the end without a value stay without a name.
pub(super) fn name_by_place(cells: &mut [String], looks: &[FirstCells]) {
    let known = looks.iter().rposition(|look| look.known > 0).map_or(0, |last| last + 1);
    for (at, cell) in cells.iter_mut().enumerate().take(known) {
        *cell = format!("column {}", at + 1);
    }
}

/// The words of a name in lower case: `PassengerId` and `passenger_id` have the same two.
pub fn words(name: &str) -> Vec<String> {
    let (mut divided, mut before) = (String::new(), ' ');
    for c in name.chars() {
        divided.extend((c.is_uppercase() && before.is_lowercase()).then_some(' '));
        divided.extend(if c.is_alphanumeric() { c } else { ' ' }.to_lowercase());
        before = c;
    }
    divided.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether the first field of the rows is a name for them that the header, of `width` names, leaves out.
pub(super) fn are_left_out(body: &TextBody<'_>, width: usize) -> Result<bool, TableError> {
    let mut rows = TextBody { ragged: Ragged::Extra, ..body.clone() }.rows();
    let (mut names, mut seen, mut all_numbers) = (HashSet::new(), 0usize, true);
    let bytes = body.text.as_bytes();
    // A column whose first cell is not a number, and all others are: then the first row is the header, and a title above it.
    let mut has_name = vec![true; width];
    while seen < MOST_LOOKED_AT && rows.advance()? {
        if rows.record.len() != width + 1 {
            return Ok(false);
        }
        let name = rows.field(0).unwrap_or_default();
        // R writes names in quotes, numbers too. Bare numbers that do not count the rows are more often whole parts, whose
        // decimals follow a comma that was taken for the delimiter.
        let is_quoted = bytes.get(rows.start) == Some(&b'"');
        let is_number = name.iter().all(u8::is_ascii_digit);
        let counts = name == (seen + 1).to_string().as_bytes();
        all_numbers &= is_number;
        if name.is_empty() || is_number && !is_quoted && !counts || !names.insert(name.to_owned()) {
            return Ok(false);
        }
        for (at, has_name) in (1..).zip(&mut has_name) {
            let is_number = rows.field(at).is_some_and(|cell| number(cell).is_some());
            *has_name &= is_number != (seen == 0);
        }
        seen += 1;
    }
    let is_title = has_name.contains(&true);
    // A single name above two fields is more often a title.
    Ok(seen > 1 && !is_title && (width > 1 || all_numbers))
}

/// Words for types in a second line, in lower case. A letter alone is one only where a third line has the roles.
const NUMBERS: &str = "continuous numeric number float double real decimal int integer int64 float64 c";
const OTHERS: &str = "discrete categorical category nominal factor enum string text str varchar object bool boolean logical date datetime \
     time timestamp d s t";

/// Orange's words for types, and those for the roles of its third line.
const ORANGE: &str = "continuous discrete string time c d s t";
const ROLES: &str = "class meta ignore weight c m i w";

pub(super) fn is_in(list: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    list.split(' ').any(|known| known == word)
}

/// Takes the types and roles out of names such as `mS#name`, `D#lenses` and `cD#choice`. Returns the columns that hold
/// categories though they may be written in digits.
pub(super) fn read_prefixes(
    names: &mut [String],
    line: u64,
    notices: &mut Vec<Notice>,
) -> Option<Vec<(String, Kind)>> {
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
    let (mut kinds, mut roles) = (Vec::new(), Vec::new());
    for (name, found) in names.iter_mut().zip(found) {
        let Some((role, kind, rest)) = found else { continue };
        *name = rest;
        kinds.extend((kind == "D").then(|| (name.clone(), Kind::Categorical)));
        roles.push((name.clone(), role));
    }
    let what = format!("The Orange prefixes before # were removed from the names.{}", roles_as_flags(&roles));
    notices.push(Notice::at_line(line, what));
    Some(kinds)
}

/// The same of the lines below the names; the body begins after them.
pub(super) fn read_lines_below(
    body: &mut TextBody<'_>,
    names: &[String],
    line: u64,
    notices: &mut Vec<Notice>,
) -> Option<Vec<(String, Kind)>> {
    /// Rows in which a word for a type would come again if it were a value.
    const ROWS: usize = 100;
    let text = body.text.get(body.start..)?;
    let mut reader = dialect::reader(text, body.delimiter);
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    let mut record = csv::ByteRecord::new();
    while rows.len() < ROWS && reader.read_byte_record(&mut record).unwrap_or(false) {
        let cells = record.iter().map(|cell| String::from_utf8_lossy(cell.trim_ascii()).into_owned());
        rows.push((cells.collect(), usize::try_from(reader.position().byte()).ok()?));
    }
    let (types, after_types) = rows.first()?;
    let mut leave_out = |after: usize, what: &str| {
        body.start = body.after_newline(body.start + after);
        notices.push(Notice::at_line(line + 1, what));
    };
    let is_rule = |cell: &String| cell.contains("--") && cell.bytes().all(|b| b"-+:".contains(&b));
    if types.iter().all(is_rule) {
        leave_out(*after_types, "The line of dashes was left out.");
        return Some(Vec::new());
    }
    let is_unit = |cell: &String| {
        let is_in = |open, close| cell.starts_with(open) && cell.ends_with(close);
        (is_in('(', ')') || is_in('[', ']')) && !cell.bytes().any(|b| b.is_ascii_digit())
    };
    // A unit is above numbers, and in the first row alone.
    let has_number = |row: &[String]| {
        let above = types.iter().zip(row).filter(|(cell, _)| is_unit(cell));
        above.into_iter().any(|(_, cell)| number(cell.as_bytes()).is_some())
    };
    let rest = rows.get(1..).unwrap_or_default();
    let is_units = types.iter().all(|cell| cell.is_empty() || is_unit(cell))
        && rest.first().is_some_and(|(row, _)| has_number(row))
        && !rest.iter().any(|(row, _)| row.iter().any(is_unit));
    if is_units {
        leave_out(*after_types, "This line was taken for the units of the columns and left out.");
        return Some(Vec::new());
    }
    let is_id = |cell: &String| cell.starts_with("{\"ImportId\"");
    if let Some((_, after)) = rows.get(1).filter(|(ids, _)| ids.iter().all(is_id)) {
        let rows = "The two rows below the names are Qualtrics' questions and ids, not answers";
        leave_out(*after, &format!("{rows}; they were left out."));
        return Some(Vec::new());
    }
    if types.len() != names.len() {
        return None;
    }
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
    let is_category = |cell: &str| is_in("discrete d categorical category nominal factor", cell);
    let of_categories = names.iter().zip(types).filter(|(name, cell)| is_category(cell) && !name.is_empty());
    let kinds = of_categories.map(|(name, _)| (name.clone(), Kind::Categorical)).collect();
    let what = match roles {
        Some((roles, _)) => {
            let short = |role: &String| {
                let role = role.to_lowercase();
                let is_long = matches!(role.as_str(), "class" | "meta" | "ignore" | "weight");
                if is_long { role.chars().take(1).collect() } else { role }
            };
            let roles: Vec<(String, String)> = names.iter().cloned().zip(roles.iter().map(short)).collect();
            let (first, second, flags) = (line + 1, line + 2, roles_as_flags(&roles));
            format!(
                "Lines {first} and {second} are Orange's types and roles, not rows; they were left out.{flags}"
            )
        }
        None => format!("Line {} has the types of the columns, not a row; it was left out.", line + 1),
    };
    leave_out(roles.map_or(*after_types, |(_, after)| *after), &what);
    Some(kinds)
}

fn roles_as_flags(roles: &[(String, String)]) -> String {
    let of = |role: &'static str| {
        roles.iter().filter(move |(_, other)| other == role).map(|(name, _)| name.as_str())
    };
    let out = of("m").chain(of("i")).map(list_item).collect::<Vec<_>>().join(",");
    let target = of("c").next().map(|name| flag_of("target", name));
    let weight = of("w").next().map(|name| flag_of("weight", name));
    let ignore = (!out.is_empty()).then(|| flag("ignore", &out));
    let flags: Vec<String> = target.into_iter().chain(weight).chain(ignore).collect();
    if flags.is_empty() { String::new() } else { format!(" Their roles as flags: {}.", flags.join(" ")) }
}

/// What the first cells of a column look like.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstCells {
    known: u64,
    words: u64,
    others: u64,
    distinct: HashSet<u64, FixedState>,
    seen: PossibleStyles,
    styled: Option<Spot>,
    /// The first cell that is not a number.
    pub odd: Option<Spot>,
}

impl FirstCells {
    fn add(&mut self, cell: &[u8], start: usize, is_listed: bool) {
        self.known += 1;
        let short = Short::of_cell(cell).filter(|short| !short.is_code());
        if short.is_some_and(|short| self.seen.add_short(&short)) {
            return;
        }
        let text = std::str::from_utf8(cell).unwrap_or_default();
        let here = || Spot::new(start, shortened(text, 100).as_bytes(), 0);
        let has_digit = cell.iter().any(|b| b.is_ascii_digit());
        if has_digit && !is_code(cell) && self.seen.add(cell) {
            if self.styled.is_none() && number(cell).is_none() {
                self.styled = Some(here());
            }
            return;
        }
        if (is_listed || !is_mark(text)) && self.odd.is_none() {
            // Among points and other marks, the other marks are odd.
            let styled = self.styled.clone().filter(|_| number(cell).is_some() && !is_code(cell));
            self.odd = styled.or_else(|| Some(here()));
        }
        self.others += 1;
        self.distinct.insert(FixedState::default().hash_one(cell));
        // With more than two words for each row that is looked at, no later cell changes the kind.
        if self.words <= 2 * MOST_LOOKED_AT as u64 {
            // A name or a date is not a document: what counts is how many words with letters a cell has.
            let has_letter = |word: &&str| word.chars().any(char::is_alphabetic);
            self.words += text.split_whitespace().filter(has_letter).count() as u64;
        }
    }

    /// The style of the column's numbers; with a point until its cells show otherwise.
    pub fn style(&self, decimal: Option<Decimal>) -> NumberStyle {
        let chosen = decimal.and_then(|decimal| self.seen.with_decimal(decimal));
        chosen.or_else(|| self.seen.style(None)).unwrap_or_default()
    }

    /// The kind that these cells suggest; numbers until a cell shows otherwise.
    pub fn kind(&self) -> Kind {
        if self.odd.is_none() { Kind::Numeric } else { self.kind_of_words() }
    }

    /// Documents have more than two words on average and seldom repeat; all else is a category.
    pub(crate) fn kind_of_words(&self) -> Kind {
        let many_words = self.words > 2 * self.known;
        let seldom_repeat = 2 * self.distinct.len() as u64 > self.others;
        if many_words && seldom_repeat { Kind::Text } else { Kind::Categorical }
    }
}

const MOST_LOOKED_AT: usize = 10_000;

/// How many rows are looked at, fewer in a very wide table.
pub(super) fn rows_looked_at(width: usize) -> usize {
    (2_000_000 / width.max(1)).clamp(20, MOST_LOOKED_AT)
}

/// Looks at the columns in the first rows; `names` are those of the columns, if they are known. Returns as well whether
/// each of the rows ends in an empty field too many, and whether there are enough of them.
pub(super) fn look(
    body: &TextBody<'_>,
    options: &Options,
    names: &[String],
) -> Result<(Vec<FirstCells>, bool, bool), TableError> {
    let listed: Vec<Option<&[String]>> =
        (0..body.width).map(|at| options.listed(names.get(at).map_or("", String::as_str))).collect();
    let mut looks = vec![FirstCells::default(); body.width];
    let most = rows_looked_at(body.width);
    // Rows of another width are looked at too: they may turn out to be a repairable habit of the file.
    let mut rows = TextBody { ragged: Ragged::Extra, ..body.clone() }.rows();
    let (mut seen, mut trailing) = (0, true);
    while seen < most && rows.advance()? {
        seen += 1;
        let is_longer = rows.record.len() == body.width + 1;
        trailing &= is_longer && rows.field(body.width).is_some_and(<[u8]>::is_empty);
        for (column, (look, listed)) in looks.iter_mut().zip(&listed).enumerate() {
            let known = rows.field(column).filter(|cell| !is_missing(cell, *listed));
            known.into_iter().for_each(|cell| look.add(cell, rows.start, listed.is_some()));
        }
    }
    Ok((looks, trailing && seen > 0, seen == most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(cells: &[&str]) -> (Vec<String>, usize) {
        let cells: Vec<String> = cells.iter().map(|c| (*c).to_owned()).collect();
        let mut notices = Vec::new();
        (name_columns(&cells, 1, false, &mut notices), notices.len())
    }

    #[test]
    fn names_become_unique_without_meeting_real_ones() {
        assert_eq!(named(&["a", "b"]), (vec!["a".into(), "b".into()], 0));
        assert_eq!(named(&["a", "a", "a"]).0, ["a", "a (2)", "a (3)"]);
        assert_eq!(named(&["a", "a", "a (2)"]).0, ["a", "a (3)", "a (2)"]);
        assert_eq!(named(&["a", "", "c"]), (vec!["a".into(), "column 2".into(), "c".into()], 1));
        assert_eq!(named(&["", "column 1"]).0, ["column 1 (2)", "column 1"]);
        assert_eq!(named(&[""; 100]).1, 6);
    }

    fn kind(cells: &[&str]) -> Kind {
        let mut look = FirstCells::default();
        cells.iter().filter(|cell| **cell != "?").for_each(|cell| look.add(cell.as_bytes(), 0, false));
        look.kind()
    }

    #[test]
    fn documents_are_distinguished_from_categories() {
        let repeated = ["neither agree nor disagree", "strongly agree"].repeat(2);
        for (cells, expected) in [
            (&["New York", "Los Angeles", "Palma"][..], Kind::Categorical),
            (&["Ada Lovelace", "Grace Hopper", "Emmy Noether"], Kind::Categorical),
            (&["2024-01-05 10:00:00", "2024-01-06 11:30:00"], Kind::Categorical),
            (&repeated, Kind::Categorical),
            // Two words on average, and more; half of the cells are distinct, and more.
            (&["we are here", "yes"], Kind::Categorical),
            (&["we are here", "oh yes"], Kind::Text),
            (&["we are here", "they are there", "we are here", "they are there"], Kind::Categorical),
            (&["we are here", "they are there", "all is well", "we are here", "they are there"], Kind::Text),
            (&["1", "2.5", "?"], Kind::Numeric),
            (&["1,75", "2"], Kind::Numeric),
            (&["?"], Kind::Numeric),
        ] {
            assert_eq!(kind(cells), expected, "{cells:?}");
        }
    }
}
