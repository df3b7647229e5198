//! What is known of the terminal without asking it: a question would have to wait for an answer that may never come.

use super::theme::{Depth, Theme};
use crate::workbench::ThemeName;

/// What the environment says about colours and characters, without a question to the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Colours.
    pub depth: Depth,
    /// `NO_COLOR` is set, or the terminal has no colours.
    pub colourless: bool,
    /// The terminal or the locale cannot be trusted with more than ASCII.
    pub ascii: bool,
    /// What `COLORFGBG` says the background is.
    pub background: Option<ThemeName>,
}

impl Surroundings {
    /// Reads the environment.
    pub fn read() -> Surroundings {
        Surroundings::of(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(var: impl Fn(&str) -> Option<String>) -> Surroundings {
        let term = var("TERM").unwrap_or_default();
        let colorterm = var("COLORTERM").unwrap_or_default();
        let depth = if colorterm.contains("truecolor") || colorterm.contains("24bit") {
            Depth::True
        } else if term.contains("256") {
            Depth::Indexed
        } else {
            Depth::Ansi
        };
        let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG")).unwrap_or_default();
        let utf8 = locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        let unix = !cfg!(windows);
        Surroundings {
            depth,
            colourless: var("NO_COLOR").is_some() || (unix && matches!(term.as_str(), "" | "dumb")),
            ascii: unix && (!utf8 || matches!(term.as_str(), "" | "dumb" | "linux")),
            background: var("COLORFGBG").and_then(|value| {
                let last = value.rsplit(';').next()?.parse::<u8>().ok()?;
                Some(if matches!(last, 0..=6 | 8) { ThemeName::Dark } else { ThemeName::Light })
            }),
        }
    }

    /// The theme for a chosen name here.
    pub fn theme(&self, chosen: ThemeName) -> Theme {
        match chosen {
            _ if self.colourless => Theme::mono(),
            ThemeName::Auto => Theme::new(self.background.unwrap_or_default(), self.depth),
            name => Theme::new(name, self.depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_without_a_question() {
        let with = |pairs: &'static [(&'static str, &'static str)]| {
            Surroundings::of(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_string()))
        };
        let usual = with(&[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
        assert_eq!((usual.depth, usual.colourless, usual.ascii), (Depth::Indexed, false, false));
        assert!(with(&[("TERM", "xterm"), ("LANG", "C")]).ascii);
        assert!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]).colourless);
        assert!(with(&[("TERM", "dumb"), ("LANG", "en_GB.utf8")]).ascii);
        assert_eq!(with(&[("COLORFGBG", "0;15")]).background, Some(ThemeName::Light));
        assert_eq!(with(&[("COLORFGBG", "15;default;0")]).background, Some(ThemeName::Dark));
    }
}
