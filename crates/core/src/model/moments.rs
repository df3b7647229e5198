//! Means and scatter matrices, which can be added, subtracted and merged without losing digits.

/// The number of values, their mean, and the sum of the squared distances from it.
///
/// ```
/// use posterior_core::model::Moments;
///
/// let all = Moments::of(&[1.0, 2.0]).merged(Moments::of(&[6.0]));
/// assert_eq!((all.n, all.mean, all.variance(0)), (3, 3.0, Some(14.0 / 3.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    pub n: u64,
    /// The mean, in the unit of the values; 0 without values.
    pub mean: f64,
    /// The rounding error of the mean as a float, which keeps the distances of large numbers exact.
    pub rest: f64,
    pub scatter: f64,
}

impl Moments {
    /// From numbers, in two passes; the second corrects for the rounding of the mean (Chan, Golub and LeVeque,
    /// "Algorithms for computing the sample variance", 1983).
    pub fn of(numbers: &[f64]) -> Self {
        two_passes(numbers, numbers.len() as u64, |x| x, |_| 1.0)
    }

    /// From weighted numbers: each counts as if it were repeated.
    pub fn weighted(numbers: &[(f64, u64)]) -> Self {
        two_passes(
            numbers,
            numbers.iter().map(|(_, times)| times).sum(),
            |(x, _)| x,
            |(_, times)| times as f64,
        )
    }

    /// From the distances of `n` numbers from a number near their mean: `s1 = ∑ (x − shift)` and `s2 = ∑ (x − shift)²`.
    pub fn about(n: u64, shift: f64, s1: f64, s2: f64) -> Self {
        if n == 0 {
            return Moments::default();
        }
        let gap = s1 / n as f64;
        let (mean, rest) = exact_sum(shift, gap);
        // Rounding may give less than 0 for identical numbers.
        Moments { n, mean, rest, scatter: (s2 - gap * s1).max(0.0) }
    }

    /// The moments of both sets of numbers together (pairwise update of Chan, Golub and LeVeque).
    #[must_use]
    pub fn merged(self, other: Moments) -> Self {
        if self.n == 0 {
            return other;
        }
        if other.n == 0 {
            return self;
        }
        let (a, b) = (self.n as f64, other.n as f64);
        let gap = (other.mean - self.mean) + (other.rest - self.rest);
        let (mean, rest) = exact_sum(self.mean, self.rest + gap * b / (a + b));
        Moments {
            n: self.n + other.n,
            mean,
            rest,
            scatter: self.scatter + other.scatter + gap * gap * a * b / (a + b),
        }
    }

    /// The moments without some of the numbers; `None` if too few digits would be left, so that the numbers must be
    /// read again.
    #[must_use]
    pub fn without(self, part: Moments) -> Option<Self> {
        let n = self.n.checked_sub(part.n)?;
        if part.n == 0 {
            return Some(self);
        }
        if n == 0 {
            return Some(Moments::default());
        }
        let (rest, gone) = (n as f64, part.n as f64);
        let gap = (part.mean - self.mean) + (part.rest - self.rest);
        let (mean, lost) = exact_sum(self.mean, self.rest - gap * gone / rest);
        let scatter = self.scatter - part.scatter - gap * gap * gone * (rest + gone) / rest;
        let left = Moments { n, mean, rest: lost, scatter };
        (scatter > LEFT * self.scatter).then_some(left)
    }

    /// The variance, dividing by n − `degrees`; `None` if that is 0.
    pub fn variance(&self, degrees: u64) -> Option<f64> {
        let n = self.n.checked_sub(degrees).filter(|n| *n > 0)?;
        Some(self.scatter / n as f64)
    }
}

/// The least share of a scatter that may be left when rows are removed: a smaller rest has fewer correct digits.
pub(super) const LEFT: f64 = 0.05;

fn two_passes<T: Copy>(items: &[T], n: u64, x: impl Fn(T) -> f64, times: impl Fn(T) -> f64) -> Moments {
    let Some(first) = items.first().filter(|_| n > 0) else { return Moments::default() };
    let (shift, rows) = (x(*first), n as f64);
    let mean = shift + sum(items, |item| times(item) * (x(item) - shift)) / rows;
    let squares = sum(items, |item| times(item) * (x(item) - mean) * (x(item) - mean));
    let rest = sum(items, |item| times(item) * (x(item) - mean));
    let (exact, lost) = exact_sum(mean, rest / rows);
    Moments { n, mean: exact, rest: lost, scatter: squares - rest * rest / rows }
}

