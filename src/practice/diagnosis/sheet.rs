//! The lines of a sheet, computed from the student's own earlier lines and from mistakes. A formula is compared with its
//! definition part by part. Parts that agree are right, and the parts that remain on either side are the slip.
//!
//! Parts are matched by value, so that the order of factors and terms, unreduced fractions and parts that are already computed
//! make no difference. The student's own earlier lines count like the right values.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Effect, Line, Mistake, Standing, fit};
use crate::math::{BigOp, Expr, Number, Quantity};
use crate::model::Case;
use crate::practice::carry::{Earlier, put};
use crate::practice::mistakes::{Made, of_one_value, same};
use crate::practice::read::{Form, Node, Written};
use crate::worked::{Constants, Context, Definition, Kinds, Overlay, Rule, Variations, value_of};

pub(super) struct Sheet<'a> {
    lines: &'a [Line<'a>],
    all: Variations<'a>,
    alone: Vec<Option<(Case, Quantity)>>,
    before: Vec<[Given; 2]>,
    usual: usize,
    pub context: Context<'a>,
    pub slips: Vec<Option<Slip>>,
}

impl<'a> Sheet<'a> {
    pub fn new(context: Context<'a>, earlier: &[Earlier], lines: &'a [Line<'a>]) -> Sheet<'a> {
        let mut given = [Given::default(), Given::default()];
        earlier.iter().for_each(|line| put_line(&mut given, line));
        let mut before = Vec::new();
        for line in lines {
            before.push(given.clone());
            put_line(&mut given, line.of);
        }
        let alone = lines.iter().map(|line| alone(context, &line.of.quantity)).collect();
        let all = Variations::new(context);
        let mut sheet = Sheet { lines, all, alone, before, usual: usual(lines), context, slips: Vec::new() };
        sheet.slips = (0..lines.len()).map(|at| sheet.slip(at)).collect();
        sheet
    }

    /// Whether a mistake, on a line or inside it, gives the number of the line, and the right rule does not.
    pub fn fits(&mut self, at: usize, made: &Arc<Made>, right: Option<&Option<Number>>) -> bool {
        let right = right.and_then(Option::as_ref);
        // If it already changes the line by the earlier lines, it was not made inside this line.
        let found = [false, true].into_iter().find_map(|inside| {
            let found = self.fit(at, &[made.as_ref()], inside);
            found.filter(|(value, _)| !same(Some(value), right))
        });
        found.is_some_and(|(_, fit)| fit > 0.0)
    }

    pub fn throughout(&mut self, of: &Made, right: &[Option<Number>]) -> Mistake {
        let mut effect = |line: usize, inside: bool| {
            let lines = self.lines;
            let all = &lines.get(line)?.key.made;
            let made = all.iter().find(|made| made.tag == of.tag && made.way == of.way)?;
            let (value, fit) = self.fit(line, &[made.as_ref()], inside)?;
            let right = right.get(line).and_then(Option::as_ref);
            (!same(Some(&value), right)).then(|| Effect { made: Arc::clone(made), value, fit })
        };
        let at: Vec<Option<Effect>> = (0..right.len()).map(|line| effect(line, false)).collect();
        let inside =
            (0..).zip(&at).map(|(line, at)| if at.is_some() { None } else { effect(line, true) }).collect();
        Mistake { tag: of.tag, way: of.way, synonyms: Vec::new(), prior: 0.0, at, inside }
    }

    /// The value that mistakes give on a line, and how well it fits: from the earlier lines before rounding, else as they were
    /// read.
    pub fn fit(&mut self, at: usize, made: &[&Made], inside: bool) -> Option<(Number, f64)> {
        let line = self.lines.get(at)?;
        let figures = line.key.policy.figures;
        let value = self.value(at, made, inside)?;
        let found = fit(line.written, &value, figures, self.usual);
        if found > 0.0 {
            let against = if self.is_against(at, made) { AGAINST } else { 1.0 };
            let form = if self.is_in_another_form(at, made, inside) { OTHER_FORM } else { 1.0 };
            return Some((value, found * against * form));
        }
        let rounded = self.value_on(at, 1, made, inside).filter(|rounded| *rounded != value);
        let rounded = rounded.map(|value| fit(line.written, &value, figures, self.usual));
        Some((value, ROUNDED * rounded.unwrap_or(0.0)))
    }

    /// Whether an unreduced fraction differs from the one that mistakes count: 4/12 is not 3/9.
    fn is_in_another_form(&mut self, at: usize, made: &[&Made], inside: bool) -> bool {
        let Some(line) = self.lines.get(at) else { return false };
        let Form::Fraction { top, bottom } = &line.written.form else { return false };
        if line.written.is_reduced() || self.alone.get(at).is_some_and(Option::is_some) {
            return false;
        }
        let own = &line.of.quantity;
        let Ok(Some(right)) = self.all.definition(own) else { return false };
        let replaced = made.iter().find_map(|made| made.replace(own, &right, &self.context));
        let definition = replaced.as_ref().unwrap_or(&right);
        let counted = match &definition.formula {
            Expr::Ratio(top, bottom) if definition.value.is_none() => {
                Some((Number::from_int(top.clone()), Number::from_int(bottom.clone())))
            }
            Expr::Frac(top, bottom) if definition.value.is_none() => {
                let known: HashMap<Quantity, Option<Number>> = [top, bottom]
                    .into_iter()
                    .flat_map(|part| part.quantities())
                    .map(|of| (of.clone(), self.value_of(at, 0, made, inside, &of)))
                    .collect();
                let value = |part: &Expr| value_of(part, &|of: &Quantity| known.get(of).cloned().flatten());
                value(top).zip(value(bottom))
            }
            _ => None,
        };
        let written = (Number::from_int(top.clone()), Number::from_int(bottom.clone()));
        counted.is_some_and(|counted| counted != written)
    }

    fn is_against(&mut self, at: usize, made: &[&Made]) -> bool {
        let Some(Some(slip)) = self.slips.get(at).cloned() else { return false };
        if made.is_empty() {
            return false;
        }
        let places: Vec<Quantity> = slip.right.iter().flat_map(|(place, _)| place.quantities()).collect();
        places.iter().any(|place| {
            let [with, without] = [made, &[]].map(|made| self.value_of(at, 0, made, true, place));
            !same(with.as_ref(), without.as_ref())
        })
    }

    fn slip(&mut self, at: usize) -> Option<Slip> {
        let line = self.lines.get(at).filter(|line| line.standing == Standing::Wrong)?;
        let is_formula = matches!(line.written.form, Form::Formula | Form::Fraction { .. });
        if !is_formula || self.alone.get(at).is_some_and(Option::is_some) {
            return None;
        }
        let figures = line.key.policy.figures;
        Beside { sheet: self, at, figures }.slip(&line.of.quantity, line.written)
    }

    fn value_of(
        &mut self,
        at: usize,
        which: usize,
        made: &[&Made],
        inside: bool,
        of: &Quantity,
    ) -> Option<Number> {
        let given = self.before.get(at)?.get(which)?;
        let stack = Stack { own: &self.lines.get(at)?.of.quantity, given, made, inside };
        self.all.under(&stack).value(of).ok()?
    }

    pub fn value(&mut self, at: usize, made: &[&Made], inside: bool) -> Option<Number> {
        self.value_on(at, 0, made, inside)
    }

    fn value_on(&mut self, at: usize, which: usize, made: &[&Made], inside: bool) -> Option<Number> {
        let line = self.lines.get(at)?;
        let given = self.before.get(at)?.get(which)?;
        let alone = self.alone.get(at).and_then(Option::as_ref);
        let own = alone.map_or(&line.of.quantity, |(_, quantity)| quantity);
        let (inner, ln) = without_ln(own);
        let stack = Stack { own: &line.of.quantity, given, made, inside };
        let value = match alone {
            Some((case, _)) => {
                let context = Context { fitted: self.context.fitted, case: Some(case) };
                Variations::new(context).under(&stack).value(inner).ok()??
            }
            None => self.all.under(&stack).value(inner).ok()??,
        };
        if !ln {
            return Some(value);
        }
        let scale: f64 = made.iter().map(|made| made.scale()).product();
        let log = value.ln() * scale;
        log.is_finite().then(|| line.key.log.of_ln(&Number::Float(log)))
    }
}

/// The factor for a mistake that would change a right part of the written formula.
const AGAINST: f64 = 0.02;

/// The factor for 4/12 instead of 3/9, which few people write.
const OTHER_FORM: f64 = 0.05;

/// The factor for continuing with a rounded number, which is rarer than keeping all figures.
const ROUNDED: f64 = 0.5;

/// The case with a single value, if the quantity is about it and not about the case.
fn alone(context: Context<'_>, of: &Quantity) -> Option<(Case, Quantity)> {
    let (inner, ln) = without_ln(of);
    let (case, quantity, _) = of_one_value(context.fitted, inner)?;
    Some((case, if ln { quantity.ln() } else { quantity }))
}

/// The argument of a logarithm, and whether there is one.
pub(super) fn without_ln(of: &Quantity) -> (&Quantity, bool) {
    match of {
        Quantity::Ln(inner) => (inner, true),
        other => (other, false),
    }
}

/// The figures that most decimals of a sheet have at least; whole numbers and fractions are ignored.
fn usual(lines: &[Line<'_>]) -> usize {
    let mut figures: Vec<usize> = lines
        .iter()
        .filter_map(|line| match &line.written.form {
            Form::Decimal(places) => Some(places.figures),
            _ => None,
        })
        .collect();
    figures.sort_unstable();
    figures.get(figures.len() / 3).copied().unwrap_or(0)
}

#[derive(Clone)]
struct Given {
    constants: Constants,
    kinds: Kinds,
}

impl Default for Given {
    fn default() -> Given {
        Given { constants: Constants::default(), kinds: Kinds::NONE }
    }
}

impl Given {
    fn put(&mut self, of: &Quantity, value: &Number) {
        put(&mut self.constants, of, value);
        self.kinds = match of {
            Quantity::Ln(inner) => self.kinds.and(Kinds::of(of)).and(Kinds::of(inner)),
            other => self.kinds.and(Kinds::of(other)).and(Kinds::of(&other.clone().ln())),
        };
    }
}

/// Adds a line to the numbers before rounding, and to those as they were read.
fn put_line([meant, read]: &mut [Given; 2], line: &Earlier) {
    meant.put(&line.quantity, line.meant.as_ref().unwrap_or(&line.value));
    read.put(&line.quantity, &line.value);
}

struct Stack<'s> {
    own: &'s Quantity,
    given: &'s Given,
    made: &'s [&'s Made],
    inside: bool,
}

impl Overlay for Stack<'_> {
    fn kinds(&self) -> Kinds {
        self.made.iter().map(|made| made.kinds()).fold(self.given.kinds, Kinds::and)
    }

    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        let given = || {
            let value = self.given.constants.0.get(quantity).filter(|_| quantity != self.own)?;
            Some(Definition::fact(Rule::Taken, value.clone()))
        };
        let slipped = || self.made.iter().find_map(|made| made.replace(quantity, right, context));
        if self.inside { slipped().or_else(given) } else { given().or_else(slipped) }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Odd {
    Operand { place: Expr, part: Written },
    Missing { place: Expr },
    Extra { part: Written },
}

#[derive(Clone, Debug)]
pub(super) struct Slip {
    pub right: Vec<(Expr, Written)>,
    /// The number whose formula has the slip: the line itself, or a factor inside it.
    pub of: Quantity,
    pub odd: Odd,
    pub factor: Option<(Quantity, Written)>,
}

struct Beside<'s, 'a> {
    sheet: &'s mut Sheet<'a>,
    at: usize,
    figures: usize,
}

const DEPTH: usize = 4;

const MOST: usize = 40;

impl Beside<'_, '_> {
    fn definition(&mut self, of: &Quantity) -> Option<Expr> {
        let found = self.sheet.all.definition(of).ok()??;
        let is_formula = found.general.is_none() && !matches!(found.formula, Expr::Num(_));
        is_formula.then_some(found.formula)
    }

