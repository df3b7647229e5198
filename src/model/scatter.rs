//! Number, means and scatter of rows of several numbers: sums that lose no digits when they are merged.

use super::moments::{LEFT, exact_sum};

/// How many rows, the mean of each column, and the sums of the products of the distances from the means.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// How many rows, each as often as it was seen.
    pub n: u64,
    /// How many rows of the data.
    pub rows: u64,
    /// The first of them in the data, from 0: classes go by the order in which their rows appear.
    pub first: Option<usize>,
    /// The mean of each column, in its own unit; empty when there are no rows.
    pub mean: Vec<f64>,
    /// What is left of each mean when it is rounded to a float.
    pub rest: Vec<f64>,
    /// Sums of products of distances for each pair of columns `b ≤ a`, in their units multiplied: `a (a + 1)/2 + b`.
    products: Vec<f64>,
}

impl Scatter {
    /// Of some rows, given column by column, in two passes; the second corrects for what the rounding of the means did
    /// (Chan, Golub and LeVeque, "Algorithms for computing the sample variance", 1983).
    ///
    /// `times` says how many times each row was seen; once where nothing is said.
    pub fn of(columns: &[Vec<f64>], first: usize, times: Option<&[u64]>) -> Self {
        let rows = columns.first().map_or(0, Vec::len);
        let seen = times.map_or(rows as u64, |times| times.iter().sum());
        if seen == 0 {
            return Scatter::default();
        }
        let n = seen as f64;
        let (mut means, mut distances, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        for column in columns {
            // Distances from one of the numbers keep the digits that a sum of large numbers would lose.
            let shift = column.first().copied().unwrap_or(0.0);
            let near = shift + sum(column.iter().map(|x| x - shift), times) / n;
            let distance: Vec<f64> = column.iter().map(|x| x - near).collect();
            let rest = sum(distance.iter().copied(), times);
            means.push(exact_sum(near, rest / n));
            rests.push(rest);
            distances.push(distance);
        }
        let mut products = Vec::with_capacity(columns.len() * (columns.len() + 1) / 2);
        for (a, (one, one_rest)) in distances.iter().zip(&rests).enumerate() {
            for (other, other_rest) in distances.iter().zip(&rests).take(a + 1) {
                let sum = sum(one.iter().zip(other).map(|(x, y)| x * y), times);
                products.push(sum - one_rest * other_rest / n);
            }
        }
        let (mean, rest) = means.into_iter().unzip();
        Scatter { n: seen, rows: rows as u64, first: Some(first), mean, rest, products }
    }

    /// That of both sets of rows together (pairwise update of Chan, Golub and LeVeque, for each pair of columns).
    #[must_use]
    pub fn merged(&self, other: &Scatter) -> Self {
        if self.n == 0 {
            return other.clone();
        }
        if other.n == 0 {
            return self.clone();
        }
        let (n, m) = (self.n as f64, other.n as f64);
        let exact = |of: &Scatter| of.mean.iter().copied().zip(of.rest.iter().copied()).collect::<Vec<_>>();
        let (mine, theirs) = (exact(self), exact(other));
        let pairs = mine.iter().zip(&theirs);
        let apart: Vec<f64> =
            pairs.map(|((mean, rest), (other, others_rest))| (other - mean) + (others_rest - rest)).collect();
        let means =
            mine.iter().zip(&apart).map(|((mean, rest), apart)| exact_sum(*mean, rest + apart * m / (n + m)));
        let (mean, rest) = means.unzip();
        let pairs = apart.iter().enumerate().flat_map(|(a, x)| apart.iter().take(a + 1).map(move |y| x * y));
        let sums = self.products.iter().zip(&other.products).map(|(mine, theirs)| mine + theirs);
        Scatter {
            n: self.n + other.n,
            rows: self.rows + other.rows,
            first: self.first.into_iter().chain(other.first).min(),
            mean,
            rest,
            products: sums.zip(pairs).map(|(sum, apart)| sum + apart * n * m / (n + m)).collect(),
        }
    }

    /// That of the rows that are left when some are taken away; `None` where too few digits would be left, so that the
    /// rows must be read again. The first row stays what it is.
    #[must_use]
    pub fn without(&self, part: &Scatter) -> Option<Self> {
        let n = self.n.checked_sub(part.n)?;
        if part.n == 0 {
            return Some(self.clone());
        }
        if n == 0 {
            return Some(Scatter::default());
        }
        let (left, gone) = (n as f64, part.n as f64);
        let exact = |of: &Scatter| of.mean.iter().copied().zip(of.rest.iter().copied()).collect::<Vec<_>>();
        let (mine, theirs) = (exact(self), exact(part));
        let pairs = mine.iter().zip(&theirs);
        let apart: Vec<f64> =
            pairs.map(|((mean, rest), (other, others_rest))| (other - mean) + (others_rest - rest)).collect();
        let means = mine.iter().zip(&apart);
        let means = means.map(|((mean, rest), apart)| exact_sum(*mean, rest - apart * gone / left));
        let (mean, rest) = means.unzip();
        let pairs = apart.iter().enumerate().flat_map(|(a, x)| apart.iter().take(a + 1).map(move |y| x * y));
        let sums = self.products.iter().zip(&part.products).map(|(mine, theirs)| mine - theirs);
        let products = sums.zip(pairs).map(|(sum, apart)| sum - apart * gone * (left + gone) / left);
        let rows = self.rows.saturating_sub(part.rows);
        let rest = Scatter { n, rows, first: self.first, mean, rest, products: products.collect() };
        let holds = |column: usize| rest.product(column, column) > LEFT * self.product(column, column);
        (0..rest.mean.len()).all(holds).then_some(rest)
    }

    /// The sum of the products of the distances of two columns; 0 when there are no rows.
    pub fn product(&self, a: usize, b: usize) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        self.products.get(high * (high + 1) / 2 + low).copied().unwrap_or(0.0)
    }
}

