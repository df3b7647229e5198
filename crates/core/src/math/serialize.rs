//! Numbers, names and formulas for programs: `docs/json.md` describes them.

use crate::math::{Chain, Expr, Linear, Name, Number, Quantity};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Exact fractions with more characters than this are left out.
const LONGEST: usize = 200;

/// `{"frac", "value"}`; null where no float holds the number.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.to_f64();
        if !value.is_finite() {
            return serializer.serialize_none();
        }
        let mut map = serializer.serialize_map(None)?;
        if let Some(frac) = self.to_fraction().filter(|text| text.len() <= LONGEST) {
            map.serialize_entry("frac", &frac)?;
        }
        map.serialize_entry("value", &value)?;
        map.end()
    }
}

/// Written as texts.
macro_rules! as_text {
    ($($type:ty: |$value:ident| $text:expr;)+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$text)
            }
        }
    )+};
}

as_text! {
    Name: |name| name.as_str();
    Quantity: |quantity| quantity;
    Expr: |expr| Linear::default().expr(expr);
    Chain: |chain| Linear::default().chain(chain);
}
