//! What can be read in more than one way, and the ways. How an answer is read never depends on whether it is right, or a question
//! that goes back would tell that it is wrong: most texts are read in one way, and the rest is settled by what is asked.

use super::clean::clean;
use super::decimal_mark::{DecimalMark, divided_and_not};
use super::remark::{Beside, beside, led_to};
use super::unread::Unread;
use super::words::{NO_REMARK, is_range, names_something};
use super::written::Written;

/// What a text may say; with the question that it raises where that is not clear.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    /// The numbers; `None` for 0/0.
    pub all: Vec<Option<Written>>,
    pub question: Option<Unread>,
}

impl Readings {
    fn sure(written: Option<Written>) -> Readings {
        Readings { all: vec![written], question: None }
    }

    /// The number, where it is clear.
    fn only(&self) -> Option<&Written> {
        match self.all.as_slice() {
            [only] if self.question.is_none() => only.as_ref(),
            _ => None,
        }
    }
}

/// A hyphen that begins a line of a list, or a minus sign.
pub(in crate::practice) const BULLET: char = '⁃';

/// Remarks that stand one behind the other.
const DEEP: usize = 4;

/// What one side of an answer may say.
pub(super) fn readings(side: &str, mark: DecimalMark) -> Result<Readings, Unread> {
    within(side, mark, DEEP)
}

fn within(side: &str, mark: DecimalMark, deep: usize) -> Result<Readings, Unread> {
    let side = led_to(side);
    let Some((number, beside)) = beside(side).filter(|_| deep > 0) else { return plain(side, mark) };
    match beside {
        Beside::Remark => within(number, mark, deep - 1),
        Beside::Again(inside, blank) => again(side, (number, inside, blank), mark, deep - 1),
    }
}

/// A number and what stands behind it in brackets: the same once more, a factor, or something else.
fn again(
    side: &str,
    (number, inside, blank): (&str, &str, bool),
    mark: DecimalMark,
    deep: usize,
) -> Result<Readings, Unread> {
    let inside = inside.trim_start_matches(['=', '≈', '~', ' ']);
    let (first, second) = (within(number, mark, deep), within(inside, mark, deep));
    let (Ok(first), Ok(second)) = (&first, &second) else {
        let changes = || NO_REMARK.iter().any(|word| inside.split_whitespace().any(|own| own == *word));
        return match first {
            Ok(found) if names_something(inside) && !changes() => Ok(found),
            _ => plain(side, mark),
        };
    };
    let (Some(a), Some(b)) = (first.only(), second.only()) else { return plain(side, mark) };
    let decimals = a.has_decimals() || b.has_decimals();
    let is_product = a.is_written_as(b) && Written::read(side, mark).is_ok();
    if a.says_same(b) && !is_product {
        return Ok(Readings::sure(Some(if b.says_more(a) { b } else { a }.clone())));
    }
    // 0.28 (0.34) may be two answers, 0.28(0.34) is a product.
    if decimals && blank && !is_product {
        return Err(Unread::SideBySide { left: a.read_as(), right: b.read_as() });
    }
    plain(side, mark)
}

/// What a text may say that has no remark beside it.
fn plain(side: &str, mark: DecimalMark) -> Result<Readings, Unread> {
    if is_range(side) {
        return Err(Unread::Range);
    }
    let straight = Written::read(side, mark);
    let others =
        straight.as_ref().map_or_else(|why| others(side, why), |_| power(side).into_iter().collect());
    let others = others.iter().filter_map(|other| Written::read(other, DecimalMark::Point).ok().flatten());
    let all: Vec<Option<Written>> = others.map(Some).collect();
    match (straight, all.len()) {
        (straight, 0) => straight.map(Readings::sure),
        (Err(question), 2..) => Ok(Readings { all, question: Some(question) }),
        _ => Ok(Readings { all, question: None }),
    }
}

