//! The features of a row as columns of numbers, which logistic regression multiplies with weights.
//!
//! Numbers stay as they are. A category or a bin becomes one indicator for each of its values except the first, which
//! is the reference. Yes/no becomes 1 and 0. A word becomes its count, or 1 if only its presence matters. The values
//! come from the training rows only.

use crate::encode::{Cuts, Dataset, ValueCounts, learn};
use crate::math::Name;
use crate::model::error::{larger_unit, problem};
use crate::problem::Problem;
use crate::recipe::{EventModel, Feature, counts_as_one};
use crate::table::Kind;
use crate::text::{brief, flag_of};

/// The most encoded columns that are fitted.
const COLUMNS: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignColumn {
    pub feature: Name,
    /// The value or word that it marks or counts; `None` for a number.
    pub value: Option<Name>,
    /// `number`; `indicator` (1 for this value, else 0); `yes` (1 for the text that counts as 1, else 0); `count` of a
    /// word; `presence` (1 if the document has the word, else 0).
    pub kind: &'static str,
}

impl DesignColumn {
    pub fn number(&self) -> Option<&str> {
        self.value.is_none().then(|| self.feature.as_str())
    }

    /// `height`, or `outlook=Sunny`.
    pub fn label(&self) -> String {
        match &self.value {
            None => self.feature.to_string(),
            Some(value) => format!("{}={value}", self.feature),
        }
    }
}

