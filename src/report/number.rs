//! Numbers as tables write them.

use crate::math::{Expr, Linear, Number, fixed, significant};

/// A decimal with four figures: four decimals, or four significant figures where those would be mostly zeros.
pub fn decimal(value: &Number) -> String {
    let size = value.to_f64().abs();
    if value.is_zero() || (0.001..1e6).contains(&size) { fixed(value, 4) } else { significant(value, 4).0 }
}

/// A number as counted beside its decimal: `4/8  0.5000`; `0/0  undefined` where it has no value.
pub fn written(shown: &Expr, value: Option<&Number>) -> String {
    let fraction = Linear { ascii: false }.expr(shown);
    match value {
        None => format!("{fraction}  undefined"),
        Some(value) if !value.is_exact() => decimal(value),
        Some(value) => format!("{fraction}  {}", decimal(value)),
    }
}
