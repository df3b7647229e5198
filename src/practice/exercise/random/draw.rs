//! Draws the rows of a seed as a CSV.

use super::pattern::Dice;
use super::{Numbers, Random, Values};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub csv: String,
    /// The number of rows of each class, in the order of [`Random::classes`].
    pub of_class: Vec<usize>,
}

/// The ranges of the weights of classes and of values.
const CLASSES: (i64, i64) = (3, 7);
const VALUES: (i64, i64) = (1, 9);

/// The least rows of every class.
const EACH: usize = 2;

/// How often a number outside its range is drawn again before it is moved to the edge.
const AGAIN: usize = 20;

impl Random {
    /// Draws the data of a seed: first the classes, then, column by column, the share of every value in each class, and the
    /// rows. If there are enough rows, every value occurs, so that the number of values of a feature does not depend on the
    /// seed.
    pub fn draw(&self, seed: u64) -> Drawn {
        let mut dice = Dice::new(seed);
        let rows = dice.between(self.rows.0 as i64, self.rows.1 as i64).max(1) as usize;
        let classes = self.classes().len();
        let mut class_of = self.classes_of(rows, classes, &mut dice);
        let unknown = self.empty_class.then(|| dice.below(classes as u64) as usize);
        if let Some(class) = unknown {
            self.left_alone(class, &mut class_of, &mut dice);
        }
        let cells: Vec<Vec<String>> = (0..self.columns.len())
            .map(|at| {
                let mut cells = self.column(at, &class_of, &mut dice);
                if at != self.target {
                    let blank = |(cell, class): (&mut String, &usize)| {
                        if Some(*class) == unknown {
                            cell.clear();
                        }
                    };
                    cells.iter_mut().zip(&class_of).for_each(blank);
                }
                cells
            })
            .collect();
        let mut csv = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = csv.write_record(self.columns.iter().map(|column| &column.name));
        for row in 0..rows {
            let _ = csv.write_record(cells.iter().map(|column| column.get(row).map_or("", String::as_str)));
        }
        let csv = String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default();
        let count = |class| class_of.iter().filter(|own| **own == class).count();
        Drawn { csv, of_class: (0..classes).map(count).collect() }
    }

    /// The class of each row. If there are enough rows, every class has two: one row has no spread.
    fn classes_of(&self, rows: usize, classes: usize, dice: &mut Dice) -> Vec<usize> {
        let weights = dice.weights(classes, CLASSES);
        let sure = if rows >= EACH * classes { EACH * classes } else { 0 };
        let mut class_of: Vec<usize> = (0..classes).cycle().take(sure).collect();
        class_of.extend((sure..rows).map(|_| dice.weighted(&weights).unwrap_or(0)));
        for last in (1..class_of.len()).rev() {
            class_of.swap(last, dice.below(last as u64 + 1) as usize);
        }
        class_of
    }

    fn left_alone(&self, class: usize, class_of: &mut [usize], dice: &mut Dice) {
        let others: Vec<usize> = (0..self.classes().len()).filter(|other| *other != class).collect();
        let last = class_of.len().saturating_sub(1);
        for (row, own) in class_of.iter_mut().enumerate() {
            if row == last {
                *own = class;
            } else if *own == class {
                let other = others.get(dice.below(others.len() as u64) as usize);
                *own = other.copied().unwrap_or(class);
            }
        }
    }

    fn column(&self, at: usize, class_of: &[usize], dice: &mut Dice) -> Vec<String> {
        let classes = self.classes().len();
        match self.columns.get(at).map(|column| &column.values) {
            None => Vec::new(),
            Some(Values::RowNumber) => (1..=class_of.len()).map(|row| row.to_string()).collect(),
            Some(Values::OneOf(values)) if at == self.target => named(values, class_of),
            Some(Values::OneOf(values)) => {
                let mut codes = vec![Vec::new(); class_of.len()];
                dice.fill(&mut codes, class_of, classes, values.len(), |_| 1);
                let codes: Vec<usize> = codes.into_iter().flatten().collect();
                named(values, &codes)
            }
            Some(Values::Documents { words, length }) => {
                let mut codes = vec![Vec::new(); class_of.len()];
                let long = |dice: &mut Dice| dice.between(length.0 as i64, length.1 as i64).max(0) as usize;
                dice.fill(&mut codes, class_of, classes, words.len(), long);
                codes.iter().map(|codes| named(words, codes).join(" ")).collect()
            }
            Some(Values::Numbers(numbers)) => numbers.drawn(class_of, classes, dice),
        }
    }
}

fn named(values: &[String], codes: &[usize]) -> Vec<String> {
    codes.iter().map(|code| values.get(*code).cloned().unwrap_or_default()).collect()
}

