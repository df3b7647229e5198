//! Which bin a number falls in, and why, in words.

use crate::encode::Cuts;
use crate::recipe::CutSide;

/// `890 → bin 3, [800,1200), because 800 ≤ 890 < 1200`, and what holds for a number that stands on a cut.
pub fn bin_reason(cuts: &Cuts, number: f64, written: &str) -> String {
    let bin = cuts.bin(number);
    let below = bin.checked_sub(1).and_then(|at| cuts.texts().get(at));
    let above = cuts.texts().get(bin);
    let (from, to) = match cuts.side {
        CutSide::Above => ("≤", "<"),
        CutSide::Below => ("<", "≤"),
    };
    let because = match (below, above) {
        (None, None) => return format!("{written} → bin 1, the only one: there is no cut"),
        (None, Some(high)) => format!("{written} {to} {high}"),
        (Some(low), Some(high)) => format!("{low} {from} {written} {to} {high}"),
        (Some(low), None) => format!("{low} {from} {written}"),
    };
    let on_cut = match cuts.side {
        _ if !cuts.values().contains(&number) => "",
        CutSide::Above => ". A number on a cut belongs to the bin above.",
        CutSide::Below => ". A number on a cut belongs to the bin below.",
    };
    format!("{written} → bin {}, {}, because {because}{on_cut}", bin + 1, cuts.label(bin).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{ValueCounts, learn};
    use crate::recipe::Convention;

    #[test]
    fn every_bin_has_its_reason() {
        let cuts = |bins: &str, convention| learn(&bins.parse().unwrap(), &ValueCounts::new(), convention);
        let here = cuts("cuts:400,800", Convention::Cs229);
        assert_eq!(bin_reason(&here, 390.0, "390"), "390 → bin 1, <400, because 390 < 400");
        assert_eq!(bin_reason(&here, 500.0, "500"), "500 → bin 2, [400,800), because 400 ≤ 500 < 800");
        assert_eq!(
            bin_reason(&here, 800.0, "800.0"),
            "800.0 → bin 3, ≥800, because 800 ≤ 800.0. A number on a cut belongs to the bin above."
        );
        let weka = cuts("cuts:400,800", Convention::Weka);
        assert_eq!(
            bin_reason(&weka, 800.0, "800"),
            "800 → bin 2, (400,800], because 400 < 800 ≤ 800. A number on a cut belongs to the bin below."
        );
        let one = cuts("width:1", Convention::Cs229);
        assert_eq!(bin_reason(&one, 7.0, "7"), "7 → bin 1, the only one: there is no cut");
    }
}
