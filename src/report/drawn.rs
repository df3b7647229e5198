//! Rows that were drawn from a model, with how they came about.

use super::document::{Align, Document, Grid};
use crate::math::{Name, Number, Precision, Sentence, sentence};
use crate::model::{Cumulated, DrawnRow, DrawnValue, Fitted, Sampler, Uniform};

/// Outcomes that are listed of one draw.
const LISTED: usize = 8;

pub fn drawn(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow], working: bool) -> Document {
    let mut out = Document::default();
    out.heading("Rows drawn from the model");
    if !working {
        out.grid(table(fitted, sampler, rows));
        return out;
    }
    out.text(
        "Each uniform number u decides one thing. A class or a value is the first whose probabilities add up to more than u.",
    );
    for (number, row) in (1..).zip(rows) {
        out.heading(format!("Row {number}"));
        one(fitted, sampler, row, &mut out);
    }
    out
}

fn table(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow]) -> Grid {
    let column = fitted.data.table.columns().get(fitted.data.resolved.target);
    let target = column.map_or_else(|| "class".to_owned(), |column| column.name.to_string());
    let names = rows.first().map(|row| sampler.cells(row)).unwrap_or_default();
    let heads = names.iter().map(|(name, _)| (name.to_string(), Align::Left));
    let mut grid = Grid::new(
        std::iter::once(("row".to_owned(), Align::Right)).chain(heads).chain([(target, Align::Left)]),
    );
    for (number, row) in (1..).zip(rows) {
        let cells = sampler.cells(row).into_iter().map(|(_, text)| crate::text::shown(&text).into_owned());
        let class = fitted.classes.get(row.class).map(ToString::to_string).unwrap_or_default();
        grid.row(std::iter::once(number.to_string()).chain(cells).chain([class]));
    }
    grid
}

fn one(fitted: &Fitted, sampler: &Sampler<'_>, row: &DrawnRow, out: &mut Document) {
    let class = fitted.classes.get(row.class);
    let class = class.cloned().unwrap_or_else(|| Name::new(""));
    match &row.u {
        None => out.item(sentence!("The class is {}, as was asked.", class)),
        Some(u) => out.item(sentence!(
            "Class: {}. So {}.",
            into(u, &sampler.classes, row.class, &fitted.classes),
            class
        )),
    }
    for (at, value) in row.values.iter().enumerate() {
        let Some(feature) = fitted.features.get(at) else { continue };
        let factor = fitted.factors().get(at);
        let name = |value: usize| {
            factor.and_then(|factor| factor.values().get(value)).cloned().unwrap_or_else(|| Name::new(""))
        };
        match value {
            DrawnValue::Category { value, u } => {
                let Some((table, factor)) = sampler.table(at, row.class).zip(factor) else { continue };
                let how = into(u, table, *value, factor.values());
                out.item(sentence!("{} given {}: {}. So {}.", feature.name, class, how, name(*value)));
            }
            DrawnValue::Number { x, z, u } => out.append(number(fitted, sampler, row, at, (*x, *z, u))),
            DrawnValue::Count { k, u } => {
                let k = Number::from(*k).significant(12);
                out.item(sentence!(
                    "{} given {}: u = {}; {} is the first count whose probabilities add up to more.",
                    feature.name,
                    class,
                    shown(u),
                    k
                ));
            }
            DrawnValue::Words(words) => {
                let Some((table, factor)) = sampler.table(at, row.class).zip(factor) else { continue };
                out.item(sentence!("{} given {}, word by word:", feature.name, class));
                for (place, (word, u)) in (1..).zip(words) {
                    let how = into(u, table, *word, factor.values());
                    out.item(sentence!("word {}: {}. So {}.", place, how, name(*word)));
                }
            }
            DrawnValue::Presence(words) => {
                out.item(sentence!(
                    "{} given {}, through the dictionary: a word is there where u < P(word | class).",
                    feature.name,
                    class
                ));
                for (word, there, u) in words {
                    let Some(p) = factor.and_then(|factor| factor.conditional(*word, row.class)) else {
                        continue;
                    };
                    let (sign, verdict) = if *there { ("<", "there") } else { ("≥", "not there") };
                    out.item(sentence!(
                        "{}: u = {} {} {}: {}",
                        name(*word),
                        shown(u),
                        sign,
                        p.rounded(Precision::FACTOR),
                        verdict
                    ));
                }
            }
        }
    }
}

pub(super) fn shown(u: &Uniform) -> Sentence {
    u.number().rounded(Precision::Figures(6)).into()
}

/// Where a number falls: the sums up to the outcome that it decides for.
fn into(u: &Uniform, table: &Cumulated, outcome: usize, names: &[Name]) -> Sentence {
    let last = table.outcomes.iter().position(|of| *of == outcome).unwrap_or(0);
    let from = (last + 1).saturating_sub(LISTED);
    let mut parts = Vec::new();
    for (of, sum) in table.outcomes.iter().zip(&table.sums).take(last + 1).skip(from) {
        let name = names.get(*of).cloned().unwrap_or_else(|| Name::new(""));
        parts.push(sentence!("{} up to {}", name, Number::Exact(sum.clone()).rounded(Precision::FACTOR)));
    }
    let before = if from > 0 { "… " } else { "" };
    sentence!("u = {}; {}{}", shown(u), before, Sentence::join(parts, ", "))
}

/// x = μ + σ z, or a line of μ + L z.
fn number(
    fitted: &Fitted,
    sampler: &Sampler<'_>,
    row: &DrawnRow,
    at: usize,
    (x, z, u): (f64, f64, &Uniform),
) -> Document {
    let mut out = Document::default();
    let float = |x: f64| Number::Float(x).rounded(Precision::Figures(6));
    let Some(feature) = fitted.features.get(at) else { return out };
    let mean = fitted.mean(at, row.class).unwrap_or(f64::NAN);
    let head = sentence!("{}: z = Φ⁻¹({}) = {}", feature.name, shown(u), float(z));
    let scales = sampler.scales(at, row.class);
    if fitted.gda().is_none() {
        let deviation = scales.first().copied().unwrap_or(f64::NAN);
        out.item(sentence!(
            "{}; x = μ + σ z = {} + {} · {} = {}",
            head,
            float(mean),
            float(deviation),
            float(z),
            float(x)
        ));
        return out;
    }
    let zs = row.values.iter().filter_map(|value| match value {
        DrawnValue::Number { z, .. } => Some(*z),
        _ => None,
    });
    let terms = scales.iter().zip(zs).map(|(entry, z)| sentence!("{} · {}", float(*entry), float(z)));
    out.item(sentence!(
        "{}; x = μ + (L z) = {} + {} = {}",
        head,
        float(mean),
        Sentence::join(terms, " + "),
        float(x)
    ));
    out
}