/// The sum of some numbers, each as often as its row was seen.
fn sum(numbers: impl Iterator<Item = f64>, times: Option<&[u64]>) -> f64 {
    match times {
        Some(times) => numbers.zip(times).map(|(x, times)| x * *times as f64).sum(),
        None => numbers.sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_large_mean_costs_no_digits() {
        let shifted = |by: f64| {
            Scatter::of(&[vec![by + 1.0, by + 2.0, by + 4.0], vec![by, by + 2.0, by - 3.0]], 0, None)
        };
        let (near, far) = (shifted(0.0), shifted(1e9));
        for (a, b) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            assert!((near.product(a, b) - far.product(a, b)).abs() < 1e-6, "{near:?} {far:?}");
        }
        assert_eq!(Scatter::of(&[Vec::new()], 3, None), Scatter::default());
        assert_eq!(Scatter::of(&[vec![0.1; 7], vec![0.3; 7]], 0, None).products, [0.0; 3]);
    }

    proptest! {
        #[test]
        fn parts_merge_to_the_whole(
            rows in proptest::collection::vec([-1e3f64..1e3, -1e3f64..1e3, -1e3f64..1e3], 1..40),
            at in 0usize..40,
        ) {
            let of = |rows: &[[f64; 3]], first| {
                Scatter::of(&[0, 1, 2].map(|c| rows.iter().map(|row| row[c]).collect::<Vec<f64>>()), first, None)
            };
            let (a, b) = rows.split_at(at.min(rows.len()));
            let (merged, whole) = (of(a, 0).merged(&of(b, a.len())), of(&rows, 0));
            prop_assert_eq!((merged.n, merged.first), (whole.n, whole.first));
            for a in 0..3 {
                prop_assert!((merged.mean[a] - whole.mean[a]).abs() <= 1e-12 * 1e3);
                for b in 0..3 {
                    let size = whole.product(a, a).max(whole.product(b, b)).max(1.0);
                    prop_assert!((merged.product(a, b) - whole.product(a, b)).abs() <= 1e-12 * size);
                }
            }
        }
    }
}
