//! For whom something is written: with a decimal point or a decimal comma, with Unicode or without.

use super::Rounded;

/// What stands between the whole part and the decimals of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DecimalSign {
    /// 0.25
    #[default]
    Point,
    /// 0,25
    Comma,
}

/// How a text is written for its reader. Files and other programs have the default: Unicode, and a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Only ASCII, except in names from the data.
    pub ascii: bool,
    pub sign: DecimalSign,
}

impl Face {
    /// ASCII with a decimal point.
    pub const ASCII: Face = Face { ascii: true, sign: DecimalSign::Point };
}

impl DecimalSign {
    #[must_use]
    pub fn other(self) -> DecimalSign {
        match self {
            DecimalSign::Point => DecimalSign::Comma,
            DecimalSign::Comma => DecimalSign::Point,
        }
    }

    pub(crate) fn in_digits(self, digits: &str) -> String {
        match self {
            DecimalSign::Point => digits.to_owned(),
            DecimalSign::Comma => digits.replacen('.', ",", 1),
        }
    }
}

impl Rounded {
    /// The digits with this sign, and `-` as minus.
    pub fn written(&self, sign: DecimalSign) -> String {
        sign.in_digits(self.pointed())
    }
}
