//! Formulas as MathML Core, which browsers draw by themselves, for a page.
//!
//! Names from the data go into `<mtext>…</mtext>` with everything a page would act on escaped. What stands where one
//! element is wanted is one element: a row of several is put together first. Where a long formula is broken is not
//! decided here.

use super::linear::{self, AlignedRow, Typeset};
use super::precedence::{Body, Figure, Op, Sign, Style, fence, figure, relation};
use super::quantity_parts::Argument;
use super::{BigOp, Chain, Event, Expr, Func, Linear, Quantity, Rel, Symbol};
use crate::text::shown;

/// The notation of browsers: elements for the inside of `<math>`, or the whole of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MathMl;

type Elements = Vec<String>;

impl MathMl {
    /// Chains below each other as one `<math>` in display style: a single chain that fits in `width` characters as it
    /// is, else a table of rows with the relations below each other. A reader of screens gets them as lines of text.
    pub fn display<'a>(
        &self,
        chains: impl IntoIterator<Item = &'a Chain, IntoIter: Clone>,
        width: usize,
    ) -> String {
        let chains = chains.into_iter();
        let lines: Vec<String> = chains.clone().map(|chain| Linear::default().chain(chain)).collect();
        let rows = linear::rows(self, chains, width);
        let inside = match rows.as_slice() {
            [only] => format!("<mrow>{}{}</mrow>", only.left, only.right.trim()),
            rows => {
                let rows: Vec<String> = rows.iter().map(table_row).collect();
                format!(
                    "<mtable class=\"chain\" displaystyle=\"true\" columnalign=\"right left\">{}</mtable>",
                    rows.concat()
                )
            }
        };
        let alttext = self.text(&lines.join("; "));
        format!("<math displaystyle=\"true\" alttext=\"{alttext}\">{inside}</math>")
    }

    pub fn chain(&self, chain: &Chain) -> String {
        self.of_chain(chain).concat()
    }

    /// A text from the data or the program, for the inside of an element or of an attribute in double quotes: nothing in
    /// it acts.
    pub fn text(&self, text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for c in shown(text).chars() {
            match c {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                c => escaped.push(c),
            }
        }
        escaped
    }

    fn of_chain(&self, chain: &Chain) -> Elements {
        let mut all = self.elements(&chain.lhs);
        for (rel, side) in &chain.rest {
            all.push(self.relation(relation(*rel, side)).to_owned());
            all.extend(self.elements(side));
        }
        all
    }

    fn elements(&self, expr: &Expr) -> Elements {
        if let Some(number) = figure(expr) {
            return of_number(&number);
        }
        match expr.plain() {
            // Numbers are figures and have been drawn.
            Expr::Num(_) | Expr::Rounded(..) | Expr::Ratio(..) | Expr::Decimal(_) => Elements::new(),
            Expr::Sym(symbol) => of_symbol(symbol),
            Expr::Of(quantity) => of_quantity(quantity),
            Expr::Text(text) => vec![mtext(text)],
            Expr::General { head, args, given } => self.general(head, args, given.as_deref()),
            Expr::Add(items) if items.is_empty() => vec![mn("0")],
            Expr::Mul(items) | Expr::Juxt(items) if items.is_empty() => vec![mn("1")],
            list @ (Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_)) => self.items(list),
            Expr::Neg(inner) => {
                std::iter::once(MINUS.to_owned()).chain(self.part(inner, Op::Negated)).collect()
            }
            Expr::Frac(above, below) => {
                vec![element("mfrac", [one(self.elements(above)), one(self.elements(below))])]
            }
            Expr::Pow(base, exponent) => self.raised(base, self.elements(exponent)),
            Expr::Call(Func::Factorial, inner) => {
                self.part(inner, Op::Base).into_iter().chain([mo("!")]).collect()
            }
            Expr::Call(Func::ChiSquareTail(k), inner) => {
                let chi = element("msubsup", [mi("χ"), mn(&k.to_string()), mn("2")]);
                let inside = [chi, mo("&gt;")].into_iter().chain(self.elements(inner)).collect();
                vec![mi("P"), fenced(inside)]
            }
            Expr::Call(func, inner) => vec![mi(func.name()), fenced(self.elements(inner))],
            Expr::Sqrt(inner) => vec![element("msqrt", self.elements(inner))],
            Expr::Det(inner) => vec![in_bars(self.elements(inner))],
            Expr::Big { op, index, lower, upper, body, .. } => {
                let mut below = of_symbol(index);
                below.push(mo("="));
                below.extend(self.elements(lower));
                let sign = match op {
                    BigOp::Sum => mo("∑"),
                    BigOp::Product => mo("∏"),
                };
                let limits = element("munderover", [sign, one(below), one(self.elements(upper))]);
                std::iter::once(limits).chain(self.part(body, Op::Body)).collect()
            }
            Expr::Sample(inner, index) => self.raised(inner, in_brackets(of_symbol(index))),
            Expr::Transpose(inner) => self.raised(inner, vec![mi("⊤")]),
            Expr::Inverse(inner) => self.raised(inner, vec![MINUS.to_owned(), mn("1")]),
            Expr::Indicator(chain) => {
                let inside = [mo("{")].into_iter().chain(self.of_chain(chain)).chain([mo("}")]);
                vec!["<mn class=\"bold\">1</mn>".to_owned(), one(inside.collect())]
            }
            Expr::Matrix(rows) => {
                let cell = |cell: &Expr| element("mtd", self.elements(cell));
                let row = |row: &Vec<Expr>| element("mtr", row.iter().map(cell));
                vec![fenced(vec![element("mtable", rows.iter().map(row))])]
            }
        }
    }

    fn part(&self, expr: &Expr, op: Op) -> Elements {
        let elements = self.elements(expr);
        if fence(expr, op, Style::Typeset) { vec![fenced(elements)] } else { elements }
    }

    fn raised(&self, base: &Expr, to: Elements) -> Elements {
        vec![element("msup", [one(self.part(base, Op::Base)), one(to)])]
    }

    fn general(&self, head: &Symbol, args: &[Expr], given: Option<&Expr>) -> Elements {
        let mut inside = Elements::new();
        for (at, arg) in args.iter().enumerate() {
            inside.extend((at > 0).then(|| mo(",")));
            inside.extend(self.elements(arg));
        }
        if let Some(given) = given {
            inside.push(BAR.to_owned());
            inside.extend(self.elements(given));
        }
        of_symbol(head).into_iter().chain([fenced(inside)]).collect()
    }
}

