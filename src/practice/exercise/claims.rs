//! Claims such as `P(Yes | x) > 0.5`, held against a model: both sides are worked out, exactly where they are fractions.

use super::choices::{Wrong, wrong};
use super::options::{Model, plain};
use crate::math::{Number, Quantity, Sentence, read_exact, sentence};
use crate::practice::grader::Asked;
use crate::practice::notation::is_log;
use crate::practice::{Base, Near};
use crate::text::shown;
use crate::worked::{Context, Evaluator};

impl Model<'_> {
    /// Holds a claim against the model.
    pub fn claim(&self, claim: &str) -> Result<Told, Wrong> {
        let fix = "compare two numbers of the model: P(Yes | x) > 0.5";
        let mut last = None;
        for (at, sign, relation) in relations(claim) {
            let (left, right) =
                (claim.get(..at).unwrap_or_default(), claim.get(at + sign.len()..).unwrap_or_default());
            match (self.side(left), self.side(right)) {
                (Ok(left), Ok(right)) => return self.compared(claim, (&left, relation, &right)),
                (Err(wrong), _) | (_, Err(wrong)) => last = Some(wrong),
            }
        }
        match last {
            Some((what, fix)) => wrong(format!("“{}”: {what}", shown(claim)), fix),
            None => wrong(format!("“{}” compares nothing", shown(claim)), fix),
        }
    }

    fn compared(
        &self,
        claim: &str,
        (left, relation, right): (&Side, Relation, &Side),
    ) -> Result<Told, Wrong> {
        if left.of.is_none() && right.of.is_none() {
            let what = format!("“{}” is about no number of the model", shown(claim));
            return wrong(what, "put one on either side, such as P(Yes | x)");
        }
        let is_tie = same(&left.value, &right.value);
        let (less, more) = match is_tie {
            true => (false, false),
            false => (left.value.compare(&right.value).is_lt(), left.value.compare(&right.value).is_gt()),
        };
        let is_right = match relation {
            Relation::Less => less,
            Relation::AtMost => less || is_tie,
            Relation::More => more,
            Relation::AtLeast => more || is_tie,
            Relation::Equal => is_tie,
        };
        // As many figures as it takes to see which is larger.
        let figures = (3..=12).find(|figures| {
            is_tie
                || left.value.significant(*figures).pointed() != right.value.significant(*figures).pointed()
        });
        let told = |side: &Side| {
            let of = side.of.as_ref()?;
            Some(sentence!("{} = {}", of, side.value.significant(figures.unwrap_or(12))))
        };
        let about = Sentence::join([left, right].into_iter().filter_map(told), ", ");
        Ok(Told {
            is_right,
            // That two numbers are equal is no accident where it is what is claimed.
            is_tie: is_tie && relation != Relation::Equal,
            about: self.sentence(sentence!("{}.", about)),
            is_about_case: [left, right].iter().any(|side| side.is_about_case),
        })
    }

    /// A side of a claim: a number, or one of the model.
    fn side(&self, text: &str) -> Result<Side, Wrong> {
        if let Ok(value) = read_exact(text) {
            return Ok(Side { of: None, value: Number::Exact(value), is_about_case: false });
        }
        let notation = self.setting.notation;
        let written = notation.natural(text.trim());
        let (asked, _) =
            Asked::find(self.fitted, self.case, &written).map_err(|error| plain(error.into()))?;
        let Asked::Number(quantity) = asked else {
            return wrong(format!("{} is no number", shown(text.trim())), "compare numbers of the model");
        };
        if notation.other_base(text.trim()).is_some()
            || notation.base() != Base::E && has_logarithms(&quantity)
        {
            let what = format!("{} has logarithms to another base than e", shown(text.trim()));
            return wrong(what, "compare the numbers themselves");
        }
        let is_about_case = quantity.is_about_case();
        if is_about_case {
            self.case()?;
        }
        let context = Context { fitted: self.fitted, case: self.case };
        let value = Evaluator::new(context, Vec::new()).value(&quantity);
        match value.map_err(|error| plain(error.into()))? {
            Some(value) => Ok(Side { of: Some(quantity), value, is_about_case }),
            None => wrong(
                format!("{quantity} is 0/0, and so neither larger nor smaller than anything"),
                "compare numbers that are defined",
            ),
        }
    }
}

fn has_logarithms(quantity: &Quantity) -> bool {
    let inside = |part: &Quantity| is_log(part);
    is_log(quantity)
        || matches!(quantity, Quantity::Formula(formula) if formula.quantities().iter().any(inside))
}

/// Whether two numbers are equal; those that are no fractions to the last of their digits.
pub(super) fn same(one: &Number, other: &Number) -> bool {
    if one.is_exact() && other.is_exact() {
        return one.compare(other).is_eq();
    }
    one.compare(other).is_eq() || Near::of(one).is_some_and(|one| one.is(other))
}

/// What a claim comes to.
pub(super) struct Told {
    pub is_right: bool,
    pub is_tie: bool,
    pub about: Sentence,
    pub is_about_case: bool,
}

struct Side {
    of: Option<Quantity>,
    value: Number,
    is_about_case: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

/// The signs that compare, the longer ones first.
const SIGNS: [(&str, Relation); 8] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("≤", Relation::AtMost),
    ("≥", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
    ("=", Relation::Equal),
];

/// Where a claim may be divided: each sign outside brackets and quotation marks.
fn relations(claim: &str) -> Vec<(usize, &'static str, Relation)> {
    let (mut depth, mut quoted, mut behind, mut found) = (0_usize, false, 0, Vec::new());
    for (at, c) in claim.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        let rest = claim.get(at..).unwrap_or_default();
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        if let Some((sign, relation)) = sign.filter(|_| depth == 0 && !quoted && at >= behind) {
            behind = at + sign.len();
            found.push((at, *sign, *relation));
        }
    }
    found
}
