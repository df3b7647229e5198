//! Formulas as LaTeX mathematics, for a report or a slide.
//!
//! Names from the data go into `\text{…}` with everything LaTeX would act on escaped. Where a long
//! one is broken is not decided here.

use super::linear::{self, AlignedRow, Typeset};
use super::precedence::{Body, Figure, Op, Sign, Style, fence, figure, relation};
use super::quantity_parts::Argument;
use super::{BigOp, Chain, Event, Expr, Func, Quantity, Rel, Symbol};
use crate::text::shown;

/// The LaTeX notation, for the inside of a mathematics environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latex;

impl Latex {
    pub fn chain(&self, chain: &Chain) -> String {
        let mut text = self.expr(&chain.lhs);
        for (rel, side) in &chain.rest {
            text.push_str(self.relation(relation(*rel, side)));
            text.push_str(&self.expr(side));
        }
        text
    }

    pub fn expr(&self, expr: &Expr) -> String {
        if let Some(number) = figure(expr) {
            return draw_number(&number);
        }
        match expr.plain() {
            // Numbers are figures and have been drawn.
            Expr::Num(_) | Expr::Rounded(..) | Expr::Ratio(..) | Expr::Decimal(_) => String::new(),
            Expr::Sym(symbol) => symbol.tex.to_owned(),
            Expr::Of(quantity) => draw_quantity(quantity),
            Expr::Text(text) => in_text(text),
            Expr::General { head, args, given } => self.general(head, args, given.as_deref()),
            Expr::Add(items) if items.is_empty() => "0".to_owned(),
            Expr::Mul(items) | Expr::Juxt(items) if items.is_empty() => "1".to_owned(),
            list @ (Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_)) => self.items(list).concat(),
            Expr::Neg(inner) => format!("-{}", self.part(inner, Op::Negated)),
            Expr::Frac(above, below) => format!("\\frac{{{}}}{{{}}}", self.expr(above), self.expr(below)),
            Expr::Pow(base, exponent) => {
                format!("{}^{{{}}}", self.part(base, Op::Base), self.expr(exponent))
            }
            Expr::Call(Func::Factorial, inner) => format!("{}!", self.part(inner, Op::Base)),
            Expr::Call(Func::ChiSquareTail(k), inner) => {
                format!("P{}", in_brackets(&format!("\\chi^2_{{{k}}} > {}", self.expr(inner))))
            }
            Expr::Call(func, inner) => {
                let name = match func {
                    Func::Exp => "\\exp",
                    Func::Ln => "\\ln",
                    Func::Log10 => "\\log_{10}",
                    Func::Log2 => "\\log_{2}",
                    Func::Factorial | Func::ChiSquareTail(_) => func.name(),
                };
                format!("{name}{}", in_brackets(&self.expr(inner)))
            }
            Expr::Sqrt(inner) => format!("\\sqrt{{{}}}", self.expr(inner)),
            Expr::Det(inner) => in_bars(&self.expr(inner)),
            Expr::Big { op, index, lower, upper, body, .. } => {
                let sign = match op {
                    BigOp::Sum => "\\sum",
                    BigOp::Product => "\\prod",
                };
                let (lower, upper) = (self.expr(lower), self.expr(upper));
                format!("{sign}_{{{} = {lower}}}^{{{upper}}} {}", index.tex, self.part(body, Op::Body))
            }
            Expr::Sample(inner, index) => format!("{}^{{({})}}", self.part(inner, Op::Base), index.tex),
            Expr::Transpose(inner) => format!("{}^{{\\top}}", self.part(inner, Op::Base)),
            Expr::Inverse(inner) => format!("{}^{{-1}}", self.part(inner, Op::Base)),
            Expr::Indicator(chain) => format!("\\mathbf{{1}}\\{{{}\\}}", self.chain(chain)),
            Expr::Matrix(rows) => {
                let rows: Vec<String> = rows
                    .iter()
                    .map(|cells| cells.iter().map(|cell| self.expr(cell)).collect::<Vec<_>>().join(" & "))
                    .collect();
                format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))
            }
        }
    }

    /// A text from the data or the program, for the inside of `\text{…}` and for paragraphs: nothing in it acts.
    pub fn text(&self, text: &str) -> String {
        escaped(text)
    }

    /// Chains below each other in rows of at most about `width` characters, for an environment that aligns them.
    pub(crate) fn rows<'a>(
        &self,
        chains: impl IntoIterator<Item = &'a Chain>,
        width: usize,
    ) -> Vec<AlignedRow> {
        linear::rows(self, chains, width)
    }

    /// Rows as the inside of a display: a single one as it is, several as one `aligned` with a line for each. No line is
    /// empty, and every row but the last ends with `\\`.
    pub(crate) fn display(&self, rows: &[AlignedRow]) -> String {
        if let [only] = rows {
            return lines_of_matrices(format!("{}{}", only.left, only.right).trim());
        }
        let rows: Vec<String> = rows.iter().map(|row| format!("{} &{}", row.left, row.right)).collect();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim()).collect();
        format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines_of_matrices(&rows.join(" \\\\\n")))
    }

    fn part(&self, expr: &Expr, op: Op) -> String {
        let text = self.expr(expr);
        if fence(expr, op, Style::Typeset) { in_brackets(&text) } else { text }
    }

    fn general(&self, head: &Symbol, args: &[Expr], given: Option<&Expr>) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect();
        let given = given.map(|given| format!(" \\mid {}", self.expr(given))).unwrap_or_default();
        format!("{}({}{given})", head.tex, args.join(","))
    }
}

