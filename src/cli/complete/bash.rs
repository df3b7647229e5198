//! Completions for bash, which divides words at `:` and `=` and takes what it is given as it would be typed: here the line
//! is divided as the shell means it, and what is given is quoted.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::engine::complete;
use clap_complete::env::EnvCompleter;

use crate::recipe::quoted;

const SCRIPT: &str = r#"_posterior() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(VARIABLE=bash _POSTERIOR_BREAKS="$COMP_WORDBREAKS" PROGRAM -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o bashdefault -o default -F _posterior NAME
"#;

pub(super) struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        name: &str,
        program: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let script = SCRIPT.replace("VARIABLE", variable).replace("NAME", name).replace("PROGRAM", program);
        out.write_all(script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        line: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let line = line.into_iter().next().unwrap_or_default();
        let (words, typed) = words(&line.to_string_lossy());
        let at = words.len().saturating_sub(1);
        for candidate in complete(command, words, at, folder)? {
            let text = candidate.get_value().to_string_lossy().into_owned();
            if let Some(text) = typed.completed_by(&text) {
                writeln!(out, "{text}")?;
            }
        }
        Ok(())
    }
}

/// The last word of a line, as far as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// What of it the shell leaves as it is: up to where it divides words, or to a quote that is open.
    kept: String,
    quote: Option<char>,
}

impl Typed {
    /// What the shell is to put in the place of what it does not keep; `None` where that cannot be quoted.
    fn completed_by(&self, text: &str) -> Option<String> {
        let rest = text.strip_prefix(&self.kept)?;
        let goes_on = rest.ends_with(['=', '/', ':']);
        match self.quote {
            Some('\'') if rest.contains('\'') => None,
            Some('"') if rest.contains(['"', '$', '`', '\\', '!']) => None,
            Some(_) => Some(rest.to_owned()),
            None => {
                let word = quoted(rest);
                // A quote stays open where there is more to type.
                Some(word.strip_suffix('\'').filter(|_| goes_on).map_or(word.clone(), str::to_owned))
            }
        }
    }
}

/// The words of a line as bash reads them, the last as far as it is typed.
pub(super) fn words(line: &str) -> (Vec<OsString>, Typed) {
    let breaks = env::var("_POSTERIOR_BREAKS").unwrap_or_else(|_| ":=".to_owned());
    divided(line, &breaks)
}

fn divided(line: &str, breaks: &str) -> (Vec<OsString>, Typed) {
    let (mut words, mut word, mut begun) = (Vec::new(), String::new(), false);
    let mut typed = Typed::default();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, typed.quote) {
            (c, Some(quote)) if c == quote => typed.quote = None,
            ('\\', None | Some('"')) => word.extend(chars.next()),
            (c, Some(_)) => word.push(c),
            ('\'' | '"', None) => {
                typed = Typed { kept: word.clone(), quote: Some(c) };
                begun = true;
            }
            (c, None) if c.is_whitespace() => {
                if begun || !word.is_empty() {
                    words.push(OsString::from(std::mem::take(&mut word)));
                }
                (typed, begun) = (Typed::default(), false);
            }
            (c, None) => {
                word.push(c);
                if breaks.contains(c) {
                    typed.kept = word.clone();
                }
            }
        }
    }
    words.push(word.into());
    (words, typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(line: &str, candidate: &str) -> Option<String> {
        divided(line, "\"'@><=;|&(:").1.completed_by(candidate)
    }

    #[test]
    fn words_are_those_of_the_shell() {
        let words = |line| divided(line, ":=").0;
        assert_eq!(words("posterior show sample:we"), ["posterior", "show", "sample:we"]);
        assert_eq!(words("posterior show 'my data.csv' "), ["posterior", "show", "my data.csv", ""]);
        assert_eq!(
            words("posterior show my\\ data.csv --target \"pet"),
            ["posterior", "show", "my data.csv", "--target", "pet"]
        );
        assert_eq!(words("posterior show '' x"), ["posterior", "show", "", "x"]);
    }

    #[test]
    fn what_is_given_is_quoted_and_stands_behind_what_is_kept() {
        assert_eq!(given("posterior sample:we", "sample:weather").unwrap(), "weather");
        assert_eq!(given("posterior x --target=pe", "--target=petal length").unwrap(), "'petal length'");
        assert_eq!(given("posterior x --target pe", "petal length").unwrap(), "'petal length'");
        assert_eq!(given("posterior x --target 'pe", "petal length").unwrap(), "petal length");
        assert_eq!(given("posterior x --bins pe", "petal length=").unwrap(), "'petal length=");
        assert_eq!(given("posterior x --target ", "$(touch x)").unwrap(), "'$(touch x)'");
        assert_eq!(given("posterior x --target \"", "$(touch x)"), None);
        assert_eq!(given("posterior x --target 'i", "it's"), None);
    }
}