impl Typeset for MathMl {
    const FURTHER_IN: &'static str = "<mspace width=\"1.5em\"/>";

    fn side(&self, expr: &Expr) -> String {
        self.elements(expr).concat()
    }

    fn placed(&self, expr: &Expr, op: Op) -> String {
        self.part(expr, op).concat()
    }

    fn relation(&self, rel: Rel) -> &'static str {
        match rel {
            Rel::Eq => "<mo>=</mo>",
            Rel::Approx => "<mo>≈</mo>",
        }
    }

    fn sign(&self, sign: Sign) -> &'static str {
        match sign {
            Sign::Plus => "<mo form=\"infix\">+</mo>",
            Sign::Less => "<mo form=\"infix\">−</mo>",
            Sign::Times => "<mo>·</mo>",
            Sign::Beside { .. } => THIN,
        }
    }
}

const MINUS: &str = "<mo form=\"prefix\">−</mo>";
const THIN: &str = "<mspace width=\"0.17em\"/>";
/// The bar before what is given, with the blanks of a relation.
const BAR: &str = "<mo form=\"infix\" stretchy=\"false\" lspace=\"0.28em\" rspace=\"0.28em\">|</mo>";

fn table_row(row: &AlignedRow) -> String {
    format!("<mtr><mtd>{}</mtd><mtd>{}</mtd></mtr>", row.left, row.right.trim())
}

fn element(name: &str, inside: impl IntoIterator<Item = String>) -> String {
    format!("<{name}>{}</{name}>", inside.into_iter().collect::<String>())
}

