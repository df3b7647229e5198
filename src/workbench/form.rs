//! How numbers are written in tables.

/// A form that a number of a table can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberForm {
    /// As counted: `4/8`.
    #[default]
    Fraction,
    /// With four decimals: `0.5000`.
    Decimal,
    /// The natural logarithm: `-0.6931`.
    Ln,
}

impl NumberForm {
    /// The form after this one, round and round.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            NumberForm::Fraction => NumberForm::Decimal,
            NumberForm::Decimal => NumberForm::Ln,
            NumberForm::Ln => NumberForm::Fraction,
        }
    }
}
