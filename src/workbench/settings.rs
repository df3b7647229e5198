//! How the workbench looks: chosen at start, in a file or with F2, and nothing that changes a number.

use crate::math::{DecimalSign, Face, Number, Precision, Sentence};
use crate::model::Estimate;
use crate::plot::Glyphs;
use crate::report::{Format, to};

/// A theme by name; what its colours are is the terminal's side of the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    #[default]
    Auto,
    Dark,
    Light,
    HighContrast,
    Mono,
}

impl ThemeName {
    pub const ALL: [ThemeName; 5] =
        [ThemeName::Auto, ThemeName::Dark, ThemeName::Light, ThemeName::HighContrast, ThemeName::Mono];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    pub ascii: bool,
    /// With what pictures are drawn, where more than ASCII can be shown.
    pub glyphs: Glyphs,
    pub form: NumberForm,
    pub sign: DecimalSign,
    /// Whether clicks and the wheel do something; then the terminal selects text only with Shift.
    /// What Y copies things as, where they can be had so.
    pub copy: Format,
}

impl Settings {
    pub fn face(&self) -> Face {
        Face { ascii: self.ascii, sign: self.sign }
    }

    pub fn drawn_with(&self) -> Glyphs {
        if self.ascii { Glyphs::Ascii } else { self.glyphs }
    }
}

/// One thing that can be set.
pub struct Setting {
    pub key: &'static str,
    pub about: &'static str,
    pub choices: &'static [(&'static str, &'static str)],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

/// The setting of the colours.
pub static THEME: &Setting = &SETTINGS[0];

/// The setting of what pictures are drawn with.
pub static GLYPHS: &Setting = &SETTINGS[2];

/// Everything that can be set, in the order of the dialog and of the file.
pub static SETTINGS: [Setting; 6] = [
    Setting {
        key: "theme",
        about: "colours",
        choices: &[
            ("auto", "suits most terminals"),
            ("dark", "for a dark background"),
            ("light", "for a light background"),
            ("high-contrast", "black on white, for a projector"),
            ("mono", "no colours at all"),
        ],
        get: |settings| place(&ThemeName::ALL, settings.theme),
        set: |settings, at| settings.theme = at_place(&ThemeName::ALL, at),
    },
    Setting {
        key: "marks",
        about: "lines, bars and marks",
        choices: &[("unicode", "lines, bars and marks"), ("ascii", "for terminals without others")],
        get: |settings| usize::from(settings.ascii),
        set: |settings, at| settings.ascii = at == 1,
    },
    Setting {
        key: "glyphs",
        about: "what pictures are drawn with",
        choices: &[
            ("braille", "⣀⠤⠒⠉ eight dots a cell"),
            ("blocks", "▄▀█ two a cell"),
            ("dots", "··∙ one a cell"),
            ("ascii", ".:# one a cell"),
        ],
        get: |settings| place(&Glyphs::ALL, settings.glyphs),
        set: |settings, at| settings.glyphs = at_place(&Glyphs::ALL, at),
    },
    Setting {
        key: "decimal",
        about: "the decimal sign",
        choices: &[("point", "0.25"), ("comma", "0,25")],
        get: |settings| usize::from(settings.sign == DecimalSign::Comma),
        set: |settings, at| settings.sign = if at == 1 { DecimalSign::Comma } else { DecimalSign::Point },
    },
    Setting {
        key: "numbers",
        about: "how probabilities are written",
        choices: &[
            ("fractions", "4/8, as counted"),
            ("decimals", "0.5"),
            ("logarithms", "-0.6931, natural logarithms"),
        ],
        get: |settings| place(&NumberForm::ALL, settings.form),
        set: |settings, at| settings.form = at_place(&NumberForm::ALL, at),
    },
    Setting {
        key: "copy",
        about: "what Y copies things as",
        choices: &[
            ("text", "for people"),
            ("markdown", "for a notebook"),
            ("latex", "for print"),
            ("html", "for a browser"),
            ("svg", "a picture"),
            ("csv", "for a spreadsheet"),
            ("json", "for programs"),
        ],
        get: |settings| place(&Format::ALL, settings.copy),
        set: |settings, at| settings.copy = at_place(&Format::ALL, at),
    },
];

impl Setting {
    pub fn chosen(&self, settings: &Settings) -> (&'static str, &'static str) {
        self.choices.get((self.get)(settings)).copied().unwrap_or_default()
    }

