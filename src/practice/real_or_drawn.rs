//! Real or drawn? Rows of the data and as many that the model drew, mixed: which are which, and what gives a drawn one away.

use super::exercise::Dice;
use crate::math::{Name, Sentence, sentence};
use crate::model::{Case, CaseValue, DrawOptions, Factor, Fitted, Form, Uniforms};
use crate::problem::Problem;

/// Rows of the data that are shown, and rows that are drawn.
const EACH: usize = 4;

/// The most rows of data among which it is looked whether two values stand together.
const LOOKED_AT: usize = 20_000;

/// Rows by which it is seen how many decimals the numbers of a column have, and the most decimals.
const DECIMALS: (usize, usize) = (1_000, 6);

/// What is told at most of one row.
const TOLD: usize = 3;

/// Rows of the data and of the model, mixed.
#[derive(Clone, Debug)]
pub struct RealOrDrawn {
    /// The features.
    pub features: Vec<Name>,
    /// The rows.
    pub rows: Vec<MixedRow>,
}

/// A row of either kind.
#[derive(Clone, Debug)]
pub struct MixedRow {
    /// Its class.
    pub class: usize,
    /// What it has of each feature, as both kinds are written.
    pub cells: Vec<String>,
    /// Its place in the data, from 0; none where it was drawn.
    pub row: Option<usize>,
    /// What gives it away as drawn.
    pub tells: Vec<Sentence>,
}

impl MixedRow {
    /// Whether the model drew it.
    pub fn is_drawn(&self) -> bool {
        self.row.is_none()
    }
}

impl RealOrDrawn {
    /// The rows of a number, from 0.
    ///
    /// # Errors
    /// When the model cannot draw, or the data have fewer than two rows of which everything is known.
    pub fn draw(turn: u64, fitted: &Fitted) -> Result<RealOrDrawn, Problem> {
        fitted.data.need_rows("rows to be told from drawn ones")?;
        let sampler = fitted.sampler(DrawOptions::default())?;
        let seed = fitted.data.resolved.recipe.seed_or_default().wrapping_add(turn.wrapping_mul(0x9e37_79b9));
        let mut dice = Dice::new(seed);
        let known = |row: usize| Some((fitted.class_of_row(row)?, complete(fitted, row)?));
        let mut whole: Vec<usize> =
            (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some()).collect();
        let mut real = Vec::new();
        while real.len() < EACH && !whole.is_empty() {
            let row = whole.swap_remove(dice.below(whole.len() as u64) as usize);
            real.extend(known(row).map(|(class, case)| (row, class, case)));
        }
        if real.len() < 2 {
            return Err(Problem::usage(
                "there are fewer than two rows with a class of which everything is known",
                "open data with more rows, or leave features with missing cells out",
            ));
        }
        let shown = Shown::of(fitted);
        let mut rows: Vec<MixedRow> = real
            .iter()
            .map(|(row, class, case)| MixedRow {
                class: *class,
                cells: shown.cells(case),
                row: Some(*row),
                tells: Vec::new(),
            })
            .collect();
        let mut uniforms = Uniforms::seeded(seed);
        for _ in 0..real.len() {
            let drawn = sampler.row(&mut uniforms)?;
            let case = sampler.case(&drawn)?;
            let tells = shown.tells(drawn.class, &case);
            let at = dice.below(rows.len() as u64 + 1) as usize;
            rows.insert(at, MixedRow { class: drawn.class, cells: shown.cells(&case), row: None, tells });
        }
        Ok(RealOrDrawn { features: fitted.feature_names().cloned().collect(), rows })
    }

    /// How many rows were told right where some are said to be drawn, beside what guessing comes to.
    pub fn told(&self, marked: &[bool]) -> Sentence {
        let all = self.rows.len();
        let right = self.rows.iter().zip(marked).filter(|(row, marked)| row.is_drawn() == **marked).count();
        sentence!(
            "You told {} of {} rows right. Half of them were drawn, so who guesses tells {} right on average.",
            right,
            all,
            all / 2
        )
    }
}

/// A row of the data, where everything is known of it.
fn complete(fitted: &Fitted, row: usize) -> Option<Case> {
    let case = Case::unwritten(fitted, row).ok()?;
    let known = |value: &CaseValue| match value {
        CaseValue::Missing | CaseValue::Unseen => false,
        CaseValue::Words { known, .. } => !known.is_empty(),
        CaseValue::Value(_) | CaseValue::Number(_) => true,
    };
    case.cells.iter().all(|cell| known(&cell.value)).then_some(case)
}

/// How rows of both kinds are written, and what the data have.
struct Shown<'a> {
    fitted: &'a Fitted,
    /// Of each feature of numbers: decimals, the least and the most of the data.
    numbers: Vec<Option<(usize, f64, f64)>>,
    /// Of the rows of the data the class and the values, where all rows were looked at.
    seen: Option<Vec<(usize, Vec<Option<usize>>)>>,
}

