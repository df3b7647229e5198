//! What a formula means, and what its text means to a reader who knows only the notation.
//!
//! Both come out as a number. Sums, products and fractions are what they are; everything else is an arbitrary
//! function, so that a missing bracket changes the number.

use posterior::math::{BigOp, Expr, Func, Quantity, Rel, Symbol, symbols};

const PI: f64 = 3.1;
const KNOWN: [Symbol; 6] =
    [symbols::X, symbols::MU, symbols::N, symbols::COVARIANCE, symbols::THETA_0, symbols::D];

fn symbol(name: &str) -> Option<f64> {
    let place = KNOWN.iter().position(|s| [s.uni, s.ascii, s.tex].contains(&name))?;
    Some(1.3 + 0.37 * place as f64)
}

fn letter(text: &str) -> f64 {
    text.bytes().fold(0.5, |value, b| (value * 1.7 + f64::from(b) * 0.013) % 5.0) + 0.1
}

fn call(name: &str, x: f64) -> f64 {
    match name {
        "exp" => 0.7 * x + 3.1,
        "ln" => 0.3 * x + 1.9,
        "sqrt" => 0.5 * x + 1.1,
        "det" => 1.9 * x - 0.4,
        "factorial" => 0.6 * x + 1.3,
        "transpose" => 0.8 * x + 2.2,
        "sample" => 0.6 * x + 3.3,
        _ => power(x, -1.0),
    }
}

fn power(base: f64, exponent: f64) -> f64 {
    1.3 * base + 0.7 * exponent + 0.11 * base * exponent + 0.5
}

fn big(op: BigOp, lower: f64, upper: f64, body: f64) -> f64 {
    let own = if op == BigOp::Sum { 0.9 } else { 1.6 };
    1.4 * body + 0.3 * lower + 0.2 * upper + own
}

fn matrix(rows: &[Vec<f64>]) -> f64 {
    rows.iter().fold(0.4, |value, row| row.iter().fold(value * 1.1 + 0.3, |value, cell| value * 0.9 + cell))
}

pub fn of(expr: &Expr) -> f64 {
    match expr {
        Expr::Num(number) | Expr::Rounded(number, _) => number.to_f64(),
        Expr::Ratio(a, b) => a.to_string().parse::<f64>().unwrap() / b.to_string().parse::<f64>().unwrap(),
        Expr::Sym(s) if *s == symbols::TWO_PI => 2.0 * PI,
        Expr::Sym(s) => symbol(s.ascii).unwrap(),
        Expr::Of(Quantity::Ln(inner)) => call("ln", letter(&inner.to_string())),
        Expr::Of(quantity) => letter(&quantity.to_string()),
        Expr::Text(text) => letter(text),
        Expr::Decimal(digits) => digits.parse().unwrap(),
        Expr::General { .. } => letter("P(x)"),
        Expr::Add(items) => items.iter().map(of).sum(),
        Expr::Mul(items) | Expr::Juxt(items) => items.iter().map(of).product(),
        Expr::Neg(inner) => -of(inner),
        Expr::Frac(a, b) => of(a) / of(b),
        Expr::Pow(a, b) => power(of(a), of(b)),
        Expr::Call(Func::Exp, inner) => call("exp", of(inner)),
        Expr::Call(Func::Ln, inner) => call("ln", of(inner)),
        Expr::Call(Func::Log10, inner) => call("log10", of(inner)),
        Expr::Call(Func::Log2, inner) => call("log2", of(inner)),
        Expr::Call(Func::Factorial, inner) => call("factorial", of(inner)),
        Expr::Call(Func::ChiSquareTail(_), inner) => call("tail", of(inner)),
        Expr::Sqrt(inner) => call("sqrt", of(inner)),
        Expr::Det(inner) => call("det", of(inner)),
        Expr::Big { op, lower, upper, body, .. } => big(*op, of(lower), of(upper), of(body)),
        Expr::Sample(inner, _) => call("sample", of(inner)),
        Expr::Transpose(inner) => call("transpose", of(inner)),
        Expr::Inverse(inner) => call("inv", of(inner)),
        Expr::Indicator(chain) => {
            let (Rel::Eq, right) = &chain.rest[0] else { unreachable!() };
            0.7 * of(&chain.lhs) + 0.2 * of(right)
        }
        Expr::Matrix(rows) => {
            matrix(&rows.iter().map(|row| row.iter().map(of).collect()).collect::<Vec<_>>())
        }
    }
}

/// The meaning of a formula's one-line text, with or without Unicode.
pub fn read(text: &str) -> Result<f64, String> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0, in_bars: false, in_cell: false };
    let value = reader.sum()?;
    if reader.at < reader.chars.len() {
        return Err(format!("stopped at {} of {text}", reader.at));
    }
    Ok(value)
}