impl Typeset for Latex {
    const FURTHER_IN: &'static str = " \\quad ";

    fn side(&self, expr: &Expr) -> String {
        self.expr(expr)
    }

    fn placed(&self, expr: &Expr, op: Op) -> String {
        self.part(expr, op)
    }

    fn relation(&self, rel: Rel) -> &'static str {
        match rel {
            Rel::Eq => " = ",
            Rel::Approx => " \\approx ",
        }
    }

    fn sign(&self, sign: Sign) -> &'static str {
        match sign {
            Sign::Plus => " + ",
            Sign::Less => " - ",
            Sign::Times => " \\cdot ",
            Sign::Beside { .. } => " \\, ",
        }
    }
}

/// Rows of a matrix on lines of their own: some renderers know `\\` at the end of a line only.
fn lines_of_matrices(tex: &str) -> String {
    tex.replace(" \\\\ ", " \\\\\n")
}

fn draw_number(number: &Figure) -> String {
    let sign = if number.negative { "-" } else { "" };
    match (&number.body, number.scientific()) {
        (_, Some((digits, exponent))) => format!("{sign}{digits} \\times 10^{{{exponent}}}"),
        (Body::Digits(digits), None) => format!("{sign}{digits}"),
        (Body::Fraction(above, below), None) => format!("{sign}\\frac{{{above}}}{{{below}}}"),
    }
}

fn draw_quantity(quantity: &Quantity) -> String {
    if let Quantity::Formula(of) = quantity {
        return Latex.expr(&of.expr());
    }
    let parts = quantity.parts();
    let event = |event: &Event, at: Option<usize>| match event {
        Event::Case => "x".to_owned(),
        // Quotes that the notation needs are kept, so that two names never look the same.
        other => in_text(&parts.event_text(other, at)),
    };
    let argument = |(at, argument): (usize, &Argument)| match argument {
        Argument::Event(of) => event(of, Some(at)),
        other => draw_argument(other),
    };
    let arguments: Vec<String> = parts.arguments.iter().enumerate().map(argument).collect();
    let inside = arguments.join(",");
    let given = parts.given.as_ref().map(|given| event(given, None));
    let sigma = || given.as_ref().map_or("\\Sigma".to_owned(), |class| format!("\\Sigma_{{{class}}}"));
    let separator = if parts.given_after_comma() { "," } else { " \\mid " };
    let more: String = parts.more.iter().map(|more| format!(",{}", event(more, None))).collect();
    let bar = given.as_ref().map(|given| format!("{separator}{given}{more}")).unwrap_or_default();
    match parts.head {
        "det" => return format!("\\lvert {} \\rvert", sigma()),
        "inv" => return format!("\\left({}^{{-1}}\\right)_{{{inside}}}", sigma()),
        "cov" if given.is_some() => return format!("\\left({}\\right)_{{{inside}}}", sigma()),
        "cov" => return format!("\\Sigma_{{{inside}}}"),
        "corr" => return format!("\\rho({inside}{bar})"),
        "chol" => return format!("L_{{{inside}{bar}}}"),
        "mean" => return format!("\\mu({inside}{bar})"),
        "var" => return format!("\\sigma^2({inside}{bar})"),
        "theta" => return format!("\\theta_{{{inside}{bar}}}"),
        "ln" if matches!(quantity, Quantity::Ln(of) if matches!(**of, Quantity::Formula(_))) => {
            return format!("\\ln{}", in_brackets(&inside));
        }
        "ln" => return format!("\\ln {inside}"),
        "diff" => return format!("(x - \\mu_{{{}}})_{{{inside}}}", given.unwrap_or_default()),
        "solve" => {
            let of = given.unwrap_or_default();
            return format!("(\\Sigma^{{-1}}(x - \\mu_{{{of}}}))_{{{inside}}}");
        }
        "sigmoid" => return "\\sigma(z)".to_owned(),
        "slope" => return format!("\\frac{{\\partial \\ell}}{{\\partial {inside}}}"),
        _ => {}
    }
    let head = match parts.symbol() {
        Ok("α") => "\\alpha".to_owned(),
        Ok("ℓ") => "\\ell".to_owned(),
        Ok(letter) => letter.to_owned(),
        Err(word) => format!("\\operatorname{{{}}}", word.replace(' ', "\\ ")),
    };
    if arguments.is_empty() { head } else { format!("{head}({inside}{bar})") }
}

