//! The entries of `catalogue.txt`: where a mistake can be made, the formulas that it puts in place of definitions, and the
//! message to the student.

use std::sync::LazyLock;

use num_rational::BigRational;

use super::asked::{Asked, text};
use super::conditions::{CONDITIONS, Condition};
use super::overlay::{Slip, one};
use super::scopes;
use super::{bayes, counting, draws, gda, logs, occurrences, quality, smoothing};
use crate::math::{
    BigOp, Expr, Func, Name, Number, Quantity, Sentence, Symbol, ToSentence, read_exact, symbols,
};
use crate::worked::value_of;

/// All entries in the order of the catalogue. Entries that explain any slightly wrong number come last.
pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    static ALL: LazyLock<Vec<Entry>> =
        LazyLock::new(|| parse(include_str!("catalogue.txt")).unwrap_or_default());
    ALL.iter()
}

#[derive(Debug)]
pub(super) struct Entry {
    pub tag: &'static str,
    /// What the student should check: completes "Check …".
    pub hint: &'static str,
    /// The mistake in a few words, at the first entry of its tag.
    pub cause: Option<&'static str>,
    at: Conditions,
    ways: Vec<Ways>,
}

#[derive(Debug)]
enum Ways {
    One(OneWay),
    Several(SeveralWays),
    /// An answer that is no number.
    Text(&'static str),
    Formulas(Vec<StudentFormula>, &'static str),
}

#[derive(Debug)]
struct StudentFormula {
    at: Conditions,
    label: Option<&'static str>,
    each: Each,
    of: &'static str,
    expr: Expr,
}

/// What a formula is repeated for.
#[derive(Debug)]
enum Each {
    Once,
    Class,
    OtherClass,
    Number(Vec<BigRational>),
}

/// Alternatives of which one must hold, in each element.
type Conditions = Vec<Vec<(bool, Condition)>>;

type OneWay = fn(&Asked<'_>) -> Option<Slip>;
type SeveralWays = fn(&Asked<'_>) -> Vec<Slip>;

fn hold(conditions: &Conditions, asked: &Asked<'_>) -> bool {
    conditions.iter().all(|any| any.iter().any(|(wanted, is)| is(asked) == *wanted))
}

impl Entry {
    /// Whether the mistake can be made here.
    pub fn is_at(&self, asked: &Asked<'_>) -> bool {
        hold(&self.at, asked)
    }

    /// Every way to make the mistake here.
    pub fn slips(&self, asked: &Asked<'_>) -> Vec<Slip> {
        let mut slips = Vec::new();
        for ways in &self.ways {
            match ways {
                Ways::One(of) => slips.extend(of(asked)),
                Ways::Several(of) => slips.extend(of(asked)),
                Ways::Text(says) => slips.extend(asked.say(says).map(Slip::text)),
                Ways::Formulas(formulas, says) => {
                    slips.extend(formulas.iter().flat_map(|formula| formula.slips(asked, says)));
                }
            }
        }
        slips
    }
}

impl StudentFormula {
    fn slips(&self, asked: &Asked<'_>, says: &str) -> Vec<Slip> {
        if !hold(&self.at, asked) {
            return Vec::new();
        }
        let classes = &asked.fitted.classes;
        let own = asked.class_name();
        match &self.each {
            Each::Once => {
                let slip = self.slip(asked, says, &Bound::default());
                let labelled = |slip: Slip| match self.label {
                    Some(label) => slip.by(&label),
                    None => slip,
                };
                slip.map(labelled).into_iter().collect()
            }
            Each::Class => {
                let slip = |class: &Name| Some(self.slip(asked, says, &Bound::class(class))?.by(class));
                classes.iter().filter_map(slip).collect()
            }
            Each::OtherClass => {
                let slip = |class: &Name| {
                    Some(self.slip(asked, says, &Bound::class(class))?.by(&asked.distance_to(class)?))
                };
                classes.iter().filter(|class| **class != own).filter_map(slip).collect()
            }
            Each::Number(all) => {
                let others = all.iter().filter(|number| *number != asked.fitted.alpha());
                let bound = |number: &BigRational| Bound {
                    number: Some(Number::Exact(number.clone())),
                    ..Bound::default()
                };
                others.filter_map(|number| self.slip(asked, says, &bound(number))).collect()
            }
        }
    }

    fn slip(&self, asked: &Asked<'_>, says: &str, bound: &Bound) -> Option<Slip> {
        let is_own = self.of == "own";
        if !is_own && self.of != "read" {
            let factors = Expr::int(asked.factors_with_repeats());
            let mut names = vec![("factors", factors)];
            names.extend(bound.number.clone().map(|number| ("a", Expr::Num(number))));
            if self.of == "P(c|x)" {
                names.extend(asked.largest().map(|class| ("largest", Quantity::score(class).into())));
            }
            let change = scopes::change(self.of, &self.expr, names)?;
            return Some(Slip::new(change, asked.say_with(says, &|hole| bound.hole(hole, None))?));
        }
        let classes = &asked.fitted.classes;
        let own = |name: &str| scopes::of_asked(asked, name);
        let expr = bind(
            &self.expr,
            &|part| match part {
                Expr::Sym(symbol) => own(symbol.uni),
                _ => None,
            },
            &asked.class_name(),
            bound.class.as_ref(),
            classes,
        );
        let value = value_of(&expr, &|quantity: &Quantity| asked.right(quantity));
        let is_read_off = matches!(expr, Expr::Of(_)) && !is_own;
        let it = match &expr {
            Expr::Of(quantity) => asked.name(quantity).into(),
            _ => text(value.as_ref()?),
        };
        let says = asked.say_with(says, &|hole| bound.hole(hole, Some(&it)))?;
        let finite = |value: &Number| !matches!(value, Number::Float(float) if !float.is_finite());
        if !is_read_off && !value.as_ref().is_some_and(finite) {
            return None;
        }
        let change = one(asked.quantity.clone(), value);
        Some(Slip { decides: is_own, ..Slip::new(change, says) })
    }
}

/// What `each` has bound.
#[derive(Default)]
struct Bound {
    class: Option<Name>,
    number: Option<Number>,
}

impl Bound {
    fn class(class: &Name) -> Bound {
        Bound { class: Some(class.clone()), number: None }
    }

    fn hole(&self, hole: &str, it: Option<&Sentence>) -> Option<Sentence> {
        match hole {
            "k" => self.class.as_ref().map(ToSentence::to_sentence),
            "a" => self.number.as_ref().map(text),
            "it" => it.cloned(),
            _ => None,
        }
    }
}

/// The formula with `c` and `k` replaced by classes, sums and products written out, and other parts replaced by `other`.
pub(super) fn bind(
    expr: &Expr,
    other: &dyn Fn(&Expr) -> Option<Expr>,
    class: &Name,
    k: Option<&Name>,
    classes: &[Name],
) -> Expr {
    expr.map(&|part| match part {
        Expr::Big { op, body, terms, .. } if terms.is_empty() => {
            let terms = classes.iter().map(|k| bind(body, other, class, Some(k), classes)).collect();
            Some(if *op == BigOp::Sum { Expr::Add(terms) } else { Expr::Mul(terms) })
        }
        Expr::Of(quantity) => Some(Expr::Of(quantity.with_names(&|name| match name.as_str() {
            "c" | "a" => class.clone(),
            "k" => k.unwrap_or(name).clone(),
            _ => name.clone(),
        }))),
        Expr::Sym(symbol) => other(part).or_else(|| symbol.uni.parse::<Quantity>().ok().map(Expr::Of)),
        _ => None,
    })
}

const ONE: &[(&str, OneWay)] = &[
    ("added", bayes::added),
    ("bernoulli_in_multinomial", occurrences::bernoulli_in_multinomial),
    ("coefficient", occurrences::coefficient),
    ("count_of_all_classes", counting::count_of_all_classes),
    ("k_of_case", smoothing::k_of_case),
    ("k_of_classes", smoothing::k_of_classes),
    ("k_of_documents", smoothing::k_of_documents),
    ("k_of_tokens", smoothing::k_of_tokens),
    ("multinomial_in_bernoulli", occurrences::multinomial_in_bernoulli),
    ("only_zeros_smoothed", smoothing::only_zeros_smoothed),
    ("other_side", counting::other_side),
    ("repeats", occurrences::repeats),
    ("underflow", logs::underflow),
    ("unsmoothed_shares", smoothing::unsmoothed_shares),
    ("zero_skipped", smoothing::zero_skipped),
];

const SEVERAL: &[(&str, SeveralWays)] = &[
    ("around_grand_mean", gda::around_grand_mean),
    ("baseline", quality::baseline),
    ("by_variance", draws::by_variance),
    ("complement", bayes::complement),
    ("count_or_share", quality::count_or_share),
    ("divisor", gda::divisor),
    ("drawn_from_other_class", draws::drawn_from_other_class),
    ("factor_left_out", bayes::factor_left_out),
    ("fixed_decimals", logs::fixed_decimals),
    ("in_all_classes", draws::in_all_classes),
    ("k_of_class", smoothing::k_of_class),
    ("mean_or_spread_left_out", draws::mean_or_spread_left_out),
    ("miscounted", counting::miscounted),
    ("naive_evidence", bayes::naive_evidence),
    ("naive_product", bayes::naive_product),
    ("not_above_one", gda::not_above_one),
    ("odds", bayes::odds),
    ("once_each", occurrences::once_each),
    ("one_by_one", draws::one_by_one),
    ("one_k", smoothing::one_k),
    ("one_off", draws::one_off),
    ("one_probability", draws::one_probability),
    ("other_action", quality::other_action),
    ("other_base", logs::other_base),
    ("other_cell", quality::other_cell),
    ("other_class", counting::other_class),
    ("other_figure", quality::other_figure),
    ("other_operation", draws::other_operation),
    ("other_order", draws::other_order),
    ("other_rows", gda::other_rows),
    ("other_table", counting::other_table),
    ("part_alone", draws::part_alone),
    ("query_in_training", occurrences::query_in_training),
    ("share_of_both", draws::share_of_both),
    ("sigma_of_another", gda::sigma_of_another),
    ("smoothed_priors", smoothing::smoothed_priors),
    ("subtracted", draws::subtracted),
    ("swapped_names", quality::swapped_names),
    ("swapped_posteriors", quality::swapped_posteriors),
    ("turned_costs", quality::turned_costs),
    ("turned_round", draws::turned_round),
    ("unknown_counted", smoothing::unknown_counted),
    ("without_a_class", bayes::without_a_class),
];

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = table.iter().find(|(known, _)| *known == name).map(|(_, found)| *found);
    found.ok_or_else(|| format!("nothing is named {name}"))
}

/// Parses the catalogue.
///
/// # Errors
/// The first line that cannot be parsed, and why.
fn parse(text: &'static str) -> Result<Vec<Entry>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let mut entries: Vec<Entry> = Vec::new();
    let mut formulas: Vec<StudentFormula> = Vec::new();
    let mut is_new = true;
    for (at, line) in lines {
        let error = |why: String| format!("line {}: {why}", at + 1);
        if line.is_empty() {
            is_new = true;
            continue;
        }
        if is_new {
            entries.push(header(line).map_err(error)?);
            is_new = false;
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        if let Some(cause) = line.strip_prefix("~ ") {
            entry.cause = Some(cause);
        } else if let Some(name) = line.strip_prefix("rust ") {
            let ways = named(ONE, name).map(Ways::One).or_else(|_| named(SEVERAL, name).map(Ways::Several));
            entry.ways.push(ways.map_err(error)?);
        } else if let Some(formula) = formula(line).map_err(error)? {
            formulas.push(formula);
        } else if line == "text" {
            entry.ways.push(Ways::Text(""));
        } else if let Some(Ways::Text(says @ "")) = entry.ways.last_mut() {
            *says = line;
        } else {
            entry.ways.push(Ways::Formulas(std::mem::take(&mut formulas), line));
        }
    }
    Ok(entries)
}

fn header(line: &'static str) -> Result<Entry, String> {
    let parts = line.split_once(" [").and_then(|(tag, rest)| Some((tag, rest.split_once("] ")?)));
    let (tag, (at, hint)) = parts.ok_or("a tag, [conditions] and a hint are wanted")?;
    Ok(Entry { tag, hint, cause: None, at: conditions(at)?, ways: Vec::new() })
}

fn conditions(text: &'static str) -> Result<Conditions, String> {
    let one = |name: &'static str| {
        let plain = name.strip_prefix('!');
        Ok((plain.is_none(), named(CONDITIONS, plain.unwrap_or(name))?))
    };
    text.split_whitespace().map(|any| any.split('|').map(one).collect()).collect()
}

/// A line `[conditions] each …: what is replaced = formula`; `None` for a message.
fn formula(line: &'static str) -> Result<Option<StudentFormula>, String> {
    let Some((before, expr)) = line.split_once(" = ") else { return Ok(None) };
    let (at, rest) = match before.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((at, rest)) => (conditions(at)?, rest),
        None => (Vec::new(), before),
    };
    let (head, of) = rest.split_once(": ").unwrap_or(("", rest));
    if !scopes::is_replaced(of) {
        return Ok(None);
    }
    let label = head.strip_prefix("as ");
    let each = match head {
        "each class" => Each::Class,
        "each other class" => Each::OtherClass,
        _ => match head.strip_prefix("each a of ") {
            Some(numbers) => {
                let read = |number: &str| read_exact(number).map_err(|_| format!("{number} is no number"));
                Each::Number(numbers.split_whitespace().map(read).collect::<Result<_, _>>()?)
            }
            None => Each::Once,
        },
    };
    let mut reader = Reader { rest: expr };
    let expr = reader.sum()?;
    if !reader.rest.is_empty() {
        return Err(format!("{} is left over", reader.rest));
    }
    Ok(Some(StudentFormula { at, label, each, of, expr }))
}

/// Reads a formula: names of several words, quantities such as `P(x|c)`, `sum` and `product` over all classes.
struct Reader {
    rest: &'static str,
}

impl Reader {
    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Result<Expr, String> {
        let mut terms = vec![self.product()?];
        loop {
            if self.takes("+") {
                terms.push(self.product()?);
            } else if self.takes("-") {
                terms.push(self.product()?.negated());
            } else {
                return Ok(Expr::sum(terms));
            }
        }
    }

    fn product(&mut self) -> Result<Expr, String> {
        let mut found = self.power()?;
        loop {
            if self.takes("*") {
                found = Expr::Mul(vec![found, self.power()?]);
            } else if self.takes("/") {
                found = Expr::frac(found, self.power()?);
            } else {
                return Ok(found);
            }
        }
    }

    fn power(&mut self) -> Result<Expr, String> {
        if self.takes("-") {
            return Ok(self.product()?.negated());
        }
        let base = self.part()?;
        Ok(if self.takes("^") { Expr::pow(base, self.part()?) } else { base })
    }

    fn part(&mut self) -> Result<Expr, String> {
        if self.takes("√") {
            return Ok(self.part()?.sqrt());
        }
        if self.takes("(") {
            let inside = self.sum()?;
            return if self.takes(")") { Ok(inside) } else { Err("a bracket is not closed".into()) };
        }
        if self.takes("2π") {
            return Ok(Expr::Sym(symbols::TWO_PI));
        }
        for (op, word) in [(BigOp::Sum, "sum "), (BigOp::Product, "product ")] {
            if self.takes(word) {
                let (lower, upper) = (Expr::int(1).into(), Expr::Sym(symbols::K).into());
                let body = self.power()?.into();
                return Ok(Expr::Big { op, index: symbols::K, lower, upper, body, terms: Vec::new() });
            }
        }
        for (func, word) in [(Func::Ln, "ln("), (Func::Exp, "exp(")] {
            if self.takes(word) {
                let inside = self.sum()?;
                let inside =
                    if self.takes("!") { Expr::Call(Func::Factorial, inside.into()) } else { inside };
                let call = Expr::Call(func, inside.into());
                return if self.takes(")") { Ok(call) } else { Err("a bracket is not closed".into()) };
            }
        }
        self.rest = self.rest.trim_start();
        let end = self.rest.find(['+', '-', '*', '/', '^', '(', ')', '!']).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        if after.starts_with('(') {
            let end = after.find(')').ok_or("a bracket is not closed")? + end + 1;
            let (quantity, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
            self.rest = rest;
            let quantity: Result<Quantity, _> = quantity.parse();
            return quantity.map(Expr::Of).map_err(|error| error.to_string());
        }
        self.rest = after;
        let word = word.trim_end();
        match read_exact(word) {
            Ok(number) => Ok(Expr::Num(Number::Exact(number))),
            Err(_) if word.is_empty() => Err("a number is wanted".into()),
            Err(_) => Ok(Expr::Sym(Symbol { uni: word, ascii: word, tex: word })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_can_be_read_and_each_tag_has_one_cause() {
        let all = parse(include_str!("catalogue.txt")).unwrap();
        assert!(all.len() > 150);
        for entry in &all {
            let causes: Vec<&str> =
                all.iter().filter(|other| other.tag == entry.tag).filter_map(|other| other.cause).collect();
            let [cause] = causes.as_slice() else { panic!("{}: {causes:?}", entry.tag) };
            assert!(cause.len() < 90 && !cause.ends_with('.'), "{cause}");
            assert!(!entry.hint.ends_with('.'), "{}", entry.hint);
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for (text, error) in [
            ("B1 score the prior", "line 1: a tag, [conditions] and a hint are wanted"),
            ("B1 [nowhere] the prior", "line 1: nothing is named nowhere"),
            ("B1 [score] the prior\nrust nothing", "line 2: nothing is named nothing"),
            ("B1 [score] the prior\nscore(c) = P(x|c", "line 2: a bracket is not closed"),
            ("B1 [score] the prior\nscore(c) = 2 * ", "line 2: a number is wanted"),
            ("B1 [score] the prior\nscore(c) = n) + 1", "line 2: ) + 1 is left over"),
        ] {
            assert_eq!(parse(text).unwrap_err(), error);
        }
    }
}