impl Dice {
    fn weights(&mut self, count: usize, range: (i64, i64)) -> Vec<u64> {
        (0..count).map(|_| self.between(range.0, range.1).unsigned_abs()).collect()
    }

    /// Fills each row with values by the shares of its class, then inserts the values that do not occur yet.
    fn fill(
        &mut self,
        rows: &mut [Vec<usize>],
        class_of: &[usize],
        classes: usize,
        values: usize,
        mut long: impl FnMut(&mut Dice) -> usize,
    ) {
        let shares: Vec<Vec<u64>> = (0..classes).map(|_| sums(self.weights(values, VALUES))).collect();
        for (row, class) in rows.iter_mut().zip(class_of) {
            let count = long(self);
            let share = shares.get(*class).map(Vec::as_slice).unwrap_or_default();
            *row = (0..count).map(|_| self.summed(share)).collect();
        }
        let mut slots: Vec<&mut usize> = rows.iter_mut().flatten().collect();
        let places = slots.len();
        let mut counts = vec![0usize; values];
        for slot in &slots {
            counts.get_mut(**slot).into_iter().for_each(|count| *count += 1);
        }
        for value in 0..values.min(places) {
            if counts.get(value).is_some_and(|count| *count > 0) {
                continue;
            }
            // The first slot, from a random one on, whose value occurs elsewhere, too.
            let from = self.below(places as u64) as usize;
            let stands_twice = |at: &usize| {
                let found = slots.get(*at).and_then(|found| counts.get(**found));
                found.is_some_and(|count| *count > 1)
            };
            let spare = (0..places).map(|step| (from + step) % places).find(stands_twice);
            let Some(slot) = spare.and_then(|at| slots.get_mut(at)) else { continue };
            counts.get_mut(**slot).into_iter().for_each(|count| *count -= 1);
            counts.get_mut(value).into_iter().for_each(|count| *count += 1);
            **slot = value;
        }
    }
}

fn sums(mut weights: Vec<u64>) -> Vec<u64> {
    let mut sum = 0;
    weights.iter_mut().for_each(|weight| {
        sum += *weight;
        *weight = sum;
    });
    weights
}

impl Numbers {
    fn drawn(&self, class_of: &[usize], classes: usize, dice: &mut Dice) -> Vec<String> {
        let bells = if self.of_class.is_empty() { self.bells(classes, dice) } else { self.of_class.clone() };
        let (least, most) = self.range;
        let number = |class: &usize| {
            let (mean, spread) = bells.get(*class).copied().unwrap_or_default();
            let mut drawn = || dice.bell(mean, spread);
            let first = drawn();
            let found = std::iter::once(first)
                .chain(std::iter::repeat_with(drawn).take(AGAIN))
                .find(|number| (least..=most).contains(number));
            found.unwrap_or(first.clamp(least, most))
        };
        let mut all: Vec<i64> = class_of.iter().map(number).collect();
        for class in 0..classes {
            spread_out(&mut all, class_of, class, most);
        }
        all.into_iter().map(|number| self.written(number)).collect()
    }

    /// A mean and a spread for each class: the mean in the middle two thirds, the spread a twelfth to a fifth of the range.
    fn bells(&self, classes: usize, dice: &mut Dice) -> Vec<(i64, i64)> {
        let (least, most) = self.range;
        let width = most.saturating_sub(least);
        let bell = |_| {
            let mean = dice.between(least.saturating_add(width / 6), most.saturating_sub(width / 6));
            (mean, dice.between((width / 12).max(1), (width / 5).max(1)))
        };
        (0..classes).map(bell).collect()
    }

    pub(super) fn written(&self, number: i64) -> String {
        let decimals = self.decimals as usize;
        if decimals == 0 {
            return number.to_string();
        }
        let digits = format!("{:0>1$}", number.unsigned_abs(), decimals + 1);
        let (whole, rest) = digits.split_at(digits.len() - decimals);
        format!("{}{whole}.{rest}", if number < 0 { "-" } else { "" })
    }
}

/// Moves one number of a class by one in its last place if all are the same: a density needs a spread.
fn spread_out(all: &mut [i64], class_of: &[usize], class: usize, most: i64) {
    let mut own = all.iter_mut().zip(class_of).filter(|(_, of)| **of == class).map(|(number, _)| number);
    let Some(first) = own.next() else { return };
    let mut identical = false;
    for number in own {
        if number != first {
            return;
        }
        identical = true;
    }
    if identical {
        *first += if *first < most { 1 } else { -1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_with_the_decimals_of_its_column() {
        let written =
            |decimals, number| Numbers { decimals, range: (0, 0), of_class: Vec::new() }.written(number);
        assert_eq!(written(0, -12), "-12");
        assert_eq!(written(2, -5), "-0.05");
        assert_eq!(written(1, 60), "6.0");
        assert_eq!(written(3, 12_345), "12.345");
    }
}
