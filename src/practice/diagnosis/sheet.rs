//! The lines of a sheet, computed from the student's own earlier lines and from mistakes, and compared with what was written.

use std::collections::HashMap;
use std::sync::Arc;

use super::formula::{WrongPart, slip};
use super::{Line, SlipIn};
use crate::math::{Expr, Number, Quantity};
use crate::model::Case;
use crate::practice::carry::{Earlier, put};
use crate::practice::mark::Verdict;
use crate::practice::mistakes::{Made, frequency, of_one_value, same, without_ln};
use crate::practice::read::{Form, Near, Places, Written};
use crate::worked::{Constants, Context, Definition, Kinds, Overlay, Rule, Variations, value_of};

pub(super) struct Cause {
    pub tag: &'static str,
    pub synonyms: Vec<&'static str>,
    pub frequency: f64,
    way: u64,
    /// For each line, its value and how well that fits; `None` if it changes nothing.
    effects: Vec<Option<Effect>>,
}

pub(super) struct Effect {
    pub made: Arc<Made>,
    /// From 0, if the line has another number, to 1.
    pub fit: f64,
    pub is_exact: bool,
    pub is_telling: bool,
    value: Number,
    /// Whether it was made inside the formula of the line, in contrast to earlier lines.
    inside: bool,
}

impl Cause {
    pub fn explains(&self, line: usize) -> Option<&Effect> {
        self.effects.get(line)?.as_ref().filter(|effect| effect.fit > 0.0)
    }

    /// Whether the line has another number than the mistake would give from the earlier lines.
    pub fn changes(&self, line: usize) -> bool {
        let effect = self.effects.get(line).and_then(Option::as_ref);
        effect.is_some_and(|effect| effect.fit == 0.0 && !effect.inside)
    }
}

