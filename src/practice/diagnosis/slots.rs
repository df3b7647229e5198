//! A written formula held against the definition, place by place: what belongs there and stands there is right, and what is left over
//! on either side is the slip.
//!
//! Places are matched by value, so that the order of factors and terms, unreduced fractions and parts that were worked out already
//! make no difference. The student's own earlier lines are as good as the right values.

use crate::math::{BigOp, Expr, Number, Quantity};
use crate::practice::read::{Shape, Written};

use super::chance::fit;

/// What is left over.
#[derive(Clone, Debug)]
pub(in crate::practice) enum Odd {
    /// Something else stands in a place.
    Operand {
        place: Expr,
        part: Written,
    },
    Missing {
        place: Expr,
    },
    Extra {
        part: Written,
    },
}

/// What is right in a formula, and the one thing that is not.
#[derive(Clone, Debug)]
pub(in crate::practice) struct Slip {
    pub right: Vec<(Expr, Written)>,
    /// The number whose formula has the slip: the line itself, or a factor inside it.
    pub of: Quantity,
    pub odd: Odd,
    pub factor: Option<(Quantity, Written)>,
}

/// What definitions and values are looked up in.
pub(super) trait Places {
    fn definition(&mut self, of: &Quantity) -> Option<Expr>;

    /// The values that a formula may have: on the student's own lines, and the right one.
    fn values(&mut self, place: &Expr) -> Vec<Number>;
}

/// A written formula beside the definition.
pub(super) struct Beside<'l> {
    /// Where values are looked up.
    pub places: &'l mut dyn Places,
    pub figures: usize,
}

/// Formulas inside formulas, more of which nobody writes out.
const DEPTH: usize = 4;

/// Terms and factors that are held against each other.
const MOST: usize = 40;

impl Beside<'_> {
    /// The one slip in the formula for a number; nothing where there are several, or where nothing else in it is right.
    pub fn slip(&mut self, of: &Quantity, written: &Written) -> Option<Slip> {
        let expr = self.places.definition(of)?;
        self.inside(of, &expr, written, DEPTH).filter(|slip| !slip.right.is_empty())
    }

    fn agrees(&mut self, place: &Expr, part: &Written) -> bool {
        let figures = self.figures;
        self.places.values(place).iter().any(|value| fit(part, value, figures, 0) > 0.0)
    }

    fn inside(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Option<Slip> {
        if depth == 0 {
            return None;
        }
        if let (Expr::Frac(top, bottom), Shape::Quotient(above, below)) = (place, part.shape()) {
            let (is_top, is_bottom) = (self.agrees(top, &above), self.agrees(bottom, &below));
            if is_top && !is_bottom {
                return Some(self.beside(of, bottom, &below, (top.as_ref().clone(), *above), depth));
            }
            if is_bottom && !is_top {
                return Some(self.beside(of, top, &above, (bottom.as_ref().clone(), *below), depth));
            }
        }
        match (place, part.shape()) {
            (Expr::Add(places), Shape::Sum(parts)) => {
                let places = places.iter().map(|place| (place.clone(), true)).collect();
                self.matched(of, places, parts.into_iter().map(|part| (part, true)).collect(), depth)
            }
            (
                Expr::Mul(_) | Expr::Frac(..) | Expr::Big { op: BigOp::Product, .. },
                Shape::Product | Shape::Quotient(..),
            ) => {
                let mut places = Vec::new();
                flatten(place, true, &mut places);
                self.matched(of, places, part.factors(), depth)
            }
            (Expr::Pow(base, exponent), Shape::Power(own, power)) => {
                if self.agrees(exponent, &power) {
                    return Some(self.beside(of, base, &own, (exponent.as_ref().clone(), *power), depth));
                }
                let is_base = self.agrees(base, &own);
                let odd = Odd::Operand { place: exponent.as_ref().clone(), part: *power };
                is_base.then(|| Slip {
                    right: vec![(base.as_ref().clone(), *own)],
                    of: of.clone(),
                    odd,
                    factor: None,
                })
            }
            _ => None,
        }
    }

    fn beside(
        &mut self,
        of: &Quantity,
        place: &Expr,
        part: &Written,
        right: (Expr, Written),
        depth: usize,
    ) -> Slip {
        let mut slip = self.deeper(of, place, part, depth);
        slip.right.insert(0, right);
        slip
    }

    /// The slip in what stands in a place: inside it, where that can be told.
    fn deeper(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Slip {
        let (own, definition) = match place {
            Expr::Of(quantity) => (quantity, self.places.definition(quantity)),
            other => (of, Some(other.clone())),
        };
        let found = definition.and_then(|definition| self.inside(own, &definition, part, depth - 1));
        let inside = |slip: Slip| Slip {
            factor: slip.factor.or_else(|| (own != of).then(|| (own.clone(), part.clone()))),
            ..slip
        };
        found.filter(|slip| !slip.right.is_empty()).map(inside).unwrap_or_else(|| Slip {
            right: Vec::new(),
            of: of.clone(),
            odd: Odd::Operand { place: place.clone(), part: part.clone() },
            factor: None,
        })
    }

    fn matched(
        &mut self,
        of: &Quantity,
        places: Vec<(Expr, bool)>,
        parts: Vec<(Written, bool)>,
        depth: usize,
    ) -> Option<Slip> {
        if places.len() > MOST || parts.len() > MOST {
            return None;
        }
        let mut left = parts;
        let (mut right, mut open) = (Vec::new(), Vec::new());
        for (place, above) in places {
            let mut found = None;
            for (at, (part, side)) in left.iter().enumerate() {
                if *side == above && self.agrees(&place, part) {
                    found = Some(at);
                    break;
                }
            }
            match found {
                Some(at) => right.push((place, left.remove(at).0)),
                None => open.push((place, above)),
            }
        }
        let slip =
            |right: Vec<(Expr, Written)>, odd: Odd| Some(Slip { right, of: of.clone(), odd, factor: None });
        match (open.as_slice(), left.as_slice()) {
            ([(place, above)], [(part, side)]) if above == side && !right.is_empty() => {
                let mut inner = self.deeper(of, place, part, depth);
                right.append(&mut inner.right);
                Some(Slip { right, ..inner })
            }
            ([(place, _)], []) if right.len() > 1 => slip(right, Odd::Missing { place: place.clone() }),
            ([], [(part, _)]) if right.len() > 1 => slip(right, Odd::Extra { part: part.clone() }),
            _ => None,
        }
    }
}

fn flatten(place: &Expr, above: bool, out: &mut Vec<(Expr, bool)>) {
    match place {
        Expr::Mul(parts) => parts.iter().for_each(|part| flatten(part, above, out)),
        Expr::Big { op: BigOp::Product, terms, .. } => {
            terms.iter().for_each(|part| flatten(part, above, out))
        }
        Expr::Frac(top, bottom) => {
            flatten(top, above, out);
            flatten(bottom, !above, out);
        }
        other => out.push((other.clone(), above)),
    }
}
