//! Formulas in LaTeX and in MathML Core. Each construct is a [`NotationPair`]: what LaTeX writes and what MathML writes, with
//! `@` for each part. Names from the data are escaped, so that nothing in them acts on LaTeX or on a page.

use super::address::QuantityArgument;
use super::draw::Linear;
use super::precedence::{DrawnNumber, FormulaStyle, InfixSign, Op, fence, figure, items, relation};
use super::{Chain, Event, Expr, Func, Quantity, Rel, Symbol};
use crate::text::{display_width, shown};

/// The LaTeX notation, for the inside of a mathematics environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latex;

/// The notation of browsers: elements for the inside of `<math>`, or the whole of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MathMl;

impl Latex {
    pub fn chain(&self, chain: &Chain) -> String {
        Typeset::Latex.chain(chain).concat()
    }

    pub fn expr(&self, expr: &Expr) -> String {
        Typeset::Latex.side(expr)
    }

    /// Escapes a text from the data or the program, for the inside of `\text{…}` and for paragraphs.
    pub fn text(&self, text: &str) -> String {
        Typeset::Latex.escaped(text)
    }

    /// Chains below each other in rows of at most about `width` characters, for an environment that aligns them.
    pub fn rows<'a>(&self, chains: impl IntoIterator<Item = &'a Chain>, width: usize) -> Vec<AlignedRow> {
        chains.into_iter().flat_map(|chain| Typeset::Latex.rows(chain, width)).collect()
    }

    /// Rows as the inside of a display: a single one as it is, several as one `aligned` with a line for each. No line is
    /// empty, and every row but the last ends with `\\`.
    pub fn display(&self, rows: &[AlignedRow]) -> String {
        // Some renderers know `\\` at the end of a line only.
        let lines_of_matrices = |tex: &str| tex.replace(" \\\\ ", " \\\\\n");
        if let [only] = rows {
            return lines_of_matrices(format!("{}{}", only.left, only.right).trim());
        }
        let rows: Vec<String> = rows.iter().map(|row| format!("{} &{}", row.left, row.right)).collect();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim()).collect();
        format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines_of_matrices(&rows.join(" \\\\\n")))
    }
}

impl MathMl {
    pub fn chain(&self, chain: &Chain) -> String {
        Typeset::MathMl.chain(chain).concat()
    }

    /// Escapes a text from the data or the program, for the inside of an element or of an attribute in double quotes.
    pub fn text(&self, text: &str) -> String {
        Typeset::MathMl.escaped(text)
    }