pub(super) struct Sheet<'a> {
    pub context: Context<'a>,
    pub all: Variations<'a>,
    lines: &'a [Line<'a>],
    alone: Vec<Option<(Case, Quantity)>>,
    before: Vec<[Given; 2]>,
    slips: Vec<Option<WrongPart>>,
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
        let mut sheet = Sheet { lines, all, alone, before, context, slips: Vec::new() };
        sheet.slips = (0..lines.len()).map(|at| sheet.slip(at)).collect();
        sheet
    }

    pub fn causes(&mut self) -> Vec<Cause> {
        let lines = self.lines;
        let right: Vec<Option<Number>> = (0..lines.len()).map(|at| self.value(at, 0, None, false)).collect();
        let mut found: Vec<Cause> = Vec::new();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.verdict == Verdict::Wrong) {
            for made in &line.key.made {
                let is_known = found.iter().any(|other| other.tag == made.tag && other.way == made.slip.way);
                let effect = if is_known { None } else { self.effect(at, made, &right) };
                if effect.is_some_and(|effect| effect.fit > 0.0) {
                    found.push(self.throughout(made, &right));
                }
            }
        }
        found.sort_by(|a, b| b.frequency.total_cmp(&a.frequency));
        if lines.len() > 1 { merged(found) } else { found }
    }

    fn throughout(&mut self, of: &Made, right: &[Option<Number>]) -> Cause {
        let lines = self.lines;
        let own = |line: &'a Line<'a>| {
            line.key.made.iter().find(|own| own.tag == of.tag && own.slip.way == of.slip.way)
        };
        let effects = lines.iter().enumerate().map(|(at, line)| self.effect(at, own(line)?, right)).collect();
        // A number alone has no earlier lines, so a mistake at the number itself is more likely than one in its inputs.
        let inherited = if lines.len() == 1 && !of.own { INHERITED } else { 1.0 };
        // Of a mistake that can be made in many ways, each is less common.
        let ways = lines.iter().map(|line| line.key.made.iter().filter(|own| own.tag == of.tag).count());
        let frequency = inherited * frequency(of.tag) / (ways.max().unwrap_or(1) as f64).sqrt();
        Cause { tag: of.tag, way: of.slip.way, synonyms: Vec::new(), frequency, effects }
    }

    /// What a mistake does on a line. If it changes nothing there, it may have been made inside the formula.
    fn effect(&mut self, at: usize, made: &Arc<Made>, right: &[Option<Number>]) -> Option<Effect> {
        let right = right.get(at)?.as_ref();
        let written = self.lines.get(at)?.written;
        [false, true].into_iter().find_map(|inside| {
            let (value, fit) = self.fit(at, made, inside)?;
            let is_exact = Near::of(&value).is_some_and(|near| near.is(&written.value));
            let has_figures = figures(written).is_none_or(|figures| figures >= TELLING);
            let is_telling = !value.is_zero() && (is_exact || has_figures);
            let effect = Effect { made: Arc::clone(made), value, fit, inside, is_exact, is_telling };
            (!same(Some(&effect.value), right)).then_some(effect)
        })
    }

    /// The value that a mistake gives on a line, and how well it fits: from earlier lines before rounding, else as read.
    fn fit(&mut self, at: usize, made: &Made, inside: bool) -> Option<(Number, f64)> {
        let line = self.lines.get(at)?;
        let figures = line.key.policy.figures;
        let value = self.value(at, 0, Some(made), inside)?;
        let own = if inside { INSIDE } else { 1.0 };
        let found = own * fit(line.written, &value, figures);
        if found > 0.0 {
            let against = if self.is_against(at, made) { UNLIKELY } else { 1.0 };
            let form = if self.is_in_another_form(at, made, inside) { UNLIKELY } else { 1.0 };
            return Some((value, found * against * form));
        }
        let rounded = self.value(at, 1, Some(made), inside).filter(|rounded| *rounded != value);
        let rounded = rounded.map_or(0.0, |value| fit(line.written, &value, figures));
        Some((value, own * ROUNDED * rounded))
    }

    /// Whether an unreduced fraction differs from the one that a mistake counts: 4/12 is not 3/9.
    fn is_in_another_form(&mut self, at: usize, made: &Made, inside: bool) -> bool {
        let Some(line) = self.lines.get(at) else { return false };
        let Form::Fraction { top, bottom } = &line.written.form else { return false };
        if line.written.is_reduced() || self.is_alone(at) {
            return false;
        }
        let own = &line.of.quantity;
        let Ok(Some(right)) = self.all.definition(own) else { return false };
        let definition = made.slip.replace(own, &right, &self.context).unwrap_or(right);
        let counted = match &definition.formula {
            _ if definition.value.is_some() => None,
            Expr::Ratio(top, bottom) => {
                Some((Number::from_int(top.clone()), Number::from_int(bottom.clone())))
            }
            Expr::Frac(top, bottom) => {
                let mut value = |part: &Expr| self.value_of_part(at, 0, Some(made), inside, part);
                value(top).zip(value(bottom))
            }
            _ => None,
        };
        let written = (Number::from_int(top.clone()), Number::from_int(bottom.clone()));
        counted.is_some_and(|counted| counted != written)
    }

    fn is_against(&mut self, at: usize, made: &Made) -> bool {
        let Some(Some(slip)) = self.slips.get(at) else { return false };
        let places: Vec<Quantity> = slip.right.iter().flat_map(|(place, _)| place.quantities()).collect();
        places.iter().any(|place| {
            let [with, without] = [Some(made), None].map(|made| self.value_of(at, 0, made, true, place));
            !same(with.as_ref(), without.as_ref())
        })
    }

    fn slip(&mut self, at: usize) -> Option<WrongPart> {
        let line = self.lines.get(at).filter(|line| line.verdict == Verdict::Wrong)?;
        let is_formula = matches!(line.written.form, Form::Formula | Form::Fraction { .. });
        if !is_formula || self.is_alone(at) {
            return None;
        }
        slip(self, at, line.key.policy.figures, &line.of.quantity, line.written)
    }

    pub fn slips_in_words(&self) -> Vec<SlipIn> {
        let slips = self.lines.iter().zip(&self.slips);
        slips.filter_map(|(line, slip)| slip.as_ref()?.in_words(self.context, line)).collect()
    }

    fn is_alone(&self, at: usize) -> bool {
        self.alone.get(at).is_some_and(Option::is_some)
    }

    /// The value of a quantity on a line, with the earlier lines before rounding (`which` is 0) or as they were read.
    fn value_of(
        &mut self,
        at: usize,
        which: usize,
        made: Option<&Made>,
        inside: bool,
        of: &Quantity,
    ) -> Option<Number> {
        let given = self.before.get(at)?.get(which)?;
        let stack = Stack { own: &self.lines.get(at)?.of.quantity, given, made, inside };
        match self.alone.get(at)? {
            Some((case, own)) if without_ln(own).0 == of => {
                let context = Context { fitted: self.context.fitted, case: Some(case) };
                Variations::new(context).under(&stack).value(of).ok()?
            }
            _ => self.all.under(&stack).value(of).ok()?,
        }
    }

    pub fn value_of_part(
        &mut self,
        at: usize,
        which: usize,
        made: Option<&Made>,
        inside: bool,
        part: &Expr,
    ) -> Option<Number> {
        let all = part.quantities().into_iter();
        let all = all.map(|of| (of.clone(), self.value_of(at, which, made, inside, &of)));
        let known: HashMap<Quantity, Option<Number>> = all.collect();
        value_of(part, &|of: &Quantity| known.get(of).cloned().flatten())
    }

    fn value(&mut self, at: usize, which: usize, made: Option<&Made>, inside: bool) -> Option<Number> {
        let line = self.lines.get(at)?;
        let own = self.alone.get(at)?.as_ref().map_or(&line.of.quantity, |(_, own)| own).clone();
        let (inner, is_ln) = without_ln(&own);
        let value = self.value_of(at, which, made, inside, inner)?;
        if !is_ln {
            return Some(value);
        }
        let log = value.ln() * made.map_or(1.0, |made| made.slip.scale);
        log.is_finite().then_some(Number::Float(log))
    }
}