/// Other texts in the place of one that cannot be read, with points for decimal marks. Of several, a question settles which is
/// meant: of logarithms that to base e, 10 or 2, of a mark that of decimals or thousands, of a hyphen a bullet or a minus sign.
fn others(side: &str, why: &Unread) -> Vec<String> {
    let text = clean(side).unwrap_or_default();
    match why {
        Unread::Thousands { .. } | Unread::BothMarks => divided_and_not(&text),
        Unread::Ratio if text.matches(':').count() == 1 => vec![text.replace(':', "/")],
        Unread::WhichLog => {
            let known = ["ln", "log10", "log2"].map(|word| with_log(&text, word));
            known.map(|text| without_brackets(&text).unwrap_or(text)).into()
        }
        Unread::Dot { digits } => {
            let dotted = |dot: char| side.replacen(&format!("0{dot}{digits}"), &format!("0.{digits}"), 1);
            ['·', '∙', '•'].map(dotted).into_iter().find(|text| text != side).into_iter().collect()
        }
        Unread::Bracket => without_brackets(&text).into_iter().collect(),
        Unread::SideBySide { .. } => mixed(side, &text),
        Unread::Strange { .. } => {
            let rest = side.trim().strip_prefix(BULLET).map(str::trim_start);
            rest.map(|rest| vec![rest.to_owned(), format!("-({rest})")]).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The text with a logarithm to a known base in the place of `log`.
fn with_log(text: &str, word: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let lower = text.to_lowercase();
    let mut rest = if lower.len() == text.len() { lower.as_str() } else { text };
    while let Some(at) = rest.find("log") {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let behind = from.get(3..).unwrap_or_default();
        let has_base = behind.starts_with(|c: char| c.is_ascii_digit() || c == '_');
        out.push_str(before);
        out.push_str(if has_base { "log" } else { word });
        rest = behind;
    }
    out + rest
}

/// `ln 3/9` with brackets around the fraction.
fn without_brackets(text: &str) -> Option<String> {
    let text = text.trim();
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest.trim_start()));
    let word =
        ["ln", "log10", "log2", "lg"].into_iter().find(|word| text.starts_with(&format!("{word} ")))?;
    let inside = text.get(word.len()..)?.trim();
    (!inside.contains(['(', ')', '+', '-', '*', ' '])).then(|| format!("{sign}{word}({inside})"))
}

/// A whole number before a fraction, 3 1/9 and 3½, is a sum for most; a decimal beside a fraction may be the same again.
fn mixed(side: &str, text: &str) -> Vec<String> {
    let side = side.trim();
    if let Some((whole, fraction)) = text.trim().split_once(' ') {
        let is_whole = whole.chars().all(|c| c.is_ascii_digit());
        let sum = is_whole && fraction.contains('/') && !fraction.contains(['.', ',', ' ']);
        return if sum { vec![format!("{whole}+{fraction}")] } else { Vec::new() };
    }
    let digits = side.trim_end_matches(|c: char| c.is_numeric() && !c.is_ascii_digit());
    match clean(side.get(digits.len()..).unwrap_or_default()) {
        Ok(fraction) if !fraction.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => {
            vec![format!("{digits}+{fraction}")]
        }
        _ => Vec::new(),
    }
}

/// `3.01·10-4`, whose power was lost on the way, as from a text program; and 0.2(7), where the 7 repeats.
fn power(side: &str) -> Option<String> {
    let text = clean(side).unwrap_or_default();
    let text = text.trim();
    let power = text.rsplit_once("10-").filter(|(before, exponent)| {
        let times = before.trim_end().ends_with(['*', 'x', 'X']);
        times && exponent.trim().len() <= 2 && exponent.trim().chars().all(|c| c.is_ascii_digit())
    });
    if let Some((before, exponent)) = power.filter(|(_, exponent)| !exponent.trim().is_empty()) {
        return Some(format!("{before}10^-{}", exponent.trim()).replace(',', "."));
    }
    let repeats = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).filter(|(before, block)| {
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let decimal = before.split_once(['.', ',']).is_some_and(|(a, b)| digits(a) && digits(b));
        decimal && !block.is_empty() && digits(block)
    });
    let mark = super::overline::REPEATS;
    repeats.map(|(before, block)| format!("{}{mark}{block}{mark}", before.replace(',', ".")))
}
