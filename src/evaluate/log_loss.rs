//! The log loss, added up row by row.

/// −ln of the posteriors of the classes that are so, added up over the rows with a posterior whose class the model knows.
/// ln P is the distance of a score from the highest less the `rest` of its row, ln of the evidence over the highest score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogLoss {
    so: f64,
    rest: LnOfProduct,
}

impl LogLoss {
    /// Adds a row that was seen so often: the distance of the score of the class that is so, and the sum of the scores over
    /// the highest.
    pub(super) fn add(&mut self, so: f64, sum: f64, times: u64) {
        if times == 0 {
            return;
        }
        self.so += so * times as f64;
        self.rest.add(sum, times);
    }

    pub(super) fn merge(&mut self, other: &LogLoss) {
        self.so += other.so;
        self.rest.merge(other.rest);
    }

    /// The sum; infinite where one of the posteriors is 0.
    pub(super) fn value(&self) -> f64 {
        self.rest.value() - self.so
    }
}

/// ln of a product of numbers from 1 up, taken once for many of them.
#[derive(Clone, Copy, Debug)]
struct LnOfProduct {
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

    fn add(&mut self, factor: f64, times: u64) {
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

    fn value(&self) -> f64 {
        self.ln + self.product.ln()
    }
}