    /// Chooses what has this word; whether something has.
    pub fn choose(&self, settings: &mut Settings, word: &str) -> bool {
        let at = self.choices.iter().position(|(known, _)| *known == word);
        at.is_some_and(|at| {
            (self.set)(settings, at);
            true
        })
    }

    pub fn step(&self, settings: &mut Settings, forward: bool) {
        let (at, all) = ((self.get)(settings), self.choices.len());
        (self.set)(settings, (at + if forward { 1 } else { all - 1 }) % all);
    }
}

fn place<T: PartialEq>(all: &[T], one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_default()
}

fn at_place<T: Copy + Default>(all: &[T], at: usize) -> T {
    all.get(at).copied().unwrap_or_default()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NumberForm {
    /// `4/8`, as counted.
    #[default]
    Fraction,
    /// `0.5000`.
    Decimal,
    /// `-0.6931`, the natural logarithm.
    Ln,
}

impl NumberForm {
    /// All forms, in the order of the key that changes them.
    pub const ALL: [NumberForm; 3] = [NumberForm::Fraction, NumberForm::Decimal, NumberForm::Ln];

    #[must_use]
    pub fn next(self) -> NumberForm {
        match self {
            NumberForm::Fraction => NumberForm::Decimal,
            NumberForm::Decimal => NumberForm::Ln,
            NumberForm::Ln => NumberForm::Fraction,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            NumberForm::Fraction => "fractions as counted",
            NumberForm::Decimal => "decimals",
            NumberForm::Ln => "natural logarithms",
        }
    }

    /// An estimate in this form; `0/0` where it has no value and `ln 0` where it has no logarithm.
    pub fn written(self, estimate: &Estimate) -> Sentence {
        let fraction = || format!("{}/{}", estimate.numerator, estimate.denominator).into();
        match (self, estimate.value()) {
            (NumberForm::Fraction, _) | (_, None) => fraction(),
            (NumberForm::Decimal, Some(value)) => to(&value, Precision::FACTOR),
            (NumberForm::Ln, Some(value)) if value.is_zero() => "ln 0".into(),
            (NumberForm::Ln, Some(_)) => Number::Float(estimate.ln()).rounded(Precision::Share).into(),
        }
    }
}

pub fn word(sign: DecimalSign) -> &'static str {
    match sign {
        DecimalSign::Point => "point",
        DecimalSign::Comma => "comma",
    }
}

pub fn example(sign: DecimalSign) -> String {
    Number::Float(0.25).fixed(2).written(sign)
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::{One, Zero};

    use super::*;

    #[test]
    fn each_choice_has_a_word_by_which_it_is_found() {
        for setting in &SETTINGS {
            let mut settings = Settings::default();
            assert!(!setting.choose(&mut settings, "none of them"));
            for (word, _) in setting.choices {
                assert!(setting.choose(&mut settings, word) && setting.chosen(&settings).0 == *word);
            }
            let before = settings;
            setting.choices.iter().for_each(|_| setting.step(&mut settings, true));
            setting.step(&mut settings, false);
            setting.step(&mut settings, true);
            assert_eq!(settings, before, "{}", setting.key);
        }
        let words: Vec<&str> = SETTINGS[2].choices.iter().map(|(word, _)| *word).collect();
        assert_eq!(words, Glyphs::ALL.map(Glyphs::word));
    }

    #[test]
    fn each_form_says_when_there_is_no_number() {
        let forms = |estimate: Estimate| NumberForm::ALL.map(|form| form.written(&estimate).plain());
        assert_eq!(forms(Estimate::smoothed(3, 5, 3, &BigRational::one())), ["4/8", "0.5", "-0.6931"]);
        assert_eq!(forms(Estimate::smoothed(0, 5, 3, &BigRational::zero())), ["0/5", "0", "ln 0"]);
        assert_eq!(forms(Estimate::smoothed(0, 0, 3, &BigRational::zero())), ["0/0"; 3]);
    }
}