/// LaTeX rewritten as one line, every group of braces becoming a bracket.
pub fn line_of_latex(text: &str) -> String {
    let mut line = text
        .replace("\\left(", "(")
        .replace("\\right)", ")")
        .replace("\\left\\lvert ", "det(")
        .replace(" \\right\\rvert", ")")
        .replace("\\lvert ", "det(")
        .replace(" \\rvert", ")")
        .replace("\\mathbf{1}\\{", "1<")
        .replace("\\}", ">")
        .replace("^{\\top}", "ᵀ")
        .replace("^{(i)}", "⁽ⁱ⁾")
        .replace(" \\cdot ", " * ")
        .replace(" \\times ", " * ")
        .replace(" \\, ", " ")
        .replace("\\begin{pmatrix} ", "[(")
        .replace(" \\end{pmatrix}", ")]")
        .replace(" & ", ") (")
        .replace(" \\\\ ", "); (")
        .replace("_{0}", "_0");
    for (from, to) in [("\\theta", "theta"), ("\\Sigma", "Sigma"), ("\\mu", "mu"), ("2\\pi", "(2*pi)")] {
        line = line.replace(from, to);
    }
    let groups =
        [("\\frac", 2, "/"), ("\\sqrt", 1, ""), ("\\text", 1, ""), ("\\sum_", 2, ""), ("\\prod_", 2, "")];
    for (command, arguments, between) in groups {
        while let Some(at) = line.rfind(command) {
            let mut rest = &line[at + command.len()..];
            let mut parts = Vec::new();
            for _ in 0..arguments {
                let (inside, after) = group(rest.trim_start_matches('^'));
                parts.push(inside);
                rest = after;
            }
            let new = match command {
                "\\frac" => format!("(({}){between}({}))", parts[0], parts[1]),
                "\\sqrt" => format!("sqrt({})", parts[0]),
                "\\text" => parts[0].to_owned(),
                _ => {
                    let sign = command.trim_start_matches('\\').trim_end_matches('_');
                    format!("{sign}[{}..{}]", parts[0].replacen(" = ", "=", 1), parts[1])
                }
            };
            line = format!("{}{new}{rest}", &line[..at]);
        }
    }
    while let Some(at) = line.rfind("^{") {
        let (inside, rest) = group(&line[at + 1..]);
        line = format!("{}^({inside}){rest}", &line[..at]);
    }
    line.replace("1<", "1{").replace('>', "}").replace("\\exp", "exp").replace("\\ln", "ln")
}

