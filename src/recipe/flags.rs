//! A recipe as the flags of the command line that say the same.
//!
//! In TOML, too, nothing is hidden: a recipe or an exercise is printed, copied and handed on, with names of the data in it.

use std::ops::Range;

use toml::Spanned;
use toml::Table as Toml;
use toml::de::{DeString, DeTable, DeValue};

use super::{COLUMN_OPTIONS, Flag, OPTIONS, Recipe, RecipeOption, Shape};
pub use crate::text::shell_quoted as quoted;
use crate::text::{flag_words, is_hidden, paired};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--target`, `Play`, … as a program receives them: not quoted for a shell.
    pub words: Vec<String>,
    /// The keys of the recipe that no flag can say, as they are called in the file; empty where the flags say all.
    pub unsaid: Vec<&'static str>,
}

impl Flags {
    pub fn line(&self) -> String {
        self.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    fn say(&mut self, Flag { word, shape, .. }: Flag, value: &str) {
        // True and false are joined to their flag, which stands alone for yes.
        match shape {
            Shape::Switch => self.words.push(format!("--{word}={value}")),
            _ => self.words.extend(flag_words(word, value)),
        }
    }
}

impl Recipe {
    /// The flags that say what this recipe says, in the order of the help; those of columns stand together. What they
    /// cannot say is named, and needs `--recipe FILE`: the order of the classes and the query.
    pub fn to_flags(&self) -> Flags {
        // A flag with its text, or a key that none says, each with its place.
        let mut all = Vec::new();
        for option in OPTIONS {
            let Some(said) = self.said_of_all(option) else { continue };
            let place = option.flag.map_or(u8::MAX, |flag| flag.place);
            all.push((place, option.flag.zip(said).ok_or(option.key)));
        }
        let place = COLUMN_OPTIONS.iter().filter_map(|option| Some(option.flag?.place)).min();
        for choice in &self.columns {
            for option in COLUMN_OPTIONS {
                let (Some(flag), Some(said)) = (option.flag, option.said(choice)) else { continue };
                let pair = said.map(|text| (flag, paired(&choice.name, &text))).ok_or(option.key);
                all.push((place.unwrap_or_default(), pair));
            }
        }
        all.sort_by_key(|(place, _)| *place);
        let mut out = Flags::default();
        for (_, said) in all {
            match said {
                Ok((flag, text)) => out.say(flag, &text),
                Err(key) => out.unsaid.push(key),
            }
        }
        out
    }

    /// What a flag says of all columns, also where it was said of each; as [`RecipeOption::said`].
    fn said_of_all(&self, option: &RecipeOption<Recipe>) -> Option<Option<String>> {
        let of_all = option.said(self);
        let of_one = COLUMN_OPTIONS.iter().find(|of_one| of_one.key == option.key && of_one.flag.is_none());
        let Some(of_one) = of_one else { return of_all };
        let mut of_columns = self.columns.iter().filter_map(|choice| of_one.said(choice));
        let Some(first) = of_columns.next() else { return of_all };
        // What is said of one column wins over what is said of all; a flag says it of all.
        let alike = of_all.is_none_or(|of_all| of_all == first) && of_columns.all(|other| other == first);
        Some(first.filter(|_| alike))
    }
}

/// A table as TOML in which everything is to be seen: a key or a text with characters that steer a terminal, or that nobody
/// sees, is written with escapes, so that it can be printed, copied and looked at.
pub fn to_text(table: &Toml) -> String {
    let mut text = table.to_string();
    let mut hidden = Vec::new();
    if let Ok(parsed) = DeTable::parse(&text) {
        of_table(parsed.get_ref(), &mut hidden);
    }
    hidden.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    hidden.dedup();
    for (span, told) in hidden {
        text.replace_range(span, &escaped(&told));
    }
    text
}

/// Where keys and texts stand that have to be escaped, and what they are.
type Hidden = Vec<(Range<usize>, String)>;

fn of_table(table: &DeTable<'_>, hidden: &mut Hidden) {
    for (key, value) in table {
        of_text(key, hidden);
        of_value(value, hidden);
    }
}

fn of_value(value: &Spanned<DeValue<'_>>, hidden: &mut Hidden) {
    match value.get_ref() {
        DeValue::String(text) => of_text(&Spanned::new(value.span(), text.clone()), hidden),
        DeValue::Array(values) => values.iter().for_each(|value| of_value(value, hidden)),
        DeValue::Table(table) => of_table(table, hidden),
        _ => {}
    }
}

fn of_text(text: &Spanned<DeString<'_>>, hidden: &mut Hidden) {
    // The writer of TOML knows how to write lines and tabs.
    if text.get_ref().chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
        hidden.push((text.span(), text.get_ref().to_string()));
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => match u32::from(c) {
                code @ ..=0xffff => out.push_str(&format!("\\u{code:04X}")),
                code => out.push_str(&format!("\\U{code:08X}")),
            },
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::Value;

    #[test]
    fn what_nobody_sees_is_escaped_and_reads_back_the_same() {
        let hostile = "a\u{1b}]52;\u{202e}\u{9b}\u{e0041}'\"\"\"\\u202e";
        let mut inner = Toml::new();
        inner.insert(hostile.into(), Value::String(hostile.into()));
        inner.insert("plain \"key\"".into(), Value::String("two\nlines\tand 'quotes'".into()));
        let mut table = Toml::new();
        table.insert(
            "list".into(),
            Value::Array(vec![Value::String(hostile.into()), Value::Table(inner.clone())]),
        );
        table.insert(
            "feature".into(),
            Value::Array(vec![Value::Table(inner.clone()), Value::Table(inner.clone())]),
        );
        table.insert("query".into(), Value::Table(inner));
        let text = to_text(&table);
        assert!(!text.chars().any(|c| c != '\n' && c != '\t' && is_hidden(c)), "{text}");
        assert_eq!(text.parse::<Toml>().unwrap(), table, "{text}");
        let mut plain = Toml::new();
        plain.insert("a".into(), Value::String("two\nlines".into()));
        assert_eq!(to_text(&plain), plain.to_string());
    }
}
