//! Answer sheets as plain text and as tables: reading and writing them, and the parts of a line (number, label, answer).

use super::{AnswerSheet, Entry};
use crate::practice::Exercise;
use crate::practice::label::CLASS;
use crate::practice::read::{BULLET, outside_brackets, sides};
use crate::practice::roster::csv_reader;
use crate::recipe::folded;

/// Reads a sheet. `#` begins a comment, except in brackets and after a letter, as in the name `C#`.
pub fn read_sheet(name: &str, text: &str) -> AnswerSheet {
    let mut sheet = AnswerSheet { name: name.to_owned(), ..AnswerSheet::default() };
    let text = text.trim_start_matches('\u{feff}');
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{b}'], "\n");
    let lines: Vec<&str> = text.lines().collect();
    // The line above the ruler of a table is its head.
    let is_table = |at: usize| lines.get(at + 1).is_some_and(|next| is_ruler(next));
    let has_table = lines.iter().any(|line| is_ruler(line));
    let mut befores: Vec<Before> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = without_comment(line).trim();
        if is_mere_sign(line) || is_ruler(line) || is_table(at) {
            continue;
        }
        let number = (1..).nth(at).unwrap_or_default();
        if let Some((before, entry)) = entry(&mut sheet, number, line, has_table) {
            if goes_on(line)
                && before == Before::default()
                && let Some(above) = sheet.entries.last_mut().filter(|above| is_named(above))
            {
                above.answer = format!("{} {line}", above.answer);
                above.text = format!("{} {line}", above.text);
                if above.label.is_empty() {
                    let (label, answer) = divided(&above.text);
                    (above.label, above.answer) = (label.to_owned(), answer.to_owned());
                }
                continue;
            }
            befores.push(before);
            sheet.entries.push(entry);
        }
    }
    settle(&mut sheet.entries, &befores);
    sheet
}

fn entry(sheet: &mut AnswerSheet, line: u64, text: &str, has_table: bool) -> Option<(Before, Entry)> {
    if text.is_empty() || head(sheet, text) {
        return None;
    }
    let table = cells(text, has_table && text.contains('|'));
    let (before, label, answer, text) = match table.as_deref() {
        Some([first, rest @ ..]) => {
            let (before, own) = bare(first);
            let mut rest = rest.iter().map(String::as_str).filter(|cell| !cell.is_empty() && *cell != "=");
            // 1 | P(Yes) | 9/14, with the number in its own cell.
            let only_number = own.is_empty() || own.len() < 3 && own.parse::<usize>().is_ok();
            let counted = own.parse().ok().filter(|_| only_number && rest.clone().count() > 0);
            let before = Before { number: before.number.or(counted), ..before };
            let label = if only_number { rest.next().unwrap_or_default() } else { own };
            let label = label.trim_end_matches(['=', ':', ' ']);
            // Words after a number are a comment; words before it are working.
            let mut has_number = false;
            let rest = rest.filter(|cell| {
                let is_number = cell.contains(char::is_numeric);
                let is_kept = is_number || !has_number;
                has_number |= is_number;
                is_kept
            });
            let answer = rest.collect::<Vec<_>>().join(" = ");
            if headed(sheet, label, &answer) {
                return None;
            }
            match answer.is_empty() {
                true => {
                    let (own, answer) = divided(label);
                    (before, own.to_owned(), answer.to_owned(), label.to_owned())
                }
                false => (before, label.to_owned(), answer.clone(), format!("{label} = {answer}")),
            }
        }
        _ => {
            let (before, rest) = bare(text);
            let (label, answer) = divided(rest);
            // The answer of $P(Yes) = 9/14$ must not keep the final $.
            let is_open = label.matches('$').count() % 2 == 1;
            let answer = answer.strip_suffix('$').filter(|_| is_open).unwrap_or(answer);
            (before, label.to_owned(), answer.to_owned(), rest.to_owned())
        }
    };
    Some((before, Entry { line, number: before.number, label, answer, text }))
}

/// Decides by all lines how a line begins: `1:` is a number if all lines are numbered in order, and a hyphen may be a
/// bullet if all lines have one.
fn settle(entries: &mut [Entry], befores: &[Before]) {
    let several = entries.len() > 1;
    let in_order = (1..).zip(befores).all(|(at, before)| before.number == Some(at));
    let hyphens = befores.iter().all(|before| before.is_hyphen || before.is_dash);
    for (entry, before) in entries.iter_mut().zip(befores) {
        if before.is_ratio && !(several && in_order) {
            let number = entry.number.take().unwrap_or_default();
            entry.text = format!("{number}: {}", entry.text);
            (entry.label, entry.answer) = (String::new(), entry.text.clone());
        }
        if before.is_hyphen && several && hyphens {
            // The hyphen may be a bullet or a minus sign.
            let rest = entry.text.trim_start_matches(['-', '–', '—']).trim_start();
            entry.text = format!("{BULLET} {rest}");
            (entry.label, entry.answer) = (String::new(), entry.text.clone());
        }
    }
}

