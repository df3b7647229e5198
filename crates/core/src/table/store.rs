//! The table itself: segments of typed columns; and sums over rows that are elsewhere.

use super::number::written;
use super::{Cell, Column, FeatureMap, Kind, RowName};
use crate::math::Name;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub const MISSING: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// One number a row; missing is NaN.
    Numbers(Vec<f64>),
    /// One code of the column's dictionary a row; missing is [`MISSING`].
    Codes(Vec<u32>),
    /// Documents: row `i` holds the tokens `ids[starts[i]..starts[i + 1]]`.
    Tokens { starts: Vec<u32>, ids: Vec<u32>, raw: Documents },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Documents {
    text: String,
    ends: Vec<usize>,
}

impl Documents {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    pub fn get(&self, row: usize) -> Option<&str> {
        let from = row.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(from..*self.ends.get(row)?)
    }
}

impl Cells {
    /// So many missing cells, or empty documents.
    pub(crate) fn missing(kind: Kind, rows: usize) -> Cells {
        match kind {
            Kind::Numeric => Cells::Numbers(vec![f64::NAN; rows]),
            Kind::Binary | Kind::Categorical => Cells::Codes(vec![MISSING; rows]),
            Kind::Text => {
                let raw = Documents { text: String::new(), ends: vec![0; rows] };
                Cells::Tokens { starts: vec![0; rows + 1], ids: Vec::new(), raw }
            }
        }
    }

    /// Replaces each code by the one at its place in `codes`.
    pub(crate) fn recode(&mut self, codes: &[u32]) {
        let (Cells::Codes(all) | Cells::Tokens { ids: all, .. }) = self else { return };
        all.iter_mut().for_each(|code| *code = codes.get(*code as usize).copied().unwrap_or(MISSING));
    }

    /// The tokens of a document by its row within the segment; empty for any other column.
    pub fn tokens(&self, row: usize) -> std::iter::Copied<std::slice::Iter<'_, u32>> {
        let Cells::Tokens { starts, ids, .. } = self else { return [].iter().copied() };
        let bound = |place: usize| starts.get(place).map(|start| *start as usize);
        let document = bound(row).zip(bound(row + 1)).and_then(|(from, to)| ids.get(from..to));
        document.unwrap_or_default().iter().copied()
    }

    /// The codes of all rows; none of another kind.
    #[inline]
    pub fn codes(&self) -> &[u32] {
        if let Cells::Codes(codes) = self { codes } else { &[] }
    }

    /// The numbers of all rows; none of another kind.
    #[inline]
    pub fn numbers(&self) -> &[f64] {
        if let Cells::Numbers(numbers) = self { numbers } else { &[] }
    }

    #[inline]
    pub fn code(&self, row: usize) -> Option<u32> {
        self.codes().get(row).copied().filter(|code| *code != MISSING)
    }

    #[inline]
    pub fn number(&self, row: usize) -> Option<f64> {
        self.numbers().get(row).copied().filter(|value| !value.is_nan())
    }
}

#[derive(Clone, Debug)]
pub struct Segment {
    pub rows: Range<usize>,
    pub cells: Vec<Cells>,
}

/// Rows whose segment is looked up in one step, or nearly.
const BLOCK: usize = 1 << 12;

#[derive(Clone, Debug)]
pub struct Table {
    /// Where the data came from, as a person would name it: `weather.csv`, `sample:weather`, `standard input`.
    pub source: String,
    columns: Arc<[Column]>,
    segments: Arc<Vec<Segment>>,
    /// The segment that holds the first row of each block of [`BLOCK`] rows.
    blocks: Vec<u32>,
    pub(super) row_names: Vec<OnceLock<Option<RowName>>>,
    positions: HashMap<Name, usize>,
    elsewhere: Option<usize>,
}