pub(super) fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let lost = (a - (sum - of_b)) + (b - of_b);
    (sum, if lost.is_finite() { lost } else { 0.0 })
}

/// Sums a function of each number in eight parts, which are added at the end. Each part rounds an eighth as often as
/// one long sum, and they run independently.
fn sum<T: Copy>(numbers: &[T], of: impl Fn(T) -> f64) -> f64 {
    let mut parts = [0.0; 8];
    let (eights, rest) = numbers.as_chunks::<8>();
    for eight in eights {
        parts.iter_mut().zip(eight).for_each(|(part, x)| *part += of(*x));
    }
    parts.iter_mut().zip(rest).for_each(|(part, x)| *part += of(*x));
    parts.iter().sum()
}

/// The number of rows, the mean of each column, and the sums of the products of the distances from the means.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The number of rows, weighted.
    pub n: u64,
    pub rows: u64,
    /// The first of them in the data, from 0: classes go by the order in which their rows appear.
    pub first: Option<usize>,
    /// The mean of each column, in its own unit; empty when there are no rows.
    pub mean: Vec<f64>,
    /// The rounding error of each mean as a float.
    pub rest: Vec<f64>,
    /// Sums of products of distances for each pair of columns `b ≤ a`, in their units multiplied: `a (a + 1)/2 + b`.
    products: Vec<f64>,
}

impl Scatter {
    /// From rows, given column by column, in two passes; the second corrects for the rounding of the means (Chan, Golub
    /// and LeVeque, "Algorithms for computing the sample variance", 1983).
    ///
    /// `times` is the weight of each row; by default 1.
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
            let near = shift + sum_of(column, times, |x| x - shift) / n;
            let distance: Vec<f64> = column.iter().map(|x| x - near).collect();
            let rest = sum_of(&distance, times, |x| x);
            means.push(exact_sum(near, rest / n));
            rests.push(rest);
            distances.push(distance);
        }
        let mut products = Vec::with_capacity(columns.len() * (columns.len() + 1) / 2);
        for (a, (one, one_rest)) in distances.iter().zip(&rests).enumerate() {
            for (other, other_rest) in distances.iter().zip(&rests).take(a + 1) {
                let sum = product(one, other, times);
                products.push(sum - one_rest * other_rest / n);
            }
        }
        let (mean, rest) = means.into_iter().unzip();
        Scatter { n: seen, rows: rows as u64, first: Some(first), mean, rest, products }
    }

    /// From the number of cases and rows: each mean as a number near it and the rest, and the sums of products for each
    /// pair of columns `b ≤ a`, by `a (a + 1)/2 + b`.
    pub fn about(
        (n, rows): (u64, u64),
        first: Option<usize>,
        means: impl Iterator<Item = (f64, f64)>,
        products: Vec<f64>,
    ) -> Self {
        let (mean, rest) = means.map(|(shift, gap)| exact_sum(shift, gap)).unzip();
        Scatter { n, rows, first, mean, rest, products }
    }

    /// The scatter of both sets of rows together (pairwise update of Chan, Golub and LeVeque, for each pair of
    /// columns).
    #[must_use]
    pub fn merged(&self, other: &Scatter) -> Self {
        if self.n == 0 {
            return other.clone();
        }
        if other.n == 0 {
            return self.clone();
        }
        let (n, m) = (self.n as f64, other.n as f64);
        let rest = |rest: f64, gap: f64| rest + gap * m / (n + m);
        let product = |mine: f64, theirs: f64, gap: f64| mine + theirs + gap * n * m / (n + m);
        Scatter {
            n: self.n + other.n,
            rows: self.rows + other.rows,
            first: self.first.into_iter().chain(other.first).min(),
            ..self.combined(other, rest, product)
        }
    }

    /// The scatter without some of the rows; `None` if too few digits would be left, so that the rows must be read
    /// again. The first row stays the same.
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
        let rest = |rest: f64, gap: f64| rest - gap * gone / left;
        let product = |all: f64, part: f64, gap: f64| all - part - gap * gone * (left + gone) / left;
        let rows = self.rows.saturating_sub(part.rows);
        let rest = Scatter { n, rows, first: self.first, ..self.combined(part, rest, product) };
        let holds = |column: usize| rest.product(column, column) > LEFT * self.product(column, column);
        (0..rest.mean.len()).all(holds).then_some(rest)
    }

    /// Combines means and products with those of other rows. `rest` maps the rest of a mean and the distance of the
    /// means, `product` both sums of products and the product of the distances of the means.
    fn combined(
        &self,
        other: &Scatter,
        rest: impl Fn(f64, f64) -> f64,
        product: impl Fn(f64, f64, f64) -> f64,
    ) -> Scatter {
        let mine = || self.mean.iter().zip(&self.rest);
        let pairs = mine().zip(other.mean.iter().zip(&other.rest));
        let gap = pairs.map(|((mean, rest), (other, others))| (other - mean) + (others - rest));
        let gap: Vec<f64> = gap.collect();
        let means = mine().zip(&gap).map(|((mean, left), gap)| exact_sum(*mean, rest(*left, *gap)));
        let (mean, rest) = means.unzip();
        let pairs = (0..).zip(&gap).flat_map(|(a, x)| gap.iter().take(a + 1).map(move |y| x * y));
        let sums = self.products.iter().zip(&other.products).zip(pairs);
        let products = sums.map(|((mine, theirs), gap)| product(*mine, *theirs, gap)).collect();
        Scatter { mean, rest, products, ..Scatter::default() }
    }

    /// The sum of the products of the distances of two columns; 0 when there are no rows.
    pub fn product(&self, a: usize, b: usize) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        self.products.get(high * (high + 1) / 2 + low).copied().unwrap_or(0.0)
    }
}