/// How a feature is read: as a number; by the code of its text; by its bin; or word by word, each word once if only its
/// presence matters.
#[derive(Clone, Debug)]
enum FeatureReading {
    Number(usize),
    Codes(Vec<DesignPlace>),
    Bins(Cuts, Vec<DesignPlace>),
    Words { by_code: Vec<DesignPlace>, once: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DesignPlace {
    Column(usize),
    /// No column: the reference value.
    Reference,
    /// No column: not in the training rows.
    Unseen,
}

impl DesignPlace {
    fn column(&self) -> Option<usize> {
        if let DesignPlace::Column(column) = self { Some(*column) } else { None }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct DesignEncoding {
    pub(super) columns: Vec<DesignColumn>,
    pub(super) references: Vec<(Name, Name)>,
    /// By feature: its column in the table, and how it is read.
    readings: Vec<(usize, FeatureReading)>,
}

/// The mean and the standard deviation of a column, so that `(x − mean)/deviation` is in standard units; `None` if it
/// never varies. Indicators and counts have mean 0 here: most of theirs are 0 and stay so.
pub(super) type StandardUnit = Option<(f64, f64)>;

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

impl DesignEncoding {
    pub(super) fn learn(
        data: &Dataset,
        rows: &[(usize, usize)],
        classes: usize,
    ) -> Result<DesignEncoding, Problem> {
        let mut encoding = DesignEncoding::default();
        let mut most = (0, "");
        for feature in &data.resolved.features {
            let before = encoding.columns.len();
            let names = data.names(feature.column);
            let counts = || counts(data, feature.column, names.len(), rows);
            let reading = match (feature.kind, &feature.bins) {
                (Kind::Numeric, None) => FeatureReading::Number(encoding.push(feature, None, "number")),
                (Kind::Numeric, Some(bins)) => {
                    let number = |(row, class): &(usize, usize)| {
                        Some((data.number(*row, feature.column)?, *class, data.weight(*row)))
                    };
                    let tally = ValueCounts::of(classes, rows.iter().filter_map(number));
                    let cuts = learn(bins, &tally, data.resolved.recipe.convention());
                    let rows = cuts.counts(&tally).into_iter().map(|counts| counts.iter().sum());
                    let labels = (0..cuts.bins()).map(|bin| cuts.label(bin));
                    let places = encoding.indicators(feature, labels, rows);
                    FeatureReading::Bins(cuts, places)
                }
                (Kind::Binary, _) => encoding.flag(feature, names),
                (Kind::Categorical, _) => FeatureReading::Codes(encoding.indicators(
                    feature,
                    names.iter().cloned(),
                    counts().into_iter(),
                )),
                (Kind::Text, _) => encoding.words(feature, data, names.iter().zip(counts())),
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

    fn push(&mut self, feature: &Feature, value: Option<&Name>, kind: &'static str) -> usize {
        self.columns.push(DesignColumn { feature: feature.name.clone(), value: value.cloned(), kind });
        self.columns.len() - 1
    }

    fn indicators(
        &mut self,
        feature: &Feature,
        names: impl Iterator<Item = Name>,
        rows: impl Iterator<Item = u64>,
    ) -> Vec<DesignPlace> {
        let mut has_reference = false;
        let place = |(name, rows): (Name, u64)| {
            if rows == 0 {
                return DesignPlace::Unseen;
            }
            if std::mem::replace(&mut has_reference, true) {
                return DesignPlace::Column(self.push(feature, Some(&name), "indicator"));
            }
            self.references.push((feature.name.clone(), name));
            DesignPlace::Reference
        };
        names.zip(rows).map(place).collect()
    }

    /// Every text except the one that counts as 1 is 0, even if no training row has it.
    fn flag(&mut self, feature: &Feature, names: &[Name]) -> FeatureReading {
        let one = feature.one.as_deref().unwrap_or("1");
        let column = self.push(feature, Some(&Name::new(one)), "yes");
        let place = |name: &Name| {
            if counts_as_one(one, name.as_str()) {
                DesignPlace::Column(column)
            } else {
                DesignPlace::Reference
            }
        };
        FeatureReading::Codes(names.iter().map(place).collect())
    }

    fn words<'a>(
        &mut self,
        feature: &Feature,
        data: &Dataset,
        words: impl Iterator<Item = (&'a Name, u64)>,
    ) -> FeatureReading {
        let once = feature.event == EventModel::Bernoulli;
        let kind = if once { "presence" } else { "count" };
        let by_code = words.map(|(word, count)| {
            let kept = match feature.dictionary.as_deref() {
                Some(listed) => listed.contains(word),
                None => data.resolved.words.why_not(word.as_str(), count).is_none(),
            };
            if count == 0 || !kept {
                return DesignPlace::Unseen;
            }
            DesignPlace::Column(self.push(feature, Some(word), kind))
        });
        FeatureReading::Words { by_code: by_code.collect(), once }
    }

    /// Returns the non-zero columns of a row, in order; `None` if a feature is missing.
    pub(super) fn row(&self, data: &Dataset, row: usize) -> Option<Vec<(usize, f64)>> {
        let (segment, at) = data.table.locate(row)?;
        let mut out = Vec::new();
        for (column, reading) in &self.readings {
            let cells = segment.cells.get(*column)?;
            let place = match reading {
                FeatureReading::Number(column) => {
                    out.push((*column, cells.number(at)?));
                    continue;
                }
                FeatureReading::Words { by_code, once } => {
                    let known = cells.tokens(at).filter_map(|code| by_code.get(code as usize)?.column());
                    let mut words: Vec<usize> = known.collect();
                    words.sort_unstable();
                    for same in words.chunk_by(|a, b| a == b) {
                        let count = if *once { 1.0 } else { same.len() as f64 };
                        out.extend(same.first().map(|word| (*word, count)));
                    }
                    continue;
                }
                FeatureReading::Bins(cuts, places) => places.get(cuts.bin(cells.number(at)?)),
                FeatureReading::Codes(places) => places.get(cells.code(at)? as usize),
            };
            out.extend(place.and_then(DesignPlace::column).map(|column| (column, 1.0)));
        }
        Some(out)
    }

    /// Whether a category of a row is not in the training rows: all its indicators are 0.
    pub(super) fn is_unseen(&self, data: &Dataset, row: usize) -> bool {
        let Some((segment, at)) = data.table.locate(row) else { return false };
        self.readings.iter().any(|(column, reading)| {
            let FeatureReading::Codes(places) = reading else { return false };
            let code = segment.cells.get(*column).and_then(|cells| cells.code(at));
            code.is_some_and(|code| {
                places.get(code as usize).is_none_or(|place| *place == DesignPlace::Unseen)
            })
        })
    }

    /// Returns the unit of each column in the training rows.
    ///
    /// # Errors
    /// When the spread of a column is too large to compute.
    pub(super) fn units(
        &self,
        data: &Dataset,
        rows: &[(usize, usize)],
    ) -> Result<Vec<StandardUnit>, Problem> {
        let n: f64 = rows.iter().map(|(row, _)| data.weight(*row) as f64).sum();
        let each = |add: &mut dyn FnMut(usize, f64, f64)| {
            for (row, _) in rows {
                let times = data.weight(*row) as f64;
                let cells = self.row(data, *row).unwrap_or_default();
                cells.into_iter().for_each(|(column, value)| add(column, value, times));
            }
        };
        let mut sums = vec![[0.0, f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0]; self.columns.len()];
        each(&mut |column, value, times| {
            if let Some([mean, low, high, known, _]) = sums.get_mut(column) {
                *mean += times * value / n;
                *low = value.min(*low);
                *high = value.max(*high);
                *known += times;
            }
        });
        each(&mut |column, value, times| {
            if let Some([mean, .., squares]) = sums.get_mut(column) {
                *squares += times * (value - *mean).powi(2) / n;
            }
        });
        let unit = |(column, [mean, low, high, known, squares]): (&DesignColumn, [f64; 5])| {
            // Entries that are not listed are 0, so their distance from the mean is the mean itself.
            let zeros: f64 = n - known;
            let variance = squares + zeros / n * mean * mean;
            if !variance.is_finite() {
                let name = column.feature.as_str();
                let numbers = format!("the numbers of {}", brief(name));
                let what = format!("{numbers} lie so far apart that their spread is too large to compute");
                let problem = problem("variance_undefined", what, larger_unit(name));
                return Err(Problem { feature: Some(name.to_owned()), ..problem });
            }
            // The square of a very small distance may underflow to 0.
            let deviation = if variance > 0.0 { variance.sqrt() } else { high - low };
            let varies = deviation > 0.0 && (low < high || (zeros > 0.0 && known > 0.0));
            Ok(varies.then_some((if column.value.is_none() { mean } else { 0.0 }, deviation)))
        };
        self.columns.iter().zip(sums).map(unit).collect()
    }
}

/// How often the rows have each text of a column, or each word, weighted.
fn counts(data: &Dataset, column: usize, names: usize, rows: &[(usize, usize)]) -> Vec<u64> {
    let mut counts = vec![0; names];
    for (row, _) in rows {
        let Some((segment, at)) = data.table.locate(*row) else { continue };
        let Some(cells) = segment.cells.get(column) else { continue };
        for code in cells.code(at).into_iter().chain(cells.tokens(at)) {
            counts.get_mut(code as usize).into_iter().for_each(|count| *count += data.weight(*row));
        }
    }
    counts
}
