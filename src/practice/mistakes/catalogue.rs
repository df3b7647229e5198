//! The entries of `catalogue.txt`: where a mistake can be made, its formulas, and the message to the student.

use std::sync::LazyLock;

use super::asked::{Asked, text};
use super::conditions::{CONDITIONS, Condition};
use super::each::{Bound, EACH, EachOf, once};
use super::overlay::{Slip, one};
use super::{bayes, counting, quality, scopes};
use crate::math::{
    BigOp, Expr, Func, Name, Number, Quantity, Symbol, ToSentence, read_exact, sentence, symbols,
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
    pub cause: Option<&'static str>,
    at: Conditions,
    rust: Option<RustWays>,
    formulas: Vec<StudentFormula>,
}

type RustWays = fn(&Asked<'_>) -> Vec<Slip>;

#[derive(Debug)]
struct StudentFormula {
    at: Conditions,
    label: Option<&'static str>,
    each: EachOf,
    parts: Vec<(&'static str, Expr)>,
    says: &'static str,
}

/// Alternatives of which one must hold, in each element.
type Conditions = Vec<Vec<(bool, Condition)>>;

fn hold(conditions: &Conditions, asked: &Asked<'_>) -> bool {
    conditions.iter().all(|any| any.iter().any(|(wanted, is)| is(asked) == *wanted))
}

impl Entry {
    /// Every way to make the mistake at a quantity.
    pub fn slips(&self, asked: &Asked<'_>) -> Vec<Slip> {
        if !hold(&self.at, asked) {
            return Vec::new();
        }
        let formulas = self.formulas.iter().filter(|formula| hold(&formula.at, asked));
        let of_formulas = formulas.flat_map(|formula| formula.slips(asked));
        self.rust.into_iter().flat_map(|of| of(asked)).chain(of_formulas).collect()
    }
}

impl StudentFormula {
    fn slips(&self, asked: &Asked<'_>) -> Vec<Slip> {
        let slip = |(at, bound): (usize, Bound)| {
            let slip = self.slip(asked, &bound)?;
            Some(match self.label {
                Some(label) => slip.by(&(label, at, bound.way)),
                None => Slip { way: bound.way, ..slip },
            })
        };
        (self.each)(asked).into_iter().enumerate().filter_map(slip).collect()
    }

    fn slip(&self, asked: &Asked<'_>, bound: &Bound) -> Option<Slip> {
        let answer = self.parts.first().filter(|(of, _)| ANSWERS.contains(of));
        let Some((of, expr)) = answer else {
            let says = asked.say(self.says, &|hole| bound.hole(asked, hole))?;
            return Some(Slip::new(scopes::change(asked, &self.parts, bound)?, says));
        };
        let class = asked.class_name();
        let mut letters = vec![("c", &class), ("a", &class)];
        letters.extend(bound.class.as_ref().map(|k| ("k", k)));
        let named = |name: &str| bound.value(name).or_else(|| scopes::of_asked(asked, name));
        let expr = spliced(&bind(expr, &named, &letters, &asked.fitted.classes));
        let value = value_of(&expr, &|quantity: &Quantity| asked.right(quantity));
        let is_read_off = matches!(expr, Expr::Of(_)) && *of == "read";
        // What is read off is written as the answer is.
        let is_ln = asked.ln && *of == "read";
        let it = match &expr {
            Expr::Of(quantity) if is_ln => sentence!("ln {}", asked.name(quantity)),
            Expr::Of(quantity) => asked.name(quantity).into(),
            _ if is_ln => sentence!("ln({})", text(value.as_ref()?)),
            _ => text(value.as_ref()?),
        };
        let hole = |hole: &str| match hole {
            "it" => Some(it.clone()),
            "formula" => Some(expr.to_sentence()),
            _ => bound.hole(asked, hole),
        };
        let says = asked.say(self.says, &hole)?;
        let finite = |value: &Number| !matches!(value, Number::Float(float) if !float.is_finite());
        if !is_read_off && !value.as_ref().is_some_and(finite) {
            return None;
        }
        let change = one(asked.quantity.clone(), value);
        Some(Slip { decides: *of == "own", ..Slip::new(change, says) })
    }
}

/// What replaces the answer alone: after `own` the decision may change, and what is `read` may be undefined.
const ANSWERS: [&str; 3] = ["own", "given", "read"];

/// The index of a sum that leaves out one class: the one of `each`, else the class of the replaced number.
const OTHERS: Symbol = Symbol { uni: "others", ascii: "others", tex: "others" };

/// The formula with letters replaced by classes, sums and products written out, and symbols replaced by what they name.
pub(super) fn bind(
    expr: &Expr,
    named: &dyn Fn(&str) -> Option<Expr>,
    letters: &[(&str, &Name)],
    classes: &[Name],
) -> Expr {
    let class_of = |letter: &str| letters.iter().find(|(known, _)| *known == letter).map(|(_, class)| *class);
    expr.map(&|part| match part {
        Expr::Big { op, index, body, terms, .. } if terms.is_empty() => {
            let out = class_of("k").or_else(|| class_of("c")).filter(|_| *index == OTHERS);
            let term = |k| bind(body, named, &[[("k", k)].as_slice(), letters].concat(), classes);
            let terms = classes.iter().filter(|k| Some(*k) != out).map(term).collect();
            Some(if *op == BigOp::Sum { Expr::Add(terms) } else { Expr::Mul(terms) })
        }
        Expr::Of(quantity) => {
            Some(Expr::Of(quantity.with_names(&|name| class_of(name.as_str()).unwrap_or(name).clone())))
        }
        Expr::Sym(symbol) => named(symbol.uni).or_else(|| symbol.uni.parse::<Quantity>().ok().map(Expr::Of)),
        _ => None,
    })
}

fn spliced(expr: &Expr) -> Expr {
    expr.map(&|part| {
        let (Expr::Add(parts) | Expr::Mul(parts)) = part else { return None };
        match (part, parts.split_first()?) {
            (Expr::Add(_), (Expr::Add(first), rest)) => Some(Expr::Add([first, rest].concat())),
            (Expr::Mul(_), (Expr::Mul(first), rest)) => Some(Expr::Mul([first, rest].concat())),
            _ => None,
        }
    })
}

const RUST: &[(&str, RustWays)] = &[
    ("coefficient", bayes::coefficient),
    ("complement", bayes::complement),
    ("fixed_decimals", bayes::fixed_decimals),
    ("miscounted", counting::miscounted),
    ("other_base", bayes::other_base),
    ("other_side", counting::other_side),
    ("other_table", counting::other_table),
    ("class_instead", quality::class_instead),
    ("turned_costs", quality::turned_costs),
];

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = table.iter().find(|(known, _)| *known == name).map(|(_, found)| *found);
    found.ok_or_else(|| format!("nothing is named {name}"))
}

fn parse(text: &'static str) -> Result<Vec<Entry>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let mut entries: Vec<Entry> = Vec::new();
    let mut is_new = true;
    for (at, line) in lines {
        let error = |why: String| format!("line {}: {why}", at + 1);
        let entry = entries.last_mut().filter(|_| !is_new);
        is_new = line.is_empty();
        let Some(entry) = entry else {
            if !is_new {
                entries.push(header(line).map_err(error)?);
            }
            continue;
        };
        if let Some(cause) = line.strip_prefix("~ ") {
            entry.cause = Some(cause);
        } else if let Some(name) = line.strip_prefix("rust ") {
            entry.rust = Some(named(RUST, name).map_err(error)?);
        } else if let Some(formula) = formula(line).map_err(error)? {
            entry.formulas.push(formula);
        } else {
            let open = entry.formulas.iter_mut().filter(|formula| formula.says.is_empty());
            open.for_each(|formula| formula.says = line);
        }
    }
    Ok(entries)
}

fn header(line: &'static str) -> Result<Entry, String> {
    let parts = line.split_once(" [").and_then(|(tag, rest)| Some((tag, rest.split_once("] ")?)));
    let (tag, (at, hint)) = parts.ok_or("a tag, [conditions] and a hint are wanted")?;
    Ok(Entry { tag, hint, cause: None, at: conditions(at)?, rust: None, formulas: Vec::new() })
}

fn conditions(text: &'static str) -> Result<Conditions, String> {
    let one = |name: &'static str| {
        let plain = name.strip_prefix('!');
        Ok((plain.is_none(), named(CONDITIONS, plain.unwrap_or(name))?))
    };
    text.split_whitespace().map(|any| any.split('|').map(one).collect()).collect()
}