/// Sums a function of each number, times the weight of its row.
fn sum_of(numbers: &[f64], times: Option<&[u64]>, of: impl Fn(f64) -> f64) -> f64 {
    match times {
        Some(times) => numbers.iter().zip(times).map(|(x, times)| of(*x) * *times as f64).sum(),
        None => sum(numbers, of),
    }
}

/// Sums the products of pairs of numbers, times the weight of their row; in eight parts, as [`sum`].
fn product(one: &[f64], other: &[f64], times: Option<&[u64]>) -> f64 {
    if let Some(times) = times {
        let pairs = one.iter().zip(other).zip(times);
        return pairs.map(|((x, y), times)| x * y * *times as f64).sum();
    }
    let mut parts = [0.0; 8];
    let ((one, one_rest), (other, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let mut add = |one: &[f64], other: &[f64]| {
        parts.iter_mut().zip(one.iter().zip(other)).for_each(|(part, (x, y))| *part += x * y);
    };
    one.iter().zip(other).for_each(|(one, other)| add(one, other));
    add(one_rest, other_rest);
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rounding_errors_of_means_are_kept() {
        assert_eq!(Moments::of(&[5.0]).variance(1), None);
        assert_eq!(Moments::of(&[]).variance(0), None);
        let parts = [vec![1e9, 1e9 + 1.0], vec![1e9 + 1.0]].map(|numbers| Moments::of(&numbers));
        for moments in [Moments::of(&[1e9, 1e9 + 1.0, 1e9 + 1.0]), parts[0].merged(parts[1])] {
            assert!((moments.mean - 1e9 - 2.0 / 3.0).abs() > 1e-9, "a float is that coarse here");
            assert!((moments.mean - 1e9 + moments.rest - 2.0 / 3.0).abs() < 1e-15, "{moments:?}");
        }
    }

    #[test]
    fn large_means_lose_no_digits() {
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
        fn removed_rows_leave_the_moments_of_the_others(numbers in proptest::collection::vec(-1e3f64..1e3, 1..60)) {
            let (rest, gone) = numbers.split_at(numbers.len() - 1);
            let rest = Moments::of(rest);
            if let Some(left) = Moments::of(&numbers).without(Moments::of(gone)) {
                prop_assert_eq!(left.n, rest.n);
                prop_assert!((left.mean - rest.mean).abs() <= 1e-12 * 1e3);
                prop_assert!((left.scatter - rest.scatter).abs() <= 1e-12 * rest.scatter);
            }
        }

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
