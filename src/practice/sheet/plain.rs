//! Answer sheets as plain text: reading and writing them.

use super::layout::{Before, bare, cells, divided, hyphen_or_minus, is_label, is_ruler};
use super::{AnswerSheet, Entry};
use crate::practice::Exercise;
use crate::practice::read::outside_brackets;
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
            entry.text = hyphen_or_minus(&entry.text);
            (entry.label, entry.answer) = (String::new(), entry.text.clone());
        }
    }
}

fn is_named(entry: &Entry) -> bool {
    entry.number.is_some() || entry.label.contains(char::is_alphabetic) || is_label(&entry.text)
}

/// Whether a line continues the chain above it: `= 3/14`.
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

/// Reads a line of the head (exercise, student, seed); returns whether it was one.
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
}