/// A line `[conditions] as … each …: what is replaced = formula; …`; `None` for a message.
fn formula(line: &'static str) -> Result<Option<StudentFormula>, String> {
    let (at, rest) = match line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((at, rest)) => (at, rest),
        None => ("", line),
    };
    let Some((before, _)) = rest.split_once(" = ") else { return Ok(None) };
    let (head, _) = before.split_once(": ").unwrap_or(("", before));
    let all = if head.is_empty() { rest } else { rest.get(head.len() + 2..).unwrap_or_default() };
    let is_replaced = |of: &str| ANSWERS.contains(&of) || scopes::is_replaced(of);
    if !all.split_once(" = ").is_some_and(|(of, _)| is_replaced(of)) {
        return Ok(None);
    }
    let (label, each) = match head.strip_prefix("as ") {
        Some(head) => {
            let (label, each) = head.split_once(' ').unwrap_or((head, ""));
            (Some(label), each)
        }
        None => (None, head),
    };
    let each = each.strip_prefix("each ").map_or(Ok(once as EachOf), |of| named(EACH, of))?;
    let part = |part: &'static str| {
        let (of, expr) = part.split_once(" = ").ok_or("a formula is wanted")?;
        let mut reader = Reader { rest: expr };
        let expr = reader.sum()?;
        let is_read = reader.rest.is_empty() && is_replaced(of);
        if is_read { Ok((of, expr)) } else { Err(format!("{} is left over", reader.rest)) }
    };
    let parts = all.split("; ").map(part).collect::<Result<_, String>>()?;
    Ok(Some(StudentFormula { at: conditions(at)?, label, each, parts, says: "" }))
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

    fn closed(&mut self, inside: Expr) -> Result<Expr, String> {
        if self.takes(")") { Ok(inside) } else { Err("a bracket is not closed".into()) }
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
            return self.closed(inside);
        }
        if self.takes("2π") {
            return Ok(Expr::Sym(symbols::TWO_PI));
        }
        for (op, word, index) in [
            (BigOp::Sum, "sum others ", OTHERS),
            (BigOp::Sum, "sum ", symbols::K),
            (BigOp::Product, "product ", symbols::K),
        ] {
            if self.takes(word) {
                return Ok(Expr::big(op, index, symbols::K, self.power()?, Vec::new()));
            }
        }
        for (func, word) in [(Func::Ln, "ln"), (Func::Exp, "exp")] {
            if self.takes(&format!("{word}(")) {
                let inside = self.sum()?;
                let inside =
                    if self.takes("!") { Expr::Call(Func::Factorial, inside.into()) } else { inside };
                return self.closed(Expr::Call(func, inside.into()));
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
