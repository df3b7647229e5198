//! A row of a worked posterior in logarithms: the ln of a factor, their sum, and the sum less ln P(x).

use super::posterior::{Posterior, RowKind};
use super::proof::proved;
use crate::math::{Chain, Expr, Number, Precision, Quantity};

/// Sums of more terms are shown by what they come to.
const TERMS: usize = 12;

/// `ln P(Sunny | No) = ln(4/8) ≈ −0.6931`, `ln score(No) ≈ −1.0296 + (−0.6931) + … ≈ −4.0051`,
/// `ln P(No | x) ≈ −4.0051 − (−3.6767) ≈ −0.3284`; `None` where a number is undefined or 0, and for rows that nothing is
/// multiplied with.
///
/// `named` says that the number of the row is that of its address, which a word that is absent or stands there twice has not.
pub fn in_logarithms(posterior: &Posterior, row: usize, class: usize, named: bool) -> Option<Chain> {
    let at = posterior.rows.get(row)?;
    let cell = at.cells.get(class)?;
    let ln = |value: &Number| value.ln().is_finite().then(|| Number::Float(value.ln()));
    let value = ln(cell.value.as_ref()?)?;
    let lhs = Chain::new(Expr::Of(cell.quantity.clone().ln()));
    let of = |row: &super::posterior::Row| ln(row.cells.get(class)?.value.as_ref()?);
    let added = |general: Option<Expr>, numbers: Expr, value: Number| {
        let proof = proved(&numbers, &value, Precision::TERM);
        let mut chain = lhs.clone();
        chain.rest.extend(general.map(|general| (crate::math::Rel::Eq, general)));
        chain.rest.push((proof.relation, proof.numbers));
        chain.approx(Expr::Rounded(value, proof.result))
    };
    Some(match at.kind {
        RowKind::Score => {
            let factors = posterior.rows.iter().filter(|row| row.kind.is_factor());
            let terms: Vec<Number> = factors.map(of).collect::<Option<_>>()?;
            if terms.len() > TERMS {
                return Some(lhs.clone().approx(Expr::Rounded(value, Precision::TERM)));
            }
            added(None, Expr::sum(terms.into_iter().map(Expr::Num).collect()), value)
        }
        RowKind::Divide => {
            let score = posterior.rows.iter().find(|row| row.kind == RowKind::Score)?;
            let (own, all) = (of(score)?, ln(posterior.evidence.as_ref()?)?);
            let class = posterior.classes.get(class)?;
            let general = Expr::Of(Quantity::score(class).ln()) - Expr::Of(Quantity::evidence().ln());
            added(Some(general), Expr::Num(own) - Expr::Num(all), value)
        }
        ref kind if kind.is_factor() => {
            let number = cell.shown.clone().ln();
            let chain = if named { lhs.clone().eq(number) } else { Chain::new(number) };
            chain.approx(Expr::Rounded(value, Precision::TERM))
        }
        _ => return None,
    })
}