impl Table {
    /// Puts a table together. Every segment must hold one [`Cells`] per column, and the segments' rows must follow
    /// one another, from 0 unless the table is a part of a longer one.
    pub fn new(source: String, columns: impl Into<Arc<[Column]>>, segments: Vec<Segment>) -> Self {
        let columns: Arc<[Column]> = columns.into();
        debug_assert!(segments.iter().all(|segment| segment.cells.len() == columns.len()));
        let row_names = columns.iter().map(|_| OnceLock::new()).collect();
        let positions =
            columns.iter().enumerate().rev().map(|(at, column)| (column.name.clone(), at)).collect();
        let mut blocks: Vec<u32> = Vec::new();
        for (at, segment) in (0..).zip(&segments) {
            blocks.resize(segment.rows.end.div_ceil(BLOCK).max(blocks.len()), at);
        }
        Table { source, columns, segments: Arc::new(segments), blocks, row_names, positions, elsewhere: None }
    }

    pub(crate) fn with_names<'n>(&self, names: impl Iterator<Item = (usize, &'n str)>) -> Table {
        let mut columns = self.columns.to_vec();
        for (column, name) in names {
            columns.get_mut(column).into_iter().for_each(|column| _ = column.dictionary.intern(name));
        }
        let row_names = columns.iter().map(|_| OnceLock::new()).collect();
        Table { columns: columns.into(), row_names, ..self.clone() }
    }

    /// The table with a number column for each feature of which it has all columns, and no column of that name.
    pub(crate) fn with_derived(mut self, maps: &[FeatureMap]) -> Table {
        let mut segments = Arc::unwrap_or_clone(std::mem::take(&mut self.segments));
        let mut columns = self.columns.to_vec();
        for map in maps {
            let name = map.to_string();
            let places: Option<Vec<(&str, usize)>> =
                map.columns().map(|name| Some((name.as_str(), self.position(name.as_str())?))).collect();
            let Some(places) = places.filter(|_| columns.iter().all(|column| column.name.as_str() != name))
            else {
                continue;
            };
            let mut missing = 0;
            for segment in &mut segments {
                let value = |row: usize| {
                    let number = |name: &str| {
                        let (_, at) = places.iter().find(|(other, _)| *other == name)?;
                        self.number_of(segment.cells.get(*at)?, *at, row)
                    };
                    map.value(number).unwrap_or(f64::NAN)
                };
                let numbers: Vec<f64> = (0..segment.rows.len()).map(value).collect();
                missing += numbers.iter().filter(|number| number.is_nan()).count() as u64;
                segment.cells.push(Cells::Numbers(numbers));
            }
            columns.push(Column { derived: true, missing, ..Column::named(&name, Kind::Numeric) });
        }
        Table { elsewhere: self.elsewhere, ..Table::new(self.source, columns, segments) }
    }

    /// A cell as a number, also where a column of numbers was read as categories.
    fn number_of(&self, cells: &Cells, column: usize, row: usize) -> Option<f64> {
        let category = || self.columns.get(column)?.dictionary.name(cells.code(row)?)?.as_str().parse().ok();
        cells.number(row).or_else(category).filter(|value: &f64| value.is_finite())
    }

    pub(crate) fn of_rows_elsewhere(self, rows: usize) -> Self {
        Table { elsewhere: Some(rows), ..self }
    }

    pub fn described_rows(&self) -> usize {
        self.elsewhere.unwrap_or_else(|| self.rows())
    }

    pub fn rows(&self) -> usize {
        self.segments.last().map_or(0, |segment| segment.rows.end)
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    pub fn name_of(&self, column: usize) -> &str {
        self.columns.get(column).map_or("", |column| column.name.as_str())
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    pub fn locate(&self, row: usize) -> Option<(&Segment, usize)> {
        let from = *self.blocks.get(row / BLOCK)? as usize;
        let to = self.blocks.get(row / BLOCK + 1).map_or(self.segments.len(), |at| *at as usize + 1);
        let some = self.segments.get(from..to)?;
        let segment = some.get(some.partition_point(|segment| segment.rows.end <= row))?;
        Some((segment, row.checked_sub(segment.rows.start)?))
    }

    /// The cells of a column in the segment of a row, and the place of the row among them.
    pub(crate) fn cells_at(&self, row: usize, column: usize) -> Option<(&Cells, usize)> {
        let (segment, at) = self.locate(row)?;
        Some((segment.cells.get(column)?, at))
    }

    pub fn words(&self, row: usize, column: usize) -> impl Iterator<Item = &Name> {
        let ids = self.cells_at(row, column).map(|(cells, at)| cells.tokens(at)).unwrap_or_default();
        let dictionary = self.columns.get(column).map(|column| &column.dictionary);
        ids.filter_map(move |id| dictionary?.name(id))
    }

    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        let Some((cells, at)) = self.cells_at(row, column) else { return Cell::Missing };
        let category = || self.columns.get(column)?.dictionary.name(cells.code(at)?);
        let cell = match cells {
            Cells::Numbers(_) => cells.number(at).map(Cell::Number),
            Cells::Codes(_) => category().map(Cell::Category),
            Cells::Tokens { raw, .. } => Some(Cell::Text(raw.get(at).unwrap_or_default())),
        };
        cell.unwrap_or(Cell::Missing)
    }
}