fn is_named(entry: &Entry) -> bool {
    entry.number.is_some() || entry.label.contains(char::is_alphabetic) || is_label(&entry.text)
}

fn goes_on(line: &str) -> bool {
    line.starts_with(['=', '≈', '≃', '≅'])
}

fn is_mere_sign(line: &str) -> bool {
    let is_sign = |c: char| matches!(c, '-' | '=' | '*' | '_' | '~' | '`' | '$' | '–' | '—' | '.');
    matches!(line, r"\[" | r"\]" | r"\(" | r"\)" | "$$")
        || line.chars().count() > 2 && line.chars().all(is_sign)
        || line.starts_with("```")
}

/// Whether a text begins like a sheet: its first line names an exercise. The header of a CSV has more than one name.
pub fn is_sheet(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(|line| without_comment(line).trim());
    let mut sheet = AnswerSheet::default();
    lines.find(|line| !line.is_empty()).is_some_and(|line| head(&mut sheet, line))
        && sheet.exercise.is_some_and(|id| !id.contains([',', ';', '\t', '|']))
}

fn without_comment(line: &str) -> &str {
    // #1: 9/14 is the first answer.
    let is_number = bare(line).0.number.is_some();
    let begins = |at: usize| {
        let before = line.get(..at).unwrap_or_default();
        !(before.ends_with(char::is_alphabetic) || is_number && before.trim().is_empty())
    };
    let mut signs = outside_brackets(line).filter(|(at, c)| *c == '#' && begins(*at));
    signs.next().and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

fn head(sheet: &mut AnswerSheet, line: &str) -> bool {
    line.split_once(':').is_some_and(|(word, value)| headed(sheet, word, value))
}

fn headed(sheet: &mut AnswerSheet, word: &str, value: &str) -> bool {
    let around = ['*', '_', '-', '•', '>', ' '];
    let slot = match folded(word.trim_matches(around)).as_str() {
        "exercise" => &mut sheet.exercise,
        "student" | "name" => &mut sheet.student,
        "seed" => &mut sheet.seed,
        _ => return false,
    };
    *slot = Some(value.trim().trim_matches(around).to_owned()).filter(|value| !value.is_empty());
    true
}

/// A sheet with the labels of an exercise and no answers. The texts of the exercise become comments.
pub fn empty_sheet(exercise: &Exercise, student: Option<&str>) -> String {
    let mut lines = heads(&exercise.id, student, exercise.seed);
    lines.push(remark(&exercise.heading()));
    lines.extend(exercise.words.deadline.as_ref().map(|deadline| remark(&format!("Hand in by {deadline}."))));
    lines.push(HOW.into());
    for step in &exercise.steps {
        lines.extend(step.text.as_deref().map(remark));
        lines.push(format!("{} =", step.label));
    }
    lines.join("\n") + "\n"
}

fn remark(text: &str) -> String {
    format!("# {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

const HOW: &str =
    "# Write an answer after each equal sign: a fraction, a product or a decimal. # begins a comment.";

pub fn sheet_of(id: &str, seed: Option<u64>, lines: &[String]) -> String {
    [heads(id, None, seed).as_slice(), lines].concat().join("\n") + "\n"
}

fn heads(id: &str, student: Option<&str>, seed: Option<u64>) -> Vec<String> {
    let seed = seed.map(|seed| seed.to_string());
    let heads = [("exercise", id), ("student", student.unwrap_or_default())];
    let heads = heads.into_iter().chain(seed.as_deref().map(|seed| ("seed", seed)));
    heads.map(|(word, value)| format!("{:<10}{value}", format!("{word}:")).trim_end().to_owned()).collect()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Before {
    /// The number of the step: `1)`, `Step 1:`, `a)`.
    pub number: Option<usize>,
    /// Whether the number is `1:`, which may be part of a ratio.
    pub is_ratio: bool,
    pub is_hyphen: bool,
    pub is_dash: bool,
}

const BULLETS: [char; 13] = ['•', '◦', '‣', '▪', '●', '○', '■', '➢', '►', '\u{f0b7}', '\u{f0a7}', '→', '⇒'];

const NUMBERED: [&str; 17] = [
    "step", "q", "question", "answer", "response", "ans", "a", "part", "task", "line", "nr", "no", "frage",
    "aufgabe", "antwort", "schritt", "teil",
];

fn bare(line: &str) -> (Before, &str) {
    let mut before = Before::default();
    let mut rest = line.trim();
    loop {
        let star = rest.strip_prefix(['*', '>', '+']);
        let star = star.filter(|behind| behind.starts_with([' ', '\t', '\u{a0}']));
        let (found, behind) = if let Some(behind) = rest.strip_prefix(BULLETS).or(star) {
            (Before { number: before.number, ..Before::default() }, behind)
        } else if let Some((number, is_ratio, behind)) = number(rest)
            && (before.number.is_none() || rest.starts_with(char::is_alphabetic))
        {
            (Before { number: Some(number), is_ratio, ..Before::default() }, behind)
        } else {
            break;
        };
        (before, rest) = (found, behind.trim_start());
    }
    let hyphen =
        rest.strip_prefix(['-', '–', '—']).filter(|behind| behind.starts_with([' ', '\u{a0}', '\t']));
    match hyphen.map(str::trim_start) {
        Some(behind) if behind.starts_with(char::is_alphabetic) || number(behind).is_some() => {
            let (inner, rest) = bare(behind);
            (Before { number: inner.number.or(before.number), is_dash: true, ..inner }, rest)
        }
        Some(_) => (Before { is_hyphen: true, ..before }, rest),
        None => (before, rest),
    }
}

const DIGITS: usize = 3;

/// The number at the start of a text, whether it may be part of a ratio, and the rest of the text.
fn number(text: &str) -> Option<(usize, bool, &str)> {
    let blank = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t', '\u{a0}']);
    let word = |rest: &str| rest.starts_with(|c: char| c.is_alphabetic() || c == '$' || c == '\\');
    let letters = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (first, behind) = text.split_at_checked(letters)?;
    let behind = behind.trim_start_matches(['.', ' ', '#', '\u{a0}', '-', '_']);
    if NUMBERED.contains(&first.to_lowercase().as_str())
        && let Some((number, rest)) = counted(behind)
    {
        let signed = rest.strip_prefix(".)").or_else(|| rest.strip_prefix([')', '.', ':', '-']));
        let behind = signed.unwrap_or(rest);
        // A hyphen or a point right before a digit belongs to the number that follows.
        let is_number = blank(behind) || rest.starts_with([')', ':', '=']);
        return is_number.then(|| (number, false, behind.trim_start_matches([':', ' ', '\t'])));
    }
    let opened = text.strip_prefix(['(', '#', '[']);
    let inner = opened.unwrap_or(text);
    let is_letter = !inner.starts_with(|c: char| c.is_ascii_digit());
    let (number, rest) = if is_letter { lettered(inner)? } else { counted(inner)? };
    let first = rest.chars().next()?;
    let (sign, behind) = match rest.strip_prefix(".)") {
        Some(behind) => (')', behind),
        None => (first, rest.get(first.len_utf8()..)?),
    };
    let is_number = match sign {
        ')' | ']' => opened.is_none() || blank(behind) || word(behind),
        ':' if opened.is_some() => text.starts_with('#'),
        ':' => !is_letter && (blank(behind) || word(behind)),
        // A letter and a point may begin a name, but not before a label. 37. is a number by itself.
        '.' if opened.is_none() && is_letter => blank(behind) && behind.contains(['(', '=', ':']),
        '.' if opened.is_none() => blank(behind) && !behind.trim().is_empty() || word(behind),
        // 1a) is the first of what belongs to 1.
        c if !is_letter && c.is_ascii_lowercase() => {
            let (number, rest) = lettered(rest)?;
            return rest.strip_prefix(')').map(|rest| (number, false, rest));
        }
        _ => false,
    };
    let is_ratio = sign == ':' && opened.is_none() && !word(behind.trim_start());
    let behind = if sign == ':' { behind } else { behind.trim_start_matches([':', ' ']) };
    is_number.then_some((number, is_ratio, behind))
}

fn counted(text: &str) -> Option<(usize, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(digits).filter(|_| (1..=DIGITS).contains(&digits))?;
    Some((number.parse().ok().filter(|number| *number > 0)?, rest))
}

fn lettered(text: &str) -> Option<(usize, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = text.get(1..)?;
    let number = usize::from(letter.to_ascii_lowercase() as u8 - b'a') + 1;
    rest.starts_with([')', '.']).then_some((number, rest))
}

/// The cells of a line with tabs, the bars of Markdown, or quotes as in a CSV; `None` for any other line.
fn cells(line: &str, is_table: bool) -> Option<Vec<String>> {
    let trimmed = line.trim();
    let barred = trimmed.len() > 1 && trimmed.starts_with('|') && trimmed.ends_with('|');
    if barred || is_table {
        let cells = divided_at_bars(trimmed.trim_matches('|'));
        return (cells.len() > 1).then_some(cells);
    }
    if trimmed.contains('\t') {
        return Some(trimmed.split('\t').map(unquoted).collect());
    }
    if !trimmed.starts_with('"') {
        return None;
    }
    let delimiter = if trimmed.contains("\";") || trimmed.contains(";\"") { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).delimiter(delimiter).from_reader(trimmed.as_bytes());
    let row = reader.records().next()?.ok()?;
    (row.len() > 1).then(|| row.iter().map(|cell| cell.trim().to_owned()).collect())
}

fn unquoted(cell: &str) -> String {
    let cell = cell.trim();
    let inside = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
    inside.map_or_else(|| cell.to_owned(), |inside| inside.replace("\"\"", "\""))
}

fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains("--")
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '+'))
}

/// The cells of a row of Markdown: `\|` does not divide them.
fn divided_at_bars(text: &str) -> Vec<String> {
    let bars = outside_brackets(text)
        .filter(|(at, c)| *c == '|' && !text.get(..*at).is_some_and(|before| before.ends_with('\\')));
    let mut start = 0;
    let ends = bars.map(|(at, _)| at).chain([text.len()]);
    ends.map(|end| {
        let cell = text.get(start..end).unwrap_or_default();
        start = end + 1;
        cell.trim().replace("\\|", "|")
    })
    .collect()
}

/// Splits a line into label and answer, at the first equal sign or colon outside brackets, else after a name.
pub(super) fn divided(line: &str) -> (&str, &str) {
    let first = sides(line).into_iter().next().unwrap_or_default();
    // 3 : 9 is a number.
    let colon = outside_brackets(first).find(|(_, c)| *c == ':').and_then(|(at, _)| first.get(..at));
    if let Some(label) = colon.filter(|label| label.chars().any(char::is_alphabetic)) {
        let answer = line.get(label.len()..).unwrap_or_default();
        return (label.trim(), answer.trim_start_matches([':', ' ', '\t']).trim_start());
    }
    // The dividing sign follows the first side.
    let mut rest = line.strip_prefix(first).unwrap_or_default().trim_start().chars();
    if rest.next().is_some() { (first, rest.as_str().trim()) } else { named(line).unwrap_or(("", line)) }
}

/// `P(Yes) 9/14`, `P(Yes), 9/14`, `class Yes`: the name and what follows it.
fn named(line: &str) -> Option<(&str, &str)> {
    let lower = line.to_lowercase();
    let word = CLASS.iter().filter(|word| lower.starts_with(**word) && lower.len() == line.len());
    if let Some(word) = word.max_by_key(|word| word.len()) {
        let (label, rest) = line.split_at_checked(word.len())?;
        let answer = rest.trim_start_matches([' ', '\t', ',', ';', '\u{a0}']);
        return (answer.len() < rest.len() && !answer.is_empty()).then_some((label, answer));
    }
    if !line.starts_with(|c: char| c.is_alphabetic() || c == '$' || c == '\\') {
        return None;
    }
    let mut depth = 0_usize;
    let end = line.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        None
    })?;
    let (label, rest) = line.split_at_checked(end)?;
    let answer = rest.trim_start_matches([' ', '\t', ',', ';', '$', '\u{a0}']);
    let answer =
        ["is ", "ist ", "equals "].iter().find_map(|word| answer.strip_prefix(word)).unwrap_or(answer);
    let begins = answer.starts_with(|c: char| c.is_numeric() || ".,-−(√\\".contains(c));
    (answer.len() < rest.len() && begins).then_some((label, answer))
}