    fn values(&mut self, place: &Expr) -> Vec<Number> {
        let mut found = Vec::new();
        for which in [Some(0), Some(1), None] {
            let mut known: HashMap<Quantity, Option<Number>> = HashMap::new();
            for quantity in place.quantities() {
                let value = match which {
                    Some(which) => self.sheet.value_of(self.at, which, &[], false, &quantity),
                    None => self.sheet.all.right(&quantity).ok().flatten(),
                };
                known.insert(quantity, value);
            }
            found.extend(value_of(place, &|quantity: &Quantity| known.get(quantity).cloned().flatten()));
        }
        found
    }

    /// The only slip in the formula for a number; `None` if there are several, or if nothing else in it is right.
    fn slip(&mut self, of: &Quantity, written: &Written) -> Option<Slip> {
        let expr = self.definition(of)?;
        self.inside(of, &expr, written, DEPTH).filter(|slip| !slip.right.is_empty())
    }

    fn agrees(&mut self, place: &Expr, part: &Written) -> bool {
        let figures = self.figures;
        self.values(place).iter().any(|value| fit(part, value, figures, 0) > 0.0)
    }

    fn inside(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Option<Slip> {
        if depth == 0 {
            return None;
        }
        let parts = part.parts();
        match (place, &part.node, parts.as_slice()) {
            (Expr::Frac(top, bottom), Node::Quotient(..), [above, below]) => {
                let (is_top, is_bottom) = (self.agrees(top, above), self.agrees(bottom, below));
                if is_top && !is_bottom {
                    return Some(self.beside(of, bottom, below, (top, above), depth));
                }
                if is_bottom && !is_top {
                    return Some(self.beside(of, top, above, (bottom, below), depth));
                }
                self.matched_factors(of, place, part, depth)
            }
            (Expr::Add(places), Node::Sum(_), parts) => {
                let places = places.iter().map(|place| (place.clone(), true)).collect();
                self.matched(of, places, parts.iter().map(|part| (part.clone(), true)).collect(), depth)
            }
            (
                Expr::Mul(_) | Expr::Frac(..) | Expr::Big { op: BigOp::Product, .. },
                Node::Product(_) | Node::Quotient(..),
                _,
            ) => self.matched_factors(of, place, part, depth),
            (Expr::Pow(base, exponent), Node::Power(..), [own, power]) => {
                if self.agrees(exponent, power) {
                    return Some(self.beside(of, base, own, (exponent, power), depth));
                }
                let odd = Odd::Operand { place: exponent.as_ref().clone(), part: power.clone() };
                let right = vec![(base.as_ref().clone(), own.clone())];
                self.agrees(base, own).then(|| Slip { right, of: of.clone(), odd, factor: None })
            }
            _ => None,
        }
    }

    fn matched_factors(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Option<Slip> {
        let mut places = Vec::new();
        flatten(place, true, &mut places);
        self.matched(of, places, part.factors(), depth)
    }

    fn beside(
        &mut self,
        of: &Quantity,
        place: &Expr,
        part: &Written,
        (right, own): (&Expr, &Written),
        depth: usize,
    ) -> Slip {
        let mut slip = self.deeper(of, place, part, depth);
        slip.right.insert(0, (right.clone(), own.clone()));
        slip
    }

    fn deeper(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Slip {
        let (own, definition) = match place {
            Expr::Of(quantity) => (quantity, self.definition(quantity)),
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