/// A group in braces, and what follows it.
fn group(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return (&text[1..at], &text[at + 1..]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("no group in {text}");
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    in_bars: bool,
    /// Inside a matrix a blank ends the cell.
    in_cell: bool,
}

type Read = Result<f64, String>;

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn takes(&mut self, wanted: &str) -> bool {
        let found = wanted.chars().enumerate().all(|(n, c)| self.chars.get(self.at + n) == Some(&c));
        if found {
            self.at += wanted.chars().count();
        }
        found
    }

    fn takes_any(&mut self, wanted: &[&str]) -> bool {
        wanted.iter().any(|wanted| self.takes(wanted))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.takes(wanted) { Ok(()) } else { Err(format!("no {wanted} at {}", self.at)) }
    }

    fn sum(&mut self) -> Read {
        let mut value = self.signed()?;
        loop {
            if self.in_cell {
                return Ok(value);
            } else if self.takes(" + ") {
                value += self.product()?;
            } else if self.takes_any(&[" - ", " − "]) {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Read {
        if self.takes_any(&["-", "−"]) { Ok(-self.product()?) } else { self.product() }
    }

    fn product(&mut self) -> Read {
        let mut value = self.side_by_side()?;
        loop {
            if !self.in_cell && self.takes_any(&[" * ", " · "]) || self.takes("*") {
                value *= self.side_by_side()?;
            } else if self.takes("/") {
                value /= self.side_by_side()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn side_by_side(&mut self) -> Read {
        let mut value = self.scripted()?;
        loop {
            let blank = self.peek() == Some(' ');
            let next = self.chars.get(self.at + usize::from(blank)).copied();
            let starts =
                next.is_some_and(|c| c.is_alphanumeric() || "([√∑∏".contains(c) || c == '|' && !self.in_bars);
            if !starts || blank && self.in_cell {
                return Ok(value);
            }
            self.at += usize::from(blank);
            value *= self.scripted()?;
        }
    }

    /// An atom with at most one script: a second one would need a bracket.
    fn scripted(&mut self) -> Read {
        let root = self.takes("√");
        let mut value = self.atom()?;
        if root {
            value = call("sqrt", value);
        }
        let before = self.at;
        while self.takes("[i]") {
            value = call("sample", value);
        }
        value = self.script(value)?;
        let second = self.at;
        self.script(value)?;
        if root && second > before || self.at > second {
            return Err(format!("two scripts at {before}"));
        }
        Ok(value)
    }

    fn script(&mut self, value: f64) -> Read {
        if self.takes("^") {
            let mut exponent = self.atom()?;
            while self.takes("[i]") {
                exponent = call("sample", exponent);
            }
            return Ok(power(value, exponent));
        }
        if self.takes_any(&["'", "ᵀ"]) {
            return Ok(call("transpose", value));
        }
        if self.takes("!") {
            return Ok(call("factorial", value));
        }
        if self.takes("⁽ⁱ⁾") {
            return Ok(call("sample", value));
        }
        let scripts = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁻−⁺+⁽(⁾)ⁿnᵈd".chars().collect::<Vec<_>>();
        let mut plain = String::new();
        while let Some(pair) = self.peek().and_then(|c| scripts.chunks(2).find(|pair| pair[0] == c)) {
            plain.push(pair[1]);
            self.at += 1;
        }
        if plain.is_empty() {
            return Ok(value);
        }
        // Blanks round signs are lost in superscripts.
        let spaced = plain.char_indices().map(|(at, c)| match c {
            '+' | '−' if at > 0 && !plain[..at].ends_with(['(', '−', '+']) => format!(" {c} "),
            c => c.to_string(),
        });
        Ok(power(value, read(&spaced.collect::<String>())?))
    }

    fn bracketed(&mut self, close: &str) -> Read {
        let outside = (std::mem::take(&mut self.in_bars), std::mem::take(&mut self.in_cell));
        self.in_bars = close == "|";
        let value = self.sum()?;
        (self.in_bars, self.in_cell) = outside;
        self.expect(close)?;
        Ok(value)
    }

    fn atom(&mut self) -> Read {
        if self.takes("(") {
            return self.bracketed(")");
        }
        if self.takes("|") {
            return Ok(call("det", self.bracketed("|")?));
        }
        if self.takes("[") {
            return self.matrix();
        }
        for (sign, op) in
            [("∑[", BigOp::Sum), ("sum[", BigOp::Sum), ("∏[", BigOp::Product), ("prod[", BigOp::Product)]
        {
            if self.takes(sign) {
                self.expect("i=")?;
                let lower = self.bracketed("..")?;
                let upper = self.bracketed("]")?;
                self.expect(" ")?;
                return Ok(big(op, lower, upper, self.product()?));
            }
        }
        if self.takes("1{") {
            let outside = (std::mem::take(&mut self.in_bars), std::mem::take(&mut self.in_cell));
            let left = self.sum()?;
            self.expect(" = ")?;
            let right = self.sum()?;
            (self.in_bars, self.in_cell) = outside;
            self.expect("}")?;
            return Ok(0.7 * left + 0.2 * right);
        }
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.number();
        }
        self.name()
    }

    fn number(&mut self) -> Read {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_digit() || c == '.' && self.chars.get(self.at + 1) != Some(&'.'))
        {
            self.at += 1;
        }
        let text: String = self.chars[start..self.at].iter().collect();
        text.parse().map_err(|e| format!("{text}: {e}"))
    }

    fn name(&mut self) -> Read {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphabetic() && !"ⁿⁱᵀᵈ".contains(c) || "_₀0".contains(c))
        {
            self.at += 1;
        }
        let name: String = self.chars[start..self.at].iter().collect();
        if name == "ln" && self.takes(" ") {
            return Ok(call("ln", self.name()?));
        }
        if name == "pi" || name == "π" {
            return Ok(PI);
        }
        if !self.takes("(") {
            return symbol(&name).ok_or_else(|| format!("‘{name}’ at {start}"));
        }
        if ["exp", "ln", "sqrt", "inv", "det"].contains(&name.as_str()) {
            return Ok(call(&name, self.bracketed(")")?));
        }
        while self.peek().is_some_and(|c| c != ')') {
            self.at += 1;
        }
        self.expect(")")?;
        Ok(letter(&self.chars[start..self.at].iter().collect::<String>()))
    }

    fn matrix(&mut self) -> Read {
        let outside = (std::mem::take(&mut self.in_bars), std::mem::replace(&mut self.in_cell, true));
        let mut rows = vec![Vec::new()];
        loop {
            let cell = self.signed()?;
            rows.last_mut().unwrap().push(cell);
            if self.takes("]") {
                (self.in_bars, self.in_cell) = outside;
                return Ok(matrix(&rows));
            } else if self.takes("; ") {
                rows.push(Vec::new());
            } else {
                self.expect(" ")?;
            }
        }
    }
}