/// What means no and yes.
const NO_YES: &str = "0/1 no/yes n/y false/true f/t absent/present neg/pos negative/positive off/on nein/ja n/j nee/ja \
    falsch/wahr non/oui faux/vrai no/sí";

impl Table {
    /// A cell as text: categories and documents as written, numbers as the shortest decimal, missing cells empty.
    /// It is data: pass it through [`crate::text::shown`] before a person reads it.
    pub fn cell_text(&self, row: usize, column: usize) -> Cow<'_, str> {
        match self.cell(row, column) {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Number(value) => Cow::Owned(written(value)),
            Cell::Category(name) => Cow::Borrowed(name.as_str()),
            Cell::Text(text) => Cow::Borrowed(text),
        }
    }

    /// How many different known values a column has; for a text column, how many different words.
    pub fn distinct(&self, column: usize) -> usize {
        let Some(about) = self.columns().get(column) else { return 0 };
        let numbers = self.number_counts(column, usize::MAX).unwrap_or_default();
        numbers.len().max(about.dictionary.len())
    }

    /// How often each number of a column occurs, in order of first appearance; `None` where there are more than `most`.
    pub(crate) fn number_counts(&self, column: usize, most: usize) -> Option<Vec<u64>> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut counts: Vec<u64> = Vec::new();
        for value in self.numbers(column).filter(|value| !value.is_nan()) {
            let at = *places.entry(number_key(value)).or_insert(counts.len());
            if at == most {
                return None;
            }
            counts.resize(counts.len().max(at + 1), 0);
            counts.get_mut(at).into_iter().for_each(|count| *count += 1);
        }
        Some(counts)
    }

    /// The two values of a column that could be read as binary, the one that means 0 first. A column of numbers that has
    /// only 0 or only 1 could be, too.
    pub fn could_be_binary(&self, column: usize) -> Option<(Name, Name)> {
        let about = self.columns().get(column)?;
        match about.kind {
            Kind::Text => None,
            Kind::Numeric => {
                let mut known = self.numbers(column).filter(|value| !value.is_nan()).peekable();
                let is_binary = known.peek().is_some() && known.all(|value| value == 0.0 || value == 1.0);
                is_binary.then(|| (Name::from("0"), Name::from("1")))
            }
            Kind::Binary | Kind::Categorical => {
                let [a, b] = about.dictionary.names() else { return None };
                let is_pair = |(no, yes): &(&Name, &Name)| {
                    let pair = format!("{}/{}", no.as_str(), yes.as_str()).to_ascii_lowercase();
                    NO_YES.split(' ').any(|known| known == pair)
                };
                let pair = [(a, b), (b, a)].into_iter().find(is_pair)?;
                Some((pair.0.clone(), pair.1.clone()))
            }
        }
    }

    /// The numbers of a column in row order, NaN where missing; nothing for another kind.
    pub fn numbers(&self, column: usize) -> impl Iterator<Item = f64> + '_ {
        let parts = self.segments().iter().filter_map(move |segment| segment.cells.get(column));
        parts.flat_map(Cells::numbers).copied()
    }
}