    /// Chains below each other as one `<math>` in display style: a single chain that fits in `width` characters as it
    /// is, else a table of rows with the relations below each other. A reader of screens gets them as lines of text.
    pub fn display<'a>(
        &self,
        chains: impl IntoIterator<Item = &'a Chain, IntoIter: Clone>,
        width: usize,
    ) -> String {
        let chains = chains.into_iter();
        let lines: Vec<String> = chains.clone().map(|chain| Linear::default().chain(chain)).collect();
        let rows: Vec<AlignedRow> = chains.flat_map(|chain| Typeset::MathMl.rows(chain, width)).collect();
        let sides = |row: &AlignedRow| [row.left.clone(), row.right.trim().to_owned()];
        let inside = if let [only] = rows.as_slice() {
            format!("<mrow>{}</mrow>", sides(only).concat())
        } else {
            let row = |row| format!("<mtr><mtd>{}</mtd></mtr>", sides(row).join("</mtd><mtd>"));
            let rows: String = rows.iter().map(row).collect();
            let kind = "class=\"chain\" displaystyle=\"true\" columnalign=\"right left\"";
            format!("<mtable {kind}>{rows}</mtable>")
        };
        let alttext = self.text(&lines.join("; "));
        format!("<math displaystyle=\"true\" alttext=\"{alttext}\">{inside}</math>")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typeset {
    Latex,
    MathMl,
}

/// The parts of a row. For LaTeX it makes no difference how many pieces there are.
type Elements = Vec<String>;

type NotationPair = (&'static str, &'static str);

const FRACTION: NotationPair = ("\\frac{@}{@}", "<mfrac>@@</mfrac>");
const ABOVE: NotationPair = ("@^{@}", "<msup>@@</msup>");
const BELOW: NotationPair = ("@_{@}", "<msub>@@</msub>");
const ROOT: NotationPair = ("\\sqrt{@}", "<msqrt>@</msqrt>");
const LIMITS: NotationPair = ("@_{@}^{@} ", "<munderover>@@@</munderover>");
const MINUS: NotationPair = ("-", "<mo form=\"prefix\">−</mo>");
const EQUAL: NotationPair = (" = ", "<mo>=</mo>");
const COMMA: NotationPair = (",", "<mo>,</mo>");
const THIN: NotationPair = (" \\, ", "<mspace width=\"0.17em\"/>");
const SIGMA: NotationPair = ("\\Sigma", "<mi mathvariant=\"normal\">Σ</mi>");
/// The bar before what is given, with the blanks of a relation.
const BAR: NotationPair =
    (" \\mid ", "<mo form=\"infix\" stretchy=\"false\" lspace=\"0.28em\" rspace=\"0.28em\">|</mo>");
/// The space before a row that goes on with a side.
const FURTHER_IN: NotationPair = (" \\quad ", "<mspace width=\"1.5em\"/>");

impl Typeset {
    fn pick(self, (latex, mathml): NotationPair) -> &'static str {
        if self == Typeset::Latex { latex } else { mathml }
    }

    fn put<const N: usize>(self, form: NotationPair, parts: [Elements; N]) -> String {
        let mut pieces = self.pick(form).split('@');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (part, piece) in parts.into_iter().zip(pieces) {
            text.extend([&self.one(part), piece]);
        }
        text
    }

    /// The elements as one, for places where MathML wants that.
    fn one(self, elements: Elements) -> String {
        match (self, elements.len()) {
            (Typeset::Latex, _) | (_, 1) => elements.concat(),
            _ => format!("<mrow>{}</mrow>", elements.concat()),
        }
    }

    fn leaf(self, tag: &str, text: &str) -> String {
        if self == Typeset::Latex { text.to_owned() } else { format!("<{tag}>{text}</{tag}>") }
    }

    fn digits(self, text: &str) -> String {
        self.leaf("mn", text)
    }

    fn text(self, text: &str) -> Elements {
        let text = self.escaped(text);
        vec![if self == Typeset::Latex { format!("\\text{{{text}}}") } else { self.leaf("mtext", &text) }]
    }

    fn escaped(self, text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for c in shown(text).chars() {
            match (self, c) {
                (Typeset::Latex, '\\') => escaped.push_str("\\textbackslash{}"),
                (Typeset::Latex, '^') => escaped.push_str("\\textasciicircum{}"),
                (Typeset::Latex, '~') => escaped.push_str("\\textasciitilde{}"),
                (Typeset::Latex, '{' | '}' | '_' | '#' | '$' | '%' | '&') => escaped.extend(['\\', c]),
                (Typeset::MathMl, '&') => escaped.push_str("&amp;"),
                (Typeset::MathMl, '<') => escaped.push_str("&lt;"),
                (Typeset::MathMl, '>') => escaped.push_str("&gt;"),
                (Typeset::MathMl, '"') => escaped.push_str("&quot;"),
                (_, c) => escaped.push(c),
            }
        }
        escaped
    }

    fn chain(self, chain: &Chain) -> Elements {
        let mut all = self.elements(&chain.lhs);
        for (rel, side) in &chain.rest {
            all.push(self.relation(*rel, side).to_owned());
            all.extend(self.elements(side));
        }
        all
    }

    fn side(self, expr: &Expr) -> String {
        self.elements(expr).concat()
    }

    fn elements(self, expr: &Expr) -> Elements {
        if let Some(number) = figure(expr) {
            return self.number(&number);
        }
        let all = |parts: &[&[String]]| parts.concat();
        let minus = || self.pick(MINUS).to_owned();
        match expr.plain() {
            // Numbers are figures and have been drawn.
            Expr::Num(_) | Expr::Rounded(..) | Expr::Ratio(..) | Expr::Decimal(_) => Elements::new(),
            Expr::Sym(symbol) => self.symbol(symbol),
            Expr::Of(quantity) => self.quantity(quantity),
            Expr::Text(text) => self.text(text),
            Expr::General { head, args, given } => {
                let mut inside = self.between_commas(args.iter().map(|arg| self.elements(arg)));
                if let Some(given) = given {
                    inside.push(self.pick(BAR).to_owned());
                    inside.extend(self.elements(given));
                }
                all(&[&self.symbol(head), &[self.brackets(inside)]])
            }
            list @ (Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_)) => self.items(list),
            Expr::Neg(inner) => all(&[&[minus()], &self.part(inner, Op::Negated)]),
            Expr::Frac(above, below) => {
                vec![self.put(FRACTION, [self.elements(above), self.elements(below)])]
            }
            Expr::Pow(base, exponent) => self.raised(base, self.elements(exponent)),
            Expr::Call(Func::Factorial, inner) => {
                all(&[&self.part(inner, Op::Base), &[self.leaf("mo", "!")]])
            }
            Expr::Call(Func::ChiSquareTail(k), inner) => {
                let chi = ("\\chi^2_{@} > ", "<msubsup><mi>χ</mi>@<mn>2</mn></msubsup><mo>&gt;</mo>");
                let beyond = self.put(chi, [vec![self.digits(&k.to_string())]]);
                vec![self.leaf("mi", "P"), self.fenced(all(&[&[beyond], &self.elements(inner)]))]
            }
            Expr::Call(func, inner) => {
                all(&[&self.symbol(&func.symbol()), &[self.fenced(self.elements(inner))]])
            }
            Expr::Sqrt(inner) => vec![self.put(ROOT, [vec![self.side(inner)]])],
            Expr::Det(inner) => vec![self.bars(self.elements(inner))],
            Expr::Big { op, index, lower, upper, body, .. } => {
                let equal = self.pick(EQUAL).to_owned();
                let below = all(&[&self.symbol(index), &[equal], &self.elements(lower)]);
                let limits = self.put(LIMITS, [self.symbol(&op.symbol()), below, self.elements(upper)]);
                all(&[&[limits], &self.part(body, Op::Body)])
            }
            Expr::Sample(inner, index) => self.raised(inner, vec![self.brackets(self.symbol(index))]),
            Expr::Transpose(inner) => self.raised(inner, vec![self.pick(("\\top", "<mi>⊤</mi>")).to_owned()]),
            Expr::Inverse(inner) => self.raised(inner, self.signed("-1")),
            Expr::Indicator(chain) => {
                let one = self.pick(("\\mathbf{1}", "<mn class=\"bold\">1</mn>")).to_owned();
                let braces = ("\\{@\\}", "<mrow><mo>{</mo>@<mo>}</mo></mrow>");
                vec![one, self.put(braces, [vec![self.chain(chain).concat()]])]
            }
            Expr::Matrix(rows) => vec![self.matrix(rows)],
        }
    }

    fn part(self, expr: &Expr, op: Op) -> Elements {
        let elements = self.elements(expr);
        if fence(expr, op, FormulaStyle::Typeset) { vec![self.fenced(elements)] } else { elements }
    }

    fn raised(self, base: &Expr, to: Elements) -> Elements {
        vec![self.put(ABOVE, [self.part(base, Op::Base), to])]
    }

    /// The terms, factors or neighbours that a list is made of, each but the first with its sign before it.
    fn items(self, list: &Expr) -> Elements {
        let item = |(sign, item, op): (Option<InfixSign>, &Expr, Op)| {
            let sign = sign.map_or(("", ""), |sign| match sign {
                InfixSign::Plus => (" + ", "<mo form=\"infix\">+</mo>"),
                InfixSign::Less => (" - ", "<mo form=\"infix\">−</mo>"),
                InfixSign::Times => (" \\cdot ", "<mo>·</mo>"),
                InfixSign::Beside { .. } => THIN,
            });
            format!("{}{}", self.pick(sign), self.part(item, op).concat())
        };
        items(list, FormulaStyle::Typeset).into_iter().map(item).collect()
    }

    fn relation(self, rel: Rel, side: &Expr) -> &'static str {
        self.pick(match relation(rel, side) {
            Rel::Eq => EQUAL,
            Rel::Approx => (" \\approx ", "<mo>≈</mo>"),
        })
    }

    fn between_commas(self, parts: impl IntoIterator<Item = Elements>) -> Elements {
        let mut all = Elements::new();
        for (at, part) in parts.into_iter().enumerate() {
            all.extend((at > 0).then(|| self.pick(COMMA).to_owned()));
            all.extend(part);
        }
        all
    }

    /// Round brackets of a row's height in LaTeX; in MathML as tall as what they hold.
    fn brackets(self, inside: Elements) -> String {
        if self == Typeset::Latex {
            return format!("({})", inside.concat());
        }
        // Browsers leave room beside brackets that could grow, so only those that must may.
        let tall = ["<mfrac", "<munderover", "<mtable", "<msup"];
        let grows = inside.iter().any(|element| tall.iter().any(|tall| element.contains(tall)));
        let kind = if grows { "" } else { " stretchy=\"false\"" };
        format!("<mrow><mo{kind}>(</mo>{}<mo{kind}>)</mo></mrow>", inside.concat())
    }

    /// Round brackets that are as tall as what they hold.
    fn fenced(self, inside: Elements) -> String {
        match self {
            Typeset::Latex => format!("\\left({}\\right)", inside.concat()),
            Typeset::MathMl => self.brackets(inside),
        }
    }

    fn bars(self, inside: Elements) -> String {
        let inside = inside.concat();
        let form = match self {
            Typeset::Latex if inside.contains("\\begin") => ("\\left\\lvert @ \\right\\rvert", ""),
            _ => (
                "\\lvert @ \\rvert",
                "<mrow><mo form=\"prefix\" fence=\"true\" stretchy=\"true\">|</mo>@\
                 <mo form=\"postfix\" fence=\"true\" stretchy=\"true\">|</mo></mrow>",
            ),
        };
        self.put(form, [vec![inside]])
    }

    fn matrix(self, rows: &[Vec<Expr>]) -> String {
        let (between_cells, between_rows) = (self.pick((" & ", "")), self.pick((" \\\\ ", "")));
        let row = |row: &Vec<Expr>| {
            let cells = row.iter().map(|cell| self.put(("@", "<mtd>@</mtd>"), [vec![self.side(cell)]]));
            self.put(("@", "<mtr>@</mtr>"), [vec![cells.collect::<Vec<_>>().join(between_cells)]])
        };
        let rows = vec![rows.iter().map(row).collect::<Vec<_>>().join(between_rows)];
        match self {
            Typeset::Latex => self.put(("\\begin{pmatrix} @ \\end{pmatrix}", ""), [rows]),
            Typeset::MathMl => self.fenced(vec![self.put(("", "<mtable>@</mtable>"), [rows])]),
        }
    }

    fn signed(self, digits: &str) -> Elements {
        match digits.strip_prefix('-') {
            Some(size) => vec![self.pick(MINUS).to_owned(), self.digits(size)],
            None => vec![self.digits(digits)],
        }
    }

    fn number(self, number: &DrawnNumber) -> Elements {
        let mut all: Elements = number.negative.then(|| self.pick(MINUS).to_owned()).into_iter().collect();
        match (&number.denominator, number.scientific()) {
            (Some(below), _) => {
                all.push(self.put(FRACTION, [self.signed(&number.digits), self.signed(below)]));
            }
            (None, Some((digits, exponent))) => {
                let power = self.put(ABOVE, [vec![self.digits("10")], self.signed(exponent)]);
                all.extend([self.digits(digits), self.pick((" \\times ", "<mo>×</mo>")).to_owned(), power]);
            }
            (None, None) => all.push(self.digits(&number.digits)),
        }
        all
    }

    fn symbol(self, symbol: &Symbol) -> Elements {
        if self == Typeset::Latex {
            return vec![symbol.tex.to_owned()];
        }
        let mut all = Elements::new();
        let mut chars = symbol.uni.chars().peekable();
        while let Some(c) = chars.next() {
            let lowered = match c {
                '₀' => Some(self.digits("0")),
                'ᵢ' => Some(self.leaf("mi", "i")),
                _ => None,
            };
            if let Some(lowered) = lowered {
                let base = all.pop().into_iter().collect();
                all.push(self.put(BELOW, [base, vec![lowered]]));
                continue;
            }
            let mut word = String::from(c);
            if c.is_alphabetic() {
                let goes_on = |next: &char| next.is_alphanumeric() && !matches!(next, '₀' | 'ᵢ');
                word.extend(std::iter::from_fn(|| chars.next_if(goes_on)));
            }
            all.push(match c {
                'Σ' | 'S' if symbol.is_matrix() => format!("<mi mathvariant=\"normal\">{word}</mi>"),
                c if c.is_ascii_digit() => self.digits(&word),
                c if c.is_alphabetic() => self.leaf("mi", &word),
                _ => self.leaf("mo", &word),
            });
        }
        all
    }

    fn quantity(self, quantity: &Quantity) -> Elements {
        match quantity {
            Quantity::Formula(of) => return self.elements(&of.expr()),
            Quantity::Ln(of) if matches!(**of, Quantity::Formula(_)) => {
                return self.elements(&Expr::Of((**of).clone()).ln());
            }
            Quantity::Ln(of) => {
                let ln = self.pick(("\\ln ", "<mi>ln</mi><mspace width=\"0.17em\"/>")).to_owned();
                return [vec![ln], self.quantity(of)].concat();
            }
            _ => {}
        }
        let parts = quantity.parts();
        let letter = |latex, mathml| vec![self.pick((latex, mathml)).to_owned()];
        let below = |base: Elements, below: Elements| vec![self.put(BELOW, [base, below])];
        let given = parts.given.first().map(|given| self.argument(given));
        let of_class = |base: Elements| given.clone().into_iter().fold(base, below);
        let arguments = self.between_commas(parts.arguments.iter().map(|of| self.argument(of)));
        let mut inside = arguments.clone();
        if given.is_some() {
            inside.push(self.pick(if parts.given_after_comma() { COMMA } else { BAR }).to_owned());
            inside.extend(self.between_commas(parts.given.iter().map(|given| self.argument(given))));
        }
        let inverse = |sigma: Elements| self.put(ABOVE, [sigma, self.signed("-1")]);
        let sigma = || vec![self.pick(SIGMA).to_owned()];
        // x − μ
        let deviation = || {
            let (x, minus) = (self.leaf("mi", "x"), self.pick((" - ", MINUS.1)).to_owned());
            self.brackets([vec![x, minus], of_class(letter("\\mu", "<mi>μ</mi>"))].concat())
        };
        let head = match parts.head {
            "det" => return vec![self.bars(of_class(sigma()))],
            "inv" => return below(vec![self.fenced(vec![inverse(of_class(sigma()))])], arguments),
            "cov" if given.is_some() => return below(vec![self.fenced(of_class(sigma()))], arguments),
            "cov" => return below(sigma(), arguments),
            "chol" => return below(letter("L", "<mi>L</mi>"), inside),
            "theta" => return below(letter("\\theta", "<mi>θ</mi>"), inside),
            "diff" => return below(vec![deviation()], arguments),
            "solve" => return below(vec![self.brackets(vec![inverse(sigma()), deviation()])], arguments),
            "slope" => {
                let above = letter("\\partial \\ell", "<mrow><mo>∂</mo><mi>ℓ</mi></mrow>");
                let below = [letter("\\partial ", "<mo>∂</mo>"), inside].concat();
                return vec![self.put(FRACTION, [above, below])];
            }
            "var" => letter("\\sigma^2", "<msup><mi>σ</mi><mn>2</mn></msup>"),
            word => match parts.symbol() {
                Some(symbol) => self.symbol(&symbol),
                None if word.len() == 1 || self == Typeset::MathMl => vec![self.leaf("mi", word)],
                None => vec![format!("\\operatorname{{{}}}", word.replace(' ', "\\ "))],
            },
        };
        if arguments.is_empty() { head } else { [head, vec![self.brackets(inside)]].concat() }
    }

    fn argument(self, argument: &QuantityArgument) -> Elements {
        match argument {
            QuantityArgument::Event(Event::Case) => vec![self.leaf("mi", "x")],
            // Quotes that the notation needs are kept, so that two names never look the same.
            QuantityArgument::Event(event) => self.text(&event.to_string()),
            QuantityArgument::Name(name) => self.text(&name.to_string()),
            QuantityArgument::Digits(digits) => vec![self.digits(digits)],
            QuantityArgument::Word("*") => vec![self.leaf("mo", "*")],
            QuantityArgument::Word("z") => vec![self.leaf("mi", "z")],
            QuantityArgument::Word(word) => self.text(word),
            QuantityArgument::Quantity(of) => self.quantity(of),
        }
    }
}

