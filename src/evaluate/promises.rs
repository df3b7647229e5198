//! What posteriors promise about themselves, added up row by row.

/// What posteriors promise, added up over the rows with a posterior whose class the model knows. Below, ln P is taken as the
/// distance d of a score from the highest less the `rest` of its row, ln of the evidence over the highest score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Promises {
    pub(super) n: u64,
    /// d of the classes that are so.
    so: f64,
    /// Σ P(c | x) d over the classes.
    mean: f64,
    /// The variances of d under P, which are those of ln P.
    pub(super) spread: f64,
    pub(super) rest: LnOfProduct,
}

impl Promises {
    /// Adds a row that was seen so often: d of the class that is so, the means of d and of d² under P, and the sum of the
    /// scores over the highest.
    pub(super) fn add(&mut self, so: f64, (mean, square): (f64, f64), sum: f64, times: u64) {
        if times == 0 {
            return;
        }
        let all = times as f64;
        self.n += times;
        self.so += so * all;
        self.mean += mean * all;
        self.spread += (square - mean * mean) * all;
        self.rest.add(sum, times);
    }

    pub(super) fn merge(&mut self, other: &Promises) {
        self.n += other.n;
        self.so += other.so;
        self.mean += other.mean;
        self.spread += other.spread;
        self.rest.merge(other.rest);
    }

    /// −ln of the posteriors of the classes that are so; infinite where one of them is 0.
    pub(super) fn loss(&self) -> f64 {
        self.rest.value() - self.so
    }

    pub(super) fn entropy(&self) -> f64 {
        self.rest.value() - self.mean
    }
}

/// ln of a product of numbers from 1 up, taken once for many of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct LnOfProduct {
    ln: f64,
    product: f64,
}

impl Default for LnOfProduct {
    fn default() -> Self {
        LnOfProduct { ln: 0.0, product: 1.0 }
    }
}

impl LnOfProduct {
    /// The logarithm is taken from here on: with a factor more the product is a number still.
    const LARGE: f64 = 1e200;

    pub(super) fn add(&mut self, factor: f64, times: u64) {
        match times {
            1 => self.product *= factor,
            _ => self.ln += times as f64 * factor.ln(),
        }
        if self.product > Self::LARGE {
            self.ln = self.value();
            self.product = 1.0;
        }
    }

    fn merge(&mut self, other: LnOfProduct) {
        self.ln += other.value();
    }

    pub(super) fn value(&self) -> f64 {
        self.ln + self.product.ln()
    }
}