/// The factor for a mistake in an input of a single number.
const INHERITED: f64 = 0.3;

/// Factors for less likely mistakes: made inside a formula; continued with rounded numbers; against a right part of
/// the formula, or with 4/12 instead of 3/9.
const INSIDE: f64 = 0.7;
const ROUNDED: f64 = 0.7;
const UNLIKELY: f64 = 0.2;

/// How well a number fits that is cut off, or has too few figures, such as 0.5 for 0.4962.
const CUT: f64 = 0.3;
const FEW: f64 = 0.4;

/// Merges mistakes with the same values on every line. On single lines, different mistakes often agree.
fn merged(causes: Vec<Cause>) -> Vec<Cause> {
    let have_same = |effects: (&Option<Effect>, &Option<Effect>)| match effects {
        (Some(a), Some(b)) => a.inside == b.inside && same(Some(&a.value), Some(&b.value)),
        (a, b) => a.is_none() && b.is_none(),
    };
    let mut found: Vec<Cause> = Vec::new();
    for cause in causes {
        match found.iter_mut().find(|other| other.effects.iter().zip(&cause.effects).all(have_same)) {
            Some(other) if other.tag == cause.tag || other.synonyms.contains(&cause.tag) => {}
            Some(other) => other.synonyms.push(cause.tag),
            None => found.push(cause),
        }
    }
    found
}

/// How well an answer fits a value: 1 if all written figures agree. An answer with fewer than `least` figures may agree by chance.
pub(crate) fn fit(written: &Written, value: &Number, least: usize) -> f64 {
    let Some(near) = Near::of(value) else { return 0.0 };
    if near.is(&written.value) {
        return 1.0;
    }
    let few = |places: &Places| if places.figures < least { FEW } else { 1.0 };
    match &written.form {
        Form::Decimal(places) if near.rounds_to(&written.value, places) => few(places),
        Form::Decimal(places) if near.cuts_to(&written.value, places) => CUT * few(places),
        Form::Formula if written.has_decimals() && written.may_be(&near, least) => 1.0,
        Form::Whole => {
            let places = Places::of_whole(&written.value).filter(|places| places.figures > 1);
            places.filter(|places| near.rounds_to(&written.value, places)).map_or(0.0, |places| few(&places))
        }
        _ => 0.0,
    }
}

const TELLING: usize = 3;

fn figures(written: &Written) -> Option<usize> {
    match &written.form {
        Form::Decimal(places) => Some(places.figures),
        Form::Whole => Places::of_whole(&written.value).map(|places| places.figures),
        Form::Fraction { .. } | Form::Formula => None,
    }
}

fn alone(context: Context<'_>, of: &Quantity) -> Option<(Case, Quantity)> {
    let (inner, is_ln) = without_ln(of);
    let (case, quantity, _) = of_one_value(context.fitted, inner)?;
    Some((case, if is_ln { quantity.ln() } else { quantity }))
}

#[derive(Clone, Default)]
struct Given {
    constants: Constants,
    kinds: Kinds,
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

/// The earlier lines and a mistake; the mistake comes first if it was made inside the formula.
struct Stack<'s> {
    own: &'s Quantity,
    given: &'s Given,
    made: Option<&'s Made>,
    inside: bool,
}

impl Overlay for Stack<'_> {
    fn kinds(&self) -> Kinds {
        self.made.map_or(self.given.kinds, |made| self.given.kinds.and(made.slip.kinds()))
    }

    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        let given = || {
            let value = self.given.constants.0.get(quantity).filter(|_| quantity != self.own)?;
            Some(Definition::fact(Rule::Taken, value.clone()))
        };
        let slipped = || self.made.and_then(|made| made.slip.replace(quantity, right, context));
        if self.inside { slipped().or_else(given) } else { given().or_else(slipped) }
    }
}
