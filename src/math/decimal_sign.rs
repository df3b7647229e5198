//! Whether numbers are written with a decimal point or a decimal comma.
//!
//! Half the world writes 0.25 and the other half 0,25, and a number is written in a hundred places: in cells, formulas and
//! sentences. So the sign is no argument of all of these. Whoever writes for a reader opens a scope in which every number
//! of the thread is written for that reader; outside of it there is the point, as in files and for programs.

use std::cell::Cell;

/// What stands between the whole part and the decimals of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DecimalSign {
    /// 0.25
    #[default]
    Point,
    /// 0,25
    Comma,
}

thread_local! {
    static SIGN: Cell<DecimalSign> = const { Cell::new(DecimalSign::Point) };
}

/// Ends a scope, also where what was written in it failed.
struct Before(DecimalSign);

impl Drop for Before {
    fn drop(&mut self) {
        SIGN.set(self.0);
    }
}

impl DecimalSign {
    /// Does what writes numbers for a reader of this sign. The numbers that other threads write are not touched.
    pub fn while_writing<T>(self, write: impl FnOnce() -> T) -> T {
        let _before = Before(SIGN.replace(self));
        write()
    }

    /// That of the scope.
    pub fn now() -> DecimalSign {
        SIGN.get()
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> DecimalSign {
        match self {
            DecimalSign::Point => DecimalSign::Comma,
            DecimalSign::Comma => DecimalSign::Point,
        }
    }

    /// The digits of one number, which has a point, for the reader of this scope.
    pub(crate) fn written(digits: String) -> String {
        match DecimalSign::now() {
            DecimalSign::Point => digits,
            DecimalSign::Comma => digits.replacen('.', ",", 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DecimalSign;
    use crate::math::{Expr, Linear, Number, fixed, pointed, significant};

    fn quarter() -> Number {
        Number::Float(0.25)
    }

    #[test]
    fn numbers_follow_the_innermost_scope_and_programs_have_the_point() {
        let both = || (fixed(&quarter(), 4), significant(&quarter(), 6));
        let inside = DecimalSign::Comma.while_writing(|| {
            assert_eq!(DecimalSign::Point.while_writing(both).0, "0.2500");
            assert_eq!(pointed(both).0, "0.2500");
            assert_eq!(Linear { ascii: false }.expr(&Expr::Num(quarter())), "0,25");
            both()
        });
        assert_eq!(inside, ("0,2500".to_owned(), ("0,25".to_owned(), true)));
        assert_eq!(both().0, "0.2500", "the scope is over");
        assert_eq!(DecimalSign::Comma.while_writing(|| significant(&Number::Float(3.5e-12), 2).0), "3,5e-12");
    }

    #[test]
    fn a_scope_ends_with_a_panic_in_it() {
        let failed = std::panic::catch_unwind(|| DecimalSign::Comma.while_writing(|| assert_eq!(1, 2)));
        assert!(failed.is_err());
        assert_eq!(fixed(&quarter(), 2), "0.25");
    }
}
