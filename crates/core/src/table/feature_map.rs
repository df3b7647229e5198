//! Features computed from columns: `x^2`, `x*y`, `ln x`.

use crate::math::{Name, settled};
use crate::problem::Problem;
use crate::text::{brief, shown};
use std::fmt;
use std::str::FromStr;

const LARGEST_POWER: i32 = 9;
const FIX: &str = "write a product of columns, powers and logarithms, such as x^2, x*y or ln x; put names with signs in double quotes";

/// A product of powers and logarithms of number columns.
///
/// ```
/// use posterior_core::table::FeatureMap;
///
/// let map: FeatureMap = "length^2 * width".parse()?;
/// assert_eq!(map.to_string(), "length^2*width");
/// let value = map.value(|column| Some(if column == "length" { 3.0 } else { 2.0 }));
/// assert_eq!(value, Some(18.0));
/// # Ok::<(), posterior_core::problem::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureMap(Vec<MapFactor>);

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct MapFactor {
    column: Name,
    is_logarithm: bool,
    power: i32,
}

impl FeatureMap {
    pub fn of_column(column: &str) -> FeatureMap {
        FeatureMap(vec![MapFactor { column: Name::new(column), is_logarithm: false, power: 1 }])
    }

    /// The product of two columns; the square of one.
    pub fn product_of(first: &str, second: &str) -> FeatureMap {
        let of = |column: &str, power| MapFactor { column: Name::new(column), is_logarithm: false, power };
        FeatureMap(if first == second { vec![of(first, 2)] } else { vec![of(first, 1), of(second, 1)] })
    }

    pub fn columns(&self) -> impl Iterator<Item = &Name> {
        self.0.iter().map(|factor| &factor.column)
    }

    /// Whether it is a column as it is.
    pub fn is_column(&self) -> bool {
        matches!(self.0.as_slice(), [MapFactor { is_logarithm: false, power: 1, .. }])
    }

    /// The value of the feature where the columns have these values; `None` where one is missing, or where the result is not
    /// finite, such as ln 0.
    pub fn value(&self, of: impl Fn(&str) -> Option<f64>) -> Option<f64> {
        let factor = |factor: &MapFactor| {
            let value = of(factor.column.as_str())?;
            Some(if factor.is_logarithm { value.ln() } else { value }.powi(factor.power))
        };
        let product = self.0.iter().map(factor).product::<Option<f64>>();
        product.filter(|value| value.is_finite()).map(settled)
    }

    /// The terms of a sum, `x + x^2`, or of a list with another sign.
    pub(crate) fn several(text: &str, between: char) -> Result<Vec<FeatureMap>, Problem> {
        let mut quoted = false;
        let parts = text.split(|c: char| {
            quoted ^= c == '"';
            c == between && !quoted
        });
        parts.map(|part| part.trim().parse()).collect()
    }
}

impl fmt::Display for FeatureMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, factor) in self.0.iter().enumerate() {
            let times = if at > 0 { "*" } else { "" };
            let ln = if factor.is_logarithm { "ln " } else { "" };
            let name = factor.column.as_str();
            let is_plain = name.chars().all(is_of_name) && name.trim() == name && !name.starts_with("ln ");
            let quote = if is_plain { "" } else { "\"" };
            write!(f, "{times}{ln}{quote}{name}{quote}")?;
            if factor.power != 1 {
                write!(f, "^{}", factor.power)?;
            }
        }
        Ok(())
    }
}

fn is_of_name(c: char) -> bool {
    !"*·×^+~,()\"²³".contains(c)
}

impl FromStr for FeatureMap {
    type Err = Problem;

    fn from_str(text: &str) -> Result<FeatureMap, Problem> {
        let wrong = |why: &str| Problem::usage(format!("the feature “{}” {why}", shown(&brief(text))), FIX);
        let mut rest = text.trim();
        let mut factors: Vec<MapFactor> = Vec::new();
        loop {
            let after_ln = rest.strip_prefix("ln").filter(|after| after.starts_with([' ', '(', '"']));
            let is_logarithm = after_ln.is_some();
            rest = after_ln.unwrap_or(rest).trim_start();
            let in_brackets = is_logarithm && rest.starts_with('(');
            rest = if in_brackets { rest.get(1..).unwrap_or_default().trim_start() } else { rest };
            let (name, after) = match rest.strip_prefix('"') {
                Some(quoted) => {
                    quoted.split_once('"').ok_or_else(|| wrong("has a quote that is not closed"))?
                }
                None => rest.split_at(rest.find(|c| !is_of_name(c)).unwrap_or(rest.len())),
            };
            let name = name.trim_end();
            if name.is_empty() {
                return Err(wrong("has no column where one is expected"));
            }
            rest = after.trim_start();
            if in_brackets {
                let after =
                    rest.strip_prefix(')').ok_or_else(|| wrong("has a bracket that is not closed"))?;
                rest = after.trim_start();
            }
            let mut power = 1;
            for (sign, fixed) in [("²", 2), ("³", 3)] {
                if let Some(after) = rest.strip_prefix(sign) {
                    (power, rest) = (fixed, after.trim_start());
                }
            }
            if let Some(after) = rest.strip_prefix('^') {
                let after = after.trim_start();
                let end = after.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(after.len());
                let (digits, after) = after.split_at(end);
                let allowed = |power: &i32| (-LARGEST_POWER..=LARGEST_POWER).contains(power) && *power != 0;
                let fault = "has a power that is not a whole number from -9 to 9, or is 0";
                power = digits.parse().ok().filter(allowed).ok_or_else(|| wrong(fault))?;
                rest = after.trim_start();
            }
            factors.push(MapFactor { column: Name::new(name), is_logarithm, power });
            match rest.strip_prefix(['*', '·', '×']) {
                Some(after) => rest = after.trim_start(),
                None if rest.is_empty() => return Ok(FeatureMap(factors)),
                None => return Err(wrong("has something after its end")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_powers_and_logarithms_are_parsed() {
        let value = |column: &str| match column {
            "x" => Some(3.0),
            "y-1" => Some(2.0),
            "petal length" => Some(10.0),
            "zero" => Some(0.0),
            "a*b" => Some(7.0),
            _ => None,
        };
        let cases = r#"x^2 = x^2 = 9; x² = x^2 = 9; x * y-1 = x*y-1 = 6; x·x·x = x*x*x = 27; x^9 = x^9 = 19683;
            ln x = ln x = 1.098612288668; ln(x)^2 = ln x^2 = 1.206948960813; x^-1 = x^-1 = 0.3333333333333;
            petal length ^2 * x = petal length^2*x = 300; "petal length"^2*x = petal length^2*x = 300;
            "y-1"*"a*b" = y-1*"a*b" = 14; "ln x" = "ln x" = none; ln zero = ln zero = none;
            zero^-1 = zero^-1 = none; gone = gone = none; lnx = lnx = none"#;
        for case in cases.split(';') {
            let [text, written, wanted] = case.trim().split(" = ").collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let map: FeatureMap = text.parse().unwrap();
            assert_eq!(map.to_string(), written);
            assert_eq!(map.to_string().parse::<FeatureMap>().unwrap(), map);
            assert_eq!(map.value(value), wanted.parse().ok(), "{text}");
        }
        let faults = "|no column; x*|no column; x^|power; x^10|power; x^-10|power; x^0|power; x²y|after its end; \
            \"x|not closed; ln(x|bracket";
        for (text, why) in faults.split("; ").filter_map(|case| case.split_once('|')) {
            let problem = text.parse::<FeatureMap>().unwrap_err();
            assert!(problem.what.contains(why), "{text}: {}", problem.what);
        }
    }
}
