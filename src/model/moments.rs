//! Number, mean and scatter of some numbers: sums that lose no digits when they are merged.

/// How many numbers, their mean, and the sum of the squared distances from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many numbers.
    pub n: u64,
    /// Their mean, in their own unit; 0 when there are none.
    pub mean: f64,
    /// What is left of the mean when it is rounded to a float: distances of large numbers from it are that exact.
    pub rest: f64,
    /// Sum of squared distances from the mean, in their unit squared.
    pub scatter: f64,
}

impl Moments {
    /// Of some numbers, in two passes; the second corrects for what the rounding of the mean did (Chan, Golub and
    /// LeVeque, "Algorithms for computing the sample variance", 1983).
    pub fn of(numbers: &[f64]) -> Self {
        two_passes(numbers, numbers.len() as u64, |x| x, |_| 1.0)
    }

    /// Of some numbers, each with how many times it was seen, as if it stood there so often.
    pub fn weighted(numbers: &[(f64, u64)]) -> Self {
        two_passes(
            numbers,
            numbers.iter().map(|(_, times)| times).sum(),
            |(x, _)| x,
            |(_, times)| times as f64,
        )
    }

    /// Those of both sets of numbers together (pairwise update of Chan, Golub and LeVeque).
    #[must_use]
    pub fn merged(self, other: Moments) -> Self {
        if self.n == 0 {
            return other;
        }
        if other.n == 0 {
            return self;
        }
        let (a, b) = (self.n as f64, other.n as f64);
        let apart = (other.mean - self.mean) + (other.rest - self.rest);
        let (mean, rest) = exact_sum(self.mean, self.rest + apart * b / (a + b));
        Moments {
            n: self.n + other.n,
            mean,
            rest,
            scatter: self.scatter + other.scatter + apart * apart * a * b / (a + b),
        }
    }

    /// Those of the numbers that are left when some are taken away; `None` where too few digits would be left, so that
    /// the numbers must be read again.
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
        let apart = (part.mean - self.mean) + (part.rest - self.rest);
        let (mean, lost) = exact_sum(self.mean, self.rest - apart * gone / rest);
        let scatter = self.scatter - part.scatter - apart * apart * gone * (rest + gone) / rest;
        let left = Moments { n, mean, rest: lost, scatter };
        (scatter > LEFT * self.scatter).then_some(left)
    }

    /// The variance, dividing by n less `degrees`; `None` when nothing is left to divide by.
    pub fn variance(&self, degrees: u64) -> Option<f64> {
        let n = self.n.checked_sub(degrees).filter(|n| *n > 0)?;
        Some(self.scatter / n as f64)
    }
}

/// The share of a scatter that must be left when rows are taken away: what is left is known to as many digits fewer.
pub(super) const LEFT: f64 = 0.05;

fn two_passes<T: Copy>(items: &[T], n: u64, x: impl Fn(T) -> f64, times: impl Fn(T) -> f64) -> Moments {
    let Some(first) = items.first().filter(|_| n > 0) else { return Moments::default() };
    // Distances from one of the numbers keep the digits that a sum of large numbers would lose.
    let (shift, rows) = (x(*first), n as f64);
    let mean = shift + sum(items, |item| times(item) * (x(item) - shift)) / rows;
    let squares = sum(items, |item| times(item) * (x(item) - mean) * (x(item) - mean));
    let rest = sum(items, |item| times(item) * (x(item) - mean));
    let (exact, lost) = exact_sum(mean, rest / rows);
    Moments { n, mean: exact, rest: lost, scatter: squares - rest * rest / rows }
}

/// The rounded sum of two floats, and what the rounding took (Knuth's two-sum).
pub(super) fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let lost = (a - (sum - of_b)) + (b - of_b);
    (sum, if lost.is_finite() { lost } else { 0.0 })
}

/// The sum of what is made of each number, in eight parts that are added up in the end: each rounds an eighth as often
/// as one long sum, and none waits for another.
fn sum<T: Copy>(numbers: &[T], of: impl Fn(T) -> f64) -> f64 {
    let mut parts = [0.0; 8];
    let (eights, rest) = numbers.as_chunks::<8>();
    for eight in eights {
        parts.iter_mut().zip(eight).for_each(|(part, x)| *part += of(*x));
    }
    parts.iter_mut().zip(rest).for_each(|(part, x)| *part += of(*x));
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_large_mean_costs_no_digits() {
        // NIST NumAcc4: mean 10000000.2, standard deviation 0.1.
        let mut numbers = vec![10_000_000.2];
        for _ in 0..500 {
            numbers.extend([10_000_000.1, 10_000_000.3]);
        }
        let moments = Moments::of(&numbers);
        assert!((moments.mean / 10_000_000.2 - 1.0).abs() < 1e-15);
        let sd = moments.variance(1).unwrap().sqrt();
        assert!((sd / 0.1 - 1.0).abs() < 1e-8, "{sd}");
        assert_eq!(Moments::of(&[5.0]).variance(1), None);
        assert_eq!(Moments::of(&[]).variance(0), None);
    }

    #[test]
    fn what_the_rounding_of_a_mean_takes_is_kept() {
        let parts = [vec![1e9, 1e9 + 1.0], vec![1e9 + 1.0]].map(|numbers| Moments::of(&numbers));
        for moments in [Moments::of(&[1e9, 1e9 + 1.0, 1e9 + 1.0]), parts[0].merged(parts[1])] {
            assert!((moments.mean - 1e9 - 2.0 / 3.0).abs() > 1e-9, "a float is that coarse here");
            assert!((moments.mean - 1e9 + moments.rest - 2.0 / 3.0).abs() < 1e-15, "{moments:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_taken_away_leaves_the_rest(numbers in proptest::collection::vec(-1e3f64..1e3, 1..60)) {
            let (rest, gone) = numbers.split_at(numbers.len() - 1);
            let rest = Moments::of(rest);
            if let Some(left) = Moments::of(&numbers).without(Moments::of(gone)) {
                prop_assert_eq!(left.n, rest.n);
                prop_assert!((left.mean - rest.mean).abs() <= 1e-12 * 1e3);
                prop_assert!((left.scatter - rest.scatter).abs() <= 1e-12 * rest.scatter);
            }
        }

        #[test]
        fn parts_merge_to_the_whole(numbers in proptest::collection::vec(-1e3f64..1e3, 1..60), at in 0usize..60) {
            let (a, b) = numbers.split_at(at.min(numbers.len()));
            let (merged, whole) = (Moments::of(a).merged(Moments::of(b)), Moments::of(&numbers));
            prop_assert_eq!(merged.n, whole.n);
            prop_assert!((merged.mean - whole.mean).abs() <= 1e-12 * 1e3);
            prop_assert!((merged.scatter - whole.scatter).abs() <= 1e-9 * whole.scatter.max(1.0));
        }
    }
}