fn one(elements: Elements) -> String {
    match <[String; 1]>::try_from(elements) {
        Ok([only]) => only,
        Err(elements) => element("mrow", elements),
    }
}

fn mi(text: &str) -> String {
    format!("<mi>{text}</mi>")
}

fn mn(text: &str) -> String {
    format!("<mn>{text}</mn>")
}

fn mo(text: &str) -> String {
    format!("<mo>{text}</mo>")
}

fn mtext(text: &str) -> String {
    format!("<mtext>{}</mtext>", MathMl.text(text))
}

/// In round brackets that are as tall as what they hold, and not as what stands beside them.
fn fenced(inside: Elements) -> String {
    element("mrow", in_brackets(inside))
}

fn in_brackets(inside: Elements) -> Elements {
    // Browsers leave room beside brackets that could grow, so only those that must may.
    let grows = inside.iter().any(|element| TALL.iter().any(|tall| element.contains(tall)));
    let bracket = |text| {
        if grows { mo(text) } else { format!("<mo stretchy=\"false\">{text}</mo>") }
    };
    [bracket("(")].into_iter().chain(inside).chain([bracket(")")]).collect()
}

/// What is taller than a line of text.
const TALL: [&str; 4] = ["<mfrac", "<munderover", "<mtable", "<msup"];

fn in_bars(inside: Elements) -> String {
    let bar = |form: &str| format!("<mo form=\"{form}\" fence=\"true\" stretchy=\"true\">|</mo>");
    element("mrow", [bar("prefix")].into_iter().chain(inside).chain([bar("postfix")]))
}

fn of_number(number: &Figure) -> Elements {
    let mut all: Elements = number.negative.then(|| MINUS.to_owned()).into_iter().collect();
    match (&number.body, number.scientific()) {
        (_, Some((digits, exponent))) => {
            let power = match exponent.strip_prefix('-') {
                Some(size) => one(vec![MINUS.to_owned(), mn(size)]),
                None => mn(exponent),
            };
            all.extend([mn(digits), mo("×"), element("msup", [mn("10"), power])]);
        }
        (Body::Digits(digits), None) => all.push(mn(digits)),
        (Body::Fraction(above, below), None) => {
            let signed = |text: &str| match text.strip_prefix('-') {
                Some(size) => one(vec![MINUS.to_owned(), mn(size)]),
                None => mn(text),
            };
            all.push(element("mfrac", [signed(above), signed(below)]));
        }
    }
    all
}

fn of_symbol(symbol: &Symbol) -> Elements {
    let mut all = Elements::new();
    let mut chars = symbol.uni.chars().peekable();
    while let Some(c) = chars.next() {
        let lowered = match c {
            '₀' => Some(mn("0")),
            'ᵢ' => Some(mi("i")),
            _ => None,
        };
        if let Some(lowered) = lowered {
            let base = all.pop().unwrap_or_else(|| element("mrow", []));
            all.push(element("msub", [base, lowered]));
            continue;
        }
        let mut word = String::from(c);
        if c.is_alphabetic() {
            while let Some(next) = chars.next_if(|next| next.is_alphanumeric() && !matches!(next, '₀' | 'ᵢ'))
            {
                word.push(next);
            }
        }
        all.push(match c {
            'Σ' | 'S' if symbol.is_matrix() => format!("<mi mathvariant=\"normal\">{word}</mi>"),
            c if c.is_ascii_digit() => mn(&word),
            c if c.is_alphabetic() => mi(&word),
            _ => mo(&word),
        });
    }
    all
}