/// One row of chains below each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedRow {
    /// The text before the relation; empty where a row goes on with what is above it.
    pub left: String,
    pub right: String,
    /// About how many characters wide the two are drawn.
    pub widths: [usize; 2],
}

/// Indent of a part below its left side, in characters.
const INDENT: usize = 4;
/// Characters of a relation or an operator with its blanks.
const RELATION: usize = 3;

impl Typeset {
    /// A chain in rows, broken before relations and between the terms or factors of a side where a row would be wider
    /// than `width` characters. A row is still wider than that where a single part is.
    fn rows(self, chain: &Chain, width: usize) -> Vec<AlignedRow> {
        let own = extent(&chain.lhs);
        let rest: usize = chain.rest.iter().map(|(_, side)| extent(side) + RELATION).sum();
        let is_list = matches!(chain.lhs.plain(), Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_));
        let mut left = self.side(&chain.lhs);
        if own + rest <= width || chain.rest.is_empty() && !is_list {
            let side = |(rel, side): &(Rel, Expr)| [self.relation(*rel, side), &self.side(side)].concat();
            let right = chain.rest.iter().map(side).collect();
            return vec![AlignedRow { left, right, widths: [own, rest] }];
        }
        let below = |right: String, wide| AlignedRow { left: String::new(), right, widths: [0, wide] };
        if chain.rest.is_empty() {
            let parts = self.broken(&chain.lhs, width).into_iter();
            return parts.map(|(part, wide)| below(format!(" {part}"), wide)).collect();
        }
        let narrow = width.saturating_sub(own + RELATION);
        let widest = chain.rest.iter().flat_map(|(_, side)| self.broken(side, narrow)).map(|(_, wide)| wide);
        // A part that has no room beside the left side goes below it.
        let hangs = widest.max().is_some_and(|widest| widest > narrow + RELATION);
        let room = width.saturating_sub(if hangs { INDENT } else { own });
        let further_in = self.pick(FURTHER_IN);
        let mut rows: Vec<AlignedRow> = Vec::new();
        if hangs {
            rows.push(below(format!(" {}", std::mem::take(&mut left)), own));
        }
        let mut used = usize::MAX;
        for (rel, side) in &chain.rest {
            let sign = self.relation(*rel, side);
            let more = extent(side) + RELATION;
            if let Some(last) = rows.last_mut().filter(|_| used.saturating_add(more) <= room) {
                last.right.extend([sign, &self.side(side)]);
                last.widths[1] += more;
                used += more;
                continue;
            }
            let mut first = sign;
            for (part, wide) in self.broken(side, room.saturating_sub(RELATION)) {
                let taken = if rows.is_empty() { own } else { 0 };
                let right = match hangs {
                    true => format!("{further_in}{}{part}", first.trim_start()),
                    false => format!("{first}{part}"),
                };
                let widths = [taken, wide + RELATION];
                rows.push(AlignedRow { left: std::mem::take(&mut left), right, widths });
                first = further_in;
            }
            used = more;
        }
        rows
    }

    /// A side in pieces of about `width` characters with the width of each, each but the first with the operator before it.
    fn broken(self, side: &Expr, width: usize) -> Vec<(String, usize)> {
        let whole = extent(side);
        let items = match side.plain() {
            Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) if whole > width => items,
            plain => return vec![(self.side(plain), whole)],
        };
        let mut pieces: Vec<(String, usize)> = Vec::new();
        let mut used = 0;
        for (part, item) in self.items(side.plain()).iter().zip(items) {
            let more = extent(item) + RELATION;
            match pieces.last_mut() {
                Some((last, wide)) if used + more <= width => {
                    last.push_str(part);
                    *wide += more;
                }
                _ => {
                    pieces.push((part.trim_start().to_owned(), more));
                    used = 0;
                }
            }
            used += more;
        }
        pieces
    }
}

