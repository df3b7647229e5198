//! A sum over the classes, written out where these are few.

use super::context::Context;
use crate::math::{BigOp, Expr, Name, symbols};

/// More classes than this are written as a sum sign.
const CLASSES: usize = 6;

pub(super) fn over_classes(context: &Context<'_>, term: impl Fn(&Name) -> Expr) -> Expr {
    let terms: Vec<Expr> = context.fitted.classes.iter().map(&term).collect();
    if terms.len() <= CLASSES {
        return Expr::sum(terms);
    }
    let n = Expr::int(terms.len() as u64);
    Expr::big(BigOp::Sum, symbols::C, n, term(&Name::new("c")), terms)
}
