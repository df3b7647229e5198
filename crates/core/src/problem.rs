//! Errors: what is wrong, where, and how to fix it.
//!
//! Every error of a layer becomes a [`Problem`], which the command line, the JSON and the dialogs show.

use crate::text::{brief, capitalised};

#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Problem {
    /// A stable name for programs, in the JSON: `bad_csv`, `unknown_column`, `zero_variance`, …
    pub kind: &'static str,
    pub what: String,
    /// File, line, column, value: where it is wrong.
    pub place: Option<String>,
    /// The lines of the file around it, with a caret where that is known.
    pub excerpt: Vec<String>,
    pub fix: String,
    pub feature: Option<String>,
    /// All features that cause it, if there may be several.
    pub features: Vec<String>,
    pub class: Option<String>,
    /// The line of the file, from 1.
    pub line: Option<u64>,
    pub column: Option<String>,
    pub value: Option<String>,
    /// Whether the request was wrong, and not the data: exit status 2 instead of 3.
    pub usage: bool,
}

impl Problem {
    pub fn usage(what: impl Into<String>, fix: impl Into<String>) -> Problem {
        Problem { kind: "usage", what: what.into(), fix: fix.into(), usage: true, ..Problem::default() }
    }

    pub fn sentence(&self) -> String {
        self.capitalised(&self.what)
    }

    /// The text with a capital first letter, unless it begins with a name of the data: those are never altered.
    fn capitalised(&self, text: &str) -> String {
        let names = [&self.feature, &self.class, &self.column, &self.value].into_iter().flatten();
        let is_first = |name: &String| {
            let rest = text.strip_prefix(name.as_str()).filter(|_| !matches!(name.as_str(), "" | "a"));
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let begins_with_name = names.chain(&self.features).any(is_first);
        if begins_with_name { text.to_owned() } else { capitalised(text) }
    }

    pub fn advice(&self) -> String {
        let mut fix = self.capitalised(self.fix.trim());
        if !fix.is_empty() && !fix.ends_with(['.', '?', '!']) {
            fix.push('.');
        }
        fix
    }
}

impl From<Problem> for std::io::Error {
    fn from(problem: Problem) -> std::io::Error {
        std::io::Error::other(problem)
    }
}

/// The error for a text that a person wrote.
pub(crate) fn bad(what: &str, text: &str, fix: impl Into<String>) -> Problem {
    let problem = Problem::usage(format!("“{}” {what}", brief(text)), fix);
    Problem { value: Some(text.to_owned()), ..problem }
}

pub fn unknown_word(what: &str, text: &str, words: &[&str]) -> Problem {
    bad(&is_not_a(what), text, format!("choose one of: {}", words.join(", ")))
}

pub(crate) fn is_not_a(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("is not {article} {what}")
}

/// Defines an enum whose variants are named by one word each.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const WORDS: &'static [&'static str] = &[$($word),+];

            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::problem::Problem;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let known = Self::ALL.iter().copied().find(|known| known.word() == text.trim());
                known.ok_or_else(|| $crate::problem::unknown_word($what, text, Self::WORDS))
            }
        }
    };
}
pub(crate) use words;

/// The characters of a name that are compared.
const LONGEST: usize = 60;

/// Returns the candidate that a mistyped name most likely means: equal without case, or a few typing errors away (a letter
/// too many, too few, another, or two swapped), at most one for each three letters of the shorter name.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: String = typed.chars().take(LONGEST).collect::<String>().to_lowercase();
    let most_errors = |name: &str| name.chars().count().div_ceil(3).min(3);
    let most = most_errors(&typed);
    let length = typed.chars().count();
    candidates
        .into_iter()
        // Names of data may be very long: those of another length are not compared.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= most)
        .map(|candidate| (strsim::osa_distance(&typed, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= most.min(most_errors(candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_never_alters_a_name_at_its_beginning() {
        let of = |name: &str, what: &str| Problem {
            column: Some(name.into()),
            what: what.into(),
            fix: what.into(),
            ..Problem::default()
        };
        for (name, what, sentence) in [
            ("phone", "phone never varies", "phone never varies"),
            ("phone", "phones never vary", "Phones never vary"),
            ("phone", "the column phone never varies", "The column phone never varies"),
            ("phone", "data/phone.csv cannot be read", "data/phone.csv cannot be read"),
            ("a", "a little is added", "A little is added"),
            ("été", "été, amount and 2 more", "été, amount and 2 more"),
        ] {
            assert_eq!(of(name, what).sentence(), sentence);
            assert_eq!(of(name, what).advice(), format!("{sentence}."));
        }
    }

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let names = ["Outlook", "Temp", "Humidity"];
        for (typed, names, found) in [
            ("outlok", &names[..], Some("Outlook")),
            ("TEMP", &names, Some("Temp")),
            ("price", &names, None),
            ("", &names, None),
            // More than one error for three letters of No.
            ("Snow", &["No", "Yes", "Sunny"], None),
            ("Noo", &["No", "Yes"], Some("No")),
            // Two swapped letters are one error.
            ("shwo", &["show", "draw"], Some("show")),
            ("fti", &["fit", "mark"], Some("fit")),
            ("wether", &["weather", "play-tennis"], Some("weather")),
        ] {
            assert_eq!(nearest(typed, names.iter().copied()), found, "{typed}");
        }
    }
}
