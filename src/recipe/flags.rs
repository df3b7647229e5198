//! A recipe as the flags of the command line that say the same.

use super::{Prior, Recipe, Vocabulary};
use crate::text::is_hidden;

/// The flags of a recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--target`, `Play`, … as a program receives them: not quoted for a shell.
    pub words: Vec<String>,
    /// The keys of the recipe that no flag can say, as they are called in the file; empty where the flags say all.
    pub unsaid: Vec<&'static str>,
}

impl Flags {
    /// The flags on one line, quoted for a shell.
    pub fn line(&self) -> String {
        self.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    fn say(&mut self, flag: &str, value: &str) {
        // A value that looks like a flag is only read as a value where it is joined to its flag.
        if value.starts_with('-') {
            self.words.push(format!("{flag}={value}"));
        } else {
            self.words.extend([flag.to_owned(), value.to_owned()]);
        }
    }

    fn say_list(&mut self, flag: &str, key: &'static str, values: &[String]) {
        if values.is_empty() || values.iter().any(|value| value.contains(',')) {
            self.unsaid.push(key);
        } else {
            self.say(flag, &values.join(","));
        }
    }
}

impl Recipe {
    /// The flags that say what this recipe says. What they cannot say is named, and needs `--recipe FILE`: the order of
    /// the classes, the query, and names that the flags would divide.
    pub fn to_flags(&self) -> Flags {
        let mut out = Flags::default();
        fn words<T>(value: Option<T>, word: impl Fn(T) -> &'static str) -> Option<String> {
            value.map(|value| word(value).to_owned())
        }
        if let Some(target) = &self.target {
            out.say("--target", target);
        }
        if let Some(features) = &self.features {
            out.say_list("--features", "feature", features);
        }
        if !self.ignore.is_empty() {
            out.say_list("--ignore", "ignore", &self.ignore);
        }
        for choice in &self.columns {
            let mut pair = |flag: &str, value: String, apart: bool| {
                // Column and value are parted at the last `=`.
                if apart {
                    out.unsaid.push("one")
                } else {
                    out.say(flag, &format!("{}={value}", choice.name))
                }
            };
            if let Some(kind) = choice.kind {
                pair("--kind", kind.word().to_owned(), false);
            }
            if let Some(bins) = &choice.bins {
                pair("--bins", bins.to_string(), false);
            }
            if let Some(one) = &choice.one {
                pair("--one", one.clone(), one.contains('='));
            }
        }
        let texts = self.texts_alike();
        if texts.is_none() {
            out.unsaid.extend(["event", "vocabulary"]);
        }
        let (event, vocabulary) = texts.unwrap_or_default();
        // A prior whose classes hold `,` or `=` is not read back as it was.
        let prior =
            self.prior.as_ref().filter(|prior| prior.to_string().parse::<Prior>().as_ref() == Ok(*prior));
        if prior.is_none() && self.prior.is_some() {
            out.unsaid.push("prior");
        }
        let text =
            |written: &Option<super::Written>| written.as_ref().map(|written| written.text().to_owned());
        for (flag, value) in [
            ("--model", words(self.model, |model| model.word())),
            ("--covariance", words(self.covariance, |shape| shape.word())),
            ("--event", event),
            ("--vocabulary", vocabulary),
            ("--bins", self.bins.as_ref().map(ToString::to_string)),
            ("--alpha", text(&self.alpha)),
            ("--prior", prior.map(ToString::to_string)),
            ("--variance", words(self.variance, |variance| variance.word())),
            ("--var-smoothing", text(&self.var_smoothing)),
            ("--ridge", text(&self.ridge)),
            ("--weight", self.weight.clone()),
            ("--convention", words(self.convention, |convention| convention.word())),
            ("--ragged", words(self.ragged, |ragged| ragged.word())),
            ("--split", self.split.as_ref().map(ToString::to_string)),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--min-count", self.min_count.map(|least| least.to_string())),
        ] {
            if let Some(value) = value {
                out.say(flag, &value);
            }
        }
        // These stand alone for yes, so what they say is joined to them.
        for (flag, value) in [("--stop-words", self.stop_words), ("--lower-case", self.lower_case)] {
            out.words.extend(value.map(|value| format!("{flag}={value}")));
        }
        if let Some(missing) = &self.missing {
            out.say_list("--missing", "missing", missing);
        }
        for (key, said) in [("classes", self.classes.is_some()), ("query", self.query.is_some())] {
            if said {
                out.unsaid.push(key);
            }
        }
        out
    }

    /// The event model and the words of all text columns together, as a flag says them; `None` where columns differ.
    fn texts_alike(&self) -> Option<(Option<String>, Option<String>)> {
        fn one<T: Clone + PartialEq>(of_all: Option<&T>, of_columns: &[&T]) -> Option<Option<T>> {
            let first = of_columns.first().copied();
            let alike = of_columns.iter().all(|choice| Some(*choice) == first);
            // What is said of one column wins over what is said of all; a flag says it of all.
            (alike && (first.is_none() || of_all.is_none() || of_all == first))
                .then(|| first.or(of_all).cloned())
        }
        let events: Vec<_> = self.columns.iter().filter_map(|choice| choice.event.as_ref()).collect();
        let words: Vec<&Vocabulary> =
            self.columns.iter().filter_map(|choice| choice.vocabulary.as_ref()).collect();
        let event = one(self.event.as_ref(), &events)?;
        let vocabulary = one(self.vocabulary.as_ref(), &words)?;
        Some((event.map(|event| event.word().to_owned()), vocabulary.map(|words| words.to_string())))
    }
}

/// A word as a shell reads it back. One with characters that nobody sees stands in the quotes of bash, ksh and zsh, with
/// its bytes written out: pasted as they are, the terminal would take them for keys.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+:,./@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(is_hidden) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut out = String::from("$'");
    for c in word.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("\\x{byte:02x}")));
            }
            c => out.push(c),
        }
    }
    out + "'"
}