/// Equal numbers have equal keys, and 0 is −0.
pub(super) fn number_key(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

/// Rows, and what their weights add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightedCount {
    pub n: u64,
    /// How many cases: each row as often as its weight.
    pub w: u64,
}

impl std::ops::AddAssign for WeightedCount {
    fn add_assign(&mut self, other: WeightedCount) {
        self.n = self.n.saturating_add(other.n);
        self.w = self.w.saturating_add(other.w);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    pub seen: WeightedCount,
    pub shift: f64,
    /// ∑ (x − shift), weighted.
    pub s1: f64,
    /// ∑ (x − shift)², weighted.
    pub s2: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSum {
    pub value: u32,
    pub class: usize,
    pub seen: WeightedCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSum {
    pub word: u32,
    /// The code of the class; `None` of documents without one.
    pub class: Option<usize>,
    pub seen: WeightedCount,
    pub tokens: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureSums {
    pub values: Vec<ValueSum>,
    pub words: Vec<WordSum>,
    /// The numbers of each class, by class code; empty where none are summed.
    pub moments: Vec<Powers>,
    pub together: Vec<Powers>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RowSums {
    pub unlabelled: WeightedCount,
    pub weightless: u64,
    pub weightless_unlabelled: u64,
    pub classes: Vec<WeightedCount>,
    /// The same of rows in which every number is known; empty where numbers are not read together.
    pub complete: Vec<WeightedCount>,
    pub features: BTreeMap<String, FeatureSums>,
    /// ∑ (x − shift)(y − shift′) of two columns, the lesser name first, by class code.
    pub products: HashMap<(usize, String, String), f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableSums {
    pub recipe: String,
    /// What summed them, such as `duckdb`.
    pub engine: String,
    /// The table or the query that the rows are in, as that would be asked.
    pub asked: String,
    /// The numbers of columns whose values were counted each by itself, by the codes of their values.
    pub numbers: BTreeMap<String, Vec<f64>>,
    pub bins: BTreeMap<String, Vec<String>>,
    /// The classes in the order of the rows in which every number is known.
    pub complete_order: Vec<usize>,
    pub(crate) of_rows: RowSums,
}

impl TableSums {
    /// The same with every weight 1.
    #[must_use]
    pub fn once(&self) -> TableSums {
        fn once<'s>(all: impl IntoIterator<Item = &'s mut WeightedCount>) {
            all.into_iter().for_each(|seen| seen.w = seen.n);
        }
        let mut sums = self.clone();
        let of = &mut sums.of_rows;
        once([&mut of.unlabelled]);
        once(&mut of.classes);
        once(&mut of.complete);
        for feature in of.features.values_mut() {
            once(feature.values.iter_mut().map(|sum| &mut sum.seen));
            once(feature.words.iter_mut().map(|sum| &mut sum.seen));
            once(feature.moments.iter_mut().map(|sum| &mut sum.seen));
        }
        sums
    }

    /// Rows without a class and with a weight, and how many without a class have the weight 0.
    pub fn unlabelled(&self) -> (WeightedCount, u64) {
        (self.of_rows.unlabelled, self.of_rows.weightless_unlabelled)
    }

    pub fn rows(&self) -> u64 {
        let of = &self.of_rows;
        of.classes.iter().map(|seen| seen.n).sum::<u64>() + of.unlabelled.n + of.weightless
    }
}