pub(super) fn of_quantity(quantity: &Quantity) -> Elements {
    if let Quantity::Formula(of) = quantity {
        return MathMl.elements(&of.expr());
    }
    let parts = quantity.parts();
    let event = |event: &Event, at: Option<usize>| match event {
        Event::Case => mi("x"),
        // Quotes that the notation needs are kept, so that two names never look the same.
        other => mtext(&parts.event_text(other, at)),
    };
    let argument = |(at, argument): (usize, &Argument)| match argument {
        Argument::Event(of) => event(of, Some(at)),
        other => one(argued(other)),
    };
    let given = parts.given.as_ref().map(|given| event(given, None));
    let sigma = || {
        let sigma = "<mi mathvariant=\"normal\">Σ</mi>".to_owned();
        given.iter().fold(sigma, |sigma, class| element("msub", [sigma, class.clone()]))
    };
    let arguments = || between_commas(parts.arguments.iter().enumerate().map(argument));
    let separator = || if parts.given_after_comma() { mo(",") } else { BAR.to_owned() };
    let inside = || {
        let bar = given.iter().flat_map(|given| [separator(), given.clone()]);
        let more = parts.more.iter().flat_map(|more| [mo(","), event(more, None)]);
        arguments().into_iter().chain(bar).chain(more).collect::<Elements>()
    };
    match (parts.head, parts.arguments.as_slice()) {
        ("det", _) => vec![in_bars(vec![sigma()])],
        ("inv", _) => {
            let inverse = element("msup", [sigma(), one(vec![MINUS.to_owned(), mn("1")])]);
            vec![element("msub", [fenced(vec![inverse]), one(arguments())])]
        }
        ("cov", _) => {
            let of = if given.is_some() { fenced(vec![sigma()]) } else { sigma() };
            vec![element("msub", [of, one(arguments())])]
        }
        ("corr", _) => vec![mi("ρ"), fenced(inside())],
        ("chol", _) => vec![element("msub", [mi("L"), one(inside())])],
        ("mean", _) => vec![mi("μ"), fenced(inside())],
        ("var", _) => vec![element("msup", [mi("σ"), mn("2")]), fenced(inside())],
        ("diff" | "solve", _) => {
            let mu = given.iter().fold(mi("μ"), |mu, class| element("msub", [mu, class.clone()]));
            let apart = vec![mi("x"), MINUS.to_owned(), mu];
            let column = if parts.head == "diff" {
                fenced(apart)
            } else {
                let sigma = "<mi mathvariant=\"normal\">Σ</mi>".to_owned();
                let inverse = element("msup", [sigma, one(vec![MINUS.to_owned(), mn("1")])]);
                fenced(vec![inverse, fenced(apart)])
            };
            vec![element("msub", [column, one(arguments())])]
        }
        ("sigmoid", _) => vec![mi("σ"), fenced(vec![mi("z")])],
        ("theta", _) => vec![element("msub", [mi("θ"), one(inside())])],
        ("ln", [Argument::Quantity(of)]) if matches!(**of, Quantity::Formula(_)) => {
            vec![mi("ln"), fenced(of_quantity(of))]
        }
        ("ln", [Argument::Quantity(of)]) => {
            [mi("ln"), THIN.to_owned()].into_iter().chain(of_quantity(of)).collect()
        }
        ("slope", [Argument::Quantity(of)]) => {
            let below = std::iter::once(mo("∂")).chain(of_quantity(of));
            vec![element("mfrac", [one(vec![mo("∂"), mi("ℓ")]), one(below.collect())])]
        }
        (_, arguments) => {
            let head = mi(parts.symbol().unwrap_or_else(|word| word));
            if arguments.is_empty() { vec![head] } else { vec![head, fenced(inside())] }
        }
    }
}

fn argued(argument: &Argument) -> Elements {
    match argument {
        Argument::Event(event) => vec![mtext(&event.to_string())],
        Argument::Intercept => vec![mn("0")],
        Argument::Sigma => vec![mi("Σ")],
        Argument::Logit => vec![mi("z")],
        Argument::All => vec![mo("*")],
        Argument::Place(place) => vec![mn(&place.to_string())],
        Argument::Decimal(decimal) => vec![mn(decimal)],
        Argument::Assumed(assumed) => vec![mtext(assumed.word())],
        Argument::Quantity(of) => of_quantity(of),
    }
}

fn between_commas(all: impl IntoIterator<Item = String>) -> Elements {
    let mut found = Elements::new();
    for element in all {
        found.extend((!found.is_empty()).then(|| mo(",")));
        found.push(element);
    }
    found
}
