//! The features of a row as columns of numbers, which logistic regression multiplies with weights.
//!
//! Numbers stay as they are. A category or a bin becomes one indicator for each of its values except the first, which
//! is the reference. Yes/no becomes 1 and 0. A word becomes its count, or 1 if only its presence matters. The values
//! come from the training rows only.

use crate::encode::{Cuts, Dataset, ValueCounts, learn};
use crate::math::Name;
use crate::model::error::problem;
use crate::problem::Problem;
use crate::recipe::{Bins, EventModel, Feature, counts_as_one};
use crate::table::{Kind, MISSING};
use crate::text::flag_of;

/// The most encoded columns that are fitted.
const COLUMNS: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Number,
    /// 1 where the feature has this value, else 0.
    Is(Name),
    /// 1 where a yes/no feature has the text that counts as 1, else 0.
    Yes(Name),
    Count(Name),
    /// 1 where the document has this word, else 0.
    Presence(Name),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub feature: Name,
    pub part: Part,
}

impl Column {
    /// The value or word it stands for; `None` for a number.
    pub fn value(&self) -> Option<&Name> {
        match &self.part {
            Part::Number => None,
            Part::Is(value) | Part::Yes(value) | Part::Count(value) | Part::Presence(value) => Some(value),
        }
    }

    /// `height`, or `outlook=Sunny`.
    pub fn label(&self) -> String {
        match self.value() {
            None => self.feature.to_string(),
            Some(value) => format!("{}={value}", self.feature),
        }
    }
}

#[derive(Clone, Debug)]
enum Reading {
    Number(u32),
    Codes(Vec<Place>),
    Bins(Cuts, Vec<Place>),
    /// Words; each counts once if only presence matters.
    Words {
        by_code: Vec<Place>,
        once: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Column(u32),
    /// No column: the reference value.
    Reference,
    /// No column: not in the training rows.
    Unseen,
}

#[derive(Clone, Debug)]
pub(super) struct Encoding {
    pub(super) columns: Vec<Column>,
    pub(super) references: Vec<(Name, Name)>,
    readings: Vec<(usize, Reading)>,
}

/// Whether every feature of a row is known; a document always is.
pub(super) fn is_complete(data: &Dataset, row: usize) -> bool {
    let Some((segment, at)) = data.table.locate(row) else { return false };
    data.resolved.features.iter().all(|feature| {
        let cells = segment.cells.get(feature.column);
        cells.is_some_and(|cells| match feature.kind {
            Kind::Text => true,
            Kind::Numeric => cells.number(at).is_some(),
            Kind::Categorical | Kind::Binary => cells.code(at).is_some(),
        })
    })
}

impl Encoding {
    /// Learns the values of every feature from rows in which all are known, each with its class.
    pub(super) fn learn(
        data: &Dataset,
        rows: &[(usize, usize)],
        classes: usize,
    ) -> Result<Encoding, Problem> {
        let mut encoding = Encoding { columns: Vec::new(), references: Vec::new(), readings: Vec::new() };
        let mut most: (usize, &str) = (0, "");
        for feature in &data.resolved.features {
            let before = encoding.columns.len();
            let reading = match feature.kind {
                Kind::Numeric => match &feature.bins {
                    None => Reading::Number(encoding.push(feature, Part::Number)),
                    Some(bins) => encoding.bins(feature, bins, data, rows, classes),
                },
                Kind::Binary => encoding.flag(feature, data),
                Kind::Categorical => {
                    let seen = seen(data, feature.column, rows);
                    let names = names(data, feature.column);
                    let places = encoding.indicators(feature, names, &seen);
                    Reading::Codes(places)
                }
                Kind::Text => encoding.words(feature, data, rows),
            };
            encoding.readings.push((feature.column, reading));
            let more = encoding.columns.len() - before;
            if more > most.0 {
                most = (more, feature.name.as_str());
            }
        }
        let columns = encoding.columns.len();
        if columns > COLUMNS {
            let what = format!(
                "logistic regression would need {columns} columns, but at most {COLUMNS} can be fitted"
            );
            let fix = format!("leave out the column with the most values: {}", flag_of("ignore", most.1));
            return Err(Problem { feature: Some(most.1.to_owned()), ..problem("wrong_kind", what, fix) });
        }
        Ok(encoding)
    }

    fn push(&mut self, feature: &Feature, part: Part) -> u32 {
        self.columns.push(Column { feature: feature.name.clone(), part });
        u32::try_from(self.columns.len() - 1).unwrap_or(u32::MAX)
    }

    fn indicators(&mut self, feature: &Feature, names: &[Name], seen: &[bool]) -> Vec<Place> {
        let mut reference = None;
        let mut places = Vec::with_capacity(names.len());
        for (name, seen) in names.iter().zip(seen) {
            places.push(match (seen, &reference) {
                (false, _) => Place::Unseen,
                (true, None) => {
                    reference = Some(name.clone());
                    Place::Reference
                }
                (true, Some(_)) => Place::Column(self.push(feature, Part::Is(name.clone()))),
            });
        }
        self.references.extend(reference.map(|value| (feature.name.clone(), value)));
        places
    }