/// Whether a cell is the label of a question, so that it begins a line and is not the head of a column of students.
pub(super) fn is_label(cell: &str) -> bool {
    let (before, rest) = bare(cell);
    // walk (0.51) is an answer.
    let is_name = |(head, inside): (&str, &str)| {
        head.ends_with(char::is_alphanumeric) || inside.contains(char::is_alphabetic)
    };
    before.number.is_some() && !before.is_ratio
        || rest.starts_with(char::is_alphabetic) && rest.split_once('(').is_some_and(is_name)
        || CLASS.contains(&folded(rest).as_str())
}

/// The columns of a table of answers; `step` and `answer` are required.
pub const COLUMNS: &str = "student, exercise, seed, step, answer";

pub fn is_table(name: &str) -> bool {
    let name = name.to_lowercase();
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
}

/// Reads a table of answers: the rows of one student, exercise and seed are one sheet. `None` if a column is missing.
pub fn read_table(name: &str, text: &str) -> Option<Vec<AnswerSheet>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv_reader(text);
    let header: Vec<String> = reader.headers().ok()?.iter().map(folded).collect();
    let column = |wanted: &str| header.iter().position(|head| head == wanted);
    let (step, answer) = (column("step")?, column("answer")?);
    let heads = [column("student").or_else(|| column("id")), column("exercise"), column("seed")];
    let mut sheets: Vec<AnswerSheet> = Vec::new();
    // The reader takes any bytes, and these are text.
    for row in reader.records().flatten() {
        let cell = |column: usize| row.get(column).unwrap_or_default();
        let own = |column: Option<usize>| column.map(cell).filter(|cell| !cell.is_empty()).map(str::to_owned);
        let [student, exercise, seed] = heads.map(own);
        let (before, label) = bare(cell(step));
        let number = before.number.or_else(|| label.parse().ok());
        let (label, answer) = (label.to_owned(), cell(answer).to_owned());
        let entry = Entry {
            line: row.position().map_or(0, csv::Position::line),
            number,
            text: if number.is_some() { answer.clone() } else { format!("{label} = {answer}") },
            label,
            answer,
        };
        let is_own = |sheet: &&mut AnswerSheet| {
            sheet.student == student && sheet.exercise == exercise && sheet.seed == seed
        };
        if let Some(sheet) = sheets.iter_mut().find(is_own) {
            sheet.entries.push(entry);
            continue;
        }
        let name = student.as_ref().map_or_else(|| name.to_owned(), |student| format!("{name}, {student}"));
        let entries = vec![entry];
        sheets.push(AnswerSheet { name, student, exercise, seed, entries, ..AnswerSheet::default() });
    }
    Some(sheets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_the_sign_of_a_comment() {
        for (line, rest) in [
            ("P(C#) = 1/2 # sure", "P(C#) = 1/2 "),
            ("P(\"# rooms\"=3 | C#) = 0.5# sure", "P(\"# rooms\"=3 | C#) = 0.5"),
            ("class = C#", "class = C#"),
            ("# P(Yes) = 1", ""),
            ("#1: 9/14 # sure", "#1: 9/14 "),
            ("P(Yes) = (1 + 2 # lost", "P(Yes) = (1 + 2 # lost"),
        ] {
            assert_eq!(without_comment(line), rest);
        }
    }

    #[test]
    fn numbers_and_bullets_are_split_from_the_line() {
        for (line, number, rest) in [
            ("Q1", Some(1), ""),
            ("4) 37.", Some(4), "37."),
            ("37.", None, "37."),
            ("2. 1) 9", Some(2), "1) 9"),
            ("Q5: -1.335", Some(5), "-1.335"),
            ("Q5: .26", Some(5), ".26"),
            ("Q5 -1.335", Some(5), "-1.335"),
            ("Step 2 - P(Yes) = 1", Some(2), "P(Yes) = 1"),
            ("Step 2. P(Yes) = 1", Some(2), "P(Yes) = 1"),
            ("Response 2", Some(2), ""),
            ("Aufgabe 2 b) 0,36", Some(2), "0,36"),
            ("- 2) P(Yes) = 1", Some(2), "P(Yes) = 1"),
            ("#3 P(Yes)", None, "#3 P(Yes)"),
            ("#3: 0.5", Some(3), "0.5"),
            ("1.36", None, "1.36"),
            ("(3/9)(9/14)", None, "(3/9)(9/14)"),
            ("(3)(1/9)", None, "(3)(1/9)"),
            ("3:9", None, "3:9"),
            ("-0.5", None, "-0.5"),
            ("p(f | M) = 1", None, "p(f | M) = 1"),
            ("Q(A) = 3", None, "Q(A) = 3"),
        ] {
            let (before, found) = bare(line);
            assert_eq!((before.number, found), (number, rest), "{line}");
        }
        assert!(bare("- 0.5").0.is_hyphen && !bare("- P(Yes) = 1").0.is_hyphen);
        assert!(bare("3: 9").0.is_ratio && !bare("3: P(Yes) = 9").0.is_ratio);
    }
}
