//! A slow and obvious counter: it filters the rows of a table of texts anew for every number.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::tables::{Sheet, is_missing};

/// The cuts that the counter knows.
pub const CUTS: &str = "cuts:2.5,5,10";

pub struct Slow<'a> {
    /// The rows.
    pub sheet: &'a Sheet,
    /// The smoothing constant.
    pub alpha: BigRational,
}

impl Slow<'_> {
    fn of_class(&self, class: &str) -> impl Iterator<Item = &Vec<String>> {
        self.sheet.rows.iter().filter(move |row| self.sheet.cell(row, "class") == class)
    }

    fn labelled(&self) -> impl Iterator<Item = &Vec<String>> {
        self.sheet.rows.iter().filter(|row| !is_missing(self.sheet.cell(row, "class")))
    }

    pub fn rows(&self, class: &str) -> u64 {
        self.of_class(class).count() as u64
    }

    /// The values of one cell: a category, a bin, or the words of a document; none when it is missing.
    pub fn values(&self, row: &[String], feature: &str) -> Vec<String> {
        let cell = self.sheet.cell(row, feature);
        match feature {
            "note" => cell.split_whitespace().map(str::to_lowercase).collect(),
            _ if is_missing(cell) => Vec::new(),
            "area" => vec![bin(cell.parse().unwrap()).to_owned()],
            _ => vec![cell.to_owned()],
        }
    }

    /// How often a value is in the rows of a class.
    pub fn count(&self, feature: &str, value: &str, class: &str) -> u64 {
        self.of_class(class).flat_map(|row| self.values(row, feature)).filter(|v| v == value).count() as u64
    }

    pub fn total(&self, feature: &str, class: &str) -> u64 {
        self.of_class(class).flat_map(|row| self.values(row, feature)).count() as u64
    }

    /// The values that training rows have, sorted; all bins.
    pub fn all_values(&self, feature: &str) -> Vec<String> {
        let mut values: Vec<String> = match feature {
            "area" => ["<2.5", "[2.5,5)", "[5,10)", "≥10"].map(str::to_owned).to_vec(),
            _ => self.labelled().flat_map(|row| self.values(row, feature)).collect(),
        };
        values.sort();
        values.dedup();
        values
    }

    /// `(count + α) / (total + k α)`; `None` for 0/0.
    pub fn conditional(&self, feature: &str, value: &str, class: &str) -> Option<BigRational> {
        let whole = |n: u64| BigRational::from_integer(n.into());
        let k = whole(self.all_values(feature).len() as u64);
        let top = whole(self.count(feature, value, class)) + &self.alpha;
        let bottom = whole(self.total(feature, class)) + &self.alpha * k;
        (!bottom.is_zero()).then(|| top / bottom)
    }

    /// The share of a class times the conditionals of a row; `None` where one of them is 0/0.
    pub fn joint(&self, row: &[String], features: &[&str], class: &str) -> Option<BigRational> {
        let n = self.labelled().count() as u64;
        let mut joint = BigRational::new(self.rows(class).into(), n.into());
        for feature in features {
            let known = self.all_values(feature);
            for value in self.values(row, feature).iter().filter(|value| known.contains(value)) {
                joint *= self.conditional(feature, value, class)?;
            }
        }
        Some(joint)
    }

    /// The posterior of each class; `None` where it is undefined.
    pub fn posteriors(&self, row: &[String], features: &[&str]) -> Option<Vec<BigRational>> {
        let joints: Option<Vec<BigRational>> =
            self.sheet.classes().iter().map(|class| self.joint(row, features, class)).collect();
        let joints = joints?;
        let sum: BigRational = joints.iter().sum();
        (!sum.is_zero()).then(|| joints.iter().map(|joint| joint / &sum).collect())
    }
}

fn bin(value: f64) -> &'static str {
    if value < 2.5 {
        "<2.5"
    } else if value < 5.0 {
        "[2.5,5)"
    } else if value < 10.0 {
        "[5,10)"
    } else {
        "≥10"
    }
}

/// Whether these are the parts of a whole.
pub fn is_distribution(parts: &[BigRational]) -> bool {
    let (zero, one) = (BigRational::zero(), BigRational::one());
    parts.iter().all(|part| *part >= zero && *part <= one) && parts.iter().sum::<BigRational>() == one
}