    fn bins(
        &mut self,
        feature: &Feature,
        bins: &Bins,
        data: &Dataset,
        rows: &[(usize, usize)],
        classes: usize,
    ) -> Reading {
        let number = |(row, class): &(usize, usize)| {
            Some((data.number(*row, feature.column)?, *class, data.weight(*row)))
        };
        let tally = ValueCounts::of(classes, rows.iter().filter_map(number));
        let cuts = learn(bins, &tally, data.resolved.recipe.convention());
        let counts = cuts.counts(&tally);
        let seen: Vec<bool> = counts.iter().map(|counts| counts.iter().any(|count| *count > 0)).collect();
        let labels: Vec<Name> = (0..cuts.bins()).map(|bin| cuts.label(bin)).collect();
        let places = self.indicators(feature, &labels, &seen);
        Reading::Bins(cuts, places)
    }

    /// Every text except the one that counts as 1 is 0, even if no training row has it.
    fn flag(&mut self, feature: &Feature, data: &Dataset) -> Reading {
        let one = feature.one.as_deref().unwrap_or("1");
        let column = self.push(feature, Part::Yes(Name::new(one)));
        let place = |name: &Name| {
            if counts_as_one(one, name.as_str()) { Place::Column(column) } else { Place::Reference }
        };
        Reading::Codes(names(data, feature.column).iter().map(place).collect())
    }

    fn words(&mut self, feature: &Feature, data: &Dataset, rows: &[(usize, usize)]) -> Reading {
        let once = feature.event == EventModel::Bernoulli;
        let part = if once { Part::Presence } else { Part::Count };
        let rules = &data.resolved.words;
        let listed = feature.dictionary.as_deref();
        let words = names(data, feature.column).iter().zip(occurrences(data, feature.column, rows));
        let by_code = words.map(|(word, count)| {
            let kept = match listed {
                Some(listed) => listed.contains(word),
                None => rules.why_not(word.as_str(), count).is_none(),
            };
            if count > 0 && kept {
                Place::Column(self.push(feature, part(word.clone())))
            } else {
                Place::Unseen
            }
        });
        Reading::Words { by_code: by_code.collect(), once }
    }

    /// Writes the non-zero columns of a row, in order. Returns whether every feature is known.
    pub(super) fn row(&self, data: &Dataset, row: usize, out: &mut Vec<(u32, f64)>) -> bool {
        out.clear();
        let Some((segment, at)) = data.table.locate(row) else { return false };
        let place = |places: &[Place], at: usize| match places.get(at) {
            Some(Place::Column(column)) => Some(*column),
            _ => None,
        };
        for (column, reading) in &self.readings {
            let Some(cells) = segment.cells.get(*column) else { return false };
            match reading {
                Reading::Number(column) => {
                    let Some(number) = cells.number(at) else { return false };
                    out.push((*column, number));
                }
                Reading::Bins(cuts, places) => {
                    let Some(number) = cells.number(at) else { return false };
                    out.extend(place(places, cuts.bin(number)).map(|column| (column, 1.0)));
                }
                Reading::Codes(places) => {
                    let Some(code) = cells.code(at) else { return false };
                    out.extend(place(places, code as usize).map(|column| (column, 1.0)));
                }
                Reading::Words { by_code, once } => {
                    let known = cells.tokens(at).filter_map(|code| place(by_code, code as usize));
                    let mut words: Vec<u32> = known.collect();
                    words.sort_unstable();
                    for same in words.chunk_by(|a, b| a == b) {
                        let count = if *once { 1.0 } else { same.len() as f64 };
                        out.extend(same.first().map(|word| (*word, count)));
                    }
                }
            }
        }
        true
    }

    /// The features of a row whose category is not in the training rows: all their indicators are 0.
    pub(super) fn unseen(&self, data: &Dataset, row: usize) -> Vec<usize> {
        let Some((segment, at)) = data.table.locate(row) else { return Vec::new() };
        let is_unseen = |(column, reading): &(usize, Reading)| {
            let Reading::Codes(places) = reading else { return false };
            let code = segment.cells.get(*column).and_then(|cells| cells.code(at));
            code.is_some_and(|code| places.get(code as usize).is_none_or(|place| *place == Place::Unseen))
        };
        (0..).zip(&self.readings).filter(|(_, reading)| is_unseen(reading)).map(|(at, _)| at).collect()
    }
}

fn names(data: &Dataset, column: usize) -> &[Name] {
    data.table.columns().get(column).map(|column| column.dictionary.names()).unwrap_or_default()
}

/// How often each word of a column occurs in the rows, weighted.
fn occurrences(data: &Dataset, column: usize, rows: &[(usize, usize)]) -> Vec<u64> {
    let mut counts = vec![0; names(data, column).len()];
    for (row, _) in rows {
        let Some((segment, at)) = data.table.locate(*row) else { continue };
        let weight = data.weight(*row);
        for code in segment.cells.get(column).map(|cells| cells.tokens(at)).unwrap_or_default() {
            if let Some(count) = counts.get_mut(code as usize) {
                *count += weight;
            }
        }
    }
    counts
}

fn seen(data: &Dataset, column: usize, rows: &[(usize, usize)]) -> Vec<bool> {
    let mut seen = vec![false; names(data, column).len()];
    for (row, _) in rows {
        let Some((segment, at)) = data.table.locate(*row) else { continue };
        let Some(cells) = segment.cells.get(column) else { continue };
        let code = cells.code(at).filter(|code| *code != MISSING);
        if let Some(seen) = code.and_then(|code| seen.get_mut(code as usize)) {
            *seen = true;
        }
    }
    seen
}
