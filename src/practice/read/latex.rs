//! LaTeX as plain text: `\frac{3}{9}\cdot\frac{9}{14}` is ((3)/(9))·((9)/(14)). What is no formula stays as it is, and is
//! asked about.

use std::borrow::Cow;

use super::overline::REPEATS;

/// Commands and what stands in their place.
const SIGNS: [(&str, &str); 52] = [
    ("cdot", "·"),
    ("times", "·"),
    ("ast", "·"),
    ("div", "÷"),
    ("approx", "≈"),
    ("simeq", "≈"),
    ("sim", "≈"),
    ("doteq", "≈"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("Rightarrow", "→"),
    ("implies", "→"),
    ("pi", "π"),
    ("mid", "|"),
    ("vert", "|"),
    ("pm", "±"),
    ("exp", " exp "),
    ("ln", " ln "),
    ("log", " log "),
    ("left", ""),
    ("right", ""),
    ("big", ""),
    ("Big", ""),
    ("bigl", ""),
    ("bigr", ""),
    ("displaystyle", ""),
    ("quad", " "),
    ("qquad", " "),
    ("text", ""),
    ("mathrm", ""),
    ("textrm", ""),
    ("mathbf", ""),
    ("mathit", ""),
    ("operatorname", ""),
    ("textbf", ""),
    ("textit", ""),
    ("mathbb", ""),
    ("hat", ""),
    ("widehat", ""),
    ("Pr", "Pr"),
    ("Sigma", "Σ"),
    ("mu", "μ"),
    ("sigma", "σ"),
    ("theta", "θ"),
    ("lambda", "λ"),
    ("phi", "φ"),
    ("alpha", "α"),
    ("ldots", "…"),
    ("dots", "…"),
    ("cap", "∩"),
    ("land", "∧"),
    ("wedge", "∧"),
];

/// Fractions inside each other beyond this are left as they are.
const DEPTH: usize = 20;

/// A text without commands of LaTeX that stand for signs of a number. Nothing changes where there are none.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '$']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("{,}", ",");
    let mut out = String::with_capacity(text.len());
    written(&text, &mut out, 0);
    Cow::Owned(out)
}

fn written(text: &str, out: &mut String, depth: usize) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '$' => {}
            '\\' => rest = command(rest, out, depth),
            c => out.push(c),
        }
    }
}

fn command<'t>(text: &'t str, out: &mut String, depth: usize) -> &'t str {
    let length = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    if let ("frac" | "dfrac" | "tfrac" | "cfrac", true) = (name, depth < DEPTH)
        && let Some((top, after)) = argument(rest)
        && let Some((bottom, after)) = argument(after)
    {
        out.push_str("((");
        written(top, out, depth + 1);
        out.push_str(")/(");
        written(bottom, out, depth + 1);
        out.push_str("))");
        return after;
    }
    if let ("sqrt", Some((inside, after))) = (name, argument(rest).filter(|_| depth < DEPTH)) {
        out.push_str(" sqrt(");
        written(inside, out, depth + 1);
        out.push(')');
        return after;
    }
    if let ("overline" | "bar" | "dot", Some((digits, after))) = (name, argument(rest))
        && digits.chars().all(|c| c.is_ascii_digit())
    {
        out.extend([REPEATS.to_string().as_str(), digits, REPEATS.to_string().as_str()]);
        return after;
    }
    if let Some((_, sign)) = SIGNS.iter().find(|(command, _)| *command == name) {
        out.push_str(sign);
        return rest;
    }
    if !name.is_empty() {
        out.push('\\');
        out.push_str(name);
        return rest;
    }
    // \( and \[ open a formula, \, and \; are thin spaces, \% is the sign itself.
    let mut chars = rest.chars();
    match chars.next() {
        Some('(' | ')' | '[' | ']') | None => {}
        Some(',' | ';' | ':' | '!' | ' ' | '\\') => out.push(' '),
        Some(other) => out.push(other),
    }
    chars.as_str()
}

/// What stands between braces, or the one sign that stands without them; and what follows it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if first != '{' {
        return (first != '\\').then(|| text.split_at_checked(first.len_utf8())).flatten();
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, text.get(at + 1..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_formula_is_the_same_formula() {
        assert_eq!(plain(r"\frac{3}{9}\cdot\frac9{14}"), "((3)/(9))·((9)/(14))");
        assert_eq!(plain(r"\(\dfrac35 \approx 60\,\%\)"), "((3)/(5)) ≈ 60 %");
        assert_eq!(plain(r"\frac{\frac{3}{9}}{\sqrt{4}}"), "((((3)/(9)))/( sqrt(4)))");
        assert_eq!(plain(r"$P(\text{Yes}\mid x) = 0{,}6$"), "P({Yes}| x) = 0,6");
    }

    #[test]
    fn what_is_no_formula_stays() {
        assert_eq!(plain("3/9"), "3/9");
        assert_eq!(plain(r"\frac{3}"), r"\frac{3}");
        assert_eq!(plain(r"\foo{3}"), r"\foo{3}");
    }
}