impl<'a> Shown<'a> {
    fn of(fitted: &'a Fitted) -> Shown<'a> {
        let rows = fitted.data.table.rows();
        let column = |at: usize| {
            let is_number = fitted.gda().is_some() || fitted.factors().get(at).is_some_and(Factor::is_number);
            let column = fitted.features.get(at).filter(|_| is_number)?.column;
            let numbers = || (0..rows).filter_map(|row| Some(fitted.data.number(row, column)?.value()));
            let decimals = numbers().take(DECIMALS.0).map(decimals).max()?;
            let (least, most) =
                (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
            Some((decimals, least, most))
        };
        let values = |row: usize| {
            let case = Case::unwritten(fitted, row).ok()?;
            let value =
                |value: &CaseValue| if let CaseValue::Value(value) = value { Some(*value) } else { None };
            Some((fitted.class_of_row(row)?, case.cells.iter().map(|cell| value(&cell.value)).collect()))
        };
        let whole = rows <= LOOKED_AT && fitted.data.has_all_rows();
        Shown {
            fitted,
            numbers: (0..fitted.features.len()).map(column).collect(),
            seen: whole.then(|| (0..rows).filter_map(values).collect()),
        }
    }

    fn value(&self, at: usize, value: usize) -> Name {
        let factor = self.fitted.factors().get(at);
        factor.and_then(|factor| factor.values().get(value)).cloned().unwrap_or_else(|| Name::new(""))
    }

    fn cells(&self, case: &Case) -> Vec<String> {
        let cell = |(at, value): (usize, &CaseValue)| match value {
            CaseValue::Value(value) => self.value(at, *value).to_string(),
            CaseValue::Number(x) => self.number(at, *x),
            CaseValue::Words { known, .. } => {
                let presence = self.fitted.factors().get(at).is_some_and(|of| of.form == Form::Presence);
                let times = |times: u32| if presence { 1 } else { times as usize };
                // In one order: that of a document would tell which was written.
                let mut words: Vec<String> = known
                    .iter()
                    .flat_map(|(word, many)| {
                        std::iter::repeat_n(self.value(at, *word).to_string(), times(*many))
                    })
                    .collect();
                words.sort();
                words.join(" ")
            }
            CaseValue::Missing | CaseValue::Unseen => "?".to_owned(),
        };
        case.cells.iter().map(|cell| &cell.value).enumerate().map(cell).collect()
    }

    fn number(&self, at: usize, x: f64) -> String {
        let decimals = self.numbers.get(at).copied().flatten().map_or(0, |(decimals, ..)| decimals);
        let text = format!("{x:.decimals$}");
        let is_zero = text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.'));
        if is_zero { text.trim_start_matches('-').to_owned() } else { text }
    }

    /// What gives a drawn row away: a number that the data do not reach, values that no row has together, a word that no
    /// document of the class has.
    fn tells(&self, class: usize, case: &Case) -> Vec<Sentence> {
        let name = |at: usize| self.fitted.feature_names().nth(at).cloned().unwrap_or_else(|| Name::new(""));
        let named = self.fitted.classes.get(class).cloned().unwrap_or_else(|| Name::new(""));
        let mut tells = Vec::new();
        for (at, cell) in case.cells.iter().enumerate() {
            match &cell.value {
                CaseValue::Number(x) => {
                    let Some((_, least, most)) = self.numbers.get(at).copied().flatten() else { continue };
                    let shown = self.number(at, *x);
                    // What is written has to be beyond it, not only what was drawn.
                    let written = shown.parse::<f64>().unwrap_or(*x);
                    if written < least {
                        let least = self.number(at, least);
                        tells.push(sentence!(
                            "{} = {} is below {}, the least of the data.",
                            name(at),
                            shown,
                            least
                        ));
                    } else if written > most {
                        let most = self.number(at, most);
                        tells.push(sentence!(
                            "{} = {} is above {}, the most of the data.",
                            name(at),
                            shown,
                            most
                        ));
                    }
                }
                CaseValue::Words { known, .. } => {
                    let factor = self.fitted.factors().get(at);
                    let never = |word: usize| factor.is_some_and(|factor| factor.count(word, class) == 0);
                    let words = known.iter().filter(|(word, _)| never(*word)).take(TOLD);
                    tells.extend(words.map(|(word, _)| {
                        sentence!("No document of {} has the word {}.", named.clone(), self.value(at, *word))
                    }));
                }
                _ => {}
            }
        }
        tells.extend(self.never_together(&named, class, case));
        tells.truncate(TOLD);
        tells
    }

    fn never_together(&self, named: &Name, class: usize, case: &Case) -> Vec<Sentence> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let name = |at: usize| self.fitted.feature_names().nth(at).cloned().unwrap_or_else(|| Name::new(""));
        let values: Vec<(usize, usize)> = case
            .cells
            .iter()
            .enumerate()
            .filter_map(|(at, cell)| match cell.value {
                CaseValue::Value(value) => Some((at, value)),
                _ => None,
            })
            .collect();
        let has = |row: &[Option<usize>], (at, value): (usize, usize)| {
            row.get(at).copied().flatten() == Some(value)
        };
        let mut tells = Vec::new();
        for (place, one) in values.iter().enumerate() {
            let value = self.value(one.0, one.1);
            if !seen.iter().any(|(of, row)| *of == class && has(row, *one)) {
                tells.push(sentence!("No row of {} has {} = {}.", named.clone(), name(one.0), value));
                continue;
            }
            for other in values.iter().skip(place + 1) {
                if !seen.iter().any(|(_, row)| has(row, *one) && has(row, *other)) {
                    let second = self.value(other.0, other.1);
                    tells.push(sentence!(
                        "No row of the data has {} = {} and {} = {}.",
                        name(one.0),
                        value.clone(),
                        name(other.0),
                        second
                    ));
                }
            }
        }
        tells
    }
}

/// Decimals of a number as it is written shortest.
fn decimals(x: f64) -> usize {
    let text = format!("{x}");
    text.split_once('.').map_or(0, |(_, decimals)| decimals.len()).min(DECIMALS.1)
}