/// About how many characters wide a formula is drawn: of parts above each other, the widest counts.
fn extent(expr: &Expr) -> usize {
    fn flat(expr: &Expr) -> Option<Expr> {
        let widest = |parts: Vec<Expr>| parts.into_iter().max_by_key(length);
        match expr {
            Expr::Frac(above, below) => widest(vec![above.map(&flat), below.map(&flat)]),
            Expr::Matrix(rows) => {
                let row = |row: &Vec<Expr>| Expr::Juxt(row.iter().map(|cell| cell.map(&flat)).collect());
                widest(rows.iter().map(row).collect())
            }
            _ => None,
        }
    }
    length(&expr.map(&flat))
}

fn length(expr: &Expr) -> usize {
    display_width(&Linear::default().expr(expr))
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
            assert_eq!(Latex.expr(&Expr::Of(quantity.parse().unwrap())), text);
        }
    }

    fn number(value: i64) -> Expr {
        Expr::Num(crate::math::Number::from_int(value))
    }

    fn display(chains: &[&Chain], width: usize) -> String {
        Latex.display(&Latex.rows(chains.iter().copied(), width))
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
    fn chains_and_the_rows_of_a_matrix_are_below_each_other() {
        let chain = |at: i64| Chain::new(Expr::Text("s".into())).eq(number(at));
        assert_eq!(
            display(&[&chain(1), &chain(2)], 70),
            "\\begin{aligned}\n\\text{s} & = 1 \\\\\n\\text{s} & = 2\n\\end{aligned}"
        );
        let matrix = Chain::new(Expr::Matrix(vec![vec![number(1), number(2)], vec![number(3), number(4)]]));
        assert_eq!(display(&[&matrix], 70), "\\begin{pmatrix} 1 & 2 \\\\\n3 & 4 \\end{pmatrix}");
    }
}