fn draw_argument(argument: &Argument) -> String {
    match argument {
        Argument::Event(event) => in_text(&event.to_string()),
        Argument::Intercept => "0".to_owned(),
        Argument::Sigma => "\\Sigma".to_owned(),
        Argument::Logit => "z".to_owned(),
        Argument::All => "*".to_owned(),
        Argument::Place(place) => place.to_string(),
        Argument::Decimal(decimal) => decimal.clone(),
        Argument::Assumed(assumed) => format!("\\text{{{}}}", assumed.word()),
        Argument::Quantity(of) => draw_quantity(of),
    }
}

fn in_bars(text: &str) -> String {
    let (left, right) = if text.contains("\\begin") { ("\\left", "\\right") } else { ("", "") };
    format!("{left}\\lvert {text} {right}\\rvert")
}

fn in_brackets(text: &str) -> String {
    format!("\\left({text}\\right)")
}

fn in_text(text: &str) -> String {
    format!("\\text{{{}}}", escaped(text))
}

/// Text of any characters as text of LaTeX, with everything it would act on escaped: for `\text{…}` and for paragraphs.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in shown(text).chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '{' | '}' | '_' | '#' | '$' | '%' | '&' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_act_on_latex() {
        let text = Latex.expr(&Expr::Text("50% of {a_b} & #1 $x^2$ ~ C:\\n".into()));
        assert_eq!(
            text,
            "\\text{50\\% of \\{a\\_b\\} \\& \\#1 \\$x\\textasciicircum{}2\\$ \\textasciitilde{} C:\\textbackslash{}n}"
        );
    }

    #[test]
    fn addresses_have_their_notation() {
        for (quantity, text) in [
            ("P(\"a|b\" | x)", "P(\\text{\"a|b\"} \\mid x)"),
            ("ln score(China)", "\\ln \\operatorname{score}(\\text{China})"),
            ("var(height)", "\\sigma^2(\\text{height})"),
            ("cov(a, b | c)", "\\left(\\Sigma_{\\text{c}}\\right)_{\\text{a},\\text{b}}"),
            ("det(Sigma | male)", "\\lvert \\Sigma_{\\text{male}} \\rvert"),
            ("inv(a, b)", "\\left(\\Sigma^{-1}\\right)_{\\text{a},\\text{b}}"),
            ("inv(a, b | c)", "\\left(\\Sigma_{\\text{c}}^{-1}\\right)_{\\text{a},\\text{b}}"),
            ("theta(height)", "\\theta_{\\text{height}}"),
        ] {
            assert_eq!(draw_quantity(&quantity.parse().unwrap()), text);
        }
    }

    fn number(value: i64) -> Expr {
        Expr::Num(crate::math::Number::from_int(value))
    }

    fn display(chains: &[&Chain], width: usize) -> String {
        Latex.display(&Latex.rows(chains.iter().copied(), width))
    }

    #[test]
    fn a_chain_that_fits_stays_on_one_line() {
        let chain = Chain::new(Expr::Text("a_b".into())).eq(number(3)).eq(number(4));
        assert_eq!(display(&[&chain], 70), "\\text{a\\_b} = 3 = 4");
    }

    #[test]
    fn a_long_chain_is_broken_at_its_relations_and_between_factors() {
        let product = Expr::Mul((1000..1008).map(number).collect());
        let chain = Chain::new(Expr::Text("s".into())).eq(product).eq(number(4));
        assert_eq!(
            display(&[&chain], 30),
            "\\begin{aligned}\n\\text{s} & = 1000 \\cdot 1001 \\cdot 1002 \\\\\n\
             & \\quad \\cdot 1003 \\cdot 1004 \\cdot 1005 \\\\\n\
             & \\quad \\cdot 1006 \\cdot 1007 \\\\\n& = 4\n\\end{aligned}"
        );
        let widths: Vec<[usize; 2]> = Latex.rows([&chain], 30).iter().map(|row| row.widths).collect();
        assert_eq!(widths, [[1, 24], [0, 24], [0, 17], [0, 4]]);
    }

    #[test]
    fn what_has_no_room_beside_its_left_side_hangs_below_it() {
        let wide = Expr::Text("twenty characters ..".into());
        let chain = Chain::new(Expr::Text("eighteen letters ..".into())).eq(wide).eq(number(4));
        assert_eq!(
            display(&[&chain], 36),
            "\\begin{aligned}\n& \\text{eighteen letters ..} \\\\\n\
             & \\quad = \\text{twenty characters ..} = 4\n\\end{aligned}"
        );
    }

    #[test]
    fn chains_stand_below_each_other_and_so_do_the_rows_of_a_matrix() {
        let chain = |at: i64| Chain::new(Expr::Text("s".into())).eq(number(at));
        assert_eq!(
            display(&[&chain(1), &chain(2)], 70),
            "\\begin{aligned}\n\\text{s} & = 1 \\\\\n\\text{s} & = 2\n\\end{aligned}"
        );
        let matrix = Chain::new(Expr::Matrix(vec![vec![number(1), number(2)], vec![number(3), number(4)]]));
        assert_eq!(display(&[&matrix], 70), "\\begin{pmatrix} 1 & 2 \\\\\n3 & 4 \\end{pmatrix}");
    }
}
